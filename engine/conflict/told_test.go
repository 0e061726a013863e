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
