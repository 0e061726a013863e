package conflict_test

import (
	"strings"
	"testing"
)

// The referee's rules, "Base": a body that was refused and is sent again byte for byte keeps its base, by whichever
// operation; another body, or one with a base of its own, has the newest answer.
func TestARefusedBodyKeepsItsBaseByAnyOperation(t *testing.T) {
	const (
		key = "seed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\n"
		row = "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\nben: get-entity acc/p/a as s\n" +
			"ann: update-entity acc/p/a .n=2 if-match=*\nben: update-entity acc/p/a .n=9 if-match=$s.etag\n"
		read = "ben: get-entity acc/p/a as s2\n"
		held = "ben: put-range sh/f bb range=0-1\n"
		away = "ann: smb-write $h.handle aaaa\nann: smb-close $h.handle\n"
		open = "ben: smb-create sh/f access=RW share=RWD as i\n"
		text = "seed: SET c 0\nben: GET c\nann: SET c 1\nben: CAS c 0 2\n"
	)
	for _, c := range []struct{ name, lines, mark string }{
		{"EXCAS, then EXSET", key + "ben: EXCAS c 2 1\nben: EXSET c 2\n", "~ lost-update ann"},
		{"EXSET VER, then EXSET", key + "ben: EXSET c 2 VER 1\nben: EXSET c 2\n", "~ lost-update ann"},
		{"EXSET VER, a read, EXCAS", key + "ben: EXSET c 2 VER 1\nben: EXGET c\nben: EXCAS c 2 2\n",
			"~ guard-defeated ann"},
		{"another body", key + "ben: EXCAS c 2 1\nben: EXSET c 3\n", "! stale-write ben"},
		{"CAS, then SET", text + "ben: SET c 2\n", "~ lost-update ann"},
		{"another text", text + "ben: GET c\nben: SET c 3\n", "! stale-write ben"},
		{"update, a read, merge", row + read + "ben: merge-entity acc/p/a .n=9 if-match=$s2.etag\n",
			"~ guard-defeated ann"},
		{"a range over REST, then through a handle", held + away + open + "ben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb\n", "~ lost-update ann"},
		{"through a handle, then a range over REST", "ann: smb-lock $h.handle offset=0 length=8\n" + open +
			"ben: smb-write $i.handle bb\n" + away + "ben: get-file sh/f\nben: put-range sh/f bb range=0-1\n",
			"~ lost-update ann"},
		{"other bytes through it", held + away + open + "ben: smb-read $i.handle\nben: smb-write $i.handle cc\n",
			"! shared-file ben"},
		{"the same at another place", held + away + open + "ben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb offset=2\n", "! shared-file ben"},
		{"the same range at another place", held + "ann: smb-write $h.handle aaaa\nann: smb-close $h.handle\n" +
			"ben: get-file sh/f\nben: put-range sh/f bb range=2-3\n", "! shared-file ben"},
		{"in another file", held + away + "ben: smb-create sh/g access=RW share=RWD as i\nben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb\n", "! shared-file ben"},
		{"a base of its own", row + read + "ben: merge-entity acc/p/a .n=9 if-match=$s2.etag from=s2\n",
			"! stale-write ben"},
		{"another property", row + read + "ben: merge-entity acc/p/a .n=8 if-match=$s2.etag\n", "! stale-write ben"},
	} {
		if strings.Contains(c.lines, " sh/f ") {
			share := "R"
			if strings.Contains(c.lines, "smb-lock") {
				share = "RW"
			}
			c.lines = "seed: create-share sh\nseed: create-file sh/f 4\nseed: create-file sh/g 4\n" +
				"ben: get-file sh/f\nann: smb-create sh/f access=RW share=" + share + " disposition=OPEN as h\n" +
				c.lines
		}
		if _, last := run(t, c.lines); last.String() != c.mark {
			t.Errorf("%s: %s, want %s", c.name, last, c.mark)
		}
	}
}
