package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// MULTI, WATCH and DISCARD change no key (engine/tair/rules.md): what a read shows says nothing of them. Of MULTI and
// DISCARD the second is refused where the first arrived; a key can be watched twice, and 99 is no database at any time.
func TestWhatAConnectionGoesByIsSettledByTheSameAgain(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nseed: EXSET k v\n"
		first   = "Send the same again before anything else: it settles what applies to the connection."
		arrived = first + " A refusal says that the first had arrived."
		done    = " as p\ndeliver p\nlose p\n"
		lost    = " as p\nlose p\n"
	)
	for _, c := range []struct{ lines, action, say, foretold string }{
		{"ann: send MULTI" + done, "retry", arrived, "ERR MULTI calls can not be nested"},
		{"ann: send MULTI" + lost, "retry", arrived, ""},
		{"ann: MULTI\nann: send DISCARD" + done, "retry", arrived, "ERR DISCARD without MULTI"},
		{"ann: MULTI\nann: send DISCARD" + lost, "retry", arrived, ""},
		{"ann: send WATCH k" + done, "retry", first, ""},
		{"ann: send WATCH k" + lost, "retry", first, ""},
		{"ann: send SELECT 99" + lost, "", "The same again would not be accepted as it is.", ""},
		{"ann: send SCRIPT FLUSH" + done, "retry", "No work is in doubt. Send the same again: it comes to the same, " +
			"however often it arrives.", ""},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || card.Say != c.say || card.Foretold != c.foretold {
			t.Errorf("%s: %v %q %q, foretold %q", strings.TrimSpace(c.lines), found, card.Action, card.Say,
				card.Foretold)
		}
	}
}

// What belongs to one connection belongs to it again (engine/tair/rules.md, "belong to one connection").
func TestTheSameAgainTravelsOnTheSameConnection(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nann: send WATCH k on=c2 as p\nlose p\n", engine.NoAnswer)
	for _, in := range card.Inputs {
		if s, ok := in.(engine.Send); ok && s.Words.On != "c2" {
			t.Errorf("%s %v goes on %q", s.Verb, s.Args, s.Words.On)
		}
	}
	if !found || len(card.Inputs) == 0 {
		t.Errorf("%v %q", found, card.Say)
	}
}
