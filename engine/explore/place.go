package explore

import (
	"slices"
	"strconv"

	"interleave/engine"
)

// place is a state whose steps are being found. Where all is remembered no world is needed; else one is brought there.
type place struct {
	*search
	state uint32
	words []uint32
	left  Budget
	stage *stage
	at    uint32  // the moment of the cursor that it stands at
	base  int     // inputs that lead to the state
	who   []uint8 // by place: which writer stands there
	form  form
	deep  int // steps that were carried out behind the moment that was asked for
}

// kinds are the ways in which a request can go, within what is left.
func (s *search) kinds(left Budget) []kind {
	list := []kind{whole}
	if left.Faults > 0 {
		if !s.budget.Words.Answers {
			list = append(list, lostRequest)
		}
		if !s.budget.Words.Requests {
			list = append(list, lostAnswer)
		}
	}
	if left.Copies > 0 {
		list = append(list, copied, answeredTwice)
	}
	if left.Lates > 0 {
		list = append(list, late)
	}
	if left.Stops > 0 {
		list = append(list, stop)
	}
	return list
}

// allows says whether a fault may meet a request.
func (s *search) allows(k kind, reads, handled bool) bool {
	if k != lostRequest && k != lostAnswer {
		return true
	}
	return !(s.budget.Words.Writes && reads) && (!s.budget.Words.Handled || handled)
}

// own are the steps of the writer at a place, of one kind.
func (p *place) own(at int, k kind) (list []next) {
	if p.memo.standing[p.words[2+at]] != ready {
		return nil
	}
	key := asked{p.words[2+at], p.words[1], k}
	steps, ok := p.memo.known(key)
	if !ok || !p.rules.Memo {
		return p.real(at, k, key)
	}
	budget := p.budgetBehind(move{kind: k, actor: at})
	for _, step := range steps {
		if !p.allows(k, step.reads, step.handled) {
			continue
		}
		words := []uint32{budget, step.shared}
		for i, own := range p.words[2:] {
			after := step.own
			if i != at {
				if after, ok = p.memo.behind(&step, p.words[1], own); !ok {
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
	take := func(one stepped) []uint32 {
		step, words := p.learn(one, at)
		steps = append(steps, step)
		if p.allows(k, step.reads, step.handled) {
			list = append(list, next{move{kind: k, actor: at, choose: one.move.choose}, words, step.kinds})
		}
		return words
	}
	if c, ok := p.ahead[work{p.state, k, at, 0}]; ok && p.stage == nil {
		p.who, p.form = c.who, c.form
		for _, one := range c.steps {
			take(one)
		}
	} else {
		p.bring()
		p.carryOn(move{kind: k, actor: at}, false, func(one stepped) {
			words := take(one)
			if p.rules.Memo {
				on := p.onward(one, words)
				on.at = p.search.keepMoment(p.turn(one.move), p.base, words, p.who, &on.form)
				if p.delving {
					on.delve()
				}
			}
		})
	}
	if !slices.ContainsFunc(steps, func(step known) bool { return step.names }) {
		p.memo.remember(key, steps)
	}
	return list
}

// delveMost is how far ahead of the search the engine carries out steps, delveAll how many of them in all. None is done
// while fewer than delveFrom states are known, and few while few are: the shortest orders are wanted soon.
const (
	delveMost = 64
	delveAll  = 2048
	delveFrom = 10
)

// onward is the moment behind a step that the world stands at.
func (p *place) onward(one stepped, words []uint32) *place {
	on := &place{search: p.search, words: words, left: p.search.left[words[0]], stage: p.stage,
		base: len(p.stage.done), who: p.who,
		form: one.form, deep: p.deep + 1}
	on.form.requests = p.stage.w.Requests()
	return on
}

// delve has the engine carry out what the memo does not know of the writers' steps from here, and from where they lead
// to. The search will ask for all of it: to go on from where the world stands is cheaper than to come back.
func (p *place) delve() {
	if p.deep > delveMost {
		return
	}
	p.eachKey(p.words, func(at int, k kind, key asked) bool {
		if p.mayDelve() && !p.under[key] && !p.knows(p.words, at, key) {
			p.delved++
			p.under[key] = true
			p.real(at, k, key)
			delete(p.under, key)
		}
		return !p.told
	})
	p.eachKey(p.words, func(at int, k kind, key asked) bool {
		steps, _ := p.memo.known(key)
		for n := 0; n < len(steps) && p.mayDelve(); n++ {
			p.goAlong(&steps[n], at, k)
		}
		return !p.told
	})
}

func (p *place) mayDelve() bool {
	return p.isAsked() && p.delved < min(delveAll, 16*(len(p.parents)-delveFrom))
}

// eachKey visits the steps of the writers who can take any, by the numbers of a moment, until it is told to end.
func (p *place) eachKey(words []uint32, visit func(at int, k kind, key asked) bool) {
	for at, own := range words[2:] {
		if p.memo.standing[own] != ready {
			continue
		}
		for _, k := range p.kindsLeft[words[0]] {
			if !visit(at, k, asked{own, words[1], k}) {
				return
			}
		}
	}
}

// goAlong takes a step that is known where the memo lacks something behind it.
func (p *place) goAlong(step *known, at int, k kind) {
	words := []uint32{p.budgetBehind(move{kind: k, actor: at}), step.shared}
	for i, own := range p.words[2:] {
		after, known := step.own, true
		if i != at {
			after, known = p.memo.behind(step, p.words[1], own)
		}
		if !known {
			return
		}
		words = append(words, after)
	}
	lacks := false
	p.eachKey(words, func(at int, k kind, key asked) bool {
		lacks = lacks || !p.under[key] && !p.knows(words, at, key)
		return !lacks
	})
	m := move{kind: k, actor: int(p.who[at]), choose: p.memo.choices[step.choose]}
	if !lacks {
		return
	}
	if _, ok := p.stage.carryOut(m); ok {
		p.worked++
		on := p.onward(stepped{form: p.sharedForm(p.stage)}, words)
		on.at = p.keepMoment(p.turn(m), p.base, words, p.who, &on.form)
		on.delve()
	}
	p.stage.back(p.base)
}

// knows says whether the memo knows all of a step from a moment with some numbers.
func (p *place) knows(words []uint32, at int, key asked) bool {
	steps, ok := p.memo.known(key)
	for n := 0; ok && n < len(steps); n++ {
		for i, own := range words[2:] {
			if ok && i != at {
				_, ok = p.memo.behind(&steps[n], words[1], own)
			}
		}
	}
	return ok
}

// learn gives numbers to what a step came to, and remembers what it means for those who did not do it; at is the place
// of who did, or whose message it was, -1: the clock.
func (p *place) learn(one stepped, at int) (step known, words []uint32) {
	step = known{choose: p.memo.choice(one.move.choose), kinds: p.marks.of(one.found), reads: one.reads,
		handled: one.handled, plain: one.plain, shared: p.sharedID(&one)}
	mover, m := "", one.move
	if at >= 0 {
		mover = p.actors[p.who[at]].id
	}
	if m.actor >= 0 {
		step.moves, m.actor = p.movesID(m.kind, m.choose), at
	} else {
		step.moves = p.moveID(m)
	}
	words = []uint32{p.budgetBehind(m), step.shared}
	if p.rules.Memo && !one.same { // else unmoved
		step.effect, step.flying = p.memo.effect(p.words[1], step.shared, p.form.facts, one.form.facts,
			p.form.facts.record,
			p.form.requests, mover)
	}
	step.names = p.namesFirst(one.form.facts.named)
	memo := p.rules.Memo && !step.names
	for place, own := range p.words[2:] {
		other := p.memo.on(&step, p.words[1], own)
		id, known := uint32(0), false
		if place != at && memo {
			id, known = p.memo.follows(other)
		}
		if !known {
			id = p.ownID(&one, int(p.who[place]))
		}
		tied := p.tiesFirst(place, own, id)
		if step.names = step.names || tied; place == at {
			step.own = id
		} else if !known && memo && !tied {
			p.memo.after.put(other.effect, other.own, id)
		}
		words = append(words, id)
	}
	p.named = p.named || step.names
	return step, words
}

// tiesFirst says whether the id of a writer who has equals stands in what the writer at a place holds now, as a refusal
// may call it by its name, and did not before.
func (p *place) tiesFirst(place int, before, now uint32) bool {
	return p.memo.writers[now].tied >= 0 && p.memo.writers[before].tied < 0 &&
		slices.ContainsFunc(p.groups, func(group []int) bool { return slices.Contains(group, place) })
}

// namesFirst says whether the id of a writer who has equals stands in a text now, and did not before.
func (p *place) namesFirst(named []bool) bool {
	for _, group := range p.groups {
		for _, i := range group {
			if named[i] && !p.form.facts.named[i] {
				return true
			}
		}
	}
	return false
}

// handles says whether the plan of a writer says what it does where no answer comes to its newest request.
func handles(g *stage, i int) bool {
	x := g.w.Exchange(int(g.w.Writer(g.s.actors[i].id).Last))
	return !x.GaveUp.IsZero()
}

// eachChoice carries out a step in all ways in which the service may do it, and takes each back.
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
		if len(open) > 0 && p.inOrder(m) {
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
	in := ""
	if m.actor >= 0 {
		in, _ = p.stage.next(m.actor)
	} else if flight := p.stage.w.Flight(); m.message < len(flight) {
		in = p.stage.w.Exchange(flight[m.message].Request).Verb
	}
	skewed := p.stage.w.Setting("queue.skew") // a node whose clock is ahead may hand out more
	if p.budget.AnyMessage || skewed != "" && skewed != "0" || in != "get-messages" && in != "peek-messages" {
		return false
	}
	p.ordered = true
	return true
}

// next is the verb of a writer's next request, and what its plan calls it.
func (g *stage) next(i int) (verb, as string) {
	a := g.s.actors[i]
	if g.at[i] < len(a.items) {
		return a.items[g.at[i]].(engine.Send).Verb, ""
	}
	if p := g.w.PlanOf(a.id); p != nil && p.Next() != nil {
		return p.Next().Verb, p.Next().As
	}
	return "", ""
}

// beside are the steps of messages that were under way, and of the clock.
func (p *place) beside() (list []next) {
	for n := range p.memo.flights[p.words[1]] {
		for _, k := range p.flownKinds(p.words[0]) {
			list = append(list, p.flown(n, k)...)
		}
	}
	sleeps := slices.ContainsFunc(p.words[2:], func(own uint32) bool { return p.memo.standing[own] == asleep })
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
const nobody = 1<<32 - 1

// jumped is a jump of the clock where no plan waits for it and nothing is under way: what it does depends on what all
// share alone.
func (p *place) jumped(k kind) (list []next) {
	if p.allOver(p.words[2:]) {
		return nil
	}
	key := asked{nobody, p.words[1], k}
	budget := p.budgetBehind(move{kind: k, actor: -1})
	steps, ok := p.memo.known(key)
	for n := 0; ok && n < len(steps); n++ {
		words := []uint32{budget, steps[n].shared}
		for _, own := range p.words[2:] {
			after, known := p.memo.behind(&steps[n], p.words[1], own)
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
		step, words := p.learn(one, -1)
		steps = append(steps, step)
		list = append(list, next{one.move, words, step.kinds})
	}
	p.memo.remember(key, steps)
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

// budgetBehind is the number of what is left behind a step.
func (p *place) budgetBehind(m move) uint32 {
	if p.budget.Bounded {
		return p.budgetID(p.spent(m))
	}
	return p.search.spent(p.words[0], m.kind)
}

// wordsOf are the numbers of the moment behind a step of the writer at a place; -1: of nobody.
func (p *place) wordsOf(one stepped, at int) []uint32 {
	m := one.move
	m.actor = at
	words := []uint32{p.budgetBehind(m), p.sharedID(&one)}
	for _, i := range p.who {
		words = append(words, p.ownID(&one, int(i)))
	}
	return words
}

// bring brings the world to the state.
func (p *place) bring() {
	if p.stage != nil {
		return
	}
	p.who = p.search.bring(p.state)
	p.stage, p.at, p.base = p.cursor.stage, p.cursor.at, len(p.cursor.stage.done)
	m := &p.cursor.moments[p.at]
	if m.form == nil {
		f := p.sharedForm(p.stage)
		f.requests = p.stage.w.Requests()
		m.form = &f
	}
	p.form = *m.form
}

// inputs are the steps of an order, each with the inputs that do it. Where each is a plan's request, decided and heard,
// they follow from what the memo knows; else the engine carries the order out.
func (s *search) inputs(list []move) (steps []Step) {
	if steps, ok := s.plainInputs(list); ok && !s.amid {
		return steps
	}
	return s.replayed(list)
}

func (s *search) replayed(list []move) (steps []Step) {
	g := s.root.clone()
	for _, m := range list {
		g.done = nil
		if _, ok := g.carryOut(m); !ok {
			panic("explore: a step that was possible is not")
		}
		step := Step{What: m.kind.String()}
		switch {
		case m.kind == whole && arrives(g.done):
			step.What = arrivesOnly
		case m.kind == whole && answers(g.done):
			step.What = answersOnly
		}
		if len(steps) == 0 {
			step.Inputs = slices.Clone(s.opening)
		}
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
					if g.flies(x, slices.Index(s.ids, x.By)) {
						step.Name = x.Name
					}
				}
			}
		}
		steps = append(steps, step)
	}
	return steps
}

func (s *search) plainInputs(list []move) (steps []Step, ok bool) {
	own, shared := slices.Clone(s.start[2:]), s.start[1]
	steps = make([]Step, 0, len(list))
	var newest []saying // of each writer by what its plan calls it
	for n, m := range list {
		if m.kind != whole || m.actor < 0 {
			return nil, false
		}
		ways, ok := s.memo.known(asked{own[m.actor], shared, whole})
		at := slices.IndexFunc(ways, func(k known) bool { return slices.Equal(s.memo.choices[k.choose], m.choose) })
		if !ok || at < 0 || !ways[at].plain {
			return nil, false
		}
		end := &s.memo.writers[own[m.actor]]
		before := slices.IndexFunc(newest, func(o saying) bool { return o.actor == m.actor && o.as == end.as })
		if before < 0 {
			before, newest = len(newest), append(newest, saying{actor: m.actor, as: end.as})
		}
		one := &newest[before]
		one.number, one.choose = one.number+1, ways[at].choose
		if one.as == "" {
			one.number = s.root.w.Requests() + n + 1
		}
		inputs, ok := s.said(one)
		if !ok {
			return nil, false
		}
		steps = append(steps, Step{By: s.actors[m.actor].id, Verb: end.verb, What: whole.String(), Inputs: inputs})
		for i := range own {
			if i == m.actor {
				own[i] = ways[at].own
			} else if own[i], ok = s.memo.behind(&ways[at], shared, own[i]); !ok {
				return nil, false
			}
		}
		shared = ways[at].shared
	}
	return steps, true
}

// saying is a plan's request that is decided and heard, by the name that the engine gives it: by its number where the
// plan calls it nothing, else by its writer, what it is called and the first number that is free.
type saying struct {
	actor, number int
	as            string
	choose        uint32
}

// said are the inputs of a plan's request, nil: its name is taken. Many examples have the same, and share them. The
// number is raised up to a name that is free; ok is false where another plan's request can have the same name.
func (s *search) said(one *saying) (inputs []engine.Input, ok bool) {
	for ; inputs == nil; one.number++ {
		if inputs, ok = s.sayings[*one]; ok {
			continue
		}
		id := s.actors[one.actor].id
		name := "r" + strconv.Itoa(one.number)
		if one.as != "" {
			name = id + "-" + one.as + strconv.Itoa(one.number)
		}
		if one.as == "" || s.root.w.Named(name) == nil {
			inputs = slices.Clip(plainly(id, name, s.memo.choices[one.choose]))
		}
		owner := saying{actor: one.actor, as: one.as}
		if other, is := s.called[name]; is && other != owner && one.as != "" {
			return nil, false
		}
		s.sayings[*one], s.called[name] = inputs, owner
	}
	one.number--
	return inputs, true
}
