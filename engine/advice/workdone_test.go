package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A message stands for work. Who has done it and meets that the message is gone, cleared, expired or with its queue,
// has nothing left to send; whether it is wanted is open only to who has not (the referee's rules, done-twice: `does`,
// or a Delete with a receipt, says that it was done).
func TestWorkThatWasDoneIsNotAskedForAgain(t *testing.T) {
	const (
		got = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
			"seed: put-message jobs m messagettl=100\nann: get-messages jobs visibilitytimeout=30 as g\n"
		does   = "ann: does $g.0\n"
		clear  = "ben: clear-messages jobs\n"
		remove = "ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n"
		hide   = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\n"
	)
	const done = "Ana has done its work: nothing is left to send."
	for _, row := range []struct {
		name, race string
		kind       engine.Trouble
		say, never string
	}{
		{"cleared", got + does + clear + remove, engine.IsGone, done + " Tell Ben, whose #4 took it away", "wanted"},
		{"cleared before the work", got + clear + hide, engine.IsGone, "settled outside", "has done"},
		{"expired", got + does + "clock +101s\n" + remove, engine.IsGone, "It expired. " + done, "Put it again"},
		{"its queue is being deleted", got + does + "ben: delete-queue jobs\n" + remove, engine.Unfinished,
			"It goes with what it lies in. " + done, "Wait"},
	} {
		card, found := cardOf(t, row.race, row.kind, 0)
		if !found || !strings.Contains(card.Say, row.say) || strings.Contains(card.Say, row.never) {
			t.Errorf("%s: found %t: %s", row.name, found, card.Say)
		}
	}
}
