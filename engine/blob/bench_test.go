package blob_test

import (
	"crypto/md5"
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
	sum  [md5.Size]byte
	rest [46]int64
}

// BenchmarkFloor is what no simulation of a put can do without: find a record by its name, copy it, store the copy. It
// stands twice, for as many blobs as BenchmarkApply has: with 20,000 of them the record that is found lies in memory
// that no cache has. Beside it, as summed, with what the service's contract asks of a put: the MD5 of a body that came
// with none, which each later answer about the blob gives (Azure REST, "Put Blob", "Request headers").
func BenchmarkFloor(b *testing.B) {
	for _, blobs := range []int{1_000, 20_000} {
		b.Run(fmt.Sprint(blobs), func(b *testing.B) { floor(b, blobs, false) })
		b.Run(fmt.Sprint(blobs, " summed"), func(b *testing.B) { floor(b, blobs, true) })
	}
}

func floor(b *testing.B, blobs int, summed bool) {
	table, paths := make(map[string]*stored, blobs), make([]string, blobs)
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
		if summed {
			next.sum = md5.Sum(body)
		}
		table[path] = &next
	}
}

// BenchmarkPut is a put on one of as many blobs, through the world: sent, judged at its delivery, heard.
func BenchmarkPut(b *testing.B) {
	enginetest.Puts(b, blob.Service, "create-container", "wiki", "put-blob")
}
