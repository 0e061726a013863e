package conflict

import (
	"math"
	"slices"

	"interleave/engine"
)

// What a writer did since it heard a refusal, of what another had made.
type further int

const (
	stopped    further = iota
	readFirst          // it read what stood in its way, as its card advised, and went on by that
	allTheSame         // it went on without a look at it
)

// wentOn says whether a writer has worked since it heard a refusal: it did what a message asks for, or something of its
// changed anything else.
func wentOn(w *engine.World, refused, made *engine.Exchange) further {
	work, by := 0, refused.By
	for n := refused.Number + 1; n <= w.Requests() && work == 0; n++ {
		x := w.Exchange(n)
		if x.By == by && x.Altered && x.Object != refused.Object && x.Sent.Event > refused.Heard.Event {
			work = x.Sent.Event
		}
	}
	for _, d := range w.Doings() {
		switch known := d.First.By == by; {
		case !slices.Contains(d.Doers, by) || known && d.First.Event < refused.Heard.Event:
		case known && (work == 0 || d.First.Event < work):
			work = d.First.Event
		case !known && work == 0: // of who did it behind another it is not kept when
			work = math.MaxInt
		}
	}
	if work == 0 {
		return stopped
	}
	for n := refused.Number + 1; n <= w.Requests(); n++ {
		x := w.Exchange(n)
		if x.By == by && x.Sent.Event > refused.Heard.Event && !x.Heard.IsZero() && x.Heard.Event < work &&
			w.Spec(x.Verb).Effect == engine.Reads && slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == made.Object && p.Mark.Request == made.Number
		}) {
			return readFirst
		}
	}
	return allTheSame
}
