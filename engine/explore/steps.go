package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// arrivesOnly is what a Step says of a request that came to its service and stands there undecided.
const arrivesOnly = "arrive"

// arrives says whether the last thing that was done is that a request came to its service.
func arrives(done []doing) bool {
	for _, d := range slices.Backward(done) {
		if d.input != nil {
			_, arrives := d.input.(engine.Arrive)
			return arrives
		}
	}
	return false
}

// answersOnly is what a Step says of an answer that was under way, and is heard.
const answersOnly = "answer"

// answers says whether what was done begins with the hearing of an answer.
func answers(done []doing) bool {
	if len(done) == 0 {
		return false
	}
	_, answers := done[0].input.(engine.ReceiveAnswer)
	return answers
}

// Step is one step of an order: whose it is, what is done, and the inputs that do it.
type Step struct {
	By   string // empty: the clock
	Verb string // of the request; empty: the clock
	// What is request, arrive, decide, answer, lose-request, lose-answer, double, double-answer, timeout, stop, clock,
	// clock-before or finish.
	What   string
	Inputs []engine.Input
	Name   string // of the request, where its writer sent it beside others: which of them it is counts
}

// String is the step in short, as `ann get-blob`.
func (s Step) String() string {
	if s.Verb == "" {
		return s.What
	}
	if s.What == whole.String() {
		return s.By + " " + s.named()
	}
	return s.By + " " + s.named() + " (" + s.What + ")"
}

// named is what is asked for, with what the request is called where that counts.
func (s Step) named() string { return strings.TrimSuffix(s.Verb+" as "+s.Name, " as ") }

func (k kind) String() string {
	return [...]string{"request", "lose-request", "lose-answer", "double", "double-answer", "timeout", "stop", "clock",
		"clock-before", "decide",
		"finish"}[k]
}
