package act_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// session is one in which Ana has done what the lines say.
func session(t *testing.T, lines ...string) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	if _, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.AddWriter{ID: "ben", Title: "Ben"}); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		s, err := scenario.ParseLine(line, r.View().Log().Len()+1, r.View().Services())
		if err != nil {
			t.Fatal(line, err)
		}
		for _, in := range s.Inputs {
			if send, ok := in.(engine.Send); !ok {
				continue
			} else if _, err := r.Send(send); err != nil {
				t.Fatal(line, err)
			}
		}
	}
	return r
}

// do carries an aim out and says the verb and the answer's status.
func do(t *testing.T, r *room.Room, object engine.ObjectID, aim engine.Aim, text string) (verb string, status int) {
	t.Helper()
	v := r.View()
	read, _ := v.Known("ann").Reading(object)
	a := act.Of(v, "ann", object, aim, act.Content{Text: text, From: "none", Base: read.Body})
	if a.Why != "" {
		t.Fatalf("%s %s: %s", aim, object, a.Why)
	}
	if _, err := r.Send(a.Send); err != nil {
		t.Fatal(err)
	}
	doing, _ := r.View().Known("ann").Doing()
	return a.Spec.Verb, doing.Status
}

var jobs = engine.ParseObject("queue jobs")

const put = "seed: create-queue jobs"

var queue = []string{put, "ben: put-message jobs one", "ben: put-message jobs two"}

// On a queue one receives, and what one holds is what one deletes: the message, never the queue with all the others.
func TestAQueueIsReceivedFromAndItsMessageDeleted(t *testing.T) {
	r := session(t, queue...)
	if verb, status := do(t, r, jobs, engine.ToRead, ""); verb != "get-messages" || status != 200 {
		t.Errorf("read: %s %d", verb, status)
	}
	held := r.View().Known("ann").Handed(jobs)
	if len(held) != 1 || held[0].Text != "one" {
		t.Fatalf("Ana holds %+v", held)
	}
	if verb, status := do(t, r, held[0].Object, engine.ToWrite, "more"); verb != "update-message" || status != 204 {
		t.Errorf("write: %s %d", verb, status)
	}
	if verb, status := do(t, r, jobs, engine.ToDelete, ""); verb != "delete-message" || status != 204 {
		t.Errorf("delete: %s %d", verb, status)
	}
	// She holds none any more: that is not the queue with Ben's message, and it is not the empty queue either. Who
	// names the whole of it sees what goes with it before.
	for _, left := range []int{1, 0} {
		if a := act.Of(r.View(), "ann", jobs, engine.ToDelete, act.Content{}); a.Lacks != engine.ToRead ||
			a.Why != "Ana holds no message of jobs, so nothing is deleted." {
			t.Errorf("with %d left: %q lacks %q", left, a.Why, a.Lacks)
		}
		a, _ := act.Whole(r.View(), "ann", jobs, engine.ToDelete)
		if a.Spec.Verb != "delete-queue" || len(a.Takes) != left {
			t.Errorf("%s takes %v, want %d", a.Spec.Verb, a.Takes, left)
		}
		roomtest.Say(t, r, "ben: clear-messages jobs")
	}
}

// A receipt is the newest one; who was handed none is told so and sends nothing.
func TestAMessageNeedsItsReceipt(t *testing.T) {
	r := session(t, queue...)
	var message engine.ObjectID
	for _, o := range r.View().Things("queue") {
		if o.Kind == "message" {
			message = o.Object
		}
	}
	for _, aim := range []engine.Aim{engine.ToWrite, engine.ToDelete} {
		if a := act.Of(r.View(), "ann", message, aim, act.Content{Text: "x"}); a.Why == "" || a.Lacks != engine.ToRead {
			t.Errorf("%s without a receipt: %+v", aim, a)
		}
	}
}

var rows = []string{"seed: create-table shop", "seed: insert-entity shop/inks/red .n=1 .price=2"}

// A row that was read is updated, with its tag; one that nobody was shown is inserted; merges send what changed.
func TestARowIsWrittenByWhatItsWriterKnows(t *testing.T) {
	row := engine.ParseObject("entity shop/inks/red")
	r := session(t, rows...)
	if verb, status := do(t, r, row, engine.ToWrite, "n=2\n"); verb != "insert-entity" || status != 409 {
		t.Errorf("unread: %s %d", verb, status)
	}
	do(t, r, row, engine.ToRead, "")
	a := act.Of(r.View(), "ann", row, engine.ToWrite, act.Content{Text: "n=2\nprice=2\n", From: "none"})
	tagged := slices.ContainsFunc(a.Send.Args, func(a engine.Arg) bool { return a.Name == "if-match" })
	if verb, status := do(t, r, row, engine.ToWrite, "n=2\nprice=2\n"); verb != "update-entity" || status != 204 ||
		!tagged {
		t.Errorf("read: %s %d, tag %v", verb, status, tagged)
	}
	if _, err := r.Do(engine.Set{Scope: "ann", Key: "rows", Value: view.MergeRows}); err != nil {
		t.Fatal(err)
	}
	if verb, status := do(t, r, row, engine.ToWrite, "n=3\nprice=2\n"); verb != "merge-entity" || status != 204 {
		t.Errorf("merging: %s %d", verb, status)
	}
	if verb, status := do(t, r, row, engine.ToDelete, ""); verb != "delete-entity" || status != 204 {
		t.Errorf("delete: %s %d", verb, status)
	}
}

// Who was shown some properties of a row, or has merged into one that it never read, does not drop the others: an
// update replaces all of them (table/rules.md, "Operations and outcomes").
func TestARowThatIsKnownInPartIsMergedInto(t *testing.T) {
	row := engine.ParseObject("entity shop/inks/red")
	for _, known := range []string{"query-entities shop select=PartitionKey,RowKey,n",
		"get-entity shop/inks/red select=n", "merge-entity shop/inks/red .n=2"} {
		r := session(t, append(slices.Clone(rows), "ann: "+known)...)
		if verb, status := do(t, r, row, engine.ToWrite, "n=3\n"); verb != "merge-entity" || status != 204 {
			t.Errorf("%s: %s %d", known, verb, status)
		}
		if body := r.View().Truth(row).Versions[0].Body; body != "n=3\nprice=2\n" {
			t.Errorf("%s: %q stands there", known, body)
		}
	}
}

// The text of a file goes into its bytes; its size is no text.
func TestAFileIsWrittenAsBytes(t *testing.T) {
	r := session(t, "seed: create-share s", "seed: create-file s/f size=5")
	if verb, status := do(t, r, engine.ParseObject("file s/f"), engine.ToWrite, "hello"); verb != "put-range" ||
		status != 201 {
		t.Errorf("write: %s %d", verb, status)
	}
	do(t, r, engine.ParseObject("file s/f"), engine.ToRead, "")
	if read, _ := r.View().Known("ann").Reading(engine.ParseObject("file s/f")); read.Body != "hello" {
		t.Errorf("it says %q", read.Body)
	}
}

// Renewing and releasing name the lease that the writer holds; who holds none is told what it lacks.
func TestALeaseIsNamedByItsHolder(t *testing.T) {
	r := session(t, "seed: create-container wiki", "seed: put-blob wiki/home.md one")
	page := engine.ParseObject("blob wiki/home.md")
	if a := act.Of(r.View(), "ann", page, engine.ToRenew, act.Content{}); a.Lacks != engine.ToAcquire {
		t.Errorf("%+v", a)
	}
	a := act.Of(r.View(), "ann", page, engine.ToAcquire, act.Content{})
	a.Send.Args = engine.With(a.Send.Args, "duration", engine.Text("30"))
	if _, err := r.Send(a.Send); err != nil {
		t.Fatal(err)
	}
	for _, aim := range []engine.Aim{engine.ToRenew, engine.ToRelease} {
		if verb, status := do(t, r, page, aim, ""); status != 200 {
			t.Errorf("%s: %d", verb, status)
		}
	}
}

// Every verb that a service names for an aim exists, and is about that kind of object or, for what is held, lies in it.
func TestEveryActIsAnOperation(t *testing.T) {
	v := room.New(catalog.New, room.Options{}).View()
	for _, s := range v.Services() {
		for kind, acts := range s.Acts {
			for aim, verbs := range acts {
				if len(verbs) == 0 {
					t.Errorf("%s of a %s has no verb", aim, kind)
				}
				for i, verb := range verbs {
					switch spec := v.Spec(verb); {
					case spec == nil:
						t.Errorf("%s of a %s: there is no %s", aim, kind, verb)
					case spec.Object != kind && i == len(verbs)-1 && kind != "snapshot":
						t.Errorf("%s of a %s ends with %s, which is about a %s", aim, kind, verb, spec.Object)
					}
				}
			}
		}
	}
}

// C4: a text in which a merge has left its marker lines is not sent by a key; where they stood before, they are text.
func TestMarkersAreNotWrittenByAKey(t *testing.T) {
	r := session(t, "ann: create-container wiki", "ann: put-blob wiki/a one", "ann: get-blob wiki/a")
	const text = "<<<<<<< Ana's\nmine\n=======\ntheirs\n>>>>>>> Ben's v5\n"
	object := engine.ObjectID{Kind: "blob", Name: "wiki/a"}
	for base, sent := range map[string]bool{"one": false, text: true} {
		a := act.Of(r.View(), "ann", object, engine.ToWrite, act.Content{Text: text + "more", Base: base})
		if (a.Why == "") != sent || !sent && !strings.Contains(a.Why, "marker lines of a merge") {
			t.Errorf("from %q: %q", base, a.Why)
		}
	}
}

// What is said of a lease id that is told is what the next write of who was told it carries.
func TestWhatIsToldOfALeaseIDIsSent(t *testing.T) {
	page := engine.ParseObject("blob wiki/x")
	for guard, says := range map[string]string{"": "sends the id", "none": "guard is none", "lease": "sends the id",
		"if-none-match": "sends the id", "if-match": "has read no version"} {
		r := session(t, "seed: create-container wiki", "seed: put-blob wiki/x v1",
			"ann: acquire-blob-lease wiki/x duration=60 as l1")
		if guard != "" {
			if _, err := r.Do(engine.Set{Scope: "ben", Key: "guard", Value: guard}); err != nil {
				t.Fatal(err)
			}
		}
		id := engine.Ref("l1.lease", false)
		if said := act.WouldSend(r.View(), "ben", id); !strings.Contains(said, says) {
			t.Errorf("%q: %s", guard, said)
		}
		if _, err := r.Do(engine.Tell{To: "ben", What: id}); err != nil {
			t.Fatal(err)
		}
		a := act.Of(r.View(), "ben", page, engine.ToWrite, act.Content{Text: "x", From: "none"})
		if a.Why != "" {
			continue
		}
		if _, err := r.Send(a.Send); err != nil {
			t.Fatal(err)
		}
		answered := r.View().Exchange(r.View().Requests()).Answer
		if got := answered.Code() == "LeaseIdMissing"; got != (guard == "none") {
			t.Errorf("%q: %d %s", guard, answered.Status, answered.Code())
		}
	}
}

// A handle is used by the client that opened it; another's letters say whose it is, and send nothing.
func TestAHandleIsUsedByItsOwnClient(t *testing.T) {
	r := session(t, "seed: create-share s", "seed: create-file s/f size=5", "ann: smb-create s/f access=RW share=RW "+
		"as h1")
	id, _ := r.View().Named("h1").Answer.Field("handle").Token()
	handle := engine.ObjectID{Kind: "handle", Name: id.String()}
	for _, aim := range []engine.Aim{engine.ToRead, engine.ToWrite, engine.ToDelete} {
		if a := act.Of(r.View(), "ann", handle, aim, act.Content{Text: "x"}); a.Why != "" {
			t.Errorf("Ana cannot %s by her own handle: %s", aim, a.Why)
		}
		if a := act.Of(r.View(), "ben", handle, aim, act.Content{Text: "x"}); !strings.Contains(a.Why,
			"handle of Ana's") {
			t.Errorf("Ben can %s by Ana's handle: %q", aim, a.Why)
		}
	}
}
