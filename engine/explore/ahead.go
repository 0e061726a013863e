package explore

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What the engine has to carry out for the next states is done ahead, side by side, each slice of it on a world of its
// own. It is only carried out there: numbers are given afterwards, state by state in their order, from what came of it.
// So a search finds the same, number for number, with any number of workers.

// stepped is one step that the engine carried out, before anything of it has a number.
type stepped struct {
	move           move
	form           form
	found          []conflict.Finding
	reads, handled bool // of a writer's request: it only reads; its plan goes on without an answer
	plain          bool // its plan sent it, and it was decided and heard: nothing else
	same           bool // what all share stands as it stood
	shared         *sharedEnd
	own            []*writerEnd // by actor; nil: its form was known, or is made where the world stands behind the step
}

func (one *stepped) end() *sharedEnd { return one.shared }

// work are the steps of one sort from a state: of the writer at a place, or with place -1 of a message or the clock.
type work struct {
	state          uint32
	kind           kind
	place, message int
}

// carried is what came of it, and the moment before.
type carried struct {
	who   []uint8
	form  form
	steps []stepped
}

const (
	slicesAhead = 4  // of the work, each with a world of its own
	workAhead   = 32 // is done between two words about progress
)

// lookAhead carries out what the memo does not know of some states; false where the search was stopped meanwhile.
func (s *search) lookAhead(states []uint32) bool {
	list := s.unknown(states)
	clear(s.ahead)
	if len(list) < 2*slicesAhead {
		return true
	}
	for len(s.helpers) < slicesAhead {
		helper := *s
		helper.cursor, helper.drafts = cursor{}, newDrafts(newFieldTable(s.drafts.fields.versions),
			s.ids, s.drafts.apart)
		root := s.root.clone()
		root.s = &helper
		helper.root = root
		s.helpers = append(s.helpers, &helper)
	}
	done := make([]carried, len(list))
	for from := 0; from < len(list); from += workAhead {
		some := list[from:min(from+workAhead, len(list))]
		s.each(slicesAhead, func(n int) {
			h := s.helpers[n]
			h.states = s.states
			for at := n * len(some) / slicesAhead; at < (n+1)*len(some)/slicesAhead; at++ {
				words := h.at(some[at].state)
				p := &place{search: h, state: some[at].state, words: words, left: h.left[words[0]]}
				done[from+at] = p.carry(move{kind: some[at].kind, actor: some[at].place, message: some[at].message})
			}
		})
		s.asksAt, s.worked = some[0].state, ticks
		if !s.isAsked() {
			return false
		}
	}
	for at, w := range list {
		s.ahead[w] = done[at]
	}
	for _, h := range s.helpers {
		s.ordered = s.ordered || h.ordered
		s.misread, s.missed = s.misread || h.misread, s.missed || h.missed
	}
	return true
}

// unknown is the work of some states that no step is remembered for, each sort once.
func (s *search) unknown(states []uint32) (list []work) {
	seen := map[asked]bool{}
	missing, flying := map[others]bool{}, map[flown]bool{}
	for _, state := range states {
		words := s.at(state)
		p := &place{search: s, state: state, words: words, left: s.left[words[0]]}
		for at := range s.actors {
			if s.memo.writers[words[2+at]].standing != ready || p.beyond(at) {
				continue
			}
			for _, k := range s.kindsLeft[words[0]] {
				key := asked{words[2+at], words[1], k}
				if !s.rules.Memo || !seen[key] && !s.remembers(p, at, key, missing) {
					seen[key] = true
					list = append(list, work{state, k, at, 0})
				}
			}
		}
		if s.memo.flights[words[1]] == 0 {
			continue
		}
		for n := range s.memo.flights[words[1]] {
			for _, k := range s.flownKinds(words[0]) {
				at, key := s.flight(words, n, k)
				if !s.rules.Memo || !flying[key] && !s.remembersFlown(p, at, key, missing) {
					flying[key] = true
					list = append(list, work{state, k, -1, n})
				}
			}
		}
	}
	return list
}

// remembers says whether a step and what it means for the others stands in the memo.
func (s *search) remembers(p *place, at int, key asked, missing map[others]bool) bool {
	steps, ok := s.memo.known(key)
	return s.allFollow(p, at, steps, missing) && ok
}

// remembersFlown is remembers for a step of a message under way, of the writer at a place.
func (s *search) remembersFlown(p *place, at int, key flown, missing map[others]bool) bool {
	steps, ok := s.memo.flown[key]
	return s.allFollow(p, at, steps, missing) && ok
}

// allFollow says whether it is known what becomes of the others by some steps; of what is missing each is noted once.
func (s *search) allFollow(p *place, at int, steps []known, missing map[others]bool) bool {
	ok := true
	for _, step := range steps {
		for i, own := range p.words[2:] {
			other := s.memo.on(&step, p.words[1], own)
			if _, known := s.memo.follows(other); i != at && !known && !missing[other] {
				missing[other], ok = true, false
			}
		}
	}
	return ok
}

// carry has the engine carry out steps of one sort, in each way in which the service may do them.
func (p *place) carry(m move) (c carried) {
	p.bring()
	p.carryOn(m, true, func(one stepped) { c.steps = append(c.steps, one) })
	c.who, c.form = p.who, p.form
	return c
}

// carryOn is carry from where the world stands; what came of a step is visited while the world stands behind it, where
// what is each writer's own can still be told; own: it is told at once.
func (p *place) carryOn(m move, own bool, visit func(one stepped)) {
	g := p.stage
	if m.actor >= 0 {
		m.actor = int(p.who[m.actor])
	}
	object, parts := p.expected(m.actor)
	shown := len(parts) == 0
	p.eachChoice(m, func(m move) {
		p.worked++
		if shown = len(parts) == 0 || g.shows(object, parts); !shown {
			p.misread = true
		}
		p.missed = p.missed || p.rules.Swaps && m.actor >= 0 && !p.swapped()
		one := stepped{move: m, found: g.marks(p.base)}
		if one.form, one.same = p.leftAs(g); !one.same {
			one.form = p.sharedForm(g)
		}
		if m.actor >= 0 {
			x := g.w.Exchange(g.w.Requests())
			one.reads, one.handled = reads(g.w, x.Verb), handles(g, m.actor)
			one.plain = g.plain(p.base, m.choose)
		}
		if !one.same && !p.memo.forms.has(one.form.shared) {
			one.shared = p.memo.sharedEnd(g.w, one.form)
		}
		if own {
			p.tellOwn(&one)
		}
		visit(one)
	})
	p.misread = p.misread || !shown
}

// tellOwn tells what is each writer's own behind a step.
func (p *place) tellOwn(one *stepped) {
	one.own = make([]*writerEnd, len(p.actors))
	for i := range p.actors {
		own, tied := p.ownForm(one.form, p.stage, i)
		if one.form.own = append(one.form.own, own); !p.memo.owns.has(own) {
			one.own[i] = p.stage.writerEnd(i, one.form, tied)
		}
	}
}

// ownID is the number of what is a writer's own behind a step.
func (p *place) ownID(one *stepped, i int) uint32 {
	if one.own == nil {
		own, tied := p.ownForm(one.form, p.stage, i)
		return p.memo.own(own, func() *writerEnd { return p.stage.writerEnd(i, one.form, tied) })
	}
	return p.memo.own(one.form.own[i], func() *writerEnd { return one.own[i] })
}

// carried is what came of steps of one sort: done ahead, or now.
func (p *place) carried(m move) []stepped {
	c, ok := p.ahead[work{p.state, m.kind, m.actor, m.message}]
	if !ok {
		c = p.carry(m)
	}
	p.who, p.form = c.who, c.form
	return c.steps
}

// sharedEnd is what is remembered beside what all share.
type sharedEnd struct {
	contents []Content
	senders  []int // by message under way: the number of its writer, from 1; 0: it has none
	under    []travelling
	wants    uint64
	timed    bool
}

// travelling is a message that is under way: what it is called, which copy it is, and whether it is an answer.
type travelling struct {
	name string
	copy int
	back bool
}

func (m *memo) sharedEnd(w *engine.World, f form) *sharedEnd {
	end := &sharedEnd{contents: Contents(w), timed: slices.ContainsFunc(w.Timers(),
		func(t engine.Timer) bool { return t.Object.Kind != "plan" })}
	for _, message := range w.Flight() {
		x := w.Exchange(message.Request)
		end.senders = append(end.senders, f.numberOf(x.By))
		end.under = append(end.under, travelling{x.Name, message.Copy, message.Back})
	}
	for n := range m.wanted {
		if m.wanted[n].Is(w) {
			end.wants |= 1 << n
		}
	}
	return end
}
