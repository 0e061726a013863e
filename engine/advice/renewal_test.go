package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A renewal without an answer, and another has taken the lease since: the end of that one's lease is no moment from
// which the old id would renew again, and until an answer comes the holder goes by the end that it was told.
func TestALostRenewalIsNotForetoldToPass(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/h x\n" +
		"ann: acquire-blob-lease own/h duration=15 as a\nann: send renew-blob-lease own/h lease=$a.lease as r\nlose r\n"
	if card, found := cardOf(t, lost, engine.NoAnswer, 0); !found || strings.Contains(card.Say, "stop the work") {
		t.Errorf("in time: %q", card.Say)
	}
	for _, row := range []struct{ name, lines, want, never string }{
		{"late", lost + "clock +15.5s\n", "stop the work. Renew it again, and go on only if that is accepted.",
			"that is safe"},
		{"taken", lost + "clock +15.5s\nben: acquire-blob-lease own/h duration=15\n",
			"stop the work. The same again would get 409 Conflict.", "until 00:3"},
	} {
		card, found := cardAtEnd(t, row.lines, engine.NoAnswer)
		said := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, row.want) || strings.Contains(said, row.never) {
			t.Errorf("%s: %q", row.name, said)
		}
	}
}
