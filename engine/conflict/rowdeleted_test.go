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
