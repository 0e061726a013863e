package advice_test

import (
	"testing"

	"interleave/engine"
)

// A message that expired, or was cleared, is received by nobody any more (engine/queue/rules.md, Q11
// and Q15): who was refused for an old receipt before that has nothing to wait for, and nobody has it.
func TestWhatExpiredIsNotWaitedFor(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-queue jobs\n"
		put  = "seed: put-message jobs m messagettl=20\n"
		both = head + put + "ann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as b\n"
		remove = both + "ann: delete-message $a.0 popreceipt=$a.0.receipt\n"
		hide   = both + "ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n"
		back   = head + "ann: put-message jobs m messagettl=20 as p\n" +
			"ben: get-messages jobs visibilitytimeout=5 as b\nann: delete-message $p.0 popreceipt=$p.0.receipt\n"
		lost = head + put + "ann: get-messages jobs visibilitytimeout=5 as a\n" +
			"ann: send update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=10 as u\ndeliver u\nlose u\n"
		anew   = "ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=10\n"
		behind = "clock +20s\n"
		clear  = "cy: clear-messages jobs\n"
		over   = "The message expired at 00:20.0: nobody will receive it any more."
	)
	advises(t, []advised{
		{"both may have worked", remove + behind, engine.OldReceipt, "",
			over + " Ana has done its work, and Ben, who had it too, may have done it as well", "has the message now"},
		{"both have worked", remove + "ben: does $b.0\n" + behind, engine.OldReceipt, "",
			over + " Its work was done twice.", "now"},
		{"nobody is known to have worked", hide + behind, engine.OldReceipt, "",
			over + " Put it again only if its work was not done.", "now"},
		{"the other has worked", hide + "ben: does $b.0\n" + behind, engine.OldReceipt, "",
			over + " Ben has done its work.", "again"},
		{"cleared", remove + clear, engine.OldReceipt, "",
			"Cy's #6 deleted it: nobody will receive it any more. Ana has done its work, and Ben, ",
			"What both did"},
		{"its queue deleted", hide + "cy: delete-queue jobs\n", engine.OldReceipt, "",
			"Cy's #6 deleted it: nobody will receive it any more. Whether the work is still wanted",
			"has the message now"},
		{"taken back", back + behind, engine.OldReceipt, "",
			"The message expired at 00:20.0: nothing is left to take back. Ben had received it, and may " +
				"have done its work.",
			"Ask"},
		{"taken back, and worked", back + "ben: does $b.0\n" + behind, engine.OldReceipt, "",
			"The message expired at 00:20.0: nothing is left to take back. Ben has done its work.", "Ask"},
		{"a renewal that nobody heard", lost + behind, engine.NoAnswer, "",
			over + " Put it again only if its work was not done.", "Send the same"},
		{"and its second try", lost + anew + behind, engine.OwnEcho, "", over, "Wait"},
		{"and the work is done", lost + anew + "ann: does $a.0\n" + behind, engine.OwnEcho, "",
			over + " Ana has done its work: nothing is left to send.", "Wait"},
	})
}

// Who has a message is who was handed it last (engine/queue/rules.md, "What ends a receipt"), also where that is
// neither the sender of an old receipt nor who had it then.
func TestWhoWasHandedItLastHasIt(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-queue jobs\n"
		both = head + "seed: put-message jobs m\nann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=5 as b\n"
		third = "clock +6s\ncy: get-messages jobs visibilitytimeout=5 as c\n"
		own   = head + "seed: put-message jobs m\nann: get-messages jobs visibilitytimeout=5 as a\n" +
			"ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n" +
			"ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n"
	)
	advisesBehind(t, []advised{
		{"a delete", both + "ann: delete-message $a.0 popreceipt=$a.0.receipt\n" + third, engine.OldReceipt, "",
			"Treat the work as not finished: Cy has the message now, and will do it again.", "Ben"},
		{"a renewal", both + "ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n" + third,
			engine.OldReceipt, "", "Cy has the message now. Stop working on it.", "Ben"},
		{"taken back", head + "ann: put-message jobs m as p\nben: get-messages jobs visibilitytimeout=5 as b\n" +
			"ann: delete-message $p.0 popreceipt=$p.0.receipt\n" + third, engine.OldReceipt, "",
			"Ask Cy to leave the work and delete it.", "Ben"},
		{"behind one's own renewal", own + third, engine.OldReceipt, "", "leave it to Cy.", "Stop"},
		{"behind one's own renewal, and visible again", own + third + "clock +6s\n", engine.OldReceipt, "",
			"and it is visible again. Stop working on it until it has been received anew.", "leave it to"},
	})
}

// Who put a message takes it back, changes its text or puts it off with the receipt of the put, and each is too late in
// its own way once another has been handed it (engine/queue/rules.md, Q10).
func TestWhoPutAMessageAndCameTooLate(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
			"ann: put-message jobs m messagettl=20 as p\n"
		get  = "ben: get-messages jobs visibilitytimeout=5 as b\n"
		text = "ann: update-message $p.0 new popreceipt=$p.0.receipt visibilitytimeout=0\n"
		off  = "ann: update-message $p.0 popreceipt=$p.0.receipt visibilitytimeout=9\n"
		del  = "ben: delete-message $b.0 popreceipt=$b.0.receipt\n"
		own  = "ann: update-message $p.0 other popreceipt=$p.0.receipt visibilitytimeout=0 as u\n" + get +
			"ann: update-message $p.0 new popreceipt=$u.receipt visibilitytimeout=0\n"
	)
	advisesBehind(t, []advised{
		{"another text", head + get + text, engine.OldReceipt, "",
			"Ben works by the text that was there before: tell Ben what #4 was to put in its place.",
			"leave the work"},
		{"another text, and worked", head + get + text + "ben: does $b.0\n", engine.OldReceipt, "",
			"Its work is done already, by the text that was there before: put the text of #4 as a message of its own",
			"Ask"},
		{"another text, and deleted", head + get + text + del, engine.OldReceipt, "",
			"Ben's #5 deleted it, with the text that was there before. Ben has done its work. Put the text of #4 " +
				"as a message of its own if its work is wanted too.", "nothing is left"},
		{"another text, and visible again", head + get + text + "clock +6s\n", engine.OldReceipt, "",
			"It is visible again: receive it, and send #4 with that receipt.", "delete"},
		{"another text, and expired", head + get + text + "clock +20s\n", engine.OldReceipt, "",
			"The message expired at 00:20.0, with the text that was there before. Ben had received it, and may have " +
				"done its work. Put the text of #4", "nothing is left"},
		{"put off", head + get + off, engine.OldReceipt, "",
			"If it is to be put off, ask Ben to leave the work, and not to delete it.", "Stop"},
		{"put off, and deleted", head + get + off + del, engine.OldReceipt, "",
			"Ben's #5 deleted it: nothing is left to put off. Ben has done its work.", "message of its own"},
		{"behind an update of one's own", head + own, engine.OldReceipt, "",
			"tell Ben what #5 was to put in its place.", "Stop working"},
	})
}

// Nothing that can be read tells a message that a lost Clear Messages left from one that was put since: another try
// deletes either (engine/queue/rules.md, Q11).
func TestAClearThatNobodyHeardTakesWhatWasPutSince(t *testing.T) {
	const lost = "writer cy \"Cy\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
		"seed: put-message jobs one messagettl=-1\n" +
		"cy: send clear-messages jobs as c\ndeliver c\nlose c\nben: put-message jobs three messagettl=-1\n"
	advises(t, []advised{{"put since", lost, engine.NoAnswer, "",
		"what is there may have been put since, and would be deleted by another try too", "safe to repeat"}})
}
