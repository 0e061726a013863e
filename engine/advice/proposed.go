package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// underKnownID sends the request with the lease that its writer holds, as far as it was told, else under an id that it
// proposed.
func (a *adviser) underKnownID() (Card, bool) {
	if card, ok := a.withHeldLease(); ok {
		return card, true
	}
	return a.underProposed()
}

// underProposed sends the request under the id that an acquire of its own writer proposed, to which no answer came:
// where that was done the writer holds the lease under an id that it knows, and nobody has to wait for the end of it.
// ok is false where there is none, or it is not accepted so.
func (a *adviser) underProposed() (Card, bool) {
	if !a.spec.Takes(a.leaseName()) || a.spec.Effect == engine.AcquiresLease {
		return Card{}, false
	}
	for asked := range a.v.SentAbout(a.c.By, a.c.Object) {
		if asked.Object != a.c.Object || asked.Number == a.x.Number || !asked.Heard.IsZero() ||
			a.v.Spec(asked.Verb).Effect != engine.AcquiresLease {
			continue
		}
		proposed := engine.ValueOf(asked.Resolved(), "id")
		if proposed.IsZero() || conflict.LeaseNamed(proposed) == conflict.LeaseNamed(a.leaseSent()) {
			continue
		}
		again := a.again()
		again.Args = engine.With(again.Args, a.leaseName(), proposed)
		id := conflict.LeaseNamed(proposed).Short()
		return a.offer(a.trial().send(again), "lease", fmt.Sprintf("No answer to #%d came: it may have been done. "+
			"Send the same under the id that it proposed, %s.", asked.Number, id),
			fmt.Sprintf("%s sent it under %s", a.who(), id))
	}
	return Card{}, false
}

// acquireFirst is for what was sent under the id that an acquire of its own writer proposed, to which no answer came,
// where no lease stands: that can be sent again, and with its id is done once. ok is false where there is none such.
func (a *adviser) acquireFirst() (card Card, ok bool) {
	sent := conflict.LeaseNamed(a.leaseSent())
	if sent.IsZero() || a.spec.Effect.OfLease() {
		return card, false
	}
	for asked := range a.v.SentAbout(a.c.By, a.c.Object) {
		proposed := conflict.LeaseNamed(engine.ValueOf(asked.Resolved(), "id"))
		if asked.Object != a.c.Object || !asked.Heard.IsZero() || proposed != sent ||
			a.v.Spec(asked.Verb).Effect != engine.AcquiresLease {
			continue
		}
		t := a.trial().send(engine.Send{By: a.c.By, Verb: asked.Verb, Args: asked.Args,
			Words: engine.Words{Again: asked.Name}})
		return a.offer(t, "lease", fmt.Sprintf("No answer to #%d came, and no lease stands under the id that it "+
			"proposed. Send it again, before the work goes on under that.", asked.Number),
			fmt.Sprintf("%s sent #%d again", a.who(), asked.Number))
	}
	return card, false
}
