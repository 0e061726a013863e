package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What a card has done for its reader takes away nothing that another wrote and its reader has not seen: who was
// refused for another's work reads that, and a text under a tag that a newer read has overtaken is no change of the
// newer one (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestAdviceTakesAwayNothingUnread(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a \"a\\nb\\nc\\nd\\n\"\n"
	const again = "cem: delete-blob wiki/a\nann: set-blob-metadata wiki/a meta.x=1 if-match=$r.etag\n"
	advises(t, []advised{
		{"a second copy of what was done, with another's change on top", wiki + "ann: get-blob wiki/a as r\n" +
			"ann: send put-blob wiki/a \"ANA\\nb\\nc\\nd\\n\" if-match=$r.etag as p\ndouble p\ndeliver p\nanswer p\n" +
			"ben: get-blob wiki/a as s\nben: put-blob wiki/a \"a\\nb\\nc\\nBEN\\n\" if-match=$s.etag\n" +
			"deliver p'\nanswer p'\n", engine.StaleWrite, "", "Stop: #4 was done", "put Ana's change"},
		{"a second copy of a create, where another has it by now", "writer ann \"Ana\"\nwriter ben \"Ben\"\n" +
			"seed: create-bucket big\nann: send put-object big/k one if-none-match=* as p\ndouble p\ndeliver p\n" +
			"answer p\nben: delete-object big/k\nben: put-object big/k two if-none-match=*\ndeliver p'\nanswer p'\n",
			engine.AlreadyThere, "", "Stop: #2 was done", "Read"},
		{"a change of what was removed and is there anew", wiki + "ann: get-blob wiki/a as r\n" + again +
			"ben: put-blob wiki/a ben if-none-match=*\n", engine.IsGone, "read",
			"is there anew since Ben's #6. Read it.", "Create it"},
		{"its media type", wiki + "cem: delete-blob wiki/a\n" +
			"ann: set-blob-properties wiki/a content-type=text/plain\nben: put-blob wiki/a ben if-none-match=*\n",
			engine.IsGone, "read", "is there anew since Ben's #5. Read it.", "Create it"},
		{"a row that is there anew", "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\n" +
			"seed: create-table tab\nseed: insert-entity tab/p/r .a=1\nann: get-entity tab/p/r as r\n" +
			"cem: delete-entity tab/p/r if-match=*\n" +
			"ann: merge-entity tab/p/r .a=2 if-match=$r.etag\nben: insert-entity tab/p/r .b=3\n", engine.IsGone, "read",
			"is there anew since Ben's #6. Read it.", "Create it"},
		{"a lease on what is another thing by now, read while there was none", "writer ann \"Ana\"\n" +
			"writer ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\nseed: create-file docs/a size=6\n" +
			"ann: acquire-file-lease docs/a duration=-1 as l\nben: acquire-file-lease docs/a duration=-1\n" +
			"ann: delete-file docs/a lease=$l.lease\nben: get-file docs/a\ncem: create-file docs/c size=6\n" +
			"cem: rename-file docs/a source=docs/c\n", engine.IsLeased, "read", "Read it first.", "has read it"},
		{"blocks that another's text threw away", wiki + "ann: put-block wiki/a A block=A001\n" +
			"cem: put-blob wiki/a cy\nann: put-block-list wiki/a [uncommitted A001]\n", engine.IsGone, "read",
			"would take the place of what Cy wrote with #4. Read that first.", "brought it back"},
		{"an older tag behind a newer read", wiki + "ben: get-blob wiki/a as r\nann: put-blob wiki/a two\n" +
			"ben: get-blob wiki/a\nben: put-blob wiki/a three if-match=$r.etag\n", engine.StaleWrite, "read",
			"both changed the same lines", "put Ben's change into the new text"},
		{"an older version of a key", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET k 10\nben: EXGET k as r\n" +
			"ann: EXSET k 20\nben: EXGET k\nben: EXSET k 40 VER $r.version\n", engine.StaleWrite, "read",
			"put the change into the new value", "put Ben's"},
	})
}

// Who was not asked to remove anything is not said to have removed it: a text that threw staged blocks away stands
// there, and was replaced.
func TestWhatReplacedBlocksRemovedNothing(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter cem \"Cy\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a old\nann: put-block wiki/a A block=A001\ncem: put-blob wiki/a cy\n"+
		"ann: put-block-list wiki/a [uncommitted A001] as c\nann: put-block wiki/a A block=A001\n"+
		"ann: put-block-list wiki/a [uncommitted A001] again=c\n", engine.IsGone)
	if !found || strings.Contains(card.Say, "brought it back") ||
		!strings.Contains(card.Say, "replaced Cy's v2 unread") {
		t.Error(found, card.Say)
	}
}
