package ui

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/roomtest"
	"interleave/themes"
	"interleave/ui/uitest"
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

// What the author of a race says of a step stands below the windows while it is stepped; where the file goes back, that
// another way is tried. Client eyes do not read it: it tells what no writer can know.
func TestTheAuthorSpeaksWhileARaceIsStepped(t *testing.T) {
	d, root, _ := newDesk(t, "extra-fresh-tag-old-text.race", 120, 36)
	author := []string{"Ana's save is refused. She fetches the fresh tag and sends her old text with it.",
		"She asks for the properties only, to get the tag.", "The same text again, made from what she read first.",
		"Another way, from the bookmark fresh-tag on. What the guard is for: read the text too, merge, then send."}
	heard := 0
	for range 60 {
		if heard < len(author) && strings.Contains(d.Frame(), author[heard]) {
			heard++
		}
		if root.view.Next == "" {
			break
		}
		d.Press(".")
	}
	if heard != len(author) {
		t.Fatalf("the author did not say %q:\n%s", author[heard], d.Frame())
	}
	d.Press("C")
	d.Not("Another way")
}

// Where the card has nothing else to show, it has the whole sentence: its frame does not say it once more.
func TestTheAuthorSpeaksOnceBesideAnEmptyCard(t *testing.T) {
	d, root, _ := newDesk(t, "plan-retry-after-a-lost-answer.race", 80, 24)
	d.Press("c")
	told := 0
	for len(root.view.Troubles()) == 0 && root.view.Next != "" {
		d.Press(".")
		words := strings.Fields(root.view.Caption)
		if len(words) < 4 {
			continue
		}
		if n := strings.Count(d.Frame(), strings.Join(words[:4], " ")); n > 1 {
			t.Fatalf("said %d times:\n%s", n, d.Frame())
		} else {
			told += n
		}
	}
	if told == 0 {
		t.Errorf("the author said nothing:\n%s", d.Frame())
	}
}

// A race that makes its own object leaves nobody behind on nothing: the first thing that there is is selected before
// the windows look.
func TestARaceThatMakesItsOwnObjectShowsIt(t *testing.T) {
	d, _, _ := newDesk(t, "sample-pessimistic-v11.race", 80, 24)
	d.Press("!")
	d.Pass(time.Second)
	d.Not("Nothing is selected")
	d.See("Holds  lease")
	d.See("Has    v2")
}

// What helps is tried beside the screen: the card is there before the trial has ended, says so, and takes what comes.
func TestTheTrialRunsBesideTheScreen(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 200, 60)
	d.Slow()
	for len(root.view.Troubles()) == 0 {
		d.Press(".")
	}
	d.Press(".")
	d.See("What helps is being tried.")
	d.Not("R  Read")
	for d.Held() > 0 {
		d.Let()
	}
	d.See("R  Read")
	d.Not("being tried")
}

// TestEveryRaceStepsAsItRuns: each race of the library, opened on the desk and stepped to its end, has the event lines
// of `run FILE`. Where not all is asked for, these are one race in six.
func TestEveryRaceStepsAsItRuns(t *testing.T) {
	for n, name := range races.All() {
		if strings.HasPrefix(name, "lessons/") || n%enginetest.Part(1, 6) != 0 { // lessons wait for their reader
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(races.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			want, got := ran(t, name, text), stepped(t, name, text)
			// in got: a branch that walks along what another has done has no lines of its own, so some of want may be
			// left out
			at := 0
			for _, line := range want {
				if at < len(got) && got[at] == line {
					at++
				} else if !slices.Contains(got[:at], line) {
					t.Fatalf("line %d is %q, want %q", at, got[min(at, len(got)-1)], line)
				}
			}
			for _, line := range got[at:] { // what the file leaves under way arrives when somebody steps on
				if !strings.Contains(line, "heard") && !strings.Contains(line, "clock") {
					t.Errorf("one more line: %q", line)
				}
			}
		})
	}
}

func ran(t *testing.T, name string, text []byte) (lines []string) {
	t.Helper()
	for _, o := range enginetest.RanText(t, string(text)).Outcomes {
		if o.Found == nil { // what a search found is no event
			lines = append(lines, o.Lines...)
		}
	}
	return lines
}

// stepped presses the step key until nothing is due; every frame on the way is drawn.
func stepped(t *testing.T, name string, text []byte) (lines []string) {
	t.Helper()
	r := roomtest.Of(t, name, string(text))
	clock := uitest.NewClock()
	root := New(Deps{Room: r, Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode", After: clock.After})
	d := uitest.New(t, root, clock, 80, 24)
	last := 0
	collect := func() {
		seen := last
		for _, e := range root.view.Log().All() {
			if e.Record > seen {
				lines, last = append(lines, root.view.Line(e)), max(last, e.Record)
			}
		}
	}
	const most = 2000
	for range most {
		collect()
		if root.view.Waits() {
			return lines
		}
		d.Press(".")
		d.Frame()
		d.Pass(time.Second)
	}
	t.Fatalf("it does not end:\n%s", d.Frame())
	return nil
}
