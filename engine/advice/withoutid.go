package advice

import (
	"fmt"

	"interleave/engine"
)

// bareOfID is the request without the lease id that it names, tried; nil where it names none, or where it would be
// refused without one too.
func (a *adviser) bareOfID() *trial {
	if a.leaseSent().IsZero() {
		return nil
	}
	again := a.again()
	again.Args = without(again.Args, a.leaseName())
	if t := a.trial().send(again); t.accepted() {
		return t
	}
	return nil
}

// withoutID is for what reads or keeps what is there, and was refused for the lease id that it named: whatever lease
// stands, without an id it is let through at once. That readers name one may be agreed on, which no service enforces.
// ok is false where it would be refused too.
//
// Source: engine/blob/rules.md, "Using a blob while leased"; engine/share/rules.md, "Lease File".
func (a *adviser) withoutID() (card Card, ok bool) {
	say, did := "Read it", " read it"
	switch a.spec.Effect {
	case engine.Reads:
	case engine.Snapshots:
		say, did = "Take the snapshot", " took the snapshot"
	default:
		return card, false
	}
	t := a.bareOfID()
	if t == nil {
		return card, false
	}
	say += " without a lease id: that needs none."
	if holder := a.v.Title(a.v.Truth(a.c.Object).Lease.Holder); holder != "" {
		say += fmt.Sprintf(" Only where it is agreed that whoever does so names the id, ask %s for it.", holder)
	}
	return a.offer(t, "read", say, a.who()+did+" without a lease id")
}

// needsNoID is for a change that was refused for the lease id that it named, and that is let through at once without
// any: the lease guards something else, as a container's only that one from being deleted. ended tells the end of the
// sender's own lease: who worked by that goes by an agreement, which holds whatever the service asks for. ok is false
// where it would be refused without an id too.
//
// Source: engine/blob/rules.md, "Using a container while leased".
func (a *adviser) needsNoID(ended string) (card Card, ok bool) {
	t := a.bareOfID()
	if t == nil || !a.spec.Changes() || a.spec.Effect.OfLease() || a.spec.Effect == engine.Snapshots {
		return card, false
	}
	if ended != "" {
		return Card{Say: fmt.Sprintf("%s This change needs no lease id: without one it gets %s at once. Where it is "+
			"agreed that only the holder makes it, stop: %s before the work goes on.", ended, t.reply(),
			a.whenFree(false, " again")), Others: listed(a.sameAgain())}, true
	}
	agreed := ""
	if holder := a.v.Title(a.v.Truth(a.c.Object).Lease.Holder); holder != "" {
		agreed = fmt.Sprintf(" Only where it is agreed that the holder alone makes it, settle it with %s.", holder)
	}
	const needs = "send it without a lease id: this change needs none."
	if card, ok = a.offer(t, "retry", "S"+needs[1:]+agreed, a.who()+" sent it without a lease id"); ok {
		return card, true
	}
	card, _ = a.reads("Read what is there, put the change into it, and "+needs+agreed, "Put the change into what is "+
		"there, and "+needs+agreed)
	return card, true
}

// noLease is for what was asked of a lease where none stands. ok is false for anything else, and where one does.
func (a *adviser) noLease() (card Card, ok bool) {
	l := a.v.Truth(a.c.Object).Lease
	if a.c.Object != a.x.Object || !a.v.Exists(a.x.Object) || l.State == "leased" || l.State == "breaking" {
		return card, false
	}
	say := fmt.Sprintf("There is no lease of %s", a.place())
	switch a.spec.Effect {
	case engine.ReleasesLease, engine.BreaksLease:
		say += fmt.Sprintf(": nothing is left to %s.", inVain(a.spec.Effect))
	case engine.RenewsLease, engine.ChangesLease:
		say += ": whoever is to work under one has to acquire it first."
	default:
		return card, false
	}
	return Card{Say: say + " If another was meant, correct the name.", Others: listed(a.sameAgain())}, true
}
