package engine

import "slices"

// chunkedList is a list that grows without being copied: what a request changes is mostly two or three things, and at
// times thousands.
type chunkedList[T any] struct {
	full [][]T
	last []T
}

// The sizes of what a chunkedList grows by.
const (
	leastChunk = 4
	mostChunk  = 1024
)

func (p *chunkedList[T]) add(one T) {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full = append(p.full, p.last)
		}
		p.last = make([]T, 0, min(max(2*cap(p.last), leastChunk), mostChunk))
	}
	p.last = append(p.last, one)
}

// all is what was added, in that order.
func (p *chunkedList[T]) all() []T {
	if p.full == nil {
		return slices.Clip(p.last)
	}
	return append(slices.Concat(p.full...), p.last...)
}

// clear leaves nothing but the room of the last ones.
func (p *chunkedList[T]) clear() {
	clear(p.last)
	p.full, p.last = nil, p.last[:0]
}
