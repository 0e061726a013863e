package explore

import (
	"encoding/binary"
	"slices"
)

// cursor is the one world that a search moves: from moment to moment of those where it has been, and on from there.
type cursor struct {
	stage   *stage
	at      uint32   // the moment that it stands at
	moments []moment // the first is the start
	behind  map[turn]uint32
	by      map[string]uint32 // by the numbers of a state: the moment that is like it
	key     []byte
}

// moment is one where the world has been, and how it comes there from the moment before: what that step did is done
// again without judging it.
type moment struct {
	before uint32
	inputs int // that lead to it
	done   []doing
	course course
	who    []uint8 // by place of the state that is like it: which writer stands there
	form   *form   // without what is each writer's own; nil: it was not asked for yet
}

// turn is a step from a moment.
type turn struct {
	from           uint32
	kind           kind
	actor, message int
	choose         uint32
}

// momentsMost is how many moments are kept: each takes some ten thousand bytes.
const momentsMost = 1024

// nowhere stands for a moment that is not kept.
const nowhere = 1<<32 - 1

// turn is a step from the moment that a place stands at.
func (p *place) turn(m move) turn {
	return turn{p.at, m.kind, m.actor, m.message, p.memo.choice(m.choose)}
}

// keepMoment keeps the moment behind a step, while the world stands there; words are its numbers, each writer at its
// place, f its form. nowhere: there are too many.
func (s *search) keepMoment(by turn, base int, words []uint32, who []uint8, f *form) uint32 {
	c := &s.cursor
	if by.from == nowhere || len(c.moments) >= momentsMost {
		return nowhere
	}
	order := make([]uint8, len(who))
	numbers := slices.Clone(words)
	s.sort(numbers, order)
	for i, place := range order {
		order[i] = who[place]
	}
	at := c.add(by, base, numbers, order)
	c.moments[at].form = f
	return at
}

// add is keep of a moment that stands as its state does.
func (c *cursor) add(by turn, base int, numbers []uint32, who []uint8) uint32 {
	if at, ok := c.behind[by]; ok {
		return at
	}
	g, at := c.stage, uint32(len(c.moments))
	c.moments = append(c.moments, moment{by.from, len(g.done), slices.Clone(g.done[base:]), g.course, who, nil})
	c.behind[by] = at
	if _, ok := c.like(numbers); !ok {
		c.by[string(c.key)] = at
	}
	return at
}

// like is the moment that is like a state.
func (c *cursor) like(numbers []uint32) (at uint32, ok bool) {
	c.key = c.key[:0]
	for _, n := range numbers {
		c.key = binary.LittleEndian.AppendUint32(c.key, n)
	}
	at, ok = c.by[string(c.key)]
	return at, ok
}

// beginCursor has the world stand at the start, and no other moment kept.
func (s *search) beginCursor() {
	c := &s.cursor
	if c.stage == nil {
		c.stage = s.root.clone()
	}
	c.stage.back(0)
	c.at, c.moments = 0, []moment{{course: c.stage.course, who: slices.Clone(s.order(0))}}
	c.behind, c.by = map[turn]uint32{}, map[string]uint32{}
	c.like(s.at(0))
	c.by[string(c.key)] = 0
}

// goTo brings the world to a moment where it has been: back to where the ways to both part, and on.
func (c *cursor) goTo(at uint32) {
	g, there := c.stage, at
	var way []uint32
	for here := c.at; here != there; { // a moment has a larger number than those before it
		if here > there {
			here = c.moments[here].before
		} else {
			way = append(way, there)
			there = c.moments[there].before
		}
	}
	g.back(c.moments[there].inputs)
	for _, next := range slices.Backward(way) {
		m := &c.moments[next]
		for _, d := range m.done {
			g.w.Redo(d.events)
		}
		g.done, g.course = append(g.done, m.done...), m.course
	}
	c.at = at
}

// bring brings the world to a moment that is like a state: where it has been, or on from the last such moment along the
// steps that found the state first.
func (s *search) bring(state uint32) (who []uint8) {
	c := &s.cursor
	if c.stage == nil || len(c.moments) >= momentsMost {
		s.beginCursor()
	}
	var path []uint32
	from, ok := c.like(s.at(state))
	for at := state; !ok; from, ok = c.like(s.at(at)) {
		path = append(path, at)
		at = s.parents[at].parent
	}
	c.goTo(from)
	who = slices.Clone(c.moments[from].who)
	for _, at := range slices.Backward(path) {
		m := s.moves[s.parents[at].move]
		if m.actor >= 0 {
			m.actor = int(who[m.actor])
		}
		base := len(c.stage.done)
		if _, ok := c.stage.carryOut(m); !ok {
			panic("explore: a step that was possible is not")
		}
		from := slices.Clone(who)
		for i, place := range s.order(at) {
			who[i] = from[place]
		}
		by := turn{c.at, m.kind, m.actor, m.message, s.memo.choice(m.choose)}
		c.at = c.add(by, base, s.at(at), slices.Clone(who))
	}
	return who
}
