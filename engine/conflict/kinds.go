package conflict

import (
	"slices"

	"interleave/engine"
)

// Kind is a kind of trouble, a row of the table below.
type Kind = engine.Trouble

// row is all that the referee says of a kind of trouble. A new kind is a constant in engine and a row here; a test says
// which cell is missing.
type row struct {
	kind     Kind
	severity byte
	meaning  string              // what makes the referee speak, in a sentence or two
	first    func(teller) string // the card's first sentence
	advice   func(teller) Advice
	rule     string // the section of the referee's rules that defines it
}

// The sections of the referee's rules, rules.md beside this file.
const (
	ofSilent  = "Silent: the service said yes"
	ofRefused = "Refused: the kind follows the rule that refused"
	ofUnknown = "Unknown: nobody heard"
)

// table is all kinds of trouble, in the order in which rules.md tells them.
func table() []row {
	return slices.Concat(silentRows(), refusedRows(), []row{
		{engine.NoAnswer, '?', "A request or its answer was lost, or its writer stopped waiting. Only a later answer " +
			"decides.", teller.unheard, teller.afterNoAnswer, ofUnknown},
	})
}

// silentRows are the kinds of what a success hides.
func silentRows() []row {
	return []row{
		{engine.StaleHolder, '~',
			"It replaced work that it did not know, while its writer believed in a lease or lock " +
				"that had ended.", teller.heldNoLonger, always("redrive",
				"Go back before the write on a new branch and send it with a guard.", "Write the lost text again."),
			ofSilent},
		{engine.GuardDefeated, '~',
			"A version was compared and fitted, but it came from a newer answer than the text " +
				"did.", teller.olderText, always("redrive",
				"Go back, merge the newer text, then send it under the newer tag."), ofSilent},
		{engine.SameNumber, '~', "A version was compared and fitted, although what it stands for had changed.",
			teller.fitsBoth, always("redrive", "Go back before the write on a new branch and send it with a guard.",
				"Write the lost text again."), ofSilent},
		{engine.MixedContent, '~', "An accepted request took in parts that its writer neither wrote nor had read.",
			teller.tookIn, always("read", "Read the whole, then write what was meant."), ofSilent},
		{engine.LostUpdate, '~', "An accepted request replaced work that it did not know when it was sent.",
			teller.replaced, always("redrive", "Go back before the write on a new branch and send it with a guard.",
				"Write the lost text again."), ofSilent},
		{engine.BorrowedLease, '~',
			"An accepted request went through by the id of a lease that another writer holds and " +
				"never handed over.", teller.underAnothersLease,
			always("stop", "Ask the holder to hand the lease over, or "+
				"wait until it ends and acquire one."), ofSilent},
		{engine.ShadowedWrite, '~', "The request was accepted, and no read will ever show what it wrote.",
			teller.neverSeen, always("read", "Read what is there: the write came too late to be seen. With a guard it "+
				"would have been refused instead.", "Send it again."), ofSilent},
		{engine.DoneTwice, '~', "A wish took effect a second time.", teller.doneAgain,
			always("stop", "Make the work safe to repeat."), ofSilent},
		{engine.TornRead, '~', "An answer goes on from earlier ones, and what they covered was replaced in between.",
			teller.twoMoments, always("read", "Read again, with If-Match on each piece."), ofSilent},
	}
}

// refusedRows are the kinds of refusals.
func refusedRows() []row {
	return []row{
		{engine.OwnEcho, '!', "What the request met is its own sender's doing: another try of the same wish had " +
			"taken " +
			"effect.", teller.echoes, always("read",
			"Stop and read: the earlier try was done. Compare before sending anything.", "Stop."), ofRefused},
		{engine.StaleWrite, '!', "The request named a version, and the object has moved on from it.",
			teller.movedOn, teller.afterStaleWrite, ofRefused},
		{engine.AlreadyThere, '!',
			"The request asked for nothing to be there, or needs nothing there, and somebody's " +
				"thing is there.", teller.isThere, always("read", "Read what is there and decide whether it will do.",
				"Stop.", "Write with If-Match after reading."), ofRefused},
		{engine.IsGone, '!', "The request needs what somebody, or the clock, has removed.", teller.wasRemoved,
			always("decide", "Create it again if it is still wanted, or stop.", "Stop."), ofRefused},
		{engine.Unfinished, '!', "Something that somebody began is not finished yet.", teller.metThis,
			always("wait", "Wait until it is finished, then send the same again.", "Use another name."), ofRefused},
		{engine.TwoAtOnce, '!', "It changed between the arrival of the request and its decision, or another write " +
			"stood undecided then.", teller.atTheService, teller.afterTwoAtOnce, ofRefused},
		{engine.ByPolicy, '!', "A permission that somebody set or took away stands against the request.",
			teller.metThis, always("guard", "Add the guard that the policy asks for.", "Change the policy."),
			ofRefused},
		{engine.IsLeased, '!', "A lease stands, and the request did not name it.", teller.stillLeased,
			teller.afterLeased, ofRefused},
		{engine.LeaseOver, '!', "The request named a lease that is no longer the one that stands.", teller.leaseIsOver,
			always("lease", "Acquire the lease again, read, redo the change, send it with the new id.",
				"Send without a lease id.", "Stop."), ofRefused},
		{engine.OldReceipt, '!', "The message was received, renewed or updated again: the receipt that the request " +
			"named is an older one.", teller.oldReceipt, always("stop", "Treat the work as not finished."), ofRefused},
		{engine.SharedFile, '!', "Somebody's open, delete mark, byte lock or unwritten cache stands in the way.",
			teller.metThis, always("wait", "Wait for the close, then open again.", "Stop."), ofRefused},
	}
}

// always is the advice of a kind that does not depend on what happened.
func always(action, say string, others ...string) func(teller) Advice {
	return func(teller) Advice { return Advice{action, say, others} }
}

// rowOf is what the referee says of a kind; ok is false where there is no such kind.
func rowOf(kind Kind) (r row, ok bool) {
	for _, r := range table() {
		if r.kind == kind {
			return r, true
		}
	}
	return row{}, false
}

// Kinds are all kinds of trouble, in the order in which the referee's rules tell them.
func Kinds() (list []Kind) {
	for _, r := range table() {
		list = append(list, r.kind)
	}
	return list
}

// SeverityOf is how a kind is marked; 0 where there is no such kind.
func SeverityOf(kind Kind) byte {
	r, _ := rowOf(kind)
	return r.severity
}

// Meaning says what makes the referee speak of a kind; empty where there is no such kind.
func Meaning(kind Kind) string {
	r, _ := rowOf(kind)
	return r.meaning
}
