package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// end is how something came to its end: the request by which it went, and what that was sent to; no request where the
// clock ended it.
type end struct {
	record int
	by     *engine.Exchange
	what   engine.ObjectID // the thing itself, or what it lay in
	with   bool            // it lay in that, and went with it
	asked  bool            // the request had asked for it earlier, and a close carried that out
}

// cameToEnd is how a thing came to its newest end behind a record, with what it lay in or by itself; ok is false where
// it came to none.
func (a *adviser) cameToEnd(object engine.ObjectID, after int) (how end, ok bool) {
	return a.cameToEndBefore(object, after, a.v.Last+1)
}

// cameToEndBefore is the same of its newest end between two records.
func (a *adviser) cameToEndBefore(object engine.ObjectID, after, before int) (how end, ok bool) {
	w := a.v.Clone()
	for e := range a.v.Between(after, before) {
		for touched, r := range e.Touched(w) {
			if touched != object && !w.Holds(touched, object) || !view.Stands(r[0]) || view.Stands(r[1]) {
				continue
			}
			how.with = how.with || touched == object
			if !ok || len(touched.Name) < len(how.what.Name) {
				how.record, how.what, ok = e.Number, touched, true
			}
		}
		if ok && e.Kind == engine.Decided {
			how.by, how.asked = a.wishOf(e, how.what)
		}
		if ok {
			return how, true
		}
	}
	return how, false
}

// wishOf is the request for which an event took a thing away: its own, or an earlier one whose wish it carried out.
func (a *adviser) wishOf(e *engine.Event, object engine.ObjectID) (by *engine.Exchange, earlier bool) {
	for _, c := range e.Changed {
		if c.Object == object && c.Drops && c.For != 0 && c.For != e.Request {
			return a.v.Exchange(c.For), true
		}
	}
	return a.v.Exchange(e.Request), false
}

// byAnother says whether somebody else than the finding's sender took it away, so that to make it anew would undo that:
// what was given another name stands there.
func (a *adviser) byAnother(how end) bool {
	return how.by != nil && how.by.By != a.c.By && a.v.Spec(how.by.Verb).Effect != engine.Renames
}

// removal is how it came to its end, as `notes/today is gone, by Ben's #7 (delete-blob)`, what it lay in and went with,
// and whether that stands anew.
func (a *adviser) removal(how end, object engine.ObjectID) string {
	return a.removalAs("is gone", how, object)
}

// removalAs is the same where another stands under its name, as what was gone.
func (a *adviser) removalAs(gone string, how end, object engine.ObjectID) string {
	if how.by == nil {
		return fmt.Sprintf("%s has expired", a.v.Called(object))
	}
	said := fmt.Sprintf("%s %s, by %s (%s)", a.v.Called(how.what), gone, a.requestOf(how.by), how.by.Verb)
	if how.asked {
		said = fmt.Sprintf("%s %s since its last close, as %s (%s) had asked", a.v.Called(how.what), gone,
			a.requestOf(how.by), how.by.Verb)
	}
	if how.what == object {
		return said
	}
	if how.with {
		said += fmt.Sprintf(", and %s with it", a.v.Called(object))
	}
	if made := a.madeAfter(how.what, how.record); made != nil {
		said += fmt.Sprintf("; %s is there anew, by %s", a.v.Called(how.what), a.requestOf(made))
	}
	return said
}

// wentSince says how an object went behind the finding, as removal does, where it is not there as it was; moved: it
// stands under another name. Empty where it is there, as what was brought back or has its name again is.
func (a *adviser) wentSince(object engine.ObjectID) (how end, say string, moved bool) {
	how, ended := a.cameToEnd(object, a.c.Event)
	if !ended {
		return how, "", false
	}
	made := a.madeAfter(object, how.record)
	switch now, by, moved := a.movedTo(how.by, object); {
	case moved && now == object || made != nil && a.restores(made):
		return how, "", false
	case moved:
		return how, fmt.Sprintf("%s is %s now, by %s", a.v.Called(object), a.v.Called(now), a.movers(how.by, by)), true
	case a.v.Readable(object):
		return how, a.removalAs("was gone", how, object), false
	}
	return how, a.removal(how, object), false
}

// requestOf is a request as people call it, as `Ben's #7`.
func (a *adviser) requestOf(x *engine.Exchange) string {
	if a.v.Title(x.By) == "" {
		return fmt.Sprintf("#%d", x.Number)
	}
	return fmt.Sprintf("%s's #%d", a.v.Title(x.By), x.Number)
}

// whatBecame says of what the same again would not find how it came to its end, alone or with what it lay in, and with
// whom is to be settled whether it is wanted again; gone is what is said where that is not to be seen.
func (a *adviser) whatBecame(gone string) string {
	how, ended := a.cameToEnd(a.x.Object, a.c.Cause.Since.Event-1)
	ended = ended && !a.v.Exists(a.x.Object)
	if ended {
		gone = a.removal(how, a.x.Object)
	}
	switch {
	case a.spec.Effect.OfLease():
		return fmt.Sprintf("%s: nothing is left to %s.", gone, inVain(a.spec.Effect))
	case !a.spec.Changes() && a.spec.Effect != engine.Groups:
		return gone + ": nothing is left to read."
	case ended && a.spec.Effect == engine.Deletes:
		return gone + ": nothing is left to delete."
	case a.loss(a.x.Object.Kind).Swept != "":
		return gone + ". Whether the work is still wanted has to be settled outside the storage."
	}
	return gone + "." + a.settleWanted(how)
}

// goneNow is for a refusal by what stood there where nothing stands there now, or another thing does: there is no text
// to put a change into, no version to send it under, and no lease to wait for. ok is false where it stands, and where
// the request asks for just that absence.
func (a *adviser) goneNow() (card Card, ok bool) {
	switch a.c.Kind {
	case engine.Unfinished:
		return a.withoutSource()
	case engine.IsLeased, engine.LeaseOver, engine.StaleWrite, engine.TwoAtOnce, engine.SharedFile:
		if card, ok := a.withoutSource(); ok {
			return card, true
		}
		if a.c.Kind == engine.IsLeased || a.c.Kind == engine.LeaseOver {
			a.turnToSource()
		}
	case engine.AlreadyThere, engine.OwnEcho:
		if a.c.Kind == engine.AlreadyThere && a.spec.Group == engine.GroupDelete { // what it held stood in the way
			return a.afterOtherThing()
		}
		if card, ok := a.withoutSource(); ok {
			return card, true
		}
		return a.freeNow()
	case engine.IsGone:
		if a.c.Cause.Rule.Looks != engine.AtType { // what stood there then was of another type
			return card, false
		}
	default:
		return card, false
	}
	return a.metGone()
}

// metGone is the same of any refusal that met something.
func (a *adviser) metGone() (card Card, ok bool) {
	object := a.compareds()
	how, ended := a.endOfMet(object)
	if !ended || a.asksAbsence() {
		return card, false
	}
	if card, ok := a.afterOtherThing(); ok {
		return card, true
	}
	if a.v.Readable(object) {
		return a.anotherNow(object, how)
	}
	if how.by != nil {
		if card, ok := a.followed(how.by); ok {
			return card, true
		}
	}
	switch say, effect := a.removal(how, object), a.spec.Effect; {
	case effect == engine.Reads:
		return Card{Say: say + ": nothing is left to read."}, true
	case inVain(effect) != "" && object == a.c.Object:
		return Card{Say: fmt.Sprintf("%s: nothing is left to %s.", say, inVain(effect))}, true
	case object != a.x.Object:
		return Card{Say: say + "." + a.settleWanted(how), Others: listed(a.sameAgain())}, true
	default:
		card := a.createAnew()
		if !strings.HasPrefix(card.Say, say) {
			card.Say = say + ". " + strings.TrimPrefix(card.Say, "It is gone. ")
		}
		return card, true
	}
}

// freeNow is for who asked for an absence, and met something that is gone by now: who made that may have given it back,
// as a lock is, and what somebody else took away is settled first. ok is false where something stands there.
func (a *adviser) freeNow() (card Card, ok bool) {
	object := a.compareds()
	other, met := a.c.Cause.Have.String(), a.c.Cause.Rule.Kind
	if other != "" && met == engine.AlreadyThere && a.spec.Prompt() { // of a line that names several keys
		object = engine.ObjectID{Kind: "key", Name: other}
	}
	how, ended := a.endOfMet(object)
	if !ended || a.v.Readable(object) || a.spec.Group == engine.GroupDelete {
		return card, false
	}
	say, try := a.removal(how, object)+".", a.firstUnanswered()
	switch unsettled := try != nil && !a.toldDone(); {
	case unsettled && a.tellsElsewhere(try):
		return card, false
	case unsettled && a.byAnother(how) && a.spec.Effect != engine.Renames:
		told := fmt.Sprintf("%s's own try #%d had no answer, and nothing tells any more whether it was that which #%d "+
			"met:", a.who(), try.Number, a.x.Number)
		return Card{Say: a.standsElsewhere() + cmp.Or(a.shownBeforeEnd(try, how), told) + " " + say +
			a.settleWanted(how), Others: listed(a.twice())}, true
	case (unsettled || a.c.Kind == engine.OwnEcho) && (how.by != nil || !a.asksAbsence()):
		return card, false
	case how.by != nil && how.by.By != a.c.By && how.by.By != a.c.Cause.Since.By:
		return Card{Say: a.standsElsewhere() + say + a.settleBoth(how, object),
			Others: listed(cmp.Or(a.sameAgain(), a.wouldBeMade()))}, true
	case a.tookFrom(how, object) != "": // who waits for a lock does not free it by a delete
		return Card{Say: fmt.Sprintf("%s Settle first with %s, who made it and has not heard that it is gone, "+
			"whether it still works behind it.", say, a.tookFrom(how, object)),
			Others: listed(cmp.Or(a.sameAgain(), a.wouldBeMade()))}, true
	}
	const lock = "if it is still wanted; if it is a lock, that takes it."
	if card, ok := a.offer(a.trial().send(a.again()), "retry", say+" Send the same again, "+lock,
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card, true
	}
	if card, ok := a.whenNameIsFree(say); ok {
		return card, true
	}
	create, _ := a.creation()
	if a.inUpload() == "" && !a.trial().send(create).accepted() { // something else is in its way by now
		return Card{Say: say + a.settleWanted(how), Others: listed(a.sameAgain())}, true
	}
	return Card{Say: say + " Create it" + a.inUpload() + " only where nothing is, " + lock,
		Others: listed(a.sameAgain())}, true
}

// whenNameIsFree is for a name that something which is gone keeps for a while, as that of a deleted queue: the same
// again is accepted then. ok is false where it is not.
func (a *adviser) whenNameIsFree(say string) (card Card, ok bool) {
	why := a.trial().send(a.again()).why()
	if why == nil || why.Rule.Kind != engine.Unfinished || why.Until <= a.v.Now() || why.Until == engine.Never {
		return card, false
	}
	end := why.Until.SeenFrom(a.v.Now())
	card, ok = a.offer(a.trialAt(why.Until).send(a.again()), "wait", fmt.Sprintf("%s Its name is free at %s: wait "+
		"until then, and send the same again, if it is still wanted.", say, end),
		fmt.Sprintf("%s waited until %s and sent #%d again", a.who(), end, a.x.Number))
	card.Others = listed(a.sameAgain())
	return card, ok
}

// tellsElsewhere says whether something else than what a request for several things met tells whether it was done.
func (a *adviser) tellsElsewhere(try *engine.Exchange) bool {
	if a.spec.Effect != engine.Groups {
		return false
	}
	object, ok := a.witness(try)
	return ok && object != a.compareds()
}

// wouldBeMade says that the same again would be accepted, as it was tried; empty where it would not.
func (a *adviser) wouldBeMade() string {
	if !a.trial().send(a.again()).accepted() {
		return ""
	}
	return "The same again would be accepted: if it is a lock, that takes it."
}

// endOfMet is how that came to its end which the refused request met, or which it was made from and did not meet any
// more, as a transaction whose watched key was deleted. ok is false where that came to none: a handle is none that
// others could still want.
func (a *adviser) endOfMet(object engine.ObjectID) (how end, ok bool) {
	after := a.x.Decided.Event
	if w, _ := a.v.Before(after); !view.Stands(w.Object(object)) {
		base := a.v.BaseOf(a.x, object)
		if base == nil || a.v.Readable(object) {
			return how, false
		}
		after = base.Decided.Event
	}
	if object.Kind == "handle" {
		return how, false
	}
	return a.cameToEnd(object, after)
}

// settleWanted is what is to be settled, and with whom, before what is gone is made anew, with a blank in front.
func (a *adviser) settleWanted(how end) string {
	with := " Settle"
	if a.byAnother(how) && a.v.Title(how.by.By) != "" {
		with += " with " + a.v.Title(how.by.By)
	} else {
		with += " first"
	}
	return with + " whether it is wanted again."
}

// ifWanted is what is left to do where something went, with a blank in front: what another took away is settled with
// that one first.
func (a *adviser) ifWanted(how end, then string) string {
	if a.byAnother(how) {
		return a.settleWanted(how)
	}
	return " " + then
}

// settleBoth is that of what was made where nothing was, as a lock is: who made it and has not heard of its end may
// still work behind it.
func (a *adviser) settleBoth(how end, object engine.ObjectID) string {
	maker := a.c.Cause.Since.By
	name, say := a.v.Title(maker), a.settleWanted(how)
	if name == "" || maker == engine.Seed || maker == a.c.By || !a.asksAbsence() || a.heardOfEnd(maker, how, object) {
		return say
	}
	return fmt.Sprintf("%s, and whether %s, who made it and has not heard that it is gone, still works behind it.",
		strings.TrimSuffix(say, "."), name)
}

// tookFrom is who had made what the finding's sender has taken away since it was refused for that, by a delete, a
// rename or a deadline that is over, and has heard neither: empty where it is nobody else's, or was given away by
// its maker.
func (a *adviser) tookFrom(how end, object engine.ObjectID) string {
	maker := a.c.Cause.Since.By
	if a.enderOf(how) != a.c.By || maker == a.c.By || maker == engine.Seed || !a.asksAbsence() ||
		a.heardOfEnd(maker, how, object) {
		return ""
	}
	return a.v.Title(maker)
}

// enderOf is who brought something to its end: by a request, or by the deadline that the clock kept.
func (a *adviser) enderOf(how end) string {
	if how.by != nil {
		return how.by.By
	}
	for e := range a.v.Between(how.record-1, how.record+1) {
		return e.By
	}
	return ""
}

// heardOfEnd says whether any answer has told a writer that something came to its end.
func (a *adviser) heardOfEnd(writer string, how end, object engine.ObjectID) bool {
	for x := range a.v.HeardBy(writer) {
		if x.Heard.Event < how.record {
			break
		}
		gone := x.Object == object && x.Answer.Why != nil && x.Answer.Why.Rule.Kind == engine.IsGone ||
			slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
				return p.Object == object && p.Gone && p.Name == "*"
			})
		if x.Decided.Event >= how.record && gone {
			return true
		}
	}
	return false
}

// takenSince says that what a later request of the finding's sender made is gone by now, by whom, and with whom that is
// to be settled; empty where it stands, or nobody else took it away.
func (a *adviser) takenSince(x *engine.Exchange) string {
	effect := a.v.Spec(x.Verb).Effect
	how, ended := a.cameToEnd(x.Object, x.Decided.Event)
	if !ended || a.v.Readable(x.Object) || !effect.Contents() && effect != engine.Creates {
		return ""
	}
	if now, by, moved := a.movedTo(how.by, x.Object); moved && how.by.By != a.c.By {
		return fmt.Sprintf("%s is %s now, by %s.", a.v.Called(x.Object), a.v.Called(now), a.movers(how.by, by))
	}
	if !a.byAnother(how) {
		return ""
	}
	return a.removal(how, x.Object) + "." + a.settleWanted(how)
}

// anotherNow is for a refusal by what stood there where that has gone since and another thing stands under its name.
// ok is false where it is the same thing again, brought back or moved back.
func (a *adviser) anotherNow(object engine.ObjectID, how end) (card Card, ok bool) {
	made := a.madeAfter(object, how.record)
	if made == nil || a.v.Title(made.By) == "" || a.restores(made) {
		return card, false
	}
	if now, _, moved := a.movedTo(how.by, object); moved && now == object {
		return card, false
	}
	if made.By == a.c.By {
		return a.afterOwnMaking(made), true
	}
	say := fmt.Sprintf("%s, and what is there now was made after that, by %s's #%d.",
		a.removalAs("was gone", how, object), a.v.Title(made.By), made.Number)
	then := fmt.Sprintf("Settle first whether #%d belongs to that.", a.x.Number)
	card, _ = a.readsOf(object, say+" Read it. "+then, say+" "+then)
	card.Others = listed(a.sameAgain(), a.takenForAnother(), "Or keep what is there and stop.")
	return card, true
}

// takenForAnother says that the same again would be accepted although what it was made from is gone: its version is
// that of another state by now, as numbers begin anew with each key. Empty where it would not, or names none.
func (a *adviser) takenForAnother() string {
	if t := a.trial().send(a.again()); !a.versioned() || !t.accepted() || !a.behind(t.unmeant.Mark) {
		return ""
	}
	return fmt.Sprintf("The same again would be accepted: its %s stands for another state by now.", a.versionWord())
}

// versioned says whether the request names a version, as a parameter or as a word of its line.
func (a *adviser) versioned() bool {
	line, ok := a.x.Op().(engine.Liner)
	return a.names() || ok && slices.ContainsFunc(line.Roles(), func(r engine.Role) bool { return r.Guard != "" })
}

// creation is the request as one that makes anew what is gone, where nothing stands, and how it does so.
func (a *adviser) creation() (create engine.Send, with string) {
	create = a.again()
	create.Args = unversioned(a.spec, create.Args)
	if a.spec.Takes("if-none-match") {
		create.Args = engine.With(create.Args, "if-none-match", engine.Text("*"))
		with = fmt.Sprintf(" with %s *", conflict.GuardName("if-none-match"))
	}
	return create, with
}

// nothingFound is for who has read since a try that was not answered and found nothing: what somebody else took away is
// settled with that one first, unless it had made that itself where nothing was to be.
func (a *adviser) nothingFound(try, shown *engine.Exchange, knows string) Card {
	const again = "Send the same again, if it is still wanted."
	after := try.Sent.Event
	if base := a.v.BaseOf(try, try.Object); base != nil {
		after = base.Decided.Event
	}
	how, ended := a.cameToEnd(try.Object, after)
	if !ended || a.v.Exists(try.Object) {
		return a.orPutSince(try, shown, knows, a.sendAgain(knows, again))
	}
	knows += " " + a.removal(how, try.Object) + "."
	made := a.firstMade(try.Object, after)
	if a.byAnother(how) && !(a.asksAbsence() && made != nil && made.By == how.by.By) {
		return Card{Say: knows + a.settleWanted(how), Others: listed(a.twice())}
	}
	card := a.sendAgain(knows, again)
	if card.Action == "" {
		card.Say = knows + " Create it only where nothing is, if it is still wanted."
	}
	return card
}
