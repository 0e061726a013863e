package conflict

import (
	"strings"

	"interleave/engine"
)

// meanings say of each kind, in a sentence or two, what makes the referee speak.
var meanings = map[string]string{
	"own-echo":    "What the request met is its own sender's doing: another try of the same wish had taken effect.",
	"stale-write": "The request named a version, and the object has moved on from it.",
	"already-there": "The request asked for nothing to be there, or needs nothing there, and somebody's thing is " +
		"there.",
	"gone":       "The request needs what somebody, or the clock, has removed.",
	"unfinished": "Something that somebody began is not finished yet.",
	"two-at-once": "It changed between the arrival of the request and its decision, or another write stood " +
		"undecided then.",
	"policy":     "A permission that somebody set or took away stands against the request.",
	"leased":     "A lease stands, and the request did not name it.",
	"lease-over": "The request named a lease that is no longer the one that stands.",
	"old-receipt": "The message was received, renewed or updated again: the receipt that the request named is an " +
		"older one.",
	"shared-file": "Somebody's open, delete mark, byte lock or unwritten cache stands in the way.",
	"lost-update": "An accepted request replaced work that it did not know when it was sent.",
	"stale-holder": "It replaced work that it did not know, while its writer believed in a lease or lock that had " +
		"ended.",
	"guard-defeated": "A version was compared and fitted, but it came from a newer answer than the text did.",
	"same-number":    "A version was compared and fitted, although what it stands for had changed.",
	"mixed-content":  "An accepted request took in parts that its writer neither wrote nor had read.",
	"shadowed-write": "The request was accepted, and no read will ever show what it wrote.",
	"done-twice":     "A wish took effect a second time.",
	"torn-read":      "An answer goes on from earlier ones, and what they covered was replaced in between.",
	"no-answer":      "A request or its answer was lost, or its writer stopped waiting. Only a later answer decides.",
}

// Meaning says what makes the referee speak of a kind; empty where there is no such kind.
func Meaning(kind string) string { return meanings[kind] }

// Certainty is how sure a rule is.
type Certainty struct {
	Word    string // sure, choice, unsure
	Sources string // what the sources say, or leave open; empty where they settle it
	Follow  string // what is followed here where they do not agree; empty where nothing was to be chosen
}

// Sure takes a source's remark apart: `adopted` stands before what was chosen.
func Sure(s engine.Source) Certainty {
	says, follow, chosen := strings.Cut(s.Unsure, "adopted")
	switch {
	case s.Unsure == "":
		return Certainty{Word: "sure"}
	case chosen:
		return Certainty{"choice", strings.TrimRight(says, "; "), strings.TrimLeft(follow, ": ")}
	}
	return Certainty{Word: "unsure", Sources: s.Unsure}
}
