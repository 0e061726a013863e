package sessions

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/persist"
)

// BenchmarkOpen opens a session in which two people have written 1,000 blobs by turns: 10,000 records, or as many as
// INTERLEAVE_RECORDS says. With INTERLEAVE_SESSION=FILE the session is kept there, so that the built program can open
// it too; a file that is there already is opened as it is.
func BenchmarkOpen(b *testing.B) {
	records, path := 10_000, os.Getenv("INTERLEAVE_SESSION")
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_RECORDS")); err == nil {
		records = n
	}
	if path == "" {
		path = filepath.Join(b.TempDir(), "long.db")
	}
	if _, err := os.Stat(path); err != nil {
		long(b, path, records)
	}
	before := enginetest.Heap()
	for b.Loop() {
		s, err := Open(Choice{Session: path}, time.Now(), nil)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		b.ReportMetric(float64(enginetest.Heap()-before)/float64(s.Room.View().Last), "B/record")
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func long(b *testing.B, path string, records int) {
	b.Helper()
	store, err := persist.Open(path, persist.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{Keep: store})
	do := func(inputs ...engine.Input) {
		if _, err := r.Do(inputs...); err != nil {
			b.Fatal(err)
		}
	}
	do(engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	send := func(by, verb string, args ...string) {
		name := fmt.Sprintf("q%d", r.View().Last)
		do(engine.Send{By: by, Verb: verb, Args: engine.Args(args...), As: name},
			engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}})
	}
	send(engine.Seed, "create-container", "path", "wiki")
	for n := 0; r.View().Last < records; n++ {
		send([]string{"ann", "ben"}[n%2], "put-blob", "path", fmt.Sprintf("wiki/page-%d.md", n%1000), "body",
			fmt.Sprintf("# Home\nround %d\n", n))
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
}
