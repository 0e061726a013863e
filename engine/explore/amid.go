package explore

import (
	"slices"

	"interleave/engine"
)

// A writer may send requests beside others of its own, before those are answered. Where hands did so, a search has each
// of them under way as soon as all is answered that was answered then. Which is decided first is open, and which is
// answered first: an answer that another one of its writer's comes in front of is heard in a step of its own. Any other
// is heard as its request is decided, as everywhere: until then nothing hangs on it.

// goesBeside notes which requests of a writer are sent beside others.
func (a *actor) goesBeside(beside map[string][]string) {
	if len(beside) == 0 {
		return
	}
	a.beside, a.flown = beside, map[string]bool{}
	for name, others := range beside {
		a.flown[name] = true
		for _, other := range others {
			a.flown[other] = true
		}
	}
}

// fliesAlready notes which requests of a writer are under way beside each other where the search begins. Who goes by a
// plan, or does something else than to send, has them answered as they are decided.
func (a *actor) fliesAlready(w *engine.World) {
	names := awaitedAtStart(w, a.id)
	if len(names) < 2 || w.PlanOf(a.id) != nil || len(a.retries) > 0 || !onlySends(a.items) {
		return
	}
	if a.beside == nil {
		a.beside, a.flown = map[string][]string{}, map[string]bool{}
	}
	for _, name := range names {
		a.flown[name] = true
	}
}

// awaitedAtStart are a writer's requests that are under way and whose answers it waits for, by their names.
func awaitedAtStart(w *engine.World, by string) (names []string) {
	for _, m := range w.Flight() {
		x := w.Exchange(m.Request)
		if x.By == by && x.Heard.IsZero() && x.GaveUp.IsZero() && !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	return names
}

// awaits says whether a writer that sends requests beside others waits for an answer before it goes on: for one that
// may come, or one that cannot.
func (g *stage) awaits(i int) standing {
	a, found := g.s.actors[i], ready
	var beside []string
	if g.at[i] < len(a.items) {
		if send, ok := a.items[g.at[i]].(engine.Send); ok {
			beside = a.beside[send.As]
		}
	}
	for _, n := range g.w.Writer(a.id).Open {
		switch x := g.w.Exchange(n); {
		case !x.Heard.IsZero(), !x.GaveUp.IsZero(), slices.Contains(beside, x.Name):
		case g.w.Answerless(n):
			return hangs
		default:
			found = waits
		}
	}
	return found
}

// passedBy writes which of its writer's requests that were not sent yet do not wait for the answer of one that is under
// way: of two that ask for the same it counts which of them is still awaited.
func (g *stage) passedBy(c *scribe, x *engine.Exchange) {
	i := slices.Index(g.s.ids, x.By)
	if !g.flies(x, i) {
		return
	}
	a := g.s.actors[i]
	for _, in := range a.items[min(g.at[i], len(a.items)):] {
		if send, is := in.(engine.Send); is {
			c.flag(slices.Contains(a.beside[send.As], x.Name))
		}
	}
}

// sentAlready are the inputs by which requests were sent in front of the first step.
func (g *stage) sentAlready() (list []engine.Input) {
	for _, d := range g.done {
		switch d.input.(type) {
		case engine.Send, engine.Edit:
			list = append(list, d.input)
		}
	}
	return list
}

// flies says whether a request is one that its writer sent beside others.
func (g *stage) flies(x *engine.Exchange, actor int) bool {
	return actor >= 0 && g.s.actors[actor].flown[x.Name]
}

// undecided says whether another request is on its way to its service whose answer the writer of this one awaits.
func (g *stage) undecided(x *engine.Exchange) bool {
	return slices.ContainsFunc(g.w.Flight(), func(m *engine.Message) bool {
		y := g.w.Exchange(m.Request)
		return y.By == x.By && y.Number != x.Number && !m.Back && y.Decided.IsZero() && y.GaveUp.IsZero()
	})
}

// mayHear says whether an answer that stayed under way is heard now: another has come in front of it, or none can any
// more.
func (g *stage) mayHear(x *engine.Exchange) bool { return g.overtaken(x) || !g.undecided(x) }

// overtaken says whether an answer to the writer of a request was heard since that was decided.
func (g *stage) overtaken(x *engine.Exchange) bool {
	newest := g.w.Exchange(g.w.Writer(x.By).Newest)
	return newest != nil && newest.Heard.Event > x.Decided.Event
}

// flownKinds are the ways in which a step of a message under way can go.
func (s *search) flownKinds(budget uint32) []kind {
	list := slices.Clip(s.kindsLeft[budget])
	if s.amid {
		list = append(list, decided)
	}
	return append(list, finish)
}
