package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
)

// What a write replaced unread is the same whether the world before it is asked or the one at the branch's end: a card
// that looks back says what the log said.
func TestUnreadIsTheSameInEveryLaterWorld(t *testing.T) {
	unread := 0
	enginetest.Played(t, func(name string, tl *timeline.Timeline) {
		goesOn := map[int]bool{}
		for n := 1; n <= tl.Last(); n++ {
			goesOn[tl.Record(n).Parent] = true
		}
		for tip := 1; tip <= tl.Last(); tip++ {
			if goesOn[tip] {
				continue
			}
			end := tl.At(tip)
			for n := tip; n != 0; n = tl.Record(n).Parent {
				w := tl.At(tl.Record(n).Parent)
				for i, e := range tl.Events(n) {
					then, ok := conflict.Unread(w, e)
					now, same := conflict.Unread(end, e)
					if ok != same || then.Part.Same(now.Part) != true || then.Mark != now.Mark {
						t.Errorf("%s, record %d: %v %v before it, %v %v at the end", name, n, ok, then, same, now)
					}
					if ok {
						unread++
					}
					w.Redo(tl.Events(n)[i : i+1])
				}
			}
		}
	})
	if unread < 10 {
		t.Errorf("only %d writes replaced work unread: the races no longer try this", unread)
	}
}

// Programs that say the same again and again are judged in one look each. Walking back through what each of them had
// left alone doubled with every two requests: of two hundred nobody would live to see the end.
func TestWhatManyLeaveAloneIsNotWalkedAgain(t *testing.T) {
	var lines strings.Builder
	lines.WriteString("writer cem\nseed: create-table stock\nseed: insert-entity stock/p/r .a=1\n" +
		"ann: get-entity stock/p/r\nben: get-entity stock/p/r\ncem: get-entity stock/p/r\n")
	for range 70 {
		for _, by := range []string{"ann", "ben", "cem"} {
			lines.WriteString(by + ": merge-entity stock/p/r .a=1 if-match=*\n")
		}
	}
	r, last := run(t, lines.String()+"ben: merge-entity stock/p/r .a=2 if-match=*\n"+
		"ann: merge-entity stock/p/r .a=3 if-match=*\n")
	silent := 0
	for _, o := range r.Outcomes {
		for _, found := range slices.Concat(o.Marks...) {
			if found.Severity == engine.SeveritySilent {
				silent++
			}
		}
	}
	if silent != 1 || last.Kind != engine.LostUpdate || last.Whose != "ben" {
		t.Errorf("%d silent marks, the last %s of %s; only ben had anything to lose, at the end", silent, last.Kind,
			last.Whose)
	}
}

// showedIt says whether an answer showed a part, or all of what it lies in.
func showedIt(h *engine.Exchange, p engine.Part) bool {
	for _, s := range h.Shows {
		whole := s.Object.Name
		name := p.Object.Name
		if s.Meets(p) || s.Name == "*" && (s.Object == p.Object || strings.HasPrefix(name, whole+"/")) ||
			s.Unlists(p.Object) {
			return true
		}
	}
	return false
}

// The look-up of what a writer knows finds what a walk of all that it heard finds.
func TestWhatAWriterKnowsIsFoundAsByAWalk(t *testing.T) {
	looked, found := 0, 0
	eachRace(t, func(j judged) {
		for _, e := range j.events {
			for _, c := range e.Changed {
				for _, writer := range j.before.Writers() {
					var walked *engine.Exchange
					for n := writer.Newest; n != 0 && walked == nil; n = j.before.Exchange(n).HeardBefore {
						if h := j.before.Exchange(n); showedIt(h, c.Part) {
							walked = h
						}
					}
					fits := func(h *engine.Exchange) bool { return showedIt(h, c.Part) }
					if got := j.before.ShownTo(writer.ID, c.Part, e.Number, fits); !got.Is(walked) {
						t.Fatalf("%s, record %d: of %s %s the look-up finds %v for %s, a walk %v", j.from, e.Number,
							c.Object, c.Name, got, writer.ID, walked)
					}
					if looked++; walked != nil {
						found++
					}
				}
			}
		}
	})
	if found < 500 || found == looked {
		t.Errorf("of %d look-ups %d found an answer: the races no longer try both", looked, found)
	}
}

// What a judgement looks at does not grow with what its writer has heard.
func TestWhatAWriterKnowsIsALookUp(t *testing.T) {
	w := engine.NewWorld(blob.Service())
	step := func(in engine.Input) {
		t.Helper()
		if _, err := w.Step(w.Record()+1, in); err != nil {
			t.Fatal(err)
		}
	}
	step(engine.AddWriter{ID: "ann"})
	for n := range 400 {
		s := engine.Send{By: "ann", Verb: "put-blob", As: "x", Args: engine.Args("path", "wiki/x", "body", "1")}
		if n == 0 {
			s = engine.Send{By: "ann", Verb: "create-container", As: "x", Args: engine.Args("path", "wiki")}
		} else if n > 200 {
			s.Args = engine.Args("path", "wiki/other", "body", "1")
		}
		for _, in := range all(s) {
			step(in)
		}
	}
	looked := 0
	got := w.ShownTo("ann", engine.Part{Object: engine.ParseObject("blob wiki/x"), Name: "body"}, w.Record(),
		func(h *engine.Exchange) bool { looked++; return h.Object == engine.ParseObject("blob wiki/x") })
	if got == nil || got.Number != 201 || looked > 2 {
		t.Errorf("after 400 answers %d were looked at, and request %v was found; want at most 2, and 201", looked, got)
	}
}

// What a listing says of a name is knowledge: that it is not there, as a 404 would say it, or which version stands
// there, by its tag. A page, a prefix, a filter and names that were folded say nothing of what they would not have
// listed. A read of tags shows, too, that there are none.
func TestWhoWritesUponAListingIsJudgedByIt(t *testing.T) {
	const (
		box  = "seed: create-container wiki\nseed: put-blob wiki/a 1\n"
		lake = "seed: create-bucket lake\n"
		sh   = "seed: create-share sh\nseed: create-directory sh/d\n"
		f    = "ben: create-file sh/f 3\n"
		acc  = "seed: create-table acc\nseed: insert-entity acc/p/z .n=0\n"
		row1 = "ben: insert-entity acc/p/a .n=1\n"
		row2 = "ann: insert-or-replace-entity acc/p/a .n=2\n"
		tags = "ben: put-object-tagging lake/x tag.a=1\nann: put-object-tagging lake/x tag.b=2\n"
		ben  = "ben: put-blob wiki/dir/x ben\n"
		ann  = "ann: put-blob wiki/dir/x ann\n"
	)
	for _, row := range []struct{ lines, mark string }{
		{box + "ann: list-blobs wiki\n" + ben + ann, "~ lost-update ben"},
		{box + "ann: list-blobs wiki prefix=dir/\n" + ben + ann, "~ lost-update ben"},
		{box + "ann: list-blobs wiki prefix=a\n" + ben + ann, ""},
		{box + "seed: put-blob wiki/b 1\nann: list-blobs wiki max=1\n" + ben + ann, ""},
		{box + "ann: list-blobs wiki marker=e\n" + ben + ann, ""},
		{box + "seed: put-blob wiki/dir/y 1\nann: list-blobs wiki delimiter=/\n" + ben + ann, ""},
		{box + ben + "ben: delete-blob wiki/dir/x\nann: list-blobs wiki\n" + ann, ""},
		{box + "ann: list-blobs wiki\n" + ben + "ben: delete-blob wiki/dir/x\n" + ann, ""},
		{box + ben + "ann: list-blobs wiki\n" + ann, ""},
		{box + ben + "ann: list-blobs wiki\n" + ben + ann, "~ lost-update ben"},
		{box + ben + "ann: get-blob-properties wiki/dir/x\n" + ben + ann, "~ lost-update ben"},
		{box + ben + "ann: get-blob wiki/dir/x\n" + ben + "ann: list-blobs wiki\n" + ann, "~ lost-update ben"},
		{box + ben + "ann: list-blobs wiki\n" + "ben: set-blob-metadata wiki/dir/x meta.by=ben\n" +
			"ann: set-blob-metadata wiki/dir/x meta.by=ann\n", "~ lost-update ben"},
		{box + "ann: list-blobs wiki\n" + ben + "ann: list-blobs wiki as l\n" +
			"ann: put-blob wiki/dir/x ann if-match=$l.1.etag\n", ""},
		{lake + "ann: list-objects-v2 lake\nben: put-object lake/x ben\nann: put-object lake/x ann\n",
			"~ lost-update ben"},
		{lake + "ann: list-objects-v2 lake after=y\nben: put-object lake/x ben\nann: put-object lake/x ann\n", ""},
		{lake + "ben: put-object lake/x 1\nann: head-object lake/x\nben: put-object lake/x 2\nann: put-object " +
			"lake/x ann\n",
			"~ lost-update ben"},
		{acc + "ann: query-entities acc\n" + row1 + row2, "~ lost-update ben"},
		{acc + "ann: query-entities acc\n" + row1 + "ann: delete-table acc\n", "~ lost-update ben"},
		{acc + "ann: query-entities acc filter=\"n eq 0\"\n" + row1 + row2, ""},
		{acc + "seed: insert-entity acc/q/z .n=0\nann: query-entities acc top=1\n" + row1 + row2, ""},
		{acc + row1 + "ben: delete-entity acc/p/a if-match=*\nann: query-entities acc\n" + row2, ""},
		{acc + row1 + "ann: query-entities acc\nben: delete-entity acc/p/a if-match=*\n" + row1 + row2,
			"~ lost-update ben"},
		{lake + "seed: put-object lake/x 1\nann: get-object-tagging lake/x\n" + tags, "~ lost-update ben"},
		{lake + "seed: put-object lake/x 1\nann: get-object lake/x\n" + tags, ""},
		{sh + "ann: list-directories-and-files sh\n" + f + "ann: create-file sh/f 5\n", "~ lost-update ben"},
		{sh + "ann: list-directories-and-files sh\n" + f + "ann: list-directories-and-files sh\n" +
			"ann: create-file sh/f 5\n", ""},
		{"ann: KEYS *\nben: SET b ben\nann: KEYS *\nann: SET b ann\n", ""},
		{"ann: KEYS *\nben: SET b ben\nann: SET b ann\n", "~ lost-update ben"},
		{sh + "ann: list-directories-and-files sh prefix=g\n" + f + "ann: create-file sh/f 5\n", ""},
		{sh + "ann: list-directories-and-files sh\n" + f + "ann: delete-share sh\n", "~ lost-update ben"},
		{sh + "ann: list-directories-and-files sh\nben: create-file sh/d/f 3\nann: create-file sh/d/f 5\n", ""},
		{sh + "ann: list-directories-and-files sh/d\nben: create-file sh/d/f 3\nann: create-file sh/d/f 5\n",
			"~ lost-update ben"},
		{sh + f + "ann: list-directories-and-files sh\nann: create-file sh/f 5\n", ""},
		{sh + f + "ben: delete-file sh/f\nann: list-directories-and-files sh\nann: create-file sh/f 5\n", ""},
		{"ann: KEYS *\nben: SET b 1\nann: SET b 2\n", "~ lost-update ben"},
		{"ann: KEYS b*\nben: SET b 1\nann: FLUSHALL\n", "~ lost-update ben"},
		{"ann: KEYS b\nben: SET b 1\nann: SET b 2\n", "~ lost-update ben"},
		{"ann: KEYS c*\nben: SET b 1\nann: SET b 2\n", ""},
		{"ann: KEYS *b\nben: SET b 1\nann: SET b 2\n", ""},
		{"ben: SET b 1\nann: KEYS *\nann: SET b 2\n", ""},
		{"ben: SET b 1\nben: DEL b\nann: KEYS *\nann: SET b 2\n", ""},
		{"ann: SCAN 0 MATCH b*\nben: SET b 1\nann: SET b 2\n", "~ lost-update ben"},
		{"ann: SCAN 0 TYPE list\nben: SET b 1\nann: SET b 2\n", ""},
		{"seed: MSET x 1 y 1\nann: SCAN 0 COUNT 1\nben: SET b 1\nann: SET b 2\n", ""},
		{"ann: DBSIZE\nben: SET b 1\nann: SET b 2\n", "~ lost-update ben"},
		{"ann: KEYS *\nben: SELECT 9\nben: SET b 1\nann: SELECT 9\nann: SET b 2\n", ""},
		{"ann: SELECT 9\nann: KEYS *\nben: SELECT 9\nben: SET b 1\nann: SET b 2\n", "~ lost-update ben"},
		{"ann: SELECT 9\nann: KEYS *\nann: SELECT 0\nben: SET b 1\nann: SET b 2\n", ""},
	} {
		if got := marksOf(t, row.lines); got != row.mark {
			t.Errorf("%q, want %q after\n%s", got, row.mark, row.lines)
		}
	}
}

// marksOf are all marks of a scenario of Ana and Ben, in their order.
func marksOf(t *testing.T, lines string) string {
	t.Helper()
	r, _ := run(t, lines)
	var marks []string
	for _, o := range r.Outcomes {
		for _, found := range o.Marks {
			for _, c := range found {
				marks = append(marks, c.String())
			}
		}
	}
	return strings.Join(marks, ", ")
}
