package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// lasts says until when what the request met lasts.
func (t teller) lasts() string { return t.lasting("It") }

// lasting is lasts of what is called so, where it is something that holds. Told later, what is over by then was to
// last.
func (t teller) lasting(it string) string {
	c, verb := t.c.Cause, func(now, then string) string {
		if t.overSince() {
			return then
		}
		return now
	}
	switch {
	case c.Until == engine.Never && t.compared() == "":
		return " The lease " + verb("does", "did") + " not end by itself."
	case c.Until == engine.Never:
		return " It " + verb("does", "did") + " not end by itself."
	case c.Until == 0 || c.Rule.Kind == engine.IsGone: // what is gone is not there afterwards either
		return ""
	case c.Have.Equal(engine.Moment(c.Until)): // what was compared says it
		return ""
	case c.Rule.Kind == engine.AlreadyThere && t.spec().Prompt():
		return fmt.Sprintf(" What was there was to end at %s.", c.Until.SeenFrom(t.x.Decided.At))
	case t.c.Kind == engine.IsLeased || t.c.Kind == engine.SharedFile ||
		t.c.Kind == engine.OwnEcho && t.spec().Effect.OfLease():
		subject, how := it, "" // the adverb of "It still" stands behind "was"
		if bare, found := strings.CutSuffix(it, " still"); found && t.overSince() {
			subject, how = bare, " still"
		}
		holds := verb("holds", "was"+how+" to hold")
		return fmt.Sprintf(" %s %s until %s.", subject, holds, c.Until.SeenFrom(t.x.Decided.At))
	default:
		return fmt.Sprintf(" That %s until %s.", verb("lasts", "was to last"), c.Until.SeenFrom(t.x.Decided.At))
	}
}

// overSince says whether what the request met is over at the moment of the telling: its time has run out, or the lease
// was given back, broken or prolonged since.
func (t teller) overSince() bool {
	c := t.c.Cause
	if c.Until != engine.Never && c.Until != 0 && c.Until <= t.w.Now() {
		return true
	}
	if t.c.Kind != engine.IsLeased && t.c.Kind != engine.OwnEcho {
		return false
	}
	of := t.x.Object
	if got := t.w.Exchange(c.Since.Request); got != nil { // a rename meets the lease of what it takes
		of = got.Object
	}
	for n := t.w.Requests(); n > 0 && n > t.w.Requests()-removalsLook; n-- {
		x := t.w.Exchange(n)
		if x.Object != t.x.Object && x.Object != of || !x.Took || x.Decided.Event <= t.c.Event {
			continue
		}
		switch t.w.Spec(x.Verb).Effect {
		case engine.RenewsLease, engine.ReleasesLease, engine.BreaksLease, engine.AcquiresLease, engine.Deletes:
			return true
		}
	}
	return false
}
