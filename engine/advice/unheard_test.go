package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A read behind a request that nobody heard of tells only by what the request would have changed: each property of a
// row, the lease itself, the tags (engine/conflict/rules.md, "Words": a part is what can be replaced alone).
func TestReadsTellOfWhatARequestChanges(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		stock = who + "seed: create-table stock\nseed: insert-entity stock/p/r .price=10\nann: get-entity stock/p/r " +
			"as g\n"
		state = who + "seed: create-container state\nseed: put-blob state/tf v1\n"
		held  = state + "ann: acquire-blob-lease state/tf duration=-1 as a\n"
		lost  = " as p\ndeliver p\nlose p\n"
		isAs  = "What #5 shows is what #4 was to write."
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"an update that was done", stock + "ann: send update-entity stock/p/r .price=11 if-match=$g.etag" + lost +
			"ann: get-entity stock/p/r\n", "", isAs, "was not done"},
		{"an upsert that was done", stock + "ann: send insert-or-replace-entity stock/p/r .price=11" + lost +
			"ann: get-entity stock/p/r\n", "", isAs, "was not done"},
		{"a merge that was done", stock + "ann: send merge-entity stock/p/r .n=3 if-match=*" + lost +
			"ann: get-entity stock/p/r\n", "", isAs, "was not done"},
		{"another's row on top", stock + "ann: send insert-or-replace-entity stock/p/r .price=11" + lost +
			"ben: insert-or-replace-entity stock/p/r .price=12\nann: get-entity stock/p/r\n", "",
			"It can no longer be seen whether that try had been done before", "was not done"},
		{"a row as it was", stock + "ann: send insert-or-replace-entity stock/p/r .price=11 as p\nlose p\n" +
			"ann: get-entity stock/p/r\n", "retry", "shows what was there before #4: that was not done.", ""},
		{"a release that was done", held + "ann: send release-blob-lease state/tf lease=$a.lease" + lost +
			"ann: get-blob state/tf\n", "", "#5 says that no lease stands", "was not done"},
		{"a release behind which another acquired", held + "ann: send release-blob-lease state/tf lease=$a.lease" +
			lost + "ben: acquire-blob-lease state/tf duration=-1\nann: get-blob state/tf\n", "retry",
			"#6 says that a lease stands; whose, a read does not say.", "was not done"},
		{"a release of a container's lease, not read yet", who + "seed: create-container state\n" +
			"ann: acquire-container-lease state duration=-1 as a\n" +
			"ann: send release-container-lease state lease=$a.lease" + lost, "read", "Read before the next try", ""},
		{"tags behind a read of the text", state + "ann: get-blob state/tf\nann: send set-blob-tags state/tf tag.a=1" +
			lost + "ann: get-blob state/tf\n", "read", "Read before the next try", "was not done"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			c.never != "" && strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && card.Action == "read" && s.Verb != "get-blob-tags" &&
				s.Verb != "get-container-properties" {
				t.Errorf("%s: R reads with %s, which does not show it", c.name, s.Verb)
			}
		}
	}
}
