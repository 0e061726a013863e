package explore

import (
	"slices"

	"interleave/engine"
)

// place is a state whose steps are being found. Where all is remembered no world is needed; else one is brought there.
type place struct {
	*search
	state uint32
	words []uint32
	left  Budget
	stage *stage
	base  int     // inputs that lead to the state
	who   []uint8 // by place: which writer stands there
	form  form
}

// kinds are the ways in which a request can go, within what is left.
func (p *place) kinds() []kind {
	list := []kind{whole}
	if p.left.Faults > 0 {
		if !p.budget.Words.Answers {
			list = append(list, lostRequest)
		}
		if !p.budget.Words.Requests {
			list = append(list, lostAnswer)
		}
	}
	if p.left.Copies > 0 {
		list = append(list, copied, answeredTwice)
	}
	if p.left.Lates > 0 {
		list = append(list, late)
	}
	if p.left.Stops > 0 {
		list = append(list, stop)
	}
	return list
}

// allows says whether a fault may meet a request.
func (p *place) allows(k kind, reads, handled bool) bool {
	if k != lostRequest && k != lostAnswer {
		return true
	}
	return !(p.budget.Words.Writes && reads) && (!p.budget.Words.Handled || handled)
}

// own are the steps of the writer at a place, of one kind.
func (p *place) own(at int, k kind) (list []next) {
	if p.memo.writers[p.words[2+at]].standing != ready {
		return nil
	}
	key := asked{p.words[2+at], p.words[1], k}
	steps, ok := p.memo.steps[key]
	if !ok || !p.rules.Memo {
		return p.real(at, k, key)
	}
	budget := p.budgetID(p.spent(move{kind: k, actor: at}))
	for _, step := range steps {
		if !p.allows(k, step.reads, step.handled) {
			continue
		}
		words := []uint32{budget, step.shared}
		for i, own := range p.words[2:] {
			after := step.own
			if i != at {
				if after, ok = p.memo.after[others{own, step.effect}]; !ok {
					return p.real(at, k, key)
				}
			}
			words = append(words, after)
		}
		list = append(list, next{move{kind: k, actor: at, choose: p.memo.choices[step.choose]}, words, step.kinds})
	}
	return list
}

// real has the engine carry out the steps of one kind of a writer, one for each way in which the service may do it.
func (p *place) real(at int, k kind, key asked) (list []next) {
	var steps []known
	for _, one := range p.carried(move{kind: k, actor: at}) {
		step := known{choose: p.memo.choice(one.move.choose), kinds: p.marks.of(one.found), reads: one.reads,
			handled: one.handled}
		words := p.wordsOf(one, at)
		step.own, step.shared = words[2+at], words[1]
		if p.rules.Memo {
			step.effect = p.learn(one, words, at)
		}
		steps = append(steps, step)
		if p.allows(k, step.reads, step.handled) {
			list = append(list, next{move{kind: k, actor: at, choose: one.move.choose}, words, step.kinds})
		}
	}
	p.memo.steps[key] = steps
	return list
}

// learn remembers what a step means for those who did not do it; at is the place of who did, -1: the clock.
func (p *place) learn(one stepped, words []uint32, at int) (effect uint32) {
	mover := ""
	if at >= 0 {
		mover = p.actors[p.who[at]].id
	}
	effect = p.memo.effect(p.words[1], words[1], p.form.facts, one.form.facts, p.form.facts.record, p.form.requests,
		mover)
	for i, own := range p.words[2:] {
		if i != at {
			p.memo.after[others{own, effect}] = words[2+i]
		}
	}
	return effect
}

// handles says whether the plan of a writer says what it does where no answer comes to its newest request.
func handles(g *stage, i int) bool {
	x := g.w.Exchange(int(g.w.Writer(g.s.actors[i].id).Last))
	return !x.GaveUp.IsZero()
}

// eachChoice carries out a step in all ways in which the service may do it, and takes each back. What a message under
// way may choose was fixed when it was sent.
func (p *place) eachChoice(m move, visit func(m move)) {
	g := p.stage
	for pending := [][]int{nil}; len(pending) > 0; {
		given := pending[0]
		pending = pending[1:]
		m.choose = given
		open, ok := g.carryOut(m)
		if !ok {
			g.back(p.base)
			continue
		}
		all := append(slices.Clone(given), make([]int, max(len(open)-len(given), 0))...)
		visit(m)
		g.back(p.base)
		if m.actor < 0 || len(open) > 0 && p.inOrder(m) {
			continue
		}
		for n := len(given); n < len(open); n++ {
			for way := 1; way < open[n]; way++ {
				pending = append(pending, append(slices.Clone(all[:n]), way))
			}
		}
	}
}

// inOrder says whether the choices of a step are only which message comes first, and the habit decides: the one that
// became visible first.
func (p *place) inOrder(m move) bool {
	in := p.next(m.actor)
	if p.budget.AnyMessage || in != "get-messages" && in != "peek-messages" {
		return false
	}
	p.ordered = true
	return true
}

// next is the verb of a writer's next request.
func (p *place) next(i int) string {
	g, a := p.stage, p.actors[i]
	if g.at[i] < len(a.items) {
		return a.items[g.at[i]].(engine.Send).Verb
	}
	if step := g.w.PlanOf(a.id).Next(); step != nil {
		return step.Verb
	}
	return ""
}

// beside are the steps of messages that were under way, and of the clock.
func (p *place) beside() (list []next) {
	for n := range p.memo.flights[p.words[1]] {
		for _, k := range append(p.kinds(), finish) {
			list = append(list, p.moved(move{kind: k, actor: -1, message: n})...)
		}
	}
	sleeps := slices.ContainsFunc(p.words[2:], func(own uint32) bool { return p.memo.writers[own].standing == asleep })
	if p.left.Jumps > 0 && (sleeps || p.memo.timed[p.words[1]]) {
		find := p.jumped
		if sleeps || p.memo.flights[p.words[1]] > 0 || !p.rules.Memo {
			find = func(k kind) []next { return p.moved(move{kind: k, actor: -1}) }
		}
		list = append(list, find(jump)...)
		if p.budget.Before {
			list = append(list, find(jumpBefore)...)
		}
	}
	return list
}

// nobody stands for the clock where a step is remembered by who does it.
const nobody = ^uint32(0)

// jumped is a jump of the clock where no plan waits for it and nothing is under way: what it does depends on what all
// share alone.
func (p *place) jumped(k kind) (list []next) {
	if slices.IndexFunc(p.words[2:], func(own uint32) bool { return !p.memo.writers[own].standing.over() }) < 0 {
		return nil // nobody is left for whom a later moment could make a difference
	}
	key := asked{nobody, p.words[1], k}
	budget := p.budgetID(p.spent(move{kind: k, actor: -1}))
	steps, ok := p.memo.steps[key]
	for n := 0; ok && n < len(steps); n++ {
		words := []uint32{budget, steps[n].shared}
		for _, own := range p.words[2:] {
			after, known := p.memo.after[others{own, steps[n].effect}]
			ok = ok && known
			words = append(words, after)
		}
		list = append(list, next{move{kind: k, actor: -1}, words, steps[n].kinds})
	}
	if ok {
		return list
	}
	list, steps = nil, nil
	for _, one := range p.carried(move{kind: k, actor: -1}) {
		words := p.wordsOf(one, -1)
		step := known{shared: words[1], kinds: p.marks.of(one.found), effect: p.learn(one, words, -1)}
		steps = append(steps, step)
		list = append(list, next{one.move, words, step.kinds})
	}
	p.memo.steps[key] = steps
	return list
}

// moved are the steps of a kind that no writer takes.
func (p *place) moved(m move) (list []next) {
	for _, one := range p.carried(m) {
		list = append(list, next{one.move, p.wordsOf(one, -1), p.marks.of(one.found)})
	}
	return list
}

// spent is what is left behind a step, and of a bounded search whose turn it was.
func (p *place) spent(m move) Budget {
	left := p.left.less(m.cost())
	if p.budget.Bounded && m.actor >= 0 && left.turn != m.actor+1 {
		if left.turn != 0 {
			left.Switches--
		}
		left.turn = m.actor + 1
	}
	return left
}

// wordsOf are the numbers of the moment behind a step of the writer at a place; -1: of nobody.
func (p *place) wordsOf(one stepped, at int) []uint32 {
	m := one.move
	m.actor = at
	words := []uint32{p.budgetID(p.spent(m)), p.memo.shared(one.form, func() *sharedEnd { return one.shared })}
	for _, i := range p.who {
		words = append(words, p.memo.own(one.form.own[i], func() *writerEnd { return one.own[i] }))
	}
	return words
}

// bring brings the world to the state.
func (p *place) bring() {
	if p.stage != nil {
		return
	}
	p.who = p.search.bring(p.state)
	p.stage, p.base = p.cursor.stage, len(p.cursor.stage.done)
	p.form = p.formOf(p.stage)
	p.form.requests = p.stage.w.Requests()
}

// cursor is the one world that a search moves: along the steps that found a state first, and back to where the ways to
// two states part.
type cursor struct {
	stage *stage
	path  []uint32 // the states behind the start
	done  []int    // for each, how many inputs lead to it
}

func (s *search) bring(state uint32) (who []uint8) {
	c := &s.cursor
	if c.stage == nil {
		c.stage = s.root.clone()
	}
	moves, who := s.path(state)
	var path []uint32
	for at := state; at != 0; at = s.parents[at].parent {
		path = append(path, at)
	}
	slices.Reverse(path)
	same := 0
	for same < len(path) && same < len(c.path) && path[same] == c.path[same] {
		same++
	}
	c.path, c.done = c.path[:same], c.done[:same]
	c.stage.back(append([]int{0}, c.done...)[same])
	for n := same; n < len(path); n++ {
		if _, ok := c.stage.carryOut(moves[n]); !ok {
			panic("explore: a step that was possible is not")
		}
		c.path, c.done = append(c.path, path[n]), append(c.done, len(c.stage.done))
	}
	c.stage.w.SettledAt(0) // nobody asks for its digest
	return who
}

// inputs are the inputs of the steps that lead to a state, and of one step more.
func (s *search) inputs(list []move) (steps []Step) {
	g := s.root.clone()
	for _, m := range list {
		g.done = nil
		if _, ok := g.carryOut(m); !ok {
			panic("explore: a step that was possible is not")
		}
		step := Step{What: m.kind.String()}
		if m.actor >= 0 {
			step.By = s.actors[m.actor].id
		}
		for _, b := range g.done {
			if b.input != nil {
				step.Inputs = append(step.Inputs, b.input)
			}
			for _, e := range b.events {
				if x := g.w.Exchange(e.Request); x != nil && step.Verb == "" {
					step.By, step.Verb = x.By, x.Verb
				}
			}
		}
		steps = append(steps, step)
	}
	return steps
}

// Step is one step of an order: whose it is, what is done, and the inputs that do it.
type Step struct {
	By   string // empty: the clock
	Verb string // of the request; empty: the clock
	// What is request, lose-request, lose-answer, double, double-answer, timeout, stop, clock, clock-before or finish.
	What   string
	Inputs []engine.Input
}

// String is the step in short, as `ann get-blob`.
func (s Step) String() string {
	if s.Verb == "" {
		return s.What
	}
	if s.What == whole.String() {
		return s.By + " " + s.Verb
	}
	return s.By + " " + s.Verb + " (" + s.What + ")"
}

func (k kind) String() string {
	return [...]string{"request", "lose-request", "lose-answer", "double", "double-answer", "timeout", "stop", "clock",
		"clock-before",
		"finish"}[k]
}
