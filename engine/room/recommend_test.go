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

// A script sends texts without drafts: what was refused must be in the editor after the read that is recommended.
func TestRecommendKeepsTheTextThatWasRefused(t *testing.T) {
	r := race(t, "blob/r03-same-etag-two-writers.race")
	mark := stepTo(t, r, "stale-write", true).Finding
	sent := engine.ValueOf(r.View().Exchange(mark.Request).Args, "body").String()
	_, _ = r.Recommend(mark)
	v := r.View()
	draft, kept := v.Draft(mark.By, mark.Object)
	if !kept || draft.Text != sent {
		t.Errorf("the refused text %q: draft %q (%v)", sent, draft.Text, kept)
	}
}

// Both changed another property: the merged row is sent, and never the refused one under a newer tag.
func TestRecommendMergesProperties(t *testing.T) {
	t.Run("with one between", func(t *testing.T) { mergesProperties(t, "1", "9", "a=2\nb=1\nc=9\n") })
	t.Run("side by side", func(t *testing.T) { mergesProperties(t, "9", "1", "a=2\nb=9\nc=1\n") })
}

// mergesProperties has Ana change a and Ben b and c.
func mergesProperties(t *testing.T, b, c, want string) {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	put := func(by, a, b, c string, more ...engine.Arg) engine.Send {
		return engine.Send{By: by, Verb: "update-entity",
			Args: append(engine.Args("path", "stock/p/r", ".a", a, ".b", b, ".c", c), more...)}
	}
	tag := engine.Arg{Name: "if-match", Value: engine.Ref("b1.etag", false)}
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann"}, engine.AddWriter{ID: "ben"}} {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []engine.Send{{By: engine.Seed, Verb: "create-table", Args: engine.Args("path", "stock")},
		{By: engine.Seed, Verb: "insert-entity",
			Args: engine.Args("path", "stock/p/r", ".a", "1", ".b", "1", ".c", "1")},
		{By: "ben", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"), As: "b1"},
		put("ann", "2", "1", "1", engine.Arg{Name: "if-match", Value: engine.Text("*")}), put("ben", "1", b, c, tag)} {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	mark := r.View().Fresh()[0]
	did, err := r.Recommend(mark)
	v := r.View()
	_, silent, _ := v.Counts()
	if row := v.Truth(mark.Object).Versions[0].Body; err != nil || strings.TrimSpace(row) != strings.TrimSpace(want) ||
		silent != 0 {
		t.Errorf("%s: %v; the row is %q, marks %v", did, err, row, v.Troubles())
	}
}

// A twin is where the session is, and goes its own way from there.
func TestATwinGoesItsOwnWay(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	twin, err := r.Clone()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := r.View(), twin.View(); a.Digest() != b.Digest() || a.Record != b.Record || a.Script != b.Script ||
		a.Log().Len() != b.Log().Len() {
		t.Fatalf("the twin stands at record %d of %q, the session at %d of %q", b.Record, b.Script, a.Record, a.Script)
	}
	before := r.View().Digest()
	if _, err := twin.Send(write("ben", "other\n")); err != nil {
		t.Fatal(err)
	}
	if err := twin.Go(1); err != nil {
		t.Fatal(err)
	}
	if r.View().Digest() != before || r.View().Past {
		t.Error("what the twin did moved the session")
	}
}

// A writer who had chosen no guard is why the text was lost: the same choice must not choose for the request that mends
// it.
func TestRecommendGuardsWhatWentWithoutOne(t *testing.T) {
	r, _ := wiki(t)
	for _, in := range []engine.Input{
		write("ben", "# Home\nOpen 10 to 6\n"),
		engine.Set{Scope: "ann", Key: "guard", Value: "none"},
	} {
		if s, ok := in.(engine.Send); ok {
			if _, err := r.Send(s); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	r.DropDraft("ann", engine.ParseObject(page)) // as a window does that has saved
	sent := write("ann", "# Home\nOpen 9 to 5, closed on Sunday\n")
	sent.Words.From = "a1"
	if _, err := r.Send(sent); err != nil {
		t.Fatal(err)
	}
	marks := r.View().Fresh()
	if len(marks) != 1 || marks[0].Kind != "lost-update" {
		t.Fatalf("two writes without a guard give %v", marks)
	}
	before := r.View().Branch
	did, err := r.Recommend(marks[0])
	if err != nil {
		t.Fatalf("%q: %v", did, err)
	}
	v := r.View()
	refused, silent, _ := v.Counts()
	if refused != 1 || silent != 0 || v.Branch == before {
		t.Fatalf("%q on %s: %d refused, %d silent", did, v.Branch, refused, silent)
	}
	if k := v.Known("ann"); k.Guard != "if-match" {
		t.Errorf("ann's window says that her writes ask for %q", k.Guard)
	}
	if d, kept := v.Draft("ann", engine.ParseObject(page)); !kept ||
		d.Text != "# Home\nOpen 9 to 5, closed on Sunday\n" {
		t.Errorf("ann's draft is %+v, the refused text is to be sent yet", d)
	}
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	if _, silent, _ := r.View().Counts(); silent != 1 || r.View().Branch != before {
		t.Errorf("one undo leaves %d silent on %s", silent, r.View().Branch)
	}
}

// Under the newer tag the older text would be sent once more: what is said must be that it is left to its owner.
func TestRecommendMergesWhatDefeatedItsGuard(t *testing.T) {
	for _, c := range []struct{ theirs, body string }{
		{"# Home\nOpen 10 to 6\n", ""},
		{"Welcome\n# Home\nOpen 9 to 5\n", "Welcome\n# Home\nOpen 9 to 5, closed on Sunday\n"},
	} {
		r, _ := wiki(t)
		for _, s := range []engine.Send{
			write("ben", c.theirs),
			{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"), As: "again"},
			{By: "ann", Verb: "put-blob", Args: append(
				engine.Args("path", "wiki/home.md", "body", "# Home\nOpen 9 to 5, closed on Sunday\n"),
				engine.Arg{Name: "if-match", Value: engine.Ref("again.etag", false)}), Words: engine.Words{From: "a1"}},
		} {
			if _, err := r.Send(s); err != nil {
				t.Fatal(err)
			}
		}
		marks := r.View().Fresh()
		if len(marks) != 1 || marks[0].Kind != "guard-defeated" {
			t.Fatalf("an older text under a newer tag gives %v", marks)
		}
		did, err := r.Recommend(marks[0])
		_, silent, _ := r.View().Counts()
		if c.body == "" {
			if !errors.Is(err, room.ErrByHand) || silent != 0 {
				t.Errorf("both changed line 2: %q, %v, %d silent", did, err, silent)
			}
			continue
		}
		if body := r.View().Truth(engine.ParseObject(page)).Versions[0].Body; err != nil || body != c.body ||
			silent != 0 {
			t.Errorf("%q, %v: %d silent, the page is %q", did, err, silent, body)
		}
	}
}

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

// Ann replaces a row for the sake of one property, Ben merges another into it under `*`: both changes are there, so
// nobody is harmed. Ben has not seen Ann's: he is behind until he reads.
func TestAMergeLeavesItsWriterBehindWhatItDidNotSee(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table stock\n" +
		"seed: insert-entity stock/p/r .x=1 .y=1\nann: get-entity stock/p/r as a\nben: get-entity stock/p/r as b\n" +
		"ann: update-entity stock/p/r .x=2 .y=1 if-match=$a.etag\nben: merge-entity stock/p/r .y=2 if-match=*\n"
	r := roomtest.Of(t, "rows.race", lines)
	for err := error(nil); err == nil; {
		_, err = r.Step()
	}
	v, row := r.View(), engine.ObjectID{Kind: "entity", Name: "stock/p/r"}
	if list := v.Troubles(); len(list) > 0 {
		t.Errorf("%v", list)
	}
	if n, known := v.Behind("ben", row); n == 0 || !known {
		t.Errorf("Ben is %d behind, known %t", n, known)
	}
	if n, _ := v.Behind("ann", row); n != 1 {
		t.Errorf("Ana is %d behind", n)
	}
}

// What is recommended leaves the merged text in the writer's editor. It holds what another writer had written by then:
// in front of that, and on a branch without it, the editor holds what stood there before. What a person types stays.
func TestADraftThatNobodyTypedGoesBackWithItsMoment(t *testing.T) {
	r := roomtest.Of(t, "two lines", twoLines)
	mark := stepTo(t, r, engine.StaleWrite, true).Finding
	page, before := mark.Object, r.View().Record
	draft := func() string {
		d, _ := r.View().Draft(mark.By, page)
		return d.Text
	}
	was := draft()
	if _, err := r.Recommend(mark); err != nil {
		t.Fatal(err)
	}
	merged := draft()
	if merged == "" || merged == was {
		t.Fatalf("the editor holds %q, as before", merged)
	}
	if err := r.Undo(); err != nil || draft() != was {
		t.Errorf("undone (%v) it holds %q, want %q", err, draft(), was)
	}
	if err := r.Redo(); err != nil || draft() != merged {
		t.Errorf("done again (%v) it holds %q, want %q", err, draft(), merged)
	}
	if err := r.Go(before); err != nil || draft() != was {
		t.Errorf("gone back (%v) it holds %q, want %q", err, draft(), was)
	}
	if _, err := r.Do(engine.AddWriter{ID: "cy", Title: "Cy"}); err != nil || draft() != was {
		t.Errorf("on a branch without it (%v) it holds %q, want %q", err, draft(), was)
	}
	r.SetDraft(mark.By, page, view.Draft{Text: "typed", From: []string{}})
	if err := r.Go(before); err != nil || draft() != "typed" {
		t.Errorf("what was typed went too (%v): %q", err, draft())
	}
}
