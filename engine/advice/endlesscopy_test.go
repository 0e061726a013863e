package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// A copy goes over what is leased only under a lease without end (engine/blob/rules.md, "Copy Blob": a matching finite
// lease is refused, and R28).
func TestACopyTakesALeaseWithoutEnd(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container box\nseed: put-blob box/src s\n" +
		"seed: put-blob box/dst d\n"
	v := beforeTimers(t, head+"ann: acquire-blob-lease box/dst duration=30\nben: copy-blob box/dst source=box/src\n")
	card, found := advice.Card{}, false
	for _, tr := range v.Troubles() {
		card, found = advice.For(v, tr.Finding), tr.Kind == engine.IsLeased
	}
	forever := slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
		s, ok := in.(engine.Send)
		return ok && slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Value.String() == "-1" })
	})
	if !found || !forever || !strings.Contains(card.Say, "acquire it with no end, read, and copy with the new id") {
		t.Error(found, card.Say, card.Rest, card.Inputs)
	}
	card, found = cardAtEnd(t, head+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: copy-blob box/dst source=box/src\n", engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease with no end taken before #") || strings.Contains(stops, "of 60 s") {
		t.Error(found, card.Stops)
	}
	card, found = cardAtEnd(t, head+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: put-blob box/dst a\n", engine.LostUpdate)
	if stops = strings.Join(card.Stops, " "); !found || !strings.Contains(stops, "A lease of 60 s taken before #") {
		t.Error(found, card.Stops)
	}
}
