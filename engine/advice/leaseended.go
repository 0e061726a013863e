package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// leaseUnknown is for a lease that its writer may have been given under an id that it was not told.
func (a *adviser) leaseUnknown() Card {
	if conflict.NeverGiven(a.v.Clone(), a.x) { // of a change: the same again would take the lease from its holder
		return Card{Say: fmt.Sprintf("#%d sent a lease id that %s was never given, and no read tells whether that "+
			"gave the lease another: if it did, the id of whoever holds it no longer fits, and no answer tells the "+
			"holder. Stop, and settle with the holder who works; take a lease under an id of one's own when it is "+
			"free.", a.x.Number, a.who())}
	}
	if card, ok := a.leaseEndedSince(); ok {
		return card
	}
	const once = "Send the same again: with the id that it proposes it can only be done once."
	if card := a.sendAgain("", once); card.Action != "" && a.proposes() {
		return card
	}
	next := "Next time, propose an id with the request."
	if a.proposes() {
		t, refused := a.trial().send(a.again()), false
		if next = ""; t.accepted() { // it would share another's
			next = "Next time, propose an id of one's own: a new GUID for each holder."
		} else if t.why() != nil {
			refused = t.why().Rule.Kind == engine.IsLeased
		}
		id := conflict.LeaseNamed(a.sent("id")).String()
		if l := a.v.Truth(a.x.Object).Lease; refused && l.State == "leased" && l.ID != id {
			return Card{Say: "Send the same again, with the id that it proposes: where it is refused, the lease that " +
				"stands is another.", Others: listed(a.sameAgain())}
		}
	}
	end := "wait for its end, or break it"
	for _, arg := range a.x.Resolved() {
		if seconds, ok := arg.Value.Int(); ok && arg.Name == "duration" && seconds < 0 {
			end = "break it"
		}
	}
	return Card{Say: strings.TrimSpace("A read shows that there is a lease, but neither whose it is nor its id. If " +
		"nobody else can have taken it, " + end + "; otherwise settle first who is working. " + next)}
}

// leaseEndedSince is for a lease that its sender may have been given, and never heard of, where a request has ended it
// since: what stands there now is another's, or none, and there is nothing of the own to break. ok is false where none
// has.
func (a *adviser) leaseEndedSince() (card Card, ok bool) {
	ended := a.leaseEnder()
	l := a.v.Truth(a.x.Object).Lease
	if ended == nil || l.State == "breaking" {
		return card, false
	}
	say := fmt.Sprintf("If #%d took the lease, that is over since %s (%s).", a.x.Number, a.requestOf(ended), ended.Verb)
	switch {
	case l.State != "leased":
		return a.sendAgain(say+" No lease stands there now.", "Send the same again, if it is still wanted."), true
	case l.Holder == a.c.By:
		return Card{Say: fmt.Sprintf("%s The lease that stands now is %s's own.", say, a.who())}, true
	}
	return Card{Say: fmt.Sprintf("%s The lease that stands now is %s's: a break would end that one. Settle with %[2]s "+
		"who is working.", say, a.v.Title(l.Holder))}, true
}

// leaseEnder is the first request behind the finding's that ended the lease which that took; nil: none did.
func (a *adviser) leaseEnder() (ended *engine.Exchange) {
	if !a.x.Took {
		return nil
	}
	for x := range a.v.RequestsAbout(a.x.Object).From(a.x.Number + 1).Oldest() {
		effect := a.v.Spec(x.Verb).Effect
		if x.Object != a.x.Object || !x.Took || x.Decided.Event < a.x.Decided.Event ||
			effect != engine.BreaksLease && effect != engine.ReleasesLease {
			continue
		}
		if ended == nil || x.Decided.Event < ended.Decided.Event {
			ended = x
		}
	}
	return ended
}
