package advice_test

import (
	"testing"

	"interleave/engine"
)

// A line that compares nothing is kept from going over another's work by WATCH in front of the read, and EXEC
// (engine/tair/rules.md, "Plain Redis commands"); where a line of its own compares, that is named.
func TestALineIsTriedUnderWatch(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: MSET a 1 b 2\nann: MGET a b\nben: SET a 5\n"
		bytes = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k AAAABBBB\nann: GET k\n"
		said  = "WATCH a before the read #2, and MSET between MULTI and EXEC. The answer would be nil."
	)
	advises(t, []advised{
		{"several keys", head + "ann: MSET a 2 b 3\n", engine.LostUpdate, "", said, ""},
		{"one that compares", head + "ann: GET a\nben: SET a 6\nann: SET a 2\n", engine.LostUpdate, "guard",
			"CAS a 5 2", "WATCH"},
		{"what was not read", "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET a 3\nben: SET a 5\n" +
			"ann: MSET a 2 b 3\n", engine.LostUpdate, "", "", "WATCH"},
		{"bytes", bytes + "ben: SETRANGE k 0 bb\nann: SETRANGE k 0 a\n", engine.LostUpdate, "",
			"WATCH k before the read #2, and SETRANGE between MULTI and EXEC. The answer would be nil.", "CAS"},
		{"bytes that were deleted", bytes + "ben: DEL k\nann: SETRANGE k 0 a\n", engine.LostUpdate, "",
			"WATCH k before the read #2, and SETRANGE between MULTI and EXEC. The answer would be nil.", "CAS"},
		{"bytes, without a read", "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SETRANGE k 0 aa\n" +
			"ben: SETRANGE k 0 b\nann: SETRANGE k 0 c\n", engine.LostUpdate, "", "", "WATCH"},
	})
}
