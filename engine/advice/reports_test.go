package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Work that was replaced unread has no mark, and what would have stopped it is found out all the same: a guard that
// asks for nothing to be there, where nothing was there before the two of them, and none where something was.
func TestWhatWouldStopWorkBeingReplacedUnread(t *testing.T) {
	const start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: create-container own\n"
	const star = "What would stop it: If-None-Match *, as Ana had not looked. The answer would be "
	for _, row := range []struct{ lines, want, never string }{
		{"ben: put-object lake/01 ben\nann: put-object lake/01 ana\n", star + "412.", ""},
		{"ben: put-blob own/p0 ben\nann: put-blob own/p0 ana\n", star + "409.", ""},
		{"ben: SET live v1\nann: SET tmp new\nann: RENAME tmp live\n", "RENAMENX tmp live. The answer would be 0.", ""},
		{"seed: put-blob own/p0 old\nben: put-blob own/p0 ben\nann: put-blob own/p0 ana\n",
			"Ana's #5 replaced Ben's work (#4) without having read it", "If-None-Match"},
		{"ben: put-blob own/p0 ben\nann: get-blob own/p0\nann: put-blob own/p0 ana\n", "", "replaced"},
		{"seed: create-table shop\nseed: insert-entity shop/i/1 .stock=10 .price=5\n" +
			"ben: insert-or-replace-entity shop/i/1 .stock=9 .price=5\n" +
			"ann: insert-or-replace-entity shop/i/1 .stock=11 .price=7\n",
			"Ana's #6 replaced Ben's work (#5) without having read it", ""}, // who had left the price as it was
	} {
		said := advice.Unread(roomtest.AtEnd(t, start+row.lines))
		if !strings.Contains(said, row.want) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s: %q", row.lines, said)
		}
	}
}

// What the people of public reports would have been told: only what they can know by then, and what holds at that
// moment.
func TestAdviceOfTheReports(t *testing.T) {
	const (
		lake = who + "seed: create-bucket lake\n"
		lost = lake + "ann: send put-object lake/k mine if-none-match=* as p\nlose p\n"
		jobs = who + "seed: create-queue jobs\nseed: put-message jobs hello messagettl=-1\n"
		held = jobs + "ann: get-messages jobs visibilitytimeout=30 as g\nann: update-message $g.0 " +
			"popreceipt=$g.0.receipt " +
			"visibilitytimeout=30 as u\nann: delete-message $g.0 popreceipt=$g.0.receipt as d\n"
		after = held + "clock +31s\nben: get-messages jobs as h\n"
		lost2 = lake + "ann: send put-object lake/k mine if-none-match=* as p\ndeliver p\nlose p\n"
		parts = lake + "ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k one upload=$u.upload part=1 as p1\ntell ben $u.upload\n" +
			"ann: send complete-multipart-upload lake/k [1=$p1.etag] upload=$u.upload as p\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p1.etag] upload=$u.upload again=p as q\n"
		late1    = lake + "ann: send put-object lake/01 mine if-none-match=* as p\ntimeout p\n" +
			"ann: put-object lake/02 mine if-none-match=* again=p\ndeliver p\n"
		atOnce = "set bucket.contention=on\n" + lake + "ann: send put-object lake/k A if-none-match=* as a\n" +
			"ben: send put-object lake/k B if-none-match=* as b\narrive a\narrive b\n"
		wiki  = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
		host  = wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\n"
		late  = host + "clock +16s\nben: acquire-blob-lease wiki/a duration=15 as m\n"
		stock = who + "seed: create-table stock\nseed: insert-entity stock/p/1 .n=5 .price=10\n" +
			"ann: get-entity stock/p/1 as a\nben: get-entity stock/p/1 as b\n" +
			"ann: update-entity stock/p/1 .n=4 .price=10 if-match=$a.etag\n" +
			"ben: insert-or-replace-entity stock/p/1 .n=5 .price=12\n"
		id  = "11111111-1111-1111-1111-111111111111"
		own = who + "seed: create-container own\nseed: put-blob own/p0 0\nann: list-blobs own include=metadata as a\n" +
			"ben: list-blobs own include=metadata as b\nann: set-blob-metadata own/p0 meta.by=ann " +
			"if-match=$a.0.etag\n" +
			"ben: set-blob-metadata own/p0 meta.by=ben if-match=$b.0.etag\n"
		metadata = who + "seed: create-container own\nseed: put-blob own/p0 0\nann: get-blob own/p0\n" +
			"ben: get-blob own/p0 as b\nann: set-blob-metadata own/p0 meta.by=ann\n" +
			"ben: set-blob-metadata own/p0 meta.by=ben if-match=$b.etag\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		request     int
		action      string
		want, never string
	}{
		{"the tag of a listing", wiki +
			"ann: list-blobs wiki include=metadata\nben: list-blobs wiki include=metadata\n" +
			"ann: set-blob-metadata wiki/a meta.by=ann\nben: set-blob-metadata wiki/a meta.by=ben\n",
			engine.LostUpdate, 0, "guard", "", "lease"},
		{"another's work under a try of one's own that had no answer",
			lost + "ben: put-object lake/k theirs if-none-match=*\nann: put-object lake/k mine if-none-match=* " +
				"again=p\n",
			engine.AlreadyThere, 0, "read",
			"own try #2 had no answer, and this refusal does not say whose work it met.", "Stop"},
		{"one's own work met by another try",
			lake + "ann: send put-object lake/k mine if-none-match=* as p\ndeliver p\nlose p\n" +
				"ann: put-object lake/k mine if-none-match=* again=p\n",
			engine.OwnEcho, 0, "read", "own try #2 had no answer, and this refusal does not say whose work it met.",
			"Stop"},
		{"a read that shows another text", lost +
			"ben: put-object lake/k theirs if-none-match=*\nann: put-object lake/k " +
			"mine if-none-match=* again=p as q\nann: get-object lake/k\n",
			engine.AlreadyThere, -4, "", "Otherwise it can no longer be seen whether that try had been done before.",
			"was not done."},
		{"a read that shows the same text", lost +
			"ben: put-object lake/k mine if-none-match=*\nann: put-object lake/k " +
			"mine if-none-match=* again=p as q\nann: get-object lake/k\n",
			engine.AlreadyThere, -4, "", "the same text alone does not tell whose it is", "was not done"},
		{"a second copy of a request that was answered", lake +
			"ann: send put-object lake/k mine if-none-match=* as p\n" +
			"double p\ndeliver p\nanswer p\ndeliver p'\n",
			engine.OwnEcho, 0, "", "Stop: #2 was done", "Read"},
		{"nothing was heard", lost, engine.NoAnswer, 0, "read",
			"unless others have changed it since or write the same", ""},
		{"the message went to another", after, engine.OldReceipt, -5, "",
			"not finished: Ben had the message after that, it is visible again", "never heard"},
		{"the other is done with it", after + "ben: delete-message $h.0 popreceipt=$h.0.receipt\n", engine.OldReceipt,
			-5, "",
			"Ben deleted it with #7: nothing is left to do. What both", "Wait"},
		{"a lost update of a message", jobs + "ann: get-messages jobs as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\nlose u\n", engine.NoAnswer, 0, "retry",
			"its receipt counts once", "Make it safe"},
		{"a lease that proposes its id, sent again", wiki +
			"ann: send acquire-blob-lease wiki/a duration=30 id=guid:A as l\n" +
			"deliver l\nlose l\nann: acquire-blob-lease wiki/a duration=30 id=guid:A again=l\n",
			engine.NoAnswer, -3, "", "#4 has gone through since.", "Send"},
		{"a lease without an end", wiki + "ann: send acquire-blob-lease wiki/a duration=-1 as l\ndeliver l\nlose l\n",
			engine.NoAnswer, 0, "", "break it;", "wait for its end"},
		{"a lease that was too short", wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
			"ann: put-blob wiki/a x lease=$l.lease\n", engine.LeaseOver, 0, "lease anew",
			"acquire the lease again", ""},
		{"S3's 409 of two at once: the same again, with its condition",
			atOnce + "deliver b\ndeliver a\nanswer a\nanswer b\n",
			engine.TwoAtOnce, 0, "retry", "Send the same again, with its condition", "put"},
		{"S3's 409 while the other is undecided settles nothing", atOnce + "deliver b\nanswer b\n", engine.TwoAtOnce, 0,
			"", "Nothing is settled yet", "ead"},
		{"a tag that never was", lake + "ann: put-object lake/k A\nben: put-object lake/k X if-match=nope\n",
			engine.StaleWrite, 0, "read", "decide whether #3 is to replace it", "put the two together"},
		{"a read by hand is no base of what was refused", lake + "ann: put-object lake/k A\nben: put-object lake/k X " +
			"if-match=nope\nben: get-object lake/k\n", engine.StaleWrite, -3, "", "no change to put into it", "merge"},
		{"the other deleted in between", lost2 +
			"ben: delete-object lake/k\nann: put-object lake/k mine if-none-match=* " +
			"again=p\n", engine.DoneTwice, 0, "", "Ben had removed with #3 what #2 did", "recognise #3"},
		{"one's own try was done, deleted and replaced", lost2 + "ben: delete-object lake/k\nben: put-object lake/k " +
			"theirs if-none-match=*\nann: put-object lake/k mine if-none-match=* again=p\nann: get-object lake/k\n",
			engine.AlreadyThere, -5, "",
			"Otherwise it can no longer be seen whether that try had been done before. Decide",
			"was not done."},
		{"another's same text under a try that was lost", lake + "ben: put-object lake/k taken if-none-match=*\n" +
			"ann: send put-object lake/k taken if-none-match=* as p\nlose p\nann: get-object lake/k\n",
			engine.NoAnswer, -3, "", "the same text alone does not tell whose it is", "not done"},
		{"one's own same text", lost2 + "ann: get-object lake/k\n", engine.NoAnswer, -2, "",
			"the same text alone does not tell whose it is", "It is done"},
		{"an empty text is a text", lake + "ann: send put-object lake/k if-none-match=* as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/k if-none-match=* again=p\n", engine.OwnEcho, 0, "read",
			"does not say whose work it met", "Stop"},
		{"the state from before a lost try", wiki + "ann: get-blob wiki/a as g\nann: send put-blob wiki/a x " +
			"if-match=$g.etag as p\nlose p\nann: get-blob wiki/a\n", engine.NoAnswer, -4, "retry",
			"#5 shows what was there before #4: that was not done.", ""},
		{"nothing is there after a lost try", lost + "ann: get-object lake/k\n", engine.NoAnswer, -2, "retry",
			"#2 was not done, or what it did is gone again", ""},
		{"the first try lands behind one's own delete", lake + "ann: send put-object lake/k x if-none-match=* as p\n" +
			"timeout p\nann: put-object lake/k x if-none-match=* again=p\nann: delete-object lake/k\ndeliver p\n",
			engine.DoneTwice, 0, "read", "recognise #2 as one's own work: Ana had removed with #4 what #3 did, and " +
				"#2 brought it back.", "recognise #4"},
		{"the first entry was read already", commitTwice + "ann: get-blob log/2.json\n", engine.DoneTwice, -6, "",
			"#7 has read it. What was done a second time", "recognise"},
		{"the first try of a commit lands behind the one that went on", late1, engine.DoneTwice, 0, "read",
			"Read lake/01, and compare something that only #2 wrote", "Read lake/02"},
		{"and has been read there", late1 + "lose p\nann: get-object lake/01\n", engine.DoneTwice, -2, "",
			"the same stands there and, by #3, in lake/02", "Read lake/02"},
		{"and its answer came after all", late1 + "answer p\n", engine.DoneTwice, -2, "",
			"#2 and #3 were both answered with success: the same stands in lake/01 and in lake/02", "Read"},
		{"an upload is over, by one's own try or by an abort", parts + "deliver p\nlose p\n" +
			"ben: delete-object lake/k\n" + complete, engine.OwnEcho, 0, "read",
			"and then nothing of it was stored. This refusal does not say which.",
			"Stop"},
		{"an upload is over, aborted by another", parts + "lose p\n" +
			"ben: abort-multipart-upload lake/k upload=$u.upload\n" + complete, engine.IsGone, 0, "read",
			"and then nothing of it was stored. This refusal does not say which.",
			"The upload is gone"},
		{"an upload that was aborted by its sender behind a lost try", parts + "lose p\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n" + complete, engine.IsGone, 0, "",
			"Ana's own #5 aborted the upload, and was accepted: #4 had not been done by then.", "Read"},
		{"an upload that its sender aborted", lake + "ann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k one upload=$u.upload part=1 as p1\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p1.etag] upload=$u.upload\n", engine.IsGone, 0, "",
			"nothing of it was stored", "Read"},
		{"a renewal without an answer is sent again", host +
			"clock +10s\nann: send renew-blob-lease wiki/a lease=$l.lease as r\n" +
			"deliver r\nlose r\n", engine.NoAnswer, 0, "retry", "Renew it again: under one's own id that is safe.",
			"Read before"},
		{"a renewal that was too late has no change to redo", late + "ann: renew-blob-lease wiki/a lease=$l.lease\n",
			engine.IsLeased, 0, "wait, lease anew",
			"Ben holds it until 00:31.0, and may renew it. When it is free, acquire it again before",
			"redo"},
		{"a delete without a tag, and without an answer", wiki + "ann: get-blob wiki/a\n" +
			"ann: send delete-blob wiki/a as d\ndeliver d\nlose d\n", engine.NoAnswer, 0, "retry",
			"unless others may have created it again or changed it since: that would be deleted too",
			"cannot be removed twice"},
		{"a delete by its tag, and without an answer", wiki + "ann: get-blob wiki/a as g\n" +
			"ann: send delete-blob wiki/a if-match=$g.etag as d\ndeliver d\nlose d\n", engine.NoAnswer, 0, "retry",
			"what is removed cannot be removed twice", "others"},
		{"a renewal behind another's write has that to read", host + "clock +16s\nben: put-blob wiki/a x\n" +
			"ann: renew-blob-lease wiki/a lease=$l.lease\n", engine.LeaseOver, 0, "lease anew",
			"acquire the lease again, and read wiki/a, which Ben changed meanwhile with #4", "again before"},
		{"two took a lease under one id", wiki + "ann: get-blob wiki/a\n" +
			"ann: acquire-blob-lease wiki/a duration=30 id=" + id + "\n" +
			"ben: acquire-blob-lease wiki/a duration=30 id=" + id + "\nben: get-blob wiki/a\n" +
			"ben: put-blob wiki/a b lease=" + id + "\nann: put-blob wiki/a a lease=" + id + "\n",
			engine.LostUpdate, 0, "guard", "Both send one id: the lease keeps neither of them out.", "tell it to stop"},
		{"a renewal behind a lease that was taken anew", late +
			"ann: renew-blob-lease wiki/a lease=$l.lease\nclock +15s\n" +
			"ann: acquire-blob-lease wiki/a duration=-1\n", engine.IsLeased, -5, "", "Ana holds it again, under ..",
			"Send it with"},
		{"a lease is broken, and is free", "writer ops \"Ops\"\n" + wiki +
			"ann: acquire-blob-lease wiki/a duration=-1\n" +
			"ben: put-blob wiki/a x\nops: break-blob-lease wiki/a\n", engine.IsLeased, -4, "",
			"Ops broke the lease with #5, which does not stop the one who held it. Settle first whether " +
				"Ana is still working",
			"does not end by itself"},
		{"an acquire for ever without an answer", wiki +
			"ann: send acquire-blob-lease wiki/a duration=-1 as l\ndeliver l\n" +
			"lose l\n", engine.NoAnswer, 0, "",
			"If nobody else can have taken it, break it; otherwise settle first who is working.",
			"If it is one's own"},
		{"an older receipt, and the work was done twice", held +
			"ann: does $g.0\nclock +31s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\n", engine.DoneTwice, 0, "", "#5 sent an older receipt than #4 had given", "cannot know"},
		{"an upsert was read behind", stock + "ben: get-entity stock/p/1\n", engine.LostUpdate, -6, "guard",
			"compares nothing. Go back before it on a new branch and send update-entity If-Match ", "Read what"},
		{"a text that was put back, under the same tag", lake +
			"seed: put-object lake/n 10\nann: get-object lake/n as g\n" +
			"ben: put-object lake/n 12\nben: put-object lake/n 10\nann: put-object lake/n 11 if-match=$g.etag\n",
			engine.SameNumber, 0, "", "#5 had put back the text that Ana had read: no text is lost", "write the lost"},
		{"an older receipt: the record comes with the work", held +
			"ann: does $g.0\nclock +31s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\n", engine.DoneTwice, 0, "", "keep its result under the message's id", "before it is done"},
		{"an acquire that has gone through later", "writer ops \"Ops\"\n" + wiki +
			"ann: acquire-blob-lease wiki/a duration=-1\nben: acquire-blob-lease wiki/a duration=-1\n" +
			"ops: break-blob-lease wiki/a\nben: acquire-blob-lease wiki/a duration=-1 as m\n" +
			"ben: release-blob-lease wiki/a lease=$m.lease\n", engine.IsLeased, -4, "",
			"has gone through since. Nothing is left to send.", "again"},
		{"one's own lease is not waited for", wiki + "ann: acquire-blob-lease wiki/a duration=30 as l\n" +
			"ann: get-blob wiki/a as g\nann: put-blob wiki/a x lease=$l.lease\nann: put-blob wiki/a y " +
			"if-match=$g.etag\n",
			engine.IsLeased, 0, "read", "Ana holds the lease.", "Wait"},
		{"a claim from a listing, read behind", own + "ben: get-blob own/p0\n", engine.StaleWrite, -6, "",
			"If what is there now claims it for somebody else, stop", "Read again"},
		{"a claim from a listing, before it is read", own, engine.StaleWrite, 0, "read",
			"both changed meta.by, to ben in #6 and to ann there, and it holds one value. If what is there now " +
				"claims it for somebody else, stop; otherwise decide", "Read again, put"},
		{"a release of another's lease that was broken since, and taken anew", wiki +
			"ann: acquire-blob-lease wiki/a duration=-1\nben: release-blob-lease wiki/a lease=guid:B\n" +
			"ben: break-blob-lease wiki/a\nben: acquire-blob-lease wiki/a duration=-1\n", engine.IsLeased, -4, "",
			"nothing is left to give back", "Send it with"},
		{"the same release, while no lease stands", wiki +
			"ann: acquire-blob-lease wiki/a duration=-1\nben: release-blob-lease wiki/a lease=guid:B\n" +
			"ben: break-blob-lease wiki/a\n", engine.IsLeased, -4, "", "nothing is left to give back", "is Ana's now"},
		{"the same text put again at the same place", lake + "ann: send put-object lake/k A as p\ndeliver p\nlose p\n" +
			"ann: put-object lake/k A again=p\n", engine.DoneTwice, 0, "", "the text is there once", "by hand"},
		{"work behind a claim that was replaced", who + "seed: create-container own\nann: list-blobs own\n" +
			"ben: list-blobs own\nann: put-blob own/p0 ann\nben: put-blob own/p0 ben\nann: does p0\nben: does p0\n",
			engine.DoneTwice, 0, "", "#5 replaced Ana's #4 before. If that was how the work was claimed", ""},
		{"work behind a claim that was refused", metadata + "ann: does p0\nben: does p0\n", engine.DoneTwice, 0, "",
			"#6 was refused because of what Ana had done", "keep its result"},
		{"work of a third behind a claim that was replaced", who + "writer cal \"Cal\"\nseed: create-container own\n" +
			"ann: list-blobs own\nben: list-blobs own\ncal: list-blobs own\nann: put-blob own/p0 ann\n" +
			"ben: put-blob own/p0 ben\ncal: put-blob own/p0 cal\nann: does p0\nben: does p0\ncal: does p0\n",
			engine.DoneTwice, 0, "", "#7 replaced Ben's #6 before. If that was how the work was claimed", ""},
		{"a claim from a read of metadata", metadata, engine.StaleWrite, 0, "read",
			"both changed meta.by, to ben in #6 and to ann there, and it holds one value. If what is there now " +
				"claims it for somebody else, stop; otherwise decide", "Read again, put"},
		{"a claim that was read, and written over all the same", who +
			"seed: create-container own\nann: list-blobs own\n" +
			"ben: list-blobs own\nann: put-blob own/p0 ann if-none-match=*\nben: put-blob own/p0 ben " +
			"if-none-match=*\nben: get-blob own/p0\nben: put-blob own/p0 ben\n", engine.LostUpdate, 0, "",
			"Tell Ana what #7 replaced", "with a guard"},
		{"the end of one's own lease is one's own reckoning", wiki + "ann: acquire-blob-lease wiki/a duration=30\n" +
			"ann: put-blob wiki/a x\n", engine.IsLeased, 0, "lease", "As far as Ana can tell, it holds until", ""},
	} {
		card, found := cardOf(t, c.lines, c.kind, c.request)
		if !found {
			t.Errorf("%s: no %s", c.name, c.kind)
			continue
		}
		if card.Action != c.action || !strings.Contains(card.Say, c.want) || c.never != "" &&
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %q %s", c.name, card.Action, card.Say)
		}
		if strings.Contains(card.Say, "claims it for somebody else") && card.Rest != "" &&
			!strings.HasSuffix(strings.ToLower(card.Rest), "if what is there now claims it for somebody else, stop; "+
				"otherwise decide which of the two counts, and send that with the new tag") {
			t.Errorf("%s: what R leaves is %q", c.name, card.Rest)
		}
		for _, in := range card.Inputs { // as long as the one that was too short
			if s, ok := in.(engine.Send); ok && s.Verb == "acquire-blob-lease" && s.Args[1].Value.String() != "15" {
				t.Errorf("%s: %v", c.name, s.Args)
			}
		}
	}
}

// What people who knew public bug reports were not convinced by: what no writer can know, a guard that was not named,
// and what is nobody's work.
func TestAdviceThatWasNotBelieved(t *testing.T) {
	const (
		stock   = who + "seed: create-table stock\n"
		upserts = "ann: insert-or-merge-entity stock/p/r .a=1 from=g\n" +
			"ben: insert-or-merge-entity stock/p/r .a=3 from=h\n"
		first = who + "seed: create-bucket lake\nann: send put-object lake/01 A if-none-match=* as p\ndeliver p\n" +
			"lose p\n"
		late = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a as g\n" +
			"ann: send put-blob wiki/a mine if-match=$g.etag as s\ntimeout s\n" +
			"ann: put-blob wiki/a mine if-match=$g.etag again=s\ndeliver s\nlose s\n"
		jobs = who + "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +20s\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\nann: does $g.0\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +15s\n" +
			"ben: get-messages jobs as h\nben: does $h.0\n"
		looked = "ann: get-entity stock/p/r as g\nben: get-entity stock/p/r as h\n"
		beside = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob-metadata wiki/a as g\n" +
			"ann: send set-blob-metadata wiki/a meta.x=1 if-match=$g.etag as s\ndeliver s\nlose s\n" +
			"ann: set-blob-metadata wiki/a meta.x=1 if-match=$g.etag again=s\n"
	)
	for _, row := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{stock + looked + upserts, engine.LostUpdate, "insert-entity. The answer would be 409.", "no control"},
		{beside, engine.OwnEcho, "this refusal does not say whose work it met. Read what is there. If it is what #4 " +
			"was to set, nothing is left to send", "was done"},
		{beside + "ann: get-blob-metadata wiki/a\n", engine.OwnEcho, "#6 has read it. If it is what #4 was to set",
			"was done"},
		{first + "ann: put-object lake/02 A if-none-match=*\nben: put-object lake/02 B if-none-match=*\n",
			engine.AlreadyThere, "Ana's #3 put the text of #2 into lake/02 too. #2 had put it into lake/01, and " +
				"Ana had not heard that.", ""},
		{first + "ann: put-object lake/02 C if-none-match=*\nben: put-object lake/02 B if-none-match=*\n",
			engine.AlreadyThere, "", "too"}, // another text
		{first + "ann: put-object lake/01 A if-none-match=* again=p\nann: put-object lake/02 A if-none-match=*\n",
			engine.OwnEcho, "#4 has put the same text into lake/02 since", "the text of #2"}, // which says it
		{first + "ann: put-object lake/01 rebased if-none-match=*\n", engine.AlreadyThere,
			"Ana's own #2 was sent to the same name and had no answer", "somebody else's"},
		{late, engine.OwnEcho, "#5, the same again, has gone through: nothing is left to send", "Read"},
		{jobs, engine.DoneTwice, "#5 sent an older receipt than #4 had given: renew with the newest one", "#6"},
		{who + "ann: send CONFIG SET maxmemory 1 as c\nlose c\n", engine.NoAnswer, "No work is in doubt.", "read"},
	} {
		card, found := cardAtEnd(t, row.lines, row.kind)
		said := strings.Join(slices.Concat([]string{card.Say, card.Beside}, card.Stops), " ")
		if !found || !strings.Contains(said, row.want) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s%q", row.lines, said)
		}
	}
}

// engine/bucket/rules.md, "Which answer, which reaction": a conditional write that is tried again meets its own first
// try. A library does so without its program (aws-sdk-java-v2 6580, hudi 14373): the card says how a program comes to
// it. A log whose names are taken one after the other is listed (delta-rs 3066). A message whose newest receipt was not
// heard, and whose work is done, is only to be deleted when it comes again.
func TestWhatTheReportersWereNotTold(t *testing.T) {
	const (
		lake    = who + "seed: create-bucket lake\n"
		library = "Where a client library tries again by itself, its program hears this refusal alone"
		lost    = "as m\ndeliver m\nlose m\n"
		queue   = who + "seed: create-queue jobs\nseed: put-message jobs m messagettl=-1\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\ndeliver u\nlose u\n"
		gone = "ann: delete-message $g.0 popreceipt=$g.0.receipt"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a create", lake + "ann: send put-object lake/k x if-none-match=* " + lost +
			"ann: put-object lake/k x if-none-match=* again=m\n", engine.OwnEcho, library, ""},
		{"a renewal of a lock", lake + "seed: put-object lake/k x\nann: get-object lake/k as g\n" +
			"ann: send put-object lake/k y if-match=$g.etag " + lost +
			"ann: put-object lake/k y if-match=$g.etag again=m\n", engine.OwnEcho, library, ""},
		{"another's", lake + "ben: put-object lake/k x\nann: put-object lake/k x if-none-match=*\n",
			engine.AlreadyThere, "go on under the next name", library},
		{"another name before", lake + "ben: put-object lake/5 b\nben: put-object lake/6 c\n" +
			"ann: put-object lake/5 a if-none-match=*\nann: put-object lake/6 a if-none-match=*\n",
			engine.AlreadyThere, "behind the last one that a listing shows, as #4 met lake/5 before", "the next name"},
		{"work that was done", queue + "ann: does $g.0\n" + gone + "\n", engine.OldReceipt,
			"its work is done, so that it is only to be deleted", ""},
		{"work that was not", queue + gone + " does=none\n", engine.OldReceipt,
			"Receive the message, which is visible again.",
			"its work is done"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		said := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, c.want) || c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %t, %q", c.name, found, said)
		}
	}
}
