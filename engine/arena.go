package engine

// arena gives out short lists one after the other, each in one piece, from chunks that many of them share: what a
// request leaves behind are mostly two or three things at a time, and at times thousands. A list is added to until it
// is closed; a closed one is its owner's and never written again. What is done with it are functions, as a World has
// arenas: methods would be compiled again in each package that knows World.
type arena[T any] struct {
	chunk []T
	from  int // where the open list begins
}

// The sizes of an arena's chunks.
const (
	leastChunk = 4
	mostChunk  = 1024
)

func addTo[T any](a *arena[T], one T) {
	if len(a.chunk) == cap(a.chunk) {
		open := a.chunk[a.from:]
		size := max(min(2*cap(a.chunk), mostChunk), 2*len(open), leastChunk)
		a.chunk, a.from = append(make([]T, 0, size), open...), 0
	}
	a.chunk = append(a.chunk, one)
}

// openList is what the list that is not closed holds so far.
func openList[T any](a *arena[T]) []T { return a.chunk[a.from:] }

// closeList ends the list and gives it away; nil where nothing was added.
func closeList[T any](a *arena[T]) (list []T) {
	if a.from < len(a.chunk) {
		list = a.chunk[a.from:len(a.chunk):len(a.chunk)]
	}
	a.from = len(a.chunk)
	return list
}

// cutList leaves the first n of the open list.
func cutList[T any](a *arena[T], n int) {
	clear(a.chunk[a.from+n:])
	a.chunk = a.chunk[:a.from+n]
}
