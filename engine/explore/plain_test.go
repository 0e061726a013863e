package explore

import (
	"fmt"
	"reflect"
)

// Replayed holds each end's order as the memo tells it against the same order carried out by the engine; it gives how
// many there were, and which differ.
func Replayed(in Input, b Budget) (orders int, wrong []string) {
	s := newSearch(in, b, nil)
	s.run()
	for state := range uint32(len(s.parents)) {
		if !s.isEnd(state) {
			continue
		}
		moves, _ := s.path(state)
		told, ok := s.plainInputs(moves)
		if !ok {
			continue
		}
		orders++
		if real := s.replayed(moves); !reflect.DeepEqual(told, real) {
			wrong = append(wrong, fmt.Sprintf("%v, by the engine %v", told, real))
		}
	}
	return orders, wrong
}

// StateBytes is how many bytes a search keeps for each state, without the steps from it.
func StateBytes(in Input, b Budget) float64 {
	s := newSearch(in, b, nil)
	s.run()
	size := 8*len(s.words) + 8*len(s.parents) + len(s.orders) + 4*len(s.starts)
	for n := range s.tables {
		size += 8 * len(s.tables[n].slots)
	}
	return float64(size) / float64(len(s.parents))
}
