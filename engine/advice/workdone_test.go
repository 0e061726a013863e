package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A message stands for work. Who has done it and meets that the message is gone, cleared, expired or with its queue,
// has nothing left to send; whether it is wanted is open only to who has not (the referee's rules, done-twice: `does`,
// or a Delete with a receipt, says that it was done).
func TestWorkThatWasDoneIsNotAskedForAgain(t *testing.T) {
	const (
		got = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
			"seed: put-message jobs m messagettl=100\nann: get-messages jobs visibilitytimeout=30 as g\n"
		does   = "ann: does $g.0\n"
		clear  = "ben: clear-messages jobs\n"
		remove = "ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n"
		hide   = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\n"
	)
	const done = "Ana has done its work: nothing is left to send."
	for _, row := range []struct {
		name, race string
		kind       engine.Trouble
		say, never string
	}{
		{"cleared", got + does + clear + remove, engine.IsGone, done + " Tell Ben, whose #4 took it away", "wanted"},
		{"cleared before the work", got + clear + hide, engine.IsGone, "settled outside", "has done"},
		{"expired", got + does + "clock +101s\n" + remove, engine.IsGone, "It expired. " + done, "Put it again"},
		{"its queue is being deleted", got + does + "ben: delete-queue jobs\n" + remove, engine.Unfinished,
			"It goes with what it lies in. " + done, "Wait"},
	} {
		card, found := cardOf(t, row.race, row.kind, 0)
		if !found || !strings.Contains(card.Say, row.say) || strings.Contains(card.Say, row.never) {
			t.Errorf("%s: found %t: %s", row.name, found, card.Say)
		}
	}
}

// A receipt that one's own renewal has made old, and another who has received the message since: who had done the work
// by then is not told to leave it, for the other does it again (queue/rules.md, "What ends a receipt").
func TestWorkThatWasDoneBehindOnesOwnRenewalIsNotLeft(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: get-messages jobs visibilitytimeout=10 as g\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20\n"
	const remove = "ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
	card, found := cardOf(t, lines+remove, engine.OldReceipt, 0)
	if !found || card.Action != "receipt" || !strings.Contains(card.Say, "hidden until 00:20.0") {
		t.Errorf("%v %q", found, card.Say)
	}
	card, found = cardIn(behindLines(t, lines+remove+"clock +21s\nben: get-messages jobs\n"), engine.OldReceipt)
	if !found || !strings.Contains(card.Say, "Treat the work as not finished: Ben has the message now, and will do it "+
		"again.") {
		t.Errorf("%v %q", found, card.Say)
	}
	hide := strings.Replace(remove, "delete-message", "update-message", 1)
	hide = strings.TrimSpace(hide) + " visibilitytimeout=20\n"
	card, found = cardIn(behindLines(t, lines+hide+"clock +21s\nben: get-messages jobs\n"), engine.OldReceipt)
	if !found || !strings.Contains(card.Say, "leave it to Ben") {
		t.Errorf("%v %q", found, card.Say)
	}
}

// A mark names two of all who did the work of a message: that the one who has it now did it as well is known to the
// history all the same (the referee's rules: once per writer, `does` or a Delete with its receipt).
func TestWorkOfThreeIsNotSaidToBeDoneAgain(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-queue jobs\n" +
		"seed: put-message jobs m\nann: get-messages jobs visibilitytimeout=5 as g\nann: does $g.0\nclock +6s\n" +
		"ben: get-messages jobs visibilitytimeout=5 as h\nben: does $h.0\nclock +6s\n" +
		"cy: get-messages jobs visibilitytimeout=30 as k\n"
	const remove = "ben: delete-message $h.0 popreceipt=$h.0.receipt\n"
	card, found := cardIn(behindLines(t, lines+"cy: does $k.0\n"+remove), engine.OldReceipt)
	if !found || !strings.Contains(card.Say, "has the message now, and has done its work too: it was done 3 times.") {
		t.Errorf("%t %q", found, card.Say)
	}
	card, found = cardIn(behindLines(t, lines+remove), engine.OldReceipt)
	if !found || !strings.Contains(card.Say, "Cy has the message now, and will do it again.") {
		t.Errorf("before Cy's work: %t %q", found, card.Say)
	}
	card, found = cardAtEnd(t, lines+"cy: delete-message $k.0 popreceipt=$k.0.receipt\n"+remove, engine.IsGone)
	if !found || !strings.Contains(card.Say, "What the 3 who worked on it did outside may be there 3 times.") {
		t.Errorf("behind Cy's delete: %t %q", found, card.Say)
	}
}

// Who put a message and takes it back by the put's own receipt has not worked on it (queue/rules.md, "Pop receipts"):
// of a delete that another's delete went before nothing may be there twice.
func TestATakenBackMessageIsNotSaidToBeWorkedTwice(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nann: put-message jobs m as p\n" +
		"ben: get-messages jobs visibilitytimeout=30 as g\nann: delete-message $p.0 popreceipt=$p.0.receipt\n" +
		"ben: delete-message $g.0 popreceipt=$g.0.receipt\n"
	card, found := cardAtEnd(t, lines, engine.OldReceipt)
	if !found || card.Say != "Ben's #5 deleted it: nothing is left to take back. Ben has done its work." {
		t.Errorf("%t %q", found, card.Say)
	}
}

// A renewal that is refused because another was handed the message (engine/queue/rules.md, "Pop receipts") stops the
// work only of who has not done it: done, it will be done again, or was.
func TestARefusedRenewalBehindTheWork(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=5 as g\nclock +6s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as h\n"
		did   = "ann: does $g.0\n"
		renew = "ann: update-message $g.0 m popreceipt=$g.0.receipt visibilitytimeout=30\n"
		stop  = "Stop working on it"
		twice = "it was done twice. Undo what was done outside"
	)
	advisesBehind(t, []advised{
		{"not done", lines + renew, engine.OldReceipt, "", "Ben has the message now. " + stop, "Undo"},
		{"done", lines + did + renew, engine.OldReceipt, "", "Ben has the message now, and will do it again. Undo",
			stop},
		{"done by both", lines + did + renew + "ben: does $h.0\n", engine.OldReceipt, "", twice, stop},
		{"done, visible again", lines + did + renew + "clock +40s\n", engine.OldReceipt, "",
			"it is visible again, and whoever receives it will do the work again", stop},
	})
}

// Who has done the work and receives the message anew does it no more: it is only to be deleted, with the receipt that
// came then, and to do it again is to do it twice. That was of the older receipt, which a renewal had replaced
// (queue/rules.md, R2).
func TestWorkThatWasDoneIsNotDoneAnewWhenItsMessageComesBack(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
		"ann: get-messages jobs visibilitytimeout=10 as g\n" +
		"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20\nann: does $g.0\n" +
		"ann: delete-message $g.0 popreceipt=$g.0.receipt\nclock +21s\nann: get-messages jobs as h\n"
	card, found := cardIn(behindLines(t, lines), engine.OldReceipt)
	if !found || card.Action != "receipt" || !strings.HasPrefix(card.Say, "#6 has handed it to Ana again, whose work "+
		"is done: only delete it, with the receipt of the newest answer.") {
		t.Errorf("%v %q", found, card.Say)
	}
	card, found = cardIn(behindLines(t, lines+"ann: does $h.0\n"), engine.DoneTwice)
	if !found || !strings.HasPrefix(card.Say, "#5 sent an older receipt than #4 had given: keep the newest one") {
		t.Errorf("%v %q", found, card.Say)
	}
}
