package advice_test

import (
	"testing"

	"interleave/engine"
)

// A name that is given again, as in each round of a plan, is another answer's by then: what was sent keeps what it had
// been sent with, and so does the same again.
func TestANameThatIsGivenAgainChangesNothingThatWasSent(t *testing.T) {
	const (
		lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/n 7\n" +
			"ann: get-blob con/n as r\nben: put-blob con/n 8\nann: put-blob con/n 9 if-match=$r.etag as w\n"
		key = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET n 7\nann: EXGET n as r\nben: EXSET n 8\n" +
			"ann: EXSET n 9 VER $r.version as w\n"
	)
	advises(t, []advised{
		{"another's", lines + "ben: get-blob con/n as r\n", engine.StaleWrite, "read",
			"The same again would get 412 Precondition Failed", ""},
		{"a key", key + "ben: EXGET n as r\n", engine.StaleWrite, "read",
			"The same again would get ERR update version is stale", ""},
	})
}

// What a merge does not name stays in the row (engine/table/rules.md): nobody's claim goes by it.
func TestAMergeOfAnotherPropertyTakesNoClaimAway(t *testing.T) {
	const row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
		"ann: get-entity acc/p/a as a\nben: get-entity acc/p/a as b\nann: merge-entity acc/p/a .by=ann " +
		"if-match=$a.etag\n"
	const last = " if-match=$b.etag\nben: get-entity acc/p/a as c\n"
	const is = "is not in it: if that claimed it for Ana"
	advises(t, []advised{
		{"another property", row + "ben: merge-entity acc/p/a .m=2" + last + "ben: merge-entity acc/p/a .m=2 " +
			"if-match=$c.etag\n", engine.StaleWrite, "", "has gone through since. Nothing is left to send.", is},
		{"the same", row + "ben: merge-entity acc/p/a .by=ben" + last + "ben: merge-entity acc/p/a .by=ben " +
			"if-match=$c.etag\n", engine.StaleWrite, "",
			"It did harm: tell Ana, who does not know", "Nothing is left"},
	})
}
