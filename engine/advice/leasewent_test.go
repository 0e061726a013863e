package advice_test

import (
	"testing"

	"interleave/engine"
)

// What a borrowed lease stood on may have gone with the request: then no lease is left to wait for, the holder is to be
// told, and what is refused in its place removes nothing (Azure REST, "Delete Container", "Delete Blob").
func TestWhatGoesWithABorrowedLeaseIsTold(t *testing.T) {
	const (
		id    = "11111111-2222-4333-8444-555555555555"
		locks = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container locks\n"
		under = "ann: acquire-container-lease locks duration=15 id=" + id + "\n"
		late  = "clock +17s\nben: renew-container-lease locks lease=" + id + "\n"
		blob  = "seed: put-blob locks/a x\nann: acquire-blob-lease locks/a duration=60 id=" + id + "\n" +
			"ben: delete-blob locks/a lease=" + id + "\n"
		tell = "whose lease went with locks and who was not told. Settle whether it is to be there again."
		free = "When that is free"
	)
	advises(t, []advised{
		{"brought back by another", locks + under + late + "ann: delete-container locks lease=" + id + "\n",
			engine.BorrowedLease, "guard", "tell Ben, " + tell, free},
		{"its own is over", locks + under + late + "ann: delete-container locks lease=" + id + "\n",
			engine.BorrowedLease, "guard", "Ana's own lease was over, and the one that stood under its id was Ben's.",
			"replaces nothing"},
		{"another's", locks + under + "ben: delete-container locks lease=" + id + "\n", engine.BorrowedLease, "guard",
			"tell Ana, " + tell, "when it is free"},
		{"a blob", locks + blob, engine.BorrowedLease, "guard", "refused (412 Precondition Failed), and removes " +
			"nothing.", "when it is free"},
		{"made again", locks + blob + "ann: put-blob locks/a y\n", engine.BorrowedLease, "guard", "removes nothing",
			"went with"},
	})
}

// A lease that another broke, or that ran out, before what it was on was deleted did not go with it (Azure REST, "Lease
// Blob", "Delete Blob").
func TestALeaseThatWasOverDidNotGoWithItsBlob(t *testing.T) {
	const (
		held = who + "seed: create-container con\nseed: put-blob con/k x\nann: acquire-blob-lease con/k " +
			"duration=60 as l\n"
		renew = "ann: renew-blob-lease con/k lease=$l.lease\n"
	)
	advises(t, []advised{
		{"broken", held + "ben: break-blob-lease con/k period=0\nben: delete-blob con/k\n" + renew, engine.IsGone, "",
			"It is gone. Before that, Ben broke Ana's lease with #4: nothing is left to renew.", "with it"},
		{"it went with the container", held + "ben: delete-container con\n" + renew, engine.IsGone, "",
			"It is gone, and its lease with it: nothing is left to renew.", "Before that"},
	})
}
