package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// advised is what a card is to say of the last finding of a kind in some lines.
type advised struct {
	name, lines string
	kind        engine.Trouble // empty: what is nobody's
	action      string
	want, never string
}

// advises says which cards do not say what they are to.
func advises(t *testing.T, list []advised) {
	t.Helper()
	for _, c := range list {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if c.kind == "" { // nobody's trouble is none of the troubles
			v := roomtest.AtEnd(t, c.lines)
			for _, m := range v.Marks() {
				if m.Kind == "" {
					card, found = advice.For(v, m.Finding), true
				}
			}
		}
		said := strings.Join(append([]string{card.Say, card.Rest, card.Beside}, append(card.Others, card.Stops...)...),
			" ")
		if !found || card.Action != c.action || !strings.Contains(said, c.want) ||
			c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %v %q, want %q: %s\nwant %q, never %q", c.name, found, card.Action, c.action, said, c.want,
				c.never)
		}
	}
}
