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
		{"what was marked for deletion is gone", marked + closed, "",
			"s/a is gone since its last close, as Ana's #5 (smb-set-disposition) had asked. Settle with Ana",
			"Create it"},
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

// A name that is free again may have been taken by another before the refused request comes back: then that is there,
// and whose it is decides what is left (engine/queue, engine/blob, engine/table rules.md: a second create gets 409).
func TestWhoCameFirstToAFreedNameIsTold(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\n"
	const anew = "jobs is there anew since Ben's #4. Read it and decide whether it will do."
	for _, c := range []struct{ name, lines, want string }{
		{"a queue", "seed: create-queue jobs\ncy: delete-queue jobs\nann: create-queue jobs meta.a=1\n" +
			"clock +41s\nben: create-queue jobs meta.b=2\n", anew},
		{"a container", "seed: create-container jobs\ncy: delete-container jobs\nann: create-container jobs\n" +
			"clock +41s\nben: create-container jobs\n", anew},
		{"a table", "seed: create-table jobs\ncy: delete-table jobs\nann: create-table jobs\nclock +41s\n" +
			"ben: create-table jobs\n", anew},
		{"a share", "seed: create-share jobs\ncy: delete-share jobs\nann: create-share jobs\nclock +41s\n" +
			"ben: create-share jobs\n", anew},
		{"nobody did", "seed: create-queue jobs\ncy: delete-queue jobs\nann: create-queue jobs meta.a=1\nclock +41s\n",
			"What stood in the way is over: send the same again."},
	} {
		saysAtEnd(t, head+c.lines, engine.Unfinished, c.want, "")
	}
}
