package export_test

import (
	"testing"

	"interleave/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }
