package engine_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// BenchmarkStep is one request through the whole core (sent, decided, heard) with its digest, and a fork and an undo
// beside it.
func BenchmarkStep(b *testing.B) {
	for _, objects := range []int{1_000, 100_000} {
		w := probes(b)
		number := w.Record()
		step := func(in engine.Input) []engine.Event {
			number++
			events, err := w.Step(number, in)
			if err != nil {
				b.Fatal(err)
			}
			return events
		}
		for from := 0; from < objects; from += 1000 {
			var rows []engine.Value
			for i := from; i < from+1000; i++ {
				rows = append(rows, engine.Text(fmt.Sprint(i)))
			}
			name := fmt.Sprint("fill", from)
			step(send("ann", "group", name, arg("table", engine.Text("T")), arg("rows", engine.List(rows...))))
			step(deliver(name))
			step(engine.ReceiveAnswer{Names: []string{name}})
		}
		key := arg("key", engine.Text("T/1"))
		b.Run(fmt.Sprintf("three inputs/%d", objects), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				step(send("ann", "put", "p", key))
				step(deliver("p"))
				step(engine.ReceiveAnswer{Names: []string{"p"}})
				if number > engine.MaxInputs-10 {
					b.Fatal("more inputs than a session may have")
				}
			}
		})
		b.Run(fmt.Sprintf("fork/%d", objects), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				w.Clone()
			}
		})
		events := step(send("ann", "put", "u", key))
		b.Run(fmt.Sprintf("undo and redo/%d", objects), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				w.Undo(events)
				w.Redo(events)
				w.Digest()
			}
		})
	}
}
