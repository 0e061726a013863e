package blob_test

import (
	"testing"

	"interleave/engine/blob"
	"interleave/engine/enginetest"
)

// The races of the library that are about blobs get what their files state.
func TestRaces(t *testing.T) { enginetest.Races(t, blob.Service, 50, nil) }
