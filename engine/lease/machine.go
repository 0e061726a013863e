package lease

import (
	"time"

	"interleave/engine"
)

// Machine is what the lease operations of a service are refused with.
type Machine struct {
	Present     *Verdict // another lease stands
	NotAcquired *Verdict // the lease of that id is breaking
	NotRenewed  *Verdict // it was broken
	NotChanged  *Verdict // it is breaking
	Mismatch    *Verdict // the id is not that of the lease
	NotPresent  *Verdict // there is none
	Unknown     *Verdict // there is none whose id could be renewed or released
	Endless     bool     // all leases are taken for ever, and so are never breaking or expired
}

// effect is what a lease operation does to a lease where it is let through.
type effect uint8

const (
	refused effect = iota
	keep           // nothing
	grant          // leased under the id that was asked for, with a new duration; the clock restarts
	extend         // leased again for its own duration
	rename         // the id changes, nothing else does
	free           // available
	crack          // broken now
	shorten        // breaking for the period that was asked for, or what is left where that is less
	drain          // breaking for what is left
)

// refusal is a field of a Machine.
type refusal uint8

const (
	present refusal = iota
	notAcquired
	notRenewed
	notChanged
	mismatch
	notPresent
	unknown
)

func (m *Machine) verdict(r refusal) *Verdict {
	return [...]*Verdict{m.Present, m.NotAcquired, m.NotRenewed, m.NotChanged, m.Mismatch, m.NotPresent, m.Unknown}[r]
}

// cell is one cell of the table: what happens, or which refusal.
type cell struct {
	does effect
	says refusal
}

func do(e effect) cell  { return cell{does: e} }
func no(r refusal) cell { return cell{says: r} }

// row is a row of the table: the action, and how the id of the request stands to the lease's.
type row uint8

const (
	acquireNew row = iota // no id proposed
	acquireSame
	acquireOther
	renewSame
	renewOther
	changeSame  // from the present id
	changeBack  // from another id to the present one
	changeOther // from another id to yet another
	releaseSame
	releaseOther
	breakNow // period 0
	breakIn
	breakPlain // no period
	breakPlainEndless
	rows
)

// table is rules.md, "States and actions", row by row; the columns are Available, Leased, Breaking, Broken, Expired. A
// lease without end never expires, so the last cell of its row is never reached.
//
// Appendices A and B print the same, but for what a file says of a renewal or a release of no lease: the id is not
// compared with anything (Machine.Unknown).
var table = [rows][Expired + 1]cell{
	acquireNew:        {do(grant), no(present), no(present), do(grant), do(grant)},
	acquireSame:       {do(grant), do(grant), no(notAcquired), do(grant), do(grant)},
	acquireOther:      {do(grant), no(present), no(present), do(grant), do(grant)},
	renewSame:         {no(unknown), do(extend), no(notRenewed), no(notRenewed), do(extend)},
	renewOther:        {no(unknown), no(mismatch), no(mismatch), no(mismatch), no(mismatch)},
	changeSame:        {no(notPresent), do(rename), no(notChanged), no(notPresent), no(notPresent)},
	changeBack:        {no(notPresent), do(keep), no(mismatch), no(notPresent), no(notPresent)},
	changeOther:       {no(notPresent), no(mismatch), no(mismatch), no(notPresent), no(notPresent)},
	releaseSame:       {no(unknown), do(free), do(free), do(free), do(free)},
	releaseOther:      {no(unknown), no(mismatch), no(mismatch), no(mismatch), no(mismatch)},
	breakNow:          {no(notPresent), do(crack), do(crack), do(crack), do(crack)},
	breakIn:           {no(notPresent), do(shorten), do(shorten), do(crack), do(crack)},
	breakPlain:        {no(notPresent), do(drain), do(drain), do(crack), do(crack)},
	breakPlainEndless: {no(notPresent), do(crack), do(drain), do(crack), do(crack)},
}

// Move is the lease after an operation, with the seconds that a break reports, or the refusal.
func (m *Machine) Move(tx *engine.Tx, l Lease, o Order) (next Lease, left int64, refuses *engine.Cause) {
	t := *l.is()
	d := o.demand(tx, &t)
	c := table[d.row][t.phase]
	switch c.does {
	case refused:
		return l, 0, l.Refuse(tx, m.verdict(c.says), d.id)
	case keep:
		return l, 0, nil
	case grant:
		t = t.granted(tx, d)
	case extend:
		if t.phase == Expired {
			t = t.broughtBack(tx.Mark())
		}
		t = t.begun(tx)
	case rename:
		if t.id != d.next {
			t.former = drop(t.without(t.id), d.next)
			t.id, t.since, t.took = d.next, tx.Mark(), nil
		}
		t = t.taken(tx.Mark(), true)
		t.holder = tx.Mark().By
	case free:
		return l.Forget(tx.Mark()), 0, nil
	case crack:
		t = t.cracked(tx)
	case shorten:
		t, left = t.shortened(tx, tx.Now().Add(time.Duration(d.seconds)*time.Second))
	case drain:
		t, left = t.shortened(tx, engine.Never)
	}
	return with(t), left, nil
}

// granted is the lease taken as it was asked for.
func (t terms) granted(tx *engine.Tx, d demand) terms {
	if t.id != d.next {
		if t.phase != Available {
			t.former = t.without(t.id)
		}
		t.former, t.since, t.took = drop(t.former, d.next), tx.Mark(), nil
	}
	t = t.taken(tx.Mark(), t.active())
	t.id, t.seconds = d.next, d.seconds
	return t.begun(tx)
}

// Rules are what an action can be refused with, in the order of the phases, each once.
func (m *Machine) Rules(a Action) (list []*engine.Rule) {
	for phase := Available; phase <= Expired; phase++ {
		if m.Endless && (phase == Breaking || phase == Expired) {
			continue
		}
		for r := rowsOf[a][0]; r <= rowsOf[a][1]; r++ {
			if c := table[r][phase]; c.does == refused {
				list = append(list, m.verdict(c.says).Rules()...)
			}
		}
	}
	return engine.Distinct(list)
}

// On is the same machine with another page as the source of its rules: each kind of thing that is leased has its own.
func (m *Machine) On(page engine.Source) *Machine {
	next, moved := *m, map[*Verdict]*Verdict{}
	for _, v := range []**Verdict{&next.Present, &next.NotAcquired, &next.NotRenewed, &next.NotChanged, &next.Mismatch,
		&next.NotPresent, &next.Unknown} {
		if *v == nil {
			continue
		}
		if moved[*v] == nil {
			moved[*v] = &Verdict{Leased: ruleOn((*v).Leased, page), Over: ruleOn((*v).Over, page)}
		}
		*v = moved[*v]
	}
	return &next
}

func ruleOn(r *engine.Rule, page engine.Source) *engine.Rule {
	if r == nil {
		return nil
	}
	other := *r
	other.Source.Document, other.Source.Section = page.Document, page.Section
	return &other
}
