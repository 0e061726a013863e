package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
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
		card, found := cardIn(untilRefused(t, lines), engine.Unfinished)
		if !found || card.Action != "wait" || strings.Contains(card.Say, "and read then what is there") != reads ||
			strings.Contains(card.Say, "then send the same again") == reads {
			t.Errorf("%s: %v %s %s", lines, found, card.Action, card.Say)
		}
	}
}

// untilRefused is what is seen when the first mark has come and the newest request has its answer.
func untilRefused(t *testing.T, lines string) *view.View {
	t.Helper()
	r := roomtest.Of(t, "case.race", lines)
	for len(r.View().Troubles()) == 0 || r.View().Exchange(r.View().Requests()).Heard.IsZero() {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return r.View()
}

// Who only waits and reads lets through what had been kept out until then, where that is still under way: it is left to
// a person then (a card's action harms nobody when all has arrived).
func TestNobodyWaitsForWhatLetsHarmThrough(t *testing.T) {
	const (
		set = who + "writer cy \"Cy\"\nseed: create-container ccc\nseed: put-blob ccc/k v1\ncy: get-blob ccc/k\n" +
			"ann: set-container-acl ccc policy.p=rw\nann: put-blob ccc/k ann\n"
		cys  = "cy: send put-blob ccc/k cy under=p as c\n"
		bens = "ben: put-blob ccc/k ben under=p\n"
	)
	for lines, action := range map[string]string{set + bens: "wait", set + cys + bens: ""} {
		card, found := cardIn(untilRefused(t, lines), engine.Unfinished)
		if !found || card.Action != action || !strings.Contains(card.Say, "and read then what is there") {
			t.Errorf("%s: %t %q %s", lines, found, card.Action, card.Say)
		}
	}
}
