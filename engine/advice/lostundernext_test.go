package advice_test

import (
	"testing"

	"interleave/engine"
)

// What was lost is told only while it is lost, whoever saw to that (engine/conflict/rules.md, "Sentences and advice
// come from the cause"): of a text that was replaced by the very same nothing has to be put anywhere, and who has read
// what replaced its own and put that under the next name has nothing to be told.
func TestAStaleHoldersHarmThatWasMended(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container lake\nseed: put-blob lake/lock x\n" +
			"seed: put-blob lake/tmp add\nlock blob lake/lock covers blob lake/log-2\n" +
			"ann: acquire-blob-lease lake/lock duration=15\n"
		put    = head + "ann: send put-blob lake/log-2 \"add a\" as p\nclock +20s\n"
		copied = head + "ann: send copy-blob lake/log-2 source=lake/tmp as p\nclock +20s\n"
		then   = "ben: acquire-blob-lease lake/lock duration=15\n"
		late   = "deliver p\n"
		other  = put + then + "ben: put-blob lake/log-2 \"add b\"\n" + late
		read   = "ben: get-blob lake/log-2\n"
		again  = "ben: put-blob lake/log-3 \"add b\" if-none-match=*\n"
		next   = "under the next name"
		same   = "put there the very text that Ben had put there, and a read shows it."
	)
	advises(t, []advised{
		{"another text", other, engine.StaleHolder, "guard", next, "very text"},
		{"the same text", put + then + "ben: put-blob lake/log-2 \"add a\"\n" + late, engine.StaleHolder, "guard", same,
			next},
		{"a copy of the same", copied + then + "ben: copy-blob lake/log-2 source=lake/tmp\n" + late, engine.StaleHolder,
			"guard", same, next},
		{"put under the next name", other + read + again, engine.StaleHolder, "guard",
			"Ben has read it since, and put the same text into lake/log-3 with #9: nothing is left to tell.", next},
		{"unread", other + again, engine.StaleHolder, "guard", next, "nothing is left to tell"},
		{"another text there", other + read + "ben: put-blob lake/log-3 \"add c\" if-none-match=*\n",
			engine.StaleHolder, "guard", next, "nothing is left to tell"},
		{"which is gone again", other + read + again + "ann: delete-blob lake/log-3\n", engine.StaleHolder, "guard",
			next, "nothing is left to tell"},
	})
}

// A store whose copies take no condition answers 501 to one (engine/bucket/rules.md, the note on the enforcement page),
// and does the copy over whatever stands there without it; a put takes it there.
func TestACopyThatTakesNoConditionIsNotToldToDropIt(t *testing.T) {
	const (
		lines = "writer ann \"Ann\"\nwriter ben \"Ben\"\nset bucket.copy-conditions=refused\n" +
			"seed: create-bucket lake\nseed: put-object lake/tmp a\nann: put-object lake/log b\n"
		put = "put-object takes If-None-Match: send the text itself with that"
	)
	advises(t, []advised{
		{"under a condition", lines + "ben: copy-object lake/log source=lake/tmp if-none-match=*\n", "", "", put,
			"Correct the request"},
		{"where a put takes none either", "set bucket.write-conditions=refused\n" + lines +
			"ben: copy-object lake/log source=lake/tmp if-none-match=*\n", "", "",
			"This store takes no condition on copy-object: without If-None-Match it would be done", put},
		{"of a put that takes none", lines + "ben: put-object lake/log x if-match=*\n", "", "", "Correct the request",
			"takes If-"},
	})
}

// A store that takes no condition on a write answers 501 to each, and one that passes them over compares none
// (engine/bucket/rules.md, "Stores that do not take these conditions"): to leave the header out is no correction, and
// what was sent stops nothing. What no store takes, as If-Match *, is for the request to correct.
func TestAStoreWithoutConditionalWritesIsToldOf(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		lines = "seed: create-bucket lake\nseed: put-object lake/k a\n"
		both  = "ann: get-object lake/k as a\nben: get-object lake/k as b\n" +
			"ann: put-object lake/k va if-match=$a.etag\nben: put-object lake/k vb if-match=$b.etag\n"
		refused, ignored = "set bucket.write-conditions=refused\n", "set bucket.write-conditions=ignored\n"
		takes            = "This store takes no condition on put-object: without "
	)
	advises(t, []advised{
		{"create", who + refused + lines + "ann: put-object lake/l x if-none-match=*\n", "", "",
			takes + "If-None-Match it would be done, over whatever stands there.", "Correct the request"},
		{"replace", who + refused + lines + both, "", "", takes + "If-Match it would be done", "Correct the request"},
		{"a form that none takes", who + lines + "ann: put-object lake/k x if-match=*\n", "", "",
			"Correct the request", "This store"},
		{"ignored", who + ignored + lines + both, engine.LostUpdate, "",
			"The version that was sent was not compared: it stops nothing here.", "The answer would be"},
	})
}
