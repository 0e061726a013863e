package guards

import (
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// OrdersRow is a guard over all orders: what a search finds where every writer does so.
type OrdersRow struct {
	ID, Title, Say string
	Found          *explore.Result // nil: it was not searched
	Why            string          // why it was not, in a sentence
}

// Orders searches all orders once for each guard that the requests know: the first as they are, the second without any.
// What takes other requests than the writers', as a lock, is no row that can be searched so, and says so. It ends early
// where tick says so.
func Orders(in explore.Input, b explore.Budget, each explore.Each, tick explore.Tick) (rows []OrdersRow) {
	services, sends := servicesOf(in.World), sendsOf(in)
	replay := ReplayInput{World: in.World}
	for _, s := range sends {
		replay.Inputs = append(replay.Inputs, s)
	}
	stopped := false
	watch := func(p explore.Progress) bool {
		stopped = stopped || tick != nil && !tick(p)
		return !stopped
	}
	for _, k := range replay.strategies() {
		if stopped {
			break
		}
		row := OrdersRow{ID: k.ID, Title: k.Title, Say: k.Say}
		if row.Why = k.unsearchable(); row.Why == "" {
			one := in
			if k.ID != asItIs.ID {
				one.Guard = k.otherwise(services)
			}
			row.Found = explore.Search(one, b, each, watch)
		}
		rows = append(rows, row)
	}
	return rows
}

// unsearchable says why a strategy is no change of single requests; empty: it is.
func (k strategy) unsearchable() string {
	own := []engine.Guarding{k.Guarding}
	for _, g := range k.of {
		own = append(own, g)
	}
	for _, g := range own {
		if g.Lock != nil || g.Prepare != nil {
			return "It takes requests of its own, which a search does not put in; the guards of one order show it."
		}
	}
	return ""
}

// otherwise gives a request that was sent the strategy's guard in the place of its own, as arguments to be changed.
func (k strategy) otherwise(services map[string]*engine.Service) func(*engine.World, *engine.Exchange) []engine.Arg {
	return func(w *engine.World, x *engine.Exchange) (changes []engine.Arg) {
		g := &run{kind: k, of: services, w: w, until: map[string]int64{}}
		was := x.Asked()
		now, _ := g.guarded(w.Spec(x.Verb), was)
		if now.Verb != was.Verb {
			return nil
		}
		for _, a := range was.Args {
			if !slices.ContainsFunc(now.Args, func(o engine.Arg) bool { return o.Name == a.Name }) {
				changes = append(changes, engine.Arg{Name: a.Name})
			}
		}
		for _, a := range now.Args {
			same := func(o engine.Arg) bool { return o.Name == a.Name && o.Value.String() == a.Value.String() }
			if !slices.ContainsFunc(was.Args, same) {
				changes = append(changes, a)
			}
		}
		return changes
	}
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
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			switch input := input.(type) {
			case engine.Send:
				list = append(list, input)
			case engine.Plan:
				steps(p.By, input.Steps)
			}
		}
	}
	for _, x := range in.World.Writers() {
		if p := in.World.PlanOf(x.ID); p != nil && !p.Ended() {
			steps(x.ID, p.Steps)
		}
	}
	for _, m := range in.World.Flight() {
		list = append(list, in.World.Exchange(m.Request).Asked())
	}
	return list
}
