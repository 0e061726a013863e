package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A delete that was refused because what its sender meant is over, and another's thing has the name by now, is not to
// be sent with the new version: that would delete what the other works by. Who deletes it all the same is told so.
func TestADeleteIsNotSentOnToAnothersThing(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter ops \"Ops\"\n"
		expired = who + "ann: SET lock ta NX PX 3000\nclock +4s\nben: SET lock tb NX PX 30000\nann: CAD lock ta\n"
		blob    = who + "seed: create-container hub\nann: put-blob hub/l a if-none-match=* as a\n" +
			"ops: delete-blob hub/l\nben: put-blob hub/l b if-none-match=*\n"
		row = who + "seed: create-table shop\nseed: insert-entity shop/i/1 .n=1\nann: get-entity shop/i/1 as g\n"
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"a lock that expired, and is another's", expired, "", "lock has expired: nothing is left to delete.",
			"what is there now"},
		{"which was deleted by its new value", expired + "ann: GET lock\nann: CAD lock tb\n", "",
			"Ana's #5 has deleted what Ben had made with #2. Nobody was told: tell Ben", "Nothing is left to send"},
		{"a version that another's thing does not have", who + "ann: EXSET l A EX 2\nclock +4s\nben: EXSET l B\n" +
			"ben: EXSET l C\nann: EXCAD l 1\n", "", "What Ana had made with #1 expired", "still to be deleted"},
		{"a blob that was removed, and written by another since", blob + "ben: put-blob hub/l c\n" +
			"ann: delete-blob hub/l if-match=$a.etag\n", "", "What Ana had made with #2 was removed by Ops's #3, " +
			"and what is there now is by Ben's #5. Stop", "with the new tag"},
		{"a row that was read", row + "ops: delete-entity shop/i/1 if-match=*\nben: insert-entity shop/i/1 .n=2\n" +
			"ann: delete-entity shop/i/1 if-match=$g.etag\n", "", "Stop: that is gone already, and whether what is " +
			"there now is to go too is for Ben to say.", "with the new tag"},
		{"a row that only changed", row + "ben: merge-entity shop/i/1 .n=2 if-match=*\n" +
			"ann: delete-entity shop/i/1 if-match=$g.etag\n", "read", "with the new tag", "Stop:"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.StaleWrite)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}
