package explore_test

import (
	"maps"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// naive follows every order by itself, by nothing but inputs of the engine and the definitions of a step: it shares no
// line with the search.
type naive struct {
	w        *engine.World
	ids      []string
	lines    map[string][]engine.Input
	givesUp  map[string]bool
	beside   map[string]map[string][]string // by writer
	at       map[string]int
	stopped  map[string]bool
	left     map[string]*engine.PlanState // by writer: the plan that it left as it stopped
	sent     map[int]*engine.PlanStep     // by number of a request: by which step of its writer's plan
	budget   explore.Budget
	rest     explore.Budget
	most     int
	orders   int
	begun    map[int]int // by length: beginnings of orders
	walked   *[1]int     // all of them: a bound leaves few orders of many
	ended    map[int]int // by length: orders
	outcomes map[string]int
	marks    map[string]int
	met      map[string]int // by outcome and, behind a blank line, kind of mark
	length   map[string]int // of the shortest beginning of an order that makes a kind; broken: of orders broken off
	broken   map[string]int
	writes   map[string][]string // of buckets, by key: who may write it
	guarded  map[string]bool
	turn     string           // whose request was the last one
	taped    [][]engine.Event // what the step that is being done did

	works  []string       // that have a name of their own
	undone map[string]int // by work: orders at whose end nobody has done it

	wanted []explore.Want
	ends   []int // by wanted: orders

	typed       map[conflict.Typing]string
	overwritten bool // claims that are overwritten by who had read them are counted
}

// oneByOne follows every order of a search, up to a number of them; false where there are more.
func oneByOne(in explore.Input, b explore.Budget, most int) (*naive, bool) {
	n := &naive{w: in.World.Clone(), lines: map[string][]engine.Input{}, givesUp: map[string]bool{},
		beside: map[string]map[string][]string{}, at: map[string]int{},
		stopped: map[string]bool{}, left: map[string]*engine.PlanState{}, sent: map[int]*engine.PlanStep{},
		undone: map[string]int{},
		budget: b, rest: b, most: most, begun: map[int]int{}, walked: new([1]int),
		ended: map[int]int{}, outcomes: map[string]int{}, marks: map[string]int{}, met: map[string]int{},
		length: map[string]int{}, broken: map[string]int{}, writes: map[string][]string{}, guarded: map[string]bool{},
		wanted: in.Wanted, ends: make([]int, len(in.Wanted)), overwritten: in.Overwritten, typed: in.Typed}
	n.w.FollowOnly()
	for _, x := range n.w.Writers() {
		n.ids = append(n.ids, x.ID)
		if p := n.w.PlanOf(x.ID); p != nil {
			if !p.Ended() { // else none of it is to be done
				n.maySay(p.Steps)
			}
			n.mayWrite(x.ID, []engine.Input{engine.Plan{Steps: p.Steps}})
		}
	}
	for _, p := range in.Programs {
		n.lines[p.By], n.givesUp[p.By] = append(n.lines[p.By], p.Steps...), p.GivesUp
		if len(p.Beside) > 0 {
			n.beside[p.By] = p.Beside
		}
		n.mayWrite(p.By, p.Steps)
		for _, in := range p.Steps {
			if plan, ok := in.(engine.Plan); ok {
				n.maySay(plan.Steps)
			} else if act, ok := in.(engine.Act); ok {
				n.maySay([]engine.PlanStep{{Do: engine.DoWork, For: act.What}})
			}
		}
	}
	for _, m := range n.w.Flight() {
		if x := n.w.Exchange(m.Request); !m.Back {
			n.mayWrite(x.By, []engine.Input{engine.Send{Verb: x.Verb, Args: x.Resolved()}})
		}
	}
	for _, id := range n.ids {
		n.startsBeside(id)
		if p := n.w.PlanOf(id); p != nil && p.Out && n.w.Ready(id) == nil && n.w.Answerless(p.Last) {
			n.do(engine.Timeout{Name: n.w.Exchange(p.Last).Name})
		}
		n.locally(id)
	}
	return n, n.walk(0, map[string]bool{})
}

// mayWrite notes who may write which key of a bucket, and where with a condition.
func (n *naive) mayWrite(by string, list []engine.Input) {
	for _, in := range list {
		switch in := in.(type) {
		case engine.Plan:
			n.mayWriteBy(by, in.Steps)
		case engine.Send:
			if _, ok := n.w.Spec(in.Verb).Op.(engine.Arriver); !ok {
				continue
			}
			key := n.keyOf(in.Verb, in.Args)
			n.writes[key] = append(n.writes[key], by)
			for _, a := range in.Args {
				if a.Name == "if-match" || a.Name == "if-none-match" || key == "" {
					n.guarded[key] = true
				}
			}
		}
	}
}

func (n *naive) mayWriteBy(by string, steps []engine.PlanStep) {
	for _, s := range steps {
		if s.Do == engine.DoSend {
			n.mayWrite(by, []engine.Input{engine.Send{Verb: s.Verb, Args: s.Args}})
		}
		n.mayWriteBy(by, s.Then)
		n.mayWriteBy(by, s.Else)
	}
}

// keyOf is the key that a request writes; empty: several, or one that is not known before.
func (n *naive) keyOf(verb string, args []engine.Arg) string {
	spec := n.w.Spec(verb)
	if key := spec.Target(args); spec.Object == "object" && !strings.ContainsAny(key, "${}") {
		return key
	}
	return ""
}

// meets says whether a request arrives first and is decided in a later step.
func (n *naive) meets(x *engine.Exchange) bool {
	if _, ok := n.w.Spec(x.Verb).Op.(engine.Arriver); !ok || n.w.Setting("bucket.contention") != "on" {
		return false
	}
	key := n.keyOf(x.Verb, x.Resolved())
	for other, by := range n.writes {
		if key != other && key != "" && other != "" {
			continue
		}
		if slices.ContainsFunc(by, func(id string) bool { return id != x.By || n.beside[id] != nil }) &&
			(n.guarded[key] || n.guarded[other] || n.guarded[""]) {
			return true
		}
	}
	return false
}

func (n *naive) do(in engine.Input) ([]engine.Event, bool) {
	events, err := n.w.Step(n.w.Record()+1, in)
	if err == nil {
		n.taped = append(n.taped, events)
	}
	return events, err == nil
}

// locally does what a writer does without the storage.
func (n *naive) locally(id string) {
	for !n.stopped[id] && n.at[id] < len(n.lines[id]) && !n.awaits(id) {
		in := n.lines[id][n.at[id]]
		if send, ok := in.(engine.Send); ok {
			if _, sent := n.together(send, id); !sent {
				return
			}
			n.at[id]++
			continue
		}
		if p := n.w.PlanOf(id); p != nil && p.Why != "" {
			return
		}
		n.do(in)
		n.at[id]++
	}
}

// awaits says whether a writer waits for an answer.
func (n *naive) awaits(id string) bool {
	if p := n.w.PlanOf(id); p != nil && p.Out {
		return true
	}
	if n.beside[id] != nil {
		return len(n.awaited(id)) > 0
	}
	x := n.w.Exchange(int(n.w.Writer(id).Last))
	byHand := x != nil && (n.w.PlanOf(id) == nil || n.at[id] < len(n.lines[id]))
	return byHand && x.Heard.IsZero() && x.GaveUp.IsZero()
}

// over says whether a writer does nothing more, whatever comes; well: as it had nothing left to do, or stopped.
func (n *naive) over(id string) (over, well bool) {
	p := n.w.PlanOf(id)
	switch {
	case n.stopped[id]:
		return true, true
	case p != nil && p.Why != "":
		return true, false
	case n.awaits(id):
		if n.beside[id] != nil && (p == nil || !p.Out) {
			return slices.ContainsFunc(n.awaited(id), n.w.Answerless), false
		}
		last := int(n.w.Writer(id).Last)
		if p != nil && p.Out {
			last = p.Last
		}
		return n.w.Answerless(last), false
	case n.at[id] < len(n.lines[id]):
		return false, false
	}
	done := p == nil || p.Ended()
	return done, done
}

// copes says whether a writer's plan goes on without the answer that it waits for.
func (n *naive) copes(id string) bool {
	p := n.w.PlanOf(id)
	return p != nil && p.Out && n.w.Ready(id) == nil
}

// request does a writer's next request in one way, with all that comes of it.
func (n *naive) request(id, what string, choose []int) (open []int, ok bool) {
	if _, well := n.over(id); n.stopped[id] || n.awaits(id) || well || what == "finish" || what == "keep" {
		return nil, false
	}
	typed := n.at[id] < len(n.lines[id])
	if typed {
		in := n.lines[id][n.at[id]].(engine.Send)
		if p := n.w.PlanOf(id); p != nil && p.Why != "" {
			return nil, false
		}
		if _, ok = n.do(in); !ok {
			return nil, false
		}
		n.at[id]++
	} else {
		if p := n.w.PlanOf(id); p == nil || p.Until > n.w.Now() {
			return nil, false
		}
		step := n.w.PlanOf(id).Next()
		if _, ok = n.do(engine.Next{By: id}); !ok {
			return nil, false
		}
		n.sent[n.w.Requests()] = step
	}
	x := n.w.Exchange(n.w.Requests())
	handled := n.copes(id) || typed && n.givesUp[id] // what hands gave up says nothing of what a plan sends
	if (what == "lose request" || what == "lose answer") && (n.budget.Words.Handled && !handled ||
		n.budget.Words.Writes && n.w.Spec(x.Verb).Group == engine.GroupRead) {
		return nil, false
	}
	switch what {
	case "late":
		if !n.copes(id) && !n.givesUp[id] {
			return nil, false
		}
		_, ok = n.do(engine.Timeout{Name: x.Name})
		n.locally(id)
		return nil, ok
	case "two requests":
		if _, ok = n.do(engine.Duplicate{Name: x.Name}); !ok {
			return nil, false
		}
	case "lose request":
		n.do(engine.Lose{Name: x.Name})
		n.unheard(id, x.Name)
		return nil, true
	}
	open, here, ok := n.atService(x, x.Name, choose)
	if !ok || here {
		return open, ok && (what == "whole" || what == "two requests")
	}
	if n.w.Queues(n.w.Exchange(x.Number)) {
		return open, false
	}
	if m := n.stands(x.Name); m != nil && !m.Back {
		return open, what == "whole" && m.Until != 0
	}
	return open, n.hear(id, x.Name, what)
}

// atService has a service decide a request; here says that it only arrived there, and stands undecided.
func (n *naive) atService(x *engine.Exchange, name string, choose []int) (open []int, here, ok bool) {
	m := n.stands(name)
	in := engine.Input(engine.Deliver{Names: []string{name}, Choose: choose})
	if m != nil && m.State == engine.Travelling && n.meets(x) {
		in, here = engine.Arrive{Names: []string{name}, Choose: choose}, true
	}
	events, ok := n.do(in)
	for _, e := range events {
		if e.Request == x.Number && e.Copy == strings.Count(name, "'") && len(x.Words.Choose) == 0 {
			open = append(open, e.Open...)
		}
	}
	if m := n.stands(name); m == nil || m.Back {
		here = false
	}
	if n.byAge(x, open) {
		open = nil
	}
	return open, here, ok
}

// byAge says whether what is open is only which message comes first, and that is the habit's.
func (n *naive) byAge(x *engine.Exchange, open []int) bool {
	skew := n.w.Setting("queue.skew")
	return (x.Verb == "get-messages" || x.Verb == "peek-messages") && !n.budget.AnyMessage &&
		(skew == "" || skew == "0")
}

// stands is what is under way by a name, the answer first.
func (n *naive) stands(name string) (found *engine.Message) {
	for _, m := range n.w.Flight() {
		if n.w.NameOf(m) == name && m.State != engine.Working &&
			(found == nil || m.Back) {
			found = m
		}
	}
	return found
}

// message does a step with what is under way.
func (n *naive) message(at int, what string, choose []int) (open []int, ok bool) {
	m := n.w.Flight()[at]
	x := n.w.Exchange(m.Request)
	name := x.Name + strings.Repeat("'", m.Copy)
	if m.State == engine.Working {
		_, ok = n.do(engine.Finish{Name: x.Name})
		return nil, what == "finish" && ok
	}
	met := m.State == engine.AtService && n.meets(x)
	whose := met && m.Copy == 0 && x.GaveUp.IsZero()
	if lost := what == "lose request" || what == "lose answer"; lost && (n.budget.Words.Handled && x.GaveUp.IsZero() &&
		!n.givesUp[x.By] && !n.copesWith(x) || n.budget.Words.Writes && n.w.Spec(x.Verb).Group == engine.GroupRead) {
		return nil, false
	}
	beside := m.Copy == 0 && n.flies(x.By, x.Name) && x.GaveUp.IsZero() && x.Heard.IsZero()
	if beside && !n.besideGoes(m, x, what) {
		return nil, false
	}
	switch {
	case what == "late" && beside && (n.copes(x.By) || n.givesUp[x.By]):
		_, ok = n.do(engine.Timeout{Name: name})
		n.locally(x.By)
		return nil, ok
	case what == "two requests" && beside:
		if _, ok = n.do(engine.Duplicate{Name: name}); !ok {
			return nil, false
		}
	}
	switch {
	case what == "finish", (what == "two requests" || what == "keep") && !beside, what == "late",
		m.State == engine.AtServiceWaiting, (what == "stop" || what == "two answers") && !whose && !beside:
		return nil, false
	case what == "lose request":
		if m.Back || m.State != engine.Travelling {
			return nil, false
		}
		n.do(engine.Lose{Name: name})
		n.unheard(x.By, name)
		return nil, true
	case !m.Back:
		var here bool
		if open, here, ok = n.atService(x, name, choose); !ok || here {
			return open, ok && (what == "whole" || what == "two requests")
		}
		if (met || beside) && n.w.Queues(n.w.Exchange(x.Number)) {
			return open, false
		}
		if s := n.stands(name); s != nil && !s.Back {
			return open, what == "whole" && s.Until != 0
		}
		if what == "keep" {
			return open, true
		}
	}
	return open, n.hear(x.By, name, what)
}

// fate is how a step goes.
type fate struct {
	cost explore.Budget
	what string
}

func (n *naive) fates() []fate {
	list := []fate{{what: "whole"}}
	if !n.budget.Words.Answers {
		list = append(list, fate{explore.Budget{Faults: 1}, "lose request"})
	}
	if !n.budget.Words.Requests {
		list = append(list, fate{explore.Budget{Faults: 1}, "lose answer"})
	}
	return append(list, fate{explore.Budget{Copies: 1}, "two requests"}, fate{explore.Budget{Copies: 1}, "two answers"},
		fate{explore.Budget{Lates: 1}, "late"}, fate{explore.Budget{Stops: 1}, "stop"}, fate{what: "finish"},
		fate{what: "keep"})
}

// walk follows all orders from here; false where there are too many.
func (n *naive) walk(depth int, met map[string]bool) bool {
	moved, beyond, within := false, false, depth < 100 // some orders may have no end
	n.begun[depth]++
	n.walked[0]++
	for _, f := range n.fates() {
		if n.rest.Faults < f.cost.Faults || n.rest.Copies < f.cost.Copies || n.rest.Lates < f.cost.Lates ||
			n.rest.Stops < f.cost.Stops {
			continue
		}
		for _, id := range n.ids {
			turns := n.budget.Bounded && n.turn != "" && n.turn != id
			if turns && n.rest.Switches == 0 { // too many have taken turns: what comes behind is no order
				beyond = beyond || f.what == "whole" && n.could(id)
				continue
			}
			was := n.turn
			if n.turn = id; turns {
				n.rest.Switches--
			}
			within = within && n.branch(depth, met, f.cost, &moved, func(choose []int) ([]int, bool) {
				return n.request(id, f.what, choose)
			})
			if n.turn = was; turns {
				n.rest.Switches++
			}
		}
		for at := range n.w.Flight() {
			within = within && n.branch(depth, met, f.cost, &moved, func(choose []int) ([]int, bool) {
				return n.message(at, f.what, choose)
			})
		}
	}
	if n.rest.Jumps > 0 && slices.ContainsFunc(n.ids, func(id string) bool { over, _ := n.over(id); return !over }) ||
		n.rest.Jumps > 0 && len(n.w.Flight()) > 0 {
		within = within && n.branch(depth, met, explore.Budget{Jumps: 1}, &moved, func([]int) ([]int, bool) {
			return nil, n.jump(n.deadline())
		})
		if at := n.deadline(); n.budget.Before && at-1 > n.w.Now() {
			within = within && n.branch(depth, met, explore.Budget{Jumps: 1}, &moved, func([]int) ([]int, bool) {
				return nil, n.jump(at - 1)
			})
		}
	}
	if !moved && !beyond {
		n.orders++
		n.ended[depth]++
		n.outcomes[n.outcome()]++
		for at, want := range n.wanted {
			if n.saw(want) {
				n.ends[at]++
			}
		}
		for _, id := range n.ids {
			if n.half(id) {
				met["~ split-update"] = true
			}
		}
		n.counts(met)
		for _, work := range n.works {
			if n.w.Work(engine.ObjectID{Kind: "work", Name: work}).IsZero() && !n.mayWork() {
				n.undone[work]++
			}
		}
	}
	return within && n.orders <= n.most && n.walked[0] <= 1000*n.most
}

// mayWork says whether some plan waits for the clock, and may say behind that that work is done.
func (n *naive) mayWork() bool {
	return slices.ContainsFunc(n.ids, func(id string) bool {
		p := n.w.PlanOf(id)
		return p != nil && !p.Ended() && p.Until > n.w.Now() && p.Works(n.w)
	})
}

// could says whether a writer's next request is possible.
func (n *naive) could(id string) bool {
	before := *n
	n.at, n.stopped, n.left, n.taped = maps.Clone(n.at), maps.Clone(n.stopped), maps.Clone(n.left), nil
	_, ok := n.request(id, "whole", nil)
	for _, events := range slices.Backward(n.taped) {
		n.w.Undo(events)
	}
	*n = before
	return ok
}

// deadline is when the next thing ends that is not the wait of a writer who does nothing more; 0: nothing does.
func (n *naive) deadline() engine.Instant {
	for _, t := range n.w.Timers() {
		if over := t.Object.Kind == "plan"; over {
			if over, _ = n.over(t.Object.Name); over {
				continue
			}
		}
		return t.At
	}
	return 0
}

func (n *naive) jump(to engine.Instant) bool {
	if to <= n.w.Now() {
		return false
	}
	_, ok := n.do(engine.Clock{To: to})
	for _, id := range n.ids {
		n.locally(id)
	}
	return ok
}

// branch does a step in each way in which the service may do it, and follows all orders behind it.
func (n *naive) branch(depth int, met map[string]bool, cost explore.Budget, moved *bool,
	step func(choose []int) ([]int, bool)) bool {
	for pending := [][]int{nil}; len(pending) > 0; pending = pending[1:] {
		before := *n
		n.at, n.stopped, n.left, n.taped = maps.Clone(n.at), maps.Clone(n.stopped), maps.Clone(n.left), nil
		open, ok := step(pending[0])
		if ok {
			*moved = true
			now, made, whole := maps.Clone(met), n.judged(), n.orders
			for kind := range made {
				now[kind] = true
			}
			n.rest.Faults -= cost.Faults
			n.rest.Copies -= cost.Copies
			n.rest.Lates -= cost.Lates
			n.rest.Stops -= cost.Stops
			n.rest.Jumps -= cost.Jumps
			taped := n.taped
			ok = n.walk(depth+1, now)
			n.taped = taped
			n.shortest(made, depth+1, n.orders > whole)
			before.orders = n.orders
			for at := len(pending[0]); at < len(open); at++ {
				for way := 1; way < open[at]; way++ {
					next := append(slices.Clone(pending[0]), make([]int, at-len(pending[0]))...)
					pending = append(pending, append(next, way))
				}
			}
		} else {
			ok = true
		}
		for _, events := range slices.Backward(n.taped) {
			n.w.Undo(events)
		}
		*n = before
		if !ok {
			return false
		}
	}
	return true
}

// judged are the kinds of marks of all that the step did.
func (n *naive) judged() map[string]bool {
	for _, events := range slices.Backward(n.taped) {
		n.w.Undo(events)
	}
	kinds := map[string]bool{}
	for _, events := range n.taped {
		for at, e := range events {
			for _, f := range conflict.At(n.w, e) {
				switch {
				case f.Kind != "":
					kinds[string(f.Severity)+" "+string(f.Kind)] = true
				case f.Severity == engine.SeverityRefused:
					kinds["  refused "+n.w.Exchange(f.Request).Verb+" "+faultOf(n.w, f)] = true
				}
			}
			n.w.Redo(events[at : at+1])
			if _, is := conflict.Unread(n.w, e); is {
				kinds["  unread"] = true
			}
			if x := n.w.Exchange(e.Request); x != nil && e.Kind == engine.Decided {
				if from, typed := n.typed[conflict.Typed(x)]; typed {
					if _, is := conflict.Retyped(n.w, e, from); is {
						kinds["  retyped"] = true
					}
				}
			}
			if _, is := conflict.Overwritten(n.w, e); is && n.overwritten {
				kinds["  overwritten"] = true
			}
		}
	}
	return kinds
}
