package advice_test

import (
	"testing"

	"interleave/engine"
)

// DEL removes a key whoever made it (engine/tair/rules.md, "Plain Redis commands"): who deletes the lock that it waits
// for has taken it from its holder, who works on. The same again would have two work behind one lock.
func TestWhoDeletesTheLockThatItWaitsForSettlesItFirst(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\n"
		lock    = who + "ann: SET lk ann NX PX 60000\nben: SET lk ben NX PX 60000\n"
		version = who + "ann: EXSET lk ann NX EX 60\nben: EXSET lk ben NX EX 60\nben: DEL lk\n"
		blob    = who + "seed: create-container own\nann: put-blob own/l ann if-none-match=*\n" +
			"ben: put-blob own/l ben if-none-match=*\nben: delete-blob own/l\n"
		first = "Settle first with Ana, who made it and has not heard that it is gone"
		again = "Send the same again"
	)
	advisesBehind(t, []advised{
		{"a key", lock + "ben: DEL lk\n", engine.AlreadyThere, "", "lk is gone, by Ben's #3 (DEL). " + first, again},
		{"which was read", lock + "ben: GET lk\nben: DEL lk\n", engine.AlreadyThere, "", first, again},
		{"by its value", lock + "ben: CAD lk ann\n", engine.AlreadyThere, "", first, again},
		{"by a deadline that is over", lock + "ben: EXPIRE lk 0\n", engine.AlreadyThere, "", "lk is gone, by " +
			"Ben's #3 " +
			"(EXPIRE). " + first, again},
		{"by a deadline of its own", lock + "ben: EXPIRE lk 1\nclock +2s\n", engine.AlreadyThere, "", first, again},
		{"by its maker's", lock + "ann: EXPIRE lk 1\nclock +2s\n", engine.AlreadyThere, "retry", again, first},
		{"handed out", lock + "ben: GETDEL lk\n", engine.AlreadyThere, "", first, again},
		{"moved away", lock + "ben: RENAME lk old\n", engine.AlreadyThere, "", first, again},
		{"by a third", lock + "cal: RENAME lk old\n", engine.AlreadyThere, "",
			"and whether Ana, who made it and has not heard that it is gone, still works behind it", again},
		{"in a transaction", lock + "ben: MULTI\nben: DEL lk\nben: EXEC\n", engine.AlreadyThere, "", first, again},
		{"of TairString", version, engine.AlreadyThere, "", first, again},
		{"a blob", blob, engine.AlreadyThere, "", first, again},
		{"its maker has heard it", lock + "ben: DEL lk\nann: GET lk\n", engine.AlreadyThere, "retry", again, first},
		{"its maker gave it back", lock + "ann: DEL lk\n", engine.AlreadyThere, "retry", again, first},
		{"it ended by itself", lock + "clock +61s\n", engine.AlreadyThere, "retry", again, first},
	})
}
