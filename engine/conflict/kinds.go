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
}

// table is all kinds of trouble, in the order in which rules.md tells them.
func table() []row {
	return slices.Concat(silentRows(), refusedRows(), []row{
		{engine.NoAnswer, '?', "A request or its answer was lost, or its writer stopped waiting. Only a later answer " +
			"decides.", teller.unheard},
	})
}

// silentRows are the kinds of what a success hides.
func silentRows() []row {
	return []row{
		{engine.StaleHolder, '~',
			"It replaced work that it did not know, after its writer's lease or lock had ended.", teller.heldNoLonger},
		{engine.GuardDefeated, '~',
			"A version was compared and fitted, but it came from a newer answer than the text did.", teller.olderText},
		{engine.SameNumber, '~', "A version was compared and fitted, although what it stands for had changed.",
			teller.fitsBoth},
		{engine.MixedContent, '~', "An accepted request took in parts that its writer neither wrote nor had read.",
			teller.tookIn},
		{engine.LostUpdate, '~', "An accepted request replaced work that it did not know when it was sent.",
			teller.replaced},
		{engine.BorrowedLease, '~',
			"An accepted request went through by the id of a lease that another writer holds and " +
				"never handed over.", teller.underAnothersLease},
		{engine.ShadowedWrite, '~', "The request was accepted, and no read will ever show what it wrote.",
			teller.neverSeen},
		{engine.DoneTwice, '~', "What was asked for once took effect a second time.", teller.doneAgain},
		{engine.TornRead, '~', "An answer goes on from earlier ones, and what they covered was replaced in between.",
			teller.twoMoments},
	}
}

// refusedRows are the kinds of refusals.
func refusedRows() []row {
	return []row{
		{engine.OwnEcho, '!', "What the request met is its own sender's doing: another try of the same request " +
			"had taken effect.", teller.echoes},
		{engine.StaleWrite, '!', "The request named a version, and the object has moved on from it.",
			teller.movedOn},
		{engine.AlreadyThere, '!',
			"The request was to be done only if nothing was there, or needs that, and somebody's " +
				"thing is there.", teller.isThere},
		{engine.IsGone, '!', "The request needs what somebody, or the clock, has removed.", teller.wasRemoved},
		{engine.Unfinished, '!', "Something that somebody began is not finished yet.", teller.metThis},
		{engine.TwoAtOnce, '!', "It changed between the arrival of the request and its decision, or another write " +
			"stood undecided then.", teller.atTheService},
		{engine.ByPolicy, '!', "A permission that somebody set or took away stands against the request.",
			teller.metPolicy},
		{engine.IsLeased, '!', "A lease stands, and the request did not name it.", teller.stillLeased},
		{engine.LeaseOver, '!', "The request named a lease that is no longer the one that stands.", teller.leaseIsOver},
		{engine.OldReceipt, '!', "The message was received, renewed or updated again: the receipt that the request " +
			"named is an older one.", teller.oldReceipt},
		{engine.SharedFile, '!', "Somebody's open, delete mark, byte lock or unwritten cache stands in the way.",
			teller.metThis},
	}
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
