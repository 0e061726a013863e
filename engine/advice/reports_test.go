package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What the people of public reports would have been told: only what they can know by then, and what holds at that
// moment.
func TestAdviceOfTheReports(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lake = who + "seed: create-bucket lake\n"
		lost = lake + "ann: send put-object lake/k mine if-none-match=* as p\nlose p\n"
		jobs = who + "seed: create-queue jobs\nseed: put-message jobs hello\n"
		held = jobs + "ann: get-messages jobs visibilitytimeout=30 as g\nann: update-message $g.0 " +
			"popreceipt=$g.0.receipt " +
			"visibilitytimeout=30 as u\nann: delete-message $g.0 popreceipt=$g.0.receipt as d\n"
		after = held + "clock +31s\nben: get-messages jobs as h\n"
		wiki  = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		request     int
		action      string
		want, never string
	}{
		{"the tag of a listing", wiki +
			"ann: list-blobs wiki include=metadata\nben: list-blobs wiki include=metadata\n" +
			"ann: set-blob-metadata wiki/a meta.by=ann\nben: set-blob-metadata wiki/a meta.by=ben\n",
			engine.LostUpdate, 0, "guard", "", "lease"},
		{"another's work under a try of one's own that had no answer",
			lost + "ben: put-object lake/k theirs if-none-match=*\nann: put-object lake/k mine if-none-match=* " +
				"again=p\n",
			engine.AlreadyThere, 0, "read",
			"own try #2 had no answer, and this refusal does not say whose work it met.", "Stop"},
		{"one's own work met by another try",
			lake + "ann: send put-object lake/k mine if-none-match=* as p\ndeliver p\nlose p\n" +
				"ann: put-object lake/k mine if-none-match=* again=p\n",
			engine.OwnEcho, 0, "read", "own try #2 had no answer, and this refusal does not say whose work it met.",
			"Stop"},
		{"a read that shows another text", lost +
			"ben: put-object lake/k theirs if-none-match=*\nann: put-object lake/k " +
			"mine if-none-match=* again=p as q\nann: get-object lake/k\n",
			engine.AlreadyThere, -4, "", "it is another's, and #2 was not done.", "Read"},
		{"a read that shows the same text", lost +
			"ben: put-object lake/k mine if-none-match=*\nann: put-object lake/k " +
			"mine if-none-match=* again=p as q\nann: get-object lake/k\n",
			engine.AlreadyThere, -4, "", "the same text alone does not tell whose it is", "was not done"},
		{"a second copy of a request that was answered", lake +
			"ann: send put-object lake/k mine if-none-match=* as p\n" +
			"double p\ndeliver p\nanswer p\ndeliver p'\n",
			engine.OwnEcho, 0, "", "Stop: #2 was done", "Read"},
		{"nothing was heard", lost, engine.NoAnswer, 0, "read", "unless another writes the same", ""},
		{"the message went to another", after, engine.OldReceipt, -5, "", "Ben received it with #6", "never heard"},
		{"the other is done with it", after + "ben: delete-message $h.0 popreceipt=$h.0.receipt\n", engine.OldReceipt,
			-5, "",
			"Ben deleted it with #7: nothing is left to do. What both", "Wait"},
		{"a lost update of a message", jobs + "ann: get-messages jobs as g\nann: send update-message $g.0 " +
			"popreceipt=$g.0.receipt visibilitytimeout=30 as u\nlose u\n", engine.NoAnswer, 0, "retry",
			"its receipt counts once", "Make it safe"},
		{"a lease that proposes its id, sent again", wiki +
			"ann: send acquire-blob-lease wiki/a duration=30 id=guid:A as l\n" +
			"deliver l\nlose l\nann: acquire-blob-lease wiki/a duration=30 id=guid:A again=l\n",
			engine.NoAnswer, -3, "", "has got over it with #4.", "Send"},
		{"a lease without an end", wiki + "ann: send acquire-blob-lease wiki/a duration=-1 as l\ndeliver l\nlose l\n",
			engine.NoAnswer, 0, "", "break it;", "wait for its end"},
		{"a lease that was too short", wiki + "ann: acquire-blob-lease wiki/a duration=15 as l\nclock +16s\n" +
			"ann: put-blob wiki/a x lease=$l.lease\n", engine.LeaseOver, 0, "lease", "acquire it anew", ""},
	} {
		card, found := cardOf(t, c.lines, c.kind, c.request)
		if !found {
			t.Errorf("%s: no %s", c.name, c.kind)
			continue
		}
		if card.Action != c.action || !strings.Contains(card.Say, c.want) || c.never != "" &&
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %q %s", c.name, card.Action, card.Say)
		}
		for _, in := range card.Inputs { // as long as the one that was too short
			if s, ok := in.(engine.Send); ok && s.Verb == "acquire-blob-lease" && s.Args[1].Value.String() != "15" {
				t.Errorf("%s: %v", c.name, s.Args)
			}
		}
	}
}
