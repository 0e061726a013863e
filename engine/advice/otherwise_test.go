package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Where an operation takes a name whatever has it, and its sender had found nothing there, the word that has it do so is
// the control: without it the request is refused (engine/share/rules.md, Rename File without replace; the disposition
// CREATE). What creates a file by its path asks for nothing, but a rename of what was made beside it does.
func TestWhatTakesANameIsTriedSoThatItLeavesWhatIsThere(t *testing.T) {
	const (
		who  = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		head = who + "seed: create-share sh\nseed: create-file sh/src 3\nann: get-file sh/dst\nben: create-file sh/dst 3\n" +
			"ben: put-range sh/dst BEN range=0-2\n"
		there = who + "seed: create-share sh\nseed: create-file sh/src 3\nseed: create-file sh/dst 3\nann: get-file sh/dst\n" +
			"ben: put-range sh/dst BEN range=0-2\nann: rename-file sh/dst source=sh/src replace=true\n"
		open = "ann: smb-create sh/dst access=RW share=RWD disposition=OVERWRITE_IF\n"
	)
	for _, c := range []struct{ lines, action, say, stops string }{
		{head + "ann: rename-file sh/dst source=sh/src replace=true\n", "guard", "send it without replace=true.",
			"Without replace=true. The answer would be 409."},
		{head + open, "guard", "send it with disposition=CREATE.",
			"With disposition=CREATE. The answer would be STATUS_OBJECT_NAME_COLLISION."},
		{head + "ann: create-file sh/dst 4\n", "", "create-file compares nothing. Tell Ben",
			"create-file under a name of its own, then rename-file to sh/dst without replace. The answer would be 409."},
		{there, "", "", ""}, // it was to replace what it had read: without replace it would be refused to everybody
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) ||
			c.stops == "" && strings.Contains(strings.Join(card.Stops, "|"), "replace") ||
			!strings.Contains(strings.Join(card.Stops, "|"), c.stops) {
			t.Errorf("%s: %q %s | %s", c.lines, card.Action, card.Say, card.Stops)
		}
	}
}
