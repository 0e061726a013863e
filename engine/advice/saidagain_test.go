package advice_test

import (
	"testing"

	"interleave/engine"
)

// The renewal of a claim changes nothing: where another has taken it, there is nothing of the sender's to put into what
// is there, and to send that would be to write the other's claim as one's own (engine/conflict/rules.md, "Sentences and
// advice come from the cause": R never sends unchanged text under a fresh tag).
func TestARenewedClaimIsNoChange(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		blob = who + "seed: create-container own\n"
		meta = blob + "ann: put-blob own/0 \"\" meta.owner=ann as a\nben: put-blob own/0 \"\" meta.owner=ben\n"
		stop = "If what is there claims it for somebody else, stop: #4 says no more than what Ana had put there with #2"
	)
	advises(t, []advised{
		{"metadata", meta + "ann: set-blob-metadata own/0 meta.owner=ann if-match=$a.etag\n" +
			"ann: get-blob own/0\n", engine.StaleWrite, "", stop, "put Ana's change"},
		{"with the body", meta + "ann: put-blob own/0 \"\" meta.owner=ann if-match=$a.etag\n", engine.StaleWrite,
			"read", "#4 says no more than what Ana had put there with #2, and has no change", "put Ana's change"},
		{"a text", blob + "ann: put-blob own/0 ann as a\nben: put-blob own/0 ben\n" +
			"ann: put-blob own/0 ann if-match=$a.etag\n", engine.StaleWrite, "read", "has no change to put into it",
			"put the two together"},
		{"an object", who + "seed: create-bucket own\nann: put-object own/0 ann as a\nben: put-object own/0 ben\n" +
			"ann: put-object own/0 ann if-match=$a.etag\n", engine.StaleWrite, "read", "has no change to put into it",
			"put the two together"},
		{"a change", blob + "ann: put-blob own/0 ann as a\nben: put-blob own/0 ben\n" +
			"ann: put-blob own/0 \"ann, until 9\" if-match=$a.etag\n", engine.StaleWrite, "read", "both changed",
			"has no change"},
	})
}

// Who was refused for another's marker and puts its own in the place of that takes it away, in a row and in a key as in
// a blob: its maker has heard nothing of that.
func TestAMarkerThatIsTakenOverWasSomebodys(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	advises(t, []advised{
		{"a row", who + "seed: create-table own\nann: insert-entity own/p/0 .owner=ann\n" +
			"ben: insert-entity own/p/0 .owner=ben\nben: get-entity own/p/0 as g\n" +
			"ben: update-entity own/p/0 .owner=ben .since=2 if-match=$g.etag\n", engine.AlreadyThere, "",
			"What Ana's #2 had set is not in it: if that claimed it for Ana, tell Ana.", "Nothing is left"},
		{"a key", who + "ann: SET job ann NX\nben: SET job ben NX\nben: GET job\nben: SET job ben2\n",
			engine.AlreadyThere, "", "The text of Ana's #1 is not in it: if that claimed it for Ana, tell Ana.",
			"Nothing is left"},
		{"which holds it", who + "ann: SET job ann NX\nben: SET job ben NX\nben: GET job\nben: SET job \"ann, ben\"\n",
			engine.AlreadyThere, "", "has gone through since", "is not in it"},
	})
}

// Where no call of the service takes a condition, whoever lost work is to be told all the same (Azure REST, "Set Queue
// Metadata": it takes none).
func TestWhoLostWorkIsToldWhereNothingGuards(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\nann: get-queue-metadata jobs\n" +
		"ben: get-queue-metadata jobs\nann: set-queue-metadata jobs meta.a=1\nben: set-queue-metadata jobs meta.b=1\n"
	advises(t, []advised{
		{"it stands", lines, engine.LostUpdate, "", "Tell Ana what #5 replaced", ""},
		{"and what to agree on", lines, engine.LostUpdate, "", "set-queue-metadata takes no condition", ""},
		{"it was put there again", lines + "ann: get-queue-metadata jobs\n" +
			"ann: set-queue-metadata jobs meta.a=1 meta.b=1\n", engine.LostUpdate, "",
			"nothing is left to tell", "Tell Ana"},
	})
}

// What a transaction carried out beside the command that was refused stands until another changes it: to take it back
// then would take that one's work (Redis, Transactions, "What about rollbacks?").
func TestWhatAHalfDoneTransactionDidMayBeAnothersByNow(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a x\nann: MULTI\n" +
		"ann: INCR a\nann: SET b 1\nann: EXEC\n"
	advises(t, []advised{
		{"it stands", lines, "", "", "What else #5 carried out stands", "settle"},
		{"it was changed", lines + "ben: SET b 2\n", "", "", "Ben's #6 has changed b since, so settle with Ben",
			"carried out stands"},
	})
}
