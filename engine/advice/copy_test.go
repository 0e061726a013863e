package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A copy whose source changes is given up, and leaves its destination empty (engine/blob/rules.md, "Copy"), which takes
// writes again from then on: what somebody has put there since stands, and is not to be copied over unread.
func TestWhatWasPutWhereACopyWasGivenUpIsNamed(t *testing.T) {
	const copied = "writer ana \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\nseed: create-container cont\n" +
		"seed: put-blob cont/src s\nana: copy-blob cont/dst source=cont/src as c\nben: put-blob cont/src s2\nfinish c\n"
	for _, c := range []struct{ lines, want, never, action string }{
		{copied, "cont/dst is empty.", "since", "retry"},
		{copied + "ben: put-blob cont/dst ben2\n", "left empty, and Ben's #5 (put-blob) has gone there since",
			"is empty", ""},
		{copied + "ben: set-blob-metadata cont/dst meta.m=1\n", "cont/dst is empty.", "since", ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.StaleWrite)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) ||
			card.Action != c.action {
			t.Errorf("%s: %v %q %s", c.lines, found, card.Action, card.Say)
		}
	}
}

// A copy that is given up leaves its destination empty, and where the source is gone nothing is left to copy
// (engine/blob/rules.md, "Copy Blob").
func TestACopyWithoutItsSourceLeftTheTargetEmpty(t *testing.T) {
	advises(t, []advised{{"its source was deleted", "writer ann \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\n" +
		"seed: create-container cont\nseed: put-blob cont/src s\nseed: put-blob cont/dst d\n" +
		"ann: copy-blob cont/dst source=cont/src as c\nben: delete-blob cont/src\nfinish c\n", engine.IsGone, "",
		"cont/dst is empty. cont/src, the source, is gone", "It is gone"}})
}

// A copy gives its destination a new ETag where it begins, and another where it ends (engine/blob/rules.md, "Copy
// Blob"): a tag from before it never fits again, and what is written without a tag goes over what it brings.
func TestBehindACopyNoOldTagFits(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\nseed: create-container cont\n" +
			"seed: put-blob cont/src s\nseed: put-blob cont/dst d\nben: get-blob cont/dst as r\n" +
			"ann: copy-blob cont/dst source=cont/src as c\n"
		put  = head + "ben: put-blob cont/dst bb if-match=$r.etag\n"
		kill = head + "ben: delete-blob cont/dst if-match=$r.etag\n"
	)
	const (
		gone  = "See whether it is still to be deleted, then delete it with the new tag."
		tag   = "it leaves another tag. "
		claim = "If what is there now claims it for somebody else, stop; otherwise put the change into it"
	)
	advises(t, []advised{
		{"a write behind it", put + "finish c\n", engine.Unfinished, "read",
			"has another tag by now. Read it. " + claim, "send the same again"},
		{"a write behind what was aborted", put + "ann: abort-copy-blob cont/dst copy=$c.copy-id\n", engine.Unfinished,
			"read", "has another tag by now. Read it. " + claim, "send the same again"},
	})
	for lines, want := range map[string]string{
		put:  "Wait until it is finished, and read then: " + tag + claim,
		kill: tag + gone,
		head + "ben: put-blob cont/dst bb\n": "Wait until it is finished, and read then what is there: " +
			"the same again would go over Ana's #5, which Ben has not read.",
	} {
		v := whileItRuns(t, lines)
		for _, tr := range v.Troubles() {
			if card := advice.For(v, tr.Finding); tr.Kind != engine.Unfinished || !strings.HasSuffix(card.Say, want) &&
				!strings.HasPrefix(card.Say, want) || card.Action != "" {
				t.Errorf("%s%s: %q %q", lines, tr.Kind, card.Say, card.Action)
			}
		}
		if len(v.Troubles()) == 0 {
			t.Error("no mark in", lines)
		}
	}
}

// whileItRuns is what is seen when the first refusal has been heard.
func whileItRuns(t *testing.T, text string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", text)
	for {
		v := r.View()
		for _, tr := range v.Troubles() {
			if !v.Exchange(tr.Request).Heard.IsZero() {
				return v
			}
		}
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// A copy takes what stands under the source's name at that moment: mixed content where its sender had read it
// otherwise, and not where it says that it was made from its target (engine/blob/rules.md, race R28, row g). Who has
// read the source knows it.
func TestACopyTakesWhatItsSenderHasNotRead(t *testing.T) {
	const (
		blobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/src old\n" +
			"seed: put-blob docs/dst d\nann: get-blob docs/src as s\nann: get-blob docs/dst as d\n" +
			"ben: put-blob docs/src new\nann: copy-blob docs/dst "
		files = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/src 5\n" +
			"ann: get-file docs/src\nben: put-range docs/src 11111 range=0-4\n"
		taken = "ann: copy-file docs/dst source=docs/src\n"
	)
	for _, row := range []struct {
		name, race string
		mixed      bool
	}{
		{"a blob's source has changed since it was read", blobs + "source=docs/src\n", true},
		{"and it was made from its target", blobs + "source=docs/src from=d\n", false},
		{"a file's source has changed since it was read", files + taken, true},
		{"a file's source was read as it is", files + "ann: get-file docs/src\n" + taken, false},
	} {
		if card, found := cardAtEnd(t, row.race, engine.MixedContent); found != row.mixed {
			t.Errorf("%s: found %t: %s", row.name, found, card.Say)
		}
	}
}

// An abort of a copy that has ended, or that was aborted, is refused with NoPendingCopyOperation (Azure REST, "Abort
// Copy Blob"): nothing is wrong with its words. Where there was no copy, something is.
func TestAnAbortOfACopyThatIsOverIsRight(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/src s\n" +
			"seed: put-blob cont/dst d\nset blob.copy=slow\n"
		copied = head + "ann: copy-blob cont/dst source=cont/src as c\n"
		abort  = "ann: abort-copy-blob cont/dst copy=$c.copy-id\n"
		over   = "The copy is over, and nothing is left to abort. Read cont/dst."
		wrong  = "Correct the request"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"it has ended", copied + "finish c\n" + abort, over, wrong},
		{"another has aborted it", copied + "tell ben $c.copy-id\n" + strings.Replace(abort, "ann", "ben", 1) + abort,
			over, wrong},
		{"there was none", head + "ann: abort-copy-blob cont/dst copy=guid:A\n", wrong, over},
	} {
		v := roomtest.AtEnd(t, c.lines)
		marks := v.Marks()
		if len(marks) == 0 {
			t.Fatalf("%s: no mark", c.name)
		}
		card := advice.For(v, marks[len(marks)-1].Finding)
		if !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %s", c.name, card.Say)
		}
	}
}

// Nobody waits for a message to be visible that is: the end of the scene lets the visibility timeout of the lost update
// run out (engine/queue/rules.md, Update Message).
func TestAMessageThatIsVisibleAgainIsNotWaitedFor(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nseed: create-queue jobs\nseed: put-message jobs job1 messagettl=-1\n" +
			"ann: get-messages jobs visibilitytimeout=5 as g\n" +
			"ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20 as u\ndeliver u\nlose u\n"
		again  = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20 again=u\n"
		remove = "ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		wait   = "Wait until the message is visible again and receive it"
		now    = "Receive the message, which is visible again"
	)
	for _, lines := range []string{lost + again, lost + remove} {
		v := roomtest.AtEnd(t, lines)
		marks := v.Marks()
		card := advice.For(v, marks[len(marks)-1].Finding)
		if !strings.Contains(card.Say, now) || strings.Contains(card.Say, wait) {
			t.Errorf("%s: %s", lines, card.Say)
		}
	}
}

// A whole of two moments is copied again of one, piece by piece under the tag of that (engine/bucket/rules.md,
// "CopyObject", the conditions on the source); what guards the whole itself compares nothing of where its pieces came
// from. Where it has gone or was replaced since, nothing of what was mixed is left.
func TestAWholeOfTwoMomentsIsCopiedAgain(t *testing.T) {
	const (
		lake = who + "set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/src old\n" +
			"ann: head-object lake/src\nann: create-multipart-upload lake/t as u\n" +
			"ann: upload-part-copy lake/t upload=$u.upload source=lake/src part=1 source-range=0-1 as p\n" +
			"ben: put-object lake/src new\n" +
			"ann: upload-part-copy lake/t upload=$u.upload source=lake/src part=2 source-range=2-2 as q\n" +
			"ann: complete-multipart-upload lake/t [1=$p.etag 2=$q.etag] upload=$u.upload\n"
		again = "Copy every piece of it again, and store the whole anew: each piece with the tag of that as " +
			"source-if-match"
	)
	advisesBehind(t, []advised{
		{"as it stands", lake, engine.MixedContent, "read", again, "If-Match .."},
		{"replaced since", lake + "ann: put-object lake/t mine\n", engine.MixedContent, "",
			"nothing of what was mixed is left", again},
		{"deleted since", lake + "ann: delete-object lake/t\n", engine.MixedContent, "",
			"with that what was mixed", again},
	})
}
