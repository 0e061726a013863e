package enginetest

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// Whole says whether a run makes all that its tests could: INTERLEAVE_WHOLE is set, as .ci/run does. Else tests that go
// through hundreds of like cases go through a part of them.
func Whole() bool { return os.Getenv("INTERLEAVE_WHOLE") != "" }

// Part is how many of n like cases a run makes: all, or as many as are usual.
func Part(n, usual int) int {
	if Whole() {
		return n
	}
	return usual
}

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

// Heap is how many bytes are in use.
func Heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
