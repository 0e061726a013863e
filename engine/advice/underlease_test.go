package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// twoUnderOneID are two writers under one lease: Ana has told its id, and both have read the text.
const twoUnderOneID = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n" +
	"seed: put-blob hub/p \"one\\ntwo\\nthree\"\n" +
	"ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\ntell ben $m.lease\nann: get-blob hub/p as a\n" +
	"ben: get-blob hub/p as b\nben: put-blob hub/p \"ONE\\ntwo\\nthree\" lease=$m.lease\n"

// A request that went under a lease goes under it too where a guard on the version is put beside it: without its id the
// answer would be of the lease (blob/rules.md, "Using a blob while leased"), and say nothing of the version.
func TestAGuardKeepsTheLeaseOfItsRequest(t *testing.T) {
	card, found := cardOf(t, twoUnderOneID+"ann: put-blob hub/p mine lease=$m.lease from=a\n", engine.LostUpdate, 0)
	if !found || card.Action != "guard" || !strings.Contains(sentLease(card), "lease=$m.lease if-match=$a.etag") ||
		!strings.Contains(strings.Join(card.Stops, "\n"), "If-Match ") {
		t.Errorf("%v %q sends %q, stops %q", found, card.Action, sentLease(card), card.Stops)
	}
	card, found = cardOf(t, twoUnderOneID+"ann: put-blob hub/p \"one\\ntwo\\nTHREE\" lease=$m.lease if-match=$a.etag\n",
		engine.StaleWrite, 0)
	if !found || card.Action != "redrive" || !strings.Contains(sentLease(card), "lease=$m.lease") {
		t.Errorf("%v %q sends %q: %s", found, card.Action, sentLease(card), card.Say)
	}
}
