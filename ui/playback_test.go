package ui

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// TestTheClockNeverRunsBack: under Space, at each pause, and where somebody acts in between. What stands at one moment
// is played at that moment.
func TestTheClockNeverRunsBack(t *testing.T) {
	for _, name := range []string{"wiki.race", "r05-lease-ran-out-before-the-write.race"} {
		d, root, _ := newDesk(t, name, 120, 36)
		var last engine.Instant
		look := func(when string) {
			t.Helper()
			if now := root.playback.clock(); now < last {
				t.Fatalf("%s: %s the clock goes from %s back to %s", name, when, last, now)
			} else {
				last = now
			}
		}
		for range 12 {
			d.Press("space")
			for range 7 {
				d.Pass(100 * time.Millisecond)
				look("while it runs")
			}
			d.Press("space")
			look("at the pause")
		}
		d.Press("r")
		look("at a request by hand")
	}
}

// TestNoAnswerIsMissedThatIsOnlyBeingPlayed: while Space plays, a window says `? no answer` only where the counter has
// an unknown: the clock does not run ahead of the answers that come at the same moment.
func TestNoAnswerIsMissedThatIsOnlyBeingPlayed(t *testing.T) {
	unknown := 0
	for _, name := range []string{"wiki.race", "extra-fresh-tag-old-text.race",
		"r05-lease-ran-out-before-the-write.race",
		"queue/q02-slow-worker.race", "r13-hand-over-by-change-with-a-lost-response.race"} {
		d, root, _ := newDesk(t, name, 200, 60)
		d.Press("space")
		for range 200 {
			d.Pass(100 * time.Millisecond)
			_, _, lost := root.view.Counts()
			if says := strings.Contains(d.Frame(), "? no answer"); says && lost == 0 {
				t.Fatalf("%s: no answer is missed at step %d, and a window says so:\n%s", name, root.view.Step,
					d.Frame())
			} else if says {
				unknown++
			}
			if root.view.Next == "" {
				break
			}
		}
	}
	if unknown == 0 {
		t.Error("nothing was ever unknown: the test tests nothing")
	}
}

// TestTimeStandsWhileOneMomentIsPlayed: where all events of a race stand at one moment, Space plays them and no time
// passes on screen.
func TestTimeStandsWhileOneMomentIsPlayed(t *testing.T) {
	d, root, _ := newDesk(t, "extra-fresh-tag-old-text.race", 120, 36) // without a clock line
	before := root.view.Step
	d.Press("space")
	for range 20 {
		d.Pass(100 * time.Millisecond)
		if now := root.playback.clock(); now != 0 {
			t.Fatalf("the clock shows %s, nothing happens later than 00:00.0", now)
		}
	}
	if root.view.Step <= before {
		t.Error("nothing was played")
	}
}

// What the first row says of now goes when that ends: a window that stops the clock leaves nobody reading that it runs.
func TestTheRowSaysNothingThatIsOver(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	if text := root.status.now().text; text != "The clock runs. Space stops it." {
		t.Fatalf("the row says %q", text)
	}
	root.playback.stop() // as a dialog that opens does
	if text := root.status.now().text; text != "" {
		t.Errorf("the clock stands, and the row says %q", text)
	}
	d.Press("space", "space")
	if text := root.status.now().text; text != "Paused. Space runs on." {
		t.Fatalf("the row says %q", text)
	}
	d.Press(",")
	if text := root.status.now().text; !root.view.Past || text == "Paused. Space runs on." {
		t.Fatalf("in the past the row says %q", text)
	}
}
