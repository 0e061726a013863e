package conflict

import "testing"

// Who lost a change has it again only where the later text holds it: a number that was counted on from what was read
// holds nothing of the one that was lost, though its digits stand in it.
func TestWhatWasLostIsHeldByALaterText(t *testing.T) {
	for _, row := range []struct {
		before, lost, now string
		held              bool
	}{
		{"A", "A\nben", "A\nann\nmore", false},
		{"A", "A\nben", "A\nann\nben", true},
		{"A\n", "A\nben\n", "A\nben\nann\n", true},
		{"5", "4", "2", false},
		{"5", "4", "14", false},
		{"none", "ann", "ben, ann", true},
		{"none", "ann", "ben", false},
		{"none", "a", "later", false},
		{"a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", false}, // a line that had been taken out is back
		{"a\nb\nc\n", "a\nc\n", "a\nc\nd\n", true},
	} {
		if held := heldText(row.before, row.lost, row.now); held != row.held {
			t.Errorf("%q, %q, %q: %v", row.before, row.lost, row.now, held)
		}
	}
}
