package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A lost answer: a peek tells of what is visible alone, and a receive hands out others each time (queue/rules.md,
// "State" and "Message operations"). INCR adds whatever is there, unless the line names a version.
func TestWhatTellsWhetherARequestWasDone(t *testing.T) {
	const head = "seed: create-queue jobs\nseed: put-message jobs m\n"
	for line, says := range map[string]string{
		"ann: send get-messages jobs as r":                "A receive that is repeated is another one",
		"ann: send put-message jobs x as r":               "A put that is repeated adds another message, ",
		"ann: send set-queue-metadata jobs meta.a=1 as r": "Only reading or asking again tells whether it was done.",
		"ann: send INCR n as r":                           "A count that is repeated may count once more",
		"ann: send EXINCRBY n 1 as r":                     "A count that is repeated may count once more",
		"ann: send EXINCRBY n 1 VER 3 as r":               "Only reading or asking again tells whether it was done.",
		"ann: send EXINCRBY n 1 NX as r":                  "Only reading or asking again tells whether it was done.",
		"ann: send LPUSH list x as r":                     "Only reading or asking again tells whether it was done.",
	} {
		r, last := run(t, head+line+"\ndeliver r\nlose r\n")
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.Law, says) {
			t.Errorf("%s: %q", line, told.Law)
		}
	}
}
