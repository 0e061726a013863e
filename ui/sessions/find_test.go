package sessions

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"interleave/engine/races"
)

// A mark with its sign finds the races that show it, and no lesson; words find by all that a race says.
func TestRacesAreFoundByTheirMark(t *testing.T) {
	found := FindRaces("~ lost update")
	if len(found) < 10 || slices.Contains(found, "blob/wiki.race") {
		t.Errorf("%d races show a lost update: %q", len(found), found)
	}
	for _, name := range found {
		text, err := races.FS.ReadFile(name)
		if err != nil || !bytes.Contains(text, []byte("\n> ~ lost-update")) || strings.HasPrefix(name, "lessons/") {
			t.Errorf("%s does not show it: %v", name, err)
		}
	}
	for _, words := range []string{"opening hours", "409 vs 412", "TairString", "amazon", "Data Lake", "dedup",
		"SharingViolation", "exclusive write", "isolation"} {
		if len(FindRaces(words)) == 0 {
			t.Errorf("%q finds nothing", words)
		}
	}
}
