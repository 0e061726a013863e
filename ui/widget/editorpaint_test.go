package widget

import (
	"image"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

var ascii = face.Look{Focused: true, Glyphs: grid.ASCII()}

type painter interface{ Paint(grid.Area, face.Look) }

func paint(p painter, w, h int) *grid.Grid {
	g := grid.New(w, h)
	p.Paint(g.Area(g.Bounds()), ascii)
	return g
}

// wantRows compares without the blanks at the ends of the rows.
func wantRows(t *testing.T, g *grid.Grid, want ...string) {
	t.Helper()
	got := g.Text()
	for y := range got {
		got[y] = strings.TrimRight(got[y], " ")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func editing(t *testing.T, drawn string, w, h int) *Editor {
	e := NewEditor(0)
	read(t, e, drawn)
	e.SetSize(w, h)
	e.follow()
	return e
}

// The editor of look-80x24.png, with the number of each line before it in dim.
func TestEditorLooksAsDrawn(t *testing.T) {
	e := editing(t, "# Home\nOpen 9 to 5, closed on Sunday|", 36, 4)
	g := paint(e, 36, 4)
	wantRows(t, g, "1 # Home", "2 Open 9 to 5, closed on Sunday", "", "")
	if _, s := g.Cell(0, 0); s.Ink != themes.Dim {
		t.Errorf("the line number is in %v", s.Ink)
	}
	if x, y, visible := e.Cursor(); x != 31 || y != 1 || !visible {
		t.Errorf("cursor at %d,%d %v", x, y, visible)
	}
}

func TestNumbersAlign(t *testing.T) {
	e := editing(t, "|a\nb\nc\nd\ne\nf\ng\nh\ni\nj", 12, 10)
	if got := paint(e, 12, 10).Text(); !strings.HasPrefix(got[0], " 1 a") || !strings.HasPrefix(got[9], "10 j") {
		t.Errorf("got %q and %q", got[0], got[9])
	}
}

func TestSoftWrapBreaksAtBlanksAndInsideLongWords(t *testing.T) {
	// 8 cells for text: 2 for the number, 1 behind
	e := editing(t, "|one two three\nabcdefghijkl\n日本語日本語", 11, 7)
	wantRows(t, paint(e, 11, 7), "1 one two", "  three", "2 abcdefgh", "  ijkl", "3 日本語日", "  本語", "")
	e.Update(key("down"))
	if got := draw(e); !strings.HasPrefix(got, "one two |three") {
		t.Errorf("down goes by rows: %q", got)
	}
}

func TestScrollFollowsTheCursor(t *testing.T) {
	e := editing(t, "|1\n2\n3\n4\n5\n6\n7\n8", 6, 3)
	e.Update(key("pgdown"))
	e.Update(key("down"))
	wantRows(t, paint(e, 6, 3), "2 2  |", "3 3  #", "4 4  |")
	e.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if _, _, visible := e.Cursor(); visible || draw(e) != "1\n2\n3\n|4\n5\n6\n7\n8" {
		t.Errorf("the wheel moves the text only: visible %v, %q", visible, draw(e))
	}
	e.Scroll(99)
	wantRows(t, paint(e, 6, 3), "6 6  |", "7 7  |", "8 8  #")
	e.Update(key("x"))
	if _, y, visible := e.Cursor(); !visible || y != 0 {
		t.Errorf("typing comes back to the cursor: row %d, visible %v", y, visible)
	}
}

// No rows stay empty below the text while others stand above the window: when it grows, as zoomed windows do, and when
// an undo takes back what a paste put in.
func TestNoRowStaysEmptyBelowTheText(t *testing.T) {
	e := editing(t, "1\n2\n3\n4\n5\n6\n7\n|8", 6, 3)
	e.SetSize(6, 6)
	wantRows(t, paint(e, 6, 6), "3 3  |", "4 4  |", "5 5  #", "6 6  #", "7 7  #", "8 8  #")
	e = editing(t, "1\n2\n3|", 6, 4)
	e.Update(tea.PasteMsg{Content: "\n4\n5\n6\n7\n8\n9"})
	e.Update(key("ctrl+z"))
	wantRows(t, paint(e, 6, 4), "1 1", "2 2", "3 3", "")
}

func TestMouseSelects(t *testing.T) {
	e := editing(t, "|one two\n日本 x", 12, 3)
	e.Update(tea.MouseClickMsg{X: 6, Y: 0, Button: tea.MouseLeft})
	e.Update(tea.MouseMotionMsg{X: 4, Y: 1, Button: tea.MouseLeft})
	if got := draw(e); got != "one ^two\n日|本 x" {
		t.Errorf("drag: %q", got)
	}
	e.Update(tea.MouseReleaseMsg{})
	if _, taken := e.Update(tea.MouseMotionMsg{X: 0, Y: 0}); taken {
		t.Error("a move without a button was taken")
	}
	e.Update(tea.MouseClickMsg{X: 5, Y: 1, Button: tea.MouseLeft}) // the right half of a wide letter
	if got := draw(e); got != "one two\n日|本 x" {
		t.Errorf("click: %q", got)
	}
	e.Update(tea.MouseClickMsg{X: 11, Y: 2, Button: tea.MouseLeft, Mod: tea.ModShift})
	if got := e.Selected(); got != "本 x" {
		t.Errorf("click with Shift below the text selects %q", got)
	}
	e.SelectWord()
	if got := e.Selected(); got != "x" {
		t.Errorf("double click selects %q", got)
	}
}

func TestSelectionAndMarksArePainted(t *testing.T) {
	e := editing(t, "a^b\ncd|e\nf", 14, 3)
	e.SetMarks(map[int]LineMark{1: {themes.Removed, "<>"}, 2: {Role: themes.Fresh}})
	g := paint(e, 14, 3)
	wantRows(t, g, "1    ab", "2 <> cde", "3    f")
	ground := func(x, y int) themes.Role {
		_, s := g.Cell(x, y)
		return s.Ground
	}
	for _, c := range []struct {
		x, y   int
		chosen bool
	}{{5, 0, false}, {6, 0, true}, {7, 0, true}, {8, 0, false}, {5, 1, true}, {6, 1, true}, {7, 1, false},
		{5, 2, false}} {
		if got := ground(c.x, c.y) == themes.Selected; got != c.chosen {
			t.Errorf("cell %d,%d selected: %v", c.x, c.y, got)
		}
	}
	if _, s := g.Cell(5, 2); s.Ink != themes.Fresh {
		t.Errorf("a changed line is in %v", s.Ink)
	}
	if _, s := g.Cell(2, 1); s.Ink != themes.Removed {
		t.Errorf("a clash is in %v", s.Ink)
	}
}

func TestWhatHasNoPictureIsStoodFor(t *testing.T) {
	e := editing(t, "|a\tb\x1b[1mc\r", 20, 1)
	e.SetNumbers(false)
	wantRows(t, paint(e, 20, 1), "a   b^[[1mc^M")
	read(t, e, "|a👩‍👩‍👧b\xff")
	wantRows(t, paint(e, 20, 1), "a👩"+grid.Placeholder+"👩"+grid.Placeholder+"👧b"+grid.Placeholder)
}

func TestNothingIsPaintedOutsideTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 16).Draw(t, "w"), rapid.IntRange(0, 5).Draw(t, "h")
		e := NewEditor(0)
		if err := e.SetText(anyText(t, "text", 30)); err != nil {
			t.Fatal(err)
		}
		e.SetSize(w, h)
		e.MoveTo(Pos{rapid.IntRange(0, 9).Draw(t, "line"), rapid.IntRange(0, 40).Draw(t, "byte")})
		e.stroke("ctrl+end", true)
		g := grid.New(w+4, h+2)
		for y := range h + 2 {
			g.Area(g.Bounds()).Put(0, y, strings.Repeat("#", w+4), themes.Style{})
		}
		e.Paint(g.Area(image.Rect(2, 1, w+2, h+1)), ascii)
		for y, row := range g.Text() {
			if grid.Width(row) != w+4 {
				t.Fatalf("row %d is %d cells wide, not %d: %q", y, grid.Width(row), w+4, row)
			}
			inside := y > 0 && y <= h
			if !strings.HasPrefix(row, "##") || !strings.HasSuffix(row, "##") || !inside &&
				strings.Trim(row, "#") != "" {
				t.Fatalf("row %d: %q", y, row)
			}
		}
	})
}

// What the cursor stands on is what is painted in its cell.
func TestCursorStandsOnItsCluster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := NewEditor(0)
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "Ж", "日", " ", "\n", "e\u0301"}), 1,
			40).Draw(t, "text"), "")
		if err := e.SetText(text); err != nil {
			t.Fatal(err)
		}
		e.SetSize(16, 4)
		e.MoveTo(Pos{rapid.IntRange(0, 9).Draw(t, "line"), rapid.IntRange(0, 40).Draw(t, "byte")})
		if e.cursor.Byte == len(e.line()) {
			return
		}
		g := grid.New(16, 4)
		e.Paint(g.Area(g.Bounds()), ascii)
		x, y, _ := e.Cursor()
		want := e.line()[e.cursor.Byte:clusterEnd(e.line(), e.cursor.Byte)]
		if x+grid.Width(want) > 15 {
			return // a wide letter that sticks out, or the column of the scroll bar
		}
		if want == "e\u0301" {
			want = "\u00e9" // drawn as one letter, as the renderer keeps no other
		}
		if got, _ := g.Cell(x, y); got != want {
			t.Fatalf("%q at %d,%d shows %q", draw(e), x, y, got)
		}
	})
}
