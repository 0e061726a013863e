package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who worked on a message by a peek had no receipt to hide it with (engine/queue/rules.md, "State", what a peek sees,
// and Q17): it is told to work only on what was received, and not to hide the message for longer.
func TestWhoOnlyPeekedIsNotToldToHideTheMessage(t *testing.T) {
	const (
		queue = who + "seed: create-queue jobs\nseed: put-message jobs m1\n"
		peek  = "ann: peek-messages jobs as p\n"
		only  = "was a peek, which hides a message from nobody and gives no receipt: work only on what was received."
		hide  = "Hide a message"
		ends  = "ben: delete-message $h.0 popreceipt=$h.0.receipt\n"
		taken = "ben: get-messages jobs visibilitytimeout=30 as h\n"
	)
	advises(t, []advised{
		{"the first worked by a peek", queue + peek + "ann: does $p.0\n" + taken + ends, engine.DoneTwice, "",
			"#3 " + only, hide},
		{"the second did", queue + taken + "ben: does $h.0\nclock +31s\n" + peek + "ann: does $p.0\n", engine.DoneTwice,
			"", "#4 " + only, hide},
		{"with a receipt that was told", queue + peek + taken + "tell ann $h.0.receipt\n" +
			"ben: update-message $h.0 popreceipt=$h.0.receipt visibilitytimeout=30 as u\nann: does $p.0\n" +
			"ann: update-message $p.0 popreceipt=$h.0.receipt visibilitytimeout=30\n" +
			"ben: delete-message $h.0 popreceipt=$u.receipt\n", engine.DoneTwice, "", "#3 " + only, hide},
		{"who had received it before", queue + "ann: get-messages jobs visibilitytimeout=10 as g\nclock +11s\n" + peek +
			"ann: does $p.0\n" + taken + ends, engine.DoneTwice, "", "#4 " + only, hide},
		{"who worked by what it received", queue + peek + "ann: get-messages jobs visibilitytimeout=10 as g\n" +
			"clock +11s\nann: does $g.0\n" + taken + ends, engine.DoneTwice, "",
			hide + " for longer than its work takes", "peek"},
	})
}
