package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A renewal that was refused is no delete that was: the message was not hidden for longer, and its worker had heard so
// before it worked (engine/queue/rules.md, "Pop receipts": R2, R3).
func TestWorkBehindARefusedRenewal(t *testing.T) {
	const jobs = "seed: create-queue jobs\nseed: put-message jobs x\n" +
		"ann: get-messages jobs visibilitytimeout=30 as g\n" +
		"clock +15s\nann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +15s\n"
	const both = "ann: does $g.0\nben: does $h.0\n"
	const came = "clock +20s\nben: get-messages jobs as h\n"
	for _, c := range []struct{ name, lines, want, never string }{
		{"a renewal", jobs + "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\n" + came + both,
			"which was to hide it for longer, was refused.|so the message was not hidden for longer.|" +
				"The message was visible again at 00:45.|That #5 was refused Ana had heard before the work.",
			"so the message stayed"},
		{"a delete", jobs + "ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n" + came + both,
			"a 404 does not say that the message stayed.|so the message stayed.", "hide it for longer"},
		{"a giving back", jobs + "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=0\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n" + came + both,
			"a 404 does not say that the message stayed.|so the message stayed.", "for longer"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		said := told.First + "\n" + told.Heard
		for _, s := range told.Steps {
			said += "\n" + s.Text
		}
		if last.Kind != engine.DoneTwice || c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %s: %s", c.name, last.Kind, said)
		}
		for _, want := range strings.Split(c.want, "|") {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is missing: %s", c.name, want, said)
			}
		}
	}
	_, last := run(t, jobs+"ann: delete-message $g.0 popreceipt=$g.0.receipt\n")
	if law := last.Cause.Rule.Means; !strings.Contains(law, "has to be the newest of the message") {
		t.Errorf("the rule of an old receipt is %q", law) // the message is there
	}
}
