package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What is carried out for a writer is what it has wished: a request that was refused was not wished of what another had
// written and its sender had not read, whether that was done before or behind it (engine/conflict/rules.md, "Sentences
// and advice come from the cause"). A read that follows the refusal changes nothing of that.
func TestWhatWasNotReadBeforeTheRequestIsNotTaken(t *testing.T) {
	const (
		blob = who + "seed: create-container hub\nseed: put-blob hub/s src\nann: put-blob hub/a one\n" +
			"ben: get-blob hub/a as g\nben: put-blob hub/a two\n"
		held   = blob + "ben: acquire-blob-lease hub/a duration=15 as l\n"
		over   = "ben: release-blob-lease hub/a lease=$l.lease\n"
		share  = who + "seed: create-share hub\nann: create-file hub/s 3\nann: create-file hub/a 5\n"
		opened = share + "ben: smb-create hub/a access=RW share=R disposition=OPEN as b\n" +
			"ben: smb-write $b.handle BENNY\n"
		closed = "ben: smb-close $b.handle\n"
		leased = share + "ben: acquire-file-lease hub/a duration=-1 as l\n" +
			"ben: put-range hub/a BENNY range=0-4 lease=$l.lease\n"
		object = who + "seed: create-bucket lake\nann: put-object lake/b one\nben: get-object lake/b\n" +
			"ben: put-object lake/b two\n"
		lifted = "ben: delete-bucket-policy lake\n"
		row    = who + "seed: create-table hub\nann: insert-entity hub/p/r .A=1\nben: get-entity hub/p/r\n" +
			"ben: update-entity hub/p/r .A=2 if-match=*\n"
		key = who + "ann: SET k one\nann: SET s src\nben: GET k\nben: SET k two\n"
	)
	for _, c := range []struct{ name, lines, kind, object string }{
		{"delete behind a lease", held + "ann: delete-blob hub/a\n" + over, "blob", "hub/a"},
		{"copy behind a lease", held + "ann: copy-blob hub/a source=hub/s\n" + over, "blob", "hub/a"},
		{"put behind a lease", held + "ann: put-blob hub/a three\n" + over, "blob", "hub/a"},
		{"delete behind a snapshot", blob + "ben: snapshot-blob hub/a as s\nann: delete-blob hub/a\n" +
			"ben: delete-blob hub/a snapshot=$s.snapshot\n", "blob", "hub/a"},
		{"a container behind a lease", who + "seed: create-container hub\nben: put-blob hub/a two\n" +
			"ben: acquire-container-lease hub duration=15 as l\nann: delete-container hub\n" +
			"ben: release-container-lease hub lease=$l.lease\n", "blob", "hub/a"},
		{"delete of a file that is open", opened + "ann: delete-file hub/a\n" + closed, "file", "hub/a"},
		{"rename over a file that is open", opened + "ann: rename-file hub/a source=hub/s replace=true\n" + closed,
			"file", "hub/a"},
		{"overwrite of a file that is open", opened + "ann: smb-create hub/a access=W share=R " +
			"disposition=OVERWRITE_IF\n" + closed, "file", "hub/a"},
		{"supersede of a file that is open", opened + "ann: smb-create hub/a access=WD share=R " +
			"disposition=SUPERSEDE\n" + closed, "file", "hub/a"},
		{"delete of a file behind a lease", leased + "ann: delete-file hub/a\n" +
			"ben: release-file-lease hub/a lease=$l.lease\n", "file", "hub/a"},
		{"delete of an object, told to slow down", object + "ann: delete-object lake/b fault=SlowDown\n", "object",
			"lake/b"},
		{"delete of an object behind a policy", object + noDeletes + "ann: delete-object lake/b\n" + lifted, "object",
			"lake/b"},
		{"one of several objects behind a policy", object + noDeletes + "ann: delete-objects lake [b]\n" + lifted,
			"object", "lake/b"},
		{"delete of a row, told that it is busy", row + "ann: delete-entity hub/p/r if-match=* fault=ServerBusy\n",
			"entity", "hub/p/r"},
		{"a table, told that it is busy", row + "ann: delete-table hub fault=ServerBusy\n", "entity", "hub/p/r"},
		{"DEL while it loads", key + "ann: DEL k fault=LOADING\n", "key", "k"},
		{"RENAME while it loads", key + "ann: RENAME s k fault=LOADING\n", "key", "k"},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		for !r.View().Waits() {
			if _, err := r.Step(); err != nil {
				t.Fatal(c.name, err)
			}
		}
		var f conflict.Finding
		for _, m := range r.View().Marks() {
			if m.Severity == engine.SeverityRefused && m.By == "ann" {
				f = m.Finding
			}
		}
		if f.Request == 0 {
			t.Errorf("%s: nothing was refused", c.name)
			continue
		}
		object := engine.ObjectID{Kind: c.kind, Name: c.object}
		wrote := r.View().Truth(object)
		for range 2 {
			if card := advice.For(r.View(), f); len(card.Inputs) > 0 {
				if _, err := r.Do(card.Inputs...); err != nil {
					t.Error(c.name, err)
				}
			}
		}
		card, now := advice.For(r.View(), f), r.View().Truth(object)
		if !wrote.Exists || !now.Exists || !slices.Equal(now.Properties, wrote.Properties) {
			t.Errorf("%s: what Ben wrote does not stand any more: %v, then %v", c.name, wrote.Properties,
				now.Properties)
		}
		if !strings.Contains(card.Say, "is there, which #") || !strings.Contains(card.Say, "did not know. ") ||
			card.Action != "" || strings.Contains(card.Say, "meanwhile") {
			t.Errorf("%s: %q %s", c.name, card.Action, card.Say)
		}
	}
}

// What had been read when the request was sent, and what nobody but its sender has written, it was meant for.
func TestWhatWasReadBeforeTheRequestIsTaken(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n"
		held = "ben: acquire-blob-lease hub/a duration=15 as l\nann: delete-blob hub/a\n" +
			"ben: release-blob-lease hub/a lease=$l.lease\n"
		over = "What stood in the way is over: send the same again."
	)
	advisesBehind(t, []advised{
		{"read", who + "ben: put-blob hub/a two\nann: get-blob hub/a\n" + held, engine.IsLeased, "retry", over, ""},
		{"its own", who + "ann: put-blob hub/a one\n" + held, engine.IsLeased, "retry", over, ""},
		{"nobody's", who + "seed: put-blob hub/a one\n" + held, engine.IsLeased, "retry", over, ""},
	})
}

// The rest of a Clear that ran out of time is as much another's work as the whole (engine/queue/rules.md, "Order,
// delivery, concurrency", O14), and a read that is taken down for EXEC shows nothing (Redis, "Transactions").
func TestWhatIsLeftOfAClearAndWhatIsQueuedWasNotRead(t *testing.T) {
	const (
		clears = who + "set queue.clear-batch=1\nseed: create-queue hub\nben: put-message hub one\n" +
			"ben: put-message hub two\nann: clear-messages hub\n"
		removes = "But that removes Ben's #3 too, which #4 did not know: settle first whether that may go."
		queued  = who + "ben: SET k two\nann: MULTI\nann: DEL k\nann: EXEC fault=LOADING\n"
	)
	advisesBehind(t, []advised{
		{"what is left of a clear", clears, "", "", removes, "since"},
		{"what is left of a clear, and was looked at", clears + "ann: peek-messages hub\n", "", "", removes, "since"},
		{"within MULTI", queued, "", "", "Read what is there now", "has read it"},
		{"within MULTI, and a read was queued", queued + "ann: GET k\n", "", "", "Read what is there now",
			"has read it"},
	})
}
