package card

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// elsewhere is a desk on which another object is selected.
type elsewhere struct{ *uitest.Desk }

func (elsewhere) Object() engine.ObjectID { return engine.ParseObject("blob wiki/other.md") }

// A card's title is cut at no width that a desk gives it: what it has no room for is left out, the mark never.
func TestACardsTitleIsNeverCut(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	card := New(d)
	d.With(card)
	d.ToMark(t)
	told, _ := card.Trouble()
	for _, desk := range []command.Host{d, elsewhere{d}} {
		card.Desk = desk
		for _, kind := range conflict.Kinds() {
			for _, many := range []int{1, 12} {
				told.Kind, told.Severity = kind, engine.Severity(conflict.SeverityOf(kind))
				card.troubles = make([]view.Trouble, many)
				for i := range card.troubles {
					card.troubles[i] = told
				}
				for wide := 38; wide <= 80; wide++ {
					card.Fit(wide-2, 12)
					left, right := card.Title()
					g := grid.New(wide, 3)
					g.Area(g.Bounds()).Frame(grid.Frame{Title: left, Right: right}, uitest.ASCII().Glyphs)
					row := g.Text()[0]
					cut := strings.Contains(row, uitest.ASCII().Glyphs.Ellipsis)
					if cut || !strings.Contains(row, kind.Words()) {
						t.Fatalf("%s of %d in %d columns: %s", kind, many, wide, row)
					}
				}
			}
		}
	}
}
