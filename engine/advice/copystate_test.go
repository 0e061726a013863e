package advice_test

import (
	"testing"

	"interleave/engine"
)

// A slow copy is answered 202 when it has begun, and nothing tells its end but the state at its target (Azure REST,
// "Copy Blob", Remarks; engine/blob/rules.md, "Copy"): whoever lost that answer, or that of an abort, has no other to
// wait for, and a copy that goes on has not gone through.
func TestTheStateOfACopyIsReadAtItsTarget(t *testing.T) {
	const (
		slow = who + "set blob.copy=slow\nseed: create-container hub\nseed: put-blob hub/a one\n"
		lost = slow + "ann: send copy-blob hub/b source=hub/a as c\ndeliver c\nlose c\n"
		gone = slow + "ann: send copy-blob hub/b source=hub/a as c\nlose c\n"
		look = "Read hub/b: its copy-source and copy-status tell whether the copy was begun, and what has become of it"
		then = "If its copy-source is hub/a: while its copy-status is pending, wait and read again; with success " +
			"nothing is left to send."
		either = "Either #3, which had no answer, was done, and this is its echo, or somebody else brought it about: "
		copied = slow + "ann: copy-blob hub/b source=hub/a as c\n"
		abort  = copied + "ann: send abort-copy-blob hub/b copy=$c.copy-id as x\ndeliver x\nlose x\n"
		state  = "ead hub/b: its copy-status tells whether the copy was ended, is done or goes on."
		over   = copied + "ben: put-blob hub/a two\nfinish c\n"
		anew   = over + "ann: get-blob hub/a as g\nann: copy-blob hub/b source=hub/a source-if-match=$g.etag as d\n"
		begun  = "Ana's #6 has begun it since, and is answered no second time: read hub/b, which is empty while its " +
			"copy-status is pending."
	)
	advisesBehind(t, []advised{
		{"its answer was lost", lost, engine.NoAnswer, "read", look, "Wait for its answer"},
		{"it never arrived", gone, engine.NoAnswer, "read", look, "Wait for its answer"},
		{"it was read", lost + "ann: get-blob hub/b\n", engine.NoAnswer, "", "#4 has read it. " + then, "Wait for its"},
		{"its echo", lost + "ann: copy-blob hub/b source=hub/a again=c\n", engine.OwnEcho, "read",
			either + "read hub/b: its copy-source", "find that out"},
		{"an abort's answer was lost", abort, engine.NoAnswer, "read", "R" + state, "write the same"},
		{"the abort's echo", abort + "ann: abort-copy-blob hub/b copy=$c.copy-id again=x\n", engine.OwnEcho, "read",
			": r" + state, "find that out"},
		{"given up", over, engine.StaleWrite, "retry", "hub/b is empty. Read the source as it is now", "since"},
		{"begun again", anew, engine.StaleWrite, "", begun, "gone through"},
		{"begun again and finished", anew + "finish d\n", engine.StaleWrite, "",
			"Ana's #6 has gone through since. Nothing is left to send.", "pending"},
		{"begun again and ended by another", anew + "tell ben $d.copy-id\nben: abort-copy-blob hub/b copy=$d.copy-id\n",
			engine.StaleWrite, "retry", "hub/b is empty. Read the source", "since"},
	})
}
