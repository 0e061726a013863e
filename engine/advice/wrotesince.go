package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

const nothingLeft = ": nothing is left to tell."

// settled says why whoever lost work to the finding's request has nothing to be told any more: it stands there again,
// or they have gone on from a read of what stood there behind that. Empty where they are to be told.
func (a *adviser) settled() string {
	if again := a.restored(); again != "" || a.c.Whose == a.c.By {
		return again
	}
	who := a.v.Title(a.c.Whose)
	for x := range a.v.RequestsOf(a.c.Whose) {
		switch {
		case x.Number <= a.x.Number:
			return ""
		case a.putElsewhere(x):
			return fmt.Sprintf("%s has read it since, and put the same text into %s with #%d: nothing is left to tell.",
				who, a.v.Called(x.Object), x.Number)
		case !x.Took || x.Decided.Event <= a.c.Event || x.Object != a.c.Object:
		case conflict.Deleted(a.v.Spec(x.Verb), x) && (!a.v.Readable(a.c.Object) || a.madeAware(x) != nil):
			return fmt.Sprintf("%s's own #%d has deleted it since: nothing is left to tell.", who, x.Number)
		case a.v.Spec(x.Verb).Changes() && a.madeAware(x) != nil && a.holdsLost(x):
			said := a.readAndWrote(x)
			if a.victimMade() {
				return a.tookBack(said, x)
			}
			return said + nothingLeft
		}
	}
	return ""
}

// putElsewhere says whether by a later request of whoever lost a text that stands under another name now, as a log goes
// on, once its sender had been shown what stands in the place of it.
func (a *adviser) putElsewhere(x *engine.Exchange) bool {
	lost := a.v.Exchange(a.c.Victim.Request)
	if lost == nil || !x.Took || x.Object == a.c.Object || x.Verb != lost.Verb || x.Decided.Event <= a.c.Event {
		return false
	}
	text, ok := view.Carried(a.v.Spec(lost.Verb), lost.Args)
	same, carried := view.Carried(a.v.Spec(x.Verb), x.Args)
	if !ok || !carried || text == "" || same != text || !a.stands(x) {
		return false
	}
	for read := range a.v.HeardBy(x.By) {
		if read.Heard.Event < x.Sent.Event && slices.ContainsFunc(read.Shows, func(p engine.Part) bool {
			return p.Object == a.c.Object && p.Name == a.c.Part && p.Mark.Event >= a.c.Event && p.Mark.By != x.By
		}) {
			return true
		}
	}
	return false
}

// putsThere says whether a request put something in the place of what the finding's victim lost.
func (a *adviser) putsThere(x *engine.Exchange) bool {
	lost := a.v.Exchange(a.c.Victim.Request)
	if lost == nil {
		return false
	}
	over := func(p engine.Part) bool {
		return p.Name != a.c.Part || slices.ContainsFunc(lost.Shows, func(q engine.Part) bool {
			return q.Mark.Request == lost.Number && q.Meets(p)
		})
	}
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Mark.Request == x.Number && !p.Gone && a.ofLost(p) && over(p)
	})
}

// ofLost says whether a part is the one that was lost, or the whole text of which that was a piece.
func (a *adviser) ofLost(p engine.Part) bool {
	return p.Object == a.c.Object && (p.Name == a.c.Part || p.To == 0 && p.Name == "body" && conflict.OfBody(a.c.Part))
}

// madeAware is the answer from which a later request was made and that showed its writer what another had left of the
// lost part, the finding's request or a later one; nil: it was made from none.
func (a *adviser) madeAware(x *engine.Exchange) *engine.Exchange {
	base := a.v.BaseOf(x, a.c.Object)
	if base == nil || base.Decided.Event <= a.c.Event || !slices.ContainsFunc(base.Shows, func(p engine.Part) bool {
		return a.ofLost(p) && p.Mark.Event >= a.c.Event && p.Mark.By != x.By
	}) {
		return nil
	}
	return base
}

// readAndWrote says of who lost work that a later request of theirs was made from a read of what had replaced it.
func (a *adviser) readAndWrote(x *engine.Exchange) string {
	return fmt.Sprintf("%s has read it since, with #%d, and written there with #%d", a.v.Title(x.By),
		a.madeAware(x).Number, x.Number)
}

// holdsLost says whether what stood there behind a later request holds what the finding's request had replaced: who
// goes on from a read need not have seen in it that anything is missing, as a program that counts.
func (a *adviser) holdsLost(x *engine.Exchange) bool {
	before, lost := a.around(a.c.Object, a.c.Victim.Event, a.c.Victim.Request)
	if by := a.v.Exchange(a.c.Victim.Request); by != nil && conflict.SameContent(before, lost) { // a copy put it again
		before, _ = a.around(a.c.Object, by.Decided.Event, by.Number)
	}
	_, now := a.around(a.c.Object, x.Decided.Event, x.Number)
	return a.c.HeldIn(before, lost, now)
}

// wroteSince says what whoever lost work to the finding's request has written there since, without what was lost.
// Empty where they wrote nothing there.
func (a *adviser) wroteSince() string {
	if a.c.Whose == a.c.By {
		return ""
	}
	for x := range a.v.RequestsOf(a.c.Whose) {
		if x.Number <= a.x.Number {
			break
		}
		if !x.Took || x.Decided.Event <= a.c.Event || !a.putsThere(x) {
			continue
		}
		if read := a.madeAware(x); read != nil {
			said := fmt.Sprintf("%s, but not all that #%d had put there is in that: tell %s that #%d replaced it, "+
				"which what #%d showed does not say.", a.readAndWrote(x), a.c.Victim.Request, a.v.Title(a.c.Whose),
				a.x.Number, read.Number)
			if claim := a.claimGone(a.x, x); a.victimMade() && claim != "" && !a.cameBack(x) {
				said += " " + claim
			}
			return said
		}
		return fmt.Sprintf("%s's #%d has written there since: tell %[1]s what #%[3]d replaced, if any of #%[4]d is "+
			"missing in that.", a.v.Title(a.c.Whose), x.Number, a.x.Number, a.c.Victim.Request)
	}
	return ""
}

// putsSame says whether a later request put just what an earlier one had put, and into the same place.
func (a *adviser) putsSame(lost, x *engine.Exchange) bool {
	return x.Object == lost.Object && x.Verb == lost.Verb && slices.Equal(a.asked(x), a.asked(lost))
}

// restored says by whom what the finding's request had replaced stands again as it was before it, or what it had
// brought back has been removed again: whoever did that, nothing is left to tell. Empty where it does not.
func (a *adviser) restored() string {
	by, gone := a.restoredBy()
	if by == nil {
		return ""
	}
	x, lost := a.v.Exchange(by.Request), a.v.Exchange(a.c.Victim.Request)
	switch {
	case x == nil && gone:
		return "It has expired since: nothing is left to tell."
	case x == nil || a.v.Title(x.By) == "":
		return ""
	case gone:
		return fmt.Sprintf("%s's #%d has removed it again since: nothing is left to tell.", a.v.Title(x.By), x.Number)
	case lost != nil && x.By == lost.By && a.putsSame(lost, x):
		return a.tookBack(fmt.Sprintf("%s's #%d has put there again since what #%d had put there", a.v.Title(x.By),
			x.Number, lost.Number), x)
	}
	return a.tookBack(fmt.Sprintf("Since %s's #%d what #%d replaced stands there again", a.v.Title(x.By), x.Number,
		a.x.Number), x)
}

// tookBack ends what is said of a request that put aside what the finding's had put there: whoever had lost work is
// told nothing more, but that may have been a claim, of whose end its maker has not heard.
func (a *adviser) tookBack(said string, x *engine.Exchange) string {
	if tell := a.claimGone(a.x, x); tell != "" && !a.cameBack(x) {
		return said + ". " + tell
	}
	return said + nothingLeft
}

// cameBack says whether the finding's writer has read its object since a request, or written there once more.
func (a *adviser) cameBack(since *engine.Exchange) bool {
	read, ok := a.v.Known(a.c.By).Reading(a.c.Object)
	return ok && read.Sent > since.Decided.Event
}

// restoredBy is the event since which the finding's object has what was lost as before the finding; gone: the object
// was not there then, and is not now. nil: it has not, nothing but the finding's own request has touched it, or what
// that did is not to be seen in the thing.
func (a *adviser) restoredBy() (by *engine.Event, gone bool) {
	w := a.v.Clone()
	before, after := a.aroundHarm()
	gone = !view.Readable(before)
	same := func(r engine.Record) bool {
		return gone == !view.Readable(r) && (gone || a.c.SameIn(before, r))
	}
	if same(after) || !same(w.Object(a.c.Object)) {
		return nil, gone
	}
	for e := range a.v.Between(a.c.Event, a.v.Last+1) { // the newest first
		for touched, r := range e.Touched(w) {
			switch {
			case touched != a.c.Object:
			case !same(r[1]):
				return by, gone
			default:
				by = e
			}
		}
	}
	return by, gone
}
