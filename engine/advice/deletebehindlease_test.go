package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A delete that waited for a lease deletes what was written under it; only a write replaces it.
func TestADeleteBehindALeaseDeletes(t *testing.T) {
	const race = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 2\n" +
		"ben: get-file docs/f\nann: delete-file docs/f\nben: create-file docs/f 3\n"
	v := roomtest.AtEnd(t, race)
	for _, m := range v.Marks() {
		if m.Kind != engine.LostUpdate {
			continue
		}
		said := strings.Join(advice.For(v, m.Finding).Stops, " ")
		if !strings.Contains(said, "it would delete Ben's work: who waits for a lease reads before it deletes.") {
			t.Errorf("%s", said)
		}
		return
	}
	t.Error("no mark")
}
