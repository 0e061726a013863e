package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Each change of a container's access policies starts its thirty seconds anew, so whoever was told of the first end
// waits for the last one, and hears who moved it.
func TestAnEndThatWasMovedIsTheOneToWaitFor(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/a v0\n" +
			"seed: set-container-acl con policy.w=rwdl\nann: get-blob con/a under=w\n"
		moved = "Ben's #5 (set-container-acl) moved the end of that to 00:31"
	)
	for _, c := range []struct {
		lines string
		last  int
		says  string
	}{
		{head, 4, "Wait until 00:30."},
		{head + "clock +1s\nben: set-container-acl con policy.w=r\n", 5, moved},
		{head + "clock +1s\nben: set-container-acl con policy.w=rwdl\n", 5, "Wait until 00:30."}, // nothing changed
		{head + "clock +1s\nben: set-container-metadata con meta.a=1\n", 5, "Wait until 00:30."},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		for x := r.View().Exchange(c.last); x == nil || x.Heard.IsZero(); x = r.View().Exchange(c.last) {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		v := r.View()
		for _, tr := range v.Troubles() {
			card := advice.For(v, tr.Finding)
			if tr.Kind != engine.Unfinished || card.Action != "wait" || !strings.HasPrefix(card.Say, c.says) {
				t.Errorf("%s: %s %q %s %q", c.lines, tr.Kind, card.Action, card.Say, card.Others)
			}
		}
		if len(v.Troubles()) != 1 {
			t.Error(c.lines, len(v.Troubles()))
		}
	}
}
