package guards

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// remade is a request that made anew what another had deleted, and that one, by their names.
type remade struct{ by, deleted string }

// noteAnew keeps what an event made where another had deleted something, as the absence is what its request asked for.
// The world is the one before it.
func (g *run) noteAnew(w *engine.World, e engine.Event) {
	x := w.Exchange(e.Request)
	if x == nil {
		return
	}
	for _, c := range e.Own() {
		gone := w.Exchange(c.Mark.Request)
		if c.Gone && c.Wanted && !c.Drops && gone != nil && gone.By != x.By {
			if g.anew == nil {
				g.anew = map[remade]bool{}
			}
			g.anew[remade{x.Name, gone.Name}] = true
		}
	}
}

// madeAnew says that each delete that is undone in a row with the anomaly is followed here by the same request too, and
// that it is accepted because it asks for the absence: what it makes stands there all the same. Empty where not.
func (t *Table) madeAnew(row Row, anomaly string) string {
	for _, other := range t.Rows {
		said := ""
		for _, m := range other.run.found {
			if m.anomaly() != anomaly {
				continue
			}
			x, victim := other.run.w.Exchange(m.Request), other.run.w.Exchange(m.Victim.Request)
			if x == nil || victim == nil || !conflict.WasDelete(other.run.w, m.Finding) ||
				!row.run.anew[remade{x.Name, victim.Name}] {
				said = ""
				break
			}
			said = fmt.Sprintf("#%d asks here for the absence that #%d left, and makes anew what that deleted: no "+
				"mark tells of it, and the end is the same.", t.Rows[0].run.numbers[x.Name],
				t.Rows[0].run.numbers[victim.Name])
		}
		if said != "" {
			return said
		}
	}
	return ""
}
