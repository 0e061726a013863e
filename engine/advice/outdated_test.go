package advice_test

import (
	"testing"

	"interleave/engine"
)

// What its own sender has ended with what it sent later is its newest wish: a renewal that arrives behind the release
// has nothing to renew, and a part behind the abort nothing to be sent for (engine/blob/rules.md, "Leases";
// engine/bucket/rules.md, an abort throws the parts away). Where the release came first, or is another's, the work
// needs the lease again.
func TestWhatItsSenderEndedLaterIsNotBegunAnew(t *testing.T) {
	const (
		blob   = who + "seed: create-container hub\nseed: put-blob hub/a one\n"
		lease  = blob + "ann: acquire-blob-lease hub/a duration=15 as l\n"
		renew  = "ann: send renew-blob-lease hub/a lease=$l.lease as r\n"
		back   = "ann: release-blob-lease hub/a lease=$l.lease\n"
		takes  = "ben: acquire-blob-lease hub/a duration=15\n"
		late   = "deliver r\nanswer r\n"
		upload = who + "seed: create-bucket lake\nann: create-multipart-upload lake/k as m\n"
		part   = "ann: send upload-part lake/k AA upload=$m.upload part=1 as r\n"
		abort  = "ann: abort-multipart-upload lake/k upload=$m.upload\n"
	)
	advisesBehind(t, []advised{
		{"renewed behind the release, and taken", lease + renew + back + takes + late, engine.IsLeased, "",
			"sent behind #4: nothing is left to renew.", "acquire"},
		{"renewed behind the release", lease + renew + back + late, engine.LeaseOver, "",
			"sent behind #4: nothing is left to renew.", "acquire"},
		{"renewed after the release", lease + back + takes + renew + late, engine.IsLeased, "wait, lease anew",
			"acquire it again", "nothing is left"},
		{"broken by another", lease + renew + "ben: break-blob-lease hub/a period=0\n" + late, engine.LeaseOver,
			"", "cquire", "nothing is left"},
		{"a part behind the abort", upload + part + abort + late, engine.IsGone, "", "nothing of it is left to send.",
			"begin a new upload"},
		{"a part after the abort", upload + abort + part + late, engine.IsGone, "", "begin a new upload",
			"nothing of it"},
	})
}
