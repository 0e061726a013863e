package guards

import (
	"cmp"
	"math/big"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// What a person is led to is a guard that stops a silent harm and lets the work through: one that refuses everybody
// harms nobody and helps nobody either.

// standing is what the rows of a table are put in order by.
type standing struct {
	silent  int     // how many kinds of silent harm it lets through, with work that is replaced unread or left undone
	work    float64 // how many wishes took effect, on average of the ends
	refused float64 // how many requests are refused, or in what part of the orders each kind is
}

// compare puts who lets nobody through last, then goes by the harm, the work and the refusals.
func (s standing) compare(other standing) int {
	blocks := func(s standing) int {
		if s.work > 0 {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(blocks(s), blocks(other)), cmp.Compare(s.silent, other.silent),
		cmp.Compare(other.work, s.work), cmp.Compare(s.refused, other.refused))
}

// isGuard says whether a row is one that somebody can choose, and not the requests as they are or bare.
func isGuard(id string) bool { return id != asItIs.ID && id != none.ID }

// wishesDone is how many wishes took effect behind a request, whatever was tried again for them. A lock that was taken
// is no work.
func wishesDone(w *engine.World, behind int) int {
	type wish struct {
		by     string
		number int
	}
	done := map[wish]bool{}
	for n := behind + 1; n <= w.Requests(); n++ {
		if x := w.Exchange(n); x.Took && x.By != engine.Seed && !w.Spec(x.Verb).Effect.OfLease() {
			done[wish{x.By, x.Wish}] = true
		}
	}
	return len(done)
}

// Sort puts the guards that let the work through with the least harm and the fewest refusals in front. What the
// requests do as they are, and bare, stays first.
func (t *Table) Sort() {
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		if !isGuard(a.ID) || !isGuard(b.ID) {
			return cmp.Compare(chosen(a.ID), chosen(b.ID))
		}
		return a.standing().compare(b.standing())
	})
}

// chosen is 1 for a row that is a guard.
func chosen(id string) int {
	if isGuard(id) {
		return 1
	}
	return 0
}

func (row Row) standing() (s standing) {
	for anomaly, times := range row.run.counts {
		switch engine.Severity(anomaly[0]) {
		case engine.SeveritySilent:
			s.silent++
		case engine.SeverityRefused:
			s.refused += float64(times)
		}
	}
	if len(row.run.unread) > 0 {
		s.silent++
	}
	s.work = float64(wishesDone(row.run.w, row.run.in.World.Requests()))
	return s
}

// Lead is the best guard that stops a silent harm and lets work through, and that harm; ok is false where there is
// none.
func (t *Table) Lead() (row, anomaly int, ok bool) {
	var best standing
	for i, r := range t.Rows {
		at := slices.IndexFunc(t.Anomalies, func(anomaly string) bool {
			return engine.Severity(anomaly[0]) == engine.SeveritySilent && t.Cell(r, anomaly) == "stops"
		})
		here, chosen := r.standing(), isGuard(r.ID) && !r.run.goesAsMade()
		if chosen && at >= 0 && here.work > 0 && (!ok || here.compare(best) < 0) {
			row, anomaly, ok, best = i, at, true, here
		}
	}
	return row, anomaly, ok
}

// Sort does the same for the guards over all orders.
func (t *OrdersTable) Sort() {
	slices.SortStableFunc(t.Rows, func(a, b OrdersRow) int {
		if !isGuard(a.ID) || !isGuard(b.ID) {
			return cmp.Compare(chosen(a.ID), chosen(b.ID))
		}
		return a.standing.compare(b.standing)
	})
}

// Lead is the same over all orders. A guard that has a silent harm which the requests do not meet as they are is none
// to be led to, nor one that refuses who was alone.
func (t *OrdersTable) Lead() (row, harm int, ok bool) {
	var best standing
	for i, r := range t.Rows {
		if !isGuard(r.ID) || r.standing.work == 0 || t.bringsSilent(r) || t.refusesFirst(r) {
			continue
		}
		at := slices.IndexFunc(t.Harms, func(harm explore.Row) bool {
			return (harm.Mark == engine.SeveritySilent || harm.IsUndone()) && t.asMade(harm) &&
				t.Cell(r, harm) == "stops"
		})
		if at >= 0 && (!ok || r.standing.compare(best) < 0) {
			row, harm, ok, best = i, at, true, r.standing
		}
	}
	return row, harm, ok
}

// refusesFirst says whether a guard refuses a writer who was first, where nothing was lost and the requests as they are
// refuse nobody so: what is only made where nothing is is refused whoever changes what is there. Such a guard leaves
// that work undone, and lets it through where what it was about is gone.
func (t *OrdersTable) refusesFirst(row OrdersRow) bool {
	return slices.ContainsFunc(row.troubles, func(harm explore.Row) bool {
		if harm.Mark != engine.SeverityRefused || t.asMade(harm) || len(harm.Steps) == 0 {
			return false
		}
		refused := harm.Steps[len(harm.Steps)-1].By
		return !slices.ContainsFunc(harm.Steps, func(s explore.Step) bool {
			return s.By != "" && (s.By != refused || s.What != "request")
		})
	})
}

// bringsSilent says whether orders meet a silent harm under a guard that none meets of the requests as they are.
func (t *OrdersTable) bringsSilent(row OrdersRow) bool {
	return slices.ContainsFunc(row.troubles, func(harm explore.Row) bool {
		return harm.Mark == engine.SeveritySilent && !t.asMade(harm)
	})
}

// asMade says whether the requests as they are meet a harm.
func (t *OrdersTable) asMade(harm explore.Row) bool {
	at := t.rowAt(asItIs.ID)
	if at < 0 {
		return false
	}
	_, met := t.Rows[at].Harm(harm)
	return met
}

// endsMost is how many ends are played to see what work is done in them, the most frequent first.
const endsMost = 16

// standingOf is that of all orders: of the work, what is done at the ends, each by how many orders come to it.
func standingOf(at *playedEnds, found *explore.Result) (s standing) {
	part := func(n *big.Int) float64 {
		if n == nil || found.Schedules == nil || found.Schedules.Sign() == 0 {
			return 1
		}
		share, _ := new(big.Rat).SetFrac(n, found.Schedules).Float64()
		return share
	}
	for _, m := range found.Marks {
		switch m.Severity {
		case engine.SeveritySilent:
			s.silent++
		case engine.SeverityRefused:
			s.refused += part(m.Schedules)
		}
	}
	if found.Unread != nil {
		s.silent++
	}
	s.silent += len(found.Undone)
	sum := 0.0
	for n, o := range found.Outcomes[:min(len(found.Outcomes), endsMost)] {
		if w, ok := at.at(n); ok {
			s.work += part(o.Schedules) * float64(wishesDone(w, at.in.World.Requests()))
			sum += part(o.Schedules)
		}
	}
	if sum > 0 {
		s.work /= sum
	}
	return s
}
