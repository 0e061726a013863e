package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// An acquire that proposes an id can be done without being heard: then the lease is the writer's, under an id that it
// knows, and the refusal of what names none is answered with that id at once. An id that the service made was told to
// nobody, and an acquire that never arrived has done nothing.
func TestAnIDThatWasProposedIsSentWithoutAnAnswer(t *testing.T) {
	const one = "11111111-1111-1111-1111-111111111111"
	const blob = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/f one\n"
	const file = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 3\n"
	const lost = " as ch\ndeliver ch\nlose ch\n"
	for what, c := range map[string]struct {
		lines string
		kind  engine.Trouble
		under string
	}{
		"a file's acquire": {file + "ann: send acquire-file-lease docs/f duration=-1 id=" + one + lost +
			"ann: put-range docs/f ana range=0-2\n", engine.IsLeased, "..1111"},
		"an acquire": {blob + "ann: send acquire-blob-lease wiki/f duration=15 id=" + one + lost +
			"ann: get-blob wiki/f\nann: put-blob wiki/f ana\n", engine.IsLeased, "..1111"},
		"an acquire without an id": {blob + "ann: send acquire-blob-lease wiki/f duration=15" + lost +
			"ann: get-blob wiki/f\nann: put-blob wiki/f ana\n", engine.IsLeased, ""},
		"an acquire that did not arrive": {blob + "ann: send acquire-blob-lease wiki/f duration=15 id=" + one +
			" as ch\nlose ch\nann: get-blob wiki/f\nben: acquire-blob-lease wiki/f duration=15\n" +
			"ann: put-blob wiki/f ana\n", engine.IsLeased, ""},
	} {
		card, found := cardOf(t, c.lines, c.kind, 0)
		says := strings.Contains(card.Say, "under the id that it proposed, "+c.under)
		if !found || says != (c.under != "") || c.under != "" && card.Action != "lease" {
			t.Errorf("%s: %v %q %q", what, found, card.Action, card.Say)
		}
		for _, in := range card.Inputs {
			if clock, moves := in.(engine.Clock); moves && c.under != "" && clock.By != 1e8 {
				t.Errorf("%s: it waits: %v", what, card.Inputs)
			}
		}
	}
}
