package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What is appended stays where it was put (engine/blob/rules.md, "Append blobs"): whose entry stands between two of one
// request, and who has read both, is told with what was done twice.
func TestWhoStandsBetweenTwoAppendsIsTold(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\n"
		blob = who + "seed: create-container logs\nseed: put-blob logs/a \"\" type=AppendBlob\n" +
			"ann: send append-block logs/a x as p\ndeliver p\nlose p\n"
		line    = who + "ann: send APPEND k x as p\ndeliver p\nlose p\n"
		count   = who + "seed: SET n 0\nann: send INCR n as p\ndeliver p\nlose p\n"
		between = "Between the two stands what was added by Ben's #"
		read    = "Both were read by Cal with #"
	)
	again := blob + "ben: append-block logs/a b\nann: append-block logs/a x again=p\n"
	advisesBehind(t, []advised{
		{"a block", again, engine.DoneTwice, "read", between + "4, which stays.", "Both were read"},
		{"which another has read", again + "cal: get-blob logs/a\n", engine.DoneTwice, "read",
			read + "6: tell Cal that they are one.", ""},
		{"a string", line + "ben: APPEND k b\nann: APPEND k x again=p\ncal: GET k\n", engine.DoneTwice, "read",
			read + "4", ""},
		{"of which one was read", line + "cal: GET k\nann: APPEND k x again=p\n", engine.DoneTwice, "read",
			"add an entry that corrects it.", "tell Cal"},
		{"a count", count + "ben: INCR n\nann: INCR n again=p\ncal: GET n\n", engine.DoneTwice, "",
			"Both are in what was read by Cal with #5: tell Cal that they are one.", "Between"},
	})
	v := roomtest.AtEnd(t, again)
	list := v.Troubles()
	steps := conflict.Story(v.Clone(), list[len(list)-1].Finding).Steps
	if len(steps) != 4 || !strings.HasPrefix(steps[1].Text, "Ben saved v3") {
		t.Errorf("%v", steps)
	}
}
