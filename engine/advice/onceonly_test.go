package advice_test

import (
	"testing"

	"interleave/engine"
)

// A request that is under way may still be done: sent once more, the second would meet the work of the first, or do it
// twice (engine/conflict/rules.md, "Sentences and advice come from the cause"). And a 409 after which the same was sent
// without an answer no longer tells that a 412 then is another's.
func TestWhatWasSentAgainIsNotSentOnceMoreWhileItHasNoAnswer(t *testing.T) {
	const (
		who  = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		both = who + "seed: create-bucket lake\nseed: put-object lake/lock old\n" +
			"ann: send put-object lake/lock ann if-none-match=* as p\nben: send delete-object lake/lock as d\n" +
			"arrive p\ndeliver d\nanswer d\ndeliver p\nanswer p\n"
		again   = "set ann.hold=on\nann: send put-object lake/lock ann if-none-match=* again=p as q\n"
		message = who + "seed: create-queue jobs\nseed: put-message jobs x\n" +
			"ann: get-messages jobs visibilitytimeout=600 as g\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=600 as u\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		newest = "set ann.hold=on\nann: send delete-message $g.0 popreceipt=$u.receipt as n\n"
		lease  = who + "seed: create-container con\nseed: put-blob con/b x\n" +
			"ann: acquire-blob-lease con/b duration=60 as l\n" +
			"ann: send renew-blob-lease con/b lease=$l.lease as r\ndeliver r\nlose r\n"
		waits, stands = "and is under way: wait for its answer", "What to do now stands at that."
	)
	advisesBehind(t, []advised{
		{"refused by a delete", both, engine.TwoAtOnce, "retry", "Send the same again", waits},
		{"which was sent again", both + again, engine.TwoAtOnce, "", "#5 tries it again, " + waits, "a 412 then"},
		{"and lost its answer", both + again + "deliver q\nlose q\n", engine.TwoAtOnce, "",
			"#5 sent the same again, and had no answer. " + stands, "a 412 then"},
		{"a renewal", lease, engine.NoAnswer, "retry", "Renew it again", waits},
		{"which was sent again", lease + "set ann.hold=on\n" +
			"ann: send renew-blob-lease con/b lease=$l.lease again=r as s\n",
			engine.NoAnswer, "", "#5 sends that, " + waits, ""},
		{"a delete with a receipt that is over", message, engine.OldReceipt, "receipt",
			"Send it with the receipt of the newest", waits},
		{"which was sent with the newest", message + newest, engine.OldReceipt, "", "#6 sends that, " + waits, ""},
	})
}
