package room

import (
	"slices"

	"interleave/engine"
)

// StopBeforeDecisions has requests by hand stay under way, so that somebody can be asked what they will hear.
func (r *Room) StopBeforeDecisions(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stops = on
}

// Decision is what the next step has the service decide, found out on a clone: nothing of it has happened.
type Decision struct {
	Request *engine.Exchange
	Spec    *engine.OpSpec
	Answer  engine.Answer // waits where it must wait
}

// Coming is what the next step decides; ok is false where it decides nothing, a request of seed, or several at once.
func (r *Room) Coming() (d Decision, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil || r.isPast() || r.asks() != nil {
		return d, false
	}
	inputs := r.coming()
	at := slices.IndexFunc(inputs, func(in engine.Input) bool { _, ok := in.(engine.Deliver); return ok })
	if at < 0 {
		return d, false
	}
	name := inputs[at].(engine.Deliver).Names
	w, number := r.line.World().Clone(), r.line.Last()
	for _, in := range inputs[:at+1] {
		number++
		events, err := w.Step(number, in)
		if err != nil {
			return d, false
		}
		for _, e := range events {
			if e.Kind == engine.Decided || e.Kind == engine.Waiting {
				x := w.Exchange(e.Request)
				d = Decision{x, r.line.World().Spec(x.Verb), x.Answer}
				if e.Answer != nil {
					d.Answer = *e.Answer
				}
				ok = x.By != engine.Seed && len(name) == 1
			}
		}
	}
	return d, ok
}

// coming are the inputs of the next step, as far as they are known now; a clock line of the script goes with the moment
// behind it.
func (r *Room) coming() []engine.Input {
	next, ok := r.peek()
	if !ok || next.Ask != nil || len(next.Inputs) == 0 {
		inputs, _ := r.due()
		return inputs
	}
	if next.Back != "" {
		return nil
	}
	inputs := next.Inputs
	if onlyClock(next) {
		p := r.script.player
		p.Go(r.scriptAt())
		p.Next(r.line.World())
		for {
			behind, ok := p.Next(r.line.World())
			if !ok || behind.Back != "" || behind.Ask != nil {
				break
			}
			inputs = append(slices.Clone(inputs), behind.Inputs...)
			if !onlyClock(behind) {
				break
			}
		}
	}
	return inputs
}
