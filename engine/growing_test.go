package engine_test

import (
	"testing"

	"interleave/engine"
)

// TestGrowingMovesNothing holds that what stands in a long list stays where it is, and that a part that was handed out
// is not changed by what is added to the list or to another that begins as it does.
func TestGrowingMovesNothing(t *testing.T) {
	const most = 5000
	var list engine.Growing[int]
	var parts []engine.Growing[int]
	var old *int
	for i := range most {
		list.Add(i)
		if i == 2000 {
			old = list.At(1500)
		}
		if i%777 == 0 {
			parts = append(parts, list.UpTo(i+1))
			other := list.Until(i / 2)
			other.Add(-1)
		}
	}
	if old != list.At(1500) {
		t.Error("what was added early was moved")
	}
	for _, part := range append(parts, list) {
		for i := range part.Len() {
			if *part.At(i) != i {
				t.Fatalf("of %d at %d stands %d", part.Len(), i, *part.At(i))
			}
		}
	}
	for _, n := range []int{0, 1, 16, 17, 1023, 1024, 1025, 2048, 3000} {
		other := list.Until(n)
		other.Add(-1)
		if other.Len() != n+1 || *other.At(n) != -1 || *list.At(n) != n {
			t.Errorf("a list that goes on otherwise behind %d: %d, here %d", n, *other.At(n), *list.At(n))
		}
		other.Cut(n / 2)
		other.Add(-2)
		if other.Len() != n/2+1 || *other.At(n / 2) != -2 {
			t.Errorf("a list that was cut at %d", n/2)
		}
	}
}
