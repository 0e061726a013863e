package room

import (
	"slices"

	"interleave/engine"
)

// toNobody turns the answers that come to a connection which has ended into losses: the program hung up, and hears
// nothing there any more, whoever hands it over.
func (r *Room) toNobody(inputs []engine.Input) []engine.Input {
	if len(r.seats.gone) == 0 {
		return inputs
	}
	isGone := func(name string) bool {
		w := r.line.World()
		for _, m := range w.Flight() { // a copy has a name of its own
			if x := w.Exchange(m.Request); m.Back && w.NameOf(m) == name {
				return r.seats.gone[x.Name] && !x.GaveUp.IsZero()
			}
		}
		return false
	}
	changed := make([]engine.Input, 0, len(inputs))
	for _, in := range inputs {
		answer, ok := in.(engine.ReceiveAnswer)
		if !ok || !slices.ContainsFunc(answer.Names, isGone) {
			changed = append(changed, in)
			continue
		}
		var heard []string
		for _, name := range answer.Names {
			if isGone(name) {
				changed = append(changed, engine.Lose{Name: name})
			} else {
				heard = append(heard, name)
			}
		}
		if heard != nil {
			changed = append(changed, engine.ReceiveAnswer{Names: heard})
		}
	}
	return changed
}
