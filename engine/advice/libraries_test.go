package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// engine/bucket/rules.md, "Which answer, which reaction": a conditional write that is tried again meets its own first
// try. A library does so without its program (aws-sdk-java-v2 6580, hudi 14373): the card says how a program comes to
// it. A log whose names are taken one after the other is listed (delta-rs 3066). A message whose newest receipt was not
// heard, and whose work is done, is only to be deleted when it comes again.
func TestWhatTheReportersWereNotTold(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lake    = who + "seed: create-bucket lake\n"
		library = "Where a client library tries again by itself, its program hears this refusal alone"
		lost    = "as m\ndeliver m\nlose m\n"
		queue   = who + "seed: create-queue jobs\nseed: put-message jobs m messagettl=-1\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\ndeliver u\nlose u\n"
		gone = "ann: delete-message $g.0 popreceipt=$g.0.receipt"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a create", lake + "ann: send put-object lake/k x if-none-match=* " + lost +
			"ann: put-object lake/k x if-none-match=* again=m\n", engine.OwnEcho, library, ""},
		{"a renewal of a lock", lake + "seed: put-object lake/k x\nann: get-object lake/k as g\n" +
			"ann: send put-object lake/k y if-match=$g.etag " + lost +
			"ann: put-object lake/k y if-match=$g.etag again=m\n", engine.OwnEcho, library, ""},
		{"another's", lake + "ben: put-object lake/k x\nann: put-object lake/k x if-none-match=*\n",
			engine.AlreadyThere, "go on under the next name", library},
		{"another name before", lake + "ben: put-object lake/5 b\nben: put-object lake/6 c\n" +
			"ann: put-object lake/5 a if-none-match=*\nann: put-object lake/6 a if-none-match=*\n",
			engine.AlreadyThere, "behind the last one that a listing shows, as #4 met lake/5 before", "the next name"},
		{"work that was done", queue + "ann: does $g.0\n" + gone + "\n", engine.OldReceipt,
			"its work is done, so that it is only to be deleted", ""},
		{"work that was not", queue + gone + " does=none\n", engine.OldReceipt,
			"Receive the message, which is visible again.",
			"its work is done"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		said := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, c.want) || c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %t, %q", c.name, found, said)
		}
	}
}
