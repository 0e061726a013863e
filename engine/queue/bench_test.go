package queue_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
)

// BenchmarkWork is what a worker does with one message of a queue of 100: put, get and delete, each sent, judged and
// heard.
func BenchmarkWork(b *testing.B) {
	put, get := engine.Args("queue", "jobs", "text", "some text"), engine.Args("queue", "jobs")
	gone := []engine.Arg{{Name: "message", Value: engine.Ref("g.0", false)},
		{Name: "popreceipt", Value: engine.Ref("g.0.receipt", false)}}
	names := [...][]string{{"p"}, {"g"}, {"d"}}
	enginetest.Rounds(b, queue.Service, 10_000, func(l *enginetest.Line) {
		l.Send(engine.Seed, "create-queue", engine.Args("queue", "jobs"), []string{"c"})
		for i := range 100 {
			l.Send(engine.Seed, "put-message", put, []string{fmt.Sprint("p", i)})
		}
	}, func(l *enginetest.Line, _ int) {
		l.Send(engine.Seed, "put-message", put, names[0])
		l.Send(engine.Seed, "get-messages", get, names[1])
		l.Send(engine.Seed, "delete-message", gone, names[2])
	})
}
