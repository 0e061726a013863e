package ui

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine/enginetest"
	"interleave/engine/races"
	"interleave/engine/roomtest"
	"interleave/themes"
	"interleave/ui/uitest"
)

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
