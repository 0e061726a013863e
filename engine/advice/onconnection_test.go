package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Whether a transaction was carried out that nobody heard of, a read of what it was to change tells; and that nothing
// is begun any more on the connection is its own doing.
func TestWhatALostTransactionChangedIsRead(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET n 1\n"
		begun = who + "ann: WATCH n\nann: GET n\nann: MULTI\nann: SET n 2\nann: send EXEC as e\n"
		lost  = begun + "deliver e\nlose e\n"
		shop  = who + "seed: create-table shop\nseed: insert-entity shop/i/2 .n=1\n" +
			"ann: send entity-group-transaction shop i [merge-entity 2 .n=2 if-match=*] as e\ndeliver e\nlose e\n"
	)
	for _, c := range []struct {
		name, lines        string
		kind               engine.Trouble
		action, reads, say string
	}{
		{"nobody heard it", lost, engine.NoAnswer, "read", "n", "Read before the next try"},
		{"nobody heard it, and it was read", lost + "ann: GET n\n", engine.NoAnswer, "", "",
			"#7 has read it. Check whether the change of #6 is in it; only if it is not, WATCH"},
		{"it was sent again", lost + "ann: EXEC again=e\n", engine.OwnEcho, "read", "n",
			"#6 has arrived, and ended what was begun on the connection"},
		{"it was sent again, and had been refused", strings.Replace(begun, "ann: MULTI", "ben: INCR n\nann: MULTI", 1) +
			"deliver e\nlose e\nann: EXEC again=e\n", "", "read", "n",
			"#7 has arrived, and ended what was begun on the connection"},
		{"nothing was begun", who + "ann: EXEC\n", "", "", "", "Correct the request"},
		{"a batch that nobody heard of", shop, engine.NoAnswer, "read", "shop/i/2", "Read before the next try"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if v := roomtest.AtEnd(t, c.lines); c.kind == "" { // nobody's trouble is none of the troubles
			for _, m := range v.Marks() {
				card, found = advice.For(v, m.Finding), true
			}
		}
		reads := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok {
				reads = strings.Trim(s.Args[0].Value.String(), "[]")
			}
		}
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) || reads != c.reads {
			t.Errorf("%s: %v %q reads %q: %s", c.name, found, card.Action, reads, card.Say)
		}
	}
}
