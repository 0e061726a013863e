package advice_test

import (
	"testing"

	"interleave/engine"
)

// A list that asks for the staged blocks alone is refused where they were thrown away (engine/blob/rules.md, R17 of its
// races); where another's lies in their place it is not, and one that keeps committed blocks could never ask so.
func TestAskingForStagedBlocksAloneIsNamed(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-container wiki\n"
		own   = head + "ben: put-block wiki/film b1 block=0001\n"
		put   = "cyd: put-blob wiki/film Z\n"
		other = "ann: put-block wiki/film a1 block=0001\n"
		list  = "ann: put-block-list wiki/film [latest 0001] from=none\n"
		last  = "ben: put-block-list wiki/film [latest 0001] from=none\n"
		said  = "uncommitted in the place of latest in the list. The answer would be 400."
	)
	advises(t, []advised{
		{"thrown away", own + put + other + list + last, engine.MixedContent, "read", said, ""},
		{"in their place", own + other + last, engine.MixedContent, "read", "", "uncommitted"},
		{"a list that keeps another", head + "seed: put-block wiki/film s1 block=0001\n" +
			"seed: put-block-list wiki/film [latest 0001] from=none\nben: put-block wiki/film b2 block=0002\n" + other +
			"ann: put-block-list wiki/film [latest 0001] from=none\nben: put-block wiki/film b2 block=0002\n" +
			"ben: put-block-list wiki/film [latest 0001 0002] from=none\n", engine.MixedContent, "read", "",
			"uncommitted"},
	})
}

// Latest searches the staged blocks first, and committed the others (engine/blob/rules.md, "Block blobs"): who had read
// what is committed asks for that. The tag of a blob stands beside what is said of its snapshots.
func TestAskingForCommittedBlocksIsNamed(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"
		film = head + "seed: put-block wiki/film a1 block=0001\n" +
			"seed: put-block-list wiki/film [latest 0001] from=none\n"
		read = "ann: get-blob wiki/film\n"
		ben  = "ben: put-block wiki/film b1 block=0001\n"
		said = "committed in the place of latest in the list: what Ana stored would hold none of Ben's"
		list = "ben: snapshot-blob wiki/film\nann: list-blobs wiki include=[snapshots]\n" +
			"ben: snapshot-blob wiki/film\nben: put-blob wiki/film 2\n"
	)
	advises(t, []advised{
		{"read", film + read + ben + "ann: put-block-list wiki/film [latest 0001]\n", engine.MixedContent, "read", said,
			""},
		{"none is committed", head + ben + "ann: put-block-list wiki/film [latest 0001]\n", engine.MixedContent, "read",
			"", "committed in the place"},
		{"a snapshot", film + list + "ann: delete-blob wiki/film snapshots=include\n", engine.LostUpdate, "guard",
			"Without snapshots=include. The answer would be 409. If-Match", ""},
	})
}
