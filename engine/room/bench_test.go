package room_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// BenchmarkPress is what a press costs before anything is painted: one send by hand (five records), its view, and what
// the panes ask of it.
func BenchmarkPress(b *testing.B) {
	for _, events := range []int{10, 10_000} {
		r, _ := wiki(b)
		for r.View().Log().Len() < events {
			if _, err := r.Send(write("ann", fmt.Sprint(r.View().Log().Len()))); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("send/%d events", events), func(b *testing.B) {
			for i := range b.N {
				if _, err := r.Send(write("ben", fmt.Sprint(i))); err != nil {
					b.Fatal(err)
				}
				_ = r.Undo()
			}
		})
		b.Run(fmt.Sprintf("look/%d events", events), func(b *testing.B) {
			for range b.N {
				v := r.View()
				_ = v.Truth(engine.ParseObject(page))
				_ = v.Things("blob")
				_, _, _ = v.Counts()
				for _, w := range v.Writers() {
					k := v.Known(w.ID)
					_, _ = k.Reading(engine.ParseObject(page))
				}
			}
		})
		b.Run(fmt.Sprintf("back and forward/%d events", events), func(b *testing.B) {
			for range b.N {
				_ = r.Back()
				_, _ = r.Step()
			}
		})
		b.Run(fmt.Sprintf("travel to the middle/%d events", events), func(b *testing.B) {
			for range b.N {
				_ = r.Go(r.View().Last / 2)
				_ = r.Now()
			}
		})
	}
}
