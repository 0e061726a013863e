package advice_test

import (
	"testing"

	"interleave/engine"
)

// A message that was received is hidden for as long as was asked for and then visible to all
// (engine/queue/rules.md): who had it last has it no more.
func TestAReceiptCardGoesByWhereTheMessageIsNow(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m1 "
		old  = "\nana: get-messages jobs visibilitytimeout=5 as g\nclock +5s\n" +
			"ben: get-messages jobs visibilitytimeout=5 as h\n"
		late = old + "ana: delete-message $g.0 popreceipt=$g.0.receipt\n"
		anew = old + "ana: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=5\n"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"visible again", head + "messagettl=-1" + late, "Ben had the message after that, it is visible again",
			"has the message now"},
		{"to be renewed", head + "messagettl=-1" + anew, "Stop working on it until it has been received anew.",
			"has the message now"},
		{"deleted", head + "messagettl=-1" + late + "ben: delete-message $h.0 popreceipt=$h.0.receipt\n",
			"Ben deleted it with #6", "visible"},
	} {
		saysAtEnd(t, c.lines, engine.OldReceipt, c.want, c.never)
	}
}
