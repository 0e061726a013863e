package engine_test

import (
	"testing"

	"interleave/engine"
)

func TestOneThingIsCountedAsOne(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{engine.Counted(1, "order"), "1 order"}, {engine.Counted(0, "order"), "0 orders"},
		{engine.Counted(2, "retry", "retries"), "2 retries"}, {engine.Counted(1, "retry", "retries"), "1 retry"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
