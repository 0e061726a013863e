package blob_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// atOnce is how many puts one judgement carries out in a benchmark. The lists of what a judgement has changed and
// written are one piece of memory each: of thousands of puts they would be copied, again and again, as those of one put
// never are.
const atOnce = 64

// many applies a put to one blob after the other, some within one judgement: what is measured is Apply alone, without
// the messages around it.
type many struct {
	Path string `op:"path"`
	b    *testing.B
	puts []blob.Put
	left *int // puts that are still to be measured
	next *int // the first of them
}

func (many) Service() string { return blob.Name }

func (m many) Apply(tx *engine.Tx) engine.Answer {
	var a engine.Answer
	m.b.StartTimer()
	for i := 0; i < atOnce && *m.left > 0; i++ {
		a = m.puts[*m.next].Apply(tx)
		*m.left--
		*m.next = (*m.next + 1) % len(m.puts)
	}
	m.b.StopTimer()
	if !a.Accepted() {
		m.b.Fatalf("the put was answered %v", a)
	}
	return a
}

// BenchmarkApply is Put.Apply on one of as many blobs, each in its turn; its floor is BenchmarkFloor.
// After each judgement the digest is brought up to date, as after each record of a session: that is not measured.
func BenchmarkApply(b *testing.B) {
	for _, blobs := range []int{1_000, 20_000} {
		b.Run(fmt.Sprint(blobs), func(b *testing.B) {
			b.StopTimer()
			b.ReportAllocs()
			left, next := blobs, 0
			op := many{b: b, left: &left, next: &next}
			for i := range blobs {
				op.puts = append(op.puts, blob.Put{Path: fmt.Sprintf("wiki/%d", i), Body: []byte("some text")})
			}
			service := blob.Service()
			service.Ops = append(service.Ops, engine.OpSpec{Verb: "many", Object: "blob", Op: op})
			w := engine.NewWorld(service)
			send := func(verb string, args ...engine.Arg) {
				for _, in := range []engine.Input{engine.Send{By: engine.Seed, Verb: verb, Args: args, As: "q"},
					engine.Deliver{Names: []string{"q"}}, engine.ReceiveAnswer{Names: []string{"q"}}} {
					if _, err := w.Step(w.Record()+1, in); err != nil {
						b.Fatal(err)
					}
				}
				w.Digest()
			}
			send("create-container", engine.Args("path", "wiki")...)
			for left > 0 { // the blobs are there
				send("many")
			}
			b.ResetTimer()
			for left = b.N; left > 0; {
				send("many")
			}
		})
	}
}
