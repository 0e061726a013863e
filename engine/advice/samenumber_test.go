package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// RENAME brings the version of what it moves (engine/tair/rules.md, "Values"): a version that nobody had, which the
// write before it gave to the key, is gone with that, and what was sent fits all the same.
func TestAVersionThatARenameReplacesStopsNothing(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: EXSET a 1\nseed: EXSET b other\n" +
		"ann: EXGET b as m\n"
	for _, c := range []struct {
		name, lines string
		stops       bool
	}{
		{"renamed over it", "ben: EXSET b ben\ncy: RENAME a b\nann: EXSET b mine VER 1\n", false},
		{"renamed over it in a transaction",
			"ben: EXSET b ben\ncy: MULTI\ncy: RENAME a b\ncy: EXEC\nann: EXSET b mine VER 1\n", false},
		{"deleted and made anew", "ben: DEL b\ncy: EXSET b cy\nann: EXSET b mine VER 1\n", true},
		{"another renamed", "ben: DEL b\ncy: RENAME a c\ncy: EXSET b cy\nann: EXSET b mine VER 1\n", true},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.SameNumber)
		if !found || strings.Contains(fmt.Sprint(card.Stops), "a version that nobody had") != c.stops {
			t.Errorf("%s: %v %q", c.name, found, card.Stops)
		}
	}
}
