package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What is switched off is not another value of the same: a policy whose Enabled is false keeps nothing from then on,
// and a hold that is OFF is lifted (engine/blob/rules.md, "Soft delete"; engine/bucket/rules.md, "Object Lock").
func TestWhatIsSwitchedOffIsToldSo(t *testing.T) {
	const (
		on   = "<Enabled>true</Enabled><Days>7</Days>"
		off  = "<Enabled>false</Enabled>"
		read = "get-blob-service-properties devstore\n"
		lake = "seed: create-bucket lake object-lock=true\nseed: put-object lake/k one\n" +
			"ann: get-object-legal-hold lake/k\n"
	)
	set := func(who, what string) string {
		return who + ": set-blob-service-properties devstore property.DeleteRetentionPolicy=\"" + what + "\"\n"
	}
	both := "ann: " + read + "ben: " + read
	for _, c := range []struct{ name, lines, want string }{
		{"a policy switched off", both + set("ben", on) + set("ann", off),
			"Ben's DeleteRetentionPolicy was switched off by Ana. Nobody was told."},
		{"switched on again", both + set("ben", off) + set("ann", on),
			"Ben had switched DeleteRetentionPolicy off, and Ana switched it on. Nobody was told."},
		{"another value of it", both + set("ben", on) + set("ann", strings.Replace(on, "7", "9", 1)),
			"Ben's DeleteRetentionPolicy was overwritten by Ana. Nobody was told."},
		{"a hold lifted", lake + "ben: put-object-legal-hold lake/k legal-hold=ON\n" +
			"ann: put-object-legal-hold lake/k legal-hold=OFF\n",
			"Ben's legal hold was lifted by Ana. Nobody was told."},
		{"a hold set again", "seed: create-bucket lake object-lock=true\nseed: put-object lake/k one legal-hold=ON\n" +
			"ann: get-object-legal-hold lake/k\nben: put-object-legal-hold lake/k legal-hold=OFF\n" +
			"ann: put-object-legal-hold lake/k legal-hold=ON\n",
			"Ben had lifted the legal hold, and Ana set it again. Nobody was told."},
	} {
		r, last := run(t, c.lines)
		if got := conflict.Story(r.Timeline.World(), last).First; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
