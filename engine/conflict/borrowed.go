package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// borrowed finds an accepted request that went through by the id of a lease which another writer still holds and never
// handed over. Where the id was read does not matter: what is published is not handed over. A break needs no id.
func borrowed(before *engine.World, e engine.Event, x *engine.Exchange) []Finding {
	holder, object, id := borrowedFrom(before, x)
	if holder == nil {
		return nil
	}
	c := Finding{Severity: engine.SeveritySilent, Kind: engine.BorrowedLease, Whose: holder.ID, By: x.By,
		Event: e.Number, Request: x.Number, Object: object, Part: "lease"}
	if got := gotLease(before, holder, id); got != nil {
		c.Victim = got.Decided
	}
	return []Finding{c}
}

// Borrows says whether a request, decided in this world, goes by the id of a lease that another writer holds and never
// handed over.
func Borrows(before *engine.World, x *engine.Exchange) bool {
	holder, _, _ := borrowedFrom(before, x)
	return holder != nil
}

// borrowedFrom is who holds the lease that a request names without having been given its id, what the lease stands on,
// and the id; nil: the request names none such.
func borrowedFrom(before *engine.World, x *engine.Exchange) (*engine.Writer, engine.ObjectID, engine.Value) {
	spec := before.Spec(x.Verb)
	if spec.Effect == engine.Reads || spec.Effect == engine.BreaksLease {
		return nil, engine.ObjectID{}, engine.Value{}
	}
	for _, p := range spec.Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(before, x, p.Name) {
			if holder, object := holderOf(before, v, x.By); holder != nil && !wasTold(before, x.By, v) {
				return holder, object, v
			}
		}
	}
	return nil, engine.ObjectID{}, engine.Value{}
}

// NeverGiven says whether a request names a lease id that its sender had neither been given nor told, and had never
// proposed. The world is the one after the request or any later one on the branch.
func NeverGiven(w *engine.World, x *engine.Exchange) bool {
	for _, p := range w.Spec(x.Verb).Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(w, x, p.Name) {
			if !leaseOf(v).IsZero() && gotLease(w, w.Writer(x.By), v) == nil && !wasTold(w, x.By, v) &&
				!proposed(w, x, v) {
				return true
			}
		}
	}
	return false
}

// proposed says whether the sender of a request had asked for a lease under an id before, whatever came of it.
func proposed(w *engine.World, x *engine.Exchange, id engine.Value) bool {
	for n := x.Before; n != 0; n = w.Exchange(n).Before {
		before := w.Exchange(n)
		effect := w.Spec(before.Verb).Effect
		if effect != engine.AcquiresLease && effect != engine.ChangesLease {
			continue
		}
		for _, v := range carried(w, before, "id") {
			if leaseOf(v) == leaseOf(id) {
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

// leaseOf is the lease that a value names, minted or given as a text.
func leaseOf(v engine.Value) engine.Token {
	if t, ok := v.Token(); ok || v.IsZero() {
		return t
	}
	return engine.TokenOf(engine.LeaseID, v.String())
}

// holderOf is who holds the lease with an id, where that is not the sender, and what the lease stands on.
func holderOf(w *engine.World, id engine.Value, sender string) (holder *engine.Writer, object engine.ObjectID) {
	for _, writer := range w.Writers() {
		for _, b := range writer.Beliefs {
			if b.Token != leaseOf(id) || !w.Held(b.Object, b.Token) {
				continue
			}
			if writer.ID == sender {
				return nil, engine.ObjectID{}
			}
			holder, object = writer, b.Object
		}
	}
	return holder, object
}

// wasTold says whether a writer was told a value.
func wasTold(w *engine.World, writer string, v engine.Value) bool {
	for _, path := range w.Writer(writer).Told {
		name, field, _ := strings.Cut(path, ".")
		if x := w.Named(name); x != nil && leaseOf(x.Answer.Field(field)) == leaseOf(v) {
			return true
		}
	}
	return false
}

// gotLease is the answer that gave a writer the lease with an id; nil where none did.
func gotLease(w *engine.World, writer *engine.Writer, id engine.Value) *engine.Exchange {
	for n := writer.Newest; n != 0; n = w.Exchange(n).HeardBefore {
		h := w.Exchange(n)
		effect := w.Spec(h.Verb).Effect
		if (effect == engine.AcquiresLease || effect == engine.ChangesLease) &&
			leaseOf(h.Answer.Field("lease")) == leaseOf(id) {
			return h
		}
	}
	return nil
}

// readTheID is the newest answer in which the sender of a borrowed lease had read its id.
func (t teller) readTheID() Step {
	if t.c.Kind != engine.BorrowedLease {
		return Step{}
	}
	for n := t.w.Writer(t.c.By).Newest; n != 0; n = t.w.Exchange(n).HeardBefore {
		h := t.w.Exchange(n)
		for _, f := range h.Answer.Fields {
			if id := t.leaseID(t.x, t.c.By); id != "" && h.Heard.Event < t.x.Sent.Event &&
				strings.Contains(f.Value.String(), id) {
				return Step{Text: fmt.Sprintf("%s read the id in #%d: %s.", t.who(h.By), h.Number,
					t.w.Spec(h.Verb).Method+
						" "+Called(t.w, h.Object)), Event: h.Decided.Event, at: h.Decided.At}
			}
		}
	}
	return Step{}
}

// lostOwn is how the lease that the sender of a borrowed one had itself came to its end; nothing where it had none.
func (t teller) lostOwn() Step {
	if t.c.Kind != engine.BorrowedLease {
		return Step{}
	}
	for n := t.w.Writer(t.c.By).Newest; n != 0; n = t.w.Exchange(n).HeardBefore {
		h := t.w.Exchange(n)
		effect := t.w.Spec(h.Verb).Effect
		if h.Object != t.c.Object || !h.Answer.Accepted() || h.Decided.Event >= t.c.Event ||
			effect != engine.AcquiresLease && effect != engine.ChangesLease {
			continue
		}
		if own, ok := t.holdingOf(h.Answer.Field("lease")); ok && own.over && own.end.Event != t.c.Victim.Event {
			return Step{Text: own.text, Event: own.end.Event, at: own.at}
		}
		return Step{}
	}
	return Step{}
}

// leaseID is the id of a lease that a request carried and that was given to another than its sender; empty: none.
func (t teller) leaseID(x *engine.Exchange, sender string) string {
	for _, p := range t.w.Spec(x.Verb).Params() {
		if p.Guard != "lease" {
			continue
		}
		for _, v := range carried(t.w, x, p.Name) {
			if gotLease(t.w, t.w.Writer(sender), v) == nil {
				return v.String()
			}
		}
	}
	return ""
}

// byOwnLease says whether the work that was replaced had been sent by another under the replacing writer's own lease.
func (t teller) byOwnLease() bool {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil || victim.By == t.c.By {
		return false
	}
	id := t.leaseID(victim, victim.By)
	return id != "" && gotLease(t.w, t.w.Writer(t.c.By), engine.Text(id)) != nil &&
		!wasTold(t.w, victim.By, engine.Text(id))
}

// UnderBorrowed says whether the work that a finding says was replaced had been sent under a lease that is its
// replacer's alone: its sender had neither got that id itself nor been told it. The world is the one after the finding
// or any later one on the branch.
func UnderBorrowed(w *engine.World, c Finding) bool {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.byOwnLease()
}

func (t teller) underAnothersLease() string {
	holder := t.who(t.c.Whose)
	return fmt.Sprintf("%s sent the id of %s lease, which %s held and had not handed over. Nobody was told.",
		t.who(t.c.By), possessive(holder), holder)
}
