package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
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
	if !found || !strings.Contains(card.Say, "Treat the work as not finished: Ben has the message now, and may do it "+
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
	if !found || !strings.Contains(card.Say, "Cy has the message now, and may do it again.") {
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
		{"done", lines + did + renew, engine.OldReceipt, "", "Ben has the message now, and may do it again. Undo",
			stop},
		{"done by both", lines + did + renew + "ben: does $h.0\n", engine.OldReceipt, "", twice, stop},
		{"done, visible again", lines + did + renew + "clock +40s\n", engine.OldReceipt, "",
			"it is visible again, and whoever receives it may do the work again", stop},
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

// What let the work of a message be done twice may be what either of the two did; and who hears that the message is
// deleted hears that what was done outside may be there twice, where both had done it.
func TestWhatLetWorkBeDoneTwice(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs hello\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n"
		update = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout="
		twice  = head + update + "30\nclock +20s\n" + update + "30\nclock +15s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\nann: does $g.0\n"
		back    = head + "ann: does $g.0\n" + update + "0 as u\nben: get-messages jobs as h\nben: does $h.0\n"
		deleted = "ben: delete-message $h.0 popreceipt=$h.0.receipt\nann: delete-message $g.0 " +
			"popreceipt=$g.0.receipt does=none\n"
	)
	for _, row := range []struct {
		lines, want string
		kind        engine.Trouble
	}{
		{twice, "#5 sent an older receipt than #4 had given: renew with the newest one", engine.DoneTwice},
		{back, "#4 made the message visible again when its work was done: delete it when the work is done.",
			engine.DoneTwice},
		{back + "ann: delete-message $g.0 popreceipt=$u.receipt does=none\n", "delete it when the work is done.",
			engine.DoneTwice},
		{twice + deleted, "the work is done. Stop. What both did outside may be there twice.", engine.IsGone},
	} {
		saysAtEnd(t, row.lines, row.kind, row.want, "longer than its work takes")
	}
	card, _ := cardAtEnd(t, head+"clock +35s\nben: get-messages jobs as h\n"+deleted, engine.IsGone)
	if strings.Contains(card.Say, "twice") { // only one did it
		t.Error(card.Say)
	}
}

// A refusal from before the message was handed out is of another matter: no marker for its work was passed over.
func TestAMarkerIsMadeForTheWork(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: create-queue jobs\nseed: put-message jobs one\nann: put-blob wiki/cfg cfg if-none-match=*\n"+
		"ben: put-blob wiki/cfg cfg if-none-match=*\nann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n"+
		"ben: get-messages jobs visibilitytimeout=5 as b\nann: does $a.0\nben: does $b.0\n", engine.DoneTwice)
	if !found || !strings.HasPrefix(card.Say, "Hide a message for longer than its work takes, or renew it in time. "+
		"Make the work safe to repeat") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// Who never heard the refusal, or saw the marker of the other, is told of that: to keep the result under an id that the
// storage takes once is what both had done.
func TestAMarkerThatWasNotHeardOrOnlySeen(t *testing.T) {
	const made = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container done\nseed: create-queue jobs\n" +
		"seed: put-message jobs one\nann: get-messages jobs visibilitytimeout=5 as a\nclock +6s\n" +
		"ben: get-messages jobs visibilitytimeout=5 as b\nann: put-blob done/one ann if-none-match=*\n" +
		"ann: does $a.0\n"
	for _, row := range []struct{ lines, want string }{
		{"ben: send put-blob done/one ben if-none-match=* as p\ndeliver p\nlose p\n",
			"#7 was refused by the marker done/one, and Ben worked without having heard so."},
		{"ben: get-blob done/one\n", "#7 had shown Ben the marker done/one, and Ben worked all the same."},
	} {
		card, found := cardAtEnd(t, made+row.lines+"ben: does $b.0\n", engine.DoneTwice)
		if !found || !strings.HasPrefix(card.Say, row.want) || strings.Contains(card.Say, "safe to repeat") {
			t.Errorf("%s%t %s", row.lines, found, card.Say)
		}
	}
}

// Equal bytes have equal tags in S3: a second delete by that tag takes what somebody made since, and that is no text
// put back (engine/bucket/rules.md, "ETag").
func TestADeleteByATagOfEqualBytesTakesAway(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket bkt\n"+
		"seed: put-object bkt/k one\nann: get-object bkt/k as a\nann: send delete-object bkt/k if-match=$a.etag as d\n"+
		"deliver d\nlose d\nben: put-object bkt/k one if-none-match=*\n"+
		"ann: delete-object bkt/k if-match=$a.etag again=d\n", engine.SameNumber)
	if !found || strings.Contains(card.Say, "no text is lost") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// Create File replaces a file that is there, and an empty one too (engine/share/rules.md, "FileREST operations"): it is
// no marker. Put Blob without a condition is none either.
func TestAClaimThatReplacedAnothersUnread(t *testing.T) {
	const work, lost = "ann: does job\nben: does job\n", "#3 replaced Ana's #2 before. If that was how the work"
	for _, row := range []struct{ lines, want string }{
		{"seed: create-share box\nann: create-file box/job size=0\nben: create-file box/job size=0\n", lost},
		{"seed: create-share box\nann: create-file box/job size=3\nben: create-file box/job size=3\n", lost},
		{"seed: create-container box\nann: put-blob box/job \"\"\nben: put-blob box/job \"\"\n", lost},
		{"seed: create-share box\nann: smb-create box/job disposition=CREATE\n" +
			"ben: smb-create box/job disposition=CREATE\n", "was refused by the marker"},
		{"seed: create-share box\nann: create-file box/job size=0\nben: create-file box/other size=0\n",
			"Make the work safe to repeat"},
	} {
		saysAtEnd(t, who+row.lines+work, engine.DoneTwice, row.want, "")
	}
}

// A delete with a receipt counts as work that was done (engine/conflict/rules.md, "Silent", done-twice): who heeds a
// marker deletes the message all the same, and the card says by which request it takes the work for done. What was said
// to be done is taken for nothing.
func TestADeleteThatIsTakenForWorkIsNamed(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: create-container done\n" +
			"seed: put-message jobs m\nann: get-messages jobs visibilitytimeout=1 as a\nclock +2s\n" +
			"ben: get-messages jobs as b\nben: put-blob done/m ben if-none-match=*\n" +
			"ann: put-blob done/m ann if-none-match=*\n"
		taken = "where #8 or #9 only took the message away, nothing was done twice"
	)
	advises(t, []advised{
		{"both deleted", who + "ben: delete-message $b.0 popreceipt=$b.0.receipt\n" +
			"ann: delete-message $a.0 popreceipt=$a.0.receipt\n", engine.DoneTwice, "", taken, ""},
		{"the second deleted", who + "ben: does $b.0\nann: delete-message $a.0 popreceipt=$a.0.receipt\n",
			engine.DoneTwice, "", "where #8 only took the message away", ""},
		{"both said so", who + "ben: does $b.0\nann: does $a.0\n", engine.DoneTwice, "", "was refused by the marker",
			"taken for work"},
	})
}

// No read tells whose a lease is or a lock on bytes: who proposes the id of its lease is granted it again while it is
// its own, and refused while it is another's (engine/blob/rules.md, R14; engine/lease/rules.md, "Lease basics").
func TestAClaimThatNoReadTellsOf(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container jobs\nseed: put-blob jobs/inv x\n" +
			"seed: create-share docs\nseed: create-file docs/inv 4\n"
		work   = "ann: does inv\nben: does inv\n"
		anId   = " id=aaaaaaaa-0000-0000-0000-000000000001"
		benId  = " id=bbbbbbbb-0000-0000-0000-000000000001"
		reads  = "read after a refusal whose it is"
		own    = "propose an id of one's own when the lease is acquired, the same in each try"
		heeded = "take a refusal for another's"
	)
	for _, row := range []struct{ claim, want, not string }{
		{"acquire-blob-lease jobs/inv duration=60", own, reads},
		{"acquire-container-lease jobs duration=60", own, reads},
		{"acquire-file-lease docs/inv duration=-1", own, reads},
		{"smb-create docs/inv access=rwd share=none disposition=OPEN", heeded, reads},
	} {
		saysAtEnd(t, head+"ann: "+row.claim+"\nben: "+row.claim+"\n"+work, engine.DoneTwice, row.want, row.not)
		if row.want != own {
			continue
		}
		for id, granted := range map[string]bool{anId: true, benId: false} {
			try := map[bool]string{true: "ann: ", false: "ben: "}[granted] + row.claim + id
			v := roomtest.AtEnd(t, head+"ann: "+row.claim+anId+"\n"+try+"\n")
			if v.Exchange(v.Requests()).Took != granted {
				t.Errorf("%s: granted is not %t", try, granted)
			}
		}
		saysAtEnd(t, head+"ann: "+row.claim+anId+"\nben: "+row.claim+benId+"\n"+work, engine.DoneTwice, heeded, reads)
	}
	saysAtEnd(t, head+"ann: get-blob jobs/inv as a\nben: get-blob jobs/inv as b\n"+
		"ann: put-blob jobs/inv ann if-match=$a.etag\nben: put-blob jobs/inv ben if-match=$b.etag\n"+work,
		engine.DoneTwice, reads, "")
}

// A message is hidden for as long as was asked for (engine/queue/rules.md, "What ends a receipt"): who worked for
// longer is told so, refused or not, and who worked in time and deleted late is not.
func TestHidingForLongerIsForWhoWorkedForLonger(t *testing.T) {
	const (
		jobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=5 as a\n"
		other  = "clock +6s\nben: get-messages jobs visibilitytimeout=30 as b\n"
		worked = "ben: does $b.0\nben: delete-message $b.0 popreceipt=$b.0.receipt\n"
		late   = "ann: delete-message $a.0 popreceipt=$a.0.receipt\n"
		renew  = "ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=5\n"
		hide   = "Hide a message for longer than its work takes, or renew it in time"
	)
	advises(t, []advised{
		{"nobody was refused", jobs + other + worked + "ann: does $a.0\n", engine.DoneTwice, "",
			hide + ". Make the work safe", "was another's"},
		{"worked in time, and deleted late", jobs + "ann: does $a.0\n" + other + late + worked, engine.DoneTwice, "",
			"#5 came when the message, hidden until 00:05.0, was another's: delete it as soon as the work is done. " +
				"Make",
			hide},
		{"worked late", jobs + other + "ann: does $a.0\n" + late + worked, engine.DoneTwice, "", hide + ". Make",
			"was another's"},
		{"its renewal was refused before", jobs + other + renew + "ann: does $a.0\n" + worked, engine.DoneTwice, "",
			hide + ", and stop working where a renewal is refused. Make", "was another's"},
	})
}

// What a card has done for its reader takes away nothing that another wrote and its reader has not seen: who was
// refused for another's work reads that, and a text under a tag that a newer read has overtaken is no change of the
// newer one (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestAdviceTakesAwayNothingUnread(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a \"a\\nb\\nc\\nd\\n\"\n"
	const again = "cem: delete-blob wiki/a\nann: set-blob-metadata wiki/a meta.x=1 if-match=$r.etag\n"
	advises(t, []advised{
		{"a second copy of what was done, with another's change on top", wiki + "ann: get-blob wiki/a as r\n" +
			"ann: send put-blob wiki/a \"ANA\\nb\\nc\\nd\\n\" if-match=$r.etag as p\ndouble p\ndeliver p\nanswer p\n" +
			"ben: get-blob wiki/a as s\nben: put-blob wiki/a \"a\\nb\\nc\\nBEN\\n\" if-match=$s.etag\n" +
			"deliver p'\nanswer p'\n", engine.StaleWrite, "", "Stop: #4 was done", "put Ana's change"},
		{"a second copy of a create, where another has it by now", who +
			"seed: create-bucket big\nann: send put-object big/k one if-none-match=* as p\ndouble p\ndeliver p\n" +
			"answer p\nben: delete-object big/k\nben: put-object big/k two if-none-match=*\ndeliver p'\nanswer p'\n",
			engine.AlreadyThere, "", "Stop: #2 was done", "Read"},
		{"a change of what was removed and is there anew", wiki + "ann: get-blob wiki/a as r\n" + again +
			"ben: put-blob wiki/a ben if-none-match=*\n", engine.IsGone, "read",
			"is there anew since Ben's #6. Read it.", "Create it"},
		{"its media type", wiki + "cem: delete-blob wiki/a\n" +
			"ann: set-blob-properties wiki/a content-type=text/plain\nben: put-blob wiki/a ben if-none-match=*\n",
			engine.IsGone, "read", "is there anew since Ben's #5. Read it.", "Create it"},
		{"a row that is there anew", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n" +
			"seed: create-table tab\nseed: insert-entity tab/p/r .a=1\nann: get-entity tab/p/r as r\n" +
			"cem: delete-entity tab/p/r if-match=*\n" +
			"ann: merge-entity tab/p/r .a=2 if-match=$r.etag\nben: insert-entity tab/p/r .b=3\n", engine.IsGone, "read",
			"is there anew since Ben's #6. Read it.", "Create it"},
		{"a lease on what is another thing by now, read while there was none", "writer ann \"Ana\"\n" +
			"writer ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\nseed: create-file docs/a size=6\n" +
			"ann: acquire-file-lease docs/a duration=-1 as l\nben: acquire-file-lease docs/a duration=-1\n" +
			"ann: delete-file docs/a lease=$l.lease\nben: get-file docs/a\ncem: create-file docs/c size=6\n" +
			"cem: rename-file docs/a source=docs/c\n", engine.IsLeased, "read", "Read it first.", "has read it"},
		{"blocks that another's text threw away", wiki + "ann: put-block wiki/a A block=A001\n" +
			"cem: put-blob wiki/a cy\nann: put-block-list wiki/a [uncommitted A001]\n", engine.IsGone, "read",
			"would take the place of what Cy wrote with #4. Read that first.", "brought it back"},
		{"an older tag behind a newer read", wiki + "ben: get-blob wiki/a as r\nann: put-blob wiki/a two\n" +
			"ben: get-blob wiki/a\nben: put-blob wiki/a three if-match=$r.etag\n", engine.StaleWrite, "read",
			"both changed the same lines", "put Ben's change into the new text"},
		{"an older version of a key", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET k 10\nben: EXGET k as r\n" +
			"ann: EXSET k 20\nben: EXGET k\nben: EXSET k 40 VER $r.version\n", engine.StaleWrite, "read",
			"put the change into the new value", "put Ben's"},
	})
}

// Who was not asked to remove anything is not said to have removed it: a text that threw staged blocks away stands
// there, and was replaced.
func TestWhatReplacedBlocksRemovedNothing(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter cem \"Cy\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a old\nann: put-block wiki/a A block=A001\ncem: put-blob wiki/a cy\n"+
		"ann: put-block-list wiki/a [uncommitted A001] as c\nann: put-block wiki/a A block=A001\n"+
		"ann: put-block-list wiki/a [uncommitted A001] again=c\n", engine.IsGone)
	if !found || strings.Contains(card.Say, "brought it back") ||
		!strings.Contains(card.Say, "replaced Cy's v2 unread") {
		t.Error(found, card.Say)
	}
}
