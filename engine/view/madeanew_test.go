package view_test

import (
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// A name that a rename left is nobody's work, so that who writes there is not marked (the referee's rules, "Cases that
// had to be settled"). Who had read what was moved made its text from that all the same, and nobody tells it.
func TestWhatWasMadeAnewUnderANameThatWasLeftIsToldBesideTheCards(t *testing.T) {
	const key = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k 1\n"
	for _, row := range []struct{ name, lines, want string }{
		{"a key that was renamed", key + "ben: GET k\nann: RENAME k j\nben: SET k 2\n",
			"Ben's #4 made k anew, after #2 had shown Ben what stood there: Ana's #3 had moved that to j since"},
		{"one that went to another database", key + "ben: GET k\nann: MOVE k 1\nben: SET k 2\n",
			"Ana's #3 had moved that to db1:k since"},
		{"a file", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 4\n" +
			"ben: get-file s/f\nann: rename-file s/g source=s/f\nben: create-file s/f 4\n",
			"Ana's #4 had moved that to s/g since"},
		{"by who moved it", key + "ann: GET k\nann: RENAME k j\nann: SET k 2\n", ""},
		{"by who had not read it", key + "ann: RENAME k j\nben: SET k 2\n", ""},
		{"by who found nothing there", key + "ben: GET k\nann: RENAME k j\nben: GET k\nben: SET k 2\n", ""},
		{"who has read it under its new name", key + "ben: GET k\nann: RENAME k j\nben: GET j\nben: SET k 2\n", ""},
		{"and taken away again", key + "ben: GET k\nann: RENAME k j\nben: SET k 2\nben: DEL k\n", ""},
	} {
		said := strings.Join(roomtest.AtEnd(t, row.lines).Beside(), " ")
		if (row.want == "") != (said == "") || !strings.Contains(said, row.want) {
			t.Errorf("%s: %q, want %q", row.name, said, row.want)
		}
	}
}
