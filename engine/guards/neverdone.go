package guards

import (
	"maps"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// A guard that refuses the only change of one of two writers whoever comes first stops no harm between them: that part
// of the work is not done at all.

// onlyChanges are the writers of a search who change something by one request, which is the last that they send, by
// their ids, with its operation. There are none where more than two change anything: a harm may be between others.
func onlyChanges(in explore.Input) map[string]string {
	changes, last := map[string]int{}, map[string]*engine.OpSpec{}
	for _, s := range sendsOf(in) {
		if last[s.By] = in.World.Spec(s.Verb); last[s.By].Changes() {
			changes[s.By]++
		}
	}
	only := map[string]string{}
	for by, spec := range last {
		if len(changes) == 2 && changes[by] == 1 && spec.Changes() {
			only[by] = spec.Verb
		}
	}
	return only
}

// keepRefused leaves of such writers those whose change is refused at an end. Who is stuck there may have been accepted
// on another way to it.
func keepRefused(only map[string]string, w *engine.World, since int, end explore.Outcome) {
	maps.DeleteFunc(only, func(by, verb string) bool {
		x := w.Exchange(w.Writer(by).Newest)
		return x == nil || x.Number <= since || x.Verb != verb || x.Answer.Why == nil ||
			slices.Contains(end.Last, explore.Status{Writer: by, Status: explore.Stuck})
	})
}

// refusesOnly is such a change that a row's guard refuses in every order, and that is accepted in some without any.
// nil: there is none, or nobody works at all.
func (t *OrdersTable) refusesOnly(row, bare OrdersRow) *explore.Row {
	if row.work.idle || row.Found.Schedules == nil {
		return nil
	}
	for _, w := range row.Input.World.Writers() {
		verb, never := row.work.never[w.ID]
		if _, neither := bare.work.never[w.ID]; never && !neither {
			return &explore.Row{Text: w.Title + "'s " + verb + " refused", Orders: explore.Grouped(row.Found.Schedules)}
		}
	}
	return nil
}
