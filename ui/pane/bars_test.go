package pane_test

import (
	"strings"
	"testing"

	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// Equal shares are bars of equal length, however long the texts at the right are.
func TestBarsOfEqualSharesAreAlike(t *testing.T) {
	const w = 50
	var s pane.Sheet
	s.Set([]pane.Line{
		{Left: []grid.Span{say.Plain("hidden")}, Right: []grid.Span{say.Plain("Ana")}, Bar: true, Share: 0.5},
		{Left: []grid.Span{say.Plain("hidden")}, Right: []grid.Span{say.Plain("Benedikt holds it so far")}, Bar: true,
			Share: 0.5},
	})
	s.Chosen = -1
	g := grid.New(w, 2)
	s.Paint(g.Area(g.Bounds()), grid.ASCII(), false)
	bar := func(row string) string { return strings.Join(strings.FieldsFunc(row, notOfBars), "") }
	rows := g.Text()
	if first, second := bar(rows[0]), bar(rows[1]); first != second {
		t.Errorf("the bars are %s and %s", first, second)
	}
}

// notOfBars says whether a character is in no bar: the texts of the test have none of these.
func notOfBars(r rune) bool {
	full, rest := grid.ASCII().BarFull, grid.ASCII().BarRest
	return !strings.ContainsRune(full+rest, r)
}
