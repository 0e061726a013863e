package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who was answered 200 for what stands there knows that it made it, and is not told to look for a maker
// (engine/conflict/rules.md, "Sentences and advice come from the cause"). Where it has deleted it since, it does not.
func TestWhoMadeItIsNotToldToLookForItsMaker(t *testing.T) {
	const head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket box\nana: put-object box/k x\n"
	for _, c := range []struct {
		lines string
		own   bool
	}{
		{head + "ana: put-object box/k x if-none-match=*\n", true},
		{head + "ana: delete-object box/k\nben: put-object box/k y\nana: put-object box/k x if-none-match=*\n", false},
		{strings.Replace(head, "ana: put", "ben: put", 1) + "ana: put-object box/k x if-none-match=*\n", false},
	} {
		card, found := cardAtEnd(t, c.lines, engine.AlreadyThere)
		own := strings.Contains(card.Say, "#2 was answered 200 OK: Ana made it")
		if !found || own != c.own || own == strings.Contains(card.Say, "who made it") {
			t.Errorf("%s: %v %s", c.lines, found, card.Say)
		}
	}
}
