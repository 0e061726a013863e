package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// No request brings a snapshot back (engine/blob/rules.md, "Blob": a snapshot is read-only), and the blob that it was
// one of is still there: a card never says of that that it is gone.
func TestASnapshotThatIsGoneIsNotCreatedAgain(t *testing.T) {
	const head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b 1\n" +
		"ana: snapshot-blob wiki/b as s\ntell ben $s.snapshot\nben: delete-blob wiki/b snapshot=$s.snapshot\n"
	const copied = "ana: copy-blob wiki/c source=wiki/b source-snapshot=$s.snapshot\n"
	for _, c := range []struct{ lines, want string }{
		{head + copied, "Settle whether what wiki/b holds now will do."},
		{head + copied + "ben: delete-blob wiki/b\n", "nothing brings it back. Stop."},
		{head + "ana: delete-blob wiki/b snapshot=$s.snapshot\n", "The snapshot is gone already: nothing is left"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.IsGone)
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, "It is gone") ||
			strings.Contains(card.Say, "wanted again") || card.Action != "" {
			t.Errorf("%s: %v %s %q", c.lines, found, card.Say, card.Action)
		}
	}
}
