package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// putAgain is for a second try, or a second copy of the only one, that put there just what stood there: the work is
// there once. ok is false where it changed something, or where each doing adds to what is there.
func (a *adviser) putAgain(first *engine.Exchange) (Card, bool) {
	if a.spec.Effect == engine.Appends || a.spec.Effect == engine.Deletes || a.c.Victim.Request != first.Number {
		return Card{}, false
	}
	which, was := fmt.Sprintf("#%d", a.x.Number), fmt.Sprintf("#%d", first.Number)
	if first.Is(a.x) {
		which, was = "The second copy of "+which, "the first"
	}
	if !a.leftAsItWas() {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("%s put there again what %s had put there: it is there once%s", which, was,
		onceNothing)}, true
}

// leftAsItWas says whether the finding's request put there just what stood there when it was done.
func (a *adviser) leftAsItWas() bool {
	before, _ := a.v.Before(a.c.Event)
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if e.Request == a.x.Number && len(e.Own()) > 0 && conflict.AsItWas(before, *e) {
			return true
		}
	}
	return false
}

// wroteAgain is for a text that stands there once, as the second try put it over that of the first: what others had
// changed in it or beside it since went with that.
func (a *adviser) wroteAgain(first *engine.Exchange) string {
	say := fmt.Sprintf("#%d wrote again what #%d had written: the text is there once", a.x.Number, first.Number)
	switch took, tell := a.tookWithIt(first), a.tellReplaced(); {
	case a.leftAsItWas():
		return say + a.newOfIt(first)
	case took != "":
		return took
	case tell != "":
		return say + "." + tell
	}
	return say + ". What had been changed since went with that: put it into what is there, if it is still wanted."
}

// newOfIt is what differs after a text was put there a second time, by what the service answered to each: a tag that is
// the sum of the text stays, and where versions are kept each doing left one.
func (a *adviser) newOfIt(first *engine.Exchange) string {
	const nothing = ", and nothing has to be taken back."
	differs := func(field string) bool {
		was, is := first.Answer.Field(field), a.x.Answer.Field(field)
		return !was.IsZero() && !is.IsZero() && !was.Equal(is)
	}
	switch {
	case differs(versionID):
		return fmt.Sprintf(" for who reads it, and in two versions of it, that of #%d and that of #%d, which are both "+
			"kept. Where the number of versions matters, delete one by its id.", first.Number, a.x.Number)
	case differs("etag"):
		return nothing + " Only its tag and its date are new."
	case a.tagRepeats():
		return nothing + " Its tag is the same, as it goes by the text; only its date is new."
	}
	return nothing
}

// tookExpiry says whether the request took away the expiry alone of what is there still.
func (a *adviser) tookExpiry() bool {
	return a.c.Part == "expiry" && a.c.Gone && a.spec.Effect != engine.Deletes && a.v.Readable(a.c.Object)
}

// ifItHappened is what is left where there is no going back: whom to tell what. Empty where it concerns nobody else.
func (a *adviser) ifItHappened() string {
	title, victim := a.v.Title(a.c.Whose), a.v.Exchange(a.c.Victim.Request)
	if a.c.Whose == a.c.By || title == "" {
		return ""
	}
	if again := a.settled(); again != "" {
		return again
	}
	if same, ok := a.overSameText(); ok { // nothing of it has to be put anywhere
		return "If it has already happened: " + same.Say
	}
	switch {
	case a.c.Part == engine.Undeleted:
		return fmt.Sprintf("If it has already happened, tell %s that %s, and settle which of the two is to be there.",
			title, a.undeleteUndone())
	case conflict.WasDelete(a.v.Clone(), a.c):
		return fmt.Sprintf("If it has already happened, tell %s that %s, and settle whether it is to be there.", title,
			a.thereAnew())
	case victim != nil && conflict.UndidRemoval(a.v.Clone(), a.c):
		return fmt.Sprintf("If it has already happened, tell %s that #%d brought back what #%d had removed, and "+
			"settle whether it is to be there.", title, a.x.Number, victim.Number)
	case a.wroteSince() != "":
		return a.wroteSince()
	case a.lostSnapshot():
		return fmt.Sprintf("If it has already happened, tell %s that %s", title, a.snapshotsLost())
	case a.removesAll(): // what goes with a container, and what stood beside that, is no claim of its own
		return "If it has already happened, " + lowered(a.whatWasRemoved(title))
	}
	return fmt.Sprintf("If it has already happened, tell %s, who stops if it was a claim%s.%s", title, a.elseAgain(),
		a.wentWithIt())
}

// wentWithIt says, with a blank in front, whose text the one that was replaced had kept, so that it went as well, of
// who had put it there since the request's base. Empty where the request has it too.
func (a *adviser) wentWithIt() (say string) {
	base := a.v.BaseOf(a.x, a.c.Object)
	if base == nil || a.c.Part != "body" {
		return ""
	}
	var lost, is string
	for n := base.Number + 1; n < a.x.Number; n++ {
		x := a.v.Exchange(n)
		if !a.changed(x) || x.By == a.c.By || x.By == a.c.Whose || x.Decided.Event <= base.Decided.Event ||
			x.Decided.Event >= a.c.Victim.Event || !a.v.Spec(x.Verb).Effect.Contents() {
			continue
		}
		if lost == "" {
			lost, is = a.textAt(a.c.Victim.Event+1), a.textAt(a.c.Event+1)
		}
		text := a.textAt(x.Decided.Event + 1)
		if text != "" && strings.Contains(lost, text) && !strings.Contains(is, text) &&
			!strings.Contains(a.textOfBase(base), text) {
			say = fmt.Sprintf(" Tell %s too: #%d had kept what #%d had put there, and it went as well.",
				a.v.Title(x.By), a.c.Victim.Request, x.Number)
		}
	}
	return say
}

// elseAgain says what becomes of another's work that was no claim: it goes into what is there, so that this is not lost
// in its turn; where nothing is there any more it is written again.
func (a *adviser) elseAgain() string {
	switch there := a.v.Readable(a.c.Object); {
	case there && a.victimMade() && a.spec.Takes("if-none-match"): // what is there is the other's own then
		return " and puts anything else into what is there, or, as in a log, under the next name"
	case there:
		return " and puts anything else into what is there"
	}
	return " and may write anything else again"
}

// victimMade says whether what was lost had been made where nothing was.
func (a *adviser) victimMade() bool {
	w, _ := a.v.Before(a.c.Victim.Event)
	return !view.OfWorld(w).Readable(a.c.Object)
}
