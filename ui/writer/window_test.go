package writer

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// aRow is a writer that has read the row a=1, b=1 and has made another draft of it.
func aRow(t *testing.T, draft string) (*uitest.Desk, *Pane) {
	t.Helper()
	d := uitest.At(t, "table/t04-merge-of-different-properties.race", 0, engine.ParseObject("entity stock/p/r"))
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-entity", Args: engine.Args("path", "stock/p/r"),
		As: "seen"})
	d.Room().SetDraft("ann", d.Chosen, view.Draft{Text: draft, From: []string{"seen"}})
	w := New(d, 1)
	d.With(w)
	return d, w
}

func TestARowIsEditedBesideItsBase(t *testing.T) {
	_, w := aRow(t, "a=5\nc=3\n")
	got := uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, got, "| a "), "i32", "5", "was 1")
	uitest.Holds(t, uitest.Row(t, got, "| c "), "3", "new")
	uitest.Holds(t, got, "drops b", "+ property")
	uitest.Holds(t, uitest.Row(t, got, "Guard"), "replaces")
	if strings.Contains(got, "< now") {
		t.Errorf("nothing has changed meanwhile:\n%s", got)
	}
	wide := uitest.Text(uitest.Screen(w, 70, 14, true, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, wide, "name"), "type", "draft", "base", "now")
	if f := strings.Fields(uitest.Row(t, wide, "| a ")); strings.Join(f, " ") != "| a [Int32] 5 [-] 1 1 |" {
		t.Errorf("%q", f)
	}
}

// Promise 3: what a property has become is the referee's remark, and hidden with client eyes.
func TestWhatAPropertyIsNowIsTheReferees(t *testing.T) {
	d, w := aRow(t, "a=5\nb=1\n")
	uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: "insert-or-replace-entity",
		Args: engine.Args("path", "stock/p/r", "body", "a=7\nb=9\n")})
	got := uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, got, "| a "), "was 1", "<> now 7")
	uitest.Holds(t, uitest.Row(t, got, "| b "), "< now 9")
	got = uitest.Text(uitest.Screen(w, 70, 14, true, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, got, "| a "), "<> 7")
	uitest.Holds(t, uitest.Row(t, got, "| b "), "< 9")
	eyes := uitest.ASCII()
	eyes.ClientEyes = true
	for _, wide := range []int{40, 70} {
		if got := uitest.Text(uitest.Screen(w, wide, 14, true, eyes)); strings.Contains(got, "< ") ||
			strings.Contains(got, "<>") {
			t.Errorf("client eyes see what is now:\n%s", got)
		}
	}
}

func TestAWorkerSeesWhatItWasHanded(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w, other := New(d, 1), New(d, 2)
	d.With(w, other)
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-messages",
		Args: engine.Args("queue", "jobs", "visibilitytimeout", "10")})
	got := uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII()))
	uitest.Holds(t, got, `"m"`, "receipt", "9.9 s")
	if got := uitest.Text(uitest.Screen(other, 60, 14, false, uitest.ASCII())); strings.Contains(got, `"m"`) ||
		strings.Contains(got, "receipt") {
		t.Errorf("Ben was handed nothing:\n%s", got)
	}
	// Its time runs out, and the window reckons so by itself.
	uitest.Do(t, d.Room(), engine.Clock{By: 15e9})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())), "ended 5.1 s ago")
}

// The text of a message is written, and the message deleted, with the receipt that the writer was handed; an update
// gives a new one.
func TestAMessageIsWrittenWithItsReceipt(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 1)
	d.With(w)
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	d.Select(d.First(t, "message"))
	uitest.Screen(w, 60, 14, true, uitest.ASCII())
	if got := w.window.editor.Text(); got != "m" {
		t.Fatalf("the text is %q", got)
	}
	w.Do(command.EditDraft{})
	press(w, "ore")
	for _, step := range []struct {
		do     command.Intent
		status int
	}{{command.Write{}, 204}, {command.Write{}, 204}, {command.Delete{}, 204}} {
		w.Do(step.do)
		if doing, _ := d.Room().View().Known("ann").Doing(); doing.Status != step.status {
			t.Fatalf("%T was answered %d %s: %q", step.do, doing.Status, doing.Code, d.Said)
		}
		if _, update := step.do.(command.Write); update {
			if got := view.Record(d.Room().View().Properties(d.Chosen)).Text("text"); got != "more" {
				t.Errorf("the message says %q", got)
			}
		}
	}
}

func TestAnUpdateByHandNamesAParameterThatExists(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	spec := view.Operation(d.Room().View(), "message", view.IsWrite)
	if _, ok := spec.Param("visibilitytimeout"); !ok {
		t.Errorf("%s has no such parameter", spec.Verb)
	}
}

// What a worker was handed stands in its first row, the receipt is its guard, and how long an update hides the message
// is a choice.
func TestAMessageIsGuardedByItsReceiptAndHiddenAsChosen(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 1)
	d.With(w)
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "put-message",
		Args: engine.Args("queue", "jobs", "text", "x")})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Put    1 message", `"x"`)
	if err := d.Room().Undo(); err != nil {
		t.Fatal(err)
	}
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Got    1 message")
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "put-message",
		Args: engine.Args("queue", "jobs", "text", "x")})
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Put    1 message, got 1")
	if err := d.Room().Undo(); err != nil {
		t.Fatal(err)
	}
	d.Select(d.First(t, "message"))
	got := uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII()))
	uitest.Holds(t, got, "Got    the message")
	uitest.Holds(t, uitest.Row(t, got, "Guard"), "receipt ..", "hides for 30 s")
	for _, name := range d.Room().View().Guards(d.Chosen) {
		if name != "none" {
			t.Errorf("%s is offered for a message", name)
		}
	}
	uitest.Do(t, d.Room(), engine.Set{Scope: "ann", Key: "hides", Value: "300"})
	uitest.Holds(t, uitest.Row(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Guard"),
		"hides for 300 s")
	w.Do(command.Write{})
	left := view.Record(d.Room().View().Properties(d.Chosen)).At("next-visible").Sub(d.Room().View().Now())
	if left.Seconds() < 299 || left.Seconds() > 300 {
		t.Errorf("it is hidden for %v", left)
	}
}

// What does not fit is said in fewer words, never cut: the answer, both guards, the time since a lease ended.
func TestAWindowSaysInFewerWordsWhatDoesNotFit(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	d := uitest.NewDesk(t, r)
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	w := New(d, 1)
	d.With(w)
	for _, s := range []engine.Send{uitest.Request("ben", "create-container", "wiki"),
		uitest.Request("ben", "put-blob", "wiki/home.md", "body", "a"),
		uitest.Request("ann", "get-blob", "wiki/home.md"),
		uitest.Request("ann", "acquire-blob-lease", "wiki/home.md", "duration", "15")} {
		uitest.Send(t, r, s)
	}
	got := uitest.Text(uitest.Screen(w, 31, 16, false, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, got, "Guard"), "lease ..", " ..") // both, the tag by its two points
	uitest.Do(t, r, engine.Clock{By: 25e9})
	uitest.Send(t, r, uitest.Request("ben", "put-blob", "wiki/home.md", "body", "b"),
		uitest.Request("ann", "put-blob", "wiki/home.md", "body", "c", "if-match", "x"))
	got = uitest.Text(uitest.Screen(w, 31, 16, false, uitest.ASCII()))
	uitest.Holds(t, uitest.Row(t, got, "Holds"), "ended ", " ago")
	uitest.Holds(t, uitest.Row(t, got, "Heard"), "! 412 Precondition ")
	if strings.Contains(got, "..  ") || strings.Contains(got, ".. |") {
		t.Errorf("something is cut:\n%s", got)
	}
	for words, want := range map[string]string{"412 Precondition Failed": "412",
		"STATUS_SHARING_VIOLATION": "SHARING_VIOLATION", "ERR no such key": "ERR no such key"} {
		forms := reasonForms(words)
		if forms[0] != words || forms[len(forms)-1] != want {
			t.Errorf("%q: %q", words, forms)
		}
	}
	if got := timeOfDate("Mon, 05 Jan 2026 09:00:12 GMT"); got != "09:00:12" {
		t.Errorf("of the date remains %q", got)
	}
}

// Whoever is handed an empty list has heard that: the window does not say that nothing was asked.
func TestAnEmptyHandIsNoSilence(t *testing.T) {
	d := uitest.At(t, "queue/q01-two-workers-one-message.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 2)
	d.With(w)
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Ben has not received anything.")
	for _, by := range []string{"ann", "ben"} {
		uitest.Send(t, d.Room(), engine.Send{By: by, Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	}
	uitest.Holds(t, uitest.Text(uitest.Screen(w, 50, 14, true, uitest.ASCII())), "Ben holds no message.")
}

// MS-ERREF: the number 0xC0000043 is STATUS_SHARING_VIOLATION. The writer hears the name.
func TestARefusalOverSMBIsHeardByItsName(t *testing.T) {
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "RW", "none")
	uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", "R", "share", "RWD")})
	w := New(d, 2)
	d.With(w)
	uitest.Holds(t, uitest.Row(t, uitest.Text(uitest.Screen(w, 40, 14, false, uitest.ASCII())), "Heard"),
		"! STATUS_SHARING_VIOLATION")
	v := d.Room().View()
	log := v.Log()
	if what := v.Tell(log.At(log.Len() - 1)).What; strings.Contains(what, "0x") {
		t.Errorf("the log says %q", what)
	}
	if spec := v.Spec("acquire-file-lease"); spec.Method != "ACQUIRE" {
		t.Errorf("taking a lease is called %s", spec.Method)
	}
}

// Several deletes of one kind: the one that takes the thing itself away; a handle marks its file.
func TestDeleteMeansTheThingItself(t *testing.T) {
	v := uitest.At(t, "bucket/r24-plain-last-writer-wins.race", 0, engine.ObjectID{}).Room().View()
	for kind, want := range map[string]string{"bucket": "delete-bucket", "blob": "delete-blob",
		"object": "delete-object", "file": "delete-file", "message": "delete-message", "queue": "delete-queue"} {
		if spec := act.Spec(v, v.Writers()[0].ID, engine.ObjectID{Kind: kind, Name: "x"},
			engine.ToDelete); spec == nil || spec.Verb != want {
			t.Errorf("d on a %s is %+v", kind, spec)
		}
	}
	d := uitest.Share(t)
	d.Open(t, "ann", "h1", "RWD", "RWD")
	w := New(d, 1)
	d.With(w)
	d.Select(d.First(t, "handle"))
	w.Do(command.Delete{})
	if got := view.Record(d.Room().View().Properties(engine.ParseObject("file s/f"))).Text(
		"delete-pending"); got != "true" {
		t.Errorf("the file is not marked: %q %q", got, d.Said)
	}
}

// What is typed at a prompt and not sent is kept for its writer and its object, also by a desktop that is opened later.
func TestAnUnsentLineIsKept(t *testing.T) {
	d := uitest.At(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, engine.ParseObject("key key_2"))
	w := New(d, 1)
	d.With(w)
	uitest.Screen(w, 60, 14, true, uitest.ASCII())
	w.Do(command.EditDraft{})
	press(w, "EXSET key_2 w")
	d.Select(engine.ParseObject("key other"))
	if got := w.window.prompt.input.Text(); got != "" {
		t.Errorf("another key's line is %q", got)
	}
	later := New(d, 1)
	d.Chosen = engine.ParseObject("key key_2")
	d.With(later)
	if got := later.window.prompt.input.Text(); got != "EXSET key_2 w" {
		t.Errorf("the line is %q", got)
	}
	later.SetFocus(true)
	later.Do(command.EditDraft{})
	press(later, "orld")
	later.Do(command.Write{})
	if got := New(d, 1); true {
		d.With(got)
		if text := got.window.prompt.input.Text(); text != "" {
			t.Errorf("what was sent is still there: %q", text)
		}
	}
	uitest.Holds(t, uitest.Row(t, uitest.Text(uitest.Screen(later, 60, 10, true, uitest.ASCII())), "Has"), `"world"`)
}

// A message that is gone is fresh in nobody's window.
func TestADeletedMessageIsFreshForNobody(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	one, two := New(d, 1), New(d, 2)
	d.With(one, two)
	d.Select(d.First(t, "message"))
	get := func(by, name string) {
		uitest.Send(t, d.Room(), engine.Send{By: by, Verb: "get-messages",
			Args: engine.Args("queue", "jobs", "visibilitytimeout", "1"), As: name})
	}
	get("ann", "g")
	uitest.Do(t, d.Room(), engine.Clock{By: 5e9})
	get("ben", "h")
	two.Do(command.Delete{})
	if doing, _ := d.Room().View().Known("ben").Doing(); doing.Status != 204 {
		t.Fatalf("the delete was answered %s", doing.Words)
	}
	for _, w := range []*Pane{one, two} {
		if got := uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())); strings.Contains(got, "fresh") {
			t.Errorf("it is called fresh:\n%s", got)
		}
	}
	if view.TextOf(*d.Room().View().Spec("create-file")) != "" {
		t.Error("a size is taken for a text")
	}
}

// A lease that was given no end may have one by now: its holder's window claims no more than its holder heard.
func TestALeaseIsHeldAsWasHeard(t *testing.T) {
	d := uitest.At(t, "blob/wiki.race", 0, engine.ParseObject("blob wiki/home.md"))
	w := New(d, 1)
	d.With(w)
	holds := func(wide int) string {
		return uitest.Row(t, uitest.Text(uitest.Screen(w, wide, 14, false, uitest.ASCII())), "Holds")
	}
	send := func(by, verb string, args ...string) {
		uitest.Send(t, d.Room(), engine.Send{By: by, Verb: verb,
			Args: engine.Args(append([]string{"path", "wiki/home.md"}, args...)...)})
	}
	send("ann", "acquire-blob-lease", "duration", "-1")
	uitest.Holds(t, holds(60), "was given without an end")
	send("ben", "break-blob-lease", "period", "10")
	uitest.Holds(t, holds(60), "was given without an end") // nobody told her
	send("ann", "get-blob")
	uitest.Holds(t, holds(60), "breaking when it was read")
	uitest.Holds(t, holds(34), "breaking")
}

// What REST does to oplocks (Azure, "Manage file locks"): a read leaves RH of RWH, a write leaves nothing. A client
// that does not answer acknowledges nothing, and goes on with what it had.
func TestAnOplockIsHeldAsItWasAcknowledged(t *testing.T) {
	for _, c := range []struct{ responsive, given, verb, left string }{
		{"on", "RWH", "get-file", "oplock RH"},
		{"on", "RWH", "put-range", "RW shares RW"},
		{"on", "RH", "put-range", "RW shares RW"},
		{"off", "RWH", "get-file", "oplock RWH"},
		{"off", "RH", "put-range", "oplock RH"},
	} {
		d := uitest.Share(t)
		w := New(d, 1)
		d.With(w)
		uitest.Do(t, d.Room(), engine.Set{Scope: "ann", Key: "responsive", Value: c.responsive})
		uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "smb-create",
			Args: engine.Args("path", "s/f", "access", "RW", "share", "RW", "oplock", c.given)})
		args := engine.Args("path", "s/f")
		if c.verb == "put-range" {
			args = engine.Args("path", "s/f", "range", "0-1", "body", "xx")
		}
		uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: c.verb, Args: args})
		row := uitest.Row(t, uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())), "Holds")
		if uitest.Holds(t, row, c.left); !strings.Contains(c.left, "oplock") && strings.Contains(row, "oplock") {
			t.Errorf("%s leaves of %s: %s", c.verb, c.given, row)
		}
	}
}

// What a client was told was written and has not sent stands in its writer's window, until it is called in; of a handle
// that somebody else closed it is still there for who was not told. The version that it makes is its own.
func TestWhatAClientCachesIsInItsWindow(t *testing.T) {
	for _, c := range []struct{ verb, args, cache, method string }{
		{"get-file", "path s/f", "", "SMB WRITE"},
		{"force-close-handles", "path s/f handle *", "3 bytes at 0-2, unsent", "PUT"},
	} {
		d := uitest.Share(t)
		w, other := New(d, 1), New(d, 2)
		d.With(w, other)
		uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "smb-create",
			Args: engine.Args("path", "s/f", "access", "RW", "share", "RW", "oplock", "RWH"), As: "h1"})
		d.Asks(t, "ann", "smb-write", "h1", "body", "abc", "offset", "0")
		seen := func(w *Pane) string { return uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())) }
		uitest.Holds(t, uitest.Row(t, seen(w), "Cache"), `3 bytes at 0-2, unsent: "abc"`)
		if strings.Contains(seen(other), "Cache") {
			t.Errorf("Ben knows of Ana's cache:\n%s", seen(other))
		}
		uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: c.verb, Args: engine.Args(strings.Fields(c.args)...)})
		if got := seen(w); !strings.Contains(got, c.cache) || strings.Contains(got, "Cache") != (c.cache != "") {
			t.Errorf("after %s Ana's window shows\n%s", c.verb, got)
		}
		if v := d.Room().View().Truth(engine.ParseObject("file s/f")).Versions[0]; v.By != "ann" ||
			v.Method != c.method {
			t.Errorf("after %s the newest version is %s's, by %s", c.verb, v.By, v.Method)
		}
	}
}

// What a writer has open it holds, with its access, its share mode and its locks, until it gives it back or is told
// that it is closed.
func TestAnOpenHandleIsHeld(t *testing.T) {
	d := uitest.Share(t)
	w, other := New(d, 1), New(d, 2)
	d.With(w, other)
	held := func(wide int) string {
		return uitest.Row(t, uitest.Text(uitest.Screen(w, wide, 14, false, uitest.ASCII())), "Holds")
	}
	uitest.Holds(t, held(40), "nothing")
	d.Open(t, "ann", "h1", "RW", "none")
	uitest.Holds(t, held(40), "handle RW shares none")
	d.Asks(t, "ann", "smb-lock", "h1", "offset", "10", "length", "10")
	uitest.Holds(t, held(48), "handle RW shares none lock 10-19")
	uitest.Holds(t, held(30), "RW/none lock 10-19")
	if row := uitest.Row(t, uitest.Text(uitest.Screen(other, 40, 14, false, uitest.ASCII())),
		"Holds"); !strings.Contains(row, "nothing") {
		t.Errorf("Ben knows of Ana's handle: %s", row)
	}
	d.Asks(t, "ann", "smb-unlock", "h1", "offset", "10", "length", "10")
	if row := held(48); strings.Contains(row, "lock") {
		t.Errorf("the lock is gone: %s", row)
	}
	uitest.Send(t, d.Room(), engine.Send{By: "ben", Verb: "force-close-handles",
		Args: engine.Args("path", "s/f", "handle", "*")})
	uitest.Holds(t, held(40), "handle RW") // nobody told her
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "smb-read",
		Args: []engine.Arg{{Name: "handle", Value: engine.Ref("h1.handle", false)}}})
	uitest.Holds(t, held(40), "nothing")
}

// SMB says no version and no tag with what it reads: how much that is stands there instead.
func TestAReadOverSMBSaysOfWhat(t *testing.T) {
	d := uitest.Share(t)
	w := New(d, 1)
	d.With(w)
	d.Open(t, "ann", "h1", "R", "RWD")
	d.Asks(t, "ann", "smb-read", "h1")
	row := uitest.Row(t, uitest.Text(uitest.Screen(w, 40, 14, false, uitest.ASCII())), "Read")
	uitest.Holds(t, row, "20 bytes  now")
}

// Azure Files has no conditions: what a writer has chosen for blobs goes with no call to a file. A handle reads and
// writes the file, and nobody else can write through it: what a write would do to another's cannot be tried there.
func TestNoGuardGoesWithACallThatTakesNone(t *testing.T) {
	d := uitest.Share(t)
	w := New(d, 1)
	d.With(w)
	uitest.Do(t, d.Room(), engine.Set{Scope: "ann", Key: "guard", Value: "if-match"})
	d.Open(t, "ann", "h1", "RW", "RW")
	for _, row := range [][2]string{{"file s/f", "none: last writer wins, the call takes none"},
		{d.First(t, "handle").String(), "none "}} {
		object, says := row[0], row[1]
		d.Select(engine.ParseObject(object))
		for _, do := range []command.Intent{command.Read{}, command.EditDraft{}, command.Write{}} {
			w.Do(do)
			if doing, _ := d.Room().View().Known("ann").Doing(); doing.Refused {
				t.Fatalf("%s: %T was answered %s: %q", object, do, doing.Words, d.Said)
			}
		}
		uitest.Holds(t, uitest.Row(t, uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())), "Guard"),
			says)
		for _, name := range d.Room().View().Guards(engine.ParseObject(object)) {
			if strings.HasPrefix(name, "if-") {
				t.Errorf("%s is offered for %s", name, object)
			}
		}
	}
	if doing, _ := d.Room().View().Known("ann").Doing(); doing.What != "SMB WRITE" {
		t.Errorf("through the handle goes %s", doing.What)
	}
}

// U1: who deletes what holds others is told what went with it.
func TestADeleteSaysWhatWentWithIt(t *testing.T) {
	list := []engine.ObjectID{{Kind: "message", Name: "jobs/1"}, {Kind: "message", Name: "jobs/2"},
		{Kind: "entity", Name: "t/p/r"}, {Kind: "entity", Name: "t/p/s"}, {Kind: "blob", Name: "w/a"}}
	if have := along(list); have != "2 messages, 2 entities, 1 blob" || along(nil) != "" {
		t.Errorf("with it went %q", have)
	}
}

// Who has read a blob's properties alone knows which version stands there: the window says so, as the timeline does.
func TestAReadOfPropertiesSaysWhichVersion(t *testing.T) {
	d := uitest.At(t, "blob/r35-metadata-is-replaced-not-merged.race", 0, engine.ParseObject("blob wiki/home.md"))
	w := New(d, 1)
	d.With(w)
	uitest.Send(t, d.Room(), uitest.Request("ann", "get-blob-properties", "wiki/home.md"))
	row := uitest.Row(t, uitest.Text(uitest.Screen(w, 60, 14, false, uitest.ASCII())), "Read")
	uitest.Holds(t, row, "v", "properties, not the text")
	if strings.Contains(row, "nothing") {
		t.Error(row)
	}
}

// A lease of which a request under its id was refused by the lease rules is not shown as one that runs: what was heard
// last of it is that. An answer under its id that was accepted, and one of another rule, leave it as it is.
func TestARefusedLeaseIsNotShownAsRunning(t *testing.T) {
	const id = "11111111-2222-4333-8444-555555555555"
	r := room.New(catalog.New, room.Options{})
	d := uitest.NewDesk(t, r)
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	w := New(d, 1)
	d.With(w)
	holds := func() string {
		return uitest.Row(t, uitest.Text(uitest.Screen(w, 60, 16, false, uitest.ASCII())), "Holds")
	}
	uitest.Send(t, r, uitest.Request("ben", "create-container", "wiki"),
		uitest.Request("ben", "put-blob", "wiki/home.md", "body", "a"),
		uitest.Request("ann", "acquire-blob-lease", "wiki/home.md", "duration", "15", "id", id),
		uitest.Request("ann", "put-blob", "wiki/home.md", "body", "c", "lease", id, "if-match", "x"))
	if row := holds(); strings.Contains(row, "refused") {
		t.Error(row)
	}
	uitest.Send(t, r, uitest.Request("ben", "break-blob-lease", "wiki/home.md", "period", "0"),
		uitest.Request("ann", "renew-blob-lease", "wiki/home.md", "lease", id))
	uitest.Holds(t, holds(), "lease ..5555  refused in #6")
	uitest.Send(t, r, uitest.Request("ann", "acquire-blob-lease", "wiki/home.md", "duration", "15", "id", id))
	if row := holds(); strings.Contains(row, "refused") {
		t.Error(row)
	}
}
