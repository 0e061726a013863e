package enginetest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// heapGrowth is by how many percent the heap may grow before it is collected while tests run, up to memory bytes: a
// world is small and is made anew thousands of times, so that collecting it was a third of their processor time.
const (
	heapGrowth = 800
	memory     = 1 << 30
)

// Main runs the tests of a package.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run is the same for who has to clear away behind them. Benchmarks are left alone: they measure what people get.
func Run(m *testing.M) int {
	flag.Parse()
	if bench := flag.Lookup("test.bench"); bench.Value.String() == "" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
		debug.SetMemoryLimit(memory)
	}
	if checks := flag.Lookup("rapid.checks"); checks != nil && !Whole() && checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set(usualChecks); err != nil {
			panic(err)
		}
	}
	return m.Run()
}

// usualChecks is how often a property is tried where nobody asks for more; rapid itself tries it a hundred times.
const usualChecks = "35"
