package widget

import (
	"maps"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// pieces are what hands and bodies put side by side: letters of one and two cells, marks that join the letter before
// them, flags (which pair up), families, tabs, controls, broken bytes.
var pieces = []string{"a", "Z", "_", " ", "  ", "-", ".", "я", "Ж", "日", "語", "한", "e\u0301", "\u0301", "🇩", "🇩🇪", "👍🏽",
	"👩‍👩‍👧", "❤️", "\u200d", "\t", "\r", "\x1b", "\xff", "\n", "\n\n", "longword"}

func anyText(t *rapid.T, label string, most int) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, most).Draw(t, label), "")
}

// strokes are all keys of the tables, with and without Shift.
func strokes() []string {
	names := slices.Concat(slices.Collect(maps.Keys(moves)), slices.Collect(maps.Keys(strides)),
		slices.Collect(maps.Keys(edits)),
		[]string{"ctrl+c", "ctrl+x", "ctrl+v", "ctrl+g"})
	for _, name := range []string{"left", "right", "up", "down", "home", "end", "pgup", "pgdown"} {
		names = append(names, "shift+"+name)
	}
	slices.Sort(names)
	return names
}

// borders are the borders of the clusters of one line, found the slow way, from its beginning.
func borders(s string) []int {
	out := []int{0}
	for i := 0; i < len(s); {
		cluster, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		i += len(cluster)
		out = append(out, i)
	}
	return out
}

func checkEditor(t rapid.TB, e *Editor) {
	t.Helper()
	if e.Text() != e.body.text() || e.Size() != len(e.Text()) || e.Size() > e.maximum {
		t.Fatalf("size %d of %d, text %q", e.Size(), e.maximum, e.Text())
	}
	lines := strings.Split(e.Text(), "\n")
	for _, p := range []Pos{e.cursor, e.anchor} {
		if p == e.anchor && !e.selected {
			continue
		}
		if p.Line >= len(lines) || !slices.Contains(borders(lines[p.Line]), p.Byte) {
			t.Fatalf("%v is not on the border of a cluster of %q", p, lines)
		}
	}
}

func anyAct(t *rapid.T, e *Editor, names []string) {
	switch rapid.IntRange(0, 9).Draw(t, "act") {
	case 0:
		e.Update(tea.PasteMsg{Content: anyText(t, "paste", 4)})
	case 1:
		x, y := rapid.IntRange(-1, 20).Draw(t, "x"), rapid.IntRange(-1, 8).Draw(t, "y")
		e.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		e.Update(tea.MouseMotionMsg{X: y, Y: x, Button: tea.MouseLeft})
		e.Update(tea.MouseReleaseMsg{X: x, Y: y})
	case 2:
		e.SetSize(rapid.IntRange(0, 20).Draw(t, "w"), rapid.IntRange(0, 8).Draw(t, "h"))
	case 3:
		e.Scroll(rapid.IntRange(-9, 9).Draw(t, "scroll"))
	case 4, 5:
		if piece := rapid.SampledFrom(pieces).Draw(t, "typed"); !strings.ContainsAny(piece, "\n\t") {
			e.Update(tea.KeyPressMsg{Code: tea.KeyExtended, Text: piece})
		}
	default:
		e.Update(key(rapid.SampledFrom(names).Draw(t, "key")))
	}
}

func TestAnyKeysThenUndoAllGivesTheFirstText(t *testing.T) {
	names := strokes()
	rapid.Check(t, func(t *rapid.T) {
		first := anyText(t, "first", 12)
		e := NewEditor(len(first) + rapid.IntRange(0, 40).Draw(t, "room"))
		e.SetSize(16, 4)
		if err := e.SetText(first); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			changed, text := e.Changed(), e.Text()
			anyAct(t, e, names)
			checkEditor(t, e)
			if changed == e.Changed() && text != e.Text() {
				t.Fatal("the text changed and its counter did not")
			}
		}
		for e.Redo() {
		}
		last := e.Text()
		for e.Undo() {
			checkEditor(t, e)
		}
		if e.Text() != first {
			t.Fatalf("undo gives %q, the first text was %q", e.Text(), first)
		}
		for e.Redo() {
			checkEditor(t, e)
		}
		if e.Text() != last {
			t.Fatalf("redo gives %q, the last text was %q", e.Text(), last)
		}
	})
}

func TestCursorIsInSightAfterAnyKey(t *testing.T) {
	names := strokes()
	rapid.Check(t, func(t *rapid.T) {
		e := NewEditor(0)
		e.SetSize(rapid.IntRange(6, 20).Draw(t, "w"), rapid.IntRange(1, 6).Draw(t, "h"))
		if err := e.SetText(anyText(t, "text", 40)); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			e.Update(key(rapid.SampledFrom(names).Draw(t, "key")))
			if x, y, visible := e.Cursor(); !visible {
				t.Fatalf("cursor at %d,%d in %dx%d: %q", x, y, e.width, e.height, draw(e))
			}
		}
	})
}

func TestRowsAreBordersAndFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ReplaceAll(anyText(t, "line", 40), "\n", "")
		width := rapid.IntRange(1, 12).Draw(t, "width")
		starts := rowStarts(s, width)
		all := borders(s)
		if starts[0] != 0 {
			t.Fatalf("first row begins at %d", starts[0])
		}
		for i, start := range starts {
			end := len(s)
			if i+1 < len(starts) {
				end = int(starts[i+1])
			}
			row := s[start:end]
			if !slices.Contains(all, int(start)) || (end <= int(start) && s != "") {
				t.Fatalf("row %d of %q is [%d,%d)", i, s, start, end)
			}
			if columns(row) > width && len(borders(row)) > 2 {
				t.Fatalf("row %q has %d cells of %d", row, columns(row), width)
			}
		}
	})
}

func TestBordersFoundFromAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ReplaceAll(anyText(t, "line", 30), "\n", "")
		all := borders(s)
		for i := 1; i < len(all); i++ {
			if got := clusterStart(s, all[i]); got != all[i-1] {
				t.Fatalf("%q: before %d: got %d, want %d", s, all[i], got, all[i-1])
			}
			if got := clusterEnd(s, all[i-1]); got != all[i] {
				t.Fatalf("%q: after %d: got %d, want %d", s, all[i-1], got, all[i])
			}
		}
		for i := range len(s) + 1 {
			at, _ := slices.BinarySearch(all, i)
			if got := snap(s, i); got != all[at] {
				t.Fatalf("%q: snap %d: got %d, want %d", s, i, got, all[at])
			}
		}
	})
}
