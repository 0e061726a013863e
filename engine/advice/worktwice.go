package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// letTwice is what one of the two who did the work of a message did that let it happen; empty where it did nothing.
func (a *adviser) letTwice(by string) string {
	w, later, again := a.v.Clone(), "", a.c.By == a.c.Whose
	for x := range a.v.RequestsOf(by) {
		if x.Took && a.v.Spec(x.Verb).Effect == engine.Receives && slices.ContainsFunc(x.Shows,
			func(p engine.Part) bool { return p.Object.Name == a.c.Object.Name }) {
			if again && x.Decided.Event < a.c.Event { // whose work it did twice itself
				again = false
				continue
			}
			break // it was handed the message by that: what it sent before is about another time
		}
		if again {
			continue
		}
		if x.Object.Name == a.c.Object.Name && x.Decided.Event < a.c.Event && conflict.PutsBack(w, x) {
			if by == a.c.Whose && x.Decided.Event > a.c.Victim.Event {
				return fmt.Sprintf("#%d made the message visible again when its work was done: delete it when the "+
					"work is done.", x.Number)
			}
			return fmt.Sprintf("#%d had made the message visible again: who gives it back leaves its work to others.",
				x.Number)
		}
		why := x.Answer.Why
		if x.Object.Name != a.c.Object.Name || x.Decided.Event >= a.c.Event || why == nil {
			continue
		}
		stray := conflict.StrayReceipt(w, x)
		if why.Rule.Kind != engine.OldReceipt && why.Rule.Kind != engine.ByPolicy && !stray {
			continue
		}
		if stray {
			return fmt.Sprintf("#%d sent a receipt that the message never had: keep the receipt of each message "+
				"beside it, and delete with that.", x.Number)
		}
		if why.Rule.Kind == engine.ByPolicy {
			if later == "" {
				later = fmt.Sprintf("A policy refused #%d, and what is refused leaves the message: ask who sets the "+
					"policies before it is visible again.", x.Number)
			}
			continue
		}
		newer, renewal := a.v.Exchange(why.Since.Request), a.v.Spec(x.Verb).Effect == engine.Updates
		if !renewal && later != "" {
			continue
		}
		if say := a.withoutNewest(x, newer, renewal); say != "" {
			return say
		}
		if newer != nil && newer.By == x.By {
			later = fmt.Sprintf("#%d sent an older receipt than #%d had given: keep the newest one, and delete with "+
				"that.", x.Number, newer.Number)
			continue // a renewal that was refused before is why the message came back
		}
		later = a.hideLonger(by, x, renewal)
		if renewal {
			return later
		}
	}
	if lost := conflict.Undelivered(w, a.c); later == "" && lost != nil && lost.By == by {
		if _, until, ok := a.workAndEnd(by); ok && lost.Sent.At < until {
			return a.sentInVain(lost, until)
		}
	}
	if later == "" && a.workedLate(by) {
		return a.hideLonger(by, nil, false)
	}
	return later
}

// withoutNewest is what one who had been given a newer receipt than it sent did wrong; empty where another had got it,
// and of a delete that could have been sent with it.
func (a *adviser) withoutNewest(x, newer *engine.Exchange, renewal bool) string {
	if newer == nil || newer.By != x.By {
		return ""
	}
	if a.answerUnderWay(newer) || newer.Heard.Event > x.Sent.Event {
		return fmt.Sprintf("#%d was sent before the answer of #%d was heard, which has a newer receipt: wait for "+
			"the answer to each update, and send what comes next with its receipt.", x.Number, newer.Number)
	}
	if newer.Heard.IsZero() {
		return fmt.Sprintf("The newest receipt came with the answer of #%d, which %s never heard.", newer.Number,
			a.v.Title(x.By))
	}
	if renewal {
		return fmt.Sprintf("#%d sent an older receipt than #%d had given: renew with the newest one, and stop "+
			"working where a renewal is refused.", x.Number, newer.Number)
	}
	return ""
}

// sentInVain is what the sender of a request on a message that did not arrive could have done: the receipt counts until
// another is handed the message.
//
// Source: engine/queue/rules.md, "Pop receipts", R3.
func (a *adviser) sentInVain(lost *engine.Exchange, until engine.Instant) string {
	say := fmt.Sprintf("#%d had no answer in time: next time send it again before the message is visible again, "+
		"here at %s", lost.Number, until)
	if a.v.Spec(lost.Verb).Effect == engine.Updates {
		return say + ", and stop working where no renewal is accepted."
	}
	return say + "."
}

// hideLonger is what one whose message was handed to another could have done: hide it for longer, where its work took
// longer than that; where that was done in time, delete it then.
func (a *adviser) hideLonger(by string, refused *engine.Exchange, renewal bool) string {
	const hide = "Hide a message for longer than its work takes, or renew it in time"
	_, until, worked := a.workAndEnd(by)
	switch {
	case !conflict.Received(a.v.Clone(), a.c, by): // it has no receipt to hide it with
		return ""
	case refused != nil && refused.Decided.At < until: // it was handed out early: nobody let that happen
		return ""
	case refused != nil && !renewal && worked && !a.workedLate(by) && refused.Sent.At < until:
		return fmt.Sprintf("#%d was sent in time, and came when the message, hidden until %s, was another's: hide a "+
			"message for so long that its delete can come late.", refused.Number, until)
	case refused != nil && !renewal && worked && !a.workedLate(by):
		return fmt.Sprintf("#%d came when the message, hidden until %s, was another's: delete it as soon as the "+
			"work is done.", refused.Number, until)
	case refused != nil && renewal && worked && !refused.Heard.IsZero() && refused.Heard.Event < a.workEvent(by):
		return hide + ", and stop working where a renewal is refused."
	}
	return hide + "."
}

// workedLate says whether one of the two did the work when the message was hidden for it no more.
func (a *adviser) workedLate(by string) bool {
	at, until, ok := a.workAndEnd(by)
	return ok && at >= until
}

// workEvent is the event by which one of the two did the work.
func (a *adviser) workEvent(by string) int {
	if by == a.c.Whose {
		return a.c.Victim.Event
	}
	return a.c.Event
}

// workAndEnd are when one of the two did the work and when the message that it had been handed for that could be given
// to others, as far as it had heard by then; ok is false where nothing said so.
func (a *adviser) workAndEnd(by string) (at, until engine.Instant, ok bool) {
	event := a.workEvent(by)
	for e := range a.v.Between(event-1, event+1) {
		at = e.At
	}
	w, _ := a.v.Before(event)
	k := view.OfWorld(w).Known(by)
	if k == nil {
		return at, 0, false
	}
	for _, h := range k.Handed(engine.ObjectID{Kind: "message", Name: a.c.Object.Name}) {
		until = h.Until
	}
	return at, until, until != 0
}

// markerPassed is for work that one of the two did though a marker stood for it, which had refused it or had been seen:
// what keeps a result from being stored twice was there, and was not heeded. Empty where none was passed over.
func (a *adviser) markerPassed() string {
	w := a.v.Clone()
	passed, unheard, seen := conflict.MarkerPassed(w, a.c), conflict.MarkerUnheard(w, a.c), conflict.MarkerSeen(w, a.c)
	const early = " Made before the work, it leaves that undone if its maker stops in between."
	switch {
	case passed != nil && passed.Answer.Why.Rule.Kind != engine.AlreadyThere:
		return fmt.Sprintf("#%d was refused because of what %s had done, and %s worked all the same. If that was how "+
			"the work was claimed, %s.", passed.Number, a.v.Title(passed.Answer.Why.Since.By), a.v.Title(passed.By),
			a.claimTold(passed))
	case passed != nil:
		return fmt.Sprintf("#%d was refused by the marker %s, and %s worked all the same. Let a marker name its "+
			"maker, read it after a refusal, and work only where it is one's own.%s", passed.Number,
			a.v.Called(passed.Object), a.v.Title(passed.By), early)
	case unheard != nil:
		return fmt.Sprintf("#%d was refused by the marker %s, and %s worked without having heard so. Let a marker "+
			"name its maker, read it where no answer came, and work only where it is one's own.%s", unheard.Number,
			a.v.Called(unheard.Object), a.v.Title(unheard.By), early)
	case seen != nil:
		return fmt.Sprintf("#%d had shown %s the marker %s, and %[2]s worked all the same. %[4]s%[5]s", seen.Number,
			a.v.Title(seen.By), a.v.Called(seen.Object), a.ownMarkerOnly(seen), early)
	}
	if claim, ok := conflict.ClaimReplaced(w, a.c); ok {
		return fmt.Sprintf("#%d had shown %s that %s says %q, and #%d replaced it. If that was how the work was "+
			"claimed, look at what was read, and leave what says that another has it.", claim.Read.Number,
			a.v.Title(a.c.By), a.v.Called(claim.Replaced.Object), claim.Says, claim.Replaced.Number)
	}
	return ""
}

// onlyDeleted says which requests were taken for work that was done: who heeds a marker deletes the message all the
// same, and that is no work.
func (a *adviser) onlyDeleted() string {
	var list []string
	for _, n := range []int{a.c.Victim.Request, a.c.Request} {
		if conflict.TakenForWork(a.v.Clone(), n) {
			list = append(list, fmt.Sprintf("#%d", n))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf(" A delete with a receipt is taken for work that was done: where %s only took the message "+
		"away, nothing was done twice, and does=none on it says so.", strings.Join(list, " or "))
}

// claimTold says how who was refused a claim tells whose it is. No read shows that of a lease, of an open or of a lock
// on bytes: a lease says it to who proposes its id, for that is granted again while it stands, and no other is.
func (a *adviser) claimTold(refused *engine.Exchange) string {
	spec := a.v.Spec(refused.Verb)
	switch kind := refused.Answer.Why.Rule.Kind; {
	case kind == engine.IsLeased && spec.Effect == engine.AcquiresLease && spec.Takes("id") &&
		engine.ValueOf(refused.Resolved(), "id").IsZero():
		return "propose an id of one's own when the lease is acquired, the same in each try, and work only where " +
			"that is granted: one's own lease is granted again under its id, and a refusal says that another has it. " +
			"A read does not tell whose a lease is"
	case kind == engine.IsLeased:
		return "take a refusal for another's lease, and work only where it was granted: a read does not tell whose a " +
			"lease is"
	case kind == engine.SharedFile:
		return "take a refusal for another's claim, and work only where it was granted: no read tells whose that is"
	}
	return "read after a refusal whose it is, and work only where it is one's own"
}

func claimReplaced(by int, whose string, claim int) string {
	return fmt.Sprintf("#%d replaced %s's #%d before. If that was how the work was claimed, it is the claim that "+
		"needs a guard. ", by, whose, claim)
}

// claimUnread names the newest request before the work by which one of the two replaced unread what the other had
// written: that has no mark, and a claim may be lost so. Of a message nobody claims the work so. Empty: none did.
func (a *adviser) claimUnread() (how string) {
	const most = 256 // records
	if a.ofMessage() {
		return ""
	}
	w, pair := a.v.Clone(), []string{a.c.By, a.c.Whose}
	for e := range a.v.Between(max(a.c.Event-most, 0), a.c.Event) {
		for _, theirs := range conflict.UnreadOfAll(w, *e) {
			if slices.Contains(pair, e.By) && slices.Contains(pair, theirs.Mark.By) && !theirs.Drops {
				how = claimReplaced(e.Request, a.v.Title(theirs.Mark.By), theirs.Mark.Request)
			}
		}
	}
	return how
}

// claimOver is for work that both had claimed by the same thing, the second when the claim of the first was over: who
// asked for it was let through. Empty where it was not so.
func (a *adviser) claimOver() string {
	r, ok := conflict.ReclaimedFor(a.v.Clone(), a.c)
	lease := ok && a.v.Spec(r.First.Verb).Effect == engine.AcquiresLease
	switch {
	case !ok:
		return ""
	case r.Removed == nil:
		return fmt.Sprintf("The claim of #%d was over when #%d was accepted: from then on it keeps nobody from the "+
			"work, done or not. ", r.First.Number, r.Second.Number)
	case r.Removed.By != r.First.By:
		return fmt.Sprintf("#%d took away the claim of #%d: settle with %s first whether the work is done, or under "+
			"way. ", r.Removed.Number, r.First.Number, a.v.Title(r.First.By))
	case lease:
		return fmt.Sprintf("#%d ended the lease, which keeps nobody from work that is done. ", r.Removed.Number)
	}
	return fmt.Sprintf("#%d removed the marker of #%d: only one that stays keeps others from the work. ",
		r.Removed.Number, r.First.Number)
}

// ownMarkerOnly says how to tell one's own marker from another's, by what a read of it showed.
func (a *adviser) ownMarkerOnly(seen *engine.Exchange) string {
	if says := conflict.NamedIn(a.v.Clone(), seen, a.c.Whose); says != "" {
		return fmt.Sprintf("It says %q: work only where the name in it is one's own.", says)
	}
	return "Let a marker name its maker, and work only where it is one's own."
}

// workTwice says what keeps work outside the storage from being done twice, with what let it happen here: a receipt
// that no longer counted, or a time that was over before the message was deleted.
func (a *adviser) workTwice() string {
	id := "an id of its own"
	if a.ofMessage() {
		id = "the message's id"
	}
	say := "Make the work safe to repeat: keep its result under " + id + ", where the storage takes it only " +
		"once, as " + a.takesOnce() + " does. A record made before the work would leave it undone if its writer " +
		"stopped in between."
	if claim, ok := a.claimLost(); ok {
		return claimReplaced(claim.Request, a.v.Title(claim.Whose), claim.Victim.Request) + say
	}
	if say := a.markerPassed(); say != "" {
		return say + a.onlyDeleted()
	}
	if how := a.claimUnread(); how != "" {
		return how + say
	}
	if how := a.claimOver(); how != "" {
		return how + say
	}
	for _, by := range []string{a.c.Whose, a.c.By} {
		if peek := conflict.Peeked(a.v.Clone(), a.c, by); peek != nil {
			return fmt.Sprintf("#%d was a peek, which hides a message from nobody and gives no receipt: work only on "+
				"what was received. %s", peek.Number, say)
		}
	}
	for _, by := range []string{a.c.Whose, a.c.By} {
		if how := a.letTwice(by); how != "" {
			return how + " " + say
		}
	}
	return say
}

// ofMessage says whether the work is that of a message of a queue.
func (a *adviser) ofMessage() bool {
	w := a.v.Clone()
	for _, s := range w.Services() {
		if !slices.ContainsFunc(s.Ops, func(o engine.OpSpec) bool { return o.Effect == engine.Receives }) {
			continue
		}
		for _, o := range s.Ops {
			if o.Makes != "" && w.Object(engine.ObjectID{Kind: o.Makes, Name: a.c.Object.Name}) != nil {
				return true
			}
		}
	}
	return false
}

// takesOnce is what keeps a thing from being made twice where the requests went: at a prompt a word of the line.
func (a *adviser) takesOnce() string {
	const most = 1024 // a session that begins at a prompt mostly stays there
	typed := false
	for n := 1; n <= min(a.v.Requests(), most); n++ {
		switch spec := a.v.Spec(a.v.Exchange(n).Verb); {
		case spec.Prompt():
			typed = true
		default:
			return "an insert or If-None-Match *"
		}
	}
	if typed {
		return "a SET with NX"
	}
	return "an insert or If-None-Match *"
}
