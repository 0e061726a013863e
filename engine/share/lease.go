package share

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
)

// phase is the state of a lease. That of a file is available, leased or broken.
type phase uint8

const (
	available phase = iota
	leased
	breakingUp
	broken
	expired
)

func (p phase) String() string {
	return [...]string{"available", "leased", "breaking", "broken", "expired"}[p]
}

// forever is the duration of an infinite lease.
const forever = -1

// formerKept is how many ids that are over are remembered: only the explanation of a refusal asks for them.
const formerKept = 8

// lease is the lease of a file, a share or a snapshot. The zero lease is available, and never was anything else.
type lease struct {
	phase   phase
	id      engine.Token
	seconds int64          // 15 to 60, or forever
	ends    engine.Instant // while leased or breaking; Never where it is infinite
	holder  string
	since   engine.Mark    // how the present id came to stand
	over    engine.Mark    // how the last one ended, or began to
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
	v.Mark("lease.over", &l.over)
	for i := range l.former {
		v.Token(fmt.Sprintf("lease.former.%d", i), &l.former[i])
	}
}

func (l lease) active() bool { return l.phase == leased || l.phase == breakingUp }

func (l lease) fields() []engine.Field {
	status := "unlocked"
	if l.active() {
		status = "locked"
	}
	return []engine.Field{{Name: "lease-state", Value: engine.Text(l.phase.String())}, {Name: "lease-status", Value: engine.Text(status)}}
}

// ended is the lease after the clock has passed its end.
func (l lease) ended(tx *engine.Tx) (next lease, by string) {
	by, next = l.holder, l
	next.phase = expired
	if l.phase == breakingUp {
		by, next.phase = l.over.By, broken
	}
	next.ends, next.over = 0, tx.As(by)
	return next, by
}

func (l lease) check(now engine.Instant) error {
	switch {
	case l.active() != (l.ends != 0), l.active() && l.ends <= now:
		return fmt.Errorf("a lease that is %s ends at %s, now is %s", l.phase, l.ends, now)
	case l.phase != available && (l.id.IsZero() || l.holder == ""):
		return fmt.Errorf("a lease that is %s has the id %q and the holder %q", l.phase, l.id, l.holder)
	case l.phase == leased && slices.Contains(l.former, l.id):
		return fmt.Errorf("the id %s stands and is over", l.id)
	}
	return nil
}

// without is the list of former ids with one more.
func (l lease) without(id engine.Token) []engine.Token {
	former := append(drop(l.former, id), id)
	return former[max(0, len(former)-formerKept):]
}

func drop(ids []engine.Token, id engine.Token) []engine.Token {
	kept := make([]engine.Token, 0, len(ids)+1)
	for _, known := range ids {
		if known != id {
			kept = append(kept, known)
		}
	}
	return kept
}

// effect is what a lease operation does to a lease.
type effect uint8

const (
	stay    effect = iota
	grant          // leased under the id that was asked for, with a new duration
	extend         // leased again for its own duration
	rename         // another id
	free           // available
	crack          // broken now
	shorten        // breaking for a period, or what is left where that is less
)

// verdict is a refusal of a lease: the same code, as one rule for each kind of trouble.
type verdict struct{ leased, over *engine.Rule }

func (v *verdict) rules() (list []*engine.Rule) {
	for _, r := range []*engine.Rule{v.leased, v.over} {
		if r != nil {
			list = append(list, r)
		}
	}
	return list
}

// cell is one cell of a lease table: what happens, or which refusal.
type cell struct {
	does   effect
	refuse *verdict
}

// columns are the phases: Available, Leased, Breaking, Broken, Expired.
type columns [expired + 1]cell

func do(e effect) cell   { return cell{does: e} }
func no(v *verdict) cell { return cell{refuse: v} }

// row is a row of the table of lease calls: the action, and how the id of the request stands to the lease's.
type row uint8

const (
	acquireNew row = iota // no id proposed
	acquireSame
	acquireOther
	breakIn     // after a period, or at once
	changeSame  // from the present id
	changeBack  // from another id to the present one
	changeOther // from another id to yet another
	releaseSame
	releaseOther
	renewSame
	renewOther
)

// leaseTable is the table of lease calls in appendix A, with the columns and the rows that only shares have, as B5 says.
var leaseTable = [...]columns{
	acquireNew:   {do(grant), no(alreadyPresent), no(alreadyPresent), do(grant), do(grant)},
	acquireSame:  {do(grant), do(grant), no(breakingNotAcquired), do(grant), do(grant)},
	acquireOther: {do(grant), no(alreadyPresent), no(alreadyPresent), do(grant), do(grant)},
	breakIn:      {no(notPresent), do(shorten), do(shorten), do(crack), do(crack)},
	changeSame:   {no(notPresent), do(rename), no(breakingNotChanged), no(notPresent), no(notPresent)},
	changeBack:   {no(notPresent), do(stay), no(idMismatch), no(notPresent), no(notPresent)},
	changeOther:  {no(notPresent), no(idMismatch), no(idMismatch), no(notPresent), no(notPresent)},
	releaseSame:  {no(notPresent), do(free), do(free), do(free), do(free)},
	releaseOther: {no(notPresent), no(idMismatch), no(idMismatch), no(idMismatch), no(idMismatch)},
	renewSame:    {no(notPresent), do(extend), no(brokenNotRenewed), no(brokenNotRenewed), do(extend)},
	renewOther:   {no(notPresent), no(idMismatch), no(idMismatch), no(idMismatch), no(idMismatch)},
}

// demand is what a lease operation asks for.
type demand struct {
	row     row
	id      engine.Token // the one presented, on acquire the one proposed
	next    engine.Token // the id from now on, where it changes
	seconds int64        // of an acquire: the duration; of a break: the period, -1 for what is left
}

// moved is the lease after a lease operation, with the seconds that a break reports, or the refusal.
func (l lease) moved(tx *engine.Tx, d demand) (lease, int64, *engine.Cause) {
	c := leaseTable[d.row][l.phase]
	if c.refuse != nil {
		return l, 0, l.refuse(tx, c.refuse, d.id)
	}
	switch c.does {
	case grant:
		if l.id != d.next {
			if l.phase != available {
				l.former = l.without(l.id)
			}
			l.former, l.since = drop(l.former, d.next), tx.Mark()
		}
		l.id, l.seconds = d.next, d.seconds
		l = l.begun(tx)
	case extend:
		l = l.begun(tx)
	case rename:
		if l.id != d.next {
			l.former = drop(l.without(l.id), d.next)
			l.id, l.since = d.next, tx.Mark()
		}
		l.holder = tx.Mark().By
	case free:
		l = lease{over: tx.Mark(), former: l.without(l.id)}
	case crack:
		l = l.cracked(tx)
	case shorten:
		return l.shortened(tx, d.seconds)
	}
	return l, 0, nil
}

// begun is the lease from now on, for its duration.
func (l lease) begun(tx *engine.Tx) lease {
	if l.phase != leased || l.holder != tx.Mark().By {
		l.since = tx.Mark()
	}
	l.phase, l.holder, l.ends = leased, tx.Mark().By, engine.Never
	if l.seconds != forever {
		l.ends = tx.Now().Add(time.Duration(l.seconds) * time.Second)
	}
	return l
}

func (l lease) cracked(tx *engine.Tx) lease {
	if l.phase != broken {
		l.phase, l.ends, l.over = broken, 0, tx.Mark()
	}
	return l
}

// shortened is the lease breaking, for a period and never longer than it had; broken at once for none, or where it has no end of its own
// and no period was given. What is left is rounded up.
func (l lease) shortened(tx *engine.Tx, seconds int64) (lease, int64, *engine.Cause) {
	ends := l.ends
	if seconds >= 0 {
		ends = min(ends, tx.Now().Add(time.Duration(seconds)*time.Second))
	}
	if ends <= tx.Now() || ends == engine.Never {
		return l.cracked(tx), 0, nil
	}
	if l.phase == leased {
		l.over = tx.Mark()
	}
	l.phase, l.ends = breakingUp, ends
	return l, int64((ends.Sub(tx.Now()) + time.Second - 1) / time.Second), nil
}

// refuse is the cause of a lease refusal. Whose trouble it is depends on who holds: another's lease stands in the way, also where the id
// that was named is over; an own one only stands in the way of an id that it never had.
func (l lease) refuse(tx *engine.Tx, v *verdict, id engine.Token) *engine.Cause {
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
		c.Rule, c.Since, c.Until = v.leased, l.since, l.ends
	case differs:
		c.Since = l.since
	}
	return c
}

// used judges a request on what is leased by the id that it carries: the table of use attempts of appendix A. needs says that the lease
// guards against it.
func (l lease) used(tx *engine.Tx, id engine.Token, needs bool, by guards) *engine.Cause {
	switch {
	case id.IsZero() && needs && l.active():
		return l.refuse(tx, by.missing, id)
	case id.IsZero(), l.active() && id == l.id:
		return nil
	case l.active():
		return l.refuse(tx, by.mismatch, id)
	}
	return l.refuse(tx, by.notPresent, id)
}

// guards are the refusals of a use.
type guards struct{ missing, mismatch, notPresent *verdict }

// list are their rules in order.
func (g guards) list() []*engine.Rule {
	return slices.Concat(g.notPresent.rules(), g.mismatch.rules(), g.missing.rules())
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
