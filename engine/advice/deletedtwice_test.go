package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Nothing is left to read or to take back of a delete that was done twice: what others had made under the name since is
// gone, and they are told, of all that lay inside too.
func TestWhoLostWhatToASecondDeleteIsTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\nseed: create-container con\n" +
		"seed: put-blob con/a v0\nseed: SET k v\n"
	for _, c := range []struct{ name, lines, want string }{
		{"a container, with what was put into it", who + "ann: send delete-container con as d\ndeliver d\nlose d\n" +
			"clock +35s\nben: create-container con\nben: put-blob con/x bens\ncy: put-blob con/y cyds\n" +
			"ann: delete-container con again=d\n",
			"#4 had deleted what was meant: #8 took what was made under the name since. Tell Ben, whose con (#5), " +
				"con/x (#6) went with it: whether that is made again is for Ben to say. Tell Cyd, whose con/y (#7)"},
		{"a blob", who + "ann: send delete-blob con/a as d\ndeliver d\nlose d\nben: put-blob con/a b\n" +
			"ann: delete-blob con/a again=d\n", "Tell Ben, whose con/a (#5) went with it"},
		{"a key", who + "ann: send DEL k as d\ndeliver d\nlose d\nben: SET k w\nann: DEL k again=d\n",
			"Tell Ben, whose k (#5) went with it"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.DoneTwice)
		if !found || card.Action != "" || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, "own work") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}
