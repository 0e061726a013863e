package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A read behind a request that nobody heard of tells only by what the request would have changed: each property of a
// row, the lease itself, the tags (engine/conflict/rules.md, "Words": a part is what can be replaced alone).
func TestReadsTellOfWhatARequestChanges(t *testing.T) {
	const (
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
			"ann: send release-container-lease state lease=$a.lease" + lost, "read",
			"Read the state of the lease before the next try", "Read before"},
		{"a release of a blob's lease, whose text tells nothing", held +
			"ann: send release-blob-lease state/tf lease=$a.lease" + lost, "read", "The same again, under one's own " +
			"id, would end nobody else's.", "Read before"},
		{"a break, not looked at yet", held + "ann: send break-blob-lease state/tf" + lost, "read",
			"Read the state of the lease before the next try", "own id"},
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
				s.Verb != "get-container-properties" && s.Verb != "get-blob-properties" {
				t.Errorf("%s: R reads with %s, which does not show it", c.name, s.Verb)
			}
		}
	}
}

// Each press of R ends somewhere: what was sent again and refused is not offered once more, and where a read found
// nothing there is no text to put a change into (engine/bucket/rules.md; engine/queue/rules.md: a receipt counts once).
func TestWhatWasToldSinceEndsTheAdvice(t *testing.T) {
	const (
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
			"#5 was refused for the same receipt while nobody could receive the message yet: #4 was done",
			"Send the same"},
		{"its receipt was refused when anybody could have had it", held + "clock +40s\n" + late, engine.NoAnswer,
			"retry", "Send the same again", "#4 was done"},
		{"an update was sent again, and refused", held +
			"clock +40s\nben: get-messages jobs\nann: update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 again=u\n", engine.NoAnswer, "",
			"sent the same again, and was told 404", "Send the same"},
	} {
		saysDoing(t, c.name, c.lines, c.kind, c.action, c.want, c.never)
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

// A deleted name is free for anybody (Delete Container, Delete Queue, Delete Share, Delete Table, DeleteObjects in the
// services' rules.md): who heard nothing of a delete and finds the name taken is not told to send it again, and what it
// had not been shown before is not called new.
func TestADeleteThatNobodyHeardOfIsNotSentAgainOverWhatIsThere(t *testing.T) {
	const lost = " as p\ndeliver p\nlose p\nclock +60s\n"
	for _, c := range []struct{ name, lines string }{
		{"a container", "seed: create-container con\nann: send delete-container con" + lost +
			"ben: create-container con\nben: put-blob con/f text\n"},
		{"a queue", "seed: create-queue con\nann: send delete-queue con" + lost +
			"ben: create-queue con\n"},
		{"a share", "seed: create-share con\nann: send delete-share con" + lost +
			"ben: create-share con\nben: create-file con/f 3\n"},
		{"a table", "seed: create-table ttt\nann: send delete-table ttt" + lost +
			"ben: create-table ttt\nben: insert-entity ttt/p/r .n=1\n"},
		{"two objects", "seed: create-bucket bkt\nseed: put-object bkt/k one\nseed: put-object bkt/l one\n" +
			"ann: send delete-objects bkt [k l]" + lost + "ben: put-object bkt/k two\n"},
		{"two keys", "seed: SET k 1\nseed: SET l 1\nann: send DEL k l" + lost + "ben: SET k 2\n"},
		{"a blob", "seed: create-container con\nseed: put-blob con/k one\nann: send delete-blob con/k" + lost +
			"ben: put-blob con/k two\n"},
		{"an object whose tag repeats", "seed: create-bucket con\nseed: put-object con/k one\n" +
			"ann: get-object con/k as a\nann: send delete-object con/k if-match=$a.etag" + lost +
			"ben: put-object con/k one\n"},
		{"a blob that nobody deleted", "seed: create-container con\nseed: put-blob con/k one\n" +
			"ann: send delete-blob con/k as p\nlose p\n"},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.NoAnswer)
		read := "ann: get-blob con/k\n"
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && card.Action == "read" {
				read = "ann: " + s.Verb + " " + s.Args[0].Value.String() + "\n"
			}
		}
		if c.name != "a blob that nobody deleted" && (!found || card.Action != "read") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
		card, found = cardAtEnd(t, who+c.lines+read, engine.NoAnswer)
		if !found || card.Action != "" || !strings.Contains(card.Say, "or has been made again since") {
			t.Errorf("%s, read: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}

// Who heard nothing goes by what it can know: a delete is not sent again over what another has made since, a change of
// an id that may have been done is sent once more, and a piece is looked for at its place.
func TestWhoHeardNothingGoesByWhatItCanKnow(t *testing.T) {
	const (
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/f x\n"
		docs = who + "seed: create-share docs\nseed: create-file docs/f size=6\n" +
			"seed: put-range docs/f abcdef range=0-5\n"
		table = who + "seed: create-table tab\nseed: insert-entity tab/p/r .a=1 .b=2\n"
		one   = "11111111-1111-1111-1111-111111111111"
		two   = "22222222-2222-2222-2222-222222222222"
	)
	advises(t, []advised{
		{"a delete that was lost, and another's text since", wiki + "ann: send delete-blob wiki/f as d\nlose d\n" +
			"ben: put-blob wiki/f ben\n", engine.NoAnswer, "read", "Read before the next try", "Send the same again"},
		{"of a file", docs + "ann: send delete-file docs/f as d\nlose d\nben: create-file docs/f size=3\n",
			engine.NoAnswer, "read", "Read before the next try", "Send the same again"},
		{"with nothing there since", wiki + "ann: send delete-blob wiki/f as d\nlose d\n", engine.NoAnswer, "retry",
			"Send the same again", ""},
		{"a change of an id", wiki + "ann: acquire-blob-lease wiki/f duration=-1 id=" + one + " as l\n" +
			"ann: send change-blob-lease wiki/f lease=$l.lease id=" + two + " as c\ndeliver c\nlose c\n" +
			"ann: put-blob wiki/f ana lease=$l.lease\n", engine.LeaseOver, "lease",
			"#4, which had no answer, may have changed the id. Send that change again", "acquire"},
		{"a range that a read shows", docs + "ann: send put-range docs/f C3 range=2-3 as p\ndeliver p\nlose p\n" +
			"ann: get-file docs/f\n", engine.NoAnswer, "", "shows holds what #4 was to put there", "no longer be seen"},
		{"a range that another has written over", docs + "ann: send put-range docs/f C3 range=2-3 as p\ndeliver p\n" +
			"lose p\nben: put-range docs/f XY range=2-3\nann: get-file docs/f\n", engine.NoAnswer, "",
			"can no longer be seen", "shows holds"},
		{"a property that was merged", table + "ann: send merge-entity tab/p/r .a=7 if-match=* as p\ndeliver p\n" +
			"lose p\nben: merge-entity tab/p/r .b=9 if-match=*\nann: get-entity tab/p/r\n", engine.NoAnswer, "",
			"shows holds what #3 was to put there", "no longer be seen"},
		{"a claim under an older tag", who + "seed: create-container hub\nseed: put-blob hub/o \"\" meta.owner=p0\n" +
			"ann: get-blob-metadata hub/o as a\nben: get-blob-metadata hub/o as b\n" +
			"ann: set-blob-metadata hub/o meta.owner=ann if-match=$a.etag\nben: get-blob-metadata hub/o\n" +
			"ben: set-blob-metadata hub/o meta.owner=ben if-match=$b.etag\n", engine.StaleWrite, "read",
			"both changed meta.owner, to ben in #7 and to ann there, and it holds one value. If what is there now " +
				"claims it for somebody else, stop", "put Ben's change"},
	})
}

// The story of what was not heard says whose answer was lost, in the order of time, and speaks of receipts where there
// are some.
func TestTheStoryOfWhatWasNotHeardIsOfItsScene(t *testing.T) {
	for _, c := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{"seed: SET lock x\nann: send DEL lock as d\ndeliver d\nlose d\nann: DEL lock again=d\n", engine.NoAnswer,
			"it had arrived, or somebody else did it.", "receipt"},
		{"seed: SET lock x\nann: send DEL lock as d\ndeliver d\nlose d\nann: DEL lock again=d\n", engine.NoAnswer,
			"The answer to #2 was lost at 00:00.0. #3 was answered: 0.", "Its answer"},
		{"seed: create-container wiki\nseed: put-blob wiki/f x\n" +
			"ann: send acquire-blob-lease wiki/f duration=15 as l\ndeliver l\nlose l\n" +
			"ann: put-blob wiki/f ana\n", engine.IsLeased, "; its answer was lost.", "as if"},
	} {
		v, said := roomtest.AtEnd(t, who+c.lines), ""
		for _, tr := range v.Troubles() {
			if tr.Kind == c.kind {
				s := conflict.Story(v.Clone(), tr.Finding)
				said = s.First
				for _, step := range s.Steps {
					said += " " + step.Text
				}
			}
		}
		if !strings.Contains(said, c.want) || strings.Contains(said, c.never) {
			t.Errorf("%s: %s\nwant %q, never %q", c.lines, said, c.want, c.never)
		}
	}
}

// A marker was there, and what it refused was done all the same: to keep one is no advice then.
func TestAMarkerThatWasPassedOver(t *testing.T) {
	advises(t, []advised{{"both were refused", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container jobs\n" +
		"ann: send put-blob jobs/done x if-none-match=* as a\ndeliver a\nlose a\n" +
		"ben: put-blob jobs/done x if-none-match=*\nben: does job-17\n" +
		"ann: put-blob jobs/done x if-none-match=* again=a\nann: does job-17\n", engine.DoneTwice, "",
		"#3 was refused by the marker jobs/done, and Ben worked all the same", "keep its result under"}})
}

// Of a text that was replaced by the very same a read shows all: nothing has to be put back.
func TestTheSameTextIsNotLost(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f x\n" +
		"ann: get-blob wiki/f as a\nann: put-block wiki/f A1 block=A001\nben: put-block wiki/f B1 block=A001\n" +
		"ann: put-block-list wiki/f [latest A001] if-match=$a.etag"
	const ben, other = "\nben: put-block-list wiki/f [latest A001]\n", "ben: get-blob wiki/f as c\n" +
		"ben: put-blob wiki/f other if-match=$c.etag\n"
	advises(t, []advised{
		{"the same", head + ben, engine.LostUpdate, "",
			"the very text that Ana had put there, and a read shows it", "no longer shows it"},
		{"another stands there since", head + ben + other, engine.LostUpdate, "",
			"the very text that Ana had put there. Where both were to count", "a read shows it"},
		{"a claim went with it", head + " meta.owner=ann" + ben, engine.LostUpdate, "",
			"and took what Ana had set beside it: metadata.owner. Tell Ana, who stops if it was a claim",
			"a read shows"},
		{"what both set", head + " meta.owner=ann" + ben[:len(ben)-1] + " meta.owner=ann\n", engine.LostUpdate, "",
			"the very text that Ana had put there, and a read shows it", "beside it"},
		{"a tag went with it", head + " tag.t=1" + ben, engine.LostUpdate, "",
			"and took what Ana had set beside it: tags.t. Tell Ana", "a read shows"},
	})
}

// What stood beside the text and is a third's is not told as the one's whose text was replaced.
func TestWhatAThirdSetBesideTheTextIsNotTheVictims(t *testing.T) {
	v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"+
		"seed: create-container wiki\nseed: put-blob wiki/f x\nann: get-blob wiki/f as a\n"+
		"ann: put-blob wiki/f same if-match=$a.etag content-type=text/plain\ncy: get-blob wiki/f as c\n"+
		"cy: set-blob-metadata wiki/f meta.owner=cy if-match=$c.etag\nben: put-blob wiki/f same meta.run=7\n")
	for _, m := range v.Troubles() {
		if m.Kind == engine.LostUpdate && m.Whose == "ann" {
			const want = "and took what Ana had set beside it: content-type. Tell Ana"
			if card := advice.For(v, m.Finding); !strings.Contains(card.Say, want) {
				t.Errorf("%s\nwant %q", card.Say, want)
			}
			return
		}
	}
	t.Error("Ana's work is not told to be lost")
}

// Who never heard a refusal goes by what it was told of the request, which is nothing: its card says what that of the
// request without an answer says, and never to send a renewal of a lease that is over again.
func TestARefusalThatWasNeverHeard(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f x\n"
	advises(t, []advised{
		{"a late renewal", head + "ann: acquire-blob-lease wiki/f duration=15 as l\n" +
			"ann: send renew-blob-lease wiki/f lease=$l.lease as r\ntimeout r\nclock +20s\n" +
			"ben: acquire-blob-lease wiki/f duration=30\ndeliver r\nlose r\n", engine.IsLeased, "",
			"no read tells whether #4 renewed it: stop the work", "send the same again"},
		{"a delete", head + "ann: send delete-blob wiki/f as d\ndeliver d\nlose d\n" +
			"ann: send delete-blob wiki/f again=d as e\ndeliver e\nlose e\n", engine.OwnEcho, "retry",
			"unless others may have created it again or changed it since", "Read, or send"},
	})
}

// A refusal that answers with what is there has read it: to read it again first would tell nothing more.
func TestARefusalThatAnswersWithTheText(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET lock ann NX\nben: SET lock ben NX"
	advises(t, []advised{
		{"it answers nil", head + "\n", engine.AlreadyThere, "read",
			"does not say who made it: read that first", "has read"},
		{"it answers with the text", head + " GET\n", engine.AlreadyThere, "",
			"#2 has read it. Of a marker, settle that its maker does the work", "read that first"},
		{"another text stands there since", head + " GET\nann: SET lock other\n", engine.AlreadyThere, "read",
			"#2 has read what stood there then, which is another now: read that first", "does not say who"},
	})
}

// An append to a text that was never read may be seen, and not be told from what stood there before; a key that had
// expired is nobody's text that a read has lost (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhatWasNeverReadOrHadEndedIsToldSo(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{"seed: SET log a\nana: send APPEND log b as a\ndeliver a\nlose a\n", engine.NoAnswer,
			"it may have stood there before, or be another's", "that tells whether it was done"},
		{"seed: SET log a\nana: GET log\nana: send APPEND log b as a\ndeliver a\nlose a\n", engine.NoAnswer,
			"that tells whether it was done", "stood there before"},
		{"ben: EXSET d v1 PX 30\nana: EXGET d\nclock 00:02.0\nana: EXSET d mine VER 1\n", engine.LostUpdate,
			"brought back what had ended by the expiry that Ben set", "read no longer shows"},
	} {
		saysAtEnd(t, who+c.lines, c.kind, c.want, c.never)
	}
}
