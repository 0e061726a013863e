package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// A policy counts 30 s after it was set (engine/blob/rules.md, R39). Who waits for that and sends the same again goes
// over what another has put there, as anybody who has not read it: it is read first.
func TestWhoWaitsReadsWhatTheSameAgainWouldGoOver(t *testing.T) {
	const (
		set  = who + "seed: create-container ccc\nann: set-container-acl ccc policy.p=rw\n"
		anns = "ann: put-blob ccc/k ann\n"
		bens = "ben: put-blob ccc/k ben under=p\n"
	)
	for lines, reads := range map[string]bool{set + anns + bens: true, set + bens: false} {
		r := roomtest.Of(t, "case.race", lines)
		for len(r.View().Troubles()) == 0 || r.View().Exchange(r.View().Requests()).Heard.IsZero() {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		card, found := cardIn(r.View(), engine.Unfinished)
		if !found || card.Action != "wait" || strings.Contains(card.Say, "and read then what is there") != reads ||
			strings.Contains(card.Say, "then send the same again") == reads {
			t.Errorf("%s: %v %s %s", lines, found, card.Action, card.Say)
		}
	}
}
