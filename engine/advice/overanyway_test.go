package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// An abort of a copy that has ended, or that was aborted, is refused with NoPendingCopyOperation (Azure REST, "Abort
// Copy Blob"): nothing is wrong with its words. Where there was no copy, something is.
func TestAnAbortOfACopyThatIsOverIsRight(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/src s\n" +
			"seed: put-blob cont/dst d\nset blob.copy=slow\n"
		copied = head + "ann: copy-blob cont/dst source=cont/src as c\n"
		abort  = "ann: abort-copy-blob cont/dst copy=$c.copy-id\n"
		over   = "The copy is over, and nothing is left to abort. Read cont/dst."
		wrong  = "Correct the request"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"it has ended", copied + "finish c\n" + abort, over, wrong},
		{"another has aborted it", copied + "tell ben $c.copy-id\n" + strings.Replace(abort, "ann", "ben", 1) + abort,
			over, wrong},
		{"there was none", head + "ann: abort-copy-blob cont/dst copy=guid:A\n", wrong, over},
	} {
		v := roomtest.AtEnd(t, c.lines)
		marks := v.Marks()
		if len(marks) == 0 {
			t.Fatalf("%s: no mark", c.name)
		}
		card := advice.For(v, marks[len(marks)-1].Finding)
		if !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %s", c.name, card.Say)
		}
	}
}

// Nobody waits for a message to be visible that is: the end of the scene lets the visibility timeout of the lost update
// run out (engine/queue/rules.md, Update Message).
func TestAMessageThatIsVisibleAgainIsNotWaitedFor(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nseed: create-queue jobs\nseed: put-message jobs job1 messagettl=-1\n" +
			"ann: get-messages jobs visibilitytimeout=5 as g\n" +
			"ann: send update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20 as u\ndeliver u\nlose u\n"
		again  = "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20 again=u\n"
		remove = "ann: delete-message $g.0 popreceipt=$g.0.receipt\n"
		wait   = "Wait until the message is visible again and receive it"
		now    = "Receive the message, which is visible again"
	)
	for _, lines := range []string{lost + again, lost + remove} {
		v := roomtest.AtEnd(t, lines)
		marks := v.Marks()
		card := advice.For(v, marks[len(marks)-1].Finding)
		if !strings.Contains(card.Say, now) || strings.Contains(card.Say, wait) {
			t.Errorf("%s: %s", lines, card.Say)
		}
	}
}
