package advice_test

import (
	"testing"

	"interleave/engine"
)

// A group is done as a whole or not at all (engine/table/rules.md, "Entity group transactions"), so behind a refusal
// all of it is sent again; and what both changed to the same property is no change that can be put into what is there:
// under the tag of now it would take the other's away.
func TestARefusedGroupGoesOutWholeAndPutsNothingOverTheOthers(t *testing.T) {
	const (
		rows = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=10L\n" +
			"seed: insert-entity acc/p/b .n=0L .owner=nobody\nann: get-entity acc/p/a as a\n" +
			"ann: get-entity acc/p/b as b\nben: get-entity acc/p/b as o\n"
		group = "ann: entity-group-transaction acc p [update-entity a .n=5L if-match=$a.etag; "
		count = rows + "ben: merge-entity acc/p/b .n=3L if-match=$o.etag\n"
		claim = rows + "ben: merge-entity acc/p/b .owner=ben if-match=$o.etag\n"
		whole = "send the whole group again with the new tag"
	)
	advises(t, []advised{
		{"two counts", count + group + "merge-entity b .n=5L if-match=$b.etag]\n", engine.StaleWrite, "read",
			"both changed the same properties (n: 5L, and 3L there). Put the two together, then " + whole,
			"change into"},
		{"two claims", claim + group + "merge-entity b .owner=ann if-match=$b.etag]\n", engine.StaleWrite, "read",
			"claims it for somebody else, stop; otherwise decide which value counts, then " + whole, "change into"},
		{"the same claim", claim + group + "merge-entity b .owner=ben if-match=$b.etag]\n", engine.StaleWrite, "read",
			"both changed owner to ben. Where both are to count", "change into"},
		{"two properties", claim + group + "merge-entity b .n=5L if-match=$b.etag]\n", engine.StaleWrite, "read",
			"Read again, put Ana's change into what is there, and " + whole, "both changed"},
		{"and that was read", claim + group + "merge-entity b .n=5L if-match=$b.etag]\nann: get-entity acc/p/b\n",
			engine.StaleWrite, "", "#9 has read it. Put Ana's change into what is there, and " + whole, "both changed"},
		{"a delete", claim + group + "delete-entity b if-match=$b.etag]\n", engine.StaleWrite, "read",
			"see whether it is still to be deleted, then " + whole, "change into"},
	})
}
