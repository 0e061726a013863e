package advice_test

import (
	"testing"

	"interleave/engine"
)

// A shared lock stops every write, its owner's too (engine/share/rules.md, "Byte-range locks", L3), and every lock on
// bytes stops a write by the path (L11): the card says which locks are in the way, and whose.
func TestEveryLockOnBytesInTheWayIsNamed(t *testing.T) {
	const (
		begin  = who + "writer cat \"Cy\"\nseed: create-share docs\nseed: create-file docs/a 10\n"
		opens  = "ann: smb-create docs/a access=RW share=RW disposition=OPEN as h\n"
		bens   = "ben: smb-create docs/a access=RW share=RW disposition=OPEN as g\n"
		shared = "ann: smb-lock $h.handle offset=0 length=4 kind=shared\n"
		write  = "ann: smb-write $h.handle x offset=0\n"
	)
	advises(t, []advised{
		{"its own shared lock", begin + opens + shared + write, engine.SharedFile, "",
			"The handle's own lock of #4 is in the way, for a shared lock stops every write: unlock those bytes, " +
				"then send the same again.", "Another handle"},
		{"and another's", begin + opens + bens + shared + "ben: smb-lock $g.handle offset=0 length=4 kind=shared\n" +
			write, engine.SharedFile, "", "Each of these locks stops it: Ana's of #5, Ben's of #6. Unlock one's own " +
			"and wait until the others are unlocked, then send the same again.", "Another handle"},
		{"two of others", begin + "cat: get-file docs/a\n" + opens + bens +
			"ann: smb-lock $h.handle offset=0 length=4\nben: smb-lock $g.handle offset=5 length=4\n" +
			"ann: smb-write $h.handle WORK offset=0\ncat: put-range docs/a 0123456789 range=0-9\n",
			engine.SharedFile, "", "Each of these locks stops it: Ana's of #6, Ben's of #7. Wait until all are " +
				"unlocked, then read what is there: the same again would go over Ana's #8, which Cy has not read.", ""},
		{"and one that waits", begin + opens + bens + "ann: smb-lock $h.handle offset=0 length=4\n" +
			"ben: put-range docs/a BBBB range=0-3\nben: smb-lock $g.handle offset=0 length=4\n", engine.SharedFile, "",
			"A lock stops it: Ana's of #5; behind it wait, and would stop it next: Ben's of #7. Unlock one's own " +
				"and wait until the others are unlocked, then send the same again.", "Each of these locks"},
		{"another handle's", begin + opens + "ann: smb-create docs/a access=RW share=RW disposition=OPEN as k\n" +
			"ann: smb-lock $k.handle offset=0 length=4\n" + write, engine.SharedFile, "",
			"Another handle of one's own is in the way", "handle's own lock"},
	})
}
