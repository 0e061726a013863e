package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// OwnMove is the newest change by which the sender of a refused request had itself moved on what that names, and had
// heard so; nil: it had not, or does not know it. alone: nobody else has changed it since what the request goes by.
func OwnMove(w *engine.World, c Finding) (own *engine.Exchange, alone bool) {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.ownMove()
}

// goesBy is the event that gave what a refused request goes by; 0: none is known.
func (t teller) goesBy() (from int) {
	if t.c.Cause.Rule.Name == "WATCH" {
		return watchedFrom(t.w, t.x, t.c.Cause.Have.String())
	}
	if base := t.basis(); base != nil {
		from = base.Decided.Event
	}
	return from
}

func (t teller) ownMove() (own *engine.Exchange, alone bool) {
	if t.c.Kind != engine.StaleWrite || t.c.Cause == nil || t.aboutSource() || t.failedLater() {
		return nil, false
	}
	from, key := t.goesBy(), t.aboutKey()
	if from == 0 || key.Name == "" {
		return nil, false
	}
	alone = true
	for _, x := range t.around(from, t.c.Event) {
		if !t.changedThing(x, key) {
			continue
		}
		switch {
		case x.By != t.x.By:
			alone = false
		case x.Wish == t.x.Wish, x.Heard.IsZero(), x.Heard.Event > t.x.Sent.Event:
			return nil, false
		default:
			own = x
		}
	}
	return own, alone && own != nil && own.Number == t.c.Cause.Since.Request
}

// changedThing says whether a request changed anything of a thing: what is staged is none of it yet.
func (t teller) changedThing(x *engine.Exchange, key engine.ObjectID) bool {
	spec := t.w.Spec(x.Verb)
	if spec.Effect == engine.Stages {
		return false
	}
	return x.Altered && spec.Changes() && x.Object == key || slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == key && p.Mark.Request == x.Number
	})
}

// movedItself says of a refusal that its sender's own change had moved on what it named, with a blank in front of what
// follows: alone, or before that of another. Empty where it had not.
func (t teller) movedItself() string {
	own, alone := t.ownMove()
	switch {
	case own == nil:
		return ""
	case alone:
		return fmt.Sprintf("%s That was %s own #%d. %s", sentence(t.did(t.c.Cause.Since)),
			possessive(t.who(t.x.By)), own.Number, t.refused())
	case own.Decided.Event < t.c.Cause.Since.Event && t.c.Cause.Rule.Name != "WATCH":
		return sentence(t.did(own.Decided)) + " " + t.metThis()
	}
	return ""
}
