package advice

import (
	"fmt"

	"interleave/engine"
)

// lease tries whether what came in between would have been refused, had the sender held a lease from its read on; of
// what was done through a handle, from before the handle was opened.
func (a *adviser) lease() []string {
	of, others, from := a.c.Object, a.v.Exchange(a.met().Request), a.madeFrom()
	if opened := a.opened(a.c.Object); opened != nil {
		of, others, from = opened.Object, opened, opened
	}
	if through := a.handleBehind(others, from); through != nil {
		others = through
	}
	if others == nil || from == nil || others.By == a.c.By || from.Sent.Event > others.Sent.Event ||
		a.c.Kind == engine.DoneTwice || // who is kept out does not keep its holder from doing it again
		a.underMyLease() { // who reads one id reads the next one too
		return nil
	}
	for _, g := range a.service().Guardings {
		if g.Lock == nil || g.Lock.Object != of.Kind || !g.Lock.Named {
			continue
		}
		t := a.before(from.Sent.Event)
		name := a.v.Spec(g.Lock.Acquire).Params()[0].Name
		how, seconds := a.acquired(g.Lock)
		acquire := engine.Send{By: a.c.By, Verb: g.Lock.Acquire, Args: append(engine.Args(name, of.Name), how...)}
		start, when, first := from.Sent.Event, "before", from.Number
		if t.send(acquire); t.refusedAsGone() && !a.compares() && from.Took && from.Object == of &&
			!from.Heard.IsZero() && from.Heard.Event < others.Sent.Event { // which made it, and no tag stops it
			start, when, first = from.Heard.Event+1, "behind", from.Number+1
			t = a.before(start).send(acquire)
		}
		if !t.accepted() {
			continue
		}
		id := engine.Ref(t.last.Name+".lease", false)
		if a.tooShort(t, id) {
			t, seconds = a.before(start), "with no end "
			acquire.Args = engine.With(acquire.Args, "duration", engine.Text("-1"))
			if !t.send(acquire).accepted() {
				continue
			}
			id = engine.Ref(t.last.Name+".lease", false)
		}
		release := engine.Send{By: a.c.By, Verb: g.Lock.Release,
			Args: engine.With(engine.Args(name, of.Name), "lease", id)}
		t, kept := a.underHold(t, of, first, others, id)
		if !kept {
			continue
		}
		if t.w.Now() < others.Sent.At { // a lease that is over by then keeps nobody out
			t.put(engine.Clock{To: others.Sent.At})
		}
		t.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
		if t.err != nil || t.last.Answer.Why == nil {
			continue
		}
		if kind := t.last.Answer.Why.Rule.Kind; kind == engine.IsLeased || kind == engine.SharedFile {
			on := ""
			if of != a.x.Object { // one of the holder may have been taken
				on = "on " + a.v.Called(of) + " "
			}
			if a.keepsOutItsHolder(t, of, others, id) {
				continue
			}
			return []string{fmt.Sprintf("A lease %s%staken by %s %s #%d: %s's request would get %s.%s",
				seconds, on, a.who(), when, from.Number, a.v.Title(others.By), short(t),
				a.behindTheLease(t, release, others))}
		}
	}
	return nil
}

// underHold goes on with what a lease's holder itself did to its object up to another's request, each under the lease:
// a delete or a rename of its own ends it. kept: none of that was refused for the lease.
func (a *adviser) underHold(t *trial, of engine.ObjectID, first int, others *engine.Exchange, id engine.Value) (
	at *trial, kept bool) {
	for n := first; n < others.Number; n++ {
		x := a.v.Exchange(n)
		if x.Decided.Event > others.Sent.Event || !a.needsHold(x, of) {
			continue
		}
		next := a.ownUnder(t, x, id)
		if shutsOut(next) {
			return t, false
		}
		if next.err == nil {
			t = next
		}
	}
	return t, true
}

// keepsOutItsHolder says of a lease that stopped another's request whether it refuses what its holder itself did
// behind that, up to what the conflict is about: no open over SMB may write or delete under a lease, whoever holds it.
func (a *adviser) keepsOutItsHolder(t *trial, of engine.ObjectID, others *engine.Exchange, id engine.Value) bool {
	for n := others.Number + 1; n <= a.x.Number; n++ {
		x := a.v.Exchange(n)
		if !a.needsHold(x, of) {
			continue
		}
		next := a.ownUnder(t, x, id)
		if shutsOut(next) {
			return true
		}
		if next.err == nil {
			t = next
		}
	}
	return false
}

// needsHold says whether a request is one of the holder's own by which it changed or opened an object.
func (a *adviser) needsHold(x *engine.Exchange, of engine.ObjectID) bool {
	spec := a.v.Spec(x.Verb)
	return x.By == a.c.By && x.Object == of && x.Took && (spec.Changes() || spec.Effect == engine.Opens)
}

// ownUnder sends on a fork what a lease's holder sent, at its time and with the lease where the request takes one.
func (a *adviser) ownUnder(t *trial, x *engine.Exchange, id engine.Value) *trial {
	next := t.fork()
	if next.w.Now() < x.Sent.At {
		next.put(engine.Clock{To: x.Sent.At})
	}
	own := engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, Words: engine.Words{On: x.Words.On}}
	if a.v.Spec(x.Verb).Takes("lease") {
		own.Args = engine.With(own.Args, "lease", id)
	}
	return next.send(own)
}

// shutsOut says whether the last request was refused for a lease, or for what a lease lets nobody open.
func shutsOut(t *trial) bool {
	if t.err != nil || t.why() == nil {
		return false
	}
	kind := t.why().Rule.Kind
	return kind == engine.IsLeased || kind == engine.SharedFile
}

// behindTheLease says of a writer that had read nothing, and is kept out by a lease, that it has to read once the lease
// is over: what it would send again then was tried. Empty for one that had read, which reads again.
func (a *adviser) behindTheLease(t *trial, release engine.Send, others *engine.Exchange) string {
	base := a.v.BaseOf(others, a.c.Object)
	if base != nil && a.v.Spec(base.Verb).Group == engine.GroupRead || !a.spec.Takes("lease") {
		return ""
	}
	after := t.fork()
	own := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: engine.With(a.x.Args, "lease", release.Args[1].Value)}
	if !after.send(own).accepted() || !after.send(release).accepted() {
		return ""
	}
	after.found, after.blind = nil, false
	after.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
	if !after.accepted() || !after.blind && len(silentOf(after.found)) == 0 {
		return ""
	}
	if a.v.Spec(others.Verb).Group == engine.GroupDelete {
		return fmt.Sprintf(" Sent again as it is once the lease is over, it would delete %s's work: who waits for a "+
			"lease reads before it deletes.", a.who())
	}
	return fmt.Sprintf(" Sent again as it is once the lease is over, it would replace %s's work: who waits for a "+
		"lease reads before it writes.", a.who())
}

// handleBehind is the open of the handle through which a request worked, where that came behind a read: without it the
// request could not have been sent. nil: it went through none.
func (a *adviser) handleBehind(x, read *engine.Exchange) *engine.Exchange {
	if x == nil || read == nil {
		return nil
	}
	if opened := a.opened(x.Object); opened != nil && opened.Sent.Event > read.Sent.Event {
		return opened
	}
	return nil
}

// acquireLook is how many of a writer's requests back it is looked for how it takes leases: what it did long before
// says no more of this scene than the service's strategy does.
const acquireLook = 64

// acquired is how a lease is taken in this scene: for as long as the sender took one before, else as the service's
// strategy has it; with that length in words.
func (a *adviser) acquired(lock *engine.Locking) (how []engine.Arg, length string) {
	how = lock.AcquireArgs
	looked := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > acquireLook {
			break
		}
		if x.Number >= a.x.Number || x.Verb != lock.Acquire || !x.Took {
			continue
		}
		for _, arg := range x.Args {
			if arg.Name == "duration" {
				how = engine.With(how, arg.Name, arg.Value)
			}
		}
		break
	}
	for _, arg := range how {
		if seconds, ok := arg.Value.Int(); ok && arg.Name == "duration" && seconds > 0 {
			length = fmt.Sprintf("of %d s ", seconds)
		}
	}
	return how, length
}
