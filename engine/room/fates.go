package room

import (
	"slices"

	"interleave/engine"
)

// Fate is what becomes of a client's request on its way.
type Fate uint8

// The fates. A service that is never busy delivers what should have met it so.
const (
	Delivered Fate = iota
	RequestLost
	AnswerLost
	Doubled // a second copy comes right behind; its answer is lost
	Busy    // the service answers with its 503
	// the clock leaps to the next end of what somebody holds, in front of the request: a lease, a lock's expiry, the
	// hiding of a message
	LeaseEnds
)

// Fates has each request of a client that is not held meet a fate; nil: all are delivered. choose is called for one
// request after the other.
func (r *Room) Fates(choose func() Fate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats.fate = choose
}

// fateOf is what becomes of a request.
func (r *Room) fateOf(a *asking) Fate {
	if r.seats.fate == nil {
		return Delivered
	}
	if fate := r.seats.fate(); fate != Busy || !a.Within {
		return fate
	}
	return Delivered
}

// holdings are the timers of what somebody holds for a while.
var holdings = [...]string{"lease.ends", "expiry", "next-visible"}

// endOfHolding is the clock's leap to the next end of what somebody holds; nil: nobody holds anything that ends.
func (r *Room) endOfHolding() []engine.Input {
	for _, t := range r.line.World().Timers() {
		if slices.Contains(holdings[:], t.Name) {
			return []engine.Input{engine.Clock{To: t.At}}
		}
	}
	return nil
}

// way appends a request with what becomes of it at once.
func (r *Room) way(inputs []engine.Input, send engine.Send, fate Fate) []engine.Input {
	name := send.As
	if fate == Busy {
		send.Words.Fault = r.busy(send.Verb)
	}
	names := []string{name}
	deliver, lose, answer := engine.Deliver{Names: names}, engine.Lose{Name: name}, engine.ReceiveAnswer{Names: names}
	switch fate {
	case RequestLost:
		return append(inputs, send, lose)
	case AnswerLost:
		return append(inputs, send, deliver, lose)
	case Doubled:
		return append(inputs, send, engine.Duplicate{Name: name}, deliver,
			engine.Deliver{Names: []string{name + "'"}}, engine.Lose{Name: name + "'"}, answer)
	}
	return append(inputs, send, deliver, answer)
}

// busy is the code with which the service of an operation says that it is busy; empty where it never does.
func (r *Room) busy(verb string) string {
	for _, service := range r.line.World().Services() {
		for _, op := range service.Ops {
			if op.Verb != verb {
				continue
			}
			for _, rule := range service.Faults {
				if rule.Fault.Status == 503 {
					return rule.Fault.Code
				}
			}
		}
	}
	return ""
}
