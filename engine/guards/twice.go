package guards

import (
	"fmt"
	"math/big"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// twiceMost is how many ends are looked at: each that may be one is played.
const twiceMost = 64

// namedTwice is in how many orders one writer's text stands under two names at the end, and the sentence that tells
// it. No mark calls that done twice: only `again=` says that the second was sent because of the first. Empty: in none,
// or not all was looked at.
func namedTwice(in explore.Input, found *explore.Result) (orders, told string) {
	if !found.Complete() || found.Schedules == nil || found.Merged {
		return "", ""
	}
	sum, first, played := new(big.Int), []string(nil), 0
	for _, o := range found.Outcomes {
		pairs := alike(o.End)
		if pairs == nil {
			continue
		}
		if played++; played > twiceMost {
			return "", ""
		}
		if names := madeTwice(in, o.Example, pairs); names != nil {
			sum.Add(sum, o.Schedules)
			if first == nil {
				first = names
			}
		}
	}
	if first == nil {
		return "", ""
	}
	return explore.Grouped(sum), fmt.Sprintf("But at the end of %s one writer's text stands under two names, as %s "+
		"and %s. %s", explore.Orders(sum), first[0], first[1], onlyAgain)
}

const onlyAgain = "No mark tells whether that is one work done twice, unless the second request says again=."

// EndsTwice says that one writer's text stands under two names at the end of an order; empty: it does not.
func EndsTwice(in explore.Input, order []explore.Step) string {
	w, ok := played(in, order)
	if !ok {
		return ""
	}
	return standsTwice("But at its end", w, in.World.Requests())
}

// standsTwice says it of a world, and of what was sent in it behind a request.
func standsTwice(when string, w *engine.World, behind int) string {
	makers := makersOf(w, behind)
	if len(makers) < 2 {
		return ""
	}
	made := slices.DeleteFunc(explore.Contents(w), func(c explore.Content) bool { return makers[c.Object] == nil })
	names := makers.ofOne(alike(made))
	if names == nil {
		return ""
	}
	return fmt.Sprintf("%s one writer's text stands under two names, as %s and %s. %s", when, names[0], names[1],
		onlyAgain)
}

// alike are the objects of one kind that say the same, two by two.
func alike(contents []explore.Content) (pairs [][2]engine.ObjectID) {
	for n, a := range contents {
		for _, b := range contents[:n] {
			if a.Text != "" && a.Text == b.Text && a.Object.Kind == b.Object.Kind {
				pairs = append(pairs, [2]engine.ObjectID{b.Object, a.Object})
			}
		}
	}
	return pairs
}

// madeTwice plays an order, and gives the names of two objects that one writer made say the same; nil: it has none.
func madeTwice(in explore.Input, order []explore.Step, pairs [][2]engine.ObjectID) []string {
	w, ok := played(in, order)
	if !ok {
		return nil
	}
	return makersOf(w, in.World.Requests()).ofOne(pairs)
}

// played is the world at the end of an order; ok is false where it cannot be taken.
func played(in explore.Input, order []explore.Step) (w *engine.World, ok bool) {
	w = in.World.Clone()
	for _, p := range in.Programs { // what stands in front of a first request is done at the start
		for _, input := range p.Steps {
			if _, sends := input.(engine.Send); sends {
				break
			}
			_, _ = w.Step(w.Record()+1, input) // a search leaves out what cannot be
		}
	}
	for _, s := range order {
		for _, input := range s.Inputs {
			if _, err := w.Step(w.Record()+1, input); err != nil {
				return nil, false
			}
		}
	}
	return w, true
}

// makers are who changed an object since the race began.
type makers map[engine.ObjectID][]string

func makersOf(w *engine.World, behind int) makers {
	m := makers{}
	for n := behind; n < w.Requests(); n++ {
		if x := w.Exchange(n + 1); x.Altered && x.By != engine.Seed {
			m[x.Object] = append(m[x.Object], x.By)
		}
	}
	return m
}

// ofOne are the names of the first pair that one writer made both of; nil: there is none.
func (m makers) ofOne(pairs [][2]engine.ObjectID) []string {
	for _, p := range pairs {
		if slices.ContainsFunc(m[p[0]], func(by string) bool { return slices.Contains(m[p[1]], by) }) {
			return []string{p[0].Name, p[1].Name}
		}
	}
	return nil
}
