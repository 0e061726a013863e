package advice_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// beforeTimers is what is seen when a text has been played and no timer has rung: a lease that ends stands there.
func beforeTimers(t *testing.T, text string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", text)
	for v := r.View(); ; v = r.View() {
		if _, err := r.Step(); errors.Is(err, room.ErrNothing) {
			return v
		} else if err != nil {
			t.Fatal(err)
		}
		if log := r.View().Log(); log.At(log.Len()-1).Event().Kind == engine.Ended {
			return v
		}
	}
}

// The lease that stands now is told by its own end: one that was broken and taken anew by another for a minute lasts
// for that minute (engine/blob/rules.md, "Leases"), whatever the first refusal of its own echo had met.
func TestALeaseOfAnotherIsToldByItsOwnEnd(t *testing.T) {
	const echo = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b 1\n" +
		"ana: send acquire-blob-lease cont/b duration=30 as x\ndeliver x\nlose x\ntimeout x\n" +
		"ana: acquire-blob-lease cont/b duration=30 again=x\n"
	for _, c := range []struct{ then, want, never string }{
		{"", "Wait until 00:30.0, or break it if nobody else", "now"},
		{"ben: break-blob-lease cont/b period=0\nben: acquire-blob-lease cont/b duration=60\n",
			"The lease is Ben's now. Wait until 01:00.0", "nobody else"},
		{"ben: break-blob-lease cont/b period=0\nben: acquire-blob-lease cont/b duration=-1\n",
			"The lease is Ben's now. It does not end by itself: settle", "nobody else"},
	} {
		found, v := false, beforeTimers(t, echo+c.then)
		for _, tr := range v.Troubles() {
			if tr.Kind != engine.OwnEcho {
				continue
			}
			found = true
			if say := advice.For(v, tr.Finding).Say; !strings.Contains(say, c.want) || strings.Contains(say, c.never) {
				t.Errorf("%s: %s", c.then, say)
			}
		}
		if !found {
			t.Errorf("%s: no echo", c.then)
		}
	}
}
