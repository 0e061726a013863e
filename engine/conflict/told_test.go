package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/bucket"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
	"interleave/engine/table"
	"interleave/engine/tair"
)

// run is a scenario of Ana and Ben, with the last mark that came of it.
func run(t *testing.T, lines string) (scenario.Result, conflict.Finding) {
	t.Helper()
	f, err := scenario.Parse("told.race", []byte("writer ann \"Ana\"\nwriter ben \"Ben\"\n"+lines),
		[]*engine.Service{blob.Service(), bucket.Service(), table.Service(), tair.Service()})
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

// The referee's rules on sentences and advice: a guard that was sent and ignored is said to have been ignored; where
// none was sent, the one that would have answered is named.
func TestAGuardThatWasSentAndIgnoredIsSaidToHaveBeen(t *testing.T) {
	const box = "seed: create-container wiki\nann: get-container-properties wiki as a\nben: set-container-metadata " +
		"wiki meta.b=2\n"
	const text = "seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\nben: put-blob " +
		"wiki/x v2\n"
	const key = "seed: EXSET k v0\nann: EXGET k as a\nben: DEL k\n"
	for _, row := range []struct{ lines, stops string }{
		{box + "ann: set-container-metadata wiki meta.a=1 if-match=$a.etag\n", " was sent and ignored."},
		{text + "ann: put-blob wiki/x v3\n", "The answer would be 412."},
		{text + "ann: put-blob wiki/x v3 if-match=*\n", "The answer would be 412."},
		{key + "ann: EXSET k v1 VER 1 from=a\n", "VER 1 was sent and ignored."},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != "lost-update" || !strings.Contains(told.Stops, row.stops) {
			t.Errorf("%s%s: %q, want %q", row.lines, last, told.Stops, row.stops)
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

// The referee's rules on sentences and advice: the guard that is named is one that would have answered. A blob's ETag
// does not stand for its tags; a date that was blind within its second is no reason to keep the ETag back; equal bytes
// have equal tags; what was missing is guarded by If-None-Match *.
func TestTheGuardThatIsNamedWouldHaveAnswered(t *testing.T) {
	const text = "seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\n"
	const rows = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r as " +
		"e\nben: entity-group-transaction stock p [update-entity r .n=2 if-match=*]\n"
	const lake = "seed: create-bucket lake\nseed: put-object lake/k v1\nann: get-object lake/k as a\n"
	for _, row := range []struct{ lines, stops string }{
		{text + "ben: set-blob-tags wiki/x tag.s=done\nann: put-blob wiki/x v2\n", ""},
		{text + "ben: set-blob-tags wiki/x tag.s=done\nann: put-blob wiki/x v2 if-match=$a.etag\n", ""},
		{text + "ben: set-blob-metadata wiki/x meta.s=done\nann: put-blob wiki/x v2\n", "If-Match "},
		{text + "ben: put-blob wiki/x v2\nann: put-blob wiki/x v3 if-unmodified-since=$a.last-modified\n", "If-Match "},
		{text + "ben: delete-blob wiki/x\nann: put-blob wiki/x v3 from=a\n",
			"What was removed has no tag, and the answer would be a refusal."},
		{lake + "ben: put-object lake/k v2\nann: put-object lake/k v3\n", "If-Match "},
		{lake + "ben: put-object lake/k v1\nann: put-object lake/k v3\n", ""},
		{lake + "ann: get-object lake/n as n\nben: put-object lake/n v1\nann: put-object lake/n v3 from=n\n",
			"If-None-Match *, for nothing was there. The answer would be 412."},
		{rows + "ann: insert-or-replace-entity stock/p/r .n=3 from=e\n", ""},
		{rows + "ann: update-entity stock/p/r .n=3 if-match=* from=e\n", "If-Match "},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Severity != engine.SeveritySilent || (told.Stops == "") != (row.stops == "") ||
			!strings.Contains(told.Stops, row.stops) {
			t.Errorf("%s%s: %q, want %q", row.lines, last, told.Stops, row.stops)
		}
	}
}
