package layout

import (
	"image"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func widths(parts []image.Rectangle) []int {
	var list []int
	for _, r := range parts {
		list = append(list, r.Dx())
	}
	return list
}

func TestSplitShares(t *testing.T) {
	for _, c := range []struct {
		why   string
		room  int
		sizes []Size
		want  []int
	}{
		{"thirds lose nothing", 98, []Size{Grow(1, 0), Grow(1, 0), Grow(1, 0)}, []int{33, 33, 32}},
		{"fixed parts stay", 24, []Size{Fixed(1), Grow(1, 0), Fixed(3)}, []int{1, 20, 3}},
		{"weights", 12, []Size{Grow(1, 0), Grow(2, 0)}, []int{4, 8}},
		{"a minimum is added to", 12, []Size{Grow(1, 4), Grow(1, 0)}, []int{8, 4}},
		{"wants come before growing", 10, []Size{Grow(1, 2), {Min: 2, Want: 6, Grow: 1}}, []int{3, 7}},
		{"wants in their order", 10, []Size{{Min: 2, Want: 6}, {Min: 2, Want: 6}}, []int{6, 4}},
		{"what one may not take the other gets", 20, []Size{{Max: 5, Grow: 1}, Grow(1, 0)}, []int{5, 15}},
		{"the last gives way first", 10, []Size{Fixed(6), Fixed(6), Fixed(6)}, []int{6, 4, 0}},
		{"the last takes what nobody wants", 10, []Size{Fixed(2), Fixed(2)}, []int{2, 8}},
		{"no room", 0, []Size{Fixed(2), Grow(1, 1)}, []int{0, 0}},
	} {
		got := widths(Split(image.Rect(5, 7, 5+c.room, 9), Across, c.sizes...))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
	if got := Split(image.Rect(0, 0, 5, 5), Down); len(got) != 0 {
		t.Errorf("no sizes give %v", got)
	}
}

func TestSplitDownMovesRowsOnly(t *testing.T) {
	got := Split(image.Rect(2, 3, 10, 9), Down, Fixed(2), Grow(1, 0))
	want := []image.Rectangle{image.Rect(2, 3, 10, 5), image.Rect(2, 5, 10, 9)}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSplitCoversExactlyOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Custom(func(t *rapid.T) Size {
			n := rapid.IntRange(0, 30)
			s := Size{Min: n.Draw(t, "min"), Want: n.Draw(t, "want"), Grow: n.Draw(t, "grow")}
			if rapid.Bool().Draw(t, "limited") {
				s.Max = max(s.Min, s.Want) + n.Draw(t, "max")
			}
			return s
		})
		sizes := rapid.SliceOfN(size, 1, 6).Draw(t, "sizes")
		room := rapid.IntRange(0, 250).Draw(t, "room")
		r := image.Rect(3, 4, 3+room, 10)
		at, least := r.Min.X, 0
		for _, s := range sizes {
			least += s.Min
		}
		for i, part := range Split(r, Across, sizes...) {
			if part.Min.X != at || part.Max.X < at || part.Min.Y != 4 || part.Max.Y != 10 {
				t.Fatalf("part %d is %v, want it to begin at %d", i, part, at)
			}
			if room >= least && part.Dx() < sizes[i].Min {
				t.Fatalf("part %d has %d, its least is %d", i, part.Dx(), sizes[i].Min)
			}
			if s := sizes[i]; s.Max > 0 && i < len(sizes)-1 && part.Dx() > s.Max {
				t.Fatalf("part %d has %d, its most is %d", i, part.Dx(), s.Max)
			}
			at = part.Max.X
		}
		if at != r.Max.X {
			t.Fatalf("the parts end at %d, want %d", at, r.Max.X)
		}
	})
}
