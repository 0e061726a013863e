package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A line that put there the very text that another had put there has lost nothing of it, whether it is a text or a
// setting, and only what may count can be one too few (engine/tair/rules.md, "Plain Redis commands"; a legal hold is ON
// or OFF: engine/bucket/rules.md, "Object Lock").
func TestTheVeryTextOfAnotherHasNotToBePutBack(t *testing.T) {
	const (
		key  = who + "ann: SET k 0\nben: GET k\nann: SET k 1\nben: SET k "
		same = "If it has already happened: #4 put there the very text that Ana had put there"
		one  = "one is missing"
		held = who + "seed: create-bucket bkt object-lock=true\nseed: put-object bkt/k x\n" +
			"ben: get-object-legal-hold bkt/k\n" +
			"ann: put-object-legal-hold bkt/k legal-hold=ON\nben: put-object-legal-hold bkt/k legal-hold=ON\n"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"a line", key + "1\n", same, "who stops if it was a lock"},
		{"another text", key + "2\n", "who stops if it was a lock", same},
		{"a hold", held, "set the very same that Ana had set", one},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		said := card.Say + " " + strings.Join(card.Others, " ")
		if !found || !strings.Contains(said, c.want) || strings.Contains(said, c.never) {
			t.Errorf("%s: %v %s", c.name, found, said)
		}
	}
}

// Two who take one token for theirs cannot tell their locks apart (Redis, SET, "Patterns": the token is random), and a
// status is no token.
func TestALockHasATokenOfItsOwn(t *testing.T) {
	const fits = "Had #2 carried a token of its own (SET l T-ben NX PX 60000), the answer to #3 would be 0."
	for lines, want := range map[string]string{
		"ann: SET l T NX PX 1000\nclock +2s\nben: SET l T NX PX 60000\nann: CAD l T\n": fits,
		"ann: SET l T\nben: SET l U\nben: SET l T\nann: CAD l T\n":                     "",
	} {
		card, found := cardAtEnd(t, who+lines, engine.SameNumber)
		if said := strings.Join(card.Stops, " "); !found || said != want {
			t.Errorf("%s%v %q", lines, found, said)
		}
	}
}

// What the clock ended by another's deadline is told with whose that was (engine/tair/rules.md, EXPIRE).
func TestAnEndThatAnotherHadSetIsToldAsThat(t *testing.T) {
	const lines = "ben: SET l B NX PX 60000\nann: PEXPIRE l 3000\nclock +4s\nann: SET l C NX\nben: CAD l B\n"
	card, found := cardAtEnd(t, who+lines, engine.StaleWrite)
	if !found || !strings.Contains(card.Say, ", as set by Ana, and what is there now is by Ana's #3. Stop") {
		t.Error(found, card.Say)
	}
}
