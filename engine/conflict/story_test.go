package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/queue"
)

// The card's first sentence is made of rule, mark and time: of a message it says who received or updated it or
// cleared the queue, or that it ended by itself.
func TestStoryOfAReceiptThatIsOver(t *testing.T) {
	done := func(send engine.Send) []engine.Input {
		send.As = send.By + send.Verb
		return all(send)
	}
	ref := func(path string) engine.Value { return engine.Ref(path, false) }
	get := func(by string) []engine.Input {
		return done(engine.Send{By: by, Verb: "get-messages",
			Args: engine.Args("queue", "jobs", "visibilitytimeout", "10")})
	}
	update := done(engine.Send{By: "ann", Verb: "update-message",
		Args: []engine.Arg{{Name: "message", Value: ref("annget-messages.0")},
			{Name: "popreceipt", Value: ref("annget-messages.0.receipt")},
			{Name: "visibilitytimeout", Value: engine.Number(5)}}})
	later := func(in ...engine.Input) []engine.Input {
		return append([]engine.Input{engine.Clock{To: 11_000}}, in...)
	}
	for _, row := range []struct {
		between []engine.Input
		want    string
	}{
		{later(get("ben")...), "Ben received the message at 00:11.0. "},
		{later(update...), "Ana updated the message at 00:11.0. "},
		{later(done(engine.Send{By: "ben", Verb: "clear-messages", Args: engine.Args("queue", "jobs")})...),
			"Ben cleared jobs at 00:11.0. "},
		{[]engine.Input{engine.Clock{To: 20_000}}, `jobs "m" expired at 00:20.0, as set by the start. `},
	} {
		w := engine.NewWorld(queue.Service())
		var first string
		for _, in := range join([]engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
			engine.AddWriter{ID: "ben", Title: "Ben"}},
			done(engine.Send{By: engine.Seed, Verb: "create-queue", Args: engine.Args("queue", "jobs")}),
			done(engine.Send{By: engine.Seed, Verb: "put-message",
				Args: engine.Args("queue", "jobs", "text", "m", "messagettl", "20")}),
			get("ann"), row.between,
			done(engine.Send{By: "ann", Verb: "delete-message",
				Args: []engine.Arg{{Name: "message", Value: ref("annget-messages.0")},
					{Name: "popreceipt", Value: ref("annget-messages.0.receipt")}}})) {
			before := w.Clone()
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				t.Fatal(err)
			}
			for _, marks := range conflict.Judge(before, events) {
				for _, c := range marks {
					first = conflict.Story(w, c).First
				}
			}
		}
		if !strings.HasPrefix(first, row.want) {
			t.Errorf("told %q, want %q in front", first, row.want)
		}
	}
}
