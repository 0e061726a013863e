package dialogs

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

func screen(d Dialog) string { return frame(d, 120, 36, grid.Unicode()) }

func see(t *testing.T, d Dialog, texts ...string) {
	t.Helper()
	have := screen(d)
	for _, text := range texts {
		if !strings.Contains(have, text) {
			t.Errorf("%q is not shown in\n%s", text, have)
		}
	}
}

func unseen(t *testing.T, d Dialog, text string) {
	t.Helper()
	if have := screen(d); strings.Contains(have, text) {
		t.Errorf("%q is shown in\n%s", text, have)
	}
}

// newest is the newest request of a desk's session.
func newest(d *desk) *engine.Exchange {
	v := d.room.View()
	return v.Exchange(nextRequest(v) - 1)
}

func argument(x *engine.Exchange, name string) (engine.Value, bool) {
	for _, a := range x.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return engine.Value{}, false
}

func TestEveryOperationHasAFormThatSends(t *testing.T) {
	for _, spec := range enginetest.Specs() {
		d := wiki(t)
		var preset []engine.Arg
		if spec.Object != "blob" && spec.Object != "container" { // nothing of its kind is selected: its target is typed
			preset = engine.Args(spec.Params()[0].Name, "somewhere/else")
		}
		form := NewForm(d, spec.Verb, preset)
		see(t, form, spec.Params()[0].Name, spec.Summary[:min(len(spec.Summary), 40)])
		for range spec.Params() {
			frame(form, 60, 18, grid.ASCII())
			send(form, "tab")
		}
		if !send(form, "ctrl+s") {
			t.Errorf("%s is not sent:\n%s", spec.Verb, screen(form))
			continue
		}
		if x := newest(d); x.Verb != spec.Verb || x.By != "ann" || x.Decided.IsZero() {
			t.Errorf("%s became %s by %s", spec.Verb, x.Verb, x.By)
		}
	}
}

func TestFormOfAWriteKnowsDraftAndGuard(t *testing.T) {
	d := wiki(t)
	form := NewForm(d, "put-blob", nil)
	see(t, form, "wiki/home.md", "Closed on Sunday", "from $a1.etag",
		"Would be answered: ! 412 Precondition Failed, ConditionNotMet.")
	if !send(form, "ctrl+s") {
		t.Fatal("it is not sent")
	}
	x := newest(d)
	if v, _ := argument(x, "if-match"); v.String() != "$a1.etag" {
		t.Errorf("if-match is %s", v)
	}
	if x.Words.From != "a1" {
		t.Errorf("from is %q: the draft was made from a1", x.Words.From)
	}
	if len(d.said) > 0 {
		t.Errorf("a refusal has a sentence of its own, the form says %q", d.last())
	}
	if x.Answer.Status != 412 {
		t.Errorf("the answer is %d, the form foretold 412", x.Answer.Status)
	}
}

func TestAFormThatSentTellsTheWayBack(t *testing.T) {
	d := wiki(t)
	send(NewForm(d, "get-blob", nil), "ctrl+s")
	if d.last() != "Ana heard 200 OK v2. u takes it back." {
		t.Errorf("it says %q", d.last())
	}
}

func TestFormForetellsSilentHarmButNotToClientEyes(t *testing.T) {
	d := wiki(t)
	d.room.SetDraft("ann", engine.ParseObject("blob wiki/home.md"), view.Draft{Text: "mine\n", From: []string{"a1"}})
	made := NewForm(d, "put-blob", nil).(*form)
	to(t, made, "if-match").absent = true
	see(t, made, "Would be answered: 201 Created", "~ lost update")
	g := grid.New(90, 24)
	made.Paint(g.Area(g.Bounds()), face.Look{Glyphs: grid.ASCII(), ClientEyes: true})
	if text := strings.Join(g.Text(), "\n"); strings.Contains(text, "201") || !strings.Contains(text, "Client eyes") {
		t.Errorf("with client eyes the form says\n%s", text)
	}
}

func TestTryingInAFormKeepsNothing(t *testing.T) {
	d := wiki(t)
	before := d.room.View()
	form := NewForm(d, "delete-blob", nil)
	screen(form)
	send(form, "tab", "tab", "tab")
	screen(form)
	if after := d.room.View(); after.Digest() != before.Digest() || after.Last != before.Last {
		t.Error("a form that is only looked at changed the world")
	}
}

func formOf(d Dialog) *form { return d.(*form) }

// to puts the cursor on a parameter.
func to(t *testing.T, d Dialog, name string) *field {
	t.Helper()
	made := d.(*form)
	for i, f := range made.fields {
		if f.Name == name {
			made.at = i
			return f
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func TestAbsentAndEmptyAreTwoThings(t *testing.T) {
	d := wiki(t)
	form := NewForm(d, "put-blob", nil)
	mime := to(t, form, "content-type")
	sent := func() (string, bool) {
		s, err := formOf(form).request()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range s.Args {
			if a.Name == "content-type" {
				return a.Value.String(), true
			}
		}
		return "", false
	}
	if _, ok := sent(); ok || !mime.absent {
		t.Error("nothing was typed, and it is sent")
	}
	send(form, "backspace")
	if v, ok := sent(); !ok || v != "" {
		t.Errorf("empty is sent as %q, %v", v, ok)
	}
	see(t, form, "empty")
	write(form, "text/plain")
	if v, ok := sent(); !ok || v != "text/plain" {
		t.Errorf("text/plain is sent as %q, %v", v, ok)
	}
	for range "text/plain" {
		send(form, "backspace")
	}
	if v, ok := sent(); !ok || v != "" {
		t.Errorf("emptied by hand is sent as %q, %v", v, ok)
	}
	send(form, "backspace")
	if _, ok := sent(); ok {
		t.Error("backspace in an empty field does not make it absent")
	}
}

func TestChoicesAndPairsBecomeArguments(t *testing.T) {
	d := wiki(t)
	form := NewForm(d, "put-blob", nil)
	to(t, form, "tier")
	send(form, "right", "right")
	see(t, form, "[Cool]")
	to(t, form, "meta.*")
	write(form, "a=1")
	send(form, "enter")
	write(form, "b = two words")
	send(form, "ctrl+s")
	x := newest(d)
	for name, want := range map[string]string{"tier": "Cool", "meta.a": "1", "meta.b": "two words"} {
		if v, ok := argument(x, name); !ok || v.String() != want {
			t.Errorf("%s is %q, it should be %q", name, v, want)
		}
	}
}

func TestDollarFillsInWhatTheWriterKnows(t *testing.T) {
	d := wiki(t)
	form := NewForm(d, "delete-blob", nil)
	guard := to(t, form, "if-unmodified-since")
	see(t, form, "absent, $ fills in $a1.last-modified")
	send(form, "$")
	if guard.absent || guard.text() != "$a1.last-modified" {
		t.Errorf("it holds %q", guard.text())
	}
	send(form, "left", "$") // within a text it is a letter
	if guard.text() != "$a1.last-modifie$d" {
		t.Errorf("it holds %q", guard.text())
	}
}

func TestWhatCannotBeSentIsSaidInOneSentence(t *testing.T) {
	d := wiki(t)
	for name, text := range map[string]string{"if-match": "$", "meta.*": "nonsense", "if-none-match": "$b1.etag"} {
		form := NewForm(d, "put-blob", nil)
		to(t, form, name).set(engine.Text(""))
		write(form, text)
		if send(form, "ctrl+s") {
			t.Errorf("%s=%s was sent", name, text)
		}
		problem := formOf(form).problem
		if !strings.HasSuffix(problem, ".") || strings.Contains(problem, "\n") || len(problem) < 12 {
			t.Errorf("%s=%s: %q is no sentence", name, text, problem)
		}
		t.Log(problem)
	}
	form := NewForm(&desk{room: d.room}, "get-blob", nil)
	send(form, "ctrl+s")
	see(t, form, "There is no writer to send it.")
	see(t, NewForm(d, "fly-away", nil), "No operation is called fly-away.")
}

func TestFormByMouseAlone(t *testing.T) {
	d := wiki(t)
	form := NewForm(d, "get-blob", nil)
	last := d.room.View().Last
	click(t, form, "[ Send ]")
	if d.room.View().Last == last {
		t.Error("the button sends nothing")
	}
	if !click(t, NewForm(d, "get-blob", nil), "[ Close ]") {
		t.Error("the button closes nothing")
	}
	write := NewForm(d, "put-blob", nil)
	click(t, write, "if-none-match") // the name of a field is the field too
	if at := formOf(write).focused(); at.Name != "if-none-match" {
		t.Errorf("a click on if-none-match goes to %s", at.Name)
	}
	click(t, write, "BlockBlob")
	see(t, write, "[BlockBlob]")
	click(t, write, "BlockBlob")
	see(t, write, "[BlockBlob]")
}

func TestMoreOpensAFormAndComesBack(t *testing.T) {
	d := wiki(t)
	more := NewMore(d)
	write(more, "acquire")
	send(more, "enter")
	see(t, more, "== acquire-blob-lease by Ana", "duration", "Esc back")
	if send(more, "esc") {
		t.Error("Esc in the form closes the list too")
	}
	see(t, more, "== More for wiki/home.md")
	send(more, "enter", "ctrl+s")
	if newest(d).Verb != "acquire-blob-lease" {
		t.Errorf("the newest request is %s", newest(d).Verb)
	}
}

func TestANewBlobBeginsInTheContainerAtHand(t *testing.T) {
	d := wiki(t)
	d.object = engine.ParseObject("container wiki")
	form := NewMore(d)
	write(form, "new blob")
	send(form, "enter")
	see(t, form, "wiki/ ", "empty")
	write(form, "new.md")
	if !send(form, "ctrl+s") || d.object != engine.ParseObject("blob wiki/new.md") {
		t.Errorf("the selected object is %q:\n%s", d.object, screen(form))
	}
}

// A row that says New makes what it names: a deletion of keys is no new bucket, and there is one way to a new blob.
func TestNewObjectNamesWhatIsMade(t *testing.T) {
	names := map[string][]string{}
	for _, r := range NewMore(wiki(t)).(*more).rows {
		if kind, ok := strings.CutPrefix(r.text, "New "); ok && !r.head {
			verb, _, _ := strings.Cut(r.find, " ")
			names[kind] = append(names[kind], verb)
		}
	}
	for kind, verb := range map[string]string{"container": "create-container", "blob": "put-blob",
		"queue": "create-queue", "message": "put-message",
		"bucket": "create-bucket", "object": "put-object", "table": "create-table", "entity": "insert-entity",
		"share": "create-share"} {
		if have := names[kind]; len(have) != 1 || have[0] != verb {
			t.Errorf("a new %s is made by %v, it should be by %s alone", kind, have, verb)
		}
	}
	for kind, verbs := range names {
		if len(verbs) > 1 {
			t.Errorf("New %s stands for %v", kind, verbs)
		}
	}
}

// A field suggests what it could hold, and Right takes it: the objects of the kind, and what holds others.
func TestAFormSuggestsNames(t *testing.T) {
	d := wiki(t)
	d.object = engine.ObjectID{}
	f := NewForm(d, "get-blob", nil).(*form)
	write(f, "wiki/h")
	see(t, f, "wiki/home.md")
	send(f, "right")
	if got := f.target(); got != "wiki/home.md" {
		t.Errorf("the name is %q", got)
	}
}

func TestThePaletteSuggestsTheRest(t *testing.T) {
	d := wiki(t)
	p := NewPalette(d, d.room.View(), command.Place{Writer: d.writer, Object: d.object, Pane: command.Writer})
	write(p, "advance")
	send(p, "right")
	see(t, p, ": advance 15s")
}

// What is longer than its window can be read to the end.
func TestANoticeIsReadToItsEnd(t *testing.T) {
	n := NewNotice([]string{strings.Repeat("first. ", 90), "The last one."})
	at80 := func() string { return frame(n, 80, 18, grid.Unicode()) }
	if text := at80(); strings.Contains(text, "The last one.") || !strings.Contains(text, "Down: more") {
		t.Errorf("it does not say that there is more:\n%s", text)
	}
	for range 9 {
		if send(n, "down") {
			t.Fatal("it is over")
		}
	}
	if text := at80(); !strings.Contains(text, "The last one.") {
		t.Errorf("the end is not shown:\n%s", text)
	}
	if !send(n, "r") {
		t.Error("another key does not end it")
	}
}

// Who hides a message anew in the form keeps its text: it is sent where somebody typed one.
func TestAFormKeepsTheTextThatNobodyTyped(t *testing.T) {
	r := uitest.Carry(t, "writer ann", "seed: create-queue jobs", "seed: put-message jobs work",
		"ann: send get-messages jobs visibilitytimeout=30 as a1", "deliver a1", "answer a1").Room()
	d := &desk{room: r, writer: "ann", object: engine.ObjectID{Kind: "queue", Name: "jobs"}}
	form := NewForm(d, "update-message", nil)
	sends := func() bool {
		s, err := formOf(form).request()
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == "text" })
	}
	text := to(t, form, "text")
	if sends() || !text.absent {
		t.Error("nobody typed a text, and an empty one is sent")
	}
	write(form, "done")
	if !sends() {
		t.Error("the text that was typed is not sent")
	}
}

// So it is where its sender put the message itself, and where the message itself is selected, with an empty draft.
func TestARenewalOfOnesOwnMessageKeepsItsText(t *testing.T) {
	r := uitest.Carry(t, "writer ann", "seed: create-queue jobs", "ann: put-message jobs invoice",
		"ann: get-messages jobs visibilitytimeout=30").Room()
	v := r.View()
	message := v.Known("ann").Handed(engine.ObjectID{Kind: "queue", Name: "jobs"})[0].Object
	d := &desk{room: r, writer: "ann", object: message}
	for _, draft := range []string{"", "none"} {
		if draft == "" {
			r.SetDraft("ann", message, view.Draft{})
		}
		form := NewForm(d, "update-message", engine.Args("visibilitytimeout", "30"))
		if text := to(t, form, "text"); !text.absent {
			t.Errorf("nobody typed a text, and %q is sent", text.text())
		}
		if !send(form, "ctrl+s") {
			t.Fatal("it is not sent")
		}
		if said := view.Record(r.View().Properties(message)).Text("text"); said != "invoice" {
			t.Errorf("the message says %q", said)
		}
		r.DropDraft("ann", message)
	}
}

// Who types behind the $ that has filled in the newest receipt means another one: what is typed stays typed.
func TestTypingBehindTheDollarNamesAnotherReference(t *testing.T) {
	r := uitest.Carry(t, "writer ann", "seed: create-queue jobs", "seed: put-message jobs work",
		"ann: get-messages jobs visibilitytimeout=30").Room()
	d := &desk{room: r, writer: "ann", object: engine.ObjectID{Kind: "queue", Name: "jobs"}}
	form := NewForm(d, "delete-message", nil)
	receipt := to(t, form, "popreceipt")
	receipt.set(engine.Text(""))
	receipt.absent = true
	write(form, "$")
	if receipt.text() != valueText(receipt.ref) {
		t.Fatalf("$ fills in %q", receipt.text())
	}
	write(form, "r3.0.receipt")
	if receipt.text() != "$r3.0.receipt" {
		t.Errorf("typed is %q", receipt.text())
	}
}

// Who was handed a message gets it named, with its newest receipt.
func TestAFormNamesTheMessageThatIsWorkedOn(t *testing.T) {
	r := uitest.Carry(t, "writer ann", "seed: create-queue jobs", "seed: put-message jobs work",
		"ann: send get-messages jobs visibilitytimeout=30 as a1", "deliver a1", "answer a1").Room()
	d := &desk{room: r, writer: "ann", object: engine.ObjectID{Kind: "queue", Name: "jobs"}}
	form := formOf(NewForm(d, "update-message", engine.Args("message", "jobs/")))
	if receipt := to(t, form, "popreceipt"); len(form.target()) <= len("jobs/") ||
		receipt.text() != "$a1.0.receipt" {
		t.Errorf("%q with %q", form.target(), receipt.text())
	}
	if got := formOf(NewForm(d, "put-message", engine.Args("path", "jobs/"))).target(); got != "jobs" {
		t.Errorf("a new message is put into %q", got)
	}
}

// A list is read as scenarios write it, and a merge is filled with what the draft changes.
func TestFormsTakeListsAndMergesSendChanges(t *testing.T) {
	d := empty(t)
	d.writer, d.object = "ann", engine.ParseObject("object lake/film")
	roomtest.Say(t, d.room, `writer ann "Ana"`, "seed: create-bucket lake", "ann: create-multipart-upload lake/film as u",
		`ann: upload-part lake/film "abc" upload=$u.upload part=1 as p`)
	form := NewForm(d, "complete-multipart-upload", []engine.Arg{{Name: "upload",
		Value: engine.Ref("u.upload", false)}})
	see(t, form, "[1=$p.etag]", "Would be answered: 200 OK") // filled in
	send(form, "ctrl+u", "[", "1", "=", "$", "p", ".", "e", "t", "a", "g", "]")
	see(t, form, "Would be answered: 200 OK")
	if send(form, "ctrl+s"); newest(d).Answer.Status != 200 {
		t.Errorf("the upload is answered %d", newest(d).Answer.Status)
	}
	row := engine.ParseObject("entity stock/p/tea")
	d.object = row
	roomtest.Say(t, d.room, "seed: create-table stock", "seed: insert-entity stock/p/tea .price=4 .count=10",
		"ann: get-entity stock/p/tea as a1")
	unseen(t, NewForm(d, "merge-entity", nil), "price=4")
	d.room.SetDraft("ann", row, view.Draft{Text: "count=8\nprice=4", From: []string{"a1"}})
	if form = NewForm(d, "merge-entity", nil); !send(form, "ctrl+s") {
		t.Fatalf("the merge is not sent:\n%s", screen(form))
	}
	if v, _ := argument(newest(d), "body"); v.String() != "count=8" {
		t.Errorf("a merge sends %q", v)
	}
}

// $ fills in the newest of what a writer was told, and pressed again an older one, in the fields that guard and in
// those that say what the request means: which answer its content is made from, of which request it is another try.
func TestOlderAnswersCanBeSentToo(t *testing.T) {
	d := wiki(t)
	roomtest.Say(t, d.room, "ben: get-blob-properties wiki/home.md as b3",
		`ben: put-blob wiki/home.md "third" if-match=$b3.etag as b4`)
	d.writer = "ben"
	form := NewForm(d, "put-blob", nil)
	for _, name := range []string{"if-match", "from", "again"} {
		form := formOf(form)
		at := slices.IndexFunc(form.fields, func(f *field) bool { return f.Name == name })
		if at < 0 {
			t.Fatalf("there is no field %s", name)
		}
		form.at = at
		var seen []string
		for range 4 {
			send(form, "$")
			seen = append(seen, form.fields[at].text())
		}
		want := map[string][]string{
			// the newest stands there; of the version before b3 was told last
			"if-match": {"$b3.etag", "$b1.etag", "$b4.etag", "$b3.etag"},
			"from":     {"b4", "b2", "b1", "none"},
			"again":    {"b4", "b2", "b4", "b2"}}[name]
		if !slices.Equal(seen, want) {
			t.Errorf("%s goes through %v, not %v", name, seen, want)
		}
	}
	guard := to(t, form, "if-match")
	formOf(form).at = slices.Index(formOf(form).fields, guard)
	send(form, "left", "$")
	if guard.text() != "$b3.eta$g" {
		t.Errorf("within a text $ makes %q", guard.text())
	}
	send(form, "backspace", "ctrl+s")
	x := newest(d)
	if got, _ := argOf(x.Args, "if-match"); got.String() == "" || x.Words.From != "none" || x.Words.Again != "b2" {
		t.Errorf("it sends %v, made from %q, again %q", x.Args, x.Words.From, x.Words.Again)
	}
	for _, args := range x.Args {
		if args.Name == "from" || args.Name == "again" {
			t.Errorf("%s went to the service", args.Name)
		}
	}
}

// A program's body may be longer than people type: an edit of its request says how long it is, and leaves it as it is.
func TestAnEditKeepsABodyThatIsTooLongToBeTyped(t *testing.T) {
	d := wiki(t)
	long := strings.Repeat("0123456789\n", 30_000)
	roomtest.Say(t, d.room, "set ann.hold=on", "ann: send put-blob wiki/home.md "+strconv.Quote(long)+" as a2")
	e := NewEdit(d, "a2")
	if got := frame(e, 80, 24, grid.ASCII()); !strings.Contains(got, "330000 bytes, too long to be typed") {
		t.Errorf("it is not said how long the body is:\n%s", got)
	}
	write(e, "!")
	if !send(e, "ctrl+s") || d.last() != "#6 stays as it is." {
		t.Errorf("nothing was changed, and said %q", d.last())
	}
	e = NewEdit(d, "a2")
	send(e, "tab")
	write(e, "0x1")
	if !send(e, "ctrl+s") {
		t.Fatal("the form stays open")
	}
	x := d.room.View().Exchange(6)
	if body, _ := argOf(x.Args, "body"); body.String() != long {
		t.Errorf("#6 sends %d bytes, and sent %d", len(body.String()), len(long))
	}
	if guard, _ := argOf(x.Args, "if-match"); !strings.HasSuffix(guard.String(), "0x1") {
		t.Errorf("the guard is %s", guard)
	}
}

// The same of properties of a row, which are gathered in one field, and of a line.
func TestAnEditKeepsALongRowAndALongLine(t *testing.T) {
	d := wiki(t)
	d.object = engine.ParseObject("entity stock/p/r")
	text := strings.Repeat("x", 30_000)
	roomtest.Say(t, d.room, "seed: create-table stock", "set ann.hold=on",
		"ann: send insert-entity stock/p/r .a="+text+" .b="+text+" .c="+text+" as a2", "ann: send SET k "+text+" as a3",
		"ann: send SET k "+text+text+text+" as a4")
	for _, name := range []string{"a2", "a3"} {
		before := d.room.View().Record
		if e := NewEdit(d, name); !send(e, "ctrl+s") && !send(e, "enter") {
			t.Errorf("%s: the form stays open", name)
		}
		if got := d.last(); !strings.HasSuffix(got, " stays as it is.") || d.room.View().Record != before {
			t.Errorf("%s: nothing was changed, and said %q", name, got)
		}
	}
	if got := frame(NewEdit(d, "a4"), 80, 24, grid.ASCII()); !strings.Contains(got, "it stays as it is") {
		t.Errorf("a line that is too long:\n%s", got)
	}
}
