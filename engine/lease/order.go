package lease

import (
	"slices"

	"interleave/engine"
)

// Action is one of the lease operations.
type Action uint8

// The actions. A file's lease has no renewal: it never ends by itself.
const (
	Acquire Action = iota
	Renew
	Change
	Release
	Break
)

// rowsOf are the first and the last row of each action.
var rowsOf = [...][2]row{Acquire: {acquireNew, acquireOther}, Renew: {renewSame, renewOther},
	Change:  {changeSame, changeOther},
	Release: {releaseSame, releaseOther}, Break: {breakNow, breakPlainEndless}}

// Order is a lease operation as its request words it.
type Order struct {
	Action  Action
	Seconds engine.Opt[int64]        // of Acquire the duration, of Break the period
	Lease   engine.Opt[engine.Token] // the id presented
	ID      engine.Opt[engine.Token] // the id proposed
}

// FitsDuration says whether the seconds are a duration: 15 to 60, or Forever.
func (o Order) FitsDuration() bool {
	n := o.Seconds.Want
	return o.Seconds.OK && (n == Forever || n >= Least && n <= Most)
}

// FitsPeriod says whether the seconds are the period of a break: 0 to 60, or none.
func (o Order) FitsPeriod() bool {
	return !o.Seconds.Set || o.Seconds.OK && o.Seconds.Want >= 0 && o.Seconds.Want <= LongestKept
}

// demand is what an order asks for of the lease that it meets.
type demand struct {
	row     row
	id      engine.Token // the one presented, on Acquire the one proposed
	next    engine.Token // the id from now on, where it changes
	seconds int64
}

// demand finds the row that the order is. Its ids are words that were checked before.
func (o Order) demand(tx *engine.Tx, l *terms) demand {
	id, _ := ID(o.Lease)
	next, _ := ID(o.ID)
	same := l.phase != Available && id == l.id
	d := demand{id: id, next: next, seconds: o.Seconds.Want}
	switch o.Action {
	case Acquire:
		d.id, d.row = next, acquireOther
		switch {
		case !o.ID.Set:
			d.next, d.row = tx.Mint(engine.LeaseID), acquireNew
		case l.phase != Available && next == l.id:
			d.row = acquireSame
		}
	case Renew:
		d.row = pick(same, renewSame, renewOther)
	case Change:
		d.row = pick(same, changeSame, pick(l.phase != Available && next == l.id, changeBack, changeOther))
	case Release:
		d.row = pick(same, releaseSame, releaseOther)
	case Break:
		switch {
		case !o.Seconds.Set:
			d.row = pick(l.seconds == Forever, breakPlainEndless, breakPlain)
		case d.seconds == 0:
			d.row = breakNow
		default:
			d.row = breakIn
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

// Believe says what the sender thinks to hold once it hears that the order was carried out: who renews by an id that it
// never took gets nothing by that while the lease stands, and the lease where it had ended.
func (o Order) Believe(tx *engine.Tx, object engine.ObjectID, l Lease) {
	switch o.Action {
	case Renew:
		switch {
		case slices.Contains(l.is().took, tx.Mark()): // it had ended, and this brought it back
			tx.BelieveTaken(object, l.is().id)
		case l.is().tookBy(tx.Mark().By):
			tx.Believe(object, l.is().id)
		}
	case Acquire, Change:
		tx.Believe(object, l.is().id)
	case Release:
		tx.Believe(object, engine.Token{})
	}
}

// Status is what an order that is carried out answers.
func (o Order) Status() int {
	switch o.Action {
	case Acquire:
		return 201
	case Break:
		return 202
	}
	return 200
}

// Fields are what the answer says of the lease: its id, of a break the seconds that are left.
func (o Order) Fields(l Lease, left int64) []engine.Field {
	switch o.Action {
	case Acquire, Renew, Change:
		return []engine.Field{{Name: "lease", Value: l.is().id.Value()}}
	case Break:
		return []engine.Field{{Name: "lease-time", Value: engine.Number(left)}}
	}
	return nil
}

// ID is the id that a request carries, zero where it carries none; ok is false where what it carries is no GUID.
func ID(o engine.Opt[engine.Token]) (id engine.Token, ok bool) {
	if !o.Set {
		return engine.Token{}, true
	}
	return engine.GUIDAs(engine.LeaseID, o)
}
