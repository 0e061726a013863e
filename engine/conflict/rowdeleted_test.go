package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// A row that an operation of a group deletes is deleted, as by Delete Entity alone, and not robbed of one property.
func TestARowDeletedInAGroupIsDeleted(t *testing.T) {
	const race = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table stock\n" +
		"seed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r\nben: merge-entity stock/p/r .n=9 if-match=*\n" +
		"ann: entity-group-transaction stock p [delete-entity r if-match=*]\n"
	v := roomtest.AtEnd(t, race)
	for _, m := range v.Marks() {
		if m.Kind != engine.LostUpdate {
			continue
		}
		if first := v.Story(m.Finding).First; first != "In stock/p/r Ben's v2 was deleted by Ana. Nobody was told." {
			t.Error(first)
		}
		return
	}
	t.Error("no mark")
}

// A delete is undone by who makes the row again, and by nobody after that: who merges a property into the row that
// stands there takes no delete back.
func TestWhoMergesIntoARowThatWasMadeAgainUndoesNoDelete(t *testing.T) {
	const begin = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cy\"\nseed: create-table rows\n" +
		"seed: insert-entity rows/p/a .n=1\nben: get-entity rows/p/a\nann: delete-entity rows/p/a if-match=*\n"
	const again = "cat: insert-entity rows/p/a .n=7\n"
	for _, c := range []struct {
		race  string
		marks int
	}{
		{begin + again + "ben: merge-entity rows/p/a .m=2 if-match=*\n", 0},
		{begin + again + "ben: insert-or-merge-entity rows/p/a .m=2\n", 0},
		{begin + again + "ben: entity-group-transaction rows p [merge-entity a .m=2 if-match=*]\n", 0},
		{begin + again + "ben: merge-entity rows/p/a .n=2 if-match=*\n", 1}, // over the 7 of Cy
		{begin + "ben: insert-or-merge-entity rows/p/a .m=2\n", 1},          // makes it again himself
	} {
		if marks := roomtest.AtEnd(t, c.race).Marks(); len(marks) != c.marks {
			t.Errorf("%d marks, not %d, of\n%s", len(marks), c.marks, c.race)
		}
	}
}
