package guards

import (
	"maps"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// A lock has each read when it is its turn, and a person redoes the change then. A run sends what was typed: made from
// what was read before, it goes over what was written since. That is no mark, for its sender has read it; but the work
// is gone as without the lock, and only who redoes it from what it read loses nothing.

// redoes says whom a lock helps where texts go as they were typed.
const redoes = "It stops the loss only for who redoes its change from what it reads under the lock."

// typedFrom are the texts from which those were made that requests of hands carry, in a history as it was made. Where
// two say the same, and made it from different ones, it is said of neither.
func typedFrom(w *engine.World) map[conflict.Typing]string {
	from, unlike := map[conflict.Typing]string{}, map[conflict.Typing]bool{}
	made := map[conflict.Typing]string{} // by the same without their writers
	v := view.OfWorld(w)
	for n := 1; n <= w.Requests(); n++ {
		x := w.Exchange(n)
		if x.By == engine.Seed || len(x.Made) > 0 || !w.Spec(x.Verb).Changes() {
			continue
		}
		read := "blind"
		base := v.BaseOf(x, x.Object)
		if base != nil && base.Object == x.Object && base.Answer.Accepted() && !base.Answer.Text().IsZero() {
			read = "read " + base.Answer.Text().String()
		}
		t := conflict.Typed(x)
		all := t
		all.By = ""
		if was, again := made[all]; again && was != read {
			unlike[all] = true
		}
		made[all] = read
		if text, ok := strings.CutPrefix(read, "read "); ok {
			from[t] = text
		}
	}
	maps.DeleteFunc(from, func(t conflict.Typing, _ string) bool {
		t.By = ""
		return unlike[t]
	})
	return from
}

// retyped is another's text that a request of this run replaced by what was typed from another, where it did.
func (g *run) retyped(w *engine.World, e engine.Event) (replaced engine.Change, ok bool) {
	if g.made == nil || e.Kind != engine.Decided {
		return replaced, false
	}
	if g.made.from == nil {
		g.made.from = typedFrom(g.made.w)
	}
	if from, typed := g.made.from[conflict.Typed(w.Exchange(e.Request))]; typed {
		return conflict.Retyped(w, e, from)
	}
	return replaced, false
}

// played is the world behind a history.
func (in ReplayInput) played() *engine.World {
	w, number := in.World.Clone(), in.Start
	for _, input := range in.Inputs {
		number++
		_, _ = w.Step(number, input)
	}
	return w
}
