package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// renamedTwice is for a rename that was done a second time: what it meant had its new name by then, and what was made
// under the old one since has been moved in its turn, over that. ok is false for anything else.
func (a *adviser) renamedTwice(first *engine.Exchange) (card Card, ok bool) {
	made := conflict.SetBetween(a.v.Clone(), a.c)
	if a.spec.Effect != engine.Renames || made == nil || a.v.Title(made.By) == "" {
		return card, false
	}
	now := conflict.MovedBy(a.v.Clone(), a.x, made.Object)
	if now.Name == "" {
		return card, false
	}
	say := fmt.Sprintf("#%d had moved what was meant. #%d moved to %s what %s's #%d had put under %s since, which is "+
		"not what #%[1]d had brought there.", first.Number, a.x.Number, a.v.Called(now), a.v.Title(made.By),
		made.Number, a.v.Called(made.Object))
	gone := a.overItsOwn(first, a.x, now)
	if gone {
		say += fmt.Sprintf(" What #%d had brought there is gone: %s has to write it again, if it is still wanted.",
			first.Number, a.who())
	}
	_, went, _ := a.wentSince(now)
	switch {
	case made.By == a.c.By:
	case went != "":
		say += fmt.Sprintf(" %s. Tell %s, who does not know.", went, a.v.Title(made.By))
	case gone:
		say += fmt.Sprintf(" Tell %s where it is now, and settle with %[1]s what is to be %s.", a.v.Title(made.By),
			a.v.Called(now))
	default:
		say += fmt.Sprintf(" Tell %s where it is now, and settle with %[1]s which of the two is to be %s.",
			a.v.Title(made.By), a.v.Called(now))
	}
	return Card{Say: say}, true
}

// movedAnothers says of a rename that went through behind the finding's that it took what another had put under the old
// name in between, which its sender had not read; empty where it did not.
func (a *adviser) movedAnothers(x *engine.Exchange) string {
	if a.v.Spec(x.Verb).Effect != engine.Renames || !x.Took {
		return ""
	}
	first, what := a.x, ""
	if try := a.earlierTry(); try != nil {
		first = try
		what = fmt.Sprintf(" over what #%d had brought there", try.Number)
	}
	put, from, to := a.putUnder(x, first.Decided.Event)
	if put == nil || put.By == x.By || a.v.Title(put.By) == "" || a.readSince(x, from, put) {
		return ""
	}
	whose := a.v.Title(put.By)
	say := fmt.Sprintf("%s's #%d has gone through since, but moved to %s what %s's #%d had put under %s in between",
		a.who(), x.Number, a.v.Called(to), whose, put.Number, a.v.Called(from))
	if what != "" && a.overItsOwn(first, x, to) {
		say += what + ", which is gone"
	}
	return say + fmt.Sprintf(". Nobody was told: tell %s where it is now, and settle with %[1]s what is to be %s.",
		whose, a.v.Called(to))
}

// putUnder is the newest request behind an event that put something under the name from which a rename took it, that
// name, and the one to which it was moved; nil: none did.
func (a *adviser) putUnder(x *engine.Exchange, after int) (put *engine.Exchange, from, to engine.ObjectID) {
	w := a.v.Clone()
	for e := range a.v.Between(after, x.Decided.Event) {
		for touched, r := range e.Touched(w) {
			if to = conflict.MovedBy(w, x, touched); to.Name != "" && view.Readable(r[1]) &&
				slices.ContainsFunc(e.Changed, func(c engine.Change) bool { return c.Object == touched }) { // no lease
				return a.v.Exchange(e.Request), touched, to
			}
		}
	}
	return nil, from, to
}

// readSince says whether the sender of a request had been shown, before it sent it, what another had put somewhere.
func (a *adviser) readSince(x *engine.Exchange, object engine.ObjectID, put *engine.Exchange) bool {
	for h := range a.v.RequestsOf(x.By) {
		if !h.Heard.IsZero() && h.Heard.Event < x.Sent.Event && h.Decided.Event > put.Decided.Event &&
			slices.ContainsFunc(h.Shows, func(p engine.Part) bool { return p.Object == object && !p.Gone }) {
			return true
		}
	}
	return false
}

// overItsOwn says whether a rename put another thing in the place of what an earlier one had brought under a name,
// which stood there as that had left it.
func (a *adviser) overItsOwn(first, x *engine.Exchange, name engine.ObjectID) bool {
	w, over := a.v.Clone(), false
	for e := range a.v.Between(first.Decided.Event-1, x.Decided.Event+1) {
		for touched, r := range e.Touched(w) {
			switch {
			case touched != name:
			case e.Request == x.Number:
				over = over || view.Readable(r[0])
			default:
				return over && e.Request == first.Number && view.Readable(r[1])
			}
		}
	}
	return false
}

// setAgain is for what was set a second time on a thing that was made anew between the two, or after others had set it
// otherwise: whose that is now has to say which is to stand. ok is false for anything else.
func (a *adviser) setAgain(first *engine.Exchange) (card Card, ok bool) {
	between := conflict.SetBetween(a.v.Clone(), a.c)
	sets := a.spec.Effect == engine.Describes || a.spec.Effect == engine.Permits
	if !sets || between == nil || between.By == a.c.By || a.v.Title(between.By) == "" {
		return card, false
	}
	who := a.v.Title(between.By)
	switch a.v.Spec(between.Verb).Effect {
	case engine.Deletes:
		return card, false
	case engine.Creates:
		return Card{Say: fmt.Sprintf("What #%d was done to is gone: %s's #%d made %s anew, and #%d changed that. "+
			"Settle with %s whether it is to be there.", first.Number, who, between.Number, a.place(), a.x.Number,
			who) + a.tellReplaced()}, true
	}
	return Card{Say: fmt.Sprintf("%s's #%d had changed that between the two, and #%d set it again as #%d had. Settle "+
		"with %[1]s which of the two is to stand.", who, between.Number, a.x.Number, first.Number)}, true
}
