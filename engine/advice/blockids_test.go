package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who stages under an id that is there already puts its block in the place of that one (engine/blob/rules.md, "Block
// blobs"): an id of one's own keeps the whole one's own, which was tried. What others have staged goes with the commit
// all the same, and is said.
func TestABlockIDOfOnesOwnWouldStopMixedContent(t *testing.T) {
	const scene = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f old\n"
	for lines, want := range map[string]string{
		"ann: put-block wiki/f A block=A001\nben: put-block wiki/f B block=A001\n": "Had #3 and #5 named a block id " +
			"that nobody else has (A00Z), what Ana stored would hold none of Ben's; a commit throws away all the " +
			"same what others have staged.",
		"ann: put-block wiki/f C block=A002\nben: put-block wiki/f B block=A001\n": "",
	} {
		card, found := cardAtEnd(t, scene+lines+"ann: put-block-list wiki/f [latest A001]\n", engine.MixedContent)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, want) || want == "" && strings.Contains(stops, "block id") {
			t.Errorf("%s: %v %q", lines, found, stops)
		}
	}
}
