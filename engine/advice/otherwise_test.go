package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Where an operation takes a name whatever has it, and its sender had found nothing there, the word that has it do so
// is the control: without it the request is refused (engine/share/rules.md, Rename File without replace; the
// disposition CREATE). What creates a file by its path asks for nothing, but a rename of what was made beside it does.
func TestWhatTakesANameIsTriedSoThatItLeavesWhatIsThere(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-share sh\nseed: create-file sh/src 3\n"
		late = "ann: get-file sh/dst\nben: create-file sh/dst 3\nben: put-range sh/dst BEN range=0-2\n"
		read = "seed: create-file sh/dst 3\nann: get-file sh/dst\nben: put-range sh/dst BEN range=0-2\n"
		move = "ann: rename-file sh/dst source=sh/src replace=true\n"
		open = "ann: smb-create sh/dst access=RW share=RWD disposition=OVERWRITE_IF\n"
		made = "create-file under a name of its own, then rename-file to sh/dst without replace. The answer would be " +
			"409."
	)
	for _, c := range []struct{ lines, action, say, stops string }{
		{head + late + move, "guard", "send it without replace=true.",
			"Without replace=true. The answer would be 409."},
		{head + late + open, "guard", "send it with disposition=CREATE.",
			"With disposition=CREATE. The answer would be STATUS_OBJECT_NAME_COLLISION."},
		{head + late + "ann: create-file sh/dst 4\n", "", "create-file compares nothing. Tell Ben", made},
		// it was to replace what it had read: without replace it would be refused to everybody
		{head + read + move, "", "", ""},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) ||
			c.stops == "" && strings.Contains(strings.Join(card.Stops, "|"), "replace") ||
			!strings.Contains(strings.Join(card.Stops, "|"), c.stops) {
			t.Errorf("%s: %q %s | %s", c.lines, card.Action, card.Say, card.Stops)
		}
	}
}
