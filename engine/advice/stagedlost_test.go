package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A commit throws away every block that is staged and not in its list, and Get shows none of them before or after
// (engine/blob/rules.md, "Block blobs"): they are staged again, there is no text for them to be put into.
func TestStagedBlocksThatWereLostAreStagedAgain(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/f base\n" +
			"ann: get-blob cont/f as r\nben: put-block cont/f b1 block=B001\n"
		want = "Tell Ben that #%d threw away what Ben had staged. If it is still wanted, it is Ben's to stage again, " +
			"then to commit."
	)
	for last, number := range map[string]string{
		"ann: put-block cont/f a1 block=A001\nann: put-block-list cont/f [latest A001] if-match=$r.etag\n": "6",
		"ann: put-blob cont/f a1 if-match=$r.etag\n":                                                       "5",
	} {
		card, found := cardAtEnd(t, head+last, engine.LostUpdate)
		if !found || !strings.Contains(card.Say, strings.Replace(want, "%d", number, 1)) ||
			strings.Contains(card.Say, "plain read") {
			t.Errorf("%s: %v %s", last, found, card.Say)
		}
	}
}
