package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What an answer hands out is nowhere else, a number has nobody's name, and a transaction takes nothing back.
func TestWhatARetryCannotBringBackIsSaid(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		lost  = "deliver a\nlose a\n"
		taken = who + "seed: SET tok once\nann: send GETDEL tok as a\n" + lost
		half  = who + "seed: SET bal 100\nseed: SET n x\nann: MULTI\nann: DECR bal\nann: INCR n\nann: EXEC\n"
		count = who + "seed: SET n 10\nann: send DECR n as a\n" + lost
		bound = who + "seed: EXSET n 3\nann: send EXINCRBY n -2 MIN 0 as a\n" + lost
		retry = "ann: EXINCRBY n -2 MIN 0 again=a\n"
	)
	advises(t, []advised{
		{"the only copy went with the answer", taken, engine.NoAnswer, "read", "no second try brings it back",
			"Send the same again"},
		{"and the same again found nothing", taken + "ann: GETDEL tok again=a\n", engine.NoAnswer, "",
			"#3 found nothing: #2 took it, or somebody else did", "Nothing is left to send"},
		{"a command of a transaction was refused", half, "", "", "Send only what was refused", "Correct the request"},
		{"and what was done was sent again", half + "ben: SET n 1\nann: MULTI\nann: DECR bal\nann: EXEC\n", "", "",
			"Send only what was refused", "Nothing is left to send"},
		{"a count of a number that was never read", count, engine.NoAnswer, "", "Ana had not read n before #2",
			"that tells whether it was done"},
		{"a count of a number that was read", who + "seed: SET n 10\nann: GET n\nann: send DECR n as a\n" + lost,
			engine.NoAnswer, "read", "Read before the next try", ""},
		{"a count that was done twice", count + "ann: DECR n again=a\n", engine.DoneTwice, "",
			"a number has nobody's name", "recognise"},
		{"a bound met one's own count", bound + retry, engine.OwnEcho, "",
			"If it was done, the bound refused #3 for that", "Correct the request"},
		{"and another's count beside it", bound + "ben: EXINCRBY n -1\n" + retry, "", "",
			"If it was done, the bound refused #4 for that", "Correct the request"},
		{"a transaction that was done twice", who + "ann: MULTI\nann: APPEND d A\nann: send EXEC as a\n" + lost +
			"ann: MULTI\nann: APPEND d A\nann: EXEC again=a\n", engine.DoneTwice, "read", "Read d, recognise #3",
			"Read ,"},
	})
}

// A holder that told another the id of its lease and goes on under it: not the other has borrowed anything, and the
// lease keeps neither out. What would stop it stands beside that.
func TestWhoHandedItsLeaseOverIsToldSo(t *testing.T) {
	card, found := cardOf(t, twoUnderOneID+"ann: put-blob hub/p mine lease=$m.lease from=a\n", engine.LostUpdate, 0)
	if !found || !strings.HasPrefix(card.Say, "Ana had told Ben the id of its lease, so it keeps neither of them out") {
		t.Errorf("%v %q", found, card.Say)
	}
}
