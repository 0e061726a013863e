package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// borrowed finds an accepted request that went through by the id of a lease which another writer still holds and never
// handed over. Where the id was read does not matter: what is published is not handed over. A break needs no id.
func borrowed(before *engine.World, e engine.Event, x *engine.Exchange) []Finding {
	taken, object := borrowedFrom(before, x, e.Answer)
	if taken.IsZero() {
		return nil
	}
	found := Finding{Severity: engine.SeveritySilent, Kind: engine.BorrowedLease, Whose: taken.By, By: x.By,
		Event: e.Number, Request: x.Number, Object: object, Part: "lease", Victim: taken}
	for _, c := range e.Own() { // that it had been read makes it no less the holder's
		if c.Mark.By == taken.By && c.Mark.Request != 0 && !c.Part.Gone && !c.Adds && !c.Side && !c.Same {
			found.notes(c)
		}
	}
	return []Finding{found}
}

// OfReplaced is a finding as one of the work that its request replaced, where that is not what it names itself: who
// goes by another's lease may replace what the holder wrote under it. ok is false where nothing of the kind was.
func OfReplaced(c Finding) (of Finding, ok bool) {
	if c.Kind != engine.BorrowedLease {
		return c, true
	}
	list, _ := c.alongWith()
	if len(list) == 0 {
		return c, false
	}
	newest := slices.MaxFunc(list, func(a, b along) int { return cmp.Compare(a.work.Event, b.work.Event) })
	c.Kind = engine.LostUpdate
	return teller{c: c}.along(newest).c, true
}

// Borrows says whether a request, decided in this world, goes by the id of a lease that another writer holds and never
// handed over.
func Borrows(before *engine.World, x *engine.Exchange) bool {
	taken, _ := borrowedFrom(before, x, &x.Answer)
	return !taken.IsZero()
}

// borrowedFrom is how another got the lease, and holds it still, that a request names without having been given its id,
// and what the lease stands on; zero: the request names none such. An acquire names what it was given: a lease that
// stands under the id that it proposed.
func borrowedFrom(before *engine.World, x *engine.Exchange, a *engine.Answer) (engine.Mark, engine.ObjectID) {
	spec := before.Spec(x.Verb)
	switch spec.Effect {
	case engine.Reads, engine.BreaksLease:
		return engine.Mark{}, engine.ObjectID{}
	case engine.AcquiresLease:
		id := a.Field("lease")
		taken := before.Took(x.Object, LeaseNamed(id))
		if id.IsZero() || len(taken) == 0 || tookIt(taken, x.By) || before.Writer(taken[0].By) == nil ||
			wasTold(before, x.By, id) {
			return engine.Mark{}, engine.ObjectID{}
		}
		return taken[0], x.Object
	case engine.RenewsLease:
		if had := revivedFrom(before, x); !had.IsZero() {
			return had, x.Object
		}
	}
	for _, p := range spec.Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(before, x, p.Name) {
			taken, object := holderOf(before, v, x)
			if !taken.IsZero() && !wasTold(before, x.By, v) {
				return taken, object
			}
		}
	}
	return engine.Mark{}, engine.ObjectID{}
}

// tookIt says whether a writer is among those who took a lease.
func tookIt(taken []engine.Mark, writer string) bool {
	return slices.ContainsFunc(taken, func(m engine.Mark) bool { return m.By == writer })
}

// Holds says whether a writer holds a lease that it believes in: one that stands under the same id may be another's.
func Holds(w *engine.World, writer string, object engine.ObjectID, token engine.Token) bool {
	return w.Held(object, token) && tookIt(w.Took(object, token), writer)
}

// NeverGiven says whether a request names a lease id that its sender had neither been given nor told, and had never
// proposed. The world is the one after the request or any later one on the branch.
func NeverGiven(w *engine.World, x *engine.Exchange) bool {
	for _, p := range w.Spec(x.Verb).Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(w, x, p.Name) {
			if !LeaseNamed(v).IsZero() && gotLease(w, x.By, v) == nil && !wasTold(w, x.By, v) &&
				!proposed(w, x, v) {
				return true
			}
		}
	}
	return false
}

// ReleasedFrom is the writer whose lease a request gave back by an id under which it was not its sender's: that had
// read it or been told it, or its own lease under it had ended. Empty: its own. The world is the one after it or any
// later one.
func ReleasedFrom(w *engine.World, x *engine.Exchange) string {
	if w.Spec(x.Verb).Effect != engine.ReleasesLease || !x.Took {
		return ""
	}
	l, ok := teller{w: w}.tenureBefore(x.Object, x.Decided.Event)
	if !ok || l.givenTo(x.By) != nil || w.Writer(l.holder()) == nil {
		return ""
	}
	return l.holder()
}

// releases is what a request did that gave a lease back: its own, or another's.
func (t teller) releases(x *engine.Exchange) string {
	if holder := ReleasedFrom(t.w, x); holder != "" {
		return fmt.Sprintf("released %s lease", possessive(t.who(holder)))
	}
	return t.w.Spec(x.Verb).Did
}

// proposed says whether the sender of a request had asked for a lease under an id before, whatever came of it.
func proposed(w *engine.World, x *engine.Exchange, id engine.Value) bool {
	for before := range w.OfLease(LeaseNamed(id)).Before(x.Number).Newest() {
		effect := w.Spec(before.Verb).Effect
		if before.By != x.By || effect != engine.AcquiresLease && effect != engine.ChangesLease {
			continue
		}
		for _, v := range carried(w, before, "id") {
			if LeaseNamed(v) == LeaseNamed(id) {
				return true
			}
		}
	}
	return false
}

// carried are the values that a request carried in a parameter.
func carried(w *engine.World, x *engine.Exchange, param string) (list []engine.Value) {
	for _, a := range x.Resolved() {
		if a.Name == param {
			list = append(list, a.Value)
		}
	}
	return list
}

// LeaseNamed is the lease that a value names, minted or given as a text.
func LeaseNamed(v engine.Value) engine.Token {
	if t, ok := v.Token(); ok || v.IsZero() {
		return t
	}
	return engine.TokenOf(engine.LeaseID, v.String())
}

// holderOf is how the lease with an id was got by who holds it, where that is not the sender, and what it stands on.
func holderOf(w *engine.World, id engine.Value, sender *engine.Exchange) (got engine.Mark, object engine.ObjectID) {
	for _, writer := range w.Writers() {
		for _, b := range writer.Beliefs {
			if b.Token != LeaseNamed(id) || !w.Held(b.Object, b.Token) {
				continue
			}
			taken := w.Took(b.Object, b.Token)
			if tookIt(taken, sender.By) || readIDBehind(w, taken, id, sender) {
				return engine.Mark{}, engine.ObjectID{}
			}
			for _, m := range taken {
				if m.By == writer.ID {
					got, object = m, b.Object
				}
			}
		}
	}
	return got, object
}

// wasTold says whether a writer was told a value.
func wasTold(w *engine.World, writer string, v engine.Value) bool {
	for x, field := range w.ToldTo(writer) {
		if LeaseNamed(x.Answer.Field(field)) == LeaseNamed(v) {
			return true
		}
	}
	return false
}

// HandedOver says whether the work that a finding's request replaced was sent under the id of a lease that its sender
// had told the other: both go by one id then, by the sender's own doing. The world is the one after the finding or any
// later one on the branch.
func HandedOver(w *engine.World, c Finding) bool {
	x, victim := w.Exchange(c.Request), w.Exchange(c.Victim.Request)
	if c.Severity != engine.SeveritySilent || c.Kind == engine.BorrowedLease || x == nil || victim == nil ||
		OneLease(w, x, victim) == "" || w.Writer(victim.By) == nil {
		return false
	}
	for _, id := range carried(w, victim, "lease") {
		got := gotLease(w, x.By, id)
		if got != nil && gotLease(w, victim.By, id) == nil && wasTold(w, victim.By, id) {
			return true
		}
	}
	return false
}

// handedOver is that as a step in front of the work that was replaced.
func (t teller) handedOver() Step {
	if !HandedOver(t.w, t.c) {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s had told %s the id of the lease: #%d went under it.", t.who(t.c.By),
		t.who(t.c.Victim.By), t.c.Victim.Request), Event: t.c.Victim.Event, at: t.c.Victim.At}
}

// gotLease is the answer that gave a writer the lease with an id; nil where none did.
func gotLease(w *engine.World, writer string, id engine.Value) *engine.Exchange {
	for h := range w.HeardOf(writer, w.OfLease(LeaseNamed(id))) {
		if GivesLease(w, h) && LeaseNamed(h.Answer.Field("lease")) == LeaseNamed(id) {
			return h
		}
	}
	return nil
}

// readTheID is the first answer in which the sender of a borrowed lease had read its id: what it read under the id told
// it nothing.
func (t teller) readTheID() (step Step) {
	id := t.unknownID(t.x)
	if t.c.Kind != engine.BorrowedLease || id == "" {
		return Step{}
	}
	for h := range t.w.HeardBy(t.c.By) {
		if t.w.Spec(h.Verb).Effect.OfLease() { // its answer gives back the id that it was sent
			continue
		}
		for _, f := range h.Answer.Fields {
			if h.Heard.Event < t.x.Sent.Event && strings.Contains(f.Value.String(), id) {
				step = Step{Text: fmt.Sprintf("%s read the id in #%d: %s.", t.who(h.By), h.Number,
					t.w.Spec(h.Verb).Method+
						" "+Called(t.w, h.Object)), Event: h.Decided.Event, at: h.Decided.At}
			}
		}
	}
	return step
}

// lostOwn is how the lease that the sender of a borrowed one had itself began and came to its end; nothing where it had
// none.
func (t teller) lostOwn() []Step {
	if t.c.Kind != engine.BorrowedLease {
		return nil
	}
	for h := range t.w.HeardOf(t.c.By, leaseWork(t.w, t.c.Object)) {
		if h.Object != t.c.Object || !h.Answer.Accepted() || h.Decided.Event >= t.c.Event || !GivesLease(t.w, h) {
			continue
		}
		if own, ok := t.holdingOf(h.Answer.Field("lease")); ok && own.over && own.end.Event != t.c.Victim.Event {
			return append(t.tookFrom(h), t.happened(h.Decided), Step{Text: own.text, Event: own.end.Event, at: own.at})
		}
		return nil
	}
	return nil
}

// lostSameID says whether the sender of a borrowed lease had been given its id, for a lease that was over by then.
func (t teller) lostSameID() bool {
	own, ok := t.leaseSent()
	return ok && own.over
}

// unknownID is the id of a lease that a request carried and that its sender had never been given; empty: none.
func (t teller) unknownID(x *engine.Exchange) string {
	for _, p := range t.w.Spec(x.Verb).Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(t.w, x, p.Name) {
			if gotLease(t.w, x.By, v) == nil {
				return v.String()
			}
		}
	}
	return ""
}

// byOwnLease is the replacing writer's own lease under whose id the work had been sent that was replaced, by another
// than those who held it then or were told its id. ok is false where it was none such.
func (t teller) byOwnLease() (l tenure, ok bool) {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil || victim.By == t.c.By {
		return l, false
	}
	for _, p := range t.w.Spec(victim.Verb).Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(t.w, victim, p.Name) {
			got := gotLease(t.w, t.c.By, v)
			if got == nil || wasTold(t.w, victim.By, v) {
				continue
			}
			l, ok = t.tenureBefore(got.Object, victim.Decided.Event)
			if ok && l.id == LeaseNamed(v) && l.givenTo(t.c.By) != nil && l.givenTo(victim.By) == nil {
				return l, true
			}
		}
	}
	return l, false
}

// byHolder says whether it was replaced by who holds that lease, and went under its id: who is in the right.
func (t teller) byHolder() bool {
	switch t.c.Kind {
	case engine.LostUpdate, engine.GuardDefeated, engine.SameNumber:
	default: // another writer's lease may stand under that id by now
		return false
	}
	own, ok := t.byOwnLease()
	return ok && slices.ContainsFunc(t.spec().Params(), func(p engine.Param) bool {
		return p.Guard == "lease" && slices.ContainsFunc(carried(t.w, t.x, p.Name),
			func(v engine.Value) bool { return LeaseNamed(v) == own.id })
	})
}

// ByRightfulHolder says whether the work that a finding says was replaced had been sent under a lease that is its
// replacer's alone, and was replaced under that lease: its sender had neither got that one itself nor been told its id.
// The world is the one after the finding or any later one on the branch.
func ByRightfulHolder(w *engine.World, c Finding) bool {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.byHolder()
}

// ownTaken is how the holder had got the lease under whose id the work was sent that it replaced.
func (t teller) ownTaken() Step {
	if t.c.Kind != engine.LostUpdate || !t.byHolder() {
		return Step{}
	}
	own, _ := t.byOwnLease()
	return t.happened(own.givenTo(t.c.By).Decided)
}

func (t teller) underAnothersLease() string {
	holder := t.who(t.c.Whose)
	if t.spec().Effect == engine.AcquiresLease {
		return fmt.Sprintf("%s proposed the id of a lease that %s held already, and was given it too: for the "+
			"service, who sends the id is the holder. Nobody was told.", t.who(t.c.By), holder)
	}
	if said := t.revivedByID(); said != "" {
		return said
	}
	if own, ok := t.leaseSent(); ok && own.over {
		return fmt.Sprintf("%s #%d went by %s lease, which has the same id. Nobody was told.", own.text, t.x.Number,
			possessive(holder))
	}
	return fmt.Sprintf("%s sent the id of %s lease, which %s held and had not handed over. Nobody was told.",
		t.who(t.c.By), possessive(holder), holder)
}
