package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What nobody compares has rules of its own: what is staged and is not in the list goes with a commit, and Latest
// searches the staged blocks first (engine/blob/rules.md, "Block blobs"); a delete takes the snapshots that it names.
func TestTheLawOfWhatGoesAlong(t *testing.T) {
	const head = "seed: create-container cont\nseed: put-blob cont/b 1\n"
	const committed = head + "ann: put-block cont/b aaa block=AAAA\nann: put-block-list cont/b [uncommitted AAAA]\n" +
		"ann: get-blob cont/b as g\n"
	for _, row := range []struct{ lines, law string }{
		{committed + "ben: put-block cont/b bbb block=BBBB\nann: put-block-list cont/b [committed AAAA]\n",
			"A commit throws away all blocks that wait uncommitted and are not in its list"},
		{committed + "ben: put-block cont/b bbb block=BBBB\n" +
			"ann: put-block-list cont/b [committed AAAA] if-match=$g.etag\n",
			"A commit throws away all blocks that wait uncommitted and are not in its list"},
		{committed + "ben: put-block cont/b bbb block=AAAA\nann: put-block-list cont/b [latest AAAA]\n",
			"For a block that is to be the latest, a commit takes the uncommitted one"},
		{committed + "ben: put-block cont/b bbb block=AAAA\nann: put-block-list cont/b [uncommitted AAAA]\n",
			"A commit takes what lies under these names"},
		{head + "ben: snapshot-blob cont/b\nann: list-blobs cont include=[snapshots]\nben: snapshot-blob cont/b\n" +
			"ben: put-blob cont/b 2\nann: delete-blob cont/b snapshots=include\n",
			"With its snapshots, all of them go"},
	} {
		r, last := run(t, row.lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.Law, row.law) {
			t.Errorf("%s%s: %q\nwant %q", row.lines, last, told.Law, row.law)
		}
	}
}

// A block that was thrown away was taken by nobody where the list looks for the committed one of its id.
func TestAThrownBlockIsNotTaken(t *testing.T) {
	const head = "seed: create-container cont\nseed: put-block cont/b 1 block=AAAA\n" +
		"seed: put-block cont/b 2 block=BBBB\n" +
		"seed: put-block-list cont/b [uncommitted AAAA BBBB]\nann: put-block cont/b 3 block=BBBB\n" +
		"ben: get-blob cont/b\n"
	for _, row := range []struct{ list, first string }{
		{"[committed AAAA BBBB]", "That threw away what Ana had staged."},
		{"[committed AAAA latest BBBB]", "That took the block that Ana had staged."},
		{"[uncommitted BBBB committed AAAA]", "That took the block that Ana had staged."},
	} {
		r, last := run(t, head+"ben: put-block-list cont/b "+row.list+"\n"+
			"ann: put-block-list cont/b [uncommitted BBBB]\n")
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, row.first) {
			t.Errorf("%s: %s: %s\nwant %q", row.list, last, told.First, row.first)
		}
	}
}
