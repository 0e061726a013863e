package conflict_test

import "testing"

// Who took a lease, slept past its end and writes without reading replaces what came since under a lease that it
// believes in: on the leased thing itself as on what the lease guards by agreement. What stood there before it took the
// lease it would have replaced under it too, and a lease that was given back is believed in no longer (rules.md,
// "Silent", "Replaces unknown work").
func TestABlindHolderWhoSleptIsAStaleHolder(t *testing.T) {
	const (
		blob = "seed: create-container tfs\nseed: put-blob tfs/p 1\n"
		took = "ann: acquire-blob-lease tfs/p duration=15 as l\n"
		bens = "ben: put-blob tfs/p ben\n"
		anns = "ann: put-blob tfs/p ann\n"
		lock = blob + "seed: create-container locks\nseed: put-blob locks/L 1\n" +
			"lock blob locks/L covers container tfs\nann: acquire-blob-lease locks/L duration=15\nclock 00:20.0\n"
		mark = "~ stale-holder ben"
	)
	for _, c := range []struct{ lines, mark string }{
		{blob + took + "clock 00:20.0\n" + bens + anns, mark},
		{blob + took + "clock 00:20.0\n" + bens + "ann: delete-blob tfs/p\n", mark},
		{blob + took + "clock 00:20.0\nben: acquire-blob-lease tfs/p duration=15 as m\n" +
			"ben: put-blob tfs/p ben lease=$m.lease\nben: release-blob-lease tfs/p lease=$m.lease\n" + anns, mark},
		{blob + took + "ben: break-blob-lease tfs/p\nclock 00:20.0\n" + bens + anns, mark},
		{lock + bens + anns, mark},
		{blob + bens + took + "clock 00:20.0\n" + anns, ""},
		{blob + took + "clock 00:20.0\n" + anns, ""},
		{blob + took + "ann: release-blob-lease tfs/p lease=$l.lease\n" + bens + anns, ""},
		{blob + took + "clock 00:20.0\n" + bens + "ann: get-blob tfs/p\n" + anns, ""},
		{blob + "clock 00:20.0\n" + bens + anns, ""},
	} {
		if got := marksOf(t, c.lines); got != c.mark {
			t.Errorf("%q, want %q after\n%s", got, c.mark, c.lines)
		}
	}
}
