package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A read behind a request that nobody heard of tells only by what the request would have changed: each property of a
// row, the lease itself, the tags (engine/conflict/rules.md, "Words": a part is what can be replaced alone).
func TestReadsTellOfWhatARequestChanges(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		stock = who + "seed: create-table stock\nseed: insert-entity stock/p/r .price=10\nann: get-entity stock/p/r " +
			"as g\n"
		state = who + "seed: create-container state\nseed: put-blob state/tf v1\n"
		held  = state + "ann: acquire-blob-lease state/tf duration=-1 as a\n"
		lost  = " as p\ndeliver p\nlose p\n"
		isAs  = "What #5 shows is what #4 was to write."
		log   = who + "seed: create-container state\nseed: put-blob state/log \"\" type=AppendBlob\n" +
			"ann: get-blob state/log\nann: send append-block state/log B as p\n"
		disk = who + "seed: create-container state\nseed: put-blob state/disk \"\" type=PageBlob size=1024\n" +
			"ann: get-blob state/disk\nann: send put-page state/disk "
		isIn = "What #5 shows holds what #4 was to put there."
	)
	page := strings.Repeat("a", 512)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"an update that was done", stock + "ann: send update-entity stock/p/r .price=11 if-match=$g.etag" + lost +
			"ann: get-entity stock/p/r\n", "", isAs, "was not done"},
		{"an upsert that was done", stock + "ann: send insert-or-replace-entity stock/p/r .price=11" + lost +
			"ann: get-entity stock/p/r\n", "", isAs, "was not done"},
		{"a merge that was done", stock + "ann: send merge-entity stock/p/r .n=3 if-match=*" + lost +
			"ann: get-entity stock/p/r\n", "", "What #5 shows holds what #4 was to put there.", "was not done"},
		{"another's row on top", stock + "ann: send insert-or-replace-entity stock/p/r .price=11" + lost +
			"ben: insert-or-replace-entity stock/p/r .price=12\nann: get-entity stock/p/r\n", "",
			"It can no longer be seen whether that try had been done before", "was not done"},
		{"a row as it was", stock + "ann: send insert-or-replace-entity stock/p/r .price=11 as p\nlose p\n" +
			"ann: get-entity stock/p/r\n", "retry", "shows what was there before #4: that was not done.", ""},
		{"a block that was appended", log + "deliver p\nlose p\nann: get-blob state/log\n", "", isIn, "was not done"},
		{"another's block behind it", log + "deliver p\nlose p\nben: append-block state/log C\n" +
			"ann: get-blob state/log\n", "", "What #6 shows holds what #4 was to put there.", "was not done"},
		{"a block that was not appended", log + "lose p\nann: get-blob state/log\n", "retry",
			"#5 shows what was there before #4: that was not done.", ""},
		{"a page that was written", disk + page + " range=0-511" + lost + "ann: get-blob state/disk\n", "", isIn,
			"was not done"},
		{"another's page, and no page of one's own", disk + page + " range=0-511 as p\nlose p\n" +
			"ben: put-page state/disk " + page + " range=512-1023\nann: get-blob state/disk\n", "",
			"change is still missing", "that was not done"},
		{"a release that was done", held + "ann: send release-blob-lease state/tf lease=$a.lease" + lost +
			"ann: get-blob state/tf\n", "", "#5 says that no lease stands", "was not done"},
		{"a release behind which another acquired", held + "ann: send release-blob-lease state/tf lease=$a.lease" +
			lost + "ben: acquire-blob-lease state/tf duration=-1\nann: get-blob state/tf\n", "retry",
			"#6 says that a lease stands; whose, a read does not say.", "was not done"},
		{"a release of a container's lease, not read yet", who + "seed: create-container state\n" +
			"ann: acquire-container-lease state duration=-1 as a\n" +
			"ann: send release-container-lease state lease=$a.lease" + lost, "read", "Read before the next try", ""},
		{"tags of what is gone", state + "ann: get-blob state/tf\nann: send set-blob-tags state/tf tag.a=1" +
			lost + "ben: delete-blob state/tf\nann: get-blob-tags state/tf\n", "", "#6 was answered 404 Not Found.",
			"has read it"},
		{"tags behind a read of the text", state + "ann: get-blob state/tf\nann: send set-blob-tags state/tf tag.a=1" +
			lost + "ann: get-blob state/tf\n", "read", "Read before the next try", "was not done"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && card.Action == "read" && s.Verb != "get-blob-tags" &&
				s.Verb != "get-container-properties" {
				t.Errorf("%s: R reads with %s, which does not show it", c.name, s.Verb)
			}
		}
	}
}

// Each press of R ends somewhere: what was sent again and refused is not offered once more, and where a read found
// nothing there is no text to put a change into (engine/bucket/rules.md; engine/queue/rules.md: a receipt counts once).
func TestWhatWasToldSinceEndsTheAdvice(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		once = who + "set bucket.contention=on\nseed: create-bucket locks\n"
		two  = once + "ann: send put-object locks/l a if-none-match=* as p\nben: send put-object locks/l b " +
			"if-none-match=* as q\narrive p\narrive q\ndeliver p\ndeliver q\nanswer p\nanswer q\n"
		gone = once + "seed: put-object locks/l old\nann: get-object locks/l as g\nann: send put-object locks/l ana " +
			"if-match=$g.etag as p\nben: send delete-object locks/l as d\narrive p\narrive d\ndeliver p\n" +
			"deliver d\nanswer p\nanswer d\nann: get-object locks/l\n"
		held = who + "seed: create-queue jobs\nseed: put-message jobs hello messagettl=-1\nann: get-messages jobs " +
			"visibilitytimeout=30 as g\nclock +15s\nann: send update-message $g.0 popreceipt=$g.0.receipt " +
			"visibilitytimeout=30 as u\ndeliver u\nlose u\n"
		late = "ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
	)
	for _, c := range []struct {
		name, lines         string
		kind                engine.Trouble
		action, want, never string
	}{
		{"the same again met the other", two + "ann: put-object locks/l a if-none-match=* again=p\n", engine.TwoAtOnce,
			"", "was told 412: somebody else was first.", "Send"},
		{"nothing is there any more", gone, engine.TwoAtOnce, "", "locks/l is gone, by Ben's #5 (delete-object). " +
			"Settle with Ben whether it is wanted again.", "Put Ana's change"},
		{"its receipt was refused in time", held + late, engine.NoAnswer, "",
			"#5 was refused for the same receipt while the message was still hidden for Ana: #4 was done",
			"Send the same"},
		{"its receipt was refused when anybody could have had it", held + "clock +40s\n" + late, engine.NoAnswer,
			"retry", "Send the same again", "#4 was done"},
		{"an update was sent again, and refused", held +
			"clock +40s\nben: get-messages jobs\nann: update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 again=u\n", engine.NoAnswer, "",
			"sent the same again, and was told 404", "Send the same"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}

// A refused text that is sent once more without its guard, behind a read, keeps its base and so has no mark; that its
// sender had read what it replaced is true all the same, and that nothing is left to send is not all.
func TestWhatWasReadAndReplacedIsNotCalledUnread(t *testing.T) {
	const refused = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
		"ann: put-object lake/m a\nben: put-object lake/m b if-none-match=*\n"
	for then, want := range map[string]string{
		"ben: get-object lake/m\nben: put-object lake/m b\n": "#5 has gone through since, and replaced Ana's v1, " +
			"which Ben had read with #4, with the text of before. Nobody was told",
		"ben: put-object lake/m b\n": "Ben's #4 has gone through since, and replaced Ana's v1 unread. Nobody was told",
		"ben: get-object lake/m\nann: put-object lake/m c\nben: put-object lake/m b\n": "and replaced Ana's v2 unread.",
		"ben: get-object lake/m\nben: put-object lake/m c\n": "Ben's #5 has gone through since. Nothing is left to " +
			"send.",
	} {
		saysAtEnd(t, refused+then, engine.AlreadyThere, want, "")
	}
}

// An upload that a lost try began stays open beside the one that its sender goes on with, and what is sent again in
// place of an upload that is over must not go over what came in between (engine/bucket/rules.md, multipart life cycle).
func TestWhatALostUploadLeavesIsTold(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		begun = who + "ann: send create-multipart-upload lake/o as u\ndeliver u\nlose u\n" +
			"ann: create-multipart-upload lake/o again=u as v\n"
		lost = who + "ann: create-multipart-upload lake/o as u\nann: upload-part lake/o hello upload=$u.upload " +
			"part=1 as p\nann: send complete-multipart-upload lake/o [1=$p.etag] upload=$u.upload as c\ndeliver c\n" +
			"lose c\nben: put-object lake/o b\n" +
			"ann: complete-multipart-upload lake/o [1=$p.etag] upload=$u.upload again=c\n"
	)
	for _, c := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{begun, engine.NoAnswer, "#2 may have begun an upload as well", "Nothing is left to send"},
		{begun + "ann: list-multipart-uploads lake as l\nann: abort-multipart-upload lake/o upload=$v.upload\n",
			engine.NoAnswer, "#2 may have begun an upload as well", "Nothing is left to send"},
		{lost, engine.OwnEcho, "complete it under If-Match with the tag that was read", ""},
		{who + "ann: create-multipart-upload lake/o as u\n" +
			"ann: upload-part lake/o hello upload=$u.upload part=1 as p\n" +
			"ann: send complete-multipart-upload lake/o [1=$p.etag] upload=$u.upload if-none-match=* as c\nlose c\n" +
			"ben: put-object lake/o b\nann: abort-multipart-upload lake/o upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/o [1=$p.etag] upload=$u.upload if-none-match=* again=c\n",
			engine.IsGone, "complete it under If-None-Match * again", "If-Match with"},
		{lost + "ann: get-object lake/o\n", engine.OwnEcho, "complete it under If-Match with the tag", ""},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}
