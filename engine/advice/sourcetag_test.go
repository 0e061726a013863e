package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A copy takes what stands under the source's name at that moment (Azure REST, "Copy Blob"): what its sender had read
// there may be another's newer text by then, which x-ms-source-if-match refuses. Who has read the newer text knows it.
func TestACopyTakesWhatItsSenderHasNotRead(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\nseed: put-blob docs/src old\n" +
			"ann: get-blob docs/src as s\nben: put-blob docs/src new\n"
		read  = "ann: get-blob docs/src\n"
		plain = "ann: copy-blob docs/dst source=docs/src\n"
		url   = "ann: copy-blob-from-url docs/dst source=docs/src\n"
		files = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/src 5\n" +
			"ben: put-range docs/src 11111 range=0-4\nann: get-file docs/src\nann: copy-file docs/dst source=docs/src\n"
	)
	for _, row := range []struct {
		name, race string
		mixed      bool
	}{
		{"a blob's source has changed since it was read", head + plain, true},
		{"copied while the answer is waited for", head + url, true},
		{"the newer text was read as well", head + read + plain, false},
		{"its sender wrote the source itself", head + "ann: put-blob docs/src mine\n" + plain, false},
		{"a file's source was read as it is", files, false},
	} {
		card, found := cardAtEnd(t, row.race, engine.MixedContent)
		stops := strings.Join(card.Stops, " ")
		if found != row.mixed || row.mixed && !strings.Contains(stops, "Source-If-Match") {
			t.Errorf("%s: found %t: %s", row.name, found, stops)
		}
	}
}
