package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// idRead is the first answer in which a writer had read the id of a lease that it had not been given, before a request
// was sent; nil where it had read it nowhere. What it heard of leases under the id gives back what was sent.
func idRead(w *engine.World, x *engine.Exchange, id string) (first *engine.Exchange) {
	if id == "" {
		return nil
	}
	for h := range w.SentBefore(x) {
		if h.Heard.IsZero() || h.Heard.Event > x.Sent.Event || w.Spec(h.Verb).Effect.OfLease() {
			continue
		}
		for _, f := range h.Answer.Fields {
			if strings.Contains(f.Value.String(), id) {
				first = h
			}
		}
	}
	return first
}

// byIDRead says of a renewal that brought back another's lease which had ended whether its sender knew the id by having
// read it alone: it was never given or told that, and had never proposed it. The answer is where it had read it.
func byIDRead(w *engine.World, x *engine.Exchange) *engine.Exchange {
	if w.Spec(x.Verb).Effect != engine.RenewsLease {
		return nil
	}
	for _, id := range carried(w, x, "lease") {
		if !wasTold(w, x.By, id) && !proposed(w, x, id) && !givenBefore(w, x, id) {
			return idRead(w, x, id.String())
		}
	}
	return nil
}

// givenBefore says whether the sender of a request had been given the lease with an id before that.
func givenBefore(w *engine.World, x *engine.Exchange, id engine.Value) bool {
	for h := range w.SentBefore(x) {
		if GivesLease(w, h) && LeaseNamed(h.Answer.Field("lease")) == LeaseNamed(id) {
			return true
		}
	}
	return false
}

// revivedFrom is how another had got the lease that a renewal is to bring back by an id which its sender had only read,
// as it stands before that is done; zero: it is none such.
func revivedFrom(before *engine.World, x *engine.Exchange) engine.Mark {
	l, ok := teller{w: before}.tenureBefore(x.Object, before.Record()+1)
	if !ok || l.givenTo(x.By) != nil || before.Writer(l.holder()) == nil {
		return engine.Mark{}
	}
	for _, id := range carried(before, x, "lease") {
		if l.id == LeaseNamed(id) && !before.Held(x.Object, l.id) && byIDRead(before, x) != nil {
			return l.given[len(l.given)-1].Decided
		}
	}
	return engine.Mark{}
}

// readIDBehind says whether what stands under a lease id was brought back by who had only read that: to the one that
// had the lease under it before, the id is its own.
func readIDBehind(w *engine.World, taken []engine.Mark, id engine.Value, sender *engine.Exchange) bool {
	if len(taken) == 0 || !givenBefore(w, sender, id) {
		return false
	}
	for _, m := range taken {
		x := w.Exchange(m.Request)
		if x == nil || !BroughtBack(x) || byIDRead(w, x) == nil {
			return false
		}
	}
	return true
}

// tookByID is the renewal by which another brought back the lease of the finding's sender under the id that it had
// read, and where it had read that; nil: none did.
func (t teller) tookByID() (renewal, read *engine.Exchange) {
	h, ok := t.belief()
	if t.c.Kind != engine.StaleHolder || !ok || !h.over {
		return nil, nil
	}
	if taken := t.takenSince(h); taken != nil && BroughtBack(taken) {
		if read := byIDRead(t.w, taken); read != nil {
			return taken, read
		}
	}
	return nil, nil
}

// TookByID says who took the lease of a finding's sender by the id, which it had only read; empty: nobody did so. The
// world is the one after the finding or any later one on the branch.
func TookByID(w *engine.World, c Finding) string {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	taken, read := t.tookByID()
	if taken == nil {
		return ""
	}
	return fmt.Sprintf("%s #%d took the lease by the id of %s, which %s had read in #%d.",
		possessive(t.who(taken.By)), taken.Number, possessive(t.who(c.By)), t.who(taken.By), read.Number)
}

// readBehind is where who took the lease of a stale holder by its id had read that.
func (t teller) readBehind() Step {
	taken, read := t.tookByID()
	if taken == nil {
		return Step{}
	}
	return t.readIn(taken.By, read)
}

// readIn says in which answer a writer had read an id.
func (t teller) readIn(who string, read *engine.Exchange) Step {
	return Step{Text: fmt.Sprintf("%s read the id in #%d: %s.", t.who(who), read.Number,
		t.w.Spec(read.Verb).Method+" "+Called(t.w, read.Object)), Event: read.Decided.Event, at: read.Decided.At}
}

// revivedByID says of a renewal that borrowed the id of a lease which had ended that it brought that back; empty for
// any other.
func (t teller) revivedByID() string {
	h, ok := t.hadBefore(t.x)
	if !ok || t.c.Kind != engine.BorrowedLease {
		return ""
	}
	by := possessive(t.who(t.c.By))
	return fmt.Sprintf("%s %s #%d brought it back by its id, which %s had not handed over: the lease was %s from "+
		"then on. Nobody was told.", h.text, by, t.x.Number, t.who(t.c.Whose), by)
}

// endBefore is how that lease had ended.
func (t teller) endBefore() Step {
	if h, ok := t.hadBefore(t.x); ok && t.c.Kind == engine.BorrowedLease {
		return Step{Text: h.text, Event: h.end.Event, at: h.at}
	}
	return Step{}
}

// readItself is where the sender of a renewal that borrowed an id so had read it.
func (t teller) readItself() Step {
	if t.c.Kind != engine.BorrowedLease {
		return Step{}
	}
	read := byIDRead(t.w, t.x)
	if read == nil {
		return Step{}
	}
	return t.readIn(t.c.By, read)
}
