package dialogs

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
)

// A queue is asked for messages: what is made in it stands first, and what is about a message that nobody has is not
// among it.
func TestMoreOfAQueueBeginsWithItsMessages(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "create-queue", engine.Args("queue", "jobs")), "ctrl+s")
	d.Select(engine.ObjectID{Kind: "queue", Name: "jobs"})
	rows := NewMore(d).(*more).rows
	if rows[1].text != "New message" || rows[3].text != "get-messages" {
		t.Errorf("it begins with %q, %q, %q, %q", rows[1].text, rows[2].text, rows[3].text, rows[4].text)
	}
	more := NewMore(d)
	send(more, "enter")
	write(more, "invoice")
	send(more, "ctrl+s")
	if x := newest(d); x.Verb != "put-message" || x.Object.Name != "jobs" {
		t.Errorf("Enter and a text send %s for %s", x.Verb, x.Object)
	}
	for _, r := range rows {
		if r.head && r.text == "Read" {
			break
		}
		if r.text == "update-message" {
			t.Error("update-message stands under what is made in the queue")
		}
	}
}

// A message is written in one line: Enter sends it, unless it has lines already. The text of a blob has lines.
func TestEnterSendsAMessage(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "create-queue", engine.Args("queue", "jobs")), "ctrl+s")
	form := NewForm(d, "put-message", engine.Args("queue", "jobs"))
	write(form, "invoice")
	if key := form.Hints()[0].Key; key != "Enter" || !send(form, "enter") {
		t.Errorf("%s sends, and Enter does not", key)
	}
	if x := newest(d); x.Verb != "put-message" || !x.Answer.Accepted() {
		t.Errorf("Enter sends %s", x.Verb)
	}
	for _, lines := range []Dialog{NewForm(d, "put-message", engine.Args("queue", "jobs", "text", "one\ntwo")),
		NewForm(d, "put-blob", engine.Args("path", "wiki/new"))} {
		if key := lines.Hints()[0].Key; key != "Ctrl+S" || send(lines, "enter") {
			t.Errorf("%s: %s sends", lines.Title(), key)
		}
	}
}

// What a form makes is what the next words are about, also while it is held.
func TestAFormThatMakesChoosesWhatItMakes(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "create-bucket", engine.Args("path", "photos")), "ctrl+s")
	if _, err := d.room.Hold("ann", true); err != nil {
		t.Fatal(err)
	}
	marker := engine.ObjectID{Kind: "object", Name: "photos/marker"}
	form := NewForm(d, "put-object", engine.Args("path", marker.Name, "body", "mine", "if-none-match", "*"))
	send(form, "ctrl+s")
	if d.Object() != marker || d.room.View().Truth(marker).Exists {
		t.Errorf("%s is selected; there is a marker: %v", d.Object(), d.room.View().Truth(marker).Exists)
	}
	next := NewForm(d, "put-object", nil)
	if formOf(next).target() != marker.Name {
		t.Errorf("the next form is for %q", formOf(next).target())
	}
}

// What makes something new is found by the first letter of what it makes: on an empty desk first what holds others.
func TestANewObjectIsFoundByItsFirstLetter(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	d := &desk{room: r}
	send(NewAddWriter(d), "enter")
	d.writer = "ana"
	for letter, want := range map[string]string{"q": "New queue", "t": "New table", "b": "New bucket",
		"que": "New queue",
		"buc": "New bucket", "blo": "New blob"} {
		m := NewMore(d)
		write(m, letter)
		if got, _ := m.(*more).selected(); got.text != want {
			t.Errorf("%s finds %q first", letter, got.text)
		}
	}
}

// A noun finds what makes such a thing before what takes it away, whatever is selected; and a service, by any of its
// words, begins with nothing that destroys.
func TestANounMakesBeforeItDestroys(t *testing.T) {
	d := wiki(t)
	for _, made := range []*form{formOf(NewForm(d, "create-queue", engine.Args("queue", "jobs"))),
		formOf(NewForm(d, "create-table", engine.Args("path", "shop"))),
		formOf(NewForm(d, "insert-entity", engine.Args("path", "shop/a/b", "body", "n=3\n"))),
		formOf(NewForm(d, "create-bucket", engine.Args("path", "lake"))),
		formOf(NewForm(d, "put-object", engine.Args("path", "lake/a", "body", "x")))} {
		send(made, "ctrl+s")
	}
	v := d.room.View()
	destroys, makes, selected := map[string]bool{}, map[string]bool{}, []engine.ObjectID{{}}
	for _, s := range v.Services() {
		for _, op := range s.Ops {
			destroys[op.Verb] = op.Group == engine.GroupDelete
			if op.Makes != "" {
				makes[op.Makes] = true
			}
		}
		for word := range strings.FieldsSeq(s.Name + " " + strings.ToLower(s.Title) + " " + races.AlsoCalled(s.Name)) {
			makes[word] = makes[word]
		}
		for _, thing := range v.Things(s.Name) {
			selected = append(selected, thing.Object)
		}
	}
	if len(selected) < 8 {
		t.Fatalf("selected are %v", selected)
	}
	for _, object := range selected {
		d.Select(object)
		for noun, made := range makes {
			m := NewMore(d).(*more)
			found := m.filter(m.rows, noun)
			if made && found[0].text != "New "+noun || len(found) > 0 && destroys[found[0].text] {
				t.Errorf("%q on %q finds %q first", noun, object, found[0].text)
			}
		}
	}
}

// One alone makes no race: where nobody is, Enter lets two join, and they leave as one.
func TestTheFirstWritersJoinTogether(t *testing.T) {
	d := &desk{room: room.New(catalog.New, room.Options{})}
	if !send(NewAddWriter(d), "enter") {
		t.Fatal("nobody joins")
	}
	if w := d.room.View().Writers(); len(w) != 2 || w[0].Title != "Ana" || w[1].Title != "Ben" {
		t.Errorf("%d writers join", len(w))
	}
	twice := NewAddWriter(d)
	write(twice, ", Dee, dee")
	if send(twice, "enter") || len(d.room.View().Writers()) != 2 {
		t.Error("two of one name join")
	}
	if err := d.room.Undo(); err != nil || len(d.room.View().Writers()) != 0 {
		t.Errorf("%d writers are left after one undo, %v", len(d.room.View().Writers()), err)
	}
}

// What was refused and is not there is not selected: the name that was wrong is not what the next words are about.
func TestARefusedNameIsNotSelected(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "create-table", engine.Args("path", "shop")), "ctrl+s")
	table := d.Object()
	send(NewForm(d, "insert-entity", engine.Args("path", "shop/p", "body", "n=1")), "ctrl+s")
	if x := newest(d); x.Answer.Status != 400 || d.Object() != table {
		t.Errorf("behind a %d %s is selected", x.Answer.Status, d.Object())
	}
	send(NewForm(d, "insert-entity", engine.Args("path", "shop/p/r", "body", "n=1")), "ctrl+s")
	row := d.Object()
	send(NewForm(d, "insert-entity", engine.Args("path", "shop/p/r", "body", "n=2")), "ctrl+s")
	if x := newest(d); x.Answer.Status != 409 || d.Object() != row || row.Kind != "entity" {
		t.Errorf("behind a %d %s is selected", x.Answer.Status, d.Object())
	}
}

// What is chosen as new is made only where there is none, by what the call takes; the operation by its own name asks
// for nothing.
func TestWhatIsNewReplacesNothing(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "create-bucket", engine.Args("path", "photos")), "ctrl+s")
	d.Select(engine.ObjectID{Kind: "bucket", Name: "photos"})
	more := NewMore(d)
	send(more, "enter")
	write(more, "marker")
	send(more, "tab")
	write(more, "mine")
	send(more, "ctrl+s")
	x := newest(d)
	if got, _ := argOf(x.Args, noneMatch); x.Verb != "put-object" || x.Object.Name != "photos/marker" ||
		got.String() != "*" {
		t.Errorf("New sends %s %v for %s", x.Verb, x.Args, x.Object)
	}
	plain := NewForm(d, "put-object", engine.Args("path", "photos/other", "body", "x"))
	send(plain, "ctrl+s")
	if got, ok := argOf(newest(d).Args, noneMatch); ok {
		t.Errorf("put-object by its name sends %s", got)
	}
}

// Both sides of a race often do the same: the form of another's request has what anybody could have typed, and nothing
// that its writer was told.
func TestTheSameAsAnother(t *testing.T) {
	d := wiki(t)
	home := d.Object()
	d.writer = "ben"
	send(NewForm(d, "put-blob", engine.Args("path", home.Name, "body", "by Ben", "content-type", "text/plain",
		"meta.who", "ben")), "ctrl+s")
	x := newest(d)
	if _, ok := argOf(x.Args, "if-match"); !ok || !x.Answer.Accepted() {
		t.Fatalf("Ben sends %v and hears %s", x.Args, x.Answer.String())
	}
	d.writer = "dee"
	if _, err := d.room.Do(engine.AddWriter{ID: "dee", Title: "Dee"}); err != nil {
		t.Fatal(err)
	}
	v := d.room.View()
	if same := v.SameAs("dee", home); same != x.Number {
		t.Fatalf("Dee could send #%d, not #%d", same, x.Number)
	}
	for _, who := range []string{"ben", "nobody"} {
		if same := v.SameAs(who, home); same != 0 {
			t.Errorf("%s could send #%d", who, same)
		}
	}
	same := NewSame(d, x.Number)
	if title := same.Title(); title != "put-blob by Dee as Ben's #"+strconv.Itoa(x.Number) {
		t.Errorf("the form is %q", title)
	}
	write(same, "by Dee")
	send(same, "ctrl+s")
	y := newest(d)
	for name, want := range map[string]string{"body": "by Dee", "content-type": "text/plain", "meta.who": "ben"} {
		if got, _ := argOf(y.Args, name); got.String() != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if got, ok := argOf(y.Args, "if-match"); ok || y.By != "dee" {
		t.Errorf("%s sends %s, which was told to Ben", y.By, got)
	}
	if same := d.room.View().SameAs("dee", home); same != 0 {
		t.Errorf("Dee has sent it, and could send #%d", same)
	}
}
