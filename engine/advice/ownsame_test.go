package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Who is refused for an own request, whose answer was lost, is told of that one, and of nobody else who changed the
// same: it claims nothing against itself.
func TestAnOwnChangeToTheSameIsNoOthers(t *testing.T) {
	advises(t, []advised{{"a line", who + "seed: EXSET k a\nann: EXGET k\nann: send EXAPPEND k b as r1\ndeliver r1\n" +
		"lose r1\nann: EXSET k ab VER 1\n", engine.StaleWrite, "read",
		"Ana's own #3 changed it to ab too. Where both requests are to count", "claims"}})
}

// What takes a part away is told as a removal (engine/bucket/rules.md: Delete Object Tagging, Delete Bucket Policy).
func TestAPartThatIsDeletedIsTheOneThatWasRemoved(t *testing.T) {
	const lake = who + "seed: create-bucket lake\nseed: put-object lake/k v1\n"
	advises(t, []advised{
		{"tags", lake + "ben: get-object-tagging lake/k\nann: put-object-tagging lake/k tag.a=1\n" +
			"ben: delete-object-tagging lake/k\n", engine.LostUpdate, "", "Tell Ana what #5 removed: ", "replaced"},
		{"tags that are set", lake + "ben: get-object-tagging lake/k\nann: put-object-tagging lake/k tag.a=1\n" +
			"ben: put-object-tagging lake/k tag.b=1\n", engine.LostUpdate, "", "Tell Ana what #5 replaced: ",
			"removed"},
	})
}

// NX is no guard for who compared a version that it was told: it expects the key to be there, and would be refused
// whatever the others do (tair/rules.md, "Versions"). Who named none knew of nothing.
func TestNXIsNoGuardForWhoNamesAVersion(t *testing.T) {
	const head = who + "writer cal \"Cal\"\nann: EXSET k a\nben: EXSET k b\n"
	for line, named := range map[string]bool{"cal: EXCAS k c 2\n": false, "cal: EXSET k c VER 2\n": false,
		"cal: EXSET k c\n": true} {
		said := advice.Unread(roomtest.AtEnd(t, head+line))
		if said == "" || strings.Contains(said, " NX. ") != named {
			t.Errorf("%s: %q", line, said)
		}
	}
}

// A line that is queued compares too (Redis, "Transactions"): EXEC leaves it undone where the key is another by
// then. One of another key, and one whose key nobody else has changed, is stopped by nothing.
func TestAQueuedLineIsStoppedByItsTwinThatCompares(t *testing.T) {
	const head = who + "seed: SET k 1\nben: GET k\nann: SET k 2\nben: MULTI\n"
	advises(t, []advised{
		{"a write", head + "ben: SET k 3\nben: EXEC\n", engine.LostUpdate, "",
			"CAS k 1 3 in the place of #5. The answer would be [0].", "NX in the place"},
		{"a removal", head + "ben: SET j 1\nben: DEL k\nben: EXEC\n", engine.LostUpdate, "",
			"CAD k 1 in the place of #6. The answer would be [OK 0].", "in the place of #5"},
		{"written again behind it", head + "ben: SET k 3\nben: SET k 4\nben: EXEC\n", engine.LostUpdate, "",
			"WATCH k before the read #2", "in the place of"},
	})
}
