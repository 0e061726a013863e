package advice_test

import (
	"testing"

	"interleave/engine"
)

// A receipt that is over as the message was deleted: what was done outside is there as often as the work was done.
func TestWhatWasDoneOutsideIsThereAsOftenAsItWasDone(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-queue jobs\n" +
			"seed: put-message jobs m1 messagettl=-1\n"
		first  = "ana: get-messages jobs visibilitytimeout=5 as g\nana: does $g.0\nclock +6s\n"
		second = "ben: get-messages jobs visibilitytimeout=5 as h\nben: does $h.0\nclock +6s\n"
		third  = "cy: get-messages jobs visibilitytimeout=30 as k\n"
		ends   = "ana: delete-message $g.0 popreceipt=$g.0.receipt\n" +
			"cy: delete-message $k.0 popreceipt=$k.0.receipt\n"
	)
	for lines, want := range map[string]string{
		head + first + second + third + "cy: does $k.0\n" + ends: "What the 3 who worked on it did outside may " +
			"be there 3 times.",
		head + first + third + "cy: does $k.0\n" + ends: "What both did outside may be there twice.",
	} {
		saysAtEnd(t, lines, engine.OldReceipt, want, "")
	}
}
