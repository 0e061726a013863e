package tair_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/tair"
)

// BenchmarkLine is one command through the world: sent, judged at its delivery, heard.
func BenchmarkLine(b *testing.B) {
	b.Run("exset", func(b *testing.B) {
		benchmarkLine(b, "EXSET", engine.Text("k7"), engine.Text("some text"))
	})
	b.Run("excas", func(b *testing.B) {
		benchmarkLine(b, "EXCAS", engine.Text("k7"), engine.Text("some text"), engine.Text("1"))
	})
}

func benchmarkLine(b *testing.B, verb string, words ...engine.Value) {
	name, line := []string{"q"}, func(words ...engine.Value) []engine.Arg {
		return []engine.Arg{{Name: "line", Value: engine.List(words...)}}
	}
	args := line(words...)
	enginetest.Rounds(b, tair.Service, 20_000, func(l *enginetest.Line) {
		for i := range 1000 {
			l.Send(engine.Seed, "EXSET", line(engine.Text(fmt.Sprint("k", i)), engine.Text("v")), name)
		}
	}, func(l *enginetest.Line, _ int) { l.Send(engine.Seed, verb, args, name) })
}
