package blob_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// many applies a put to one blob after the other, within one judgement: what is measured is Apply alone, without the messages around it.
type many struct {
	Path string `op:"path"`
	b    *testing.B
	puts []blob.Put
}

func (many) Service() string { return blob.Name }

func (m many) Apply(tx *engine.Tx) engine.Answer {
	var a engine.Answer
	m.b.ReportAllocs()
	m.b.ResetTimer()
	for i := range m.b.N {
		a = m.puts[i%len(m.puts)].Apply(tx)
	}
	m.b.StopTimer()
	if !a.Accepted() {
		m.b.Fatalf("the put was answered %v", a)
	}
	return a
}

// BenchmarkApply is Put.Apply on one of as many blobs; its floor is BenchmarkFloor.
func BenchmarkApply(b *testing.B) {
	for _, blobs := range []int{1_000, 20_000} {
		b.Run(fmt.Sprint(blobs), func(b *testing.B) {
			op := many{b: b}
			for i := range blobs {
				op.puts = append(op.puts, blob.Put{Path: fmt.Sprintf("wiki/%d", i), Body: []byte("some text")})
			}
			service := blob.Service()
			service.Ops = append(service.Ops, engine.OpSpec{Verb: "many", Object: "blob", Op: op})
			w := engine.NewWorld(service)
			for _, in := range []engine.Input{engine.Send{By: engine.Seed, Verb: "create-container", Args: engine.Args("path", "wiki"), As: "c"},
				engine.Deliver{Names: []string{"c"}}, engine.Send{By: engine.Seed, Verb: "many", As: "m"}, engine.Deliver{Names: []string{"m"}}} {
				if _, err := w.Step(w.Record()+1, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
