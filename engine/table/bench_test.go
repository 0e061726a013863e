package table_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/table"
)

// BenchmarkUpdate is a replace of one of many entities, through the world: sent, judged at its delivery, heard.
func BenchmarkUpdate(b *testing.B) {
	b.Run("star", func(b *testing.B) { benchmarkWrites(b, "update-entity", false) })
	b.Run("if-match", func(b *testing.B) { benchmarkWrites(b, "update-entity", true) })
	b.Run("merge", func(b *testing.B) { benchmarkWrites(b, "merge-entity", false) })
}

func benchmarkWrites(b *testing.B, verb string, guarded bool) {
	const entities, session = 1000, 20_000 // a world keeps every request
	names, args := make([][]string, entities), make([][]engine.Arg, entities)
	var w *engine.World
	record := 0
	give := func(in engine.Input) {
		record++
		if _, err := w.Step(record, in); err != nil {
			b.Fatal(err)
		}
	}
	send := func(verb string, args []engine.Arg, name []string) {
		give(engine.Send{By: engine.Seed, Verb: verb, Args: args, As: name[0]})
		give(engine.Deliver{Names: name})
		give(engine.Hear{Names: name})
	}
	start := func() {
		w, record = engine.NewWorld(table.Service()), 0
		send("create-table", engine.Args("path", "jobs"), []string{"c"})
		for i := range entities {
			names[i], args[i] = []string{fmt.Sprint("p", i)}, engine.Args("path", fmt.Sprint("jobs/p/", i), ".a", "some text", ".n", "5L")
			send("insert-entity", args[i], names[i])
			match := engine.Text("*")
			if guarded {
				match = engine.Ref(names[i][0]+".etag", false)
			}
			args[i] = append(args[i], engine.Arg{Name: "if-match", Value: match})
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
		send(verb, args[i%entities], names[i%entities])
	}
}
