package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A transaction that sets the same value a second time leaves it there once, and one that counts leaves it twice
// (engine/conflict/rules.md, "Silent: the service said yes", `done-twice`).
func TestWhatIsThereOnceIsNotTakenBack(t *testing.T) {
	run := func(line string) string {
		return "writer ana \"Ana\"\nana: MULTI\nana: " + line + "\nana: send EXEC as e\ndeliver e\nlose e\n" +
			"ana: MULTI\nana: " + line + "\nana: EXEC again=e as e2\n"
	}
	for line, once := range map[string]bool{"SET d A": true, "INCR d": false, "APPEND d A": false} {
		card, found := cardAtEnd(t, run(line), engine.DoneTwice)
		if !found || strings.Contains(card.Say, "there once, and nothing has to be taken back") != once {
			t.Errorf("%s: %v %s", line, found, card.Say)
		}
	}
}
