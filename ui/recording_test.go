package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"interleave/engine/export"
)

// terminal is as much of a terminal as a recording uses: it clears, goes to a row, and writes it.
type terminal struct {
	t    *testing.T
	rows []string
}

// play takes one output of a recording.
func (s *terminal) play(text string) {
	s.t.Helper()
	text = strings.TrimPrefix(text, "\x1b[?25l\x1b[0m\x1b[2J")
	for _, part := range strings.Split(text, "\x1b[K") {
		row, rest := 0, ""
		if part == "" || part == "\x1b[0m" {
			continue
		}
		if _, err := fmt.Sscanf(part, "\x1b[%d;1H", &row); err != nil || row < 1 || row > len(s.rows) {
			s.t.Fatalf("no row of the screen: %q", part)
		}
		_, rest, _ = strings.Cut(part, "H")
		s.rows[row-1] = ansi.Strip(rest)
	}
}

// TestRecordingEndsAsTheDesktopStands: a recording is an asciicast whose times only grow, whose frames fit its size,
// and whose last frame is what the desktop shows.
func TestRecordingEndsAsTheDesktopStands(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d, root, _ := newDesk(t, "wiki.race", size[0], size[1])
		for range 8 {
			d.Press(".")
		}
		d.Pass(time.Second) // the card has docked
		before := root.Room().View().Digest()
		lines := strings.Split(strings.TrimSuffix(string(castOf(t, root)), "\n"), "\n")
		var head struct{ Version, Width, Height int }
		if err := json.Unmarshal([]byte(lines[0]), &head); err != nil || head.Version != 2 || head.Width != size[0] ||
			head.Height != size[1] {
			t.Fatalf("the head is %s (%v)", lines[0], err)
		}
		s, last := &terminal{t: t, rows: make([]string, size[1])}, -1.0
		for _, line := range lines[1:] {
			var e []any
			if err := json.Unmarshal([]byte(line), &e); err != nil || len(e) != 3 || e[1] != "o" {
				t.Fatalf("no event of an asciicast: %s (%v)", line, err)
			}
			if at := e[0].(float64); at < last || at-last > restMost.Seconds()+1 {
				t.Errorf("%v follows %v", at, last)
			}
			last = e[0].(float64)
			s.play(e[2].(string))
		}
		want := strings.Split(ansi.Strip(root.View().Content), "\n")
		for i := range want {
			if i < len(want)-3 && strings.TrimRight(s.rows[i], " ") != strings.TrimRight(want[i], " ") {
				t.Errorf("%v row %d\nrecorded %q\nshown    %q", size, i, s.rows[i], want[i])
			}
		}
		if len(lines) < 8 || !strings.Contains(strings.Join(s.rows, "\n"), "412") {
			t.Errorf("%d lines, the last frame:\n%s", len(lines), strings.Join(s.rows, "\n"))
		}
		if after := root.Room().View().Digest(); after != before || root.view.Past {
			t.Error("recording moved the session")
		}
	}
}

// TestCopySaysWhatItCopied: y opens the menu, Y copies curl at once; what goes to the clipboard is what the sentence
// says.
func TestCopySaysWhatItCopied(t *testing.T) {
	d, root, _ := newDesk(t, "wiki.race", 80, 24)
	for range 8 {
		d.Press(".")
	}
	d.Press("Y")
	if n := len(d.Copy); n != 1 || !strings.HasPrefix(d.Copy[0], "curl -i -X PUT") ||
		!strings.Contains(d.Copy[0], "If-Match") {
		t.Fatalf("copied: %q", d.Copy)
	}
	if got := ansi.Strip(root.View().Content); !strings.Contains(got, "Copied #9 for curl.") {
		t.Errorf("it does not say so:\n%s", got)
	}
	d.Press("y")
	d.Type("python")
	d.Press("enter")
	if n := len(d.Copy); n != 2 || !strings.Contains(d.Copy[n-1], "match_condition=MatchConditions.IfNotModified") {
		t.Fatalf("copied: %q", d.Copy)
	}
	words, _ := export.Languages()
	for _, word := range append(words, export.Raw, export.Tale, export.Tag, export.Scenario) {
		_, _, why := export.Copy(root.room, root.subject(), word)
		before := len(d.Copy)
		d.Press(":")
		d.Type("copy " + word)
		d.Press("enter")
		if copied := len(d.Copy) > before; copied != (why == "") {
			t.Errorf("copy %s: copied %v, but %q", word, copied, why)
		}
	}
}

func castOf(t testing.TB, root *Root) []byte {
	t.Helper()
	cast, err := root.recording().cast()
	if err != nil {
		t.Fatal(err)
	}
	return cast
}
