package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// What another's act has made unfit is no fault of the request: who did it is named, with what the same would have got
// before. What would have been refused before too is to be corrected (rules.md of the referee, "Sentences and advice
// come from the cause").
func TestARefusalThatAnothersActBroughtAboutNamesThatAct(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		file  = who + "seed: create-share sh\nseed: create-file sh/f 3\n"
		only  = "ben: set-file-properties sh/f attributes=ReadOnly\n"
		open  = "ann: smb-create sh/f access=W share=RWD disposition=OPEN\n"
		logs  = who + "writer cat \"Cat\"\nseed: create-container con\nben: put-blob con/k \"\" type=AppendBlob\n"
		put   = "ann: put-blob con/k a\n"
		wrong = "Correct the request"
	)
	for _, c := range []struct{ lines, say string }{
		{file + only + open, "before Ben's #3 (set-file-properties) it would have got STATUS_SUCCESS. Settle with Ben"},
		{file + only + "ann: put-range sh/f abc range=0-2\n",
			"before Ben's #3 (set-file-properties) it would have got 201"},
		{file + "ann: set-file-properties sh/f attributes=ReadOnly\n" + open, wrong},
		{who + "seed: SET n 1\nben: SET n abc\nann: INCR n\n", "before Ben's #2 (SET) it would have got 2."},
		{who + "seed: SET n abc\nben: SET n def\nann: INCR n\n", wrong},
		{who + "seed: create-share sh\nben: create-file sh/d 3\nann: create-directory sh/d\n",
			"before Ben's #2 (create-file) it would have got 201"},
		{logs + "cat: append-block con/k c\n" + put, "It holds work of Cat by now: settle with Ben and Cat whether " +
			"that is to stay, or send it under another name, where it would get 201 Created."},
		{logs + put, "it would have got 201 Created. Settle with Ben whether that is to stay."},
		{who + "seed: create-bucket bkt\nben: put-object bkt/k x\nann: get-object bkt/k as g\n" +
			"ann: put-object bkt/k y if-none-match=$g.etag\n", "If-None-Match takes * alone on put-object, which " +
			"asks that nothing be there. To replace that version alone, send its ETag with " +
			"If-Match: it would get 200 OK"},
	} {
		v, card := roomtest.AtEnd(t, c.lines), advice.Card{}
		for _, m := range v.Marks() {
			card = advice.For(v, m.Finding)
		}
		if !strings.Contains(card.Say, c.say) {
			t.Errorf("%s: %s", c.lines, card.Say)
		}
	}
}

// Rights that another gave a caller in the place of those of an administrator are that one's doing; whom the start gave
// its rights lacks a permission, and nobody took it (rules.md of the referee, "Refused", policy).
func TestRightsThatAnotherTookAreAsked(t *testing.T) {
	const who = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-bucket buck\nseed: put-object buck/k v0\n"
	const role = ": put-role-policy ben \"{\\\"Version\\\":\\\"2012-10-17\\\",\\\"Statement\\\":[{\\\"Effect\\\":" +
		"\\\"Allow\\\",\\\"Action\\\":\\\"s3:GetObject\\\",\\\"Resource\\\":\\\"arn:aws:s3:::buck/*\\\"}]}\"\n"
	card, found := cardAtEnd(t, who+"ann"+role+"ben: put-object buck/k b1\n", engine.ByPolicy)
	if !found || !strings.Contains(card.Say, "as Ann set it") || !strings.Contains(card.Say, "Ask Ann for it") {
		t.Errorf("%v %s", found, card.Say)
	}
	if card, found := cardAtEnd(t, who+"seed"+role+"ben: put-object buck/k b1\n", engine.ByPolicy); found {
		t.Errorf("nobody took it: %s", card.Say)
	}
}

// No lease of a file ends by itself: the sentence about one that ends and is renewed is for those of blobs, containers
// and shares (engine/share/rules.md, "Lease File").
func TestNoLeaseThatEndsIsOfferedForAFile(t *testing.T) {
	const who = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
	const ends, stays = "A lease that ends, and is renewed in time", "No lease of a file ends by itself"
	for lines, want := range map[string]string{
		who + "seed: create-share sh\nseed: create-file sh/f 3\nann: acquire-file-lease sh/f duration=-1\n" +
			"ben: put-range sh/f bbb range=0-2\n": stays,
		who + "seed: create-container wiki\nseed: put-blob wiki/b 1\nann: acquire-blob-lease wiki/b duration=-1\n" +
			"ben: put-blob wiki/b 2\n": ends,
	} {
		card, found := cardAtEnd(t, lines, engine.IsLeased)
		if others := strings.Join(card.Others, " "); !found || !strings.Contains(others, want) ||
			strings.Contains(others, ends) != (want == ends) {
			t.Errorf("%s: %v %s", lines, found, others)
		}
	}
}
