package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// lockAnew is for who was refused as something changed while its lease on what guards that was over: whoever takes the
// lease may be at work there, so that it is taken first, and what is there then is read; where another had broken it,
// that is settled first. ok is false where its writer holds the lease, or another has none that is over.
func (a *adviser) lockAnew() (Card, bool) {
	lock, ended, by, ok := conflict.LockOver(a.v.Clone(), a.c)
	if !ok || a.spec.Effect == engine.Reads {
		return Card{}, false
	}
	hold, _ := a.v.Known(a.c.By).Holds(lock)
	l, of := a.v.Truth(lock).Lease, a.v.Called(lock)
	held := l.State == "leased" || l.State == "breaking"
	say := fmt.Sprintf("%s Acquire the lease of %s first, then read, and %s", ended, of, a.behindRead())
	if held {
		if l.Holder == a.c.By {
			return Card{}, false
		}
		say = fmt.Sprintf("%s %s holds the lease of %s %s. When it is free, acquire it first, then read, and %s",
			ended, a.v.Title(l.Holder), of, heldUntil(l), a.behindRead())
	}
	seconds := int(hold.Seconds)
	if seconds == 0 {
		seconds = 30
	}
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.AcquiresLease || op.Object != lock.Kind {
				continue
			}
			if settle := a.settlesWith(a.v.Exchange(by.Request)); settle != "" && !held {
				return Card{Say: fmt.Sprintf("%s %s of %s first, `%s: %s %s duration=%d`, then read, and %s", ended,
					capital(settle), of, a.c.By, op.Verb, lineWord(lock.Name), seconds, a.behindRead()),
					Others: listed(a.sameAgain())}, true // by hand: no key settles that
			}
			t, action, did := a.trial(), "lease anew", a.who()+" took the lease again, and read"
			if held {
				if l.Ends == engine.Never || l.Ends <= t.w.Now() {
					return Card{Say: say}, true
				}
				t.put(engine.Clock{To: l.Ends})
				action = "wait, lease anew"
				did = fmt.Sprintf("%s waited until %s and took the lease, and read", a.who(), l.Ends)
			}
			args := engine.Args(op.Params()[0].Name, lock.Name, "duration", leaseSeconds(seconds))
			if !t.send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args}).accepted() {
				return Card{Say: say}, true
			}
			if read, ok := a.readOf(t, a.c.Object); ok {
				a.keepText(t)
				t.send(read)
			}
			if card, ok := a.offer(t, action, say, did); ok {
				return card, true
			}
		}
	}
	return Card{Say: say}, true
}

// behindRead is what is done with what has been read under the lease: a delete, a copy and the like carry no change
// that could be put into it.
func (a *adviser) behindRead() string {
	if _, then := a.withoutChange(); then != "" {
		return lowered(then)
	}
	return "put the change into what is there."
}
