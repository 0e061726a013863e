package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A commit throws away all blocks that wait uncommitted and are not in its list, whoever staged them
// (engine/blob/rules.md, "Block blobs"): where it replaces a version of the same writer's too, both are named.
func TestACommitNamesTheStagedBlocksThatItThrewAway(t *testing.T) {
	const (
		start  = "seed: create-container con\nseed: put-blob con/k x\nben: get-blob con/k\n"
		commit = "ben: put-block con/k yy block=CCCC\nben: put-block-list con/k [CCCC]\n"
	)
	for lines, says := range map[string]string{
		"ann: put-blob con/k new\nann: put-block con/k zz block=BBBB\n": "Ana's v2 was overwritten by Ben, and the " +
			"staged block BBBB was removed with it. Nobody was told.",
		"ann: put-block con/k zz block=BBBB\nann: put-block con/k zz block=BBBC\n": "Ana's staged block BBBB was " +
			"removed by Ben, and the staged block BBBC with it. Nobody was told.",
	} {
		r, last := run(t, start+lines+commit)
		if told := conflict.Story(r.Timeline.World(), last).First; last.Kind != engine.LostUpdate || told != says {
			t.Errorf("%s%s: %s", lines, last, told)
		}
	}
}
