package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// Set Blob Tags and Set Container ACL replace the whole list, and a Delete Container takes what lies in it
// (engine/blob/rules.md, "What each operation accepts"). Get Blob only counts tags, Get Container Metadata shows no
// policy, and neither shows a blob that came in meanwhile: who goes on from one of them has not seen what goes.
func TestTheReadToGoOnFromShowsWhatTheRequestReplaces(t *testing.T) {
	const (
		tags = "seed: create-container con\nseed: put-blob con/a one tag.n=1\nann: get-blob-tags con/a\n" +
			"ben: get-blob-tags con/a\nann: set-blob-tags con/a tag.n=2 if-tags=\"n = '1'\"\n" +
			"ben: set-blob-tags con/a tag.n=3 if-tags=\"n = '1'\"\n"
		policies = "seed: create-container con\nann: get-container-acl con as a\nclock +2s\n" +
			"ben: set-container-acl con policy.p=r\n" +
			"ann: set-container-acl con policy.q=rw if-unmodified-since=$a.last-modified\n"
		inside = "seed: create-container con\nann: acquire-container-lease con duration=15\n" +
			"ben: delete-container con\nclock +16s\ncem: put-blob con/b new\n"
	)
	for name, c := range map[string]struct {
		kind                        engine.Trouble
		lines, read, again, changes string
	}{
		"tags": {engine.StaleWrite, tags, "get-blob-tags", "ben: get-blob-tags con/a\n",
			"cem: set-blob-tags con/a tag.n=7\n"},
		"policies": {engine.StaleWrite, policies, "get-container-acl", "ann: get-container-acl con\n",
			"cem: set-container-acl con policy.z=r\n"},
		"what lies in it": {engine.IsLeased, inside, "list-blobs", "ben: list-blobs con\n",
			"cem: put-blob con/c more\n"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cem\"\n" + c.lines
			card, _ := cardIn(behindLines(t, lines), c.kind)
			if !slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
				sent, ok := in.(engine.Send)
				return ok && sent.Verb == c.read
			}) {
				t.Errorf("%q sends %v, want %s", card.Say, card.Inputs, c.read)
			}
			if card, _ = cardIn(behindLines(t, lines+c.again), c.kind); !strings.Contains(card.Say, "has read it") {
				t.Errorf("behind the read: %q", card.Say)
			}
			if card, _ = cardIn(behindLines(t, lines+c.again+c.changes), c.kind); card.Action != "read" {
				t.Errorf("behind a later change: %q", card.Say)
			}
		})
	}
}
