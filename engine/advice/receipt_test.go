package advice_test

import (
	"testing"

	"interleave/engine"
)

// What a receive without an answer hid comes back when its time ends (engine/queue/rules.md, "Message operations"):
// behind that nothing is hidden by it any more.
func TestWhatALostReceiveHidComesBack(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: send get-messages jobs visibilitytimeout=10 as a\ndeliver a\nlose a\n"
	const back = "a message was hidden until 00:10.0 at the latest, and has come back since"
	advises(t, []advised{
		{"behind it", lost + "clock 00:10.0\n", engine.NoAnswer, "", back, "is hidden from all"},
	})
}

// Who was handed the message again goes on with the receipt of that (engine/queue/rules.md, "Pop receipts").
func TestWhoWasHandedItAgainGoesOn(t *testing.T) {
	const late = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
		"ben: get-messages jobs visibilitytimeout=30 as b\n" +
		"ann: update-message $a.0 x popreceipt=$a.0.receipt visibilitytimeout=30\n"
	advisesBehind(t, []advised{
		{"Ben has it", late, engine.OldReceipt, "", "Ben has the message now. Stop working on it.", "again"},
		{"given back", late + "ben: update-message $b.0 y popreceipt=$b.0.receipt visibilitytimeout=0\n" +
			"ann: get-messages jobs\n", engine.OldReceipt, "",
			"#7 has handed the message to Ana again: go on with its receipt", "Stop working"},
	})
}
