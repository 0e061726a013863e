package writer

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/uitest"
)

// What holds a writer's window together must not lead to the view, the room or the world.
func TestAWriterWindowHasNoWayToTheView(t *testing.T) {
	forbidden := []reflect.Type{reflect.TypeFor[view.View](), reflect.TypeFor[room.Room](),
		reflect.TypeFor[engine.World](), reflect.TypeFor[command.Host](), reflect.TypeFor[Pane]()}
	reached := reachable(reflect.TypeFor[window]())
	for _, f := range forbidden {
		if path, found := reached[f]; found {
			t.Errorf("a writer's window reaches %s by %s", f, path)
		}
	}
	if _, found := reached[reflect.TypeFor[view.Known]()]; !found {
		t.Error("the window holds no Known: the test looks at the wrong type")
	}
	if _, found := reachable(reflect.TypeFor[Pane]())[reflect.TypeFor[view.View]()]; !found {
		t.Error("the adapter holds the view, and the search does not find it")
	}
}

// reachable are all types that a value's fields lead to. Known is an end: what it keeps to itself is its own package's
// matter.
func reachable(start reflect.Type) map[reflect.Type]string {
	seen := map[reflect.Type]string{}
	var walk func(reflect.Type, string)
	walk = func(t reflect.Type, path string) {
		if _, done := seen[t]; done {
			return
		}
		seen[t] = path
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			walk(t.Elem(), path)
		case reflect.Map:
			walk(t.Key(), path)
			walk(t.Elem(), path)
		case reflect.Func:
			for i := range t.NumIn() {
				walk(t.In(i), path+"()")
			}
			for i := range t.NumOut() {
				walk(t.Out(i), path+"()")
			}
		case reflect.Struct:
			if t == reflect.TypeFor[view.Known]() {
				return
			}
			for i := range t.NumField() {
				walk(t.Field(i).Type, path+"."+t.Field(i).Name)
			}
		}
	}
	walk(start, start.Name())
	return seen
}

func press(p *Pane, keys ...string) {
	for _, k := range keys {
		switch k {
		case "down":
			p.Update(tea.KeyPressMsg{Code: tea.KeyDown})
		case "end":
			p.Update(tea.KeyPressMsg{Code: tea.KeyEnd})
		case "shift+left":
			p.Update(tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModShift})
		default:
			for _, r := range k {
				p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
	}
}

// editing is a writer of the demo with the focus, its editor laid out.
func editing(t testing.TB, d *uitest.Desk, place int) *Pane {
	t.Helper()
	w := New(d, place)
	d.With(w)
	uitest.Screen(w, 40, 11, true, uitest.ASCII())
	if _, mine := w.Do(command.EditDraft{}); !mine || !w.Editing() {
		t.Fatal("EDIT does not begin")
	}
	return w
}

// A refused write leaves editor text, cursor, selection and focus as they were.
func TestARefusedWriteLeavesTextAndCursor(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := editing(t, d, 1)
	press(w, "down", "end", "shift+left")
	text, at, selected := w.window.editor.Text(), w.window.editor.At(), w.window.editor.Selected()
	x, y, visible := w.Cursor()
	uitest.Send(t, d.Room(), uitest.Request("ben", "put-blob", "wiki/home.md", "body", "# Home\nOpen 10 to 6\n"))
	if _, mine := w.Do(command.Write{}); !mine {
		t.Fatal("the writer does not write")
	}
	if k := d.Room().View().Known("ann"); !func() bool {
		doing, _ := k.Doing()
		return doing.Refused &&
			doing.Status == 412
	}() {
		t.Fatalf("the write was not refused: %v", d.Said)
	}
	uitest.Screen(w, 40, 11, true, uitest.ASCII())
	e := w.window.editor
	x2, y2, visible2 := w.Cursor()
	if e.Text() != text || e.At() != at || e.Selected() != selected || selected == "" || x != x2 || y != y2 ||
		!visible || !visible2 || !w.Editing() {
		t.Errorf("text %q, cursor %v, selected %q, at %d,%d %v, editing %v", e.Text(), e.At(), e.Selected(), x2, y2,
			visible2, w.Editing())
	}
	if last := len(d.Said) - 1; last < 0 || d.Severities[last] != engine.SeverityRefused ||
		!strings.Contains(d.Said[last], "Ben saved v5") {
		t.Errorf("said %q %q", d.Said, d.Severities)
	}
}

// After a lost update the writer's window still says 201 Created; only the remark of the referee knows more.
func TestAWriterWindowSaysNothingOfASilentLoss(t *testing.T) {
	d := uitest.Play(t, "wiki-no-guard.race")
	ana, ben := New(d, 1), New(d, 2)
	d.With(ana, ben)
	d.ToMark(t)
	eyes := uitest.ASCII()
	eyes.ClientEyes = true
	for _, w := range []*Pane{ana, ben} {
		w.SetClientEyes(true)
		got := uitest.Text(uitest.Screen(w, 40, 16, false, eyes))
		if !strings.Contains(got, "201 Created") {
			t.Errorf("no 201 Created:\n%s", got)
		}
		for _, word := range []string{"~", "lost", "behind", "fresh", "silent"} {
			if strings.Contains(got, word) {
				t.Errorf("client eyes see %q:\n%s", word, got)
			}
		}
	}
	ben.SetClientEyes(false)
	if got := uitest.Text(uitest.Screen(ben, 40, 16, false, uitest.ASCII())); !strings.Contains(got, "< 1 behind") {
		t.Errorf("the referee's remark is missing:\n%s", got)
	}
}

func TestTypingKeepsTheDraftAndWhatItWasMadeFrom(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := editing(t, d, 1)
	press(w, ", rain or shine") // at the end of the text, where editing begins
	draft, ok := d.Room().View().Draft("ann", engine.ParseObject(uitest.Page))
	if want := "# Home\nOpen 9 to 5, closed on Sunday, rain or shine\n"; !ok || draft.Text != want {
		t.Fatalf("kept %q", draft.Text)
	}
	if !slices.Equal(draft.From, []string{"a1"}) {
		t.Errorf("made from %q, want a1 alone: nothing else was read", draft.From)
	}
	g := uitest.Screen(w, 60, 16, true, uitest.ASCII())
	if got := uitest.StyleOf(t, g, "Open 9 to 5").Ink; got != themes.Fresh {
		t.Errorf("the changed line has ink %s", got)
	}
	if got := uitest.StyleOf(t, g, "# Home").Ink; got == themes.Fresh {
		t.Error("an unchanged line looks changed")
	}
}

// A read with a changed draft leaves the draft and says so; the next edit is then made from the new version too.
func TestReadingKeepsAChangedDraft(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := editing(t, d, 1)
	before := w.window.editor.Text()
	uitest.Send(t, d.Room(), uitest.Request("ben", "put-blob", "wiki/home.md", "body", "# Home\nOpen 10 to 6\n"))
	w.Do(command.Read{})
	if got := w.window.editor.Text(); got != before {
		t.Fatalf("the draft became %q", got)
	}
	if last := d.Said[len(d.Said)-1]; last != "Ana read v5. The draft stays." {
		t.Errorf("said %q", last)
	}
	press(w, "x")
	draft, _ := d.Room().View().Draft("ann", engine.ParseObject(uitest.Page))
	read, _ := d.Room().View().Known("ann").Reading(engine.ParseObject(uitest.Page))
	if want := read.Into([]string{"a1"}); len(want) != 2 || !slices.Equal(draft.From, want) {
		t.Errorf("made from %q, want %q", draft.From, want)
	}
}

func TestReadingFillsAnUnchangedEditor(t *testing.T) {
	d := uitest.Leases(t)
	ben := New(d, 3)
	d.With(ben)
	ben.Do(command.Read{})
	if got := ben.window.editor.Text(); got != "# Home\n" {
		t.Errorf("the editor holds %q", got)
	}
	if _, kept := d.Room().View().Draft("che", engine.ParseObject(uitest.Page)); kept {
		t.Error("reading made a draft")
	}
}

// What was saved is no draft any more: the next read shows in its place. Undone, the draft is there again.
func TestASavedDraftGivesWayAndComesBackByUndo(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := editing(t, d, 1)
	draft := w.window.editor.Text()
	w.Do(command.Write{})
	if read, _ := d.Room().View().Known("ann").Reading(engine.ParseObject(uitest.Page)); !read.Own ||
		read.Version != "5" {
		t.Fatalf("not saved: %+v, %v", read, d.Said)
	}
	if w.window.changed() {
		t.Error("the saved text still counts as a changed draft")
	}
	if err := d.Room().Undo(); err != nil {
		t.Fatal(err)
	}
	if got := w.window.editor.Text(); got != draft || !w.window.changed() {
		t.Errorf("after undo the editor holds %q, changed %v", got, w.window.changed())
	}
	if err := d.Room().Redo(); err != nil {
		t.Fatal(err)
	}
	uitest.Send(t, d.Room(), uitest.Request("ben", "put-blob", "wiki/home.md", "body", "Ben's\n"))
	w.Do(command.Read{})
	if got := w.window.editor.Text(); got != "Ben's\n" {
		t.Errorf("after reading anew the editor holds %q", got)
	}
}

// What is sent by hand is called by its number, so another branch has another request of that name: a draft that was
// saved on one is made from the read alone on the other, and stays when it is refused there.
func TestADraftThatWasSavedElsewhereStays(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := editing(t, d, 1)
	draft, here := w.window.editor.Text(), d.Room().View().Last
	w.Do(command.Write{})
	saved, _ := d.Room().View().Known("ann").Doing()
	if err := d.Room().Return(here); err != nil {
		t.Fatal(err)
	}
	uitest.Send(t, d.Room(), uitest.Request("ann", "put-blob", "wiki/home.md", "body", draft, "if-none-match", "*"))
	v := d.Room().View()
	refused, _ := v.Known("ann").Doing()
	if refused.Name != saved.Name || v.Exchange(refused.Request).Answer.Accepted() {
		t.Fatalf("%s after %s, accepted %v", refused.Name, saved.Name, v.Exchange(refused.Request).Answer.Accepted())
	}
	if got := w.window.editor.Text(); got != draft || !w.window.changed() {
		t.Errorf("the editor holds %q, changed %v", got, w.window.changed())
	}
	if kept, _ := v.Draft("ann", engine.ParseObject(uitest.Page)); v.From(kept) != "a1" {
		t.Errorf("made from %s", v.From(kept))
	}
}

// Content that was made from an answer names it, so that the referee need not guess.
func TestAWriteNamesWhatItWasMadeFrom(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := New(d, 1)
	d.With(w)
	w.Do(command.Write{})
	v := d.Room().View()
	doing, _ := v.Known("ann").Doing()
	x := v.Exchange(doing.Request)
	if x.Verb != "put-blob" || x.Words.From != "a1" {
		t.Errorf("sent %s from=%q", x.Verb, x.Words.From)
	}
	guard := ""
	for _, a := range x.Args {
		if a.Name == "if-match" {
			guard = a.Value.String()
		}
	}
	if guard != "$a1.etag" {
		t.Errorf("guarded by %q", guard)
	}
}

func TestAWriterWithoutAReadWritesFromNothing(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	uitest.Send(t, r, uitest.Request("ann", "create-container", "wiki"))
	d := uitest.NewDesk(t, r)
	w := editing(t, d, 1)
	press(w, "new")
	w.Do(command.Write{})
	v := r.View()
	doing, _ := v.Known("ann").Doing()
	if x := v.Exchange(doing.Request); x.Verb != "put-blob" || x.Words.From != "none" || doing.Status != 201 {
		t.Errorf("sent %s from=%q, heard %s, said %v", x.Verb, x.Words.From, doing.Words, d.Said)
	}
}

// A guard that cannot be filled is not left out in silence: nothing is sent, and the reason is said.
func TestAGuardThatCannotBeFilledSendsNothing(t *testing.T) {
	d := uitest.Leases(t)
	chen := New(d, 3)
	d.With(chen)
	chen.Do(command.Guard{Name: "if-match"})
	before := d.Room().View().Last
	chen.Do(command.Write{})
	if d.Room().View().Last != before {
		t.Error("something was sent")
	}
	if last := d.Said[len(d.Said)-1]; last != "Chen has read no version of it. r reads." {
		t.Errorf("said %q", last)
	}
}

func TestHoldDeliverAndDelete(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := New(d, 1)
	d.With(w)
	w.Do(command.Hold{})
	w.Do(command.Delete{})
	if last := d.Said[len(d.Said)-1]; last != "Ana's #8 is held. a delivers it." {
		t.Errorf("said %q", last)
	}
	got := uitest.Text(uitest.Screen(w, 40, 11, false, uitest.ASCII()))
	if !strings.Contains(got, "#8 DELETE ..0E22 held") || !strings.Contains(got, "# held") {
		t.Errorf("the window does not show the held request:\n%s", got)
	}
	for range 2 {
		if _, err := d.Room().Deliver("r8"); err != nil {
			t.Fatal(err)
		}
	}
	if read, _ := d.Room().View().Known("ann").Reading(engine.ParseObject(uitest.Page)); !read.Gone {
		t.Errorf("Ana has not heard that it is gone: %+v, said %v", read, d.Said)
	}
}

// A time of the clock on screen counts in the window, though the view has not moved.
func TestTheClockOnScreenRunsBars(t *testing.T) {
	d := uitest.Leases(t)
	ana := New(d, 1)
	d.With(ana)
	before := ana.Version()
	ana.Tick(d.Room().View().Now() + 5000)
	if ana.Version() == before {
		t.Error("a running lease does not ask to be painted")
	}
	if got := uitest.Text(uitest.Screen(ana, 40, 16, false, uitest.ASCII())); !strings.Contains(got, "16.2 s") {
		t.Errorf("five seconds later the lease of 21.2 s shows:\n%s", got)
	}
}

// A text that the card has put together comes as one edit, which the editor's own undo takes back.
func TestATakenTextIsOneEdit(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := New(d, 1)
	d.With(w)
	before := w.window.editor.Text()
	take := command.TakeText{Writer: "ann", Object: engine.ParseObject(uitest.Page), Text: "merged\n"}
	w.Do(take)
	if got, _ := d.Room().View().Draft("ann", engine.ParseObject(uitest.Page)); got.Text != take.Text ||
		w.window.editor.Text() != take.Text {
		t.Errorf("the draft is %q", got.Text)
	}
	w.window.editor.Undo()
	if got := w.window.editor.Text(); got != before || before == "" {
		t.Errorf("undone, the text is %q", got)
	}
}

// The mouse reaches what keys reach.
func TestTheMouseEditsAndOpensTheGuards(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	w := New(d, 1)
	d.With(w)
	lines := uitest.Screen(w, 40, 11, true, uitest.ASCII()).Text()
	for y, line := range lines {
		switch {
		case strings.Contains(line, "Guard"):
			w.Mouse(face.Mouse{Kind: face.Click, X: 10, Y: y - 1})
			if d.Last() != (command.Guard{}) || w.Editing() {
				t.Errorf("a click on the guard asks %v, editing %v", d.Last(), w.Editing())
			}
		case strings.Contains(line, "Open 9"):
			w.Mouse(face.Mouse{Kind: face.Click, X: strings.Index(line, "9") - 1, Y: y - 1})
			w.Mouse(face.Mouse{Kind: face.Drag, X: strings.Index(line, "9"), Y: y - 1})
			w.Mouse(face.Mouse{Kind: face.Release})
			if !w.Editing() || w.window.editor.Selected() != "9" {
				t.Errorf("editing %v, selected %q", w.Editing(), w.window.editor.Selected())
			}
		}
	}
	if w.Do(command.Escape{}); w.Editing() {
		t.Error("Esc does not leave the editor")
	}
}

// Nobody is told of a silent loss, so the referee says it in the loser's title, as loud as a refusal; a client's eyes
// do not see it, and what its writer reads next takes it away.
func TestTheRefereeNamesALossInTheLosersTitle(t *testing.T) {
	d := uitest.Play(t, "wiki-no-guard.race")
	ana, ben := New(d, 1), New(d, 2)
	d.With(ana, ben)
	d.ToMark(t)
	g := uitest.Screen(ben, 40, 11, false, uitest.ASCII())
	style := uitest.StyleOf(t, g, "~ lost update")
	if style.Ground != themes.Silent || style.Ink != themes.Badge {
		t.Errorf("the loss is painted as %+v", style)
	}
	if theme, _ := themes.Named("mono"); !strings.Contains(theme.SGR(style), ";7") {
		t.Errorf("without colours it is not reversed: %q", theme.SGR(style))
	}
	if got := uitest.Text(uitest.Screen(ana, 40, 11, false, uitest.ASCII())); strings.Contains(got, "lost") {
		t.Errorf("who overwrote it has lost nothing:\n%s", got)
	}
	ben.SetClientEyes(true)
	if _, right := ben.Title(); len(right) > 0 && strings.Contains(right[0].Text, "lost") {
		t.Error("a client sees the loss")
	}
	ben.SetClientEyes(false)
	uitest.Send(t, d.Room(), uitest.Request("ben", "get-blob", "wiki/home.md"))
	if got := uitest.Text(uitest.Screen(ben, 40, 11, false, uitest.ASCII())); strings.Contains(got, "lost update") {
		t.Errorf("Ben has read since:\n%s", got)
	}
}
