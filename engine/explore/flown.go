package explore

import "slices"

// flown is a step of a message that is under way: it depends on where its writer stands, which may hear of it, and on
// what all share.
type flown struct {
	own, shared uint32
	message     int
	kind        kind
}

// flown are the steps of a kind that a message under way can take.
func (p *place) flown(message int, k kind) (list []next) {
	m := move{kind: k, actor: -1, message: message}
	if !p.rules.Memo {
		return p.moved(m)
	}
	at, key := p.flight(p.words, message, k)
	steps, ok := p.memo.flown[key]
	budget := p.budgetBehind(m)
	for n := 0; ok && n < len(steps); n++ {
		words := []uint32{budget, steps[n].shared}
		for i, own := range p.words[2:] {
			after, known := steps[n].own, true
			if i != at {
				after, known = p.memo.behind(&steps[n], p.words[1], own)
			}
			ok, words = ok && known, append(words, after)
		}
		m.choose = p.memo.choices[steps[n].choose]
		list = append(list, next{m, words, steps[n].kinds})
	}
	if ok {
		return list
	}
	list, steps = nil, nil
	fleeting := false
	for _, one := range p.carried(move{kind: k, actor: -1, message: message}) {
		step, words := p.learn(one, at)
		steps, fleeting = append(steps, step), fleeting || step.names
		list = append(list, next{one.move, words, step.kinds})
	}
	if !fleeting {
		p.memo.flown[key] = steps
	}
	return list
}

// flight is a step of a message under way as it is remembered, and the place of its writer; -1: nobody's.
func (s *search) flight(words []uint32, message int, k kind) (at int, key flown) {
	key = flown{nobody, words[1], message, k}
	sender := s.memo.senders[words[1]][message]
	at = slices.IndexFunc(words[2:], func(own uint32) bool {
		return sender > 0 && s.memo.writers[own].number == sender
	})
	if at >= 0 {
		key.own = words[2+at]
	}
	return at, key
}

// lookUpFlight looks up the steps of one kind of a message that is under way.
func (s *search) lookUpFlight(p *piece, state uint32, message int, k kind) bool {
	place, key := s.flight(p.numbers, message, k)
	steps, ok := s.memo.flown[key]
	budget, paid := s.spending.get(p.numbers[0], uint32(k))
	if !ok || len(steps) > 0 && !paid {
		return false
	}
	for n := range steps {
		if !s.takeKnown(p, state, &steps[n], place, budget, steps[n].moves) {
			return false
		}
	}
	return true
}
