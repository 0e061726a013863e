package bucket_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/bucket"
)

// BenchmarkPut is a put on one of as many keys, through the world: sent, judged at its delivery, heard.
func BenchmarkPut(b *testing.B) {
	b.Run("last-writer-wins", func(b *testing.B) { benchmarkPut(b, false) })
	b.Run("if-match", func(b *testing.B) { benchmarkPut(b, true) })
}

func benchmarkPut(b *testing.B, guarded bool) {
	const keys, session = 1000, 20_000 // a world keeps every request
	names, args := make([][]string, keys), make([][]engine.Arg, keys)
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
		w, record = engine.NewWorld(bucket.Service()), 0
		send("create-bucket", engine.Args("path", "lake"), []string{"c"})
		for i := range keys {
			names[i], args[i] = []string{fmt.Sprint("p", i)}, engine.Args("path", fmt.Sprintf("lake/%d", i), "body", "some text")
			send("put-object", args[i], names[i])
			if guarded {
				args[i] = append(args[i], engine.Arg{Name: "if-match", Value: engine.Ref(names[i][0]+".etag", false)})
			}
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
		send("put-object", args[i%keys], names[i%keys])
	}
}
