package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
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
			"Treat the work as not finished: Cy has the message now, and may do it again.", "Ben"},
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

// A message put twice is two messages with ids of their own (Azure REST, "Put Message"): neither a peek nor a count
// says whose one is, so there is nothing to read. What was done of both has to be made good.
func TestAMessagePutTwiceIsToldByItsWork(t *testing.T) {
	const (
		put = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
			"ann: send put-message jobs pay messagettl=-1 as p\ndeliver p\nlose p\n" +
			"ann: put-message jobs pay messagettl=-1 again=p\n"
		got    = "ben: get-messages jobs numofmessages=2 as g\n"
		one    = "ben: does $g.0\n"
		other  = "ben: does $g.1\n"
		gone   = "ben: delete-message $g.1 popreceipt=$g.1.receipt does=none\n"
		copied = "writer ann \"Ana\"\nseed: create-queue jobs\nann: send put-message jobs pay messagettl=-1 as p\n" +
			"double p\ndeliver p\ndeliver p'\n"
		thrice = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\nseed: create-queue jobs\n" +
			"ann: send put-message jobs pay messagettl=-1 as p\n" +
			"double p\ndouble p\ndeliver p\ndeliver p'\ndeliver p''\n"
		worked = "cal: get-messages jobs as c\ncal: does $c.0\n"
	)
	const each = "#2 and #3 have put the same twice, each as a message of its own, and " +
		"no read tells that they are the same."
	const twice = "Two copies of #2 have put it twice, each as a message of its own, and " +
		"no read tells that they are the same."
	for _, row := range []struct{ name, race, say string }{
		{"nothing was done", put + got, each + " Nobody has done the work yet"},
		{"one was done", put + got + one, each + " The work of one was done, by Ben: tell whoever receives the other"},
		{"both were done", put + got + one + other, each + " The work of both was done, by Ben: one of the two has"},
		{"one was done, the other removed", put + got + one + gone, each + " The work of one was done, by Ben. Next"},
		{"a second copy", copied, twice + " Nobody has done the work yet: one of the two has"},
		{"the work of both copies", strings.Replace(copied, "seed", "writer ben \"Ben\"\nwriter cal \"Cal\"\nseed", 1) +
			"ben: get-messages jobs as g\n" + one + worked,
			twice + " The work of both was done, by Ben and Cal: one of the two has"},
		{"the work of two of three copies", thrice + "ben: get-messages jobs as g\n" + one + worked,
			strings.NewReplacer("Two", "3", "twice", "3 times").Replace(twice) + " The work of 2 was done, by Ben " +
				"and Cal: all but one have to be taken back by hand. Tell whoever receives another"},
	} {
		card, found := cardAtEnd(t, row.race, engine.DoneTwice)
		if !found || card.Action != "" || !strings.HasPrefix(card.Say, row.say) ||
			strings.Contains(card.Say, "Read") {
			t.Errorf("%s: found %t, does %q: %s", row.name, found, card.Action, card.Say)
		}
	}
}

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

// A peek that shows no such message tells nothing, as what is hidden is not shown; one that shows the text tells as
// much as a read of a text does (engine/queue/rules.md, "State").
func TestAPeekThatShowsThePutIsHeeded(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
		"ann: send put-message jobs hi as p\ndeliver p\nlose p\n"
	for lines, want := range map[string]string{
		lost:                               "No read tells that it was not done",
		lost + "ann: peek-messages jobs\n": "#3 shows a message with the text of #2.",
		lost + "ben: peek-messages jobs\n": "No read tells that it was not done",
		lost + "ben: get-messages jobs visibilitytimeout=30\nann: peek-messages jobs\n": "No read tells that it was " +
			"not done",
	} {
		if card, found := cardAtEnd(t, lines, engine.NoAnswer); !found || !strings.HasPrefix(card.Say, want) {
			t.Errorf("%s%v %q, want %q", lines, found, card.Say, want)
		}
	}
}

// Each change of a container's access policies starts its thirty seconds anew, so whoever was told of the first end
// waits for the last one, and hears who moved it.
func TestAnEndThatWasMovedIsTheOneToWaitFor(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/a v0\n" +
			"seed: set-container-acl con policy.w=rwdl\nann: get-blob con/a under=w\n"
		moved = "Ben's #5 (set-container-acl) moved the end of that to 00:31"
	)
	for _, c := range []struct {
		lines string
		last  int
		says  string
	}{
		{head, 4, "Wait until 00:30."},
		{head + "clock +1s\nben: set-container-acl con policy.w=r\n", 5, moved},
		{head + "clock +1s\nben: set-container-acl con policy.w=rwdl\n", 5, "Wait until 00:30."}, // nothing changed
		{head + "clock +1s\nben: set-container-metadata con meta.a=1\n", 5, "Wait until 00:30."},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		for x := r.View().Exchange(c.last); x == nil || x.Heard.IsZero(); x = r.View().Exchange(c.last) {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		v := r.View()
		for _, tr := range v.Troubles() {
			card := advice.For(v, tr.Finding)
			if tr.Kind != engine.Unfinished || card.Action != "wait" || !strings.HasPrefix(card.Say, c.says) {
				t.Errorf("%s: %s %q %s %q", c.lines, tr.Kind, card.Action, card.Say, card.Others)
			}
		}
		if len(v.Troubles()) != 1 {
			t.Error(c.lines, len(v.Troubles()))
		}
	}
}
