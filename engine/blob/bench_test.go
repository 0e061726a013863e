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
	enginetest.Puts(b, blob.Service, "create-container", "wiki", "put-blob")
}
