package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// A guard is named that compares something: not another command that cannot work on the string which the other had set
// (engine/tair/rules.md, "Values"), and would have made another thing where nothing was.
func TestAGuardIsNoWrongType(t *testing.T) {
	const race = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: EXISTS k\nben: SET k b\nann: SET k a\n"
	card, found := cardAtEnd(t, race, engine.LostUpdate)
	names := func(what string) bool {
		return slices.ContainsFunc(card.Stops, func(s string) bool { return strings.Contains(s, what) })
	}
	if !found || !names("SET k a NX. The answer would be nil.") || names("WRONGTYPE") {
		t.Errorf("%v %q", found, card.Stops)
	}
}
