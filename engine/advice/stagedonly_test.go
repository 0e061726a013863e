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
