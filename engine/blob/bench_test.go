package blob_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// stored is as much of a blob's record as the floor copies.
type stored struct {
	body []byte
	etag engine.Token
	rest [48]int64
}

// BenchmarkFloor is what no simulation of a put can do without: find a record by its name, copy it, store the copy.
func BenchmarkFloor(b *testing.B) {
	const blobs = 1000
	table, paths := map[string]*stored{}, make([]string, blobs)
	for i := range blobs {
		paths[i] = fmt.Sprintf("wiki/%d", i)
		table[paths[i]] = &stored{}
	}
	body := []byte("some text")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		path := paths[i%blobs]
		next := *table[path]
		next.body, next.etag.N = body, uint64(i)
		table[path] = &next
	}
}

// BenchmarkPut is a put on one of as many blobs, through the world: sent, judged at its delivery, heard.
func BenchmarkPut(b *testing.B) {
	for name, more := range map[string][]engine.Arg{"last-writer-wins": nil, "if-match": engine.Args("if-match", "*")} {
		b.Run(name, func(b *testing.B) {
			const blobs = 1000
			w, record := engine.NewWorld(blob.Service()), 0
			give := func(in engine.Input) {
				record++
				if _, err := w.Step(record, in); err != nil {
					b.Fatal(err)
				}
			}
			one := []string{"p"}
			send := func(verb string, args []engine.Arg) {
				give(engine.Send{By: engine.Seed, Verb: verb, Args: args, As: "p"})
				give(engine.Deliver{Names: one})
				give(engine.Hear{Names: one})
			}
			send("create-container", engine.Args("path", "wiki"))
			args := make([][]engine.Arg, blobs)
			for i := range blobs {
				args[i] = engine.Args("path", fmt.Sprintf("wiki/%d", i), "body", "some text")
				send("put-blob", args[i])
				args[i] = append(args[i], more...)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%20_000 == 19_999 { // the world keeps every request; a session has a limit of them
					b.StopTimer()
					w, record = engine.NewWorld(blob.Service()), 0
					send("create-container", engine.Args("path", "wiki"))
					for i := range blobs {
						send("put-blob", args[i][:2])
					}
					b.StartTimer()
				}
				send("put-blob", args[i%blobs])
			}
		})
	}
}
