package guards_test

import (
	"strings"
	"testing"
)

// Each key of DeleteObjects may carry an ETag, and is judged by it (engine/bucket/rules.md, "DeleteObjects"): the row
// of If-Match names the one that was heard of each, and the row without guards takes them off.
func TestEachEntryOfAListIsGuarded(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/a 1\n" +
		"seed: put-object lake/b 1\nann: get-object lake/a as ga\nann: get-object lake/b as gb\n" +
		"ben: put-object lake/a 2\nann: delete-objects lake KEYS\n"
	for _, c := range []struct{ keys, row, harm, refused string }{
		{"[a; b]", "if-match", "stops", "refuses 1"},
		{"[a; b]", "as-it-is", "allows", "-"},
		{"[a if-match=$ga.etag; b]", "as-it-is", "stops", "refuses 1"},
		{"[a if-match=$ga.etag; b]", "none", "allows", "-"},
	} {
		table := underGuards(t, strings.ReplaceAll(lines, "KEYS", c.keys))
		row, _ := table.Row(c.row)
		if harm, refused := table.Cell(row, "~ lost-update"), table.Cell(row, "! stale-write"); harm != c.harm ||
			refused != c.refused || strings.Contains(strings.Join(row.Notes, " "), "There is no such guard") {
			t.Errorf("%s under %s: %s, %s, %v", c.keys, c.row, harm, refused, row.Notes)
		}
	}
}
