package conflict_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// run is a scenario of Ana and Ben, with the last mark that came of it.
func run(t *testing.T, lines string) (scenario.Result, conflict.Finding) {
	t.Helper()
	f, err := scenario.Parse("told.race", []byte("writer ann \"Ana\"\nwriter ben \"Ben\"\n"+lines),
		catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Run()
	if err != nil {
		t.Fatal(err)
	}
	var last conflict.Finding
	for _, o := range r.Outcomes {
		for _, marks := range o.Marks {
			for _, m := range marks {
				last = m
			}
		}
	}
	return r, last
}

// The referee's rules on refusals, own-echo: "with another's write on top: stale-write, and the card adds that one's
// own try had been saved before".
func TestTheCardSaysThatOnesOwnTryHadBeenSaved(t *testing.T) {
	const before = "seed: create-bucket lake\nseed: put-object lake/k v1\nann: get-object lake/k as g\n" +
		"ann: send put-object lake/k a if-match=$g.etag as p\n"
	const after = "ben: get-object lake/k as h\nben: put-object lake/k b if-match=$h.etag\nann: put-object lake/k a " +
		"if-match=$g.etag again=p\n"
	for _, row := range []struct {
		lines string
		saved bool
	}{{before + "deliver p\nlose p\n" + after, true}, {before + "lose p\n" + after, false}} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != "stale-write" || strings.Contains(told.First,
			"Ana's own try #4 had taken effect before: Ana saved v2; its answer was lost.") != row.saved {
			t.Errorf("%s%s: %s", row.lines, last, told.First)
		}
	}
}

// The referee's rules: a blind write over another writer's work is what last writer wins allows. The log says so, and
// nothing of who had read it, or wrote over a guarded version: that has its mark.
func TestTheLogSaysWhatWasReplacedUnread(t *testing.T) {
	const text = "seed: create-container wiki\nann: put-blob wiki/x v1\n"
	const start = "seed: create-container wiki\nseed: put-blob wiki/x v1 meta.m=1\n"
	const lock = "seed: create-bucket bkt object-lock=true\n"
	for _, row := range []struct{ lines, says string }{
		{text + "ben: put-blob wiki/x v2\n", "201 Created v2 ..B0B6, replaced Ana's v1 unread"},
		{text + "ben: delete-blob wiki/x\n", "202 Accepted, removed Ana's v1 unread"},
		{text + "ben: get-blob wiki/x\nben: put-blob wiki/x v2\n", "201 Created v2 ..B0B6"},
		{text + "ann: put-blob wiki/x v2\n", "201 Created v2 ..B0B6"},
		{"seed: create-container wiki\nseed: put-blob wiki/x v1\nben: put-blob wiki/x v2\n", "201 Created v2 ..B0B6"},
		// Put Blob clears what stands beside the text and is not sent, and SET the expiry.
		{start + "ann: set-blob-metadata wiki/x meta.m=2\nben: put-blob wiki/x v2\n",
			"201 Created v3 ..B0B6, removed Ana's metadata unread"},
		{start + "ann: set-blob-metadata wiki/x meta.m=2\nben: put-blob wiki/x v2 meta.m=3\n",
			"201 Created v3 ..B0B6, replaced Ana's metadata unread"},
		{start + "ann: set-blob-tags wiki/x tag.t=1\nben: put-blob wiki/x v2\n",
			"201 Created v2 ..B0B6, removed Ana's tags unread"},
		{start + "ann: set-blob-tags wiki/x tag.t=1\nben: get-blob-tags wiki/x\nben: put-blob wiki/x v2\n",
			"201 Created v2 ..B0B6"},
		{"set blob.copy=slow\n" + text + "seed: put-blob wiki/s v1\nann: copy-blob wiki/x source=wiki/s as c\n" +
			"finish c\nben: put-blob wiki/x v4\n", "201 Created v4 ..B0B6, replaced Ana's copy unread"},
		{text + "ben: put-blob wiki/x v2 meta.m=3\n", "201 Created v2 ..B0B6, replaced Ana's v1 unread"},
		{"seed: SET k 1\nann: EXPIRE k 60\nben: SET k 2\n", "OK, removed Ana's expiry unread"},
		// A version that was put without a lock has none: who sets one takes nothing away (engine/bucket/rules.md).
		{lock + "ann: put-object bkt/x v1\nben: put-object-legal-hold bkt/x legal-hold=ON\n", "200 OK"},
		{lock + "ann: put-object bkt/x v1\nben: put-object-retention bkt/x lock-mode=GOVERNANCE " +
			"lock-until=2027-01-01T00:00:00Z\n", "200 OK"},
		{lock + "ann: put-object bkt/x v1 legal-hold=ON\nben: put-object-legal-hold bkt/x legal-hold=OFF\n",
			"200 OK, replaced Ana's legal hold unread"},
		// A read of the object tells it ("Object Lock": a version is told with its locks).
		{lock + "ann: put-object bkt/x v1 legal-hold=ON\nben: head-object bkt/x\n" +
			"ben: put-object-legal-hold bkt/x legal-hold=OFF\n", "200 OK"},
		{lock + "ann: put-object bkt/x v1 lock-mode=GOVERNANCE lock-until=2027-01-01T00:00:00Z\n" +
			"ben: get-object bkt/x\nben: put-object-retention bkt/x lock-mode=GOVERNANCE " +
			"lock-until=2028-01-01T00:00:00Z\n", "200 OK"},
		// RENAME keeps it (engine/tair/rules.md, "Values").
		{"seed: SET k 1\nann: EXPIRE k 60\nben: RENAME k l\n", "OK, moved Ana's expiry unread"},
	} {
		r, _ := run(t, row.lines)
		tl := r.Timeline
		said := ""
		for n := 1; n <= tl.Last(); n++ {
			for _, e := range tl.Events(n) {
				if e.Kind == engine.Decided {
					said = conflict.Tell(tl.World(), e).What
				}
			}
		}
		if without := regexp.MustCompile(`\.\.[0-9A-F]{4}`); without.ReplaceAllString(said, "") !=
			without.ReplaceAllString(row.says, "") {
			t.Errorf("%s%q, want %q", row.lines, said, row.says)
		}
	}
}

// The referee's rules, "Base" and mixed-content: who makes the whole of a list that it was shown knows what it took in;
// so does who was told of a part by its sender, as a worker hands over its tag. Who read the list before it was
// changed, or another list, does not.
func TestWhatTheContentRefersToIsKnownToBeTakenIn(t *testing.T) {
	const before = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as " +
		"u\ntell ben $u.upload\n" +
		"ben: upload-part lake/k x upload=$u.upload part=1 as p\ntell ann $p.etag\n"
	const list = "ann: list-parts lake/k upload=$u.upload as l\n"
	for _, row := range []struct{ lines, mark string }{
		{before + list + "ann: complete-multipart-upload lake/k [1=$l.0.etag] upload=$u.upload\n", ""},
		{before + list + "ann: complete-multipart-upload lake/k [1=$l.0.etag] upload=$u.upload from=none\n",
			"~ mixed-content ann"},
		{before + "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n", ""},
		{before + "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload from=none\n",
			"~ mixed-content ann"},
		{before + list + "ben: upload-part lake/k x upload=$u.upload part=1\nann: complete-multipart-upload lake/k " +
			"[1=$l.0.etag] upload=$u.upload\n",
			"~ mixed-content ann"},
	} {
		_, last := run(t, row.lines)
		mark := ""
		if last.Severity != 0 {
			mark = last.String()
		}
		if mark != row.mark {
			t.Errorf("%s%q, want %q", row.lines, mark, row.mark)
		}
	}
}

// A key that is set with a time that is over is deleted at once (tair/rules.md, "Expiry"): a delete before it stays.
func TestWhatIsGoneAtOnceUndoesNoDelete(t *testing.T) {
	for lines, says := range map[string]string{
		"ben: EXSET k v1\nann: EXGET k\nann: DEL k\nben: EXSET k v2 EXAT 1\n": "Ana had deleted k, and Ben wrote it " +
			"again with #4, with an expiry in the past: it was gone at once.",
		"ben: SET k v1\nann: GET k\nann: DEL k\nben: SET k v2 PXAT 1\n": "Ana had deleted k, and Ben wrote it again",
		"ben: EXSET k v1\nann: EXGET k\nann: DEL k\nben: EXSET k v2\n":  "Ana's delete of k was undone by Ben.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s", lines, told.First)
		}
	}
}

// Delete Container looks at dates (blob/rules.md, "Conditional headers"), which no write inside moves: nobody is
// told that one would have kept what lay inside. Of the container's own metadata it would.
func TestADateOfAContainerTellsNothingOfItsInside(t *testing.T) {
	const head = "seed: create-container con\nseed: put-blob con/a v0\nann: get-blob con/a\n" +
		"ann: get-container-properties con\nclock +3s\n"
	for lines, says := range map[string]string{
		head + "ben: put-blob con/a v1\nann: delete-container con\n": "Of what lies inside con nothing is compared: " +
			"it goes along.",
		head + "ben: set-container-metadata con meta.a=1\nann: delete-container con\n": "Without If-Unmodified-Since " +
			"nothing is compared: the last writer wins.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); told.Law != says {
			t.Errorf("%s%q", lines, told.Law)
		}
	}
}

// A line is told whole also where its only argument is one word, as a program's or an advice's is.
func TestALineOfOneWordIsToldWhole(t *testing.T) {
	r, _ := run(t, "seed: SET a 1\n")
	w := r.Timeline.World().Clone()
	words := w.Spec("GET").Params()[0].Name
	events, err := w.Step(w.Record()+1, engine.Send{By: "ann", Verb: "GET", As: "g", Args: engine.Args(words, "a")})
	if err != nil {
		t.Fatal(err)
	}
	if got := conflict.Tell(w, events[0]).What; got != "GET a" {
		t.Errorf("told: %q", got)
	}
}

// A method stands alone for what it means of such an object; of all else that it can be the log says which.
func TestTheLogSaysWhichOperationAMethodIs(t *testing.T) {
	r, _ := run(t, "seed: create-container docs\nseed: put-blob docs/x 1\n"+
		"seed: put-blob docs/log \"\" type=AppendBlob\nann: put-blob docs/x 2\n"+
		"ann: set-blob-metadata docs/x meta.k=1\nann: append-block docs/log one\n"+
		"seed: create-bucket lake\nann: delete-objects lake [k]\nann: get-bucket-versioning lake\n")
	var got []string
	for _, o := range r.Outcomes {
		for _, e := range o.Events {
			if e.Kind == engine.Sent && e.By == "ann" {
				got = append(got, conflict.Tell(r.Timeline.World(), e).What)
			}
		}
	}
	want := []string{"PUT docs/x", "PUT docs/x (set-blob-metadata)", "APPEND docs/log", "DELETE lake (delete-objects)",
		"GET lake (get-bucket-versioning)"}
	if !slices.Equal(got, want) {
		t.Errorf("the log says %q, want %q", got, want)
	}
}

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

// Insert Entity makes an entity that is not there yet, in a transaction as alone.
func TestAnInsertInAGroupIsNotToldAsAChange(t *testing.T) {
	r, last := run(t, "seed: create-table acc\nben: entity-group-transaction acc p [insert-entity a .n=1; "+
		"insert-entity b .n=1]\nann: entity-group-transaction acc p [insert-entity a .n=1; insert-entity c .n=1]\n")
	const want = "Ben inserted acc/p/a in a transaction"
	if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, want) {
		t.Errorf("%s: %s", last, told.First)
	}
}

// What is quiet has no mark, in all races and histories, asked right behind it and behind all that came of its record.
func TestQuietHasNoMark(t *testing.T) {
	decided, quiet := 0, 0
	look := func(j judged) {
		w := j.before.Clone()
		for i := range j.events {
			e := &j.events[i]
			w.Redo(j.events[i : i+1])
			for _, behind := range []*engine.World{w, j.after} {
				is := conflict.Quiet(behind, e)
				if found := j.marks[i]; is && len(found) > 0 {
					t.Errorf("%s, record %d: the event %d of kind %d is quiet, and has %s", j.from, e.Number, i, e.Kind,
						found[0])
				}
				if e.Kind == engine.Decided && e.By != engine.Seed {
					decided++
					if is {
						quiet++
					}
				}
			}
		}
	}
	eachRace(t, look)
	eachHistory(t, look)
	eachMix(t, look)
	if 4*quiet < decided {
		t.Errorf("only %d of %d decisions are quiet", quiet, decided)
	}
}

// GETSET and SET with GET answer the value that they replaced, and EXSET with WITHVERSION the version that it made
// (engine/tair/rules.md, "Commands" and "Plain Redis commands"; Redis, GETSET, SET): who had read another one can know
// by that. Any other answer says nothing of what it replaced.
func TestAnAnswerThatHandsBackWhatItReplacedIsSaidToTell(t *testing.T) {
	const (
		plain = "seed: SET a 10\nben: GET a\nann: SET a 3\n"
		ex    = "seed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\n"
	)
	for _, row := range []struct{ lines, heard string }{
		{plain + "ben: GETSET a 1\n", "Ben heard: 3, which is what #4 replaced. Ben can know by that, Ana cannot."},
		{plain + "ben: SET a 1 GET\n", "Ben heard: 3, which is what #4 replaced. Ben can know by that, Ana cannot."},
		{plain + "ben: SET a 1\n", "Ben heard: OK. Ben cannot know."},
		{plain + "ben: SET a GET\n", "Ben heard: OK. Ben cannot know."},
		{ex + "ben: EXSET c 5 WITHVERSION\n", "Ben heard: 3, which is more than one after version 1, so that " +
			"something came in between. Ben can know by that, Ana cannot."},
		{ex + "ben: send EXSET c 5 WITHVERSION as z\ndeliver z\n", "The answer is 3, which is more than one after " +
			"version 1, so that something came in between. Ben has not heard it."},
		{"seed: SET a 10\nben: GET a\nann: SET a 10\nben: GETSET a 1\n", "Ben heard: 10. Ben cannot know."},
		{ex + "ben: EXSET c 5\n", "Ben heard: OK. Ben cannot know."},
		{plain + "ben: send GETSET a 1 as z\ndeliver z\nlose z\n", "Ben sent #4 and heard nothing."},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		knows := strings.Contains(row.heard, "can know")
		if !strings.Contains(told.First+" "+told.Heard, row.heard) ||
			knows != strings.Contains(told.First, "The answer tells Ben; Ana was not told.") {
			t.Errorf("%s%s: %s %s", row.lines, last, told.First, told.Heard)
		}
	}
}

// A plan works in the very moment in which it hears: what it heard stands before what it did, and the try that was not
// heard before that (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhatWasHeardStandsBeforeTheWork(t *testing.T) {
	r, last := run(t, `seed: create-table jobs
plan ben
  insert-entity jobs/p/r .by=ben as m
  on lost m
    insert-entity jobs/p/r .by=ben again=m as n
    if n 409
      does inv
ann: insert-entity jobs/p/r .by=ann
ann: does inv
next ben
lose ben-m1
next ben
step ben
`)
	text := ""
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		text += s.Text + "\n"
	}
	const want = "Ben heard nothing of #3, and #4 sent the same again.\nBen heard that #4 was refused: it was to be " +
		"done only if nothing was there.\nBen did the work too.\n"
	if !strings.HasSuffix(text, want) {
		t.Error(text)
	}
}

// A lost answer: a peek tells of what is visible alone, and a receive hands out others each time (queue/rules.md,
// "State" and "Message operations"). INCR adds whatever is there, unless the line names a version.
func TestWhatTellsWhetherARequestWasDone(t *testing.T) {
	const head = "seed: create-queue jobs\nseed: put-message jobs m\n"
	for line, says := range map[string]string{
		"ann: send get-messages jobs as r":                "A receive that is repeated is another one",
		"ann: send put-message jobs x as r":               "A put that is repeated adds another message, ",
		"ann: send set-queue-metadata jobs meta.a=1 as r": "Only reading or asking again tells whether it was done.",
		"ann: send INCR n as r":                           "A count that is repeated may count once more",
		"ann: send EXINCRBY n 1 as r":                     "A count that is repeated may count once more",
		"ann: send EXINCRBY n 1 VER 3 as r":               "Only reading or asking again tells whether it was done.",
		"ann: send EXINCRBY n 1 NX as r":                  "Only reading or asking again tells whether it was done.",
		"ann: send LPUSH list x as r":                     "Only reading or asking again tells whether it was done.",
	} {
		r, last := run(t, head+line+"\ndeliver r\nlose r\n")
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.Law, says) {
			t.Errorf("%s: %q", line, told.Law)
		}
	}
}

// A HEAD shows no body (the referee's rules, "Shown"): the story does not say that its sender read the version.
func TestWhoLookedAtPropertiesHasNotReadTheVersion(t *testing.T) {
	const (
		object = "seed: create-bucket data\nben: put-object data/k a\n"
		blob   = "seed: create-container data\nben: put-blob data/k a\n"
		then   = "ben: put-object data/k b\nann: put-object data/k c if-match=$h.etag\n"
	)
	for lines, first := range map[string]string{
		object + "ann: get-object data/k as h\n" + then:            "Ana read v1 with #3.",
		object + "ann: head-object data/k as h\n" + then:           "Ana read the properties of v1 with #3.",
		object + "ann: get-object-attributes data/k as h\n" + then: "Ana read the attributes of v1 with #3.",
		blob + "ann: get-blob-properties data/k as h\n" + strings.ReplaceAll(then, "object", "blob"): "Ana read " +
			"the properties of v1 with #3.",
		blob + "ann: get-blob-metadata data/k as h\n" + strings.ReplaceAll(then, "object", "blob"): "Ana read the " +
			"metadata of v1 with #3.",
	} {
		r, last := run(t, lines)
		told := conflict.Story(r.Timeline.World(), last)
		if len(told.Steps) == 0 || told.Steps[0].Text != first {
			t.Errorf("%s%v, want %q", lines, told.Steps, first)
		}
	}
}
