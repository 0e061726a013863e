package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// holdersLease tries whether the request would have been refused, had the one whose work it took away held a lease from
// that work on: of the thing itself, or of what was removed with it. Who had read nothing has no version to name, and
// what lies in a container is compared by none, so that a lease of the other's is what is left. Where a guard of the
// request's own stops it, that is enough.
//
// Source: engine/blob/rules.md, "Using a blob while leased" and "Using a container while leased";
// engine/share/rules.md, "Lease File" and "Lease Share".
func (a *adviser) holdersLease(k *view.Known, guarded bool) []string {
	work := a.v.Exchange(a.met().Request)
	_, knows := k.Reading(a.c.Object)
	unread := a.c.Kind == engine.LostUpdate && !knows && !guarded && !a.lostSnapshot()
	if work == nil || work.By == a.c.By || a.v.Title(work.By) == "" || !unread && !a.removesAll() {
		return nil
	}
	for _, of := range []engine.ObjectID{a.x.Object, a.c.Object} {
		for _, g := range a.service().Guardings {
			if g.Lock == nil || g.Lock.Object != of.Kind || !g.Lock.Named {
				continue
			}
			for _, how := range [][]engine.Arg{g.Lock.AcquireArgs, engine.Args("duration", "-1")} {
				if said := a.underLeaseOf(work, of, g.Lock, how); said != "" {
					return []string{said}
				}
			}
		}
	}
	return nil
}

// underLeaseOf is that of one lease, taken when the work had been answered: it has to stand until the request, and to
// refuse that. Empty where it does not.
func (a *adviser) underLeaseOf(work *engine.Exchange, of engine.ObjectID, lock *engine.Locking,
	how []engine.Arg) string {
	if a.brokenBetween(work, of) {
		return ""
	}
	acquire := engine.Send{By: work.By, Verb: lock.Acquire,
		Args: append(engine.Args(a.v.Spec(lock.Acquire).Params()[0].Name, of.Name), how...)}
	behind := a.before(max(work.Heard.Event, work.Decided.Event) + 1)
	if !behind.send(acquire).accepted() {
		return ""
	}
	if at := a.x.Decided.At; behind.w.Now() < at {
		behind.put(engine.Clock{To: at})
	}
	if view.OfWorld(behind.w).Truth(of).Lease.State != "leased" {
		return ""
	}
	t := a.before(a.c.Event) // what came in between stands there too
	if t.decide(acquire); t.err != nil || !t.last.Answer.Accepted() {
		return ""
	}
	t.put(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved(), As: "held"})
	t.put(engine.Deliver{Names: []string{"held"}})
	if t.err != nil {
		return ""
	}
	t.last = t.w.Named("held")
	if t.why() == nil || t.why().Rule.Kind != engine.IsLeased {
		return ""
	}
	length := a.lengthOf(of.Kind, how)
	said := fmt.Sprintf("A lease %son %s taken by %s behind #%d: %s's request would get %s.", length, a.v.Called(of),
		a.v.Title(work.By), work.Number, a.who(), short(t))
	if a.harmsUnheld() {
		said += fmt.Sprintf(" Given back before #%d, it stops nothing.", a.x.Number)
	}
	return said
}

// harmsUnheld says whether the request does the same harm where no lease stands and its sender has read once more what
// it went by: whoever gives a lease back behind its work, as the comparison of guards has it, is not kept from that.
func (a *adviser) harmsUnheld() bool {
	base := conflict.Basis(a.v.Clone(), a.c)
	if base == nil || a.v.Spec(base.Verb).Group != engine.GroupRead || a.x.Words.From != "" {
		return true // there is nothing to read again: it was decided so
	}
	t := a.before(a.c.Event)
	if !t.send(engine.Send{By: base.By, Verb: base.Verb, Args: base.Resolved()}).accepted() {
		return false
	}
	return t.send(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()}).accepted() &&
		len(silentOf(t.found)) > 0
}

// brokenBetween says whether somebody else broke a lease of a thing, as its holder's would have been, between that
// one's work and the request: another lease would have been broken in the same way.
func (a *adviser) brokenBetween(work *engine.Exchange, of engine.ObjectID) bool {
	for n := work.Number + 1; n < a.x.Number; n++ {
		x := a.v.Exchange(n)
		if x != nil && x.Object == of && x.By != work.By && x.Took && a.v.Spec(x.Verb).Effect == engine.BreaksLease {
			return true
		}
	}
	return false
}

// lengthOf is how long a lease is taken for, in words with a blank behind them; empty where its service knows one
// length alone.
func (a *adviser) lengthOf(kind string, how []engine.Arg) string {
	for _, arg := range how {
		seconds, ok := arg.Value.Int()
		switch {
		case arg.Name != "duration" || !ok:
		case seconds > 0:
			return fmt.Sprintf("of %d s ", seconds)
		case a.hasRenewals(kind):
			return "with no end "
		}
	}
	return ""
}

// hasRenewals says whether leases of a kind of thing can end by themselves.
func (a *adviser) hasRenewals(kind string) bool {
	return slices.ContainsFunc(a.service().Ops, func(op engine.OpSpec) bool {
		return op.Effect == engine.RenewsLease && op.Object == kind
	})
}

// leavesWhatIsThere tries a rename that took a name whatever had it as one that asks for a free name: it refuses that
// whoever made what is there, so that it is told apart from a guard against the other's work.
//
// Source: engine/share/rules.md, "FileREST operations" (Rename File without replace).
func (a *adviser) leavesWhatIsThere(k *view.Known) []string {
	plain := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()}
	_, knows := k.Reading(a.c.Object) // who had read means what is there
	if a.spec.Effect != engine.Renames || knows || a.mayCreate(k) {
		return nil // or it stands among the guards
	}
	for _, g := range a.service().Guardings {
		if g.Guard == nil || g.Instead != "if-none-match" || !g.Fits(a.spec, plain) {
			continue
		}
		s, note := g.Guard(a.spec, plain, view.Answers{Known: k})
		t := a.before(a.c.Event)
		if t.decide(s); note != "" || t.why() == nil || t.why().Rule.Kind != engine.AlreadyThere {
			continue
		}
		return []string{fmt.Sprintf("%s. The answer would be %s, whoever had made what has the name.", a.told(t, s),
			short(t))}
	}
	return nil
}
