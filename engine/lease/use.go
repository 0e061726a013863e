package lease

import (
	"slices"

	"interleave/engine"
)

// Verdict is a refusal whose kind of trouble depends on who holds: the same code, as one rule for each. A nil rule is
// one that cannot be.
type Verdict struct {
	Leased *engine.Rule // a lease stands in the way
	Over   *engine.Rule // an own one is over
}

// Rules are those that there are.
func (v *Verdict) Rules() (list []*engine.Rule) {
	for _, r := range []*engine.Rule{v.Leased, v.Over} {
		if r != nil {
			list = append(list, r)
		}
	}
	return list
}

// Refuse is the cause of a refusal by a lease. Whose trouble it is depends on who holds: another's lease stands in the
// way, also where the id that was named is over; an own one only stands in the way of an id that it never had. Where
// none stands, an id that none ever had is nobody's trouble: however the last one ended, it would not have fitted.
func (l Lease) Refuse(tx *engine.Tx, v *Verdict, id engine.Token) *engine.Cause {
	t := l.is()
	differs := t.active() && id != t.id
	c := &engine.Cause{Rule: v.Over, Since: t.over}
	if !id.IsZero() {
		c.Want = id.Value()
	}
	if t.phase != Available {
		c.Have = t.id.Value()
	}
	switch {
	case v.Over == nil, v.Leased != nil && differs && (t.holder != tx.Mark().By || !slices.Contains(t.former, id)):
		c.Rule, c.Since, c.Until = v.Leased, t.since, t.ends
	case differs:
		c.Since = t.since
	case !id.IsZero() && t.never(id):
		c.Since = engine.Mark{}
	}
	return c
}

// Cell is what a lease says to a use: the zero Cell lets it through and leaves the lease as it is.
type Cell struct {
	Refuse *Verdict
	Frees  bool // the lease becomes available
}

// Uses is a table of use attempts: how the id that a use carries stands to the lease's, and the phase.
type Uses [Nobody + 1][Expired + 1]Cell

// The rows of Uses.
const (
	Holder   = iota // the id of the lease
	Stranger        // another id
	Nobody          // no id
)

// Use is the lease after a use, or the refusal.
func (l Lease) Use(tx *engine.Tx, uses *Uses, id engine.Token) (Lease, *engine.Cause) {
	t, who := l.is(), Stranger
	switch id {
	case engine.Token{}:
		who = Nobody
	case t.id:
		who = Holder
	}
	switch c := uses[who][t.phase]; {
	case c.Refuse != nil:
		return l, l.Refuse(tx, c.Refuse, id)
	case c.Frees:
		return l.Forget(tx.Mark()), nil
	}
	return l, nil
}

// Rules are what a use can be refused with, in the order of the phases, each once.
func (u *Uses) Rules() (list []*engine.Rule) {
	for phase := Available; phase <= Expired; phase++ {
		for _, row := range u {
			if v := row[phase].Refuse; v != nil {
				list = append(list, v.Rules()...)
			}
		}
	}
	return engine.Distinct(list)
}
