package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The referee's rules, base: a refused body that is sent again byte for byte keeps its base, and so the mark stands.
// That its writer cannot know would be false where an answer had shown it, or had refused a request for it.
func TestACardSaysWhoHadBeenTold(t *testing.T) {
	const (
		wiki = "seed: create-container wiki\nseed: put-blob wiki/a v1\nben: get-blob wiki/a as g\n"
		gone = wiki + "ann: delete-container wiki\nben: put-blob wiki/a x if-match=$g.etag\n"
		anew = "clock +31s\nben: create-container wiki\nben: put-blob wiki/a x\n"
		rows = "seed: create-table jobs\nseed: insert-entity jobs/p/r .n=1\nben: get-entity jobs/p/r as g\n" +
			"ann: delete-table jobs\nben: update-entity jobs/p/r .n=2 if-match=$g.etag\nclock +41s\n" +
			"ben: create-table jobs\nben: insert-or-replace-entity jobs/p/r .n=2\n"
		slow = "set blob.copy=slow\nseed: put-blob wiki/b v1\nann: copy-blob wiki/a source=wiki/b as c\n" +
			"ben: delete-blob wiki/a\ntell ben $c.copy-id\nben: abort-copy-blob wiki/a copy=$c.copy-id\n"
		group = "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\nseed: insert-entity acc/p/b .n=1\n" +
			"ben: get-entity acc/p/b as b\nann: entity-group-transaction acc p [delete-entity a if-match=*; " +
			"update-entity b .n=7 if-match=*]\nben: entity-group-transaction acc p "
		other   = "ben: merge-entity acc/p/b .n=2 if-match=*\n"
		watched = "seed: MSET a 1 b 1\nben: WATCH a\nben: MGET a b\nann: MSET a 2 b 2\nben: MULTI\nben: SET a 5\n" +
			"ben: SET b 5\nben: EXEC\n"
		unread = wiki + "ann: put-blob wiki/a y\nben: put-blob wiki/a x\n"
		newer  = wiki + "ann: put-blob wiki/a y\nben: get-blob wiki/a\n"
		read   = newer + "ben: put-blob wiki/a x from=g\n"
	)
	for _, row := range []struct{ name, lines, first, heard, never string }{
		{"a refused try told it", gone + anew, "#5 had shown Ben that it was gone; Ana was not told.",
			"Ben could know: #5 was answered 404 Not Found (ContainerNotFound). #7 has the content of #5 once more, " +
				"which was made before that.", "Nobody was told"},
		{"a read told it as well", gone + "ben: get-blob wiki/a\n" + anew, "#6 had shown Ben that it was gone",
			"#6 was answered 404 Not Found", "cannot know"},
		{"a deletion that was under way", rows, "Ben's #5 had been refused because of it; Ana was not told.",
			"#5 was answered 409 Conflict (TableBeingDeleted). #7 has the content of #5 once more", "Nobody"},
		{"a copy that its writer ended", wiki + slow + "ben: delete-blob wiki/a\n",
			"Ben's #6 had been refused because of it", "#6 was answered 409 Conflict (PendingCopyOperation)",
			"cannot know"},
		{"an older text, though the newer was read", read, "#5 had shown it to Ben; Ana was not told.",
			"Ben could know: #5 was answered 200 OK", "cannot know"},
		{"a delete made from an older text", newer + "ben: delete-blob wiki/a from=g\n",
			"#5 had shown it to Ben; Ana was not told.", "Ben could know: #5 was answered 200 OK", "gone"},
		{"another row of the same group", group + "[merge-entity a .n=2 if-match=*]\n" + other, "Nobody was told.",
			"Ben cannot know.", "refused"},
		{"another operation of the same group", group + "[merge-entity a .n=2 if-match=*; merge-entity b .n=2 " +
			"if-match=*]\n" + other, "Nobody was told.", "Ben cannot know.", "refused"},
		{"the operation for that row", group + "[merge-entity b .n=2 if-match=$b.etag]\n" + other,
			"Ben's #6 had been refused because of it", "Ben could know: #6", "Nobody"},
		{"another key of what was watched", watched + "ben: SET b 5\n", "Nobody was told.", "Ben cannot know.",
			"refused"},
		{"the key that was watched", watched + "ben: SET a 5\n", "Ben's #8 had been refused because of it",
			"Ben could know: #8", "Nobody"},
		{"a tag that no answer gave refuses at any time", wiki + "ann: put-blob wiki/a y\n" +
			"ben: put-blob wiki/a z if-match=made-up\nben: put-blob wiki/a x from=g\n", "Nobody was told.",
			"Ben cannot know.", "could know"},
		{"a tag that an own write had ended", wiki + "ben: put-blob wiki/a w from=g as w\nann: put-blob wiki/a y\n" +
			"ben: put-blob wiki/a z if-match=$g.etag\nben: put-blob wiki/a x from=w\n", "Nobody was told.",
			"Ben cannot know.", "could know"},
		{"the tag of the own write", wiki + "ben: put-blob wiki/a w from=g as w\nann: put-blob wiki/a y\n" +
			"ben: put-blob wiki/a z if-match=$w.etag\nben: put-blob wiki/a x from=w\n",
			"Ben's #6 had been refused because of it", "Ben could know: #6", "Nobody"},
		{"nothing had told it", unread, "Nobody was told.", "Ben cannot know.", "could know"},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.String() != "~ lost-update ann" || !strings.Contains(told.First, row.first) ||
			!strings.Contains(told.Heard, row.heard) || strings.Contains(told.First+told.Heard, row.never) {
			t.Errorf("%s: %s: %s\n%s", row.name, last, told.First, told.Heard)
		}
	}
}

// The referee's rules, refused: the kind follows the rule. Who had heard that its claim was refused had been told, by
// whichever condition, lease or lock it was sent; who claimed without one was not, though one would have told it.
func TestWorkBehindARefusedClaimWasTold(t *testing.T) {
	const (
		own = "seed: create-container own\nseed: put-blob own/p 0\nann: get-blob own/p as a\n" +
			"ben: get-blob own/p as b\nann: set-blob-metadata own/p meta.by=ann if-match=$a.etag\n"
		mine  = "ben: set-blob-metadata own/p meta.by=ben if-match=$b.etag\n"
		again = "ben: get-blob own/p as c\nben: set-blob-metadata own/p meta.by=ben if-match=$c.etag\n"
		row   = "seed: create-table own\nseed: insert-entity own/p/r .by=none\nann: get-entity own/p/r as a\n" +
			"ben: get-entity own/p/r as b\nann: merge-entity own/p/r .by=ann if-match=$a.etag\n" +
			"ben: merge-entity own/p/r .by=ben if-match=$b.etag\n"
		watched = "seed: SET own none\nann: WATCH own\nann: GET own\nben: WATCH own\nben: GET own\nann: MULTI\n" +
			"ann: SET own ann\nann: EXEC\nben: MULTI\nben: SET own ben\nben: EXEC\n"
		tair = "seed: EXSET own none\nann: EXGET own\nben: EXGET own\nann: EXCAS own ann 1\n" +
			"ben: EXCAS own ben 1\n"
		leased = "seed: create-container own\nseed: put-blob own/p 0\nann: acquire-blob-lease own/p duration=60\n" +
			"ben: acquire-blob-lease own/p duration=60\n"
		deleted = "seed: create-container own\nseed: put-blob own/p 0\nben: get-blob own/p as b\n" +
			"ann: put-blob own/p 1\nben: delete-blob own/p if-match=$b.etag\n"
		told   = "A claim stops only those who heed the refusal."
		untold = "one on a claim made before stops those who heed it"
	)
	for _, row := range []struct{ name, lines, first, heard, law string }{
		{"metadata", own + mine, "by Ana and by Ben, whose #6 had been refused before.",
			"Ben heard that #6 was refused because of Ana's #5", told},
		{"a row", row, "whose #6 had been refused before.", "Ben heard that #6 was refused because of Ana's #5", told},
		{"a watched key", watched, "whose #11 had been refused before.", "because of Ana's #", told},
		{"a version", tair, "whose #5 had been refused before.", "because of Ana's #4", told},
		{"a lease", leased, "whose #4 had been refused before.", "because of Ana's #3", told},
		{"had since then", own + mine + again, "Nobody was told.", "Neither Ana nor Ben can know", untold},
		{"without a condition", own + "ben: set-blob-metadata own/p meta.by=ben\n", "Nobody was told.",
			"Neither Ana nor Ben can know", untold},
		{"a refused delete claims nothing", deleted, "Nobody was told.", "Neither Ana nor Ben can know", untold},
	} {
		r, last := run(t, row.lines+"ann: does p\nben: does p\n")
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != "done-twice" || !strings.Contains(told.First, row.first) ||
			!strings.Contains(told.Heard, row.heard) || !strings.Contains(told.Law, row.law) {
			t.Errorf("%s: %s: %s\n%s\n%s", row.name, last, told.First, told.Heard, told.Law)
		}
	}
}

// A listing shows the absence of the names that it would have listed, and not that nothing is there (engine/conflict/
// rules.md, "Words"): between two deletes of several keys another had made one of them again, and it was listed.
func TestAListingShowsNothingButWhatItLists(t *testing.T) {
	r, last := run(t, "seed: create-bucket bkt\nseed: put-object bkt/k one\nseed: put-object bkt/l one\n"+
		"ann: send delete-objects bkt [k l] as p\ndeliver p\nlose p\nben: put-object bkt/k two\n"+
		"ann: list-objects bkt\nann: delete-objects bkt [k l] again=p\n")
	told := conflict.Story(r.Timeline.World(), last)
	const want = "#6 had shown Ana that nothing but what it lists is there, but not whose doing that is."
	if last.Kind != "done-twice" || !strings.Contains(told.Heard, want) {
		t.Errorf("%s: %s", last, told.Heard)
	}
}

// The referee's rules, "Several objects in one request": each entry is a request of its own, and so is what it did.
func TestAGroupOfRowsIsToldByWhatItDidToTheRow(t *testing.T) {
	const group = "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\nseed: insert-entity acc/p/b .n=1\n" +
		"ben: get-entity acc/p/b as b\nann: entity-group-transaction acc p [delete-entity a if-match=*; " +
		"update-entity b .n=7 if-match=*]\n"
	for _, row := range []struct{ then, first string }{
		{"ben: entity-group-transaction acc p [merge-entity a .n=2 if-match=*; merge-entity b .n=2 if-match=*]\n",
			"Ana deleted acc/p/a in a transaction with #5."},
		{"ben: merge-entity acc/p/a .n=2 if-match=*\n", "Ana deleted acc/p/a in a transaction with #5."},
		{"ben: merge-entity acc/p/b .n=2 if-match=$b.etag\n", "Ana changed acc/p/b in a transaction with #5."},
	} {
		r, last := run(t, group+row.then)
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, row.first) {
			t.Errorf("%s%s: %s", row.then, last, told.First)
		}
	}
}
