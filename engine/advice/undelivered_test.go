package advice_test

import (
	"testing"

	"interleave/engine"
)

// A receipt counts until another is handed the message (engine/queue/rules.md, "Pop receipts", R3): who hears nothing
// of a delete sends it again while nobody can be. What was sent when the time was over was too late anyhow.
func TestADeleteWithoutAnAnswerIsSentAgainInTime(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs pay\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nann: does $g.0\n"
		gone   = "ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\nlose d\n"
		longer = "ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as d\nlose d\n"
		comes  = "clock +31s\nben: get-messages jobs as h\nben: does $h.0\n"
		again  = "#4 had no answer in time: next time send it again before the message is visible again, " +
			"here at 00:30.0"
		safe = ". Make the work safe to repeat"
	)
	for _, c := range []struct{ lines, want, never string }{
		{head + gone + comes, again + safe, "Hide a message"},
		{head + longer + comes, again + ", and stop working where no renewal is accepted" + safe, "Hide a message"},
		{head + "clock +31s\n" + gone + "ben: get-messages jobs as h\nben: does $h.0\n",
			"Make the work safe", "#4 had"},
		{head + comes, "Make the work safe", "had no answer"},
	} {
		saysAtEnd(t, c.lines, engine.DoneTwice, c.want, c.never)
	}
}

// Until when a lease holds, its holder reckons from when it asked, the service from when it decides
// (engine/lease/rules.md): a card that goes by what was heard says from when that counts. And a name begins a sentence
// as it is written.
func TestALeaseIsCountedFromWhereTheCardSays(t *testing.T) {
	const (
		head = "writer host1\nwriter host2\nseed: create-container locks\nseed: put-blob locks/l x\n"
		took = head + "host1: acquire-blob-lease locks/l duration=15 as l\nclock +12s\n"
		box  = "writer host1\nwriter host2\nseed: create-container locks\n" +
			"host1: send acquire-container-lease locks duration=15 as l\nclock +1s\ndeliver l\n" +
			"answer l\nclock +12s\n" +
			"host1: send renew-container-lease locks lease=$l.lease as r\nlose r\nclock +16s\n"
		lost = "host1: send renew-blob-lease locks/l lease=$l.lease as r\nlose r\nclock +6s\n"
	)
	saysAtEnd(t, took+lost, engine.NoAnswer, "heard, counted from when its request was sent (15 s from 00:00.0), the "+
		"lease ended at 00:15.0", "")
	saysAtEnd(t, box, engine.NoAnswer, "heard, counted from when its request was sent (15 s from 00:00.0), the lease "+
		"ended at 00:15.0", "")
	if card, found := cardOf(t, head+"host2: acquire-blob-lease locks/l duration=30\nhost1: put-blob locks/l y\n",
		engine.IsLeased, 0); !found || card.Say[:len("host2 holds")] != "host2 holds" {
		t.Errorf("%t %s", found, card.Say)
	}
}
