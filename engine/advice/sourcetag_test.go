package advice_test

import (
	"testing"

	"interleave/engine"
)

// A copy takes what stands under the source's name at that moment: mixed content where its sender had read it
// otherwise, and not where it says that it was made from its target (engine/blob/rules.md, race R28, row g). Who has
// read the source knows it.
func TestACopyTakesWhatItsSenderHasNotRead(t *testing.T) {
	const (
		blobs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/src old\n" +
			"seed: put-blob docs/dst d\nann: get-blob docs/src as s\nann: get-blob docs/dst as d\n" +
			"ben: put-blob docs/src new\nann: copy-blob docs/dst "
		files = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/src 5\n" +
			"ann: get-file docs/src\nben: put-range docs/src 11111 range=0-4\n"
		taken = "ann: copy-file docs/dst source=docs/src\n"
	)
	for _, row := range []struct {
		name, race string
		mixed      bool
	}{
		{"a blob's source has changed since it was read", blobs + "source=docs/src\n", true},
		{"and it was made from its target", blobs + "source=docs/src from=d\n", false},
		{"a file's source has changed since it was read", files + taken, true},
		{"a file's source was read as it is", files + "ann: get-file docs/src\n" + taken, false},
	} {
		if card, found := cardAtEnd(t, row.race, engine.MixedContent); found != row.mixed {
			t.Errorf("%s: found %t: %s", row.name, found, card.Say)
		}
	}
}
