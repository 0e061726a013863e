package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A story is read at any later moment, and what has ended by then does not hold: the time of a lease, one that was
// given back, the name of what was deleted (lease and queue: rules.md, how long they last).
func TestWhatIsOverIsToldAsPast(t *testing.T) {
	const blob = "seed: create-container cont\nseed: put-blob cont/b 1\n" +
		"ann: acquire-blob-lease cont/b duration=15 as l\n" +
		"ben: put-blob cont/b 2\n"
	const queue = "seed: create-queue jobs\nann: delete-queue jobs\nben: put-message jobs hi\n"
	for _, row := range []struct{ lines, told string }{
		{blob, "It holds until 00:15.0."},
		{blob + "clock +20s\n", "It was to hold until 00:15.0."},
		{blob + "ann: release-blob-lease cont/b lease=$l.lease\n", "It was to hold until 00:15.0."},
		{strings.ReplaceAll(blob, "=15", "=-1"), "It does not end by itself."},
		{strings.ReplaceAll(blob, "=15", "=-1") + "ann: release-blob-lease cont/b lease=$l.lease\n",
			"It did not end by itself."},
		{queue, "That lasts until 00:40.0."},
		{queue + "clock +41s\n", "That was to last until 00:40.0."},
		{"seed: create-share s\nseed: create-file s/f size=4\nann: acquire-file-lease s/f duration=-1\n" +
			"ben: rename-file s/g source=s/f\nann: break-file-lease s/f\n", "It did not end by itself."},
	} {
		r, last := run(t, row.lines)
		steps := conflict.Story(r.Timeline.World(), last).Steps
		if said := steps[len(steps)-1].Text; !strings.HasSuffix(said, row.told) {
			t.Errorf("%s%s: %q\nwant %q", row.lines, last, said, row.told)
		}
	}
}

// What ended a lease and who took it since stand in the order of events, and a lease that was broken is none any more
// (engine/lease/rules.md, the states of a lease).
func TestTheEndsOfALeaseStandInTheirOrder(t *testing.T) {
	r, last := run(t, "seed: create-container cont\nseed: put-blob cont/b 1\n"+
		"ann: acquire-blob-lease cont/b duration=15 as l\nclock +16s\nben: acquire-blob-lease cont/b duration=60\n"+
		"ben: break-blob-lease cont/b period=0\nann: release-blob-lease cont/b lease=$l.lease\n")
	told := conflict.Story(r.Timeline.World(), last)
	took, broke := strings.Index(told.First, "Ben took the lease"), strings.Index(told.First, "Ben broke the lease")
	said := told.Steps[len(told.Steps)-1].Text
	if took < 0 || broke < took || !strings.Contains(said, "the last lease had been") {
		t.Errorf("%s: %s\n%s", last, told.First, said)
	}
}

// A policy that counts with what it granted before is active; what it was set to since is not (engine/blob/rules.md,
// R39, mirror).
func TestWhatIsNotActiveYetIsWhatThePolicyWasSetTo(t *testing.T) {
	const lines = "seed: create-container con\nseed: put-blob con/b one\nann: set-container-acl con policy.rd=r\n" +
		"clock +31s\nben: get-blob con/b under=rd\nann: set-container-acl con policy.rd=rw\n" +
		"ben: put-blob con/b two under=rd\n"
	r, last := run(t, lines)
	steps := conflict.Story(r.Timeline.World(), last).Steps
	said := steps[len(steps)-1].Text
	if !strings.Contains(said, "Access policy rd, as it was set (rw), was not active yet.") {
		t.Error(said)
	}
}
