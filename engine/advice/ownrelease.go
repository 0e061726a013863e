package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// besideOwnRelease is for who asks for a lease that it holds already, while its own release or break of that may still
// be done: to renew it, or to name its id, leaves it to be ended by that. Under another id a release no longer fits. ok
// is false where nothing of the kind is under way.
//
// Source: engine/blob/rules.md and engine/share/rules.md, Leases: a release has to name the id that stands.
func (a *adviser) besideOwnRelease(hold view.Hold, say string) (card Card, ok bool) {
	late := a.ownReleaseUnderWay(hold)
	if late == nil {
		return card, false
	}
	const anew = " its id to a new one, which #%d does not fit."
	way, rest, change := "may still be under way", " What is sent next has to be safe beside it.", " Change"+anew
	if late.GaveUp.IsZero() {
		way, rest, change = "is still under way", " Wait for its answer.", " Wait for its answer, or change"+anew
	}
	say = fmt.Sprintf("%s, but %s's own #%d (%s) %s, and would end it, renewed too.", say, a.who(), late.Number,
		late.Verb, way)
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.ChangesLease || op.Object != a.c.Object.Kind {
				continue
			}
			args := engine.With(engine.Args(op.Params()[0].Name, a.c.Object.Name, "id",
				fmt.Sprintf("guid:%s%d", a.c.By, a.v.Requests()+1)), "lease", hold.ID())
			t := a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args})
			if t.err != nil {
				continue
			}
			behind := t.w.Clone()
			a.handOver(behind, t.number)
			if view.OfWorld(behind).Truth(a.c.Object).Lease.State != "leased" {
				continue
			}
			if card, ok := a.offer(t, "lease", say+fmt.Sprintf(change, late.Number), a.who()+
				" gave the lease a new id"); ok {
				return card, true
			}
		}
	}
	return Card{Say: say + rest}, true
}

// ownReleaseUnderWay is the finding's sender's own release of a lease, or its break of whatever lease stands, that may
// still be done; nil: none.
func (a *adviser) ownReleaseUnderWay(hold view.Hold) *engine.Exchange {
	for _, m := range a.v.Flight() {
		x := a.v.Exchange(m.Request)
		if m.Back || x.By != a.c.By || x.Object != a.c.Object || !x.Heard.IsZero() {
			continue
		}
		switch a.v.Spec(x.Verb).Effect {
		case engine.BreaksLease:
			return x
		case engine.ReleasesLease:
			if conflict.LeaseNamed(engine.ValueOf(x.Resolved(), "lease")) == hold.Token {
				return x
			}
		}
	}
	return nil
}
