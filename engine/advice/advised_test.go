package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// advised is what a card is to say of the last finding of a kind in some lines.
type advised struct {
	name, lines string
	kind        engine.Trouble // empty: what is nobody's
	action      string
	want, never string
}

// who are the two writers of most scenes.
const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"

// softDelete keeps what is deleted for seven days.
const softDelete = "seed: set-blob-service-properties devstore property.DeleteRetentionPolicy=" +
	"\"<Enabled>true</Enabled><Days>7</Days>\"\n"

// advises says which cards do not say what they are to when all is over, timers too.
func advises(t *testing.T, list []advised) {
	t.Helper()
	advisesIn(t, list, roomtest.AtEnd)
}

// advisesBehind says it of the moment behind the last line, when what hides and what expires later still stands.
func advisesBehind(t *testing.T, list []advised) {
	t.Helper()
	advisesIn(t, list, behindLines)
}

// behindLines is what is seen behind the last line, before the clock ends anything more.
func behindLines(t testing.TB, lines string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", lines)
	for !r.View().Waits() {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return r.View()
}

func advisesIn(t *testing.T, list []advised, played func(testing.TB, string) *view.View) {
	t.Helper()
	for _, c := range list {
		v := played(t, c.lines)
		card, found := cardIn(v, c.kind)
		if c.kind == "" { // nobody's trouble is none of the troubles
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
