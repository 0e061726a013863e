package guards_test

import (
	"testing"

	"interleave/engine/explore"
)

// Tags change without the ETag (engine/blob/rules.md, "What changes ETag and Last-Modified"), so that If-Match keeps
// nobody from taking them away, and a condition on the tags that were shown does; beside it, If-Match stops what it
// stops alone. Who was shown none has none to ask for.
func TestTagsAreKeptByAConditionOnTags(t *testing.T) {
	const (
		two   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/a v1\n"
		seed  = two + "seed: set-blob-tags con/a tag.x=1\nann: get-blob con/a as g\n"
		other = "ben: set-blob-tags con/a tag.x=2\n"
		put   = "ann: put-blob con/a v2 if-match=$g.etag\n"
	)
	for _, c := range []struct{ lines, cell, note string }{
		{seed + "ann: get-blob-tags con/a\n" + other + put, "stops", ""},
		{seed + "ann: list-blobs con include=tags\n" + other + put, "stops", ""},
		{seed + "ann: find-blobs-by-tags \"x = '1'\"\n" + other + put, "stops", ""},
		{seed + "ann: set-blob-tags con/a tag.x=0\n" + other + put, "stops", ""},
		{seed + "ann: get-blob-tags con/a\n" + other + "ann: delete-blob con/a\n", "stops", ""},
		{seed + "ann: get-blob-tags con/a\n" + other + "ann: set-blob-tags con/a tag.x=3\n", "stops", ""},
		{seed + other + put, "allows", "No tags were shown before PUT #5, PUT #6, so it goes without."},
	} {
		table := underGuards(t, c.lines)
		row, ok := table.Row("if-tags")
		if !ok {
			t.Errorf("%s: no row", c.lines)
			continue
		}
		const lost = "~ lost-update"
		match, is := table.Row("if-match") // no condition on a version goes with a change of tags alone
		if got := table.Cell(row, lost); got != c.cell || is && table.Cell(match, lost) != "allows" ||
			c.note != "" && (len(row.Notes) == 0 || row.Notes[0] != c.note) {
			t.Errorf("%s: %s, %q", c.lines, got, row.Notes)
		}
	}
	untagged := underGuards(t, two+"ann: get-blob con/a\nben: put-blob con/a v2\nann: put-blob con/a v3\n")
	if _, ok := untagged.Row("if-tags"); ok {
		t.Error("a row for tags where there are none")
	}
	rows, _ := overOrders(t, seed+"ann: get-blob-tags con/a\n"+other+put, explore.Budget{})
	if rows["if-tags"] == "" {
		t.Errorf("over all orders: %v", rows)
	}
}
