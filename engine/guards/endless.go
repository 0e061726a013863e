package guards

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// A lease without an end is nobody's trouble while its holder lives. Whoever comes after a holder that died is refused
// for ever: the column is about leases that stand so at the end, which is no mark, as no request is to blame for it.

// endlessLease is its name, as people type it; leftEndless is its column among the anomalies, under no mark.
const (
	endlessLease = "lease-without-end"
	leftEndless  = "  " + endlessLease
)

// endless are the objects whose lease does not end by itself, in their order.
func endless(w *engine.World) (list []engine.ObjectID) {
	for id, r := range w.Objects() {
		fields := engine.PropertiesNamed(r, "lease.state", "lease.duration")
		has := func(name, text string) bool {
			return slices.ContainsFunc(fields, func(p engine.Property) bool { return p.Name == name && p.Text == text })
		}
		if has("lease.state", "leased") && has("lease.duration", "-1") {
			list = append(list, id)
		}
	}
	return list
}

// countEndless counts the leases that a run leaves without an end and that somebody was refused for, where the history
// knows another.
func (g *run) countEndless() {
	if !g.in.knows(engine.FiniteLease) {
		return
	}
	g.endless = slices.DeleteFunc(endless(g.w), func(id engine.ObjectID) bool {
		return !slices.ContainsFunc(g.found, func(m occurrence) bool {
			return m.Kind == engine.IsLeased && m.Object == id
		})
	})
	if len(g.endless) > 0 {
		g.counts[leftEndless] = len(g.endless)
		g.anomalies = append(g.anomalies, leftEndless)
	}
}

// knows says whether a request of the history knows a strategy of its service.
func (in ReplayInput) knows(id string) bool {
	return slices.ContainsFunc(in.sends(), func(s engine.Send) bool {
		return slices.ContainsFunc(in.World.ServiceOf(s.Verb).Guardings, func(k engine.Guarding) bool {
			return k.ID == id && k.Fits(in.World.Spec(s.Verb), s)
		})
	})
}

// tellEndless names a lease that stands at the end.
func (g *run) tellEndless() string {
	if len(g.endless) == 0 {
		return ""
	}
	return fmt.Sprintf("At the end the lease of %s stands and does not end by itself. Where its holder does not go "+
		"on, nobody else gets in before it is broken.", conflict.Called(g.w, g.endless[0]))
}

// wantEndless has a search count the orders at whose end such a lease stands.
func wantEndless(in explore.Input) explore.Input {
	stands := func(w *engine.World) bool { return len(endless(w)) > 0 }
	in.Wanted = append(slices.Clip(in.Wanted), explore.Want{Is: stands})
	return in
}

// takeEndless takes what was counted out of what was found, as a row where an order has it and in some order somebody
// is refused for a lease.
func takeEndless(found *explore.Result, title func(string) string) (row explore.Row, ok bool) {
	last := len(found.Wanted) - 1
	if last < 0 { // it was ended before anything was counted
		return row, false
	}
	alone := *found
	alone.Wanted, found.Wanted = found.Wanted[last:], found.Wanted[:last]
	row = explore.AskedRow(&alone, "lease without end", title)
	row.Mark, row.Name = ' ', endlessLease
	refused := slices.ContainsFunc(found.Marks, func(m explore.MarkOf) bool { return m.Kind == engine.IsLeased })
	return row, refused && alone.Wanted[0].Found
}
