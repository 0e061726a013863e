package advice

import (
	"cmp"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// alone is the world in which the request would have been sent, had nobody but its sender done anything since it read
// what that is made from, and had it not sent the same before. changed says that its sender has changed the object
// itself since then. ok is false where nothing was read, or where what its sender did would have gone otherwise without
// the others.
func (a *adviser) alone(base *engine.Exchange) (t *trial, changed, ok bool) {
	from := cmp.Or(a.wholeRead(base), base)
	if from == nil || from.Decided.IsZero() || from.Heard.IsZero() {
		return nil, false, false
	}
	t = a.before(from.Decided.Event + 1)
	t.put(engine.ReceiveAnswer{Names: []string{from.Name}})
	var own []*engine.Exchange // the newest first
	looked := 0
	for x := range a.v.SentBefore(a.x) {
		if x.Number <= from.Number {
			break
		}
		if looked++; looked > readLook { // what its sender did since would take too long to do again
			return nil, false, false
		}
		own = append(own, x)
	}
	for _, x := range slices.Backward(own) {
		if x.Object != a.c.Object || !x.Took || x.Wish == a.x.Wish || !a.v.Spec(x.Verb).Changes() ||
			x.Decided.Event > a.x.Decided.Event {
			continue
		}
		t.inItsPlace(x, engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, Words: engine.Words{On: x.Words.On}})
		if t.err != nil || !t.last.Took {
			return nil, false, false
		}
		changed = true
	}
	t.found = nil
	return t, changed, t.err == nil
}

// readLook is how many of a writer's requests back it is looked for a read.
const readLook = 64

// wholeRead is the newest read that showed the sender of a line all that its key held, and that it had heard when it
// sent the line; nil where the answer that the line is made from is that, or where there is none. A read of an expiry
// alone shows nothing of what stands there.
func (a *adviser) wholeRead(base *engine.Exchange) *engine.Exchange {
	if !a.spec.Prompt() || base == nil || a.showsWhole(base) {
		return nil
	}
	looked := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > readLook {
			break
		}
		if x.Number < base.Number && x.Object == a.c.Object && !x.Heard.IsZero() && x.Heard.Event < a.x.Sent.Event &&
			a.showsWhole(x) {
			return x
		}
	}
	return nil
}

// showsWhole says whether a read showed all that the finding's key held, or that nothing was there.
func (a *adviser) showsWhole(x *engine.Exchange) bool {
	return a.v.Spec(x.Verb).Group == engine.GroupRead && slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == a.c.Object && (p.Name == "*" || slices.Contains(engine.TextNames(), p.Name))
	})
}

// lettingThrough takes away what would refuse the sender also where nobody else had come between: that is refused for
// what it did itself, as an append whose reply shows no value, and is no guard. What its sender made of what it
// had read it can compare as well: a line that compares that takes the place of those taken away.
func (a *adviser) lettingThrough(list []engine.Send, base *engine.Exchange) []engine.Send {
	t, changed, ok := a.alone(base)
	if !ok {
		return list
	}
	refused := func(s engine.Send) bool {
		one := t.fork()
		one.decide(s)
		return one.err == nil && one.why() != nil && one.why().Rule.Kind == engine.StaleWrite
	}
	kept := slices.DeleteFunc(slices.Clone(list), refused)
	if len(kept) == len(list) || !changed || !a.spec.Prompt() {
		return kept
	}
	return append(kept, a.comparingOwn(t, base)...)
}

// comparingOwn are the lines that compare what the key would have held for its sender, in the world where it was alone,
// as a read shows it there.
func (a *adviser) comparingOwn(alone *trial, base *engine.Exchange) (list []engine.Send) {
	read, service := cmp.Or(a.wholeRead(base), base), a.service()
	if a.v.Spec(read.Verb).Group != engine.GroupRead {
		return nil
	}
	t := alone.fork().send(engine.Send{By: a.x.By, Verb: read.Verb, Args: read.Args,
		Words: engine.Words{On: read.Words.On}})
	if !t.accepted() {
		return nil
	}
	plain := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args}
	bare, _ := service.BareOf(a.spec, plain)
	for _, g := range service.Guardings {
		if g.Guard == nil || g.Keeps || !g.Fits(a.spec, plain) || g.Instead == "if-none-match" {
			continue
		}
		s, note := g.Guard(a.spec, bare, view.Answers{Known: t.known()})
		one := t.fork()
		if note != "" {
			continue
		}
		if one.decide(s); one.err == nil && one.why() == nil && one.last.Took {
			list = append(list, engine.Send{By: a.x.By, Verb: s.Verb, Args: one.last.Resolved()})
		}
	}
	return list
}

// staleByOwn says whether each guard would be refused for what its sender did itself since it read.
func (a *adviser) staleByOwn() bool {
	sending, _ := a.v.Before(a.x.Sent.Event)
	k := view.OfWorld(sending).Known(a.c.By)
	return k != nil && len(a.everyGuard(k, a.madeFrom())) > len(a.guarded(k))
}

// heldAlone is what the object's text would have been for its sender, had nobody else done anything since it read it;
// ok is false where it has not changed it itself since.
func (a *adviser) heldAlone() (text string, ok bool) {
	t, changed, ok := a.alone(a.madeFrom())
	if !ok || !changed {
		return "", false
	}
	return conflict.TextIn(t.w.Object(a.c.Object)), true
}
