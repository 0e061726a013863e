package blob

import "interleave/engine"

// action is one of the five lease operations, which blobs and containers share.
type action uint8

const (
	acquire action = iota
	renew
	change
	release
	breakUp
)

// order is a lease operation as its request words it.
type order struct {
	action  action
	seconds engine.Opt[int64] // duration or period
	lease   engine.Opt[engine.Token]
	id      engine.Opt[engine.Token]
}

// words is what is wrong with the order, whatever lease it meets.
//
// Source: section 3; that this comes before the state of the lease is chosen (section 4).
func (o order) words() *engine.Cause {
	n := o.seconds.Want
	_, okLease := leaseID(o.lease)
	_, okID := leaseID(o.id)
	switch {
	case o.action == acquire && !o.seconds.Set:
		return &engine.Cause{Rule: noDuration}
	case o.action == acquire && (!o.seconds.OK || n != forever && (n < leaseLeast || n > leaseMost)):
		return wrong(badDuration, o.seconds.Raw)
	case o.action == breakUp && o.seconds.Set && (!o.seconds.OK || n < 0 || n > breakMost):
		return wrong(badPeriod, o.seconds.Raw)
	case !o.lease.Set && (o.action == renew || o.action == change || o.action == release):
		return &engine.Cause{Rule: noLeaseHeader}
	case !okLease:
		return wrong(badLeaseID, o.lease.Raw)
	case o.action == change && !o.id.Set:
		return &engine.Cause{Rule: noProposed}
	case !okID:
		return wrong(badProposed, o.id.Raw)
	}
	return nil
}

// demand finds the row of section 4 that the order is, given the lease it meets.
func (o order) demand(tx *engine.Tx, l lease) demand {
	id, _ := leaseID(o.lease)
	next, _ := leaseID(o.id)
	same := l.phase != available && id == l.id
	d := demand{id: id, next: next, seconds: o.seconds.Want}
	switch o.action {
	case acquire:
		d.id, d.row = next, acquireOther
		switch {
		case !o.id.Set:
			d.next, d.row = tx.Mint(engine.LeaseID), acquireNew
		case l.phase != available && next == l.id:
			d.row = acquireSame
		}
	case renew:
		d.row = pick(same, renewSame, renewOther)
	case change:
		d.row = pick(same, changeSame, pick(l.phase != available && next == l.id, changeBack, changeOther))
	case release:
		d.row = pick(same, releaseSame, releaseOther)
	case breakUp:
		infinite := l.seconds == forever
		switch {
		case !o.seconds.Set:
			d.row = pick(infinite, breakPlainInfinite, breakPlain)
		case d.seconds == 0:
			d.row = breakNow
		default:
			d.row = pick(infinite, breakInInfinite, breakIn)
		}
	}
	return d
}

func pick(which bool, yes, no row) row {
	if which {
		return yes
	}
	return no
}

// believe says what the sender thinks to hold once it hears that the order was carried out.
func (o order) believe(tx *engine.Tx, object string, l lease) {
	switch o.action {
	case acquire, renew, change:
		tx.Believe(object, l.id)
	case release:
		tx.Believe(object, engine.Token{})
	}
}

func (o order) status() int {
	switch o.action {
	case acquire:
		return 201
	case breakUp:
		return 202
	}
	return 200
}

// fields are what the answer says of the lease.
func (o order) fields(l lease, left int64) []engine.Field {
	switch o.action {
	case acquire, renew, change:
		return []engine.Field{{Name: "lease", Value: l.id.Value()}}
	case breakUp:
		return []engine.Field{{Name: "lease-time", Value: engine.Number(left)}}
	}
	return nil
}

// orderRules are what an order's words may break, in order.
func orderRules(a action) []*engine.Rule {
	return [...][]*engine.Rule{
		acquire: {noDuration, badDuration, badProposed},
		renew:   {noLeaseHeader, badLeaseID},
		change:  {noLeaseHeader, badLeaseID, noProposed, badProposed},
		release: {noLeaseHeader, badLeaseID},
		breakUp: {badPeriod},
	}[a]
}

// machineRules are the refusals of section 4 for an action.
func machineRules(a action) []*engine.Rule {
	rows := [...][2]row{acquire: {acquireNew, acquireOther}, renew: {renewSame, renewOther}, change: {changeSame, changeOther},
		release: {releaseSame, releaseOther}, breakUp: {breakNow, breakPlainInfinite}}[a]
	return inTable(leaseTable[rows[0] : rows[1]+1]...)
}
