package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A version is told with its locks (engine/bucket/rules.md, "Object Lock"): who has read it knows them, and who lifts a
// hold or replaces a retention that another has set since has not.
func TestALockThatWasReadIsKnownAsItWasThen(t *testing.T) {
	const (
		lake  = "seed: create-bucket lake object-lock=true\nben: put-object lake/k v1 legal-hold=ON as p\n"
		anew  = "ben: put-object-legal-hold lake/k legal-hold=OFF\nben: put-object-legal-hold lake/k legal-hold=ON\n"
		lifts = "ann: put-object-legal-hold lake/k legal-hold=OFF\n"
		until = "seed: create-bucket lake object-lock=true\nben: put-object lake/k v1 lock-mode=GOVERNANCE " +
			"lock-until=2027-01-01T00:00:00Z\n"
		longer = "put-object-retention lake/k lock-mode=GOVERNANCE bypass-governance=true lock-until="
	)
	for _, row := range []struct{ name, lines, mark, says string }{
		{"a read of the object", lake + "ann: get-object lake/k\n" + anew + lifts, "~ lost-update ben",
			"Ben's legal hold was lifted by Ana."},
		{"of its properties", lake + "ann: head-object lake/k\n" + anew + lifts, "~ lost-update ben",
			"Ben's legal hold was lifted by Ana."},
		{"of its retention", until + "ann: head-object lake/k\nben: " + longer + "2029-01-01T00:00:00Z\nann: " +
			longer + "2028-01-01T00:00:00Z\n", "~ lost-update ben", "Ben's retention was overwritten by Ana."},
		{"of a version that is no longer the newest", lake + "ann: head-object lake/k as h\n" +
			"ben: put-object lake/k v2\nben: put-object-legal-hold lake/k legal-hold=OFF version-id=$p.version-id\n" +
			"ben: put-object-legal-hold lake/k legal-hold=ON version-id=$p.version-id\n" +
			"ann: put-object-legal-hold lake/k legal-hold=OFF version-id=$h.version-id\n", "~ lost-update ben",
			"Ben's legal hold of 7-"},
		{"that there was none", strings.Replace(lake, " legal-hold=ON", "", 1) + "ann: get-object-legal-hold lake/k\n" +
			"ben: put-object-legal-hold lake/k legal-hold=ON\n" + lifts, "~ lost-update ben", "lifted by Ana."},

		{"as it stands", lake + anew + "ann: get-object lake/k\n" + lifts, "", ""},
		{"of the version that is named", lake + "ann: get-object lake/k as g\nben: put-object lake/k v2 " +
			"legal-hold=ON\nann: put-object-legal-hold lake/k legal-hold=OFF version-id=$g.version-id\n", "", ""},
		{"none", lake + lifts, "", ""},
	} {
		r, last := run(t, row.lines)
		mark, says := "", ""
		if last.Kind != "" {
			mark, says = last.String(), conflict.Story(r.Timeline.World(), last).First
		}
		if mark != row.mark || !strings.Contains(says, row.says) {
			t.Errorf("%s: %q %q, want %q %q", row.name, mark, says, row.mark, row.says)
		}
	}
}
