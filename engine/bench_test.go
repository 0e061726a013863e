package engine_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"interleave/engine"
)

// stepper gives a world its next input.
func stepper(b *testing.B, w *engine.World) func(engine.Input) []engine.Event {
	return func(in engine.Input) []engine.Event {
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			b.Fatal(err)
		}
		return events
	}
}

// BenchmarkStep is one request through the whole core (sent, decided, heard) with its digest, and a fork, a clock input
// with 100 locks that end some day, and an undo beside it.
func BenchmarkStep(b *testing.B) {
	for _, objects := range []int{1_000, 100_000} {
		w := withLocks(b, objects-100, 100)
		step := stepper(b, w)
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

// BenchmarkTrial is what trying one request in a fork costs, as advice and comparisons do for each of many.
func BenchmarkTrial(b *testing.B) {
	w := probes(b)
	b.ReportAllocs()
	for range b.N {
		f := w.Clone()
		for _, in := range []engine.Input{send("ann", "put", "p"), deliver("p")} {
			if _, err := f.Step(f.Record()+1, in); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkSendWithTag is a request whose guard is given as text, which the writer's newest 64 answers are looked
// through for; beside it the same request without a guard.
func BenchmarkSendWithTag(b *testing.B) {
	w := probes(b)
	step := stepper(b, w)
	for range 100 {
		step(send("ann", "tagged", "t"))
		step(deliver("t"))
		step(engine.ReceiveAnswer{Names: []string{"t"}})
	}
	tag := engine.Token{Kind: engine.ETag, N: 1 << 40}.String()
	for name, args := range map[string][]engine.Arg{"without": nil, "with": engine.Args("if-match", tag)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				w.Undo(step(send("ann", "tagged", "u", args...)))
			}
		})
	}
}

// tagged answers with a tag of its own.
type tagged struct {
	Match engine.Opt[engine.Token] `op:"if-match,guard=etag,version"`
}

func (tagged) Apply(tx *engine.Tx) engine.Answer {
	return tx.Done(201, engine.Field{Name: "etag", Value: tx.Mint(engine.ETag).Value()})
}
