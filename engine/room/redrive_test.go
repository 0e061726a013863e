package room_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// stepTo steps until the newest conflict is of that kind and, where told, its sender has heard of it.
func stepTo(t *testing.T, r *room.Room, kind engine.Trouble, heard bool) view.Trouble {
	t.Helper()
	for range 200 {
		v := r.View()
		if list := v.Troubles(); len(list) > 0 {
			c := list[len(list)-1]
			if c.Kind == kind && (!heard || !v.Exchange(c.Request).Heard.IsZero()) {
				return c
			}
		}
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("no %s", kind)
	return view.Trouble{}
}

// Nothing follows from a refusal that its writer has not heard.
func TestRecommendWaitsForTheHearing(t *testing.T) {
	r := race(t, "blob/wiki.race")
	c := stepTo(t, r, "stale-write", false)
	before := r.View().Digest()
	_, err := r.Recommend(c.Finding)
	if !errors.Is(err, room.ErrByHand) || !strings.Contains(err.Error(),
		"Ana has not heard it yet: the answer is under way") {
		t.Fatalf("before the hearing: %v", err)
	}
	if r.View().Digest() != before {
		t.Fatal("something was done")
	}
	c = stepTo(t, r, "stale-write", true)
	_, _ = r.Recommend(c.Finding)
	if r.View().Digest() == before {
		t.Fatal("after the hearing nothing was done")
	}
}

// Who stopped waiting is not told to wait: the answer that is under way says nothing to anybody.
func TestNobodyIsToldToWaitForAnAnswerThatItGaveUp(t *testing.T) {
	r := roomtest.Of(t, "tired.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"+
		"ben: put-object lake/k y\nann: send put-object lake/k x if-none-match=* as q\ntimeout q\n"+
		"deliver q\n")
	c := stepTo(t, r, "already-there", false)
	const want = "Ana has stopped waiting: nobody waits for the answer that is under way. Read before the next try: " +
		"that tells whether it was done, unless others have changed it since or write the same."
	if say := advice.For(r.View(), c.Finding).Say; say != want {
		t.Errorf("%q", say)
	}
}

// The loops of the document: read value and version, rebuild, send under the version that was read.
func TestRecommendRebuildsALineOfRedis(t *testing.T) {
	for _, row := range []struct {
		name, base, ben, refused string // ann reads base, ben sets his value, ann's line is refused
		want                     string // of the key afterwards; empty: as ben left it
		prompt                   string // the line that waits for ann
	}{
		{"a number that may be no count, EXCAS", "5", "7", "EXCAS k 6 1", "", "EXCAS k 6 2"},
		{"a number that may be no count, EXSET", "5", "7", "EXSET k 6 VER 1", "", "EXSET k 6 VER 2"},
		{"an increment as it is", "5", "7", "EXINCRBY k 2 VER 1", "9", ""},
		{"a text that clashes", "hello", "world", "EXCAS k universe 1", "", "EXCAS k universe 2"},
		{"a text that clashes, EXSET", "hello", "world", "EXSET k \"the universe\" VER 1", "",
			"EXSET k \"the universe\" VER 2"},
		{"a delete", "hello", "world", "EXCAD k 1", "", "EXCAD k 2"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := room.New(catalog.New, room.Options{})
			for _, in := range []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
				engine.AddWriter{ID: "ben", Title: "Ben"}} {
				if _, err := r.Do(in); err != nil {
					t.Fatal(err)
				}
			}
			for _, say := range [][2]string{{engine.Seed, "EXSET k " + row.base}, {"ann", "EXGET k"},
				{"ben", "EXSET k " + row.ben}, {"ann", row.refused}} {
				verb, rest, _ := strings.Cut(say[1], " ")
				if _, err := r.Send(engine.Send{By: say[0], Verb: verb, Args: engine.Args("line", rest)}); err != nil {
					t.Fatal(err)
				}
			}
			fresh := r.View().Fresh()
			if len(fresh) != 1 || fresh[0].Kind != "stale-write" {
				t.Fatalf("marks %v", fresh)
			}
			did, err := r.Recommend(fresh[0])
			now, want := r.View().Truth(engine.ParseObject("key k")).Versions[0].Body, row.want
			if want == "" {
				want = row.ben
			}
			if now != want || (err == nil) != (row.want != "") {
				t.Errorf("%q, %v: the value is %q, want %q", did, err, now, want)
			}
			if d, _ := r.View().Draft("ann", engine.ParseObject("key k")); d.Text != row.prompt {
				t.Errorf("at the prompt stands %q, want %q", d.Text, row.prompt)
			}
			if _, silent, _ := r.View().Counts(); silent != 0 {
				t.Errorf("%v", r.View().Troubles())
			}
		})
	}
}

// Where the recommended action has sent what the script would send next, the script ends with its reason; where it has
// only read, its lines still fit.
func TestScriptAfterTheRecommendedAction(t *testing.T) {
	const script = `writer ann "Ana"
writer ben "Ben"
seed: EXSET hits 5   as s
clock 00:01.0
ann: EXGET hits   as a1
ben: EXSET hits 7   as b1
ann: EXCAS hits {$a1.value + 1} $a1.version   as a2
> ! stale-write ann
ben: EXGET hits   as b2
ann: EXGET hits   as a3
ann: EXCAS hits 8 $a3.version   as a4
`
	r := roomtest.Of(t, "hits.race", script)
	c := stepTo(t, r, "stale-write", true)
	if _, err := r.Recommend(c.Finding); err != nil {
		t.Fatal(err)
	}
	var err error
	steps := 0
	for ; err == nil && steps < 20; steps++ {
		_, err = r.Step()
	}
	if err == nil || !strings.Contains(err.Error(),
		"hits.race line 10 no longer fits: R has taken Ana's work on hits further") {
		t.Fatalf("after %d steps: %v", steps, err)
	}
	played := map[string]bool{}
	for n := 1; r.View().Exchange(n) != nil; n++ {
		played[r.View().Exchange(n).Name] = true
	}
	if !played["b2"] || played["a3"] {
		t.Error("Ben's line was to be played, Ana's not")
	}

	r = race(t, "tair/r02-optimistic-lock-exset-ver-key_2.race") // both changed the one value: R only reads
	_, _ = r.Recommend(stepTo(t, r, "stale-write", true).Finding)
	for range 3 {
		if _, err := r.Step(); err != nil {
			t.Fatalf("what is left still fits: %v", err)
		}
	}
}

// S3 User Guide, "How to prevent object overwrites with conditional writes", for CompleteMultipartUpload: who read that
// nothing is there sends If-None-Match: *, with the parts and the upload that it had, and is answered 412 once somebody
// else's upload is complete.
func TestRecommendCompletesAnUploadUnderAGuard(t *testing.T) {
	r := race(t, "bucket/r13-the-multipart-program.race")
	mark := stepTo(t, r, "lost-update", true).Finding
	v := r.View()
	if asks := v.Asks(mark.Request); strings.Contains(asks, "If-Match") {
		t.Errorf("%q: the tag that was left out is shown", asks)
	}
	if stops := advice.For(v, mark).Stops; len(stops) != 1 ||
		stops[0] != "If-None-Match *, as #3 found nothing. The answer would be 412." {
		t.Errorf("it would be stopped by %q", stops)
	}
	did, err := r.Recommend(mark)
	if err != nil {
		t.Fatal(err)
	}
	v = r.View()
	var again *engine.Exchange
	for n := mark.Request; v.Exchange(n) != nil; n++ {
		again = v.Exchange(n)
	}
	if again.By != mark.By || again.Answer.Code() != "PreconditionFailed" {
		t.Errorf("%s: #%d of %s is answered %s, want 412 PreconditionFailed", did, again.Number, again.By,
			again.Answer.String())
	}
}

// twoLines is a page of which Ana changes another line than Ben does.
const twoLines = `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/a "one\ntwo\nthree\n"
ann: get-blob wiki/a as a1
ben: get-blob wiki/a as b1
ben: put-blob wiki/a "one\ntwo\nBen\n" if-match=$b1.etag
ann: put-blob wiki/a "Ana\ntwo\nthree\n" if-match=$a1.etag
`

// C4: a branch that the comparison of guards opens keeps the row's guard for what its writers send next, and no word of
// the script's author stands beside what the script did not do. What is recommended there goes under the new tag,
// whatever guard its writer has.
func TestABranchOfTheComparisonKeepsItsGuard(t *testing.T) {
	for _, row := range []string{"if-match", "if-none-match", "none"} {
		r := race(t, "blob/wiki.race")
		if _, err := r.LoadGuard(r.CompareGuards(), row, ""); err != nil {
			t.Fatal(err)
		}
		if v := r.View(); v.Setting("ann.guard") != row || v.Caption != "" || v.Branch != row {
			t.Errorf("on %s: ann's guard is %q, the caption %q, the branch %s", row, v.Setting("ann.guard"), v.Caption,
				v.Branch)
		}
	}
	for _, chosen := range []string{"none", "if-none-match", "if-match"} {
		r := roomtest.Of(t, "two lines", twoLines)
		tr := stepTo(t, r, engine.StaleWrite, true)
		if _, err := r.Do(engine.Set{Scope: tr.By, Key: "guard", Value: chosen}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Recommend(tr.Finding); err != nil {
			t.Error(chosen, err)
		}
		for n := tr.Request + 1; n <= r.View().Requests(); n++ {
			x := r.View().Exchange(n)
			if v := r.View(); v.Spec(x.Verb).Changes() && !slices.ContainsFunc(x.Args,
				func(a engine.Arg) bool { return a.Name == "if-match" }) {
				t.Errorf("with the guard %s, #%d goes without the tag: %v", chosen, n, x.Args)
			}
		}
	}
}
