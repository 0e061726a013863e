package explore

import (
	"math/big"
	"slices"
)

// arrangedMost is how many outcomes one end may stand for and have them listed.
const arrangedMost = 5040

// variants is in how many ways equal writers can change places; up to arrangedMost it may say fewer.
func (s *search) variants(own []uint32) (count float64) {
	most := 1.0
	for _, group := range s.groups {
		for n := range group {
			most *= float64(n + 1)
		}
	}
	if most <= arrangedMost {
		return 1
	}
	count = 1
	for _, group := range s.groups {
		same := map[uint32]float64{}
		for n, place := range group {
			same[own[place]]++
			count *= float64(n+1) / same[own[place]]
		}
	}
	return count
}

// arrangements are all ways in which equal writers can have changed places: one state stands for all of them, and each
// is reached in as many orders as any other. Who is told by its name stands at its own place.
func (s *search) arrangements(own []uint32) [][]uint32 {
	all := [][]uint32{slices.Clone(own)}
	for _, group := range s.groups {
		var next [][]uint32
		for _, before := range all {
			values := make([]uint32, len(group))
			for i, place := range group {
				values[i] = before[place]
			}
			slices.Sort(values)
			for {
				one := slices.Clone(before)
				tied := false
				for i, place := range group {
					one[place] = values[i]
					at := s.memo.writers[values[i]].tied
					tied = tied || at >= 0 && at != place
				}
				if !tied {
					next = append(next, one)
				}
				if !permute(values) {
					break
				}
			}
		}
		all = next
	}
	return all
}

// share is the part of a count that some of a state's arrangements have, in pieces of an order: as many as the equal
// writers have ways to stand. What states come to is added up in pieces, so that nothing is lost between them.
func (s *search) share(count *big.Int, some, all int) *big.Int {
	pieces := new(big.Int).Mul(s.piecesOf(), big.NewInt(int64(some)))
	return pieces.Mul(pieces.Div(pieces, big.NewInt(int64(all))), count)
}

// shared makes orders of pieces of them; nil stays.
func (s *search) shared(pieces *big.Int) {
	if pieces != nil {
		pieces.Div(pieces, s.piecesOf())
	}
}

func (s *search) piecesOf() *big.Int {
	all := one()
	for _, group := range s.groups {
		all.Mul(all, new(big.Int).MulRange(1, int64(len(group))))
	}
	return all
}

// permute makes the next larger order of a list; false where there is none.
func permute(list []uint32) bool {
	i := len(list) - 2
	for i >= 0 && list[i] >= list[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(list) - 1
	for list[j] <= list[i] {
		j--
	}
	list[i], list[j] = list[j], list[i]
	slices.Reverse(list[i+1:])
	return true
}

// path are the steps that found a state first, by the writers as they stand at its places; who says which writer each
// place is.
func (s *search) path(state uint32) (moves []move, who []uint8) {
	var path []uint32
	for at := state; at != 0; at = s.parents[at].parent {
		path = append(path, at)
	}
	w := s.walk(len(path) + 1)
	for _, at := range slices.Backward(path) {
		w.step(s.moves[s.parents[at].move], s.order(at))
	}
	return w.moves, w.who
}

// walk is a way through the states, told by the writers as they stand at its places at first.
type walk struct {
	moves     []move
	who, from []uint8 // by place: which writer stands there now, and room to change that
}

func (s *search) walk(steps int) *walk {
	return &walk{make([]move, 0, steps), slices.Clone(s.order(0)), make([]uint8, len(s.actors))}
}

// step goes on by a move of who stands at a place; order says by place behind it where that one stood before.
func (w *walk) step(m move, order []uint8) {
	if m.actor >= 0 {
		m.actor = int(w.who[m.actor])
	}
	w.moves = append(w.moves, m)
	copy(w.from, w.who)
	for i, place := range order {
		w.who[i] = w.from[place]
	}
}

// example are the steps of an order that ends in a state with each writer standing as own says: equal writers change
// places throughout.
func (s *search) example(state uint32, own []uint32) []Step {
	return s.inputs(s.exampleWay(state, own))
}

func (s *search) exampleWay(state uint32, own []uint32) []move {
	moves, who := s.path(state)
	return s.placed(moves, who, s.at(state)[2:], own)
}

// placed are the steps of a way at whose end the writers stand as words say, with each standing as own says.
func (s *search) placed(moves []move, who []uint8, words, own []uint32) []move {
	as := make([]int, len(who)) // by writer of the path: whose part it plays
	taken := make([]bool, len(who))
	for place, w := range who {
		for i := range own {
			if !taken[i] && own[i] == words[place] && s.actors[i].class == s.actors[w].class {
				as[w], taken[i] = i, true
				break
			}
		}
	}
	for i := range moves {
		if moves[i].actor >= 0 {
			moves[i].actor = as[moves[i].actor]
		}
	}
	return moves
}
