package advice_test

import (
	"testing"

	"interleave/engine"
)

// A snapshot has an id of its own, which lists show and no read of its blob does, and a delete that names it takes it
// alone; without any word for snapshots the blob itself is asked for (engine/blob/rules.md, "Snapshots").
func TestSnapshotsAreListedAndNamed(t *testing.T) {
	const (
		blob  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nann: put-blob hub/a one\n"
		lost  = blob + "ann: send snapshot-blob hub/a as s\ndeliver s\nlose s\nann: snapshot-blob hub/a again=s\n"
		other = blob + "ann: snapshot-blob hub/a\nben: list-blobs hub include=snapshots\nann: snapshot-blob hub/a\n"
	)
	advisesBehind(t, []advised{
		{"taken twice", lost, engine.DoneTwice, "read", "List the snapshots of hub/a: #3 and #4 each took one.",
			"Read"},
		{"taken twice, and listed", lost + "ann: list-blobs hub include=snapshots\n", engine.DoneTwice, "",
			"#3 and #4 each took one. Where their number matters, delete one of the two by its id.", "List"},
		{"the snapshots alone", other + "ben: delete-blob hub/a snapshots=only\n", engine.LostUpdate, "",
			"snapshot=... in the place of snapshots=only", "Without snapshots"},
	})
}
