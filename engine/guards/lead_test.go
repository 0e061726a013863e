package guards_test

import (
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// A person is led to what leaves nobody's work undone, as a lock, and never to what refuses who was alone: a blob that
// is there refuses If-None-Match * (engine/blob/rules.md), so that it would be written only where it is gone.
func TestWhoLooksForAGuardIsLedToOneThatLetsTheFirstThrough(t *testing.T) {
	const editors = "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/a 1\n" +
		"plan ann [get-blob wiki/a as g; put-blob wiki/a {$g.body + 1}]\nplan ben [get-blob wiki/a as g; " +
		"put-blob wiki/a {$g.body + 1}]\n"
	const again = "writer job\nwriter ops\nseed: create-container data\nseed: put-blob data/s 1\n" +
		"plan job [get-blob data/s as g; put-blob data/s {$g.body + 1}]\nplan ops [delete-container data; " +
		"wait 35s; create-container data; put-blob data/s 100]\n"
	for text, want := range map[string]string{editors: "lease", again: ""} {
		_, s := enginetest.Searched(t, text)
		var b explore.Budget
		if text == again { // the name is free after 30 s, and the plan waits longer
			b.Jumps = 3
		}
		table := tableOf(guards.Orders(s.Input, b, nil, nil))
		led := ""
		if row, _, ok := table.Lead(); ok {
			led = table.Rows[row].ID
		}
		if led != want {
			t.Errorf("%s\nis led to %q, want %q", text, led, want)
		}
	}
}
