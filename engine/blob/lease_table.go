package blob

import (
	"time"

	"interleave/engine"
)

// effect is what a lease operation or a use does to a lease where it is let through.
type effect uint8

const (
	keep    effect = iota
	grant          // leased under the id that was asked for, with a new duration; the clock restarts
	extend         // leased again for its own duration
	rename         // the id changes, nothing else does
	free           // available
	crack          // broken now
	shorten        // breaking for the period that was asked for, or what is left where that is less
	drain          // breaking for what is left
)

// cell is one cell of a lease table: what happens, or which refusal.
type cell struct {
	does   effect
	refuse *verdict
}

// verdict is a refusal whose kind of trouble depends on who holds: the same code, as one rule for each.
type verdict struct{ leased, over *engine.Rule }

// columns are the phases in the sheet's order: Available, Leased, Breaking, Broken, Expired.
type columns [expired + 1]cell

func do(e effect) cell       { return cell{does: e} }
func no(v *verdict) cell     { return cell{refuse: v} }
func all(v *verdict) columns { return columns{no(v), no(v), no(v), no(v), no(v)} }

// row is a row of a lease table: the action, and how the id of the request stands to the lease's.
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
	breakInInfinite
	breakPlain // no period
	breakPlainInfinite
)

// leaseTable is section 4, row by row. An infinite lease never expires, so the last cells of its rows are never reached.
var leaseTable = [...]columns{
	acquireNew:         {do(grant), no(alreadyPresent), no(alreadyPresent), do(grant), do(grant)},
	acquireSame:        {do(grant), do(grant), no(breakingNotAcquired), do(grant), do(grant)},
	acquireOther:       {do(grant), no(alreadyPresent), no(alreadyPresent), do(grant), do(grant)},
	renewSame:          {no(idMismatch), do(extend), no(brokenNotRenewed), no(brokenNotRenewed), do(extend)},
	renewOther:         all(idMismatch),
	changeSame:         {no(notPresent), do(rename), no(breakingNotChanged), no(notPresent), no(notPresent)},
	changeBack:         {no(notPresent), do(keep), no(idMismatch), no(notPresent), no(notPresent)},
	changeOther:        {no(notPresent), no(idMismatch), no(idMismatch), no(notPresent), no(notPresent)},
	releaseSame:        {no(idMismatch), do(free), do(free), do(free), do(free)},
	releaseOther:       all(idMismatch),
	breakNow:           {no(notPresent), do(crack), do(crack), do(crack), do(crack)},
	breakIn:            {no(notPresent), do(shorten), do(shorten), do(crack), do(crack)},
	breakInInfinite:    {no(notPresent), do(shorten), do(shorten), do(crack), do(crack)},
	breakPlain:         {no(notPresent), do(drain), do(drain), do(crack), do(crack)},
	breakPlainInfinite: {no(notPresent), do(crack), do(drain), do(crack), do(crack)},
}

// use is how a request uses what is leased.
type use uint8

const (
	reads   use = iota
	writes      // needs the id where a lease stands
	creates     // writes, and makes what is missing
	deletes     // of a container: the one thing its lease guards
	leases      // the lease operations themselves: section 4 decides
	snaps       // makes a snapshot: a read to the lease, a write to conditions
	aborts      // ends a copy: a write where the lease has no end, else a read
	sources     // is read for a copy: no lease counts, conditions do as for a write
)

// presented is how the id that a use carries stands to the lease's.
type presented uint8

const (
	holders presented = iota
	strangers
	none
)

// usesOfBlob is section 4.1, usesOfContainer section 4.2; a free there is a lease that becomes available.
var usesOfBlob = map[use][none + 1]columns{
	writes: {
		holders:   {no(noLease), do(keep), do(keep), no(noLeaseUnsure), no(leaseLost)},
		strangers: {no(noLease), no(otherLease), no(otherLease), no(noLeaseUnsure), no(noLeaseUnsure)},
		none:      {do(keep), no(idMissing), no(idMissing), do(free), do(free)},
	},
	reads: {
		holders:   {no(noLease), do(keep), do(keep), no(noLeaseUnsure), no(leaseLost)},
		strangers: {no(noLease), no(otherLease), no(otherLease), no(noLeaseUnsure), no(noLeaseUnsure)},
		none:      {do(keep), do(keep), do(keep), do(keep), do(keep)},
	},
}

var usesOfContainer = map[use][none + 1]columns{
	deletes: {
		holders:   {no(noContainerLease), do(keep), do(keep), no(noContainerLeaseUnsure), no(leaseLost)},
		strangers: {no(noContainerLease), no(otherContainerLease), no(otherContainerLease), no(noContainerLease), no(noContainerLease)},
		none:      {do(keep), no(idMissing), no(idMissing), do(keep), do(keep)},
	},
	reads: {
		holders:   {no(noContainerLease), do(keep), do(keep), no(noContainerLeaseUnsure), no(leaseLost)},
		strangers: {no(noContainerLease), no(otherContainerLease), no(otherContainerLease), no(noContainerLease), no(noContainerLease)},
		none:      {do(keep), do(keep), do(keep), do(keep), do(keep)},
	},
}

// used is the lease after a use, or the refusal.
func (l lease) used(tx *engine.Tx, table map[use][none + 1]columns, u use, id engine.Token) (lease, *engine.Cause) {
	who := strangers
	switch id {
	case engine.Token{}:
		who = none
	case l.id:
		who = holders
	}
	c := table[u][who][l.phase]
	if c.refuse != nil {
		return l, l.refuse(tx, *c.refuse, id)
	}
	if c.does == free {
		return l.forget(tx.Mark()), nil
	}
	return l, nil
}

// demand is what a lease operation asks for.
type demand struct {
	row     row
	id      engine.Token // the one presented, on acquire the one proposed
	next    engine.Token // the id from now on, where it changes
	seconds int64        // of an acquire: the duration; of a break: the period
}

// moved is the lease after a lease operation, with the seconds that a break reports, or the refusal.
func (l lease) moved(tx *engine.Tx, d demand) (lease, int64, *engine.Cause) {
	c := leaseTable[d.row][l.phase]
	if c.refuse != nil {
		return l, 0, l.refuse(tx, *c.refuse, d.id)
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
		l = l.forget(tx.Mark())
	case crack:
		l = l.cracked(tx)
	case shorten:
		return l.shortened(tx, tx.Now().Add(time.Duration(d.seconds)*time.Second))
	case drain:
		return l.shortened(tx, engine.Never)
	}
	return l, 0, nil
}

// cracked is the lease broken; one that was broken before stays as it is.
func (l lease) cracked(tx *engine.Tx) lease {
	if l.phase != broken {
		l.phase, l.ends, l.breaks, l.over = broken, 0, 0, tx.Mark()
	}
	return l
}

// shortened is the lease breaking until a moment, or until its own end where that is earlier: a break is never lengthened. The time
// that is left is rounded up, so that a breaking lease never reports 0.
func (l lease) shortened(tx *engine.Tx, until engine.Instant) (lease, int64, *engine.Cause) {
	if l.phase == leased || until < l.breaks {
		l.breaks = min(until, l.deadline())
		l.phase, l.ends, l.over = breaking, 0, tx.Mark()
	}
	left := l.breaks.Sub(tx.Now())
	return l, int64((left + time.Second - 1) / time.Second), nil
}

func drop(ids []engine.Token, id engine.Token) []engine.Token {
	kept := make([]engine.Token, 0, len(ids))
	for _, known := range ids {
		if known != id {
			kept = append(kept, known)
		}
	}
	return kept
}
