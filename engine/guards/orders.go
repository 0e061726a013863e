package guards

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// OrdersRow is a guard over all orders: what a search finds where every writer does so.
type OrdersRow struct {
	ID, Title, Say string
	Notes          []string        // how the plans were rewritten, and what could not be, in sentences
	Input          explore.Input   // what was searched: who plays an order plays its Front first
	Found          *explore.Result // nil: it was not searched
	Why            string          // why it was not, in a sentence
	troubles       []explore.Row
	work           unmarkedWork
	bare           bool // no request carries a guard: what does not happen is stopped by none
	absent         bool // no request carries the row's guard, whatever own guards stay: it stops and brings nothing
	sends          bool // it does nothing but send a guard with each request
	locks          bool // each writer takes a lock of its own
	standing       standing
}

// OverOrders are searches of all orders, one under each guard that the requests know. They are for one goroutine at a
// time.
type OverOrders struct {
	Guards     int    // how many there are
	Asked      string // the end that Input.Wanted is, in words: it is a column as the harms are; empty: none
	in         explore.Input
	budget     explore.Budget
	strategies []strategy // that were not searched yet
	until      map[string]int64
	endless    bool // whether leases that stand without an end are counted
	// Known is what was found before under a guard, by its id; Keep gets what is found now. Both may be nil.
	// ToTheEnd searches anew what somebody stopped before.
	ToTheEnd bool
	Known    func(id string, in explore.Input) *explore.Result
	Keep     func(id string, in explore.Input, found *explore.Result)
}

// Over prepares the searches: the first of the requests as they are, the second without any guard. made is the history
// as it was made, where there is one: for how long a message has to be hidden is read from it.
func Over(in explore.Input, made ReplayInput, b explore.Budget) *OverOrders {
	in.Behind = explore.BehindIn(in) // a marker is one under each guard
	replay := ReplayInput{World: in.World}
	for _, s := range sendsOf(in) {
		replay.Inputs = append(replay.Inputs, s)
	}
	o := &OverOrders{in: in, budget: b, strategies: replay.strategies(), until: map[string]int64{}}
	o.endless = replay.knows(engine.FiniteLease)
	if goesByReading(in) || textless(in) != nil {
		o.strategies = append(o.strategies, strategy{Guarding: ownText})
	}
	if replay.acquiresAgain() {
		o.strategies = append(o.strategies, strategy{Guarding: ownID})
	}
	if in.Arrivals() && slices.ContainsFunc(replay.sends(), func(s engine.Send) bool {
		return meetsAtOnce(in.World.Spec(s.Verb)) != nil
	}) {
		o.strategies = append(o.strategies, strategy{Guarding: sendAgain})
	}
	if made.World != nil {
		o.until, o.in.Typed = made.needed(), typedFrom(made.played())
	}
	maps.Copy(o.until, plannedNeeds(in))
	if o.watches() {
		o.strategies = append(o.strategies, strategy{Guarding: watches})
	}
	o.Guards = len(o.strategies)
	return o
}

// Under is what is searched under one guard, by its id; ok is false where there is none, or where the requests cannot
// be sent so.
func (o *OverOrders) Under(id string) (row OrdersRow, ok bool) {
	for _, k := range o.strategies {
		if k.ID == id {
			row = OrdersRow{ID: k.ID, Title: k.Title, Say: k.Say}
			row.Input, row.Notes, row.Why = under(k, o.in, o.until, &carried{})
			return row, row.Why == ""
		}
	}
	return row, false
}

// Title is the guard that Next searches under; empty: none is left.
func (o *OverOrders) Title() string {
	if len(o.strategies) == 0 {
		return ""
	}
	return o.strategies[0].Title
}

// Next searches under the next guard; ok is false where there is none. A search that tick ends is a row all the same.
func (o *OverOrders) Next(each explore.Each, tick explore.Tick) (row OrdersRow, ok bool) {
	if len(o.strategies) == 0 {
		return row, false
	}
	k := o.strategies[0]
	o.strategies = o.strategies[1:]
	row = OrdersRow{ID: k.ID, Title: k.Title, Say: k.Say, locks: k.locks()}
	sent := &carried{}
	if row.Input, row.Notes, row.Why = under(k, o.in, o.until, sent); row.Why == "" {
		searched := row.Input
		searched.Overwritten = true
		if o.endless {
			searched = wantEndless(searched)
		}
		row.Found = o.found(k.ID, searched, sent, each, tick)
		row.sends = k.ID != asItIs.ID && k.ID != none.ID && k.onlySends() && !k.Apart
		row.absent = k.ID != none.ID && k.onlySends() && !row.Found.Guarded && !row.Found.Kept
		row.bare = k.onlySends() && !row.Found.Guarded && !row.Found.OwnGuards
		if k.Needs != "" && !row.bare && !carriesAny(o.in) {
			row.Notes = append(row.Notes, k.Needs)
		}
		if note := o.unused(k, row); note != "" && row.Found.Complete() {
			row.Notes = append(row.Notes, note)
		}
		row.troubles, _ = explore.Rows(row.Found, row.title)
		if o.endless {
			if left, ok := takeEndless(row.Found, row.title); ok {
				row.troubles = append(row.troubles, left)
			}
		}
		if k.ID == creates.ID && row.Found.Complete() && row.Found.Guarded && row.refusesNobody() {
			row.Notes = append(row.Notes, "No request that carries it is refused in any order.")
		}
		at := &playedEnds{in: row.Input, ends: row.Found.Outcomes}
		row.work = workAtEnds(at, row.Found)
		if slices.Contains(row.Notes, unclear) {
			row.work.unseen, row.work.told = true, cmp.Or(row.work.told, unclear)
		}
		row.standing = standingOf(at, row.Found)
		if o.Asked != "" && len(row.Found.Wanted) > 0 && row.Found.Wanted[0].Found {
			end := explore.AskedRow(row.Found, o.Asked, row.title)
			end.Mark, end.Text = ' ', AskedEnd
			row.troubles = append(row.troubles, end)
		}
	}
	return row, true
}

// carriesAny says whether a request carries a guard of its service's rows by itself: what that needs is there.
func carriesAny(in explore.Input) bool {
	return slices.ContainsFunc(sendsOf(in), func(s engine.Send) bool {
		return slices.ContainsFunc(in.World.ServiceOf(s.Verb).Guardings, func(k engine.Guarding) bool {
			return k.Carries != nil && k.Carries(in.World.Spec(s.Verb), s)
		})
	})
}

// unused says of a guard that no request carries it in any order; empty: one does, or it is none that they carry.
func (o *OverOrders) unused(k strategy, row OrdersRow) string {
	why := "none here takes it"
	if row.Found.Unheard {
		why = "nothing of what is changed was heard that it could name"
	}
	switch {
	case k.ID == none.ID:
		return ""
	case row.bare:
		return "No request carries it in any order: " + why + "."
	case row.Found.Kept && !row.Found.Guarded && k.ID != asItIs.ID:
		return "Who carries it already keeps its own, as it was typed: " + why + "."
	case row.absent:
		return "No request carries it in any order: " + why + ", and own guards stay."
	case k.ID == ofSource.ID && !row.Found.Guarded:
		return "No request carries it in any order: no tag of what is copied was heard."
	case k.Keeps && k.ID != asItIs.ID && k.ID != ownText.ID && !row.Found.Guarded &&
		reflect.DeepEqual(row.Input.Front, o.in.Front):
		return "No request changes under it: each is as it was."
	}
	return ""
}

// found is what a search under a guard finds, or found before. sent says whether a request carries the guard: the plans
// that were written anew for it may say so before, and the search says so of all else.
func (o *OverOrders) found(id string, in explore.Input, sent *carried, each explore.Each,
	tick explore.Tick) *explore.Result {
	if o.Known != nil {
		found := o.Known(id, in)
		if found != nil && (found.Stopped != explore.StoppedByHand || !o.ToTheEnd) {
			return found
		}
	}
	found := explore.Search(sent.changes(in), o.budget, each, tick)
	found.Changed = sent.changers(in)
	found.Kept = sent.kept.Load()
	found.Guarded, found.OwnGuards, found.Unheard = sent.guard.Load(), sent.own.Load(), sent.unheard.Load()
	if o.Keep != nil {
		o.Keep(id, in, found)
	}
	return found
}

// AskedEnd is the column of the end that was asked for.
const AskedEnd = "end asked for"

func (row OrdersRow) title(id string) string { return row.Input.World.Title(id) } // the clock has none

// Orders searches under every guard, and ends early where tick says so.
func Orders(in explore.Input, b explore.Budget, each explore.Each, tick explore.Tick) (rows []OrdersRow) {
	over, stopped := Over(in, ReplayInput{}, b), false
	watch := func(p explore.Progress) bool {
		stopped = stopped || tick != nil && !tick(p)
		return !stopped
	}
	for row, ok := over.Next(each, watch); ok && !stopped; row, ok = over.Next(each, watch) {
		rows = append(rows, row)
	}
	return rows
}

// sendsOf are the requests that writers may send.
func sendsOf(in explore.Input) (list []engine.Send) {
	var steps func(by string, all []engine.PlanStep)
	steps = func(by string, all []engine.PlanStep) {
		for _, p := range all {
			if p.Do == engine.DoSend {
				list = append(list, engine.Send{By: by, Verb: p.Verb, Args: p.Args, Words: p.Words, As: p.As})
			}
			steps(by, p.Then)
			steps(by, p.Else)
		}
	}
	given := map[string]bool{} // another plan in the place of the one that the writer has
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			switch input := input.(type) {
			case engine.Send:
				list = append(list, input)
			case engine.Plan:
				given[p.By] = true
				steps(p.By, input.Steps)
			}
		}
	}
	for _, x := range in.World.Writers() {
		if p := in.World.PlanOf(x.ID); p != nil && !p.Ended() && !given[x.ID] {
			steps(x.ID, p.Steps)
		}
	}
	for _, m := range in.World.Flight() {
		list = append(list, in.World.Exchange(m.Request).Asked())
	}
	return list
}
