package blob_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/enginetest"
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
	b.Run("last-writer-wins", func(b *testing.B) { benchmarkPut(b, false) })
	b.Run("if-match", func(b *testing.B) { benchmarkPut(b, true) })
}

func benchmarkPut(b *testing.B, guarded bool) {
	const blobs = 1000
	names, args := make([][]string, blobs), make([][]engine.Arg, blobs)
	enginetest.Rounds(b, blob.Service, 20_000, func(l *enginetest.Line) {
		l.Send(engine.Seed, "create-container", engine.Args("path", "wiki"), []string{"c"})
		for i := range blobs {
			names[i], args[i] = []string{fmt.Sprint("p", i)}, engine.Args("path", fmt.Sprintf("wiki/%d", i), "body",
				"some text")
			l.Send(engine.Seed, "put-blob", args[i], names[i])
			if guarded {
				args[i] = append(args[i], engine.Arg{Name: "if-match", Value: engine.Ref(names[i][0]+".etag", false)})
			}
		}
	}, func(l *enginetest.Line, i int) { l.Send(engine.Seed, "put-blob", args[i%blobs], names[i%blobs]) })
}
