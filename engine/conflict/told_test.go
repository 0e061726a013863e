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
			"Ana's own try #4 had taken effect before.") != row.saved {
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
			"200 OK, replaced Ana's legal-hold unread"},
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
// who read the list before it was changed, or another list, does not.
func TestWhatTheContentRefersToIsKnownToBeTakenIn(t *testing.T) {
	const before = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as " +
		"u\ntell ben $u.upload\n" +
		"ben: upload-part lake/k x upload=$u.upload part=1 as p\ntell ann $p.etag\n"
	const list = "ann: list-parts lake/k upload=$u.upload as l\n"
	for _, row := range []struct{ lines, mark string }{
		{before + list + "ann: complete-multipart-upload lake/k [1=$l.0.etag] upload=$u.upload\n", ""},
		{before + list + "ann: complete-multipart-upload lake/k [1=$l.0.etag] upload=$u.upload from=none\n",
			"~ mixed-content ann"},
		{before + "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n", "~ mixed-content ann"},
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
