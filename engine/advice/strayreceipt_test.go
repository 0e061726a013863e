package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// The receipt of another message is refused as a message is that is not there (engine/queue/rules.md, "Pop receipts"):
// it is there all the same, and comes back to be worked on again where who did its work believes it gone.
func TestAReceiptOfAnotherMessageIsNoMissingMessage(t *testing.T) {
	const (
		two = who + "seed: create-queue jobs\nseed: put-message jobs one\nseed: put-message jobs two\n" +
			"ann: get-messages jobs as g\nann: get-messages jobs as h\n"
		mixed = "ann: delete-message $g.0 popreceipt=$h.0.receipt\n"
		there = `jobs "one" is there: the receipt that #6 sent is that of jobs "two", which came with #5.`
		own   = " Send it with the one that came with #4. The message is hidden until"
	)
	advisesBehind(t, []advised{
		{"a delete", two + mixed, "", "receipt", there + own, "nothing is left"},
		{"an update", two + "ann: update-message $g.0 x popreceipt=$h.0.receipt visibilitytimeout=20\n", "", "receipt",
			there + own, "Create that"},
		{"received by another since", two + mixed + "clock +31s\nben: get-messages jobs as i\n", "", "",
			there + " Wait until the message is visible again and receive it: somebody else may be first",
			"nothing is"},
	})
	const again = two + "ann: does $g.0\n" + mixed + "clock +31s\nben: get-messages jobs as i\nben: does $i.0\n"
	advisesBehind(t, []advised{{"its work was done again", again, engine.DoneTwice, "",
		"#6 sent a receipt that the message never had: keep the receipt of each message beside it", ""}})
	v := roomtest.AtEnd(t, again)
	for _, f := range v.Troubles() {
		if said := conflict.Story(v.Clone(), f.Finding).First; f.Kind == engine.DoneTwice &&
			!strings.Contains(said, "Ana's #6 was refused and the message stayed") {
			t.Error(said)
		}
	}
}
