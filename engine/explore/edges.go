package explore

import "math/bits"

// edges are the steps from all states: those of one stand in a row, in lists each as long as all before it together, so
// that none is ever moved.
type edges struct {
	lists [edgeLists][]edge
	next  uint32 // place of the next one
	end   uint32 // behind the places of the list in which that is; 0: there is none as yet
	count int
}

const (
	firstEdges = 12 // bits of the places in the first list
	edgeLists  = 33 - firstEdges
)

// listOf is in which list a place is, and the first place of that.
func listOf(place uint32) (list int, first uint32) {
	list = bits.Len32(place >> firstEdges)
	return list, 1 << (firstEdges - 1 + list) &^ (1<<firstEdges - 1)
}

// reserve is the place of so many steps in a row.
func (e *edges) reserve(count int) (place uint32) {
	if count > 0 && int(e.next)+count > int(e.end) {
		e.begin(count)
	}
	place = e.next
	e.next, e.count = e.next+uint32(count), e.count+count
	return place
}

// begin goes to the next list that has room for so many steps, and makes it.
func (e *edges) begin(count int) {
	list, first := listOf(e.next)
	for size := max(first, 1<<firstEdges); int(e.next-first)+count > int(size); size = first {
		e.lists[list] = e.lists[list][:e.next-first]
		e.next = first + size
		list, first = listOf(e.next)
	}
	if e.lists[list] == nil {
		e.lists[list] = make([]edge, max(first, 1<<firstEdges))
	}
	e.end = first + uint32(len(e.lists[list]))
}

// at are the steps from a place up to another, which may stand in a later list.
func (e *edges) at(place, end uint32) []edge {
	list, first := listOf(place)
	row := e.lists[list]
	return row[min(int(place-first), len(row)):min(int(end-first), len(row))]
}

// size is how many bytes they take.
func (e *edges) size() (size int64) {
	for _, list := range e.lists {
		size += int64(cap(list)) * 8
	}
	return size
}
