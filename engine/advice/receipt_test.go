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
