package room

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// Orders is what a search of all orders is about: what the writers did from their first request on, and what the loaded
// script would still do up to its next `back`.
type Orders struct {
	What  string // the branch or the script, as people call it
	Start int    // the record in front of the first request
	Input explore.Input
	// Happened are the writers in the order in which the service decided their requests.
	Happened []string
	None     string // why nothing can be searched; empty: it can
}

// CutOrders cuts the history at the cursor's branch into what each writer did. Nothing is searched yet; the room is
// free meanwhile.
func (r *Room) CutOrders() (o Orders) {
	r.mu.Lock()
	in, rest := r.replayInput(asItWas)
	r.mu.Unlock()
	if in.None != "" {
		o.None = "The rules broke here. Undo goes back, then all orders can be tried."
		return o
	}
	if more := rest.inputs(); len(more) > 0 {
		in.What, in.Inputs = path.Base(rest.name), append(in.Inputs, more...)
	}
	o.What, o.Start = in.What, in.Start
	input, err := explore.Cut(in.World, in.Inputs)
	if err != nil {
		o.None = err.Error()
	}
	o.Input, o.Happened = input, decidedIn(in.World.Clone(), in.Inputs)
	return o
}

// Did is what the writers did from their first request on up to the cursor, to be tried in all orders, without what a
// script would still do.
func (r *Room) Did() (explore.Input, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return scenario.Did(r.line, r.line.Here())
}

// End asks a search for the orders that end as a line says, as `state blob wiki/hits body=9`; several lines are parted
// by semicolons. It takes the place of what was asked before; an empty text asks for nothing.
func (o *Orders) End(text string) error {
	o.Input.Wanted = nil
	if text == "" {
		return nil
	}
	if !strings.HasPrefix(text, "state ") {
		text = "state " + text
	}
	file, err := scenario.Parse("end", nil, nil)
	if err != nil {
		return err
	}
	is, err := file.EndOf(text)
	if err != nil {
		return err
	}
	o.Input.Wanted = []func(*engine.World) bool{is}
	return nil
}

// decidedIn are the writers whose requests are decided by inputs on a world, in order.
func decidedIn(w *engine.World, inputs []engine.Input) (writers []string) {
	for _, in := range inputs {
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			return writers
		}
		for _, e := range events {
			if e.Kind == engine.Decided && e.By != engine.Seed && e.Copy == 0 {
				writers = append(writers, e.By)
			}
		}
	}
	return writers
}

// Guards searches all orders once under each guard that the requests know.
func (o Orders) Guards(b explore.Budget, processors int, tick explore.Tick) []guards.OrdersRow {
	return guards.Orders(o.Input, b, SideBySide(processors), tick)
}

// Under is what was searched under a guard: an order of it is loaded from that.
func (o Orders) Under(row guards.OrdersRow) Orders {
	o.Input = row.Input
	return o
}

// Otherwise finds how many orders avoid a kind of mark, and which of them is nearest to what happened.
func (o Orders) Otherwise(f conflict.Finding, b explore.Budget, tick explore.Tick) explore.Other {
	return explore.Otherwise(o.Input, o.Happened, f.Severity, f.Kind, b, tick)
}

// SideBySide shares work among so many processors.
func SideBySide(processors int) explore.Each {
	return func(n int, work func(int)) {
		var next atomic.Int64
		var all sync.WaitGroup
		for range min(max(processors, 1), n) {
			all.Go(func() {
				for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
					work(i - 1)
				}
			})
		}
		all.Wait()
	}
}

// Search tries every order within a budget, on that many processors. It needs nothing of the room; tick hears how far
// it is and ends it by answering false.
func (o Orders) Search(b explore.Budget, processors int, tick explore.Tick) *explore.Result {
	return explore.Search(o.Input, b, SideBySide(processors), tick)
}

// LoadOrder makes one order that a search found a branch of the session, as ordinary inputs, and looks at its
// beginning: stepping goes along it. Undo goes back to where the cursor was.
func (r *Room) LoadOrder(o Orders, name string, steps []explore.Step) (branch string, err error) {
	if len(steps) == 0 {
		return "", fmt.Errorf("%w: this order has no step", ErrNothing)
	}
	inputs := slices.Clone(o.Input.Front)
	for _, s := range steps {
		inputs = append(inputs, s.Inputs...)
	}
	err = r.change(func() error {
		back := r.returnPointHere("the order " + name)
		if err := r.branchFrom(o.Start, name, inputs, back); err != nil {
			return err
		}
		branch = r.line.Branch().Name
		if err := r.line.Go(o.Start); err != nil {
			return err
		}
		r.past, r.loaded = r.line.IsPast(), loaded{o.Start, branch, back}
		r.moved()
		return nil
	})
	return branch, err
}

// loaded is a branch that was made and is looked at from its beginning: undo leaves it there.
type loaded struct {
	at     int
	branch string
	back   returnPoint
}

// hasEntered says whether the cursor stands where a loaded branch is looked at from.
func (r *Room) hasEntered() bool {
	return r.loaded.branch != "" && r.loaded.at == r.line.Here() && r.loaded.branch == r.line.Branch().Name
}
