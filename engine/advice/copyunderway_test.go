package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// Nobody waits for a handle that is closed (the referee's rules, "Sentences and advice come from the cause": advice is
// a function of what stands now): where another copy of the request is on its way, that alone speaks against the same
// again, which would be done twice with it.
func TestACopyUnderWayIsWaitedForAndNotAClosedHandle(t *testing.T) {
	const (
		open = who + "seed: create-share s\nseed: create-file s/f size=10\n" +
			"ann: smb-create s/f access=RW share=none as h\n"
		put = "ben: send put-range s/f BBBB range=4-7 as p\n"
		url = "ben: send put-range-from-url s/f source=s/f range=4-7 source-range=0-3 as p\n"
		two = "double p\ndeliver p\nanswer p\n"
		end = "ann: smb-write $h.handle AAAA offset=0\nann: smb-close $h.handle\n"
		say = "What stood in the way is over, and another copy of #4 is still under way, which may be done now: with " +
			"the same again it would be done twice. Wait for it, and read then what is there."
	)
	advisesIn(t, []advised{
		{"a copy under way", put + two + end, engine.SharedFile, "", say, "closes it"},
		{"of a range from another place of it", url + two + end, engine.SharedFile, "", say, "closes it"},
		{"which was refused too", put + two + "deliver p'\n" + end, engine.SharedFile, "retry",
			"What stood in the way is over: send the same again.", "copy"},
		{"it is open still", put + two, engine.SharedFile, "", "Wait until Ana closes it", "copy"},
		{"and Ana wrote there", put + two + "ann: smb-write $h.handle AAAA offset=5\nann: smb-close $h.handle\n",
			engine.SharedFile, "read", "changed meanwhile what the same again would replace", "copy"},
	}, func(t testing.TB, lines string) *view.View { // by hand: a script has what is under way arrive
		r := roomtest.Of(t, "case.race", open)
		roomtest.PlayOn(t, r)
		roomtest.Say(t, r, strings.Split(strings.TrimSpace(lines), "\n")...)
		return r.View()
	})
}
