package engine

import "strings"

// Trouble is a kind of trouble that a race makes, by the word that people type and see, as `stale-write`. Empty is a
// refusal that is nobody's trouble. What makes the referee speak of each, and what is said of it, is its row in
// engine/conflict.
type Trouble string

// The kinds of refusals.
const (
	OwnEcho      Trouble = "own-echo"
	StaleWrite   Trouble = "stale-write"
	AlreadyThere Trouble = "already-there"
	IsGone       Trouble = "gone"
	Unfinished   Trouble = "unfinished"
	TwoAtOnce    Trouble = "two-at-once"
	ByPolicy     Trouble = "policy"
	IsLeased     Trouble = "leased"
	LeaseOver    Trouble = "lease-over"
	OldReceipt   Trouble = "old-receipt"
	SharedFile   Trouble = "shared-file"
)

// The kinds of what a success hides.
const (
	StaleHolder   Trouble = "stale-holder"
	GuardDefeated Trouble = "guard-defeated"
	SameNumber    Trouble = "same-number"
	MixedContent  Trouble = "mixed-content"
	LostUpdate    Trouble = "lost-update"
	BorrowedLease Trouble = "borrowed-lease"
	ShadowedWrite Trouble = "shadowed-write"
	DoneTwice     Trouble = "done-twice"
	TornRead      Trouble = "torn-read"
	SplitUpdate   Trouble = "split-update" // found by searches only: no single event makes it
)

// NoAnswer is the kind of what nobody heard.
const NoAnswer Trouble = "no-answer"

// Words is the kind as people say it, as `stale write`.
func (t Trouble) Words() string { return strings.ReplaceAll(string(t), "-", " ") }
