package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// kind is what a step does with a request, or with the clock.
type kind uint8

const (
	whole         kind = iota // decided, and the answer heard
	lostRequest               // it never arrives
	lostAnswer                // decided, and nobody hears the answer
	copied                    // decided and heard, and a copy of it stays under way
	answeredTwice             // decided and heard, and a copy of the answer stays under way
	late                      // its writer stops waiting, and it stays under way
	stop                      // decided and heard, and its writer does nothing more
	jump                      // the clock goes to the next deadline
	jumpBefore                // to the moment just before it
	decided                   // and its answer stays under way: another of its writer's may come first
	finish                    // the service ends what it began
)

// move is one step of an order: a request of a writer, a message that was under way before, or the clock.
type move struct {
	kind    kind
	actor   int // -1: a message, or the clock
	message int // its place in flight
	choose  []int
}

// cost is what a step takes from the budget.
func (m move) cost() Budget {
	switch m.kind {
	case lostRequest, lostAnswer:
		return Budget{Faults: 1}
	case copied, answeredTwice:
		return Budget{Copies: 1}
	case late:
		return Budget{Lates: 1}
	case stop:
		return Budget{Stops: 1}
	case jump, jumpBefore:
		return Budget{Jumps: 1}
	}
	return Budget{}
}

// carryOut does a step. ok is false where it is not possible now; what it did then is to be taken back. open says how
// many ways there were, for each choice that the service made.
func (g *stage) carryOut(m move) (open []int, ok bool) {
	switch {
	case m.kind == jump || m.kind == jumpBefore:
		return nil, g.jump(m.kind == jumpBefore)
	case m.actor < 0:
		return g.flying(m)
	}
	name, ok := g.send(m)
	if !ok {
		return nil, false
	}
	switch {
	case m.kind == late:
		return nil, g.goesOnWithout(m.actor, name)
	case m.kind == copied && !g.put(engine.Duplicate{Name: name}):
		return nil, false
	}
	if m.kind != lostRequest {
		undecided := false
		if g.splits(g.w.Named(name)) {
			if open, undecided, ok = g.arrive(name, m.choose); !ok || undecided {
				return open, ok && (m.kind == whole || m.kind == copied)
			}
		} else if open, ok = g.decide(name, m.choose); !ok {
			return open, false
		}
		if x := g.w.Named(name); g.w.Queues(x) || g.s.waits != nil && g.s.waits(g.w, x) {
			return nil, false // it was not sent: something has to change first
		}
		if g.waitsThere(name) { // a lock that others hold: it was not sent; a wait that the clock ends is one
			return open, m.kind == whole && g.timed(name)
		}
	}
	if m.kind == answeredTwice && !g.put(engine.Duplicate{Name: name}) {
		return open, false
	}
	switch m.kind {
	case lostRequest, lostAnswer:
		g.put(engine.Lose{Name: name})
		if g.goesOnUnheard(m.actor) {
			g.put(engine.Timeout{Name: name})
		}
	default:
		if !g.hear(m.actor, name, m.kind) {
			return open, false
		}
	}
	g.goesOn(m.actor, m.kind)
	return open, true
}

// hear has a writer hear an answer. Who stops then does nothing more by its plan, neither at once nor when a wait ends:
// the plan is taken away, in front of the answer where work stands behind that.
func (g *stage) hear(actor int, name string, k kind) bool {
	n := len(g.done)
	heard := engine.ReceiveAnswer{Names: []string{name}}
	events, err := g.do(heard)
	if err != nil || k != stop || actor < 0 {
		return err == nil
	}
	by := g.s.actors[actor].id
	works := slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == engine.Acted && e.By == by })
	p, off := g.w.PlanOf(by), engine.Plan{By: by}
	switch {
	case p == nil, p.Ended() && !works:
		return true
	case !works:
		if !g.put(off) {
			return false
		}
	default:
		if g.back(n); !g.put(off) || !g.put(heard) {
			return false
		}
	}
	g.moved()
	g.left[actor] = p
	return true
}

// goesOn has a writer do what it does without the storage, or nothing more.
func (g *stage) goesOn(actor int, k kind) {
	if k == stop {
		g.moved()
		g.stopped[actor] = true
		return
	}
	g.local(actor)
}

func (g *stage) put(in engine.Input) bool {
	_, err := g.do(in)
	return err == nil
}

// copes says whether the writer's plan goes on without the answer that it waits for.
func (g *stage) copes(i int) bool {
	p := g.w.PlanOf(g.s.actors[i].id)
	return p != nil && p.Out && g.w.Ready(p.By) == nil
}

// goesOnUnheard says whether a writer goes on behind a request to which no answer can come: its plan says what it does
// then, or hands stopped waiting for what they had sent.
func (g *stage) goesOnUnheard(i int) bool {
	p := g.w.PlanOf(g.s.actors[i].id)
	return g.copes(i) || g.s.actors[i].givesUp && (p == nil || !p.Out)
}

// goesOnWithout has a writer stop waiting for a request that is still under way, where its plan or hands did so.
func (g *stage) goesOnWithout(i int, name string) bool {
	if !g.copes(i) && !g.s.actors[i].givesUp || !g.put(engine.Timeout{Name: name}) {
		return false
	}
	g.local(i)
	return true
}

// send sends a writer's next request, and gives its name.
func (g *stage) send(m move) (name string, ok bool) {
	a := g.s.actors[m.actor]
	if g.standing(m.actor) != ready {
		return "", false
	}
	byPlan := g.at[m.actor] >= len(a.items)
	if byPlan && (!g.put(engine.Next{By: a.id}) || !g.guarded(a, true)) || !byPlan && !g.sendTyped(m.actor) {
		return "", false
	}
	x := g.w.Exchange(g.w.Requests())
	return x.Name, x.By == a.id
}

// sendTyped sends the request that hands typed for a writer next.
func (g *stage) sendTyped(i int) bool {
	a := g.s.actors[i]
	in := a.items[g.at[i]].(engine.Send)
	if g.s.instead != nil {
		in = g.s.instead(g.w, in)
	}
	if !g.put(in) {
		return false
	}
	g.moved()
	g.at[i]++
	return g.guarded(a, false)
}

// guarded gives the newest request of a writer what a guard adds to it.
func (g *stage) guarded(a *actor, byPlan bool) bool {
	x := g.w.Exchange(g.w.Requests())
	if g.s.guard == nil || x.By != a.id || !byPlan && g.s.instead != nil {
		return true
	}
	changes := g.s.guard(g.w, x)
	return len(changes) == 0 || g.put(engine.Edit{Name: x.Name, Args: changes})
}

// decide has the service decide a request; open says how many ways there were.
func (g *stage) decide(name string, choose []int) (open []int, ok bool) {
	events, err := g.do(engine.Deliver{Names: []string{name}, Choose: choose})
	if err != nil {
		return nil, false
	}
	return g.opened(name, events), true
}

// waitsThere says whether a request waits at its service.
func (g *stage) waitsThere(name string) bool { return g.waiting(name) != nil }

func (g *stage) waiting(name string) *engine.Message {
	x := g.w.Named(strings.TrimRight(name, "'"))
	for _, m := range g.w.Flight() {
		if m.Request == x.Number && m.Copy == strings.Count(name, "'") && m.State == engine.AtServiceWaiting {
			return m
		}
	}
	return nil
}

func (g *stage) timed(name string) bool {
	m := g.waiting(name)
	return m != nil && m.Until != 0
}

// flying does a step with a message that is under way.
func (g *stage) flying(m move) (open []int, ok bool) {
	flight := g.w.Flight()
	if m.message >= len(flight) {
		return nil, false
	}
	message := flight[m.message]
	name, x := g.w.NameOf(message), g.w.Exchange(message.Request)
	actor := slices.IndexFunc(g.s.actors, func(a *actor) bool { return a.id == x.By })
	arrived := message.State == engine.AtService && g.splits(x)
	beside := message.Copy == 0 && g.flies(x, actor)
	switch {
	case message.State == engine.Working:
		return nil, m.kind == finish && g.put(engine.Finish{Name: x.Name})
	case !g.mayGo(m.kind, message, x, actor), m.kind == copied && !g.put(engine.Duplicate{Name: name}):
		return nil, false
	case m.kind == late:
		return nil, g.goesOnWithout(actor, name)
	case !message.Back && m.kind != lostRequest && message.State == engine.Travelling && g.splits(x):
		undecided := false
		if open, undecided, ok = g.arrive(name, m.choose); !ok || undecided {
			return open, ok && (m.kind == whole || m.kind == copied)
		}
	case !message.Back && m.kind != lostRequest:
		open, ok = g.decide(name, m.choose)
		if !ok || (arrived || beside) && g.w.Queues(g.w.Exchange(x.Number)) || beside && g.waitsWith(name) {
			return open, false // its plan would send it again at once: it stays where it is
		}
		if g.waitsThere(name) {
			return open, m.kind == whole && g.timed(name)
		}
	}
	if m.kind == decided {
		return open, true
	}
	if m.kind == answeredTwice && !g.put(engine.Duplicate{Name: name}) {
		return open, false
	}
	if m.kind == lostRequest || m.kind == lostAnswer {
		ok = g.put(engine.Lose{Name: name})
		if actor >= 0 && g.w.Answerless(x.Number) && g.goesOnUnheard(actor) {
			g.put(engine.Timeout{Name: x.Name})
		}
	} else if !x.GaveUp.IsZero() { // nobody listens
		ok = g.put(engine.Lose{Name: name})
	} else {
		ok = g.hear(actor, name, m.kind)
	}
	if actor >= 0 {
		g.goesOn(actor, m.kind)
	}
	return open, ok
}

// mayGo says whether a message that is under way can take a step of a kind. What its writer sent beside others can go
// as any request can that is sent and decided in one step.
func (g *stage) mayGo(k kind, m *engine.Message, x *engine.Exchange, actor int) bool {
	beside := m.Copy == 0 && g.flies(x, actor)
	awaited := m.Copy == 0 && x.GaveUp.IsZero() && actor >= 0 &&
		(beside || m.State == engine.AtService && g.splits(x))
	kept := beside && m.Back && x.Heard.IsZero() && x.GaveUp.IsZero()
	if m.State == engine.AtServiceWaiting || !g.mayBeLost(k, x, actor) || kept && !g.mayHear(x) {
		return false
	}
	switch k {
	case finish:
		return false
	case lostRequest:
		return !m.Back && m.State != engine.AtService
	case lostAnswer:
		return !kept
	case copied, late:
		return beside && awaited && !m.Back && m.State == engine.Travelling
	case answeredTwice:
		return awaited && !m.Back
	case stop:
		return awaited && x.Heard.IsZero()
	case decided:
		return beside && awaited && !m.Back && g.undecided(x)
	}
	return true
}

// waitsWith says whether a writer waits with a request that was decided and refused.
func (g *stage) waitsWith(name string) bool {
	return g.s.waits != nil && g.s.waits(g.w, g.w.Named(name))
}

// mayBeLost says whether the words of the budget let a message that is under way be lost.
func (g *stage) mayBeLost(k kind, x *engine.Exchange, actor int) bool {
	if k != lostRequest && k != lostAnswer {
		return true
	}
	words := g.s.budget.Words
	return !(words.Writes && reads(g.w, x.Verb)) && (!words.Handled || actor >= 0 && g.handled(x, actor))
}

// handled says whether a writer goes on without the answer to a request that it has sent.
func (g *stage) handled(x *engine.Exchange, actor int) bool {
	if !x.GaveUp.IsZero() || g.s.actors[actor].givesUp {
		return true
	}
	p := g.planOf(actor)
	return p != nil && losesIn(p.Steps, x.By, x.Name)
}

// losesIn says whether a plan's steps say what is done where no answer comes to a request of that name.
func losesIn(steps []engine.PlanStep, by, name string) bool {
	for i := range steps {
		s := &steps[i]
		number, called := strings.CutPrefix(name, by+"-"+s.Name)
		if s.Do == engine.DoLost && s.IsBehind(steps, i) && called && number != "" &&
			strings.Trim(number, "0123456789") == "" || losesIn(s.Then, by, name) || losesIn(s.Else, by, name) {
			return true
		}
	}
	return false
}

// jump moves the clock to the next deadline, or to the moment just before it.
func (g *stage) jump(before bool) bool {
	timers := g.w.Timers()
	next := slices.IndexFunc(timers, g.matters)
	if next < 0 || !g.mayMove() {
		return false
	}
	at := timers[next].At
	if before && at-1 <= g.w.Now() {
		return false
	}
	in := engine.Clock{Next: true}
	switch {
	case before:
		in = engine.Clock{To: at - 1}
	case at > timers[0].At:
		in = engine.Clock{To: at}
	}
	if !g.put(in) {
		return false
	}
	for i := range g.s.actors {
		g.local(i)
	}
	return true
}

// matters says whether anybody can see that a timer has ended: the wait of a plan that does nothing behind it, or whose
// writer has stopped, ends for nobody.
func (g *stage) matters(t engine.Timer) bool {
	if t.Object.Kind != "plan" {
		return true
	}
	i := slices.IndexFunc(g.s.actors, func(a *actor) bool { return a.id == t.Object.Name })
	return i >= 0 && g.standing(i) == asleep
}

// mayMove says whether anybody is left for whom a later moment could make a difference.
func (g *stage) mayMove() bool {
	for i := range g.s.actors {
		if !g.finished(i) {
			return true
		}
	}
	return len(g.w.Flight()) > 0
}

// reads says whether a step is about a request that only reads.
func reads(w *engine.World, verb string) bool {
	return w.Spec(verb).Group == engine.GroupRead
}
