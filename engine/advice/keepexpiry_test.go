package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Without TIME or KEEPTTL a write takes away the expiry that is there (engine/tair/rules.md, "Expiry", first row): with
// KEEPTTL nothing is lost, and no comparison would have helped.
func TestAnExpiryThatIsTakenAwayIsKeptByItsWord(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, stops string }{
		{"seed: SET s data EX 100\nana: GET s\nben: EXPIRE s 5000\nana: SET s data2\n", "SET s data2 KEEPTTL."},
		{"seed: EXSET s data EX 100\nana: EXGET s\nben: EXPIRE s 5000\nana: EXSET s data2\n", "EXSET s data2 KEEPTTL."},
	} {
		v := roomtest.AtEnd(t, who+c.lines)
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

// Who sends a refused line again leaves the expiry of what is there by now (engine/tair/rules.md, "Expiry", first row),
// unless the line names a time itself; where its command has no word for that, nothing is sent by a key.
func TestALineThatIsSentAgainLeavesTheExpiry(t *testing.T) {
	const read, bens = "seed: EXSET s 1\nann: EXGET s as r\n", "ben: EXSET s 5 EX 100\n"
	for _, c := range []struct {
		lines, sent string
		ends        bool
	}{
		{read + bens + "ann: EXSET s {$r.value + 1} VER $r.version\n", "KEEPTTL", true},
		{read + bens + "ann: EXCAS s {$r.value + 1} $r.version\n", "KEEPTTL", true},
		{read + bens + "ann: EXSET s {$r.value + 1} VER $r.version EX 7\n", "EX 7", true},
		{read + "ben: EXSET s 5\nann: EXSET s {$r.value + 1} VER $r.version\n", "", false},
	} {
		r, found := refusedOf(t, c.lines, engine.StaleWrite)
		if did, err := r.Recommend(found); err != nil {
			t.Errorf("%s: %s, %v", c.lines, did, err)
			continue
		}
		v := r.View()
		last := v.Exchange(v.Requests())
		var words []string
		for _, word := range engine.LineWords(last.Args[0].Value) {
			words = append(words, word.String())
		}
		if sent := strings.Join(words, " "); !strings.Contains(sent, c.sent) || c.sent != "KEEPTTL" &&
			strings.Contains(sent, "KEEPTTL") {
			t.Errorf("%s: it sent %s", c.lines, sent)
		}
		value := propertyIn(v, found.Object, "value")
		if stays := propertyIn(v, found.Object, "expires") == ""; stays == c.ends || value != "6" {
			t.Errorf("%s: it stays %v with %q", c.lines, stays, value)
		}
	}
	r, found := refusedOf(t, "seed: SET s one\nann: GET s as r\nben: SET s two EX 100\nann: CAS s $r.value three\n",
		engine.StaleWrite)
	card := advice.For(r.View(), found)
	if card.Action != "read" || !strings.Contains(card.Rest, "Without a time it takes the expiry away") {
		t.Errorf("%q %q, %q", card.Say, card.Action, card.Rest)
	}
}
