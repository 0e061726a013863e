package advice_test

import (
	"testing"

	"interleave/engine"
)

// A row goes with its table, and a blob with its container (engine/table/rules.md, "Delete Table";
// engine/blob/rules.md, "Containers"): whether it is wanted again is settled with who deleted that, and
// nothing is deleted of it any more.
func TestWhatWentWithItsTableIsSettledWithWhoDeletedThat(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-table people\n" +
			"ann: insert-entity people/p/r .v=1\nben: get-entity people/p/r as g\n"
		drop   = who + "cem: delete-table people\n"
		settle = "people is gone, by Cy's #4 (delete-table), and people/p/r with it. Settle with Cy whether it is"
		lost   = "people went as well: if it is still wanted, settle first with Cy whether people is to be there again."
	)
	advisesBehind(t, []advised{
		{"an update", drop + "ben: update-entity people/p/r .v=2 if-match=$g.etag\n", engine.Unfinished, "",
			settle, ""},
		{"and later", drop + "clock +60s\nben: update-entity people/p/r .v=2 if-match=$g.etag\n", engine.IsGone, "",
			settle, ""},
		{"a delete", drop + "ben: delete-entity people/p/r if-match=$g.etag\n", engine.Unfinished, "",
			"people/p/r with it: nothing is left to delete.", "wanted again"},
		{"a transaction", drop + "ben: entity-group-transaction people p [update-entity r .v=2 if-match=$g.etag]\n",
			engine.Unfinished, "", "Settle with Cy whether it is wanted again.", "read"},
		{"whose row it was", who + "cem: get-entity people/p/r\nann: update-entity people/p/r .v=3 if-match=*\n" +
			"cem: delete-table people\n", engine.LostUpdate, "", lost, "to write again"},
		{"whose blob it was", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n" +
			"ann: put-blob hub/a one\nben: get-blob hub/a\nann: put-blob hub/a two\nben: delete-container hub\n",
			engine.LostUpdate, "",
			"hub went as well: if it is still wanted, settle first with Ben", "to write again"},
	})
}
