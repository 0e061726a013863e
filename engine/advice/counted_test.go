package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A number that was read may be a port or an id as well as a count. Only a request that reckoned its value from the one
// that was read says that it counts; any other value is its owner's to choose.
func TestOnlyACounterIsCarriedOver(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ name, lines, action, sends string }{
		{"a port", who + "seed: SET port 8080\nann: GET port\nben: SET port 8443\nann: CAS port 8080 9090\n",
			"read", ""},
		{"a port with a version", who + "seed: EXSET port 8080\nann: EXGET port\nben: EXSET port 8443\n" +
			"ann: EXCAS port 9090 1\n", "read", ""},
		{"the id of a leader", who + "seed: SET leader 1\nann: GET leader\nben: CAS leader 1 2\n" +
			"ann: CAS leader 1 2\n", "read", ""},
		{"a number that is put back to nought", who + "seed: EXSET n 5\nann: EXGET n\nben: EXINCRBY n 1\n" +
			"ann: EXSET n 0 VER 1\n", "read", ""},
		{"a count", who + "seed: SET n 10\nann: GET n as r\nben: INCR n\nann: CAS n $r.value {$r.value + 1}\n",
			"redrive", "12"},
		{"a count with a version", who + "seed: EXSET n 10\nann: EXGET n as r\nben: EXINCRBY n 5\n" +
			"ann: EXCAS n {$r.value + -3} $r.version\n", "redrive", "12"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.StaleWrite)
		sends := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && strings.Contains(s.Verb, "CAS") {
				sends = engine.LineWords(s.Args[0].Value)[map[string]int{"CAS": 2, "EXCAS": 1}[s.Verb]].String()
			}
		}
		if !found || card.Action != c.action || sends != c.sends {
			t.Errorf("%s: %v %q sends %q, want %q %q: %s", c.name, found, card.Action, sends, c.action, c.sends,
				card.Say)
		}
	}
}
