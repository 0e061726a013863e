package enginetest

import (
	"os"
	"strconv"
	"testing"
)

// UsualHistories is how many random histories of each service a run of the tests makes.
const UsualHistories = 50

// Histories is how many random histories of each service this run makes: the usual number, or what
// INTERLEAVE_HISTORIES asks for.
func Histories(t *testing.T) int {
	t.Helper()
	text := os.Getenv("INTERLEAVE_HISTORIES")
	if text == "" {
		return UsualHistories
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("INTERLEAVE_HISTORIES is %q: set it to how many histories of each service are to be made", text)
	}
	return n
}
