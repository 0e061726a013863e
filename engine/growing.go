package engine

import "iter"

// Growing is a list that millions of things may be added to, one after the other. What is in it is never moved again
// once there is much of it, so that no addition takes long, however many there are already: a slice that grows copies
// all that it has, and whoever waits for that waits for seconds. A copy of a Growing stays as it is while the list
// grows, and may be read by other goroutines meanwhile.
type Growing[T any] struct {
	chunks [][]T // each of chunkSize, but for the first one while it is the only one
	count  int
}

// chunkSize is how many things a chunk holds; leastGrowing is how many the first one begins with.
const (
	chunkSize    = 1024
	leastGrowing = 16
)

// Len is how many things are in the list.
func (g *Growing[T]) Len() int { return g.count }

// At is one of them, from 0 on.
func (g *Growing[T]) At(i int) *T { return &g.chunks[i/chunkSize][i%chunkSize] }

// Add puts one thing more behind the others.
func (g *Growing[T]) Add(one T) {
	at := g.count % chunkSize
	switch last := len(g.chunks) - 1; {
	case g.count == len(g.chunks)*chunkSize:
		size := chunkSize
		if last < 0 {
			size = leastGrowing
		}
		g.chunks = append(g.chunks, make([]T, size))
	case last == 0 && at == len(g.chunks[0]):
		first := make([]T, 2*at)
		copy(first, g.chunks[0])
		g.chunks = [][]T{first} // copies go on with the old one
	}
	g.chunks[g.count/chunkSize][at] = one
	g.count++
}

// UpTo is the list of the first n things, to be looked at.
func (g *Growing[T]) UpTo(n int) Growing[T] {
	chunks := (n + chunkSize - 1) / chunkSize
	return Growing[T]{chunks: g.chunks[:chunks:chunks], count: n}
}

// Until is a list that begins with the first n things and may go on otherwise.
func (g *Growing[T]) Until(n int) Growing[T] {
	other := g.UpTo(n)
	if at := n % chunkSize; at > 0 {
		last := len(other.chunks) - 1
		own := make([]T, len(other.chunks[last]))
		copy(own, other.chunks[last][:at])
		other.chunks = append(other.chunks[:last:last], own)
	}
	return other
}

// Cut takes all things from the nth on away: nobody has seen them.
func (g *Growing[T]) Cut(n int) {
	var none T
	for i := n; i < g.count; i++ {
		*g.At(i) = none
	}
	g.count, g.chunks = n, g.chunks[:(n+chunkSize-1)/chunkSize]
}

// All yields the things with their places.
func (g *Growing[T]) All() iter.Seq2[int, *T] { return g.From(0) }

// From yields the things from the nth on, with their places.
func (g *Growing[T]) From(n int) iter.Seq2[int, *T] {
	return func(yield func(int, *T) bool) {
		for i := n; i < g.count; i++ {
			if !yield(i, g.At(i)) {
				return
			}
		}
	}
}
