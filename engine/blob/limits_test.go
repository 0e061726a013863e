package blob_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// rules.md, "Limits and input rules", blocks of one blob: 100,000 staged ones, 50,000 appended ones. Nobody would send
// that many requests.
func TestLimitsOfBlocks(t *testing.T) {
	for _, c := range []struct {
		what   string
		why    *engine.Cause
		status int // 0: there is room
		code   string
	}{
		{"staged block 100,000", blob.RoomToStage(99_999, false), 0, ""},
		{"staged block 100,001", blob.RoomToStage(100_000, false), 409, "BlockCountExceedsLimit"},
		{"the same block again", blob.RoomToStage(100_000, true), 0, ""},
		{"appended block 50,000", blob.RoomToAppend(49_999, 1), 0, ""},
		{"appended block 50,001", blob.RoomToAppend(50_000, 1), 409, "BlockCountExceedsLimit"},
		{"the last byte", blob.RoomToAppend(1, engine.MaxObject), 0, ""},
		{"a byte too much", blob.RoomToAppend(1, engine.MaxObject+1), 413, ""},
	} {
		switch {
		case c.status == 0:
			if c.why != nil {
				t.Errorf("%s is refused: %+v", c.what, c.why)
			}
		case c.why == nil || c.why.Rule.Fault.Status != c.status || c.code != "" && c.why.Rule.Fault.Code != c.code:
			t.Errorf("%s: %+v", c.what, c.why)
		}
	}
}
