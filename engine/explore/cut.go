package explore

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// ErrNothing is returned by Cut where no writer sends anything.
var ErrNothing = errors.New("no writer sends anything here: there is nothing to search")

// Cut makes of what happened on a world what can be searched: the moment of the first writer's act, and from there on
// what hands typed for each writer, in order, as its plan, with the plans that it was given behind. What seed does,
// writers, switches and locks go first. Which order was chosen, what was lost and how the clock went does not count;
// who stopped waiting for an answer does so for each that is lost.
// The world is that in front of the inputs; it is not changed.
func Cut(w *engine.World, inputs []engine.Input) (Input, error) {
	return CutWithout(w, inputs, nil)
}

// CutWithout is Cut without some of the inputs, by their places: they happened, and have no place in a search. nil: all
// have.
func CutWithout(w *engine.World, inputs []engine.Input, left func(at int) bool) (Input, error) {
	c := cutting{was: w.Clone(), now: w.Clone(), programs: map[string]*Program{},
		names: map[string]string{}, taken: map[string]int{}, stopped: map[string]bool{},
		played: map[string]*played{}, left: map[string][]*played{}}
	for at, in := range inputs {
		if plan, ok := in.(engine.Plan); ok {
			p := c.was.PlanOf(plan.By)
			c.stopped[plan.By] = p != nil && p.Last > 0
		}
		events, err := c.was.Step(c.was.Record()+1, in)
		if err != nil {
			return Input{}, err
		}
		c.meets = c.meets || met(c.was, events)
		if err := c.follow(in, events); err != nil {
			return Input{}, err
		}
		if left != nil && left(at) {
			continue
		}
		if err := c.take(in); err != nil {
			return Input{}, err
		}
	}
	out := Input{World: c.now, Front: c.front, Meets: c.meets}
	for _, by := range c.order {
		p := c.unstopped(*c.programs[by])
		if some := c.withPlayed(&p); some {
			out.AsTyped = append(out.AsTyped, by)
		}
		if len(p.Beside) > 0 && c.goesInTurn(p) {
			p.Beside, out.InTurn = nil, append(out.InTurn, by)
		}
		if len(p.retries) > 0 {
			p = p.asPlan(c.now)
		}
		out.Programs = append(out.Programs, p)
	}
	for _, p := range out.Programs {
		if slices.ContainsFunc(p.Steps, sends) {
			return out, nil
		}
	}
	for _, w := range c.now.Writers() {
		if p := c.now.PlanOf(w.ID); p != nil && !p.Ended() {
			return out, nil
		}
	}
	return Input{}, ErrNothing
}

func sends(in engine.Input) bool {
	switch in := in.(type) {
	case engine.Send:
		return true
	case engine.Plan:
		return len(in.Steps) > 0
	}
	return false
}

// met says whether one of some events decided a write while another of the same object stood undecided at the service.
func met(w *engine.World, events []engine.Event) bool {
	for _, e := range events {
		for _, m := range w.Flight() {
			if e.Kind == engine.Decided && m.State == engine.AtService && !m.Back && m.Request != e.Request &&
				w.Exchange(m.Request).Object == e.Object {
				return true
			}
		}
	}
	return false
}

type cutting struct {
	meets    bool
	was, now *engine.World
	programs map[string]*Program
	order    []string
	front    []engine.Input
	names    map[string]string // by the name that a request had: what it is called in the search
	stopped  map[string]bool   // by writer: the plan that was taken away last had sent something
	played   map[string]*played
	left     map[string][]*played // by writer: of plans that were taken away
	taken    map[string]int       // what requests are called there, and how many would be called so
}

// called is the newest request under a name of its own: what a script still had to send may have one that hands have
// given since, and in a search either may come first.
func (c *cutting) called(in engine.Send) engine.Send {
	in.Args = inTermsOf(in.Args, c.names)
	for _, word := range []*string{&in.Words.Again, &in.Words.From} {
		if own, ok := c.names[*word]; ok {
			*word = own
		}
	}
	name := c.was.Exchange(c.was.Requests()).Name
	in.As = name
	for n := c.taken[name]; c.taken[in.As] > 0; n++ {
		in.As = name + "x" + strconv.Itoa(n)
	}
	c.names[name] = in.As
	c.taken[name]++
	if in.As != name {
		c.taken[in.As]++
	}
	return in
}

// first is the request that the newest one is another try of, where no answer to it had come or it was refused; nil: it
// is none. asks is how the newest one calls it, if it does.
func (c *cutting) first(asks string) *engine.Exchange {
	x := c.was.Exchange(c.was.Requests())
	first := c.was.Named(asks)
	if asks == "" && x.Wish != x.Number {
		first = c.was.Exchange(x.Wish)
	}
	if first == nil || first.By != x.By || !first.Heard.IsZero() && first.Answer.Accepted() {
		return nil
	}
	return first
}

func (c *cutting) take(in engine.Input) error {
	switch in := in.(type) {
	case engine.Send:
		if in.By == engine.Seed { // it goes in front, where it would have another number
			in.As = c.was.Exchange(c.was.Requests()).Name
			return c.put(in)
		}
		first, asks := c.first(in.Words.Again), in.Words.Again
		others := c.awaited(in.By)
		if in = c.called(in); first != nil && asks == "" && slices.Contains(others, c.names[first.Name]) {
			first = nil // nobody gave the first one up: both are under way
		}
		if first != nil && asks == "" { // the same words once more: the engine takes them for another try
			in.Words.Again = c.names[first.Name]
		}
		c.add(in.By, in)
		p := c.programs[in.By]
		p.GivesUp = p.GivesUp || c.wentOn(in.By, c.was.Requests())
		if len(others) > 0 && first == nil {
			if p.Beside == nil {
				p.Beside = map[string][]string{}
			}
			p.Beside[in.As] = others
		}
		if first == nil {
			break
		}
		if refused := refusal(c.was, first); first.Heard.IsZero() || refused != "" {
			if p.retries == nil {
				p.retries = map[string]string{}
			}
			p.retries[in.As] = refused
		}
	case engine.AddWriter, engine.Lock:
		return c.put(in)
	case engine.Set:
		if in.Key != "hold" && len(c.order) == 0 {
			return c.put(in)
		}
	case engine.Act:
		in.What = inTerms(in.What, c.names)
		c.add(in.By, in)
		c.programs[in.By].GivesUp = c.programs[in.By].GivesUp || c.wentOn(in.By, 0)
	case engine.Plan:
		c.add(in.By, in)
	case engine.Timeout:
		if x := c.was.Named(in.Name); x != nil && c.programs[x.By] != nil {
			c.programs[x.By].GivesUp = true
		}
	case engine.Tell:
		if name, _, ok := in.What.RefName(); ok {
			if x := c.was.Named(name); x.By != engine.Seed {
				in.What = inTerms(in.What, c.names)
				c.add(x.By, in)
				return nil
			}
		}
		return c.put(in)
	case engine.Deliver:
		return c.seeds(in.Names, func(list []string) engine.Input { return engine.Deliver{Names: list} })
	case engine.ReceiveAnswer:
		return c.seeds(in.Names, func(list []string) engine.Input { return engine.ReceiveAnswer{Names: list} })
	}
	return nil
}

// unstopped is a program without the taking away of its writer's plan that is the last of it, where the plan had sent
// something: there the writer stopped, which is a budget's.
func (c *cutting) unstopped(p Program) Program {
	last := len(p.Steps) - 1
	if plan, ok := p.Steps[last].(engine.Plan); ok && len(plan.Steps) == 0 && c.stopped[p.By] {
		p.Steps = p.Steps[:last]
	}
	return p
}

// wentOn says whether a writer went on, with a request or by work, although an answer that it had not heard could not
// come any more; request is what it sent then, 0: nothing.
func (c *cutting) wentOn(by string, request int) bool {
	may := map[int]bool{request: true}
	for _, m := range c.was.Flight() {
		may[m.Request] = may[m.Request] || m.State == engine.Travelling
	}
	return slices.ContainsFunc(c.was.Writer(by).Open, func(n int) bool { return !may[n] })
}

// awaited are the requests of a writer that were under way when it sent its newest, and for whose answers it still
// waited, as they are called in the search.
func (c *cutting) awaited(by string) (list []string) {
	for _, m := range c.was.Flight() {
		x := c.was.Exchange(m.Request)
		if name := c.names[x.Name]; x.By == by && m.Request != c.was.Requests() && x.Heard.IsZero() &&
			x.GaveUp.IsZero() && x.Lost.IsZero() && name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// goesInTurn says whether a writer who sent requests beside others of its own sends one behind the other in a search:
// it did something else between them, goes by a plan too, or sent one of them again.
func (c *cutting) goesInTurn(p Program) bool {
	return len(p.retries) > 0 || c.now.PlanOf(p.By) != nil || !onlySends(p.Steps)
}

func onlySends(list []engine.Input) bool {
	return !slices.ContainsFunc(list, func(in engine.Input) bool { _, is := in.(engine.Send); return !is })
}

// refusal is what the newest try of a request's wish was refused with, where its writer had heard so before it sent the
// last request of the world; empty: it had not.
func refusal(w *engine.World, x *engine.Exchange) string {
	newest := w.Exchange(x.Wish)
	for _, n := range slices.Backward(newest.Again) {
		if n != w.Requests() {
			newest = w.Exchange(n)
			break
		}
	}
	if newest.Heard.IsZero() || newest.Answer.Accepted() {
		return ""
	}
	for _, word := range []string{strconv.Itoa(newest.Answer.Status), newest.Answer.Code()} {
		if newest.Answer.Is(word) {
			return word
		}
	}
	return ""
}

// seeds does with the requests of seed what was done with them.
func (c *cutting) seeds(names []string, in func([]string) engine.Input) error {
	var list []string
	for _, name := range names {
		if x := c.was.Named(strings.TrimRight(name, "'")); x != nil && x.By == engine.Seed {
			list = append(list, name)
		}
	}
	if list == nil {
		return nil
	}
	return c.put(in(list))
}

func (c *cutting) put(in engine.Input) error {
	c.front = append(c.front, in)
	_, err := c.now.Step(c.now.Record()+1, in)
	return err
}

func (c *cutting) add(by string, in engine.Input) {
	if c.programs[by] == nil {
		c.programs[by] = &Program{By: by}
		c.order = append(c.order, by)
	}
	c.programs[by].Steps = append(c.programs[by].Steps, in)
}
