package blob_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// changes and shown are parts as text, in order: object, name, who wrote or removed them, what happened to them.
func changes(list []engine.Change) string {
	var words []string
	for _, c := range list {
		w := c.Object.String() + " " + c.Name + " " + c.Mark.By
		for _, flag := range []struct {
			on   bool
			word string
		}{{c.Gone, "gone"}, {c.Drops, "drops"}, {c.Side, "side"}, {c.Wanted, "wanted"}, {c.Adds, "adds"},
			{c.Silent, "silent"}} {
			if flag.on {
				w += " " + flag.word
			}
		}
		words = append(words, strings.TrimSpace(w))
	}
	return strings.Join(words, "; ")
}

func shown(list []engine.Part) string {
	var words []string
	for _, p := range list {
		w := p.Name + " " + p.Mark.By
		if p.Gone {
			w = p.Object.String() + " " + w + " gone"
		}
		if p.To != 0 {
			w += fmt.Sprintf(" %d-%d", p.From, p.To)
		}
		words = append(words, strings.TrimSpace(w))
	}
	return strings.Join(words, "; ")
}

// decided is what the event of the newest decision says.
func (b *bench) decided() engine.Event {
	b.T.Helper()
	i := slices.IndexFunc(b.Events, func(e engine.Event) bool { return e.Kind == engine.Decided })
	if i < 0 {
		b.T.Fatal("nothing was decided")
	}
	return b.Events[i]
}

// The referee's rules on parts, and the conventions of the blob service: what each request changes, with whose work
// gives way. Metadata and tags that were empty and stay so are nobody's.
func TestWhatRequestsChange(t *testing.T) {
	const put = "blob wiki/x body seed; blob wiki/x metadata seed side; blob wiki/x tags seed side; blob wiki/x " +
		"properties seed side"
	const dropped = "blob wiki/x body seed drops; blob wiki/x metadata seed drops; blob wiki/x tags seed drops; " +
		"blob wiki/x properties seed drops; blob wiki/x tier  drops"
	for _, row := range [][2]string{
		{"put-blob path=wiki/x body=2", put},
		{"put-blob path=wiki/x body=2 tier=Cool", put + "; blob wiki/x tier  side"},
		{"put-blob path=wiki/bare body=2", "blob wiki/bare body seed; blob wiki/bare properties seed side"},
		{"put-blob path=wiki/bare body=2 tag.t=1",
			"blob wiki/bare body seed; blob wiki/bare tags  side; blob wiki/bare properties seed side"},
		{"put-blob path=wiki/new body=2", "blob wiki/new body  gone"},
		{"put-blob path=wiki/new body=2 if-none-match=*", "blob wiki/new body  gone wanted"},
		{"put-blob path=wiki/old body=2", "blob wiki/old body ben gone"},
		{"set-blob-metadata path=wiki/x", "blob wiki/x metadata seed"},
		{"set-blob-properties path=wiki/x", "blob wiki/x properties seed"},
		{"set-blob-tags path=wiki/x", "blob wiki/x tags seed"},
		{"set-blob-tier path=wiki/x tier=Cool", "blob wiki/x tier"},
		{"delete-blob path=wiki/x", dropped}, {"acquire-blob-lease path=wiki/x duration=15", ""},
		{"get-blob path=wiki/x", ""},
		{"put-blob path=wiki/x body=2 if-match=stale", ""},
		{"create-container path=box", "container box metadata  gone wanted; container box acl  gone side wanted"},
		{"set-container-metadata path=wiki", "container wiki metadata seed"},
		{"set-container-acl path=wiki", "container wiki acl seed"},
		{"delete-container path=wiki", "container wiki metadata seed drops; container wiki acl seed drops; " + dropped},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1 meta.m=1 tag.t=1",
			"seed: put-blob path=wiki/bare body=1",
			"seed: put-blob path=wiki/old body=1", "ben: delete-blob path=wiki/old")
		if strings.HasPrefix(row[0], "delete-container") {
			b.All("seed: delete-blob path=wiki/bare")
		}
		b.Say("ann: " + row[0])
		if got := changes(b.decided().Changed); got != row[1] {
			t.Errorf("%s changes\n%s, want\n%s", row[0], got, row[1])
		}
	}
}

// The referee's rules on parts: what each answer shows. Tags are shown by their own read only; a refusal shows nothing
// but an absence.
func TestWhatAnswersShow(t *testing.T) {
	for _, row := range [][2]string{
		{"get-blob path=wiki/x", "body seed; metadata seed; properties seed; tier"},
		{"get-blob path=wiki/x range=1-2", "body seed 1-3; metadata seed; properties seed; tier"},
		{"get-blob-properties path=wiki/x", "metadata seed; properties seed; tier; standing body seed"},
		{"get-blob-metadata path=wiki/x", "metadata seed; standing body seed"},
		{"get-blob-tags path=wiki/x", "tags seed"},
		{"get-container-properties path=wiki", "metadata seed"}, {"get-container-metadata path=wiki", "metadata seed"},
		{"get-container-acl path=wiki", "acl seed"},
		{"list-blobs path=wiki", "standing body seed; properties seed; standing metadata seed; " +
			"container wiki unlisted blob  gone; container wiki unlisted blob ben gone"},
		{"list-blobs path=wiki include=metadata prefix=p", "container wiki unlisted blob  gone"},
		{"list-blobs path=wiki delimiter=/ include=metadata", "standing body seed; properties seed; metadata seed; " +
			"container wiki unlisted blob  gone; container wiki unlisted blob ben gone"},
		{"list-blobs path=wiki marker=x", "standing body seed; properties seed; standing metadata seed; names ben; " +
			"container wiki unlisted blob  gone"},
		{"get-blob path=wiki/old", "blob wiki/old body ben gone"},
		{"put-blob path=nobox/x body=1", "container nobox *  gone"},
		{"get-blob path=wiki/x if-match=stale", ""}, {"get-blob path=wiki/x if-modified-since=00:59.0", ""},
		{"acquire-blob-lease path=wiki/x duration=15", ""},
		{"get-container-properties path=was", "container was * ben gone"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: create-container path=was",
			"seed: put-blob path=wiki/x body=1234 meta.m=1 tag.t=1",
			"seed: put-blob path=wiki/old body=1", "ben: delete-blob path=wiki/old", "ben: delete-container path=was")
		b.Say("ann: " + row[0])
		if got := shown(b.decided().Showed); got != row[1] {
			t.Errorf("%s shows %s, want %s", row[0], got, row[1])
		}
	}
}

// The referee's rules: a version guard is If-Match with a tag or a date that must not be passed; not *, not a lease.
func TestWhatIsComparedAndHeld(t *testing.T) {
	for words, want := range map[string]string{"if-match=$a.etag": "body metadata properties", "if-match=*": "",
		"if-none-match=stale": "", "": "",
		"if-unmodified-since=00:00.0": "body metadata properties"} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "ann a: put-blob path=wiki/x body=1")
		b.Say(strings.TrimSpace("ann: put-blob path=wiki/x body=2 " + words))
		stands := ""
		for _, c := range b.decided().Compared {
			stands += strings.Join(c.Stands, " ")
		}
		if stands != want {
			t.Errorf("%q: compared for %q, want %q", words, stands, want)
		}
	}
}

// rules.md, "Kind of trouble by code": refusals by conditions and absences, and whose event made them so.
func TestKindsOfOtherRefusals(t *testing.T) {
	for _, row := range [][4]string{
		{"ann: put-blob path=wiki/x body=2 if-match=stale", "412 ConditionNotMet", "stale-write", "ben"},
		{"ann: put-blob path=wiki/x body=2 if-none-match=$b.etag", "412 ConditionNotMet", "", "ben"},
		{"ann: put-blob path=wiki/x body=2 if-none-match=*", "409 BlobAlreadyExists", "already-there", "ben"},
		{"ann: put-blob path=wiki/old body=2 if-match=*", "412 ConditionNotMet", "gone", "ben"},
		{"ann: set-blob-metadata path=wiki/old", "404 BlobNotFound", "gone", "ben"},
		{"ann: get-blob path=wiki/old if-match=$b.etag", "404 BlobNotFound", "gone", "ben"},
		{"ann: get-blob path=wiki/old", "404 BlobNotFound", "", "ben"},
		{"ann: set-blob-metadata path=wiki/none", "404 BlobNotFound", "gone", ""},
		{"ann: delete-blob path=wiki/x", "409 SnapshotsPresent", "already-there", "ben"},
		{"ann: create-container path=wiki", "409 ContainerAlreadyExists", "already-there", "seed"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "ben b: put-blob path=wiki/x body=1",
			"ben: snapshot-blob path=wiki/x", "ben: put-blob path=wiki/old body=1",
			"ben: delete-blob path=wiki/old")
		b.Step(tell("ann", "b.etag"))
		if why := b.Want(row[0], row[1]).Why; string(why.Rule.Kind) != row[2] || why.Since.By != row[3] {
			t.Errorf("%s: %q by %q, want %q by %q", row[0], why.Rule.Kind, why.Since.By, row[2], row[3])
		}
	}
}

// What an answer to a lease operation makes its reader believe, and for how long.
func TestBeliefs(t *testing.T) {
	b := newBench(t)
	believes := func(want bool) {
		t.Helper()
		if token, ok := b.World.Writer("ann").Believes(engine.ParseObject("blob wiki/x")); ok != want || ok &&
			token.IsZero() {
			t.Errorf("ann believes %v (%s), want %v", ok, token, want)
		}
	}
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/x body=1")
	believes(false)
	b.All("ann l: acquire-blob-lease path=wiki/x duration=15")
	believes(true)
	b.All("ann: release-blob-lease path=wiki/x lease=$l.lease")
	believes(false)
	b.All("ann l2: acquire-blob-lease path=wiki/x duration=15", "ben: break-blob-lease path=wiki/x period=0")
	believes(true)
	token, _ := b.World.Writer("ann").Believes(engine.ParseObject("blob wiki/x"))
	if b.World.Held(engine.ParseObject("blob wiki/x"), token) {
		t.Error("a broken lease is held")
	}
	b.All("ann: delete-blob path=wiki/x")
	believes(false)
}

// The service may fail instead of judging; nothing has happened then.
func TestFaults(t *testing.T) {
	for code, want := range map[string]string{"ServerBusy": "503 ServerBusy",
		"OperationTimedOut": "500 OperationTimedOut", "InternalError": "500 InternalError"} {
		b := newBench(t)
		b.All("seed: create-container path=wiki")
		a := b.Send(engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/x", "body", "1"),
			Words: engine.Words{Fault: code}})
		if a.String() != want || b.World.Object(engine.ParseObject("blob wiki/x")) != nil {
			t.Errorf("fault=%s: %s, the blob is %v", code, a, b.World.Object(engine.ParseObject("blob wiki/x")))
		}
	}
}

// The referee's rules on parts, for blocks, appended blocks and pages: what requests change, take in and show.
func TestPiecesOfBlobs(t *testing.T) {
	for _, row := range [][4]string{ // request, changed, taken, shown
		{"put-block path=wiki/x block=CCCC body=1", "blob wiki/x staged CCCC  adds", "", ""},
		{"put-block path=wiki/x block=BBBB body=1", "blob wiki/x staged BBBB ben silent", "", ""},
		{"put-block-list path=wiki/x blocks=[committed,AAAA]",
			"blob wiki/x body seed; blob wiki/x properties seed side; blob wiki/x staged BBBB ben drops side silent",
			"block AAAA seed", ""},
		{"put-block-list path=wiki/x blocks=[AAAA,BBBB,AAAA]",
			"blob wiki/x body seed; blob wiki/x properties seed side", "block AAAA seed; staged BBBB ben", ""},
		{"get-block-list path=wiki/x", "", "", "block AAAA seed; body seed"},
		{"get-block-list path=wiki/x list=uncommitted", "", "", "staged BBBB ben"},
		{"get-blob path=wiki/x", "", "", "block AAAA seed; body seed; metadata; properties seed; tier"},
		{"delete-blob path=wiki/x", "blob wiki/x body seed drops; blob wiki/x metadata  drops; blob wiki/x tags  " +
			"drops; blob wiki/x properties seed drops; " +
			"blob wiki/x tier  drops; blob wiki/x staged BBBB ben drops silent", "", ""},
		{"append-block path=wiki/log body=1", "blob wiki/log body seed adds", "", ""},
		{"get-blob path=wiki/log range=0-0", "", "",
			"block 1 ben; body seed 0-1; metadata; properties seed; tier"},
		{"put-blob path=wiki/log type=AppendBlob",
			"blob wiki/log body seed; blob wiki/log properties seed side; blob wiki/log block 1 ben drops silent", "",
			""},
		{"append-blob-seal path=wiki/log", "blob wiki/log sealed  adds", "", ""},
		{"put-page path=wiki/disk page-write=clear range=0-1023", "blob wiki/disk page 512 ben",
			"", "sequence seed"}, // nobody wrote the first page
		{"set-blob-properties path=wiki/disk sequence-action=update sequence=4", "blob wiki/disk sequence seed", "",
			""},
		{"set-blob-properties path=wiki/disk sequence-action=max sequence=4", "blob wiki/disk sequence seed adds", "",
			"sequence ann"},
		{"set-blob-properties path=wiki/disk sequence-action=increment", "blob wiki/disk sequence seed adds", "",
			"sequence ann"},
		{"set-blob-properties path=wiki/disk size=512",
			"blob wiki/disk page 512 ben drops; blob wiki/disk properties seed", "", "sequence seed"},
		{"get-blob path=wiki/disk range=512-600", "", "",
			"page 512 ben; sequence seed; body seed 512-601; metadata; properties seed; tier"},
		{"get-blob-properties path=wiki/disk", "", "", "metadata; properties seed; tier; standing body seed; " +
			"sequence seed"},
		{"get-page-ranges path=wiki/disk", "", "", ""},
		{"copy-blob path=wiki/new source=wiki/x", "blob wiki/new body  gone", "body seed", ""},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-block path=wiki/x block=AAAA body=1",
			"seed: put-block-list path=wiki/x blocks=[AAAA]",
			"ben: put-block path=wiki/x block=BBBB body=2", "seed: put-blob path=wiki/log type=AppendBlob",
			"ben: append-block path=wiki/log body=1",
			"seed: put-blob path=wiki/disk type=PageBlob size=1024",
			"ben: put-page path=wiki/disk range=512-1023 body="+strings.Repeat("x", 512))
		b.Say("ann: " + row[0])
		e := b.decided()
		for i, got := range []string{changes(e.Changed), shown(e.Took), shown(e.Showed)} {
			if got != row[i+1] {
				t.Errorf("%s: %s\n%s, want\n%s", row[0], [...]string{"changes", "takes in", "shows"}[i], got, row[i+1])
			}
		}
	}
}
