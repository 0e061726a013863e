package advice_test

import (
	"testing"

	"interleave/engine"
)

// A delete that was sent as soon as the work was done and came when another had the message was not sent too late
// (engine/queue/rules.md, "Pop receipts", R3): only a longer hiding would have kept the message for it.
func TestADeleteThatCameLateWasNotSentLate(t *testing.T) {
	const (
		works = who + "seed: create-queue jobs\nseed: put-message jobs job1\n" +
			"ann: get-messages jobs visibilitytimeout=5 as g\nann: does $g.0\n"
		other = "clock +6s\nben: get-messages jobs as h\n"
		does  = "ben: does $h.0\n"
		late  = "#4 was sent in time, and came when the message, hidden until"
		soon  = "delete it as soon as the work is done"
	)
	saysAtEnd(t, works+"ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\n"+other+"deliver d\n"+does,
		engine.DoneTwice, late, soon)
	saysAtEnd(t, works+other+"ann: delete-message $g.0 popreceipt=$g.0.receipt\n"+does, engine.DoneTwice, soon, late)
}
