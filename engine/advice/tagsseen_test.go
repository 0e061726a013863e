package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// R36: a put clears the tags that are not sent, and no ETag stands for them (engine/blob/rules.md). An approval was
// given to the text that was there: no key may carry it on to a text that whoever gave it has not seen.
func TestNoKeySendsTagsThatTheirSenderWasNotShown(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: create-container wiki\nann: put-blob wiki/a v1\n"
		past = "ben: put-blob wiki/a v2 if-match=$g.etag\n"
		set  = "ann: set-blob-tags wiki/a tag.state=approved\n"
	)
	for name, race := range map[string]string{
		"never read": head + "ben: get-blob wiki/a as g\n" + set + past,
		"read before": head + "ann: set-blob-tags wiki/a tag.state=draft\nben: get-blob wiki/a as g\n" +
			"ben: get-blob-tags wiki/a\n" + set + past,
	} {
		card, found := cardAtEnd(t, race, engine.LostUpdate)
		if !found || !strings.Contains(card.Say, "not to be sent along, but settled with Ana") ||
			!strings.Contains(card.Say, "read the tags") {
			t.Errorf("%s: %v %q", name, found, card.Say)
		}
		for _, in := range card.Inputs {
			if send, ok := in.(engine.Send); ok && send.Verb != "get-blob-tags" {
				t.Errorf("%s: it sends %s %v", name, send.Verb, send.Args)
			}
		}
		if len(card.Inputs) == 0 {
			t.Errorf("%s: no key", name)
		}
	}
}
