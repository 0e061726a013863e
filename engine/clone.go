package engine

import "slices"

// Clone is an independent world in the same state. It costs a copy of the page roots of the world's own tables; those
// of a service are copied by who writes them first.
func (w *World) Clone() *World {
	if len(w.pending.list) > 0 {
		w.settle()
	}
	w.lend()
	f := &World{follows: w.follows,
		services: w.services, specs: w.specs, onlySet: w.onlySet,
		digest: w.digest, summed: w.summed, sum: w.sum, keys: w.keys,
		states: slices.Clone(w.states), lent: make([]bool, len(w.states)),
		globals: w.globals.fork(), writers: w.writers.fork(), names: w.names.fork(), settings: w.settings.fork(),
		locks:     w.locks.fork(),
		exchanges: w.exchanges.fork(), flight: w.flight.fork(), work: w.work.fork(), plans: w.plans.fork(),
		shown: w.shown.fork()}
	for n := range f.lent {
		f.lent[n] = true
	}
	f.tables = append(f.own(len(w.tables)), w.tables[ownTables:]...)
	for _, t := range f.tables[:ownTables] {
		t.ends = &f.ends
	}
	return f
}

// Freeze makes the world read-only, for reading and cloning by several goroutines at once. It cannot be thawed; a clone
// moves.
func (w *World) Freeze() {
	if !w.follows {
		w.settle()
	}
	w.lend()
	for _, t := range w.tables[:ownTables] {
		t.frozen = true
	}
}

// owned is a state that the world may write: where it is lent, a fork takes its place first.
func (w *World) owned(n int) State {
	if !w.lent[n] {
		return w.states[n]
	}
	s := w.states[n].Fork()
	for _, t := range s.Tables() {
		own := t.core()
		own.ends, w.tables[own.place] = &w.ends, own
	}
	w.states[n], w.lent[n] = s, false
	return s
}

// writable is the table at a place, of a state that the world may write.
func (w *World) writable(place uint8) *table {
	if t := w.tables[place]; place >= ownTables && t.frozen {
		w.owned(w.serves(t.name))
	}
	return w.tables[place]
}

// lend has the states read-only, so that a clone may read them too. Who writes one first makes a fork of it: a step
// writes one service's, and most worlds have several.
func (w *World) lend() {
	if w.globals.frozen { // many may clone it at once, and nobody writes it
		return
	}
	for n, s := range w.states {
		if w.lent[n] {
			continue
		}
		for _, t := range s.Tables() {
			t.core().frozen = true
		}
		w.lent[n] = true
	}
}
