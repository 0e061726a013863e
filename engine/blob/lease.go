package blob

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
)

// phase is the state of a lease.
type phase uint8

const (
	available phase = iota
	leased
	breaking
	broken
	expired
)

func (p phase) String() string {
	return [...]string{"available", "leased", "breaking", "broken", "expired"}[p]
}

// forever is the duration of an infinite lease.
const forever = -1

// formerKept is how many ids that are over an object remembers: only the explanation of a refusal asks for them.
const formerKept = 8

// lease is the lease of a blob or a container. The zero lease is available, and never was anything else.
type lease struct {
	phase   phase
	id      engine.Token
	seconds int64          // 15 to 60, or forever
	ends    engine.Instant // while leased; Never where it is infinite
	breaks  engine.Instant // while breaking
	holder  string         // who took, renewed or changed it last
	since   engine.Mark    // how the present id came to stand
	over    engine.Mark    // how the last one ended, or began to: a break, the clock, a release, a write, a delete
	former  []engine.Token // ids that are over, the newest last
}

func (l *lease) walk(v engine.Visitor) {
	state := l.phase.String()
	v.Text("lease.state", &state)
	if l.phase != available {
		v.Token("lease.id", &l.id)
		v.Number("lease.duration", &l.seconds)
		v.Text("lease.holder", &l.holder)
		v.Mark("lease.since", &l.since)
	}
	v.End("lease.ends", &l.ends)
	v.End("lease.breaks", &l.breaks)
	v.Mark("lease.over", &l.over)
	for i := range l.former {
		v.Token(fmt.Sprintf("lease.former.%d", i), &l.former[i])
	}
}

// active says whether the lease locks: leased or breaking.
func (l lease) active() bool { return l.phase == leased || l.phase == breaking }

// deadline is when an active lease ends by itself.
func (l lease) deadline() engine.Instant {
	if l.phase == breaking {
		return l.breaks
	}
	return l.ends
}

func (l lease) status() string {
	if l.active() {
		return "locked"
	}
	return "unlocked"
}

// fields are the lease as reads report it; its duration only while it is leased.
func (l lease) fields() []engine.Field {
	fields := []engine.Field{{Name: "lease-state", Value: engine.Text(l.phase.String())}, {Name: "lease-status", Value: engine.Text(l.status())}}
	switch {
	case l.phase != leased:
	case l.seconds == forever:
		fields = append(fields, engine.Field{Name: "lease-duration", Value: engine.Text("infinite")})
	default:
		fields = append(fields, engine.Field{Name: "lease-duration", Value: engine.Text("fixed")})
	}
	return fields
}

// forget leaves nothing of the id but what explanations need.
func (l lease) forget(m engine.Mark) lease {
	if l.phase == available {
		return l
	}
	return lease{over: m, former: l.without(l.id)}
}

// without is the list of former ids with one more.
func (l lease) without(id engine.Token) []engine.Token {
	former := make([]engine.Token, 0, formerKept)
	for _, f := range l.former {
		if f != id {
			former = append(former, f)
		}
	}
	former = append(former, id)
	return former[max(0, len(former)-formerKept):]
}

// ended is the lease after the clock has passed its end.
func (l lease) ended(tx *engine.Tx) (next lease, by string) {
	by = l.holder
	next = l
	next.phase = expired
	if l.phase == breaking {
		by, next.phase = l.over.By, broken
	}
	next.ends, next.breaks, next.over = 0, 0, tx.As(by)
	return next, by
}

// begun is the lease from now on, for its duration.
func (l lease) begun(tx *engine.Tx) lease {
	if l.phase != leased || l.holder != tx.Mark().By {
		l.since = tx.Mark()
	}
	l.phase, l.holder, l.breaks, l.ends = leased, tx.Mark().By, 0, engine.Never
	if l.seconds != forever {
		l.ends = tx.Now().Add(time.Duration(l.seconds) * time.Second)
	}
	return l
}

// check says what cannot be.
func (l lease) check(now engine.Instant) error {
	switch {
	case l.active() != (l.deadline() != 0), l.active() && l.deadline() <= now:
		return fmt.Errorf("a lease that is %s ends at %s, now is %s", l.phase, l.deadline(), now)
	case l.phase != available && (l.id.IsZero() || l.holder == ""):
		return fmt.Errorf("a lease that is %s has the id %q and the holder %q", l.phase, l.id, l.holder)
	case l.phase == leased && slices.Contains(l.former, l.id):
		return fmt.Errorf("the id %s stands and is over", l.id)
	}
	return nil
}

// refuse is the cause of a lease refusal. Whose trouble it is depends on who holds: another's lease stands in the way, also where the
// id that was named is over; an own one only stands in the way of an id that it never had.
func (l lease) refuse(tx *engine.Tx, v verdict, id engine.Token) *engine.Cause {
	differs := l.active() && id != l.id
	c := &engine.Cause{Rule: v.over, Since: l.over}
	if !id.IsZero() {
		c.Want = id.Value()
	}
	if l.phase != available {
		c.Have = l.id.Value()
	}
	switch {
	case v.over == nil, v.leased != nil && differs && (l.holder != tx.Mark().By || !slices.Contains(l.former, id)):
		c.Rule, c.Since, c.Until = v.leased, l.since, l.deadline()
	case differs:
		c.Since = l.since
	}
	return c
}

// leaseID is the id that a request carries, zero where it carries none; ok is false where what it carries is no GUID.
func leaseID(o engine.Opt[engine.Token]) (id engine.Token, ok bool) {
	switch {
	case !o.Set:
		return engine.Token{}, true
	case !o.OK:
		return engine.Token{}, false
	case o.Want.Kind == engine.LeaseID:
		return o.Want, true
	case o.Want.Kind != 0:
		return engine.Token{}, false
	}
	_, ok = engine.GUID(o.Want.Name)
	return engine.TokenOf(engine.LeaseID, o.Want.Name), ok
}
