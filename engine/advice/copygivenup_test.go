package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A copy whose source changes is given up, and leaves its destination empty (engine/blob/rules.md, "Copy"), which takes
// writes again from then on: what somebody has put there since stands, and is not to be copied over unread.
func TestWhatWasPutWhereACopyWasGivenUpIsNamed(t *testing.T) {
	const copied = "writer ana \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\nseed: create-container cont\n" +
		"seed: put-blob cont/src s\nana: copy-blob cont/dst source=cont/src as c\nben: put-blob cont/src s2\nfinish c\n"
	for _, c := range []struct{ lines, want, never, action string }{
		{copied, "cont/dst is empty.", "since", "retry"},
		{copied + "ben: put-blob cont/dst ben2\n", "left empty, and Ben's #5 (put-blob) has gone there since",
			"is empty", ""},
		{copied + "ben: set-blob-metadata cont/dst meta.m=1\n", "cont/dst is empty.", "since", ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.StaleWrite)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) ||
			card.Action != c.action {
			t.Errorf("%s: %v %q %s", c.lines, found, card.Action, card.Say)
		}
	}
}

// A copy that is given up leaves its destination empty, and where the source is gone nothing is left to copy
// (engine/blob/rules.md, "Copy Blob").
func TestACopyWithoutItsSourceLeftTheTargetEmpty(t *testing.T) {
	advises(t, []advised{{"its source was deleted", "writer ann \"Ana\"\nwriter ben \"Ben\"\nset blob.copy=slow\n" +
		"seed: create-container cont\nseed: put-blob cont/src s\nseed: put-blob cont/dst d\n" +
		"ann: copy-blob cont/dst source=cont/src as c\nben: delete-blob cont/src\nfinish c\n", engine.IsGone, "",
		"cont/dst is empty. cont/src, the source, is gone", "It is gone"}})
}
