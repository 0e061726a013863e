package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// messageOver is for the receipt of a message that is there no more by now: whoever had it deleted it, it went with the
// others, or it expired. There is nothing to wait for, and nobody has it: open is only what was done outside. ok is
// false where it is there, or was gone when the request was decided.
func (a *adviser) messageOver() (card Card, ok bool) {
	end := a.endOf(a.x.Object)
	if end == nil || end.Request == a.x.Number || a.argument("receipt").IsZero() {
		return card, false
	}
	x := a.v.Exchange(end.Request)
	if a.fromOwnPut() {
		return a.putterOver(end, x), true
	}
	if x != nil && x.Object == a.c.Object {
		say := fmt.Sprintf("%s deleted it with #%d: nothing is left to do.", a.v.Title(x.By), x.Number)
		if x.By != a.c.By {
			say += a.outsideOften()
		}
		return Card{Say: say}, true
	}
	nobody := ": nobody will receive it any more. " + a.workLeft(x != nil)
	if x == nil {
		return Card{Say: fmt.Sprintf("The message expired at %s%s", end.At, nobody)}, true
	}
	return Card{Say: fmt.Sprintf("%s's #%d deleted it%s%s", a.v.Title(x.By), x.Number,
		a.withOthers(x, a.c.Object.Kind), nobody)}, true
}

// workLeft says what is left of the work of a message that is over: by who is known to have done it, and who may have.
func (a *adviser) workLeft(swept bool) string {
	other := a.otherHolder()
	mine, theirs := a.didWork(), slices.Contains(a.workers(), other)
	switch {
	case mine && theirs:
		return fmt.Sprintf("Its work was done %s. Undo what was done outside, or make it safe to repeat.",
			a.timesDone())
	case mine && other != "":
		return fmt.Sprintf("%s has done its work, and %s, who had it too, may have done it as well: undo what was "+
			"done outside, or make it safe to repeat.", a.who(), a.v.Title(other))
	case mine:
		return fmt.Sprintf(a.loss(a.c.Object.Kind).Worked, a.who())
	case theirs:
		return fmt.Sprintf("%s has done its work.", a.v.Title(other))
	case swept:
		return "Whether the work is still wanted has to be settled outside the storage."
	}
	return "Put it again only if its work was not done."
}

// endOf is the event by which an object went since the finding; nil: it stands, or did not go since.
func (a *adviser) endOf(object engine.ObjectID) *engine.Event {
	if a.v.Exists(object) {
		return nil
	}
	w := a.v.Clone()
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		for touched, r := range e.Touched(w) {
			if touched == object && view.Stands(r[0]) && !view.Stands(r[1]) {
				return e
			}
		}
	}
	return nil
}

// otherHolder is who else was handed the finding's message, the newest of several; empty: nobody was.
func (a *adviser) otherHolder() string {
	for x := range a.v.RequestsAbout(a.c.Object).Newest() {
		if x.By != a.c.By && x.Took && a.v.Spec(x.Verb).Effect == engine.Receives && slices.ContainsFunc(x.Shows,
			func(p engine.Part) bool { return p.Object == a.c.Object }) {
			return x.By
		}
	}
	return ""
}

// timesDone is how often the work of the finding's message was done, by all who did it.
func (a *adviser) timesDone() string {
	if n := len(a.workers()); n > 2 {
		return fmt.Sprintf("%d times", n)
	}
	return "twice"
}

// outsideOften says how often what was done outside for the finding's message may be there: as often as it was done.
func (a *adviser) outsideOften() string {
	if n := len(a.workers()); n > 2 {
		return fmt.Sprintf(" What the %d who worked on it did outside may be there %[1]d times.", n)
	}
	return " What both did outside may be there twice."
}
