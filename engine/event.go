package engine

import (
	"slices"
)

// EventKind says what happened.
type EventKind uint8

// The kinds of events.
const (
	Joined     EventKind = iota // a writer was added
	Switched                    // a switch was turned
	Locked                      // a lock was declared
	Sent                        // a request is under way
	Arrived                     // it is at the service, undecided
	Waiting                     // judged, and it must wait
	Decided                     // the service answered; the answer is under way
	Heard                       // the answer reached its writer
	Lost                        // a message is gone
	Duplicated                  // a message has a second copy
	GaveUp                      // a writer stopped waiting
	Moved                       // a message changed its place
	Edited                      // a request under way was changed
	Finished                    // the service ended work of its own
	Ended                       // something ended by the clock
	Passed                      // the clock stands at a new moment
	Acted                       // work outside the storage was done
	Told                        // a writer was told
	Planned                     // a writer has a plan, or none any more
)

// Event is one thing that happened in a step, with all that a referee needs to judge it and all that undo needs to take
// it back.
type Event struct {
	Number  int // of the record; the input's own event comes first, then its consequences
	Kind    EventKind
	At      Instant
	By      string   // the writer it concerns; for Ended who set the deadline
	Request int      // the request it concerns; 0 where none
	Copy    int      // of the message: 0 the first, 1 its double
	Object  ObjectID // what the request names, what ended, the `switch` that was turned
	Text    string   // the switch's value, the timer's name, what was told, `off` where a plan was taken away
	Answer  *Answer

	Changed []Change // what an accepted request did to parts
	Showed  []Part   // parts whose content or absence the answer shows
	*Particulars

	written []Written
}

// Particulars are what few events have; the others share those that say nothing.
type Particulars struct {
	Worked   ObjectID    // of Sent: the work outside the storage that its sending says to be done, as `work q/1`
	Took     []Part      // parts that went into what an accepted request made
	Compared Comparisons // versions that the client named, which were compared and held
	Refused  []Entry     // entries of an accepted request that were refused by themselves
	Shadowed bool        // no read will ever show what was written
	Carried  []int       // earlier requests of the sender that it carried out, as those queued for a transaction
	Guarded  int         // the newest earlier request that gave it a version to compare; 0: none
	Former   Mark        // the change that the service did not go by yet when it accepted, as of a policy
	Open     []int       // how many ways there were, for each choice the service made
}

// nothingMore is shared by all events that have none.
var nothingMore = &Particulars{}

// particulars are what is particular of a judgement: what an accepted request did beside what it changed and showed.
func (tx *Tx) particulars(accepted bool) *Particulars {
	if !accepted {
		if len(tx.open) == 0 {
			return nothingMore
		}
		return &Particulars{Open: tx.open}
	}
	if len(tx.took)+len(tx.compared)+len(tx.refused)+len(tx.carried)+len(tx.open)+tx.guarded == 0 && !tx.shadow &&
		tx.former.IsZero() {
		return nothingMore
	}
	return &Particulars{Took: tx.took, Compared: tx.compared, Refused: tx.refused, Shadowed: tx.shadow,
		Carried: tx.carried, Guarded: tx.guarded, Former: tx.former, Open: tx.open}
}

// Own are the changes that the request's own wish made, without those that it carried out for others.
func (e *Event) Own() (list []Change) {
	if !slices.ContainsFunc(e.Changed, func(c Change) bool { return c.For != 0 && c.For != e.Request }) {
		return slices.Clip(e.Changed)
	}
	for _, c := range e.Changed {
		if c.For == 0 || c.For == e.Request {
			list = append(list, c)
		}
	}
	return list
}

// RefusesStart says whether something that was to stand ready at the start was refused: nobody has sent it, so that no
// card tells of it.
func (e *Event) RefusesStart() bool { return e.Kind == Decided && e.By == Seed && e.Answer.Why != nil }

// Exchange is the request of the event as it was behind it; nil where the event did not touch it.
func (e *Event) Exchange() *Exchange {
	var x *Exchange
	for _, c := range e.written {
		if after, ok := c.after.(*Exchange); ok && after.Number == e.Request {
			x = after
		}
	}
	return x
}
