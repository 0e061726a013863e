package queue_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/queue"
)

// BenchmarkWork is what a worker does with one message of a queue of 100: put, get and delete, each sent, judged and heard.
func BenchmarkWork(b *testing.B) {
	const messages, session = 100, 10_000 // a world keeps every request
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
	put := engine.Args("queue", "jobs", "text", "some text")
	start := func() {
		w, record = engine.NewWorld(queue.Service()), 0
		send("create-queue", engine.Args("queue", "jobs"), []string{"c"})
		for i := range messages {
			send("put-message", put, []string{fmt.Sprint("p", i)})
		}
	}
	start()
	names, get := []string{"p"}, engine.Args("queue", "jobs")
	gone := []engine.Arg{{Name: "message", Value: engine.Ref("g.0", false)}, {Name: "popreceipt", Value: engine.Ref("g.0.receipt", false)}}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%session == session-1 {
			b.StopTimer()
			start()
			b.StartTimer()
		}
		send("put-message", put, names)
		send("get-messages", get, []string{"g"})
		send("delete-message", gone, []string{"d"})
	}
}
