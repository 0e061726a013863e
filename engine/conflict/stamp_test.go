package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The clock's line stands before what happens on its way, and so shows where it began.
func TestTheClockShowsWhereItBegan(t *testing.T) {
	from, to := engine.Instant(30200), engine.Instant(30600)
	e := engine.Event{Kind: engine.Passed, At: to, Text: from.String()}
	line := conflict.Line(engine.NewWorld(), e)
	if !strings.HasPrefix(line, from.String()) || !strings.HasSuffix(line, "moves on to "+to.String()) {
		t.Errorf("%s", line)
	}
}
