package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// A Clear that ran out of time has done a part, and is to be repeated until 204: the rest of it is nothing that is done
// twice. One that was done, and whose answer was lost, is.
//
// Source: engine/queue/rules.md, "Order, delivery, concurrency", O14.
func TestTheRestOfAClearIsNotDoneTwice(t *testing.T) {
	const queue = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset queue.clear-batch=2\nseed: create-queue jobs\n" +
		"seed: put-message jobs m1 messagettl=-1\nseed: put-message jobs m2 messagettl=-1\n"
	for _, c := range []struct{ name, lines, want string }{
		{"the rest", "seed: put-message jobs m3\nann: clear-messages jobs as c\n" +
			"ann: clear-messages jobs again=c\n", ""},
		{"three parts", "seed: put-message jobs m3\nseed: put-message jobs m4\nseed: put-message jobs m5\n" +
			"ann: clear-messages jobs as c\nann: clear-messages jobs again=c\nann: clear-messages jobs again=c\n", ""},
		{"done, and its answer lost", "ann: send clear-messages jobs as c\ndeliver c\nlose c\n" +
			"ben: put-message jobs m\nann: clear-messages jobs again=c\n", "done-twice ann"},
	} {
		var marks []string
		for _, m := range roomtest.AtEnd(t, queue+c.lines).Marks() {
			if m.Severity == '~' {
				marks = append(marks, string(m.Kind), m.Whose)
			}
		}
		if got := strings.Join(marks, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
