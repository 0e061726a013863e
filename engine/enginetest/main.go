package enginetest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// heapGrowth is by how many percent the heap may grow before it is collected while tests run: a world is small and is
// made anew thousands of times, so that collecting it was a third of their processor time.
const heapGrowth = 400

// Main runs the tests of a package. Benchmarks are left alone: they measure what people get.
func Main(m *testing.M) {
	flag.Parse()
	if bench := flag.Lookup("test.bench"); bench.Value.String() == "" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	os.Exit(m.Run())
}
