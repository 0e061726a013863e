package grid

import (
	"image"
	"strings"
	"testing"

	"interleave/themes"

	"pgregory.net/rapid"
)

func TestPutClipsAtEveryEdge(t *testing.T) {
	g := New(8, 3)
	a := g.Area(image.Rect(2, 1, 6, 2))
	for _, c := range []struct {
		x, y int
		text string
		used int
		want string
	}{
		{0, 0, "ab", 2, "ab  "},
		{2, 0, "abc", 2, "  ab"},
		{-1, 0, "abc", 3, "bc  "},
		{4, 0, "abc", 0, "    "},
		{0, 1, "abc", 3, "    "},
		{3, 0, "漢", 1, "    "},
		{-1, 0, "漢x", 3, " x  "},
		{0, 0, "漢x", 3, "漢x "},
	} {
		whole(g).Fill(themes.Style{})
		if used := a.Put(c.x, c.y, c.text, themes.Style{}); used != c.used {
			t.Errorf("Put(%d, %d, %q) took %d columns, want %d", c.x, c.y, c.text, used, c.used)
		}
		expectText(t, g, "        ", "  "+c.want+"  ", "        ")
	}
}

func TestOverwritingHalfAWideCellBlanksTheOther(t *testing.T) {
	for _, c := range []struct {
		x          int
		text, want string
	}{{0, "a", "a 字 "}, {1, "a", " a字 "}, {1, "漢", " 漢  "}, {2, "ab", "漢ab "}} {
		g := New(5, 1)
		whole(g).Put(0, 0, "漢字", themes.Style{})
		whole(g).Put(c.x, 0, c.text, themes.Style{})
		expectText(t, g, c.want)
	}
}

func TestPutRightEndsBeforeItsColumn(t *testing.T) {
	g := New(6, 1)
	if used := whole(g).PutRight(5, 0, "abc", themes.Style{}); used != 3 {
		t.Errorf("took %d columns, want 3", used)
	}
	expectText(t, g, "  abc ")
	if used := whole(g).PutRight(2, 0, "xyz", themes.Style{}); used != 2 {
		t.Errorf("took %d columns, want the 2 that show", used)
	}
	expectText(t, g, "yzabc ")
}

func TestGroundKeepsTextInkAndBadges(t *testing.T) {
	g := New(6, 1)
	badge := themes.Style{Ink: themes.Badge, Ground: themes.Writer(1)}
	whole(g).PutSpans(0, 0, Span{Text: "1", Style: badge},
		Span{Text: " Ana", Style: themes.Style{Ink: themes.Writer(1), Bold: true}})
	whole(g).Ground(image.Rect(0, 0, 5, 1), themes.Selected)
	expectText(t, g, "1 Ana ")
	for x, want := range map[int]themes.Style{
		0: badge,
		2: {Ink: themes.Writer(1), Ground: themes.Selected, Bold: true},
		5: {},
	} {
		if _, got := g.Cell(x, 0); got != want {
			t.Errorf("column %d: %+v, want %+v", x, got, want)
		}
	}
}

func TestSubKeepsItsOriginWhenScrolled(t *testing.T) {
	g := New(4, 3)
	list := g.Area(image.Rect(0, 1, 4, 3)).Sub(image.Rect(0, -1, 9, 9))
	if w, h := list.Size(); w != 4 || h != 3 {
		t.Errorf("size %dx%d, want 4x3: cut at the right and below, not above", w, h)
	}
	for y, text := range []string{"zero", "one", "two", "three"} {
		list.Put(0, y, text, themes.Style{})
	}
	expectText(t, g, "    ", "one ", "two ")
}

func TestAreasStandOnTheirGround(t *testing.T) {
	g := New(2, 1)
	a := whole(g).On(themes.Dialog)
	a.Fill(themes.Style{})
	a.Put(0, 0, "x", themes.Style{Ink: themes.Key})
	a.Put(1, 0, "y", themes.Style{Ground: themes.Selected})
	for x, want := range []themes.Style{{Ink: themes.Key, Ground: themes.Dialog}, {Ground: themes.Selected}} {
		if _, got := g.Cell(x, 0); got != want {
			t.Errorf("column %d: %+v, want %+v", x, got, want)
		}
	}
}

func TestBarShowsWhatIsLeft(t *testing.T) {
	for share, want := range map[float64]string{0: "........", 0.5: "####....", 1: "########", 0.01: "#.......",
		-1: "........", 7: "########"} {
		g := New(8, 1)
		whole(g).Bar(0, 0, 8, share, ASCII())
		if got := g.Text()[0]; got != want {
			t.Errorf("share %v: %s, want %s", share, got, want)
		}
	}
}

// TestNothingBreaksTheColumns writes text of every kind anywhere and asks that each
// row stays as wide as the grid and nothing outside the area changes.
func TestNothingBreaksTheColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(12, 4)
		whole(g).Put(0, 0, strings.Repeat("漢", 6), themes.Style{})
		r := image.Rect(rapid.IntRange(-3, 13).Draw(t, "x0"), rapid.IntRange(-2, 5).Draw(t, "y0"),
			rapid.IntRange(-3, 13).Draw(t, "x1"), rapid.IntRange(-2, 5).Draw(t, "y1"))
		for range 5 {
			text := rapid.OneOf(rapid.String(),
				rapid.SampledFrom([]string{"❤️", "👨‍👩‍👧", "é", "漢字", "क्षि", "\x1b[31m", "\xff"})).Draw(t, "text")
			x, y := rapid.IntRange(-4, 14).Draw(t, "x"), rapid.IntRange(-1, 4).Draw(t, "y")
			if used := g.Area(r).Put(x, y, text, themes.Style{Bold: true}); used > Width(text) {
				t.Fatalf("%q took %d columns, is %d wide", text, used, Width(text))
			}
		}
		for y, row := range g.Text() {
			if Width(row) != 12 {
				t.Fatalf("row %d is %d wide: %q", y, Width(row), row)
			}
			for x := range 12 {
				if _, s := g.Cell(x, y); s.Bold && !image.Pt(x, y).In(r) {
					t.Fatalf("cell %d,%d outside %v was written", x, y, r)
				}
			}
		}
	})
}
