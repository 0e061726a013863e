package grid

import (
	"image"
	"slices"
	"strings"
	"testing"

	"interleave/themes"
)

func darkTheme(t testing.TB) *themes.Theme {
	t.Helper()
	theme, ok := themes.Named("dark")
	if !ok {
		t.Fatal("no dark theme")
	}
	return &theme
}

func whole(g *Grid) Area { return g.Area(g.Bounds()) }

func expectText(t *testing.T, g *Grid, want ...string) {
	t.Helper()
	if got := g.Text(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "|\n"), strings.Join(want, "|\n"))
	}
}

func TestRowsGroupRunsOfOneStyle(t *testing.T) {
	g, theme := New(4, 1), darkTheme(t)
	refused := themes.Style{Ink: themes.Refused}
	whole(g).Put(1, 0, "no", refused)
	plain := theme.SGR(themes.Style{})
	want := plain + " " + theme.SGR(refused) + "no" + plain + " \x1b[0m"
	if got := g.Rows(theme)[0]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnchangedRowsCostNothing(t *testing.T) {
	g, theme := New(80, 24), darkTheme(t)
	paint := func() {
		inside := whole(g).Frame(Frame{Title: []Span{{Text: "Log"}}}, Unicode())
		inside.Put(1, 3, "412 Precondition Failed", themes.Style{Bold: true})
	}
	paint()
	g.Rows(theme)
	if n := testing.AllocsPerRun(20, func() { g.Rows(theme) }); n != 0 {
		t.Errorf("an unchanged grid costs %v allocations", n)
	}
	if n := testing.AllocsPerRun(20, func() { paint(); g.Rows(theme) }); n > 1 {
		t.Errorf("painting the same again costs %v allocations, want at most the title's", n)
	}
}

func TestOnlyTheChangedRowIsWrittenAnew(t *testing.T) {
	g, theme := New(20, 3), darkTheme(t)
	before := slices.Clone(g.Rows(theme))
	whole(g).Put(0, 1, "x", themes.Style{})
	after := g.Rows(theme)
	if after[0] != before[0] || after[2] != before[2] || after[1] == before[1] {
		t.Errorf("before %q, after %q", before, after)
	}
	if n := testing.AllocsPerRun(10, func() {
		whole(g).Put(0, 1, "y", themes.Style{})
		g.Rows(theme)
		whole(g).Put(0, 1, "z", themes.Style{})
		g.Rows(theme)
	}); n > 2 {
		t.Errorf("two changed rows cost %v allocations, want one each", n)
	}
}

func TestAnotherThemeWritesAllRowsAnew(t *testing.T) {
	g, theme := New(5, 2), darkTheme(t)
	before := slices.Clone(g.Rows(theme))
	mono, _ := themes.Named("mono")
	for y, row := range g.Rows(&mono) {
		if row == before[y] || strings.Contains(row, "38;2") {
			t.Errorf("row %d in mono: %q", y, row)
		}
	}
}

func TestResizeStartsBlank(t *testing.T) {
	g, theme := New(3, 1), darkTheme(t)
	whole(g).Put(0, 0, "abc", themes.Style{})
	g.Rows(theme)
	g.Resize(4, 2)
	expectText(t, g, "    ", "    ")
	if rows := g.Rows(theme); len(rows) != 2 || rows[0] == "" {
		t.Errorf("rows %q", rows)
	}
	g.Resize(-1, 0)
	if len(g.Rows(theme)) != 0 {
		t.Error("an empty grid has rows")
	}
}

func TestCopyFromAndShade(t *testing.T) {
	src, dst := New(6, 2), New(6, 2)
	whole(src).Put(0, 0, "漢字漢", themes.Style{Ink: themes.Refused, Ground: themes.RefusedTint})
	whole(dst).Put(0, 0, "......", themes.Style{})
	// Columns 1 to 4: half of the first and half of the third grapheme.
	dst.CopyFrom(src, image.Rect(1, 0, 5, 1))
	expectText(t, dst, ". 字 .", "      ")

	whole(dst).Put(0, 1, "-", themes.Style{Ink: themes.Edge})
	dst.Shade(image.Rect(-3, 0, 99, 99))
	for _, c := range []struct {
		x, y int
		text string
		ink  themes.Role
	}{{0, 0, ".", themes.Dim}, {2, 0, "字", themes.Dim}, {0, 1, "-", themes.Faint}} {
		text, style := dst.Cell(c.x, c.y)
		if want := (themes.Style{Ink: c.ink, Ground: themes.Desk}); text != c.text || style != want {
			t.Errorf("cell %d,%d: %q %+v, want %q %+v", c.x, c.y, text, style, c.text, want)
		}
	}
}

func TestCellOutsideIsEmpty(t *testing.T) {
	if text, style := New(2, 2).Cell(2, 0); text != "" || style != (themes.Style{}) {
		t.Errorf("got %q %+v", text, style)
	}
}

func BenchmarkRowsOneChanged(b *testing.B) {
	g, theme := New(200, 60), darkTheme(b)
	whole(g).Frame(Frame{}, Unicode())
	words := [2]string{"201 Created", "412 Precondition Failed"}
	n := 0
	for b.Loop() {
		n++
		whole(g).Put(20, 30, words[n%2], themes.Style{Ink: themes.Refused})
		g.Rows(theme)
	}
}

func BenchmarkRowsAllChanged(b *testing.B) {
	g, theme := New(200, 60), darkTheme(b)
	n := 0
	for b.Loop() {
		n++
		for y := range 60 {
			whole(g).Put(20, y, [2]string{"a", "b"}[n%2], themes.Style{Ink: themes.Refused})
		}
		g.Rows(theme)
	}
}
