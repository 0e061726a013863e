package catalog_test

import (
	"testing"

	"interleave/engine/catalog"
)

// BenchmarkNew is what an empty world costs: each room, scenario and session begins with one.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		catalog.New()
	}
}

// BenchmarkClone is what a world costs to try something in, where nothing is written in it.
func BenchmarkClone(b *testing.B) {
	w := catalog.New()
	b.ReportAllocs()
	for b.Loop() {
		w.Clone()
	}
}
