package engine_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"interleave/engine"
)

// BenchmarkStep is one request through the whole core (sent, decided, heard) with its digest, and a fork, a clock input
// with 100 locks that end some day, and an undo beside it.
func BenchmarkStep(b *testing.B) {
	for _, objects := range []int{1_000, 100_000} {
		w := withLocks(b, objects-100, 100)
		step := func(in engine.Input) []engine.Event {
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				b.Fatal(err)
			}
			return events
		}
		measure := func(name string, once func()) {
			b.Run(fmt.Sprintf("%s/%d", name, objects), func(b *testing.B) {
				runtime.GC() // what building the world left is not counted
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					once()
				}
			})
		}
		key := arg("key", engine.Text("T/1"))
		measure("three inputs", func() {
			step(send("ann", "put", "p", key))
			step(deliver("p"))
			step(engine.ReceiveAnswer{Names: []string{"p"}})
			w.Digest()
		})
		measure("fork", func() { w.Clone() })
		measure("clock", func() { w.Undo(step(engine.Clock{By: time.Millisecond})) })
		events := step(send("ann", "put", "u", key))
		measure("undo and redo", func() {
			w.Undo(events)
			w.Redo(events)
			w.Digest()
		})
	}
}
