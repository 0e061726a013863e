package room_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// A look at every branch leaves the cursor, what undo takes back and the counts as they were, and tells nobody.
func TestBranchesAreLookedAtFromWhereOneStands(t *testing.T) {
	r, _ := wiki(t)
	steps := toConflict(t, r)
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(engine.Set{Scope: "ann", Key: "guard", Value: "none"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	before, news := r.View(), 0
	r.OnNews(func(*view.View) { news++ })
	list := r.Branches()
	after := r.View()
	if len(list) != 2 || list[0].Branch == list[1].Branch {
		t.Fatalf("%d branches after %d steps, want 2 of different names", len(list), steps)
	}
	for _, v := range list {
		if refused, _, _ := v.Counts(); v.Branch == "main" && refused != 1 {
			t.Errorf("main shows %d refusals, want the one at its end", refused)
		}
		if v.Branch == before.Branch && v.Step != before.Step {
			t.Errorf("the cursor's branch is shown to step %d, the cursor is at %d", v.Step, before.Step)
		}
	}
	if after.Record != before.Record || after.Branch != before.Branch || after.Past != before.Past ||
		after.UndoName != before.UndoName || after.Digest() != before.Digest() || news != 0 {
		t.Errorf("the session moved: %+v, was %+v; %d times news", after, before, news)
	}
	if err := r.Now(); err != nil || r.View().Branch != before.Branch {
		t.Errorf("now leads to %s: %v", r.View().Branch, err)
	}
}

// rows are a comparison's rows by their labels, the headings left out.
func rows(list []view.Pair) map[string]view.Pair {
	named := map[string]view.Pair{}
	for _, p := range list {
		if _, taken := named[p.Label]; !p.Head && !taken {
			named[p.Label] = p
		}
	}
	return named
}

// The run with the guard and the one without part at Ana's request, end with other pages, and have other marks.
func TestTwoBranchesSideBySide(t *testing.T) {
	r, _ := wiki(t)
	table := r.CompareGuards()
	toConflict(t, r)
	if _, err := r.LoadGuard(table, "none", "~ lost-update"); err != nil {
		t.Fatal(err)
	}
	a, b := r.ViewOf("main"), r.ViewOf("none")
	all := rows(view.Compare(a, b))
	what := all["what"]
	if !strings.Contains(what.A, "Ben #8 PUT wiki/home.md If-Match") || what.B != "Ben #8 PUT wiki/home.md" {
		t.Errorf("both read the same; they part where Ben writes: %q and %q", what.A, what.B)
	}
	page := all["wiki/home.md"]
	if !strings.HasPrefix(page.A, "v5 Ben  \"# Home Open 10 to 6\"") ||
		!strings.HasPrefix(page.B, "v6 Ana  \"# Home Open 9 to 5, closed on Sunday\"") {
		t.Errorf("at the end %q and %q", page.A, page.B)
	}
	if p := all["mark"]; p.A != "! stale write, Ana, 00:12.3" || p.B != "~ lost update, Ben, 00:12.3" {
		t.Errorf("marks %q and %q", p.A, p.B)
	}
	if p := all["~ silent"]; p.A != "0" || p.B != "1" || !p.Differs {
		t.Errorf("silent: %+v", p)
	}
	if p := all["other objects"]; p.Differs || p.A != "1, the same" {
		t.Errorf("the container is the same: %+v", p)
	}
	for _, p := range view.Compare(a, b) {
		for side, n := range map[string]int{"main": p.RecordA, "none": p.RecordB} {
			if n == 0 {
				continue
			}
			if err := r.Switch(side); err != nil {
				t.Fatal(err)
			}
			if err := r.Go(n); err != nil || r.View().Record != n || r.View().Branch != side {
				t.Errorf("%s, %s: record %d of %s, %v", p.Label, side, r.View().Record, r.View().Branch, err)
			}
		}
	}
}

func TestABranchIsTheSameAsItself(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	for _, p := range view.Compare(r.View(), r.ViewOf("main")) {
		if p.Differs {
			t.Errorf("%+v", p)
		}
	}
}

// A view of another branch shares what both have, and is what travelling there shows.
func TestALookAtABranchIsWhatStandsThere(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	_ = r.Back()
	_ = r.Back()
	r.Fork()
	if _, err := r.Send(write("ann", "hers")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main", "fork-1"} {
		looked := r.ViewOf(name)
		if err := r.Switch(name); err != nil {
			t.Fatal(err)
		}
		v := r.View()
		if told(looked, some(looked.Log(), 0, looked.Log().Len())) != told(v, some(v.Log(), 0, v.Log().Len())) ||
			fmt.Sprint(looked.Troubles()) != fmt.Sprint(v.Troubles()) || looked.Lines().Len() != v.Lines().Len() ||
			looked.Digest() != v.Digest() {
			t.Errorf("%s: looked at %d events, %d marks; it has %d, %d", name, looked.Log().Len(),
				len(looked.Troubles()), v.Log().Len(), len(v.Troubles()))
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	r, _ := wiki(b)
	for r.View().Log().Len() < 10_000 {
		if _, err := r.Send(write("ann", fmt.Sprint(r.View().Log().Len()))); err != nil {
			b.Fatal(err)
		}
	}
	_ = r.Go(r.View().Last / 2)
	for i := range 1_000 {
		if _, err := r.Send(write("ben", fmt.Sprint("his ", i))); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("look at both", func(b *testing.B) {
		for range b.N {
			_, _ = r.ViewOf("main"), r.ViewOf("fork-1")
		}
	})
	x, y := r.ViewOf("main"), r.ViewOf("fork-1")
	b.Run("compare 10,000 events", func(b *testing.B) {
		for range b.N {
			_ = view.Compare(x, y)
		}
	})
}

// The demo's first mark is the refusal that Ana hears; a press leads there, and a press of undo back.
func TestARunLeadsToTheNextMark(t *testing.T) {
	r, _ := wiki(t)
	before := r.View()
	steps, mark, err := r.RunToMark()
	if err != nil || mark == nil || mark.Kind != "stale-write" || steps < 2 {
		t.Fatalf("%d steps to %v, %v", steps, mark, err)
	}
	v := r.View()
	if doing, _ := v.Known("ann").Doing(); !doing.Heard || v.UndoName != "the run to the next mark" {
		t.Errorf("Ana has not heard it; undo takes back %q", v.UndoName)
	}
	if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() || r.View().Record != before.Record {
		t.Fatalf("undo leads to record %d of %d, %v", r.View().Record, before.Record, err)
	}
	if err := r.Redo(); err != nil || r.View().Digest() != v.Digest() {
		t.Fatalf("redo leads to record %d of %d, %v", r.View().Record, v.Record, err)
	}
	if _, mark, err = r.RunToMark(); mark != nil || err == nil {
		t.Errorf("nothing is due, and yet: %v, %v", mark, err)
	}
}

// Silence stops a run when it happens, and so does what is never heard.
func TestARunStopsAtEveryKindOfMark(t *testing.T) {
	for name, want := range map[string][]string{
		"blob/wiki-no-guard.race":               {"lost-update"},
		"blob/r14-lost-acquire-response.race":   {"no-answer", "own-echo", "no-answer"},
		"bucket/r04-fresh-tag-old-content.race": {"stale-write", "guard-defeated"},
	} {
		r, got := race(t, name), []string(nil)
		for {
			_, mark, err := r.RunToMark()
			if mark == nil || err != nil {
				break
			}
			got = append(got, string(mark.Kind))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s stops at %v, the file's marks are %v", name, got, want)
		}
	}
}

// An answer that was never heard cannot be used: a sentence says whose it is, and nothing is lost.
func TestAReferenceToAnAnswerThatWasNeverHeard(t *testing.T) {
	r, _ := wiki(t)
	if _, err := r.Do(engine.Set{Scope: "ben", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Send(engine.Send{By: "ben", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"),
		As: "held"}); err != nil {
		t.Fatal(err)
	}
	r.SetDraft("ben", engine.ParseObject(page), view.Draft{Text: "his"})
	before := r.View()
	for name, want := range map[string]string{"held": "Ben has not heard that answer",
		"nobody": "nothing is called nobody", "a1": "was answered to ann"} {
		_, err := r.Send(write("ben", "his", engine.Arg{Name: "if-match", Value: engine.Ref(name+".etag", false)}))
		if !errors.Is(err, engine.ErrInput) || !strings.Contains(err.Error(), want) {
			t.Errorf("$%s.etag: %v, want %q", name, err, want)
		}
		v := r.View()
		if d, kept := v.Draft("ben", engine.ParseObject(page)); v.Digest() != before.Digest() ||
			v.Last != before.Last ||
			len(v.Branches()) != 1 || !kept || d.Text != "his" {
			t.Errorf("$%s.etag: record %d of %d, draft %+v", name, v.Record, v.Last, d)
		}
	}
}

// Two branches that part at requests in the same words say what differs in them, behind what is the same.
func TestBranchesThatPartInAContentShowIt(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	start := r.View().Record
	if _, err := r.Send(write("ann", "a page, and its end is one")); err != nil {
		t.Fatal(err)
	}
	first := r.View().Branch
	if err := r.Go(start); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Send(write("ann", "a page, and its end is two")); err != nil {
		t.Fatal(err)
	}
	all := rows(view.Compare(r.ViewOf(first), r.View()))
	if p := all["body"]; all["what"].Differs || p.A != `"a page, and its end is one"` ||
		p.B != `"a page, and its end is two"` {
		t.Errorf("what %+v, body %+v", all["what"], p)
	}
}

// An order that avoids a trouble and has another says which. Requests of one writer that were under way at once are
// decided, and answered, in any order.
func TestOtherwiseSaysWhichTroubleTheOrderHasInstead(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\n"
	for _, c := range []struct{ name, lines, trouble, want string }{
		{"owners that all overwrite", who +
			"seed: create-container own\nann: list-blobs own\nben: list-blobs own\n" +
			"cyd: list-blobs own\nann: put-blob own/p ann\nben: put-blob own/p ben\ncyd: put-blob own/p cyd\n",
			"lost update", "6 of 90 orders avoid lost update. None of them is without trouble: the nearest has work " +
				"replaced unread instead."},
		{"a delete that overtook its renewal", who + "seed: create-queue jobs\nseed: put-message jobs x\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\nann: send delete-message $g.0 " +
			"popreceipt=$g.0.receipt as d\ndeliver d\ndeliver u\nanswer d\nanswer u\n", "gone",
			"2 of 4 orders avoid gone. None of them is without trouble: the nearest has old receipt instead. In the " +
				"nearest, one request stands elsewhere."},
		{"one that waits for the other", who +
			"seed: create-container own\nann: list-blobs own\nben: list-blobs own\n" +
			"ann: put-blob own/p ann if-none-match=*\nben: put-blob own/p ben\n", "lost update", "avoid"},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		for err := error(nil); err == nil; {
			_, err = r.Step()
		}
		scene, list := r.CutOrders(), r.View().Troubles()
		if len(list) == 0 {
			t.Errorf("%s: nothing is marked", c.name)
			continue
		}
		other := scene.Otherwise(list[len(list)-1].Finding, scene.Budget, nil)
		if said := other.Say(c.trouble); !strings.Contains(said, c.want) {
			t.Errorf("%s: %s", c.name, said)
		}
		if other.Clean != nil && other.Clean.Sign() > 0 != (len(other.Instead) == 0) {
			t.Errorf("%s: %v orders are clean, and the nearest has %v", c.name, other.Clean, other.Instead)
		}
	}
}

// Ann deletes the queue with Ben's message in it. Only where that has expired is nobody harmed: both messages are put
// behind Ben's read, and the clock goes on before the delete, or Ben's alone is and expires in front of Ann's. That is
// three orders, and no remedy: the message is gone all the same, and who reads of them hears of the seven days.
func TestOtherwiseSaysHowFarTheClockGoesOn(t *testing.T) {
	r := roomtest.Of(t, "case.race", "writer ann\nwriter ben\nseed: create-queue jobs\nben: get-messages jobs\n"+
		"ben: put-message jobs b\nann: put-message jobs a\nann: delete-queue jobs\n")
	for err := error(nil); err == nil; {
		_, err = r.Step()
	}
	scene, list := r.CutOrders(), r.View().Troubles()
	said := scene.Otherwise(list[len(list)-1].Finding, explore.Budget{Jumps: 1}, nil).Say("lost update")
	if !strings.Contains(said, "3 of them without a refusal or a harm, and in each of these the clock goes on. ") ||
		!strings.Contains(said, "the clock goes on to 168:00:00.0: ") || !strings.Contains(said, `jobs "b" expired`) {
		t.Error(said)
	}
	said = scene.Otherwise(list[len(list)-1].Finding, explore.Budget{}, nil).Say("lost update")
	if strings.Contains(said, "clock") {
		t.Error(said)
	}
}
