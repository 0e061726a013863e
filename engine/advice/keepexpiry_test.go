package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Without TIME or KEEPTTL a write takes away the expiry that is there (engine/tair/rules.md, "Expiry", first row): with
// KEEPTTL nothing is lost, and no comparison would have helped.
func TestAnExpiryThatIsTakenAwayIsKeptByItsWord(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, stops string }{
		{"seed: SET s data EX 100\nana: GET s\nben: EXPIRE s 5000\nana: SET s data2\n", "SET s data2 KEEPTTL."},
		{"seed: EXSET s data EX 100\nana: EXGET s\nben: EXPIRE s 5000\nana: EXSET s data2\n", "EXSET s data2 KEEPTTL."},
	} {
		v := viewAtEnd(t, who+c.lines)
		card, found := cardAtEnd(t, who+c.lines, engine.LostUpdate)
		law := ""
		for _, tr := range v.Troubles() {
			law = v.Story(tr.Finding).Law
		}
		if !found || !strings.Contains(strings.Join(card.Stops, " "), c.stops+" It would be accepted") ||
			strings.Contains(card.Say, "compared nothing") || strings.Contains(card.Say, "read no longer shows") ||
			strings.Contains(law, "compared nothing") || !strings.Contains(card.Say, "expiry") {
			t.Errorf("%s: %s %q %s", c.lines, card.Say, card.Stops, law)
		}
	}
}
