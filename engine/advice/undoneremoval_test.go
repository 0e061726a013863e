package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who took a property or a row away has put nothing there that could be put back: what is settled is whether it is to
// be there (engine/conflict/rules.md, "By part": there and gone are two states of one part).
func TestWhoRemovedSomethingIsAskedWhetherItIsToBeThere(t *testing.T) {
	const row = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tab\nseed: insert-entity tab/p/r .a=1L " +
		".b=1L\nann: get-entity tab/p/r\n"
	for lines, want := range map[string]string{
		row + "ben: insert-or-replace-entity tab/p/r .a=2L\nann: insert-or-merge-entity tab/p/r .b=5L\n": "tell Ben " +
			"that #5 brought back what #4 had removed, and settle whether it is to be there.",
		row + "ben: update-entity tab/p/r .a=2L if-match=*\nann: insert-or-merge-entity tab/p/r .b=5L\n": "tell Ben " +
			"that #5 brought back what #4 had removed, and settle whether it is to be there.",
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if said := strings.Join(card.Others, " "); !found || !strings.Contains(said, want) ||
			strings.Contains(said, "put into what is there") {
			t.Errorf("%s: %t %q, want %q", lines, found, said, want)
		}
	}
}
