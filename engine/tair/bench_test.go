package tair_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/tair"
)

// BenchmarkLine is one command through the world: sent, judged at its delivery, heard.
func BenchmarkLine(b *testing.B) {
	b.Run("exset", func(b *testing.B) {
		benchmarkLine(b, "EXSET", engine.List(engine.Text("k7"), engine.Text("some text")))
	})
	b.Run("excas", func(b *testing.B) {
		benchmarkLine(b, "EXCAS", engine.List(engine.Text("k7"), engine.Text("some text"), engine.Text("1")))
	})
}

func benchmarkLine(b *testing.B, verb string, line engine.Value) {
	const keys, session = 1000, 20_000 // a world keeps every request
	var w *engine.World
	record := 0
	give := func(in engine.Input) {
		record++
		if _, err := w.Step(record, in); err != nil {
			b.Fatal(err)
		}
	}
	name := []string{"q"}
	say := func(verb string, line engine.Value) {
		give(engine.Send{By: engine.Seed, Verb: verb, Args: []engine.Arg{{Name: "line", Value: line}}, As: name[0]})
		give(engine.Deliver{Names: name})
		give(engine.Hear{Names: name})
	}
	start := func() {
		w, record = engine.NewWorld(tair.Service()), 0
		for i := range keys {
			say("EXSET", engine.List(engine.Text(fmt.Sprint("k", i)), engine.Text("v")))
		}
	}
	start()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%session == session-1 {
			b.StopTimer()
			start()
			b.StartTimer()
		}
		say(verb, line)
	}
}
