package table_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/table"
)

// BenchmarkUpdate is a replace of one of many entities, through the world: sent, judged at its delivery, heard.
func BenchmarkUpdate(b *testing.B) {
	b.Run("star", func(b *testing.B) { benchmarkWrites(b, "update-entity", false) })
	b.Run("if-match", func(b *testing.B) { benchmarkWrites(b, "update-entity", true) })
	b.Run("merge", func(b *testing.B) { benchmarkWrites(b, "merge-entity", false) })
}

func benchmarkWrites(b *testing.B, verb string, guarded bool) {
	const entities = 1000
	names, args := make([][]string, entities), make([][]engine.Arg, entities)
	enginetest.Rounds(b, table.Service, 20_000, func(l *enginetest.Line) {
		l.Send(engine.Seed, "create-table", engine.Args("path", "jobs"), []string{"c"})
		for i := range entities {
			names[i], args[i] = []string{fmt.Sprint("p", i)}, engine.Args("path", fmt.Sprint("jobs/p/", i), ".a",
				"some text", ".n", "5L")
			l.Send(engine.Seed, "insert-entity", args[i], names[i])
			match := engine.Text("*")
			if guarded {
				match = engine.Ref(names[i][0]+".etag", false)
			}
			args[i] = append(args[i], engine.Arg{Name: "if-match", Value: match})
		}
	}, func(l *enginetest.Line, i int) { l.Send(engine.Seed, verb, args[i%entities], names[i%entities]) })
}
