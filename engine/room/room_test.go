package room_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// log keeps what a room hands out, as a store does.
type log struct {
	records []timeline.Record
	notes   map[string]string
}

func (l *log) Append(r []timeline.Record) { l.records = append(l.records, r...) }
func (l *log) Note(key, value string) {
	l.notes[key] = value
	if value == "" {
		delete(l.notes, key)
	}
}

const page = "blob wiki/home.md"

func wiki(t testing.TB) (*room.Room, *log) {
	t.Helper()
	kept := &log{notes: map[string]string{}}
	r := room.New(catalog.New, room.Options{Keep: kept})
	data, err := races.FS.ReadFile("blob/wiki.race")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Load("wiki.race", data); err != nil {
		t.Fatal(err)
	}
	return r, kept
}

// toConflict presses step until a mark appears and says how many presses it took.
func toConflict(t testing.TB, r *room.Room) int {
	t.Helper()
	for n := 1; n < 20; n++ {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
		if len(r.View().Fresh()) > 0 {
			return n
		}
	}
	t.Fatal("no mark in 20 steps")
	return 0
}

func write(by, text string, more ...engine.Arg) engine.Send {
	return engine.Send{By: by, Verb: "put-blob",
		Args: append(engine.Args("path", "wiki/home.md", "body", text), more...)}
}

// Both writers have read v4 and hold a changed draft, nothing is sent.
func TestTheDemoStandsReady(t *testing.T) {
	r, _ := wiki(t)
	v := r.View()
	for _, id := range []string{"ann", "ben"} {
		read, ok := v.Known(id).Reading(engine.ParseObject(page))
		draft, drafted := v.Draft(id, engine.ParseObject(page))
		if !ok || read.Version != "4" || !drafted || draft.Text == read.Body {
			t.Errorf("%s: read %+v %v, draft %+v %v", id, read, ok, draft, drafted)
		}
		if n, _ := v.Known(id).Unanswered(); n != 0 {
			t.Errorf("%s has %d requests open", id, n)
		}
	}
	if v.Log().Len() == 0 || v.Script != "wiki.race" {
		t.Errorf("script %q, %d events", v.Script, v.Log().Len())
	}
}

// The first conflict of the demo in at most 8 presses of step.
func TestTheDemoReachesItsConflictInEightPresses(t *testing.T) {
	r, _ := wiki(t)
	if n := toConflict(t, r); n > 8 {
		t.Errorf("%d presses", n)
	}
	mark := r.View().Fresh()[0]
	if mark.String() != "! stale-write ann" {
		t.Fatalf("the mark is %s", mark)
	}
	told := r.View().Story(mark)
	want := "Ana read v4 at 00:01.0. Ben saved v5 at 00:12.0. Ana's request was refused and nothing changed."
	if told.First != want {
		t.Errorf("the card says\n%s\nwant\n%s", told.First, want)
	}
	truth := r.View().Truth(engine.ParseObject(page))
	if truth.Versions[0].Number != "5" || truth.Versions[0].By != "ben" || len(truth.Versions[0].Marks) != 1 ||
		!truth.Versions[0].Now {
		t.Errorf("the newest version: %+v", truth.Versions[0])
	}
	if n, known := r.View().Behind("ann", engine.ParseObject(page)); n != 1 || !known {
		t.Errorf("ann is %d behind, %v", n, known)
	}
}

// Running a file step by step gives the events of running it.
func TestStepsGiveTheEventsOfTheRun(t *testing.T) {
	r, _ := wiki(t)
	for r.View().Next != "" {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	data, _ := races.FS.ReadFile("blob/wiki.race")
	file, err := scenario.Parse("wiki.race", data, catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	w, n := catalog.New(), 0
	var want []string
	for _, m := range file.Moments() {
		if m.Input == nil {
			continue
		}
		n++
		before := w.Clone()
		events, err := w.Step(n, m.Input)
		if err != nil {
			t.Fatal(err)
		}
		marks := conflict.Judge(before, events)
		for i, e := range events {
			want = append(want, conflict.Line(w, e, marks[i]...))
		}
	}
	v := r.View()
	for i, e := range v.Log().All() {
		if i >= len(want) || v.Line(e) != want[i] {
			t.Fatalf("event %d is %q, the run has %q", i, v.Line(e), want[min(i, len(want)-1)])
		}
	}
	if v.Log().Len() != len(want) {
		t.Fatalf("%d events, the run has %d", v.Log().Len(), len(want))
	}
}

// Every action followed by undo gives back the same state.
func TestUndoTakesBackAnAction(t *testing.T) {
	r, _ := wiki(t)
	before := r.View()
	if _, err := r.Send(write("ann", "# Home\n")); err != nil {
		t.Fatal(err)
	}
	if r.View().Digest() == before.Digest() || r.View().UndoName != "Ana's PUT #8" {
		t.Fatalf("undo is called %q", r.View().UndoName)
	}
	if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() ||
		r.View().Log().Len() != before.Log().Len() {
		t.Fatalf("undo: %v, %d events, want %d", err, r.View().Log().Len(), before.Log().Len())
	}
	if r.View().Past || r.View().RedoName != "Ana's PUT #8" {
		t.Fatalf("past %v, redo %q: an undo takes back, it does not look back", r.View().Past, r.View().RedoName)
	}
	if err := r.Back(); err != nil || !r.View().Past {
		t.Fatalf("back: %v, past %v", err, r.View().Past)
	}
	if _, err := r.Step(); err != nil || r.View().Digest() != before.Digest() {
		t.Fatalf("a step in the past goes along the branch: %v", err)
	}
	if _, err := r.Send(write("ben", "other\n")); err != nil || len(r.View().Branches()) != 2 {
		t.Fatalf("an action in the past: %v, %d branches", err, len(r.View().Branches()))
	}
}

// Time that ran on a screen and what was pressed then are one thing to take back; time alone is one too.
func TestUndoTakesBackTheTimeThatRanBeforeAPress(t *testing.T) {
	r, _ := wiki(t)
	before := r.View()
	if err := r.Pass(3 * time.Second); err != nil {
		t.Fatal(err)
	}
	passed := r.View()
	if _, err := r.Send(write("ann", "# Home\n")); err != nil {
		t.Fatal(err)
	}
	after := r.View()
	if after.Now() < passed.Now() || passed.Now() != before.Now()+3000 {
		t.Fatalf("the clock went from %s to %s to %s", before.Now(), passed.Now(), after.Now())
	}
	if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() {
		t.Fatalf("undo leads to record %d, want %d: %v", r.View().Record, before.Record, err)
	}
	if err := r.Redo(); err != nil || r.View().Digest() != after.Digest() {
		t.Fatalf("redo leads to record %d, want %d: %v", r.View().Record, after.Record, err)
	}

	if err := r.Pass(time.Second); err != nil {
		t.Fatal(err)
	}
	if err := r.Undo(); err != nil || r.View().Digest() != after.Digest() {
		t.Fatalf("undo of time alone leads to record %d, want %d: %v", r.View().Record, after.Record, err)
	}

	if err := r.Pass(time.Second); err != nil {
		t.Fatal(err)
	}
	r.UndoBoundary()
	passed = r.View()
	if _, err := r.Do(engine.AddWriter{ID: "dee", Title: "Dee"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Undo(); err != nil || r.View().Digest() != passed.Digest() {
		t.Fatalf("undo of the next press leads to record %d, want %d: %v", r.View().Record, passed.Record, err)
	}
}

// annsText is what Ana's draft of the page says.
func annsText(r *room.Room) string {
	d, _ := r.View().Draft("ann", engine.ParseObject(page))
	return d.Text
}

// Who types on behind a change that is done loses nothing by undo or redo: the opposite brings back what was there.
func TestUndoKeepsWhatIsBeingTyped(t *testing.T) {
	r, _ := wiki(t)
	object := engine.ParseObject(page)
	text := func() string { return annsText(r) }
	first, was := text(), r.DraftAt("ann", object)
	r.SetDraft("ann", object, view.Draft{Text: "one"})
	r.ChangedDraft("ann", object, was)
	r.SetDraft("ann", object, view.Draft{Text: "one more"}) // and the editor is still open
	if err := r.Pass(time.Second); err != nil {
		t.Fatal(err)
	}
	step := func(how func() error, want string) {
		t.Helper()
		if err := how(); err != nil || text() != want {
			t.Errorf("%q, want %q: %v", text(), want, err)
		}
	}
	step(r.Undo, first)
	step(r.Redo, "one more")
	step(r.Undo, first)
	r.SetDraft("ann", object, view.Draft{Text: "other"})
	step(r.Redo, "one more")
	step(r.Undo, "other")
}

// A change of a draft is taken back with the time that has passed since, as is the press that came to no more than
// that.
func TestUndoTakesBackTheTimeThatPassedSinceADraft(t *testing.T) {
	r, _ := wiki(t)
	object := engine.ParseObject(page)
	text := func() string { return annsText(r) }
	first := text()
	for _, typed := range []string{"one", "two"} {
		was := r.DraftAt("ann", object)
		r.SetDraft("ann", object, view.Draft{Text: typed})
		r.ChangedDraft("ann", object, was)
	}
	before := r.View()
	for range 2 {
		if err := r.Pass(time.Second); err != nil {
			t.Fatal(err)
		}
	}
	passed := r.View()
	for _, step := range []struct {
		how  func() error
		text string
		at   *view.View
	}{
		{r.Undo, "one", before}, {r.Redo, "two", passed}, {r.Undo, "one", before}, {r.Undo, first, before},
		{r.Redo, "one", before}, {r.Redo, "two", passed},
	} {
		if err := step.how(); err != nil {
			t.Fatal(err)
		}
		if v := r.View(); text() != step.text || v.Digest() != step.at.Digest() {
			t.Fatalf("%q at record %d, want %q at %d", text(), v.Record, step.text, step.at.Record)
		}
	}
}

func TestASessionComesBackAsItWas(t *testing.T) {
	r, kept := wiki(t)
	toConflict(t, r)
	_, _ = r.Do(engine.AddWriter{ID: "chen", Title: "Chen"})
	_ = r.Undo()
	_, _ = r.Do(engine.AddWriter{ID: "dee", Title: "Dee"})
	r.Bookmark("two branches")
	r.SetDraft("dee", engine.ParseObject(page), view.Draft{Text: "half a sentence"})
	want := r.View()

	again := room.New(catalog.New, room.Options{})
	diverged, err := again.Restore(kept.records, kept.notes)
	if err != nil || len(diverged) > 0 {
		t.Fatalf("restore: %v, diverged %v", err, diverged)
	}
	got := again.View()
	draft, _ := got.Draft("dee", engine.ParseObject(page))
	if got.Digest() != want.Digest() || got.Record != want.Record || got.Branch != want.Branch ||
		draft.Text != "half a sentence" ||
		len(got.Branches()) != len(want.Branches()) || len(got.Bookmarks()) != 1 || got.Next != want.Next {
		t.Fatalf("record %d, want %d; branch %s, want %s; draft %q; next %q, want %q", got.Record, want.Record,
			got.Branch, want.Branch, draft.Text, got.Next, want.Next)
	}
	for i, e := range got.Log().All() {
		if got.Line(e) != want.Line(want.Log().At(i)) {
			t.Fatalf("event %d came back as %q, was %q", i, got.Line(e), want.Line(want.Log().At(i)))
		}
	}
}

// A session by hand exports as a scenario that passes.
func TestASessionByHandExportsAsAScenarioThatPasses(t *testing.T) {
	r, _ := wiki(t)
	toConflict(t, r)
	for _, in := range []engine.Send{write("ann", "mine\n"),
		{By: "ben", Verb: "delete-blob", Args: engine.Args("path", "wiki/home.md")}} {
		if _, err := r.Send(in); err != nil {
			t.Fatal(err)
		}
	}
	file, err := scenario.Parse("hand.race", r.Scenario(), catalog.Services())
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Scenario())
	}
	result, err := file.Run()
	if err != nil || len(result.Failures) > 0 {
		t.Fatalf("%v %v\n%s", err, result.Failures, r.Scenario())
	}
}

func TestRecommendReadsMergesAndSendsUnderTheNewTag(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	seed := "one\ntwo\nthree\nfour\nfive\n"
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.AddWriter{ID: "ben", Title: "Ben"}} {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	send := func(s engine.Send) {
		t.Helper()
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	send(engine.Send{By: engine.Seed, Verb: "create-container", Args: engine.Args("path", "wiki")})
	send(write(engine.Seed, seed))
	send(engine.Send{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"), As: "a1"})
	send(write("ben", "ONE\ntwo\nthree\nfour\nfive\n"))
	r.SetDraft("ann", engine.ParseObject(page), view.Draft{Text: "one\ntwo\nthree\nfour\nFIVE\n", From: []string{"a1"}})
	send(engine.Send{By: "ann", Verb: "put-blob",
		Args: append(engine.Args("path", "wiki/home.md", "body", "one\ntwo\nthree\nfour\nFIVE\n"),
			engine.Arg{Name: "if-match", Value: engine.Ref("a1.etag", false)}), Words: engine.Words{From: "a1"}})
	marks := r.View().Fresh()
	did, err := r.Recommend(marks[0])
	if err != nil {
		t.Fatalf("%s: %v", did, err)
	}
	body := r.View().Truth(engine.ParseObject(page)).Versions[0].Body
	if _, silent, _ := r.View().Counts(); body != "ONE\ntwo\nthree\nfour\nFIVE\n" || silent != 0 {
		t.Fatalf("after %q the page is %q, marks %v", did, body, r.View().Troubles())
	}
}

func TestRecommendNeverSendsUnchangedTextUnderANewerTag(t *testing.T) {
	r, _ := wiki(t)
	mark := stepTo(t, r, "stale-write", true)
	before := r.View().Truth(engine.ParseObject(page)).Versions[0]
	_, err := r.Recommend(mark.Finding)
	if !errors.Is(err, room.ErrByHand) {
		t.Fatalf("both changed line 2: %v", err)
	}
	if now := r.View().Truth(engine.ParseObject(page)).Versions[0]; now.Number != before.Number {
		t.Fatalf("v%s was written over v%s", now.Number, before.Number)
	}
	if read, _ := r.View().Known("ann").Reading(engine.ParseObject(page)); read.Version != before.Number {
		t.Fatalf("ann's last read is v%s", read.Version)
	}
}

func TestManyCallersShareARoom(t *testing.T) {
	r, _ := wiki(t)
	start := r.View().Log().Len()
	var news, wait sync.WaitGroup
	news.Add(1)
	var once sync.Once
	r.OnNews(func(v *view.View) { once.Do(news.Done) })
	for n := range 8 {
		wait.Go(func() {
			for i := range 20 {
				if _, err := r.Send(write([]string{"ann", "ben"}[n%2], fmt.Sprint(n, i))); err != nil {
					t.Error(err)
				}
				v := r.View()
				_ = v.Truth(engine.ParseObject(page))
				_, _, _ = r.Try(write("ann", "try"))
			}
		})
	}
	wait.Wait()
	news.Wait()
	if got := (r.View().Log().Len() - start) / 8; got != 100 {
		t.Errorf("160 sends of five events each gave %d events", got*8)
	}
	if versions := r.View().Truth(engine.ParseObject(page)).Versions; versions[0].Number != "164" {
		t.Errorf("160 writes over v4 give v%s", versions[0].Number)
	}
}

// boom is an operation whose rules are broken.
type boom struct {
	Path string `op:"path"`
}

func (boom) Apply(tx *engine.Tx) engine.Answer { panic("a rule that divides by zero") }

type noState struct{}

func (noState) Tables() []engine.Tabled { return nil }
func (noState) Fork() engine.State      { return noState{} }

func breaking() *room.Room {
	service := &engine.Service{Name: "boom", New: func() engine.State { return noState{} },
		Ops: []engine.OpSpec{{Verb: "boom", Object: "thing", Op: boom{}}}}
	r := room.New(func() *engine.World { return engine.NewWorld(service) }, room.Options{})
	_, _ = r.Do(engine.AddWriter{ID: "ann"})
	return r
}

// What an action did before the rules broke in it is seen, and a program that meets it hears an error: nobody looks
// behind the end of what was followed.
func TestAPanicInTheMiddleOfAnAction(t *testing.T) {
	send := engine.Send{By: "ann", Verb: "boom", Args: engine.Args("path", "x"), As: "b"}
	r := breaking()
	_, err := r.Do(send, engine.Deliver{Names: []string{"b"}})
	if err == nil || r.View().Broken == nil || r.View().Log().Len() == 0 {
		t.Fatalf("%v, broken %v", err, r.View().Broken)
	}
	if err := r.Undo(); err != nil || r.View().Broken != nil {
		t.Fatalf("undo after it: %v, %v", err, r.View().Broken)
	}
	r = breaking()
	told := make(chan *view.View, 10)
	r.OnNews(func(v *view.View) { told <- v })
	seat, err := r.Seat(room.Joining{Name: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seat.Send(t.Context(), "boom", engine.Args("path", "x")); err == nil {
		t.Fatal("the program heard of nothing")
	}
	if v := r.View(); v.Broken == nil || v.Log().Len() == 0 {
		t.Fatalf("broken %v, %d events", v.Broken, v.Log().Len())
	}
	<-told
}

func TestAPanicOfTheRulesLosesNothing(t *testing.T) {
	r := breaking()
	_, _ = r.Do(engine.Send{By: "ann", Verb: "boom", Args: engine.Args("path", "x"), As: "b"})
	digest := r.View().Digest()
	if _, err := r.Do(engine.Deliver{Names: []string{"b"}}); err == nil || r.View().Broken == nil ||
		r.View().Digest() != digest {
		t.Fatalf("%v, broken %v, digest %x, want %x", err, r.View().Broken, r.View().Digest(), digest)
	}
	if err := r.Undo(); err != nil || r.View().Broken != nil {
		t.Fatalf("undo after it: %v, %v", err, r.View().Broken)
	}
}

// A key's value is what a window shows, as a blob's body is: read, and written by a line.
func TestAValueIsReadAsABodyIs(t *testing.T) {
	r, _ := wiki(t)
	say := func(verb, line string) {
		if _, err := r.Send(engine.Send{By: "ann", Verb: verb, Args: engine.Args("line", line)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range [][3]string{{"EXSET", "key_2 hello", "hello"},
		{"EXSET", `key_2 "two words" VER 1`, "two words"}, {"EXGET", "key_2", "two words"}, {"EXSET", "key_2 0", "0"}} {
		say(step[0], step[1])
		read, ok := r.View().Known("ann").Reading(engine.ParseObject("key key_2"))
		if !ok || !read.HasBody || read.Body != step[2] {
			t.Errorf("after %s %s ann knows %+v", step[0], step[1], read)
		}
	}
}

// A writer's own write of an entity shows it its properties, one a line, as the editor has them.
func TestAnOwnEntityReadsAsItsProperties(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	if _, err := r.Do(engine.AddWriter{ID: "ann"}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []engine.Send{{By: engine.Seed, Verb: "create-table", Args: engine.Args("path", "stock")},
		{By: "ann", Verb: "insert-entity", Args: engine.Args("path", "stock/p/r", ".a", "2", ".b", "1")}} {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
	if read, ok := r.View().Known("ann").Reading(engine.ParseObject("entity stock/p/r")); !ok || !read.Own ||
		read.Body != "a=2\nb=1\n" {
		t.Errorf("ann reads %+v, %v", read, ok)
	}
}
