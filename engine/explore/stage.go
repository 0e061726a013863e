package explore

import (
	"slices"
	"strconv"

	"interleave/engine"
	"interleave/engine/conflict"
)

// actor is a writer of a search: what hands typed for it and what its plan does from there on.
type actor struct {
	id       string
	items    []engine.Input // Send, Act, Tell, Plan
	live     [][]engine.Use // by item: how answers may be looked at from there on
	versions []engine.Value // versions that it names without having them from an answer
	givesUp  bool           // after a loss it goes on with its next line
	retries  map[string]string
	beside   map[string][]string // as that of its program
	flown    map[string]bool     // requests that are under way beside others of its own
	literals bool                // it sends texts that are made from no answer
	class    int                 // actors of one class do the same
}

// actor is a writer with all that its programs say.
func (in Input) actor(id string) *actor {
	a := &actor{id: id}
	for _, p := range in.Programs {
		if p.By == id {
			a.items = append(a.items, p.Steps...)
		}
	}
	return a
}

// stage is one moment of the real engine.
type stage struct {
	s *search
	w *engine.World
	course
	done []doing
}

// course is how far the writers are, beside what the world says; each list by actor.
type course struct {
	at      []int // its next item
	stopped []bool
	left    []*engine.PlanState // the plan that was taken away when it stopped, where it stood then; nil: none was
}

func newCourse(actors int) course {
	return course{make([]int, actors), make([]bool, actors), make([]*engine.PlanState, actors)}
}

func (c course) clone() course {
	return course{slices.Clone(c.at), slices.Clone(c.stopped), slices.Clone(c.left)}
}

// doing is what one input did, to be taken back.
type doing struct {
	input  engine.Input
	events []engine.Event
	before *course // where it changed
}

func (g *stage) clone() *stage {
	w := g.w.Clone()
	w.FollowOnly() // nobody asks for its digest
	return &stage{s: g.s, w: w, course: g.course.clone()}
}

func (g *stage) do(in engine.Input) ([]engine.Event, error) {
	events, err := g.w.Step(g.w.Record()+1, in)
	if err == nil {
		g.done = append(g.done, doing{input: in, events: events})
	}
	return events, err
}

// back takes back all inputs behind the first n.
func (g *stage) back(n int) {
	for len(g.done) > n {
		b := g.done[len(g.done)-1]
		g.done = g.done[:len(g.done)-1]
		if b.events != nil {
			g.w.Undo(b.events)
		}
		if b.before != nil {
			g.course = *b.before
		}
	}
}

// moved remembers how far the writers are before that changes.
func (g *stage) moved() {
	before := g.course
	g.done = append(g.done, doing{before: &before})
	g.course = before.clone()
}

// planOf is the plan of a writer, or the one that was taken away when it stopped.
func (g *stage) planOf(i int) *engine.PlanState {
	if p := g.left[i]; p != nil {
		return p
	}
	return g.w.PlanOf(g.s.actors[i].id)
}

// marks judges what was done behind the first n inputs: each event with the world before it.
func (g *stage) marks(n int) (found []conflict.Finding) {
	for i := len(g.done) - 1; i >= n; i-- {
		g.w.Undo(g.done[i].events)
	}
	for _, b := range g.done[n:] {
		for i, e := range b.events {
			for _, f := range conflict.At(g.w, e) {
				found = append(found, g.plainly(f))
			}
			g.w.Redo(b.events[i : i+1])
			found = append(found, g.sawNow(e)...)
			if _, is := conflict.Unread(g.w, e); is {
				found = append(found, conflict.Finding{Severity: noMark, Kind: unread})
			}
			if x := g.w.Exchange(e.Request); x != nil && e.Kind == engine.Decided {
				if from, typed := g.s.in.Typed[conflict.Typed(x)]; typed {
					if _, is := conflict.Retyped(g.w, e, from); is {
						found = append(found, conflict.Finding{Severity: noMark, Kind: retyped})
					}
				}
			}
			if changed := g.s.in.Changed; changed != nil && g.isChange(e) {
				changed(e.By)
			}
			if g.s.in.Overwritten {
				if _, is := conflict.Overwritten(g.w, e); is {
					found = append(found, conflict.Finding{Severity: noMark, Kind: overwritten})
				}
			}
		}
	}
	return found
}

// isChange says whether an event is that a request which is to change something is accepted.
func (g *stage) isChange(e engine.Event) bool {
	x := g.w.Exchange(e.Request)
	return x != nil && e.Kind == engine.Decided && (x.Altered || e.Answer.Accepted() && g.w.Spec(x.Verb).Changes())
}

// standing says whether a writer can go on, and if it cannot, why.
type standing uint8

const (
	ready   standing = iota
	done             // it has nothing left to do
	asleep           // its plan waits for the clock
	waits            // for an answer that may come
	hangs            // for an answer that cannot come
	broken           // its plan cannot go on
	stopped          // it stopped for good
)

// writerEnd is what is remembered beside what is a writer's own; tied: and of no other.
func (g *stage) writerEnd(i int, f form, tied bool) *writerEnd {
	end := &writerEnd{standing: g.standing(i), number: f.numberOf(g.s.actors[i].id), last: g.last(i), split: g.split(i),
		tied: -1}
	if tied {
		end.tied = i
	}
	if p := g.w.PlanOf(g.s.actors[i].id); p != nil && end.standing == asleep {
		end.works = p.Works(g.w)
	}
	if end.standing == ready {
		end.verb, end.as = g.next(i)
	}
	return end
}

// plain says whether what was done behind the first n inputs is a plan's request that was decided and heard, and
// nothing else: the same inputs do it anywhere.
func (g *stage) plain(n int, choose []int) bool {
	x, list := g.w.Exchange(g.w.Requests()), g.done[n:]
	if len(list) != 3 {
		return false
	}
	next, planned := list[0].input.(engine.Next)
	decided, delivered := list[1].input.(engine.Deliver)
	heard, answered := list[2].input.(engine.ReceiveAnswer)
	return planned && next.By == x.By && delivered && slices.Equal(decided.Names, []string{x.Name}) &&
		slices.Equal(decided.Choose, choose) && answered && slices.Equal(heard.Names, decided.Names)
}

// plainly are the inputs by which a plan's next request is sent, decided and heard.
func plainly(by, name string, choose []int) []engine.Input {
	return []engine.Input{engine.Next{By: by}, engine.Deliver{Names: []string{name}, Choose: choose},
		engine.ReceiveAnswer{Names: []string{name}}}
}

func (g *stage) standing(i int) standing {
	a := g.s.actors[i]
	p := g.w.PlanOf(a.id)
	switch {
	case g.stopped[i]:
		return stopped
	case p != nil && p.Why != "":
		return broken
	case p != nil && p.Out:
		if g.w.Answerless(p.Last) {
			return hangs
		}
		return waits
	}
	if found := g.awaits(i); a.beside != nil && found != ready {
		return found
	}
	x := g.w.Exchange(int(g.w.Writer(a.id).Last))
	if a.beside == nil && x != nil && x.Heard.IsZero() && x.GaveUp.IsZero() && (p == nil || g.at[i] < len(a.items)) {
		if g.w.Answerless(x.Number) {
			return hangs
		}
		return waits
	}
	switch {
	case g.at[i] < len(a.items):
		return ready
	case p == nil || p.Ended():
		return done
	case p.Until > g.w.Now():
		return asleep
	}
	return ready
}

// over says whether nothing can come any more.
func (s standing) over() bool { return s == done || s == stopped || s == hangs || s == broken }

// finished says whether a writer has nothing left to do, whatever comes.
func (g *stage) finished(i int) bool {
	return g.standing(i).over()
}

// ends says whether what a writer heard last may be the last thing that it hears.
func (g *stage) ends(i int) bool { return g.finished(i) || g.standing(i) == asleep }

// Stuck is what stands for the last status of a writer that waits for what cannot come.
const Stuck = "stuck"

// last is the last status that a writer heard.
func (g *stage) last(i int) string {
	switch g.standing(i) {
	case hangs, broken:
		return Stuck
	}
	x := g.w.Exchange(g.w.Writer(g.s.actors[i].id).Newest)
	if x == nil {
		return ""
	}
	return status(g.w, x)
}

// split says whether a wish over several requests is done in part: one of them changed something, and there are others
// that were not sent, or of which no try was accepted. What the services did decides, not what the writer heard.
func (g *stage) split(i int) bool {
	p := g.planOf(i)
	if p == nil {
		return false
	}
	for _, wish := range p.Wishes {
		altered := slices.ContainsFunc(wish.Requests, func(n int) bool {
			return g.w.Exchange(n).Altered && g.changes(g.w.Exchange(n).Verb)
		})
		lacks := slices.ContainsFunc(wish.Requests[wish.Before:], func(n int) bool { return !g.granted(n) })
		if altered && (lacks || p.Sends(g.w, wish.Name, g.changes)) {
			return true
		}
	}
	return false
}

// changes says whether a request of a wish is to change something: what only reads, or locks, is no part of it.
func (g *stage) changes(verb string) bool {
	group := g.w.Spec(verb).Group
	return group != engine.GroupRead && group != engine.GroupLease
}

// granted says whether a service accepted a request or another try of it; what only reads lacks nothing.
func (g *stage) granted(n int) bool {
	x := g.w.Exchange(n)
	tries := append(slices.Clip(g.w.Exchange(x.Wish).Again), x.Wish)
	return !g.changes(x.Verb) || slices.ContainsFunc(tries, func(n int) bool {
		try := g.w.Exchange(n)
		return !try.Decided.IsZero() && try.Answer.Accepted()
	})
}

// status is an answer in short: a status, the name of an NTSTATUS, or at a prompt the first word of the reply.
func status(w *engine.World, x *engine.Exchange) string {
	a := &x.Answer
	switch {
	case w.Spec(x.Verb).Prompt() && a.Why != nil:
		return a.Why.Rule.Fault.Code
	case w.Spec(x.Verb).Prompt():
		v := a.Field("reply")
		if list, ok := v.List(); ok && len(list) > 0 { // as OK and a version: the first word says how it went
			v = list[0]
		}
		if v.IsZero() {
			return "nil"
		}
		return v.String()
	case engine.IsNTStatus(a.Status):
		return a.Named()
	}
	return strconv.Itoa(a.Status)
}

// local carries out what a writer does without the storage: work that it says to have done, what it tells others, a
// plan that it is given.
func (g *stage) local(i int) {
	a := g.s.actors[i]
	for g.at[i] < len(a.items) {
		switch g.standing(i) {
		case waits, hangs, broken, stopped:
			return
		}
		if send, ok := a.items[g.at[i]].(engine.Send); ok {
			if a.flown[send.As] && g.sendTyped(i) {
				continue
			}
			if !g.spare(a, g.at[i]) {
				return
			}
			g.moved()
			g.at[i]++
			continue
		}
		g.put(a.items[g.at[i]]) // what was not answered so can be neither told nor worked on: it is left out
		g.moved()
		g.at[i]++
	}
}

// spare says whether a line is another try of the request right in front of it, which was answered in time and not so
// that it was sent once more: else an order in which nothing is lost would do it twice. A plan says so by itself; this
// is for a program that tells others what was answered, which no plan does.
func (g *stage) spare(a *actor, at int) bool {
	send := a.items[at].(engine.Send)
	refused, retry := a.retries[send.As]
	if !retry || at == 0 {
		return false
	}
	before, ok := a.items[at-1].(engine.Send)
	first, x := g.w.Named(send.Words.Again), g.w.Exchange(int(g.w.Writer(a.id).Last))
	if !ok || before.As != send.Words.Again && before.Words.Again != send.Words.Again || first == nil || x == nil ||
		x.Wish != first.Wish || x.Heard.IsZero() || !x.GaveUp.IsZero() {
		return false
	}
	return refused == "" || !x.Answer.Is(refused)
}
