package room_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// BenchmarkDeliverAll hands over 1,000 requests and their answers in one press.
func BenchmarkDeliverAll(b *testing.B) {
	r, _ := wiki(b)
	for _, by := range []string{"ann", "ben"} {
		if _, err := r.Do(engine.Set{Scope: by, Key: "hold", Value: "on"}); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 1_000 {
		if _, err := r.Send(write([]string{"ann", "ben"}[i%2], fmt.Sprint(i))); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := r.DeliverAll(); err != nil {
			b.Fatal(err)
		}
		if err := r.Undo(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		r.Fork()
		b.StartTimer()
	}
}
