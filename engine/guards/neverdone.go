package guards

import (
	"maps"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// A guard that refuses the only change of one of two writers whoever comes first stops no harm between them: that
// part of the work is not done at all.

// onlyChanges are the writers of a search who change something by one request, which is the last that they send, by
// their ids, with its operation. There are none where more than two change anything: a harm may be between others.
func onlyChanges(in explore.Input) map[string]string {
	changes, last := map[string]int{}, map[string]*engine.OpSpec{}
	for _, s := range sendsOf(in) {
		if last[s.By] = in.World.Spec(s.Verb); mayChange(last[s.By]) {
			changes[s.By]++
		}
	}
	only := map[string]string{}
	for by, spec := range last {
		if len(changes) == 2 && changes[by] == 1 && mayChange(spec) {
			only[by] = spec.Verb
		}
	}
	return only
}

// mayChange says whether a request of an operation may change something, as one may that carries others.
func mayChange(spec *engine.OpSpec) bool { return spec.Changes() || spec.Effect == engine.Groups }

// keepRefused leaves of such writers those whose change is refused at an end, with the operation that a row's guard
// puts in the place of theirs. Who is stuck there may have been accepted on another way to it.
func keepRefused(only map[string]string, w *engine.World, since int, end explore.Outcome) {
	for by := range maps.Clone(only) {
		x := w.Exchange(w.Writer(by).Newest)
		if x == nil || x.Number <= since || !mayChange(w.Spec(x.Verb)) || x.Answer.Why == nil ||
			slices.Contains(end.Last, explore.Status{Writer: by, Status: explore.Stuck}) {
			delete(only, by)
			continue
		}
		only[by] = x.Verb
	}
}

// idleOf is one of two who change anything of whom no change is accepted in any order of a row, and some is without a
// guard; nil: there is none. Of who sends the same as the other it is not known whose was accepted.
func (t *OrdersTable) idleOf(row, bare OrdersRow) *engine.Writer {
	changing, both := changedBy(row.Input), map[string]string{}
	if len(changing) != 2 {
		return nil
	}
	for by, list := range changing {
		for _, what := range list {
			if other, there := both[what]; there && other != by {
				return nil
			}
			both[what] = by
		}
	}
	for _, w := range row.Input.World.Writers() {
		if changing[w.ID] != nil && !slices.Contains(row.Found.Changed, w.ID) &&
			slices.Contains(bare.Found.Changed, w.ID) {
			return w
		}
	}
	return nil
}

// changedBy are what writers may send to change anything, by their ids: operations with what they are of.
func changedBy(in explore.Input) map[string][]string {
	list := map[string][]string{}
	for _, s := range sendsOf(in) {
		if spec := in.World.Spec(s.Verb); mayChange(spec) {
			list[s.By] = append(list[s.By], s.Verb+" "+spec.Target(s.Args))
		}
	}
	return list
}

// neverDone is such a writer where a harm is met without any guard that is no refusal; nil: there is none.
func (t *OrdersTable) neverDone(row OrdersRow, harm explore.Row) *engine.Writer {
	bare := t.rowAt(none.ID)
	if bare < 0 || !t.Rows[bare].isMade() || harm.IsRefused() || harm.Mark == engine.SeverityUnknown || row.work.idle {
		return nil
	}
	if _, met := t.Rows[bare].Harm(harm); !met {
		return nil
	}
	return t.idleOf(row, t.Rows[bare])
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
