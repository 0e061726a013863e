package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The receipt of a renewal replaces the one before, a delete with that is refused, and the message is visible again at
// the end of what the renewal hid it for (queue/rules.md, R2 and "Message operations"). A worker that receives it anew
// and does its work has done it twice (rules.md, "Silent"); to say so again of one answer, or to delete it, is no
// second work.
func TestAWorkerThatIsHandedAMessageAgainDoesItTwice(t *testing.T) {
	const (
		lines = "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\nclock +20s\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nann: does $g.0\n"
		refused = "ann: delete-message $g.0 popreceipt=$g.0.receipt as d\n"
		again   = "clock +40s\nann: get-messages jobs visibilitytimeout=30 as h\n"
	)
	for _, c := range []struct {
		name, lines, first string
		steps              []string
		never              string
	}{
		{"with the receipt before", lines + refused + again + "ann: does $h.0\n",
			"Ana did the work of jobs \"m\" twice. Ana's #5 was refused, and a 404 does not say that the message " +
				"stayed.",
			[]string{"Ana received the message at 00:00.0.", "Ana updated the message at 00:20.0",
				"Ana did the work at 00:20.0.", "Ana's #5 was refused", "The message was visible again at 00:50.0.",
				"Ana received the message at 01:00.0.", "Ana did the work again."}, "Ben"},
		{"without a delete", lines + again + "ann: does $h.0\n",
			"Ana did the work of jobs \"m\" twice. Nobody was told.",
			[]string{"Ana received the message at 00:00.0.",
				"Ana hid the message for longer at 00:20.0, until 00:50.0.", "Ana did the work at 00:20.0.",
				"The message was visible again at 00:50.0."}, "refused"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		var steps []string
		for _, s := range told.Steps {
			steps = append(steps, s.Text)
		}
		if last.String() != "~ done-twice ann" || told.First != c.first || strings.Contains(told.Heard, c.never) {
			t.Errorf("%s: %s: %s %s", c.name, last, told.First, told.Heard)
		}
		for i, want := range c.steps {
			if i >= len(steps) || !strings.HasPrefix(steps[i], want) {
				t.Errorf("%s: step %d is none of %q, want %q", c.name, i+1, steps, want)
				break
			}
		}
	}
	for name, more := range map[string]string{
		"said again": "ann: does $g.0\n", "by a name": "ann: does m\nann: does m\n", "handed again": again,
		"only deleted": again + "ann: delete-message $h.0 popreceipt=$h.0.receipt\n"} {
		if _, last := run(t, lines+more); last.Kind != "" {
			t.Errorf("%s: %s", name, last)
		}
	}
}
