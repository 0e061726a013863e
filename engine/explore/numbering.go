package explore

import "slices"

// numbering numbers things by their first mention, from 0. Mostly there are few: those are looked for one by one.
type numbering[K comparable] struct {
	list []K
	at   map[K]int // of many; nil: of few
}

// fewNumbered is how many things are looked for one by one.
const fewNumbered = 16

// of is the number of a thing; ok is false where it has none.
func (n *numbering[K]) of(thing K) (number int, ok bool) {
	if n.at != nil {
		number, ok = n.at[thing]
		return number, ok
	}
	number = slices.Index(n.list, thing)
	return max(number, 0), number >= 0
}

// add gives the next number to a thing that has none.
func (n *numbering[K]) add(thing K) (number int) {
	if n.list == nil {
		n.list = make([]K, 0, 8)
	}
	number = len(n.list)
	n.list = append(n.list, thing)
	switch {
	case n.at != nil:
		n.at[thing] = number
	case len(n.list) > fewNumbered:
		n.at = make(map[K]int, 2*len(n.list))
		for i, known := range n.list {
			n.at[known] = i
		}
	}
	return number
}
