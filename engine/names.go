package engine

import "math/bits"

// names finds the places of names that stay where they are. It holds no text: the names stand in the slots of the table
// at these places, so that a name costs a dozen bytes here, of which nothing is a pointer. It is never changed once it
// is in an index.
type names struct {
	count int
	cells []uint64 // the sum of the name above its place counted from 1; 0: free. Twice a power of two, never full
}

// newNames has room for so many.
func newNames(most int) names {
	return names{cells: make([]uint64, 1<<bits.Len(uint(most+most/3)))}
}

// nameSum is what names are told apart by at first.
func nameSum(name string) uint32 {
	h := summed(fnvStart, name)
	return uint32(h ^ h>>32)
}

func (n *names) add(sum uint32, place uint32) {
	at := n.cell(sum)
	for n.cells[at] != 0 {
		at = n.next(at)
	}
	n.cells[at] = uint64(sum)<<32 | uint64(place+1)
	n.count++
}

func (n *names) cell(sum uint32) int { return int(sum) & (len(n.cells) - 1) }
func (n *names) next(at int) int     { return (at + 1) & (len(n.cells) - 1) }

// find is the place of a name in a table.
func (n *names) find(t *table, sum uint32, name string) (place uint32, ok bool) {
	for at := n.cell(sum); n.cells[at] != 0; at = n.next(at) {
		if place := uint32(n.cells[at]) - 1; uint32(n.cells[at]>>32) == sum && t.nameAt(place) == name {
			return place, true
		}
	}
	return 0, false
}

// all takes up what other names have.
func (n *names) all(others names) {
	for _, cell := range others.cells {
		if cell != 0 {
			n.add(uint32(cell>>32), uint32(cell)-1)
		}
	}
}
