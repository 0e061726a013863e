package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Set Blob Tags moves no ETag (engine/blob/rules.md): a put is not kept from tags by If-Match, whatever else it would
// meet, and whose tags went is to be told.
func TestWhoseTagsWentIsTold(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cyd \"Cyd\"\nseed: create-container cont\n" +
			"seed: put-blob cont/a v0\nann: get-blob cont/a as r\nben: get-blob cont/a as g\n" +
			"cyd: get-blob-tags cont/a\n"
		pair = "ben: set-blob-metadata cont/a meta.b=1 if-match=$g.etag\n"
		tags = "cyd: set-blob-tags cont/a tag.c=1\nann: put-blob cont/a ann1 from=r\n"
	)
	for _, race := range []string{head + tags, head + pair + tags} {
		card, found := cardAtEnd(t, race, engine.LostUpdate)
		if !found || !strings.Contains(card.Say, "no ETag stands for them") ||
			!strings.Contains(strings.Join(card.Others, " "), "tell Cyd") {
			t.Errorf("%s%v %q %q", race, found, card.Say, card.Others)
		}
	}
}
