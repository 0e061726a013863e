package room

import (
	"fmt"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"interleave/engine/explore"
)

// Orders is what a search of all orders is about: what the writers did from their first request on, and what the loaded
// script would still do up to its next `back`.
type Orders struct {
	What  string // the branch or the script, as people call it
	Start int    // the record in front of the first request
	Input explore.Input
	None  string // why nothing can be searched; empty: it can
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
	o.Input = input
	return o
}

// Search tries every order within a budget, on that many processors. It needs nothing of the room; tick hears how far
// it is and ends it by answering false.
func (o Orders) Search(b explore.Budget, processors int, tick explore.Tick) *explore.Result {
	return explore.Search(o.Input, b, func(n int, work func(int)) {
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
	}, tick)
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
