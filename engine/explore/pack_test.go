package explore

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What is packed comes out again, whatever the widths of the numbers and however many writers there are; numbers that
// differ have words that differ.
func TestNumbersComeOutOfTheirWords(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 5))
	for range 2000 {
		writers := chance.IntN(70)
		most := []int{1 << chance.IntN(20), 1 << chance.IntN(32), 1 << chance.IntN(32)}
		p := packingFor(writers, most[0], most[1], most[2])
		if !p.holds(most[0], most[1], most[2]) {
			t.Fatalf("%+v does not hold %v", p, most)
		}
		numbers := []uint32{uint32(most[0] - 1), uint32(chance.IntN(most[1]))}
		for range writers {
			numbers = append(numbers, uint32(chance.IntN(most[2])))
		}
		words, got := make([]uint64, p.width), make([]uint32, len(numbers))
		p.pack(words, numbers)
		if p.unpack(got, words); !slices.Equal(got, numbers) {
			t.Fatalf("%+v: %v became %v", p, numbers, got)
		}
		if place := chance.IntN(max(writers, 1)); p.width == 1 && writers > 0 {
			is, own := words[0], numbers[2+place]
			if words[0] = p.with(p.with(is, place, 0), place, own); words[0] != is {
				t.Fatalf("%+v: %v is other when %d is put in its place again", p, numbers, own)
			}
			numbers[2+place] = uint32(chance.IntN(most[2]))
			p.pack(words, numbers)
			if got := p.with(is, place, numbers[2+place]); got != words[0] {
				t.Fatalf("%+v: place %d of %x became %x, want %x", p, place, is, got, words[0])
			}
			p.unpack(got, words)
		}
		other, changed := make([]uint64, p.width), chance.IntN(len(numbers))
		if numbers[changed] > 0 {
			numbers[changed]--
			if p.pack(other, numbers); slices.Equal(other, words) {
				t.Fatalf("%+v: %v and %v have the same words", p, got, numbers)
			}
		}
	}
}

// Pairs far and near keep their numbers, and those that were never given one have none.
func TestAGridKeepsItsNumbers(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 11))
	var g grid
	want := map[[2]uint32]uint32{}
	number := func(edge uint32) uint32 { return chance.Uint32N(40) + edge*chance.Uint32N(2) }
	for range 5000 {
		at := [2]uint32{number(gridRows - 20), number(gridColumns - 20)}
		if chance.IntN(2) == 0 {
			want[at] = chance.Uint32N(1 << 20)
			g.put(at[0], at[1], want[at])
		}
		is, known := want[at]
		if got, ok := g.get(at[0], at[1]); ok != known || ok && got != is {
			t.Fatalf("%v: %d %v, want %d %v", at, got, ok, is, known)
		}
	}
}
