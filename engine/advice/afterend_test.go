package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Nobody is told to wait for what is over: what the same again would replace by then is read first, and of what is gone
// that is said.
func TestNobodyWaitsForWhatIsOver(t *testing.T) {
	const (
		file = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\nseed: create-share s\n" +
			"seed: create-file s/a 8\nseed: put-range s/a aaaaaaaa range=0-7\n"
		opened = file + "ben: get-file s/a\ncy: smb-create s/a access=RW share=R as o\n" +
			"ben: put-range s/a BBBB range=0-3\n"
		locked = file + "ann: smb-create s/a access=RW share=RW as a\nben: smb-create s/a access=RW share=RW as b\n" +
			"ann: smb-lock $a.handle offset=0 length=4\nben: smb-read $b.handle\nben: smb-write $b.handle BB\n"
		marked = file + "ann: smb-create s/a access=RWD share=RWD as a\nann: smb-set-disposition $a.handle " +
			"delete=true\n"
		closed = "cy: put-range s/a CC range=0-1\nann: smb-close $a.handle\n"
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"it is open", opened, "", "Wait until Cyd closes it, then send the same again.", "over"},
		{"it was written and closed", opened + "cy: smb-write $o.handle CCCC\ncy: smb-close $o.handle\n", "read",
			"What stood in the way is over, and Cyd's #7 changed meanwhile what the same again would replace. Read " +
				"what is there now", "Wait"},
		{"it was closed, and nothing was written", opened + "cy: smb-close $o.handle\n", "retry",
			"What stood in the way is over: send the same again.", "Wait"},
		{"the bytes were written and unlocked", locked + "ann: smb-write $a.handle AA\n" +
			"ann: smb-unlock $a.handle offset=0 length=4\n", "read", "Read what is there now", "Wait"},
		{"what was marked for deletion is gone", marked + closed, "", "What was there is gone. Create it again",
			"marked"},
		{"to who reads it", strings.Replace(marked+closed, "put-range s/a CC range=0-1", "get-file s/a", 1), "",
			"nothing is left to read", "marked"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.SharedFile)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}
