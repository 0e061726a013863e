package ui

import (
	"fmt"
	"testing"

	"interleave/engine"
)

func BenchmarkRecording(b *testing.B) {
	_, root, _ := newDesk(b, "wiki.race", 120, 36)
	for i := range 500 {
		if _, err := root.room.Send(engine.Send{By: "ben", Verb: "put-blob",
			Args: engine.Args("path", "wiki/home.md", "body", fmt.Sprint(i))}); err != nil {
			b.Fatal(err)
		}
	}
	root.catchUp()
	for b.Loop() {
		b.ReportMetric(float64(len(castOf(b, root))), "bytes")
	}
}
