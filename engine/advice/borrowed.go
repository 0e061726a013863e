package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// borrows says whether the request went through by the id of another's lease.
func (a *adviser) borrows() bool {
	if a.argument("lease").IsZero() && a.spec.Effect != engine.AcquiresLease {
		return false
	}
	before, _ := a.v.Before(a.c.Event)
	return conflict.Borrows(before, a.x)
}

// stopBorrowing tells who went by another's lease what to do of it: where that is another's still, to leave it alone;
// where it was given back or has another id, its holder works on without it and has to be told.
func (a *adviser) stopBorrowing() string {
	const hidden = " An id that others can read is one that they can send: keep it out of content and metadata."
	whose := a.v.Title(a.c.Whose)
	switch a.spec.Effect {
	case engine.AcquiresLease:
		if !a.v.Clone().Held(a.leased(), conflict.LeaseNamed(a.sent("id"))) {
			return "The lease, which kept neither of the two out, is over. Take an id of one's own, a new GUID, for " +
				"each holder."
		}
		return "Stop: the lease keeps neither of the two out now. Take an id of one's own, a new GUID, for each holder."
	case engine.ReleasesLease:
		return fmt.Sprintf("Stop, and tell %s, who held it until then and was not told.", whose) + hidden +
			" Where its holder is gone and this was meant, break the lease: that needs no id."
	case engine.ChangesLease:
		return fmt.Sprintf("Stop, and tell %s, whose id no longer fits and who was not told.", whose) + hidden
	}
	if conflict.BroughtBack(a.x) {
		return fmt.Sprintf("Stop, and tell %s, whose id it is: give it back, and acquire the lease under an id of "+
			"one's own where it is needed.", whose) + hidden
	}
	if a.tookLeaseAlong() {
		const own = " Acquire one under an id of one's own where one is needed: a new GUID for each holder."
		if a.ended() != "" {
			return fmt.Sprintf("%s's own lease was over, and the one that stood under its id was %s's.", a.who(),
				whose) + own
		}
		return fmt.Sprintf("The lease was %s's.", whose) + own + hidden
	}
	if a.ended() != "" {
		return fmt.Sprintf("Stop: %s's own lease is over, and the one that stands under its id is %s's. When that is "+
			"free, acquire one under an id of one's own: a new GUID for each holder.", a.who(), whose)
	}
	if !conflict.Holds(a.v.Clone(), a.c.Whose, a.leased(), conflict.LeaseNamed(a.argument("lease"))) {
		return fmt.Sprintf("The lease was %s's, and is not any more: acquire one of one's own where it is needed.",
			whose) + hidden
	}
	return fmt.Sprintf("Stop: the lease is %s's. Have it handed over, or acquire one when it is free.", whose) + hidden
}

// tookLeaseAlong says whether the request removed what the borrowed lease stood on, so that nothing stands under it.
func (a *adviser) tookLeaseAlong() bool {
	return a.spec.Effect == engine.Deletes && a.x.Object == a.leased() && !a.v.Exists(a.x.Object)
}

// underOwnID is the request with the lease id that its sender was given itself, and what is called so; without an id
// where it was given none. Who takes a lease without proposing an id is given a new one.
func (a *adviser) underOwnID() (send engine.Send, called string) {
	send = engine.Send{By: a.x.By, Verb: a.x.Verb, Words: engine.Words{From: a.x.Words.From}}
	guard := ""
	if a.spec.Effect == engine.AcquiresLease {
		send.Args = slices.DeleteFunc(slices.Clone(a.x.Args), func(arg engine.Arg) bool { return arg.Name == "id" })
		return send, "without that id, under a new one"
	}
	for _, arg := range a.x.Args {
		if p, ok := a.spec.Param(arg.Name); ok && p.Guard == "lease" {
			guard = arg.Name
			continue
		}
		send.Args = append(send.Args, arg)
	}
	for x := range a.v.HeardAbout(a.x.By, a.leased()) {
		effect, id := a.v.Spec(x.Verb).Effect, x.Answer.Field("lease")
		if x.Heard.Event < a.x.Sent.Event && x.Object == a.leased() && !id.IsZero() &&
			conflict.LeaseNamed(id) != conflict.LeaseNamed(a.argument("lease")) &&
			(effect == engine.AcquiresLease || effect == engine.ChangesLease) {
			send.Args = engine.With(send.Args, guard, engine.Ref(x.Name+".lease", false))
			return send, fmt.Sprintf("with the lease id that %s was given itself, %s", a.who(), a.compared(id))
		}
	}
	if a.ended() != "" {
		return send, "without a lease id, for the lease that " + a.who() + " was given is over"
	}
	return send, "without a lease id, for " + a.who() + " was given none"
}

// leased is what the lease stands on that the request named.
func (a *adviser) leased() engine.ObjectID {
	if guardian := a.v.Clone().Guardian(a.c.Object); !guardian.IsZero() {
		return guardian
	}
	return a.c.Object
}

// ownIDStops says what the request would have been answered under its sender's own lease id, where it borrowed one.
func (a *adviser) ownIDStops() []string {
	if !a.borrows() {
		return nil
	}
	send, called := a.underOwnID()
	t := a.before(a.c.Event)
	t.decide(send)
	if t.err != nil || t.last.Decided.IsZero() || t.last.Answer.Why == nil || t.last.Answer.Why.Rule.Kind == "" {
		return nil
	}
	return []string{fmt.Sprintf("Had #%d been sent %s, the answer would be %s.", a.x.Number, called, short(t))}
}

// ownIDBefore goes back before a request that borrowed another's lease, and sends it under its sender's own id: it is
// refused there. ok is false where it is not.
func (a *adviser) ownIDBefore() (Card, bool) {
	if !a.borrows() {
		return Card{}, false
	}
	send, called := a.underOwnID()
	t := a.before(a.x.Sent.Event)
	t.send(send)
	if t.err != nil || t.last.Heard.IsZero() || t.last.Answer.Why == nil || t.last.Answer.Why.Rule.Kind == "" ||
		!t.harmless() {
		return Card{}, false
	}
	a.keepText(t)
	whole := a.c
	defer func() { a.c = whole }()
	of, replaces := conflict.OfReplaced(a.c)
	if a.c = of; !replaces {
		a.c.Victim = engine.Mark{}
	}
	card := t.card("guard", fmt.Sprintf("Go back before it on a new branch and send it %s. There it is %s", called,
		a.refusedThere(t)),
		fmt.Sprintf("%s sent #%d again %s, on a branch", a.who(), a.x.Number, called))
	card.Foretold = t.reply()
	whose := a.v.Title(whole.Whose)
	if replaces && a.c.Whose != a.c.By && whose != "" {
		say, _ := a.tellLost(whose)
		if rest, told := strings.CutPrefix(say, "Tell "); told {
			say = "If it has already happened, tell " + rest
		}
		card.Others = listed(say)
	} else if a.c = whole; a.tookLeaseAlong() && whose != "" {
		card.Others = listed(fmt.Sprintf("If it has already happened, tell %s, whose lease went with %s and who was "+
			"not told. Settle whether it is to be there again.", whose, a.place()))
	}
	return card, true
}

// rightful says whether the holder of a lease replaced what another had sent under its id: a guard would stop the
// holder, and not the other's work.
func (a *adviser) rightful() bool {
	return a.c.Severity == engine.SeveritySilent && a.c.Whose != a.c.By &&
		conflict.ByRightfulHolder(a.v.Clone(), a.c)
}

// afterBorrower is for the holder of a lease whose write went over what had been sent under its borrowed id.
func (a *adviser) afterBorrower() Card {
	return Card{Say: fmt.Sprintf("%s wrote under its own lease, and has nothing to send again. %s stops: #%d went "+
		"under an id that was not its own. #%[3]d was accepted, and its work is gone: settle with %[2]s what was "+
		"done outside the storage because of it. What of it is still wanted, %[2]s sends under a lease of its own.",
		a.who(), a.v.Title(a.c.Whose), a.c.Victim.Request)}
}

// borrowerStops says what the work that was sent under a borrowed id would have been answered under its sender's own.
func (a *adviser) borrowerStops() []string {
	x := a.v.Exchange(a.c.Victim.Request)
	b := &adviser{v: a.v, x: x, spec: a.v.Spec(x.Verb), steps: a.steps, c: conflict.Finding{By: x.By,
		Request: x.Number, Event: x.Decided.Event, Object: x.Object}}
	defer func() { a.steps, a.over = b.steps, a.over || b.over }()
	return b.ownIDStops()
}
