package guards_test

import (
	"strings"
	"testing"
)

// A service without conditional copies answers both commits with 501, whatever stands there (bucket/rules.md, on
// conditional requests), and a policy that wants the header answers both with 403 (there, "Bucket policies"): nothing
// is lost where nothing is done, and no guard is praised. Where copies are compared, the second commit is refused
// because of the first.
func TestAGuardUnderWhichTheHarmIsNotDoneStopsNothing(t *testing.T) {
	const scene = `writer ann
writer ben
seed: create-bucket lake
seed: put-object lake/a a
seed: put-object lake/b b
ann: head-object lake/2
ben: head-object lake/2
ann: copy-object lake/2 source=lake/a
ben: copy-object lake/2 source=lake/b
`
	for _, c := range []struct{ setting, id, cell, why string }{
		{"set bucket.copy-conditions=refused\n", "if-none-match", "refuses 2",
			"Not done at all, but refused with 501 NotImplemented through nobody's doing: #6, #7."},
		{"", "if-none-match", "stops", ""},
		{"", "policy", "undone",
			"Not done at all, but refused with 403 AccessDenied by the policy, whoever comes first: #6, #7."},
		{"", "as-it-is", "allows", ""},
	} {
		table := underGuards(t, c.setting+scene)
		row, _ := table.Row(c.id)
		const harm = "~ lost-update"
		if cell, why := table.Cell(row, harm), table.Why(row, harm); cell != c.cell || why != c.why {
			t.Errorf("%s%s: %s %q, want %s %q", c.setting, c.id, cell, why, c.cell, c.why)
		}
		at, _, ok := table.Lead()
		if led := ok && strings.HasPrefix(table.Rows[at].ID, "if-none"); led != (c.setting == "") {
			t.Errorf("%sled to If-None-Match: %v", c.setting, led)
		}
	}
}
