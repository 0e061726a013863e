package blob_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// A put through the core (sent, judged, heard) is made in few pieces of memory, also under the tag of the one before.
func TestAPutIsMadeInFewPieces(t *testing.T) {
	for _, row := range []struct {
		name  string
		guard []engine.Arg
		most  float64
	}{
		{"bare", nil, 8},
		{"if-match", []engine.Arg{{Name: "if-match", Value: engine.Ref("p.etag", false)}}, 12},
	} {
		w := engine.NewWorld(blob.Service())
		send := func(verb, name string, args ...engine.Arg) {
			for _, in := range []engine.Input{engine.Send{By: engine.Seed, Verb: verb, Args: args, As: name},
				engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}} {
				if _, err := w.Step(w.Record()+1, in); err != nil {
					t.Fatal(err)
				}
			}
		}
		send("create-container", "c", engine.Args("path", "wiki")...)
		put := engine.Args("path", "wiki/home", "body", "some text")
		send("put-blob", "p", put...)
		put = append(put, row.guard...)
		inputs := []engine.Input{engine.Send{By: engine.Seed, Verb: "put-blob", Args: put, As: "p"},
			engine.Deliver{Names: []string{"p"}}, engine.ReceiveAnswer{Names: []string{"p"}}}
		made := testing.AllocsPerRun(2000, func() {
			for _, in := range inputs {
				if _, err := w.Step(w.Record()+1, in); err != nil {
					t.Fatal(err)
				}
			}
		})
		if made > row.most {
			t.Errorf("%s: a put is made in %v pieces of memory, not at most %v", row.name, made, row.most)
		}
		if x := w.Named("p"); x.Answer.Status != 201 {
			t.Errorf("%s: the put is answered %s", row.name, x.Answer)
		}
	}
}
