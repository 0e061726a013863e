package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// A renewal that came when the lease was over, and brought it back, has no card (engine/lease/rules.md, "States and
// actions", renew in Expired): what is told of it says as well what a renewal in time is answered, as that was tried.
func TestWhoRenewedLateIsToldToRenewInTime(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/b one\n"
		held = who + "ann: acquire-blob-lease con/b duration=15 as l\n"
		in   = "In time, before 00:15.0, a renewal gets 200 OK; one at half of the 15 s leaves time for another try."
	)
	for lines, want := range map[string]bool{
		held + "clock +20s\nann: renew-blob-lease con/b lease=$l.lease\n": true,
		held + "clock +9s\nann: renew-blob-lease con/b lease=$l.lease\n":  false,
		held + "clock +20s\n": false,
		who + "ann: acquire-container-lease con duration=15 as l\nclock +20s\nann: renew-container-lease con " +
			"lease=$l.lease\n": true,
	} {
		if said := advice.Unmarked(behindLines(t, lines)); strings.HasSuffix(said, in) != want {
			t.Errorf("%s%q", lines, said)
		}
	}
}

// Who gave up on a renewal, and took its lease for lost, holds it all the same where that arrives late
// (engine/lease/rules.md, "States and actions", renew in Expired).
func TestALateRenewalThatNobodyHeardOfIsSaidToHold(t *testing.T) {
	advisesBehind(t, []advised{{"late", who + "seed: create-container con\nseed: put-blob con/b one\n" +
		"ann: acquire-blob-lease con/b duration=15 as l\nann: send renew-blob-lease con/b lease=$l.lease as q\n" +
		"timeout q\nclock +16s\ndeliver q\nann: put-blob con/b two\n", engine.IsLeased, "lease",
		"By the answers that Ana heard it ended at 00:15.0: a renewal that had no answer holds it until 00:31.0.",
		"As far as"}})
}
