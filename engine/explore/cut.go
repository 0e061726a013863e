package explore

import (
	"errors"
	"maps"
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
	c := cutting{was: w.Clone(), now: w.Clone(), programs: map[string]*Program{},
		names: map[string]string{}}
	for _, in := range inputs {
		if _, err := c.was.Step(c.was.Record()+1, in); err != nil {
			return Input{}, err
		}
		if err := c.take(in); err != nil {
			return Input{}, err
		}
	}
	out := Input{World: c.now, Front: c.front}
	for _, by := range c.order {
		p := *c.programs[by]
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

type cutting struct {
	was, now *engine.World
	programs map[string]*Program
	order    []string
	front    []engine.Input
	names    map[string]string // by the name that a request had: what it is called in the search
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
	for slices.Contains(slices.Collect(maps.Values(c.names)), in.As) {
		in.As += "x"
	}
	c.names[name] = in.As
	return in
}

func (c *cutting) take(in engine.Input) error {
	switch in := in.(type) {
	case engine.Send:
		if in.By == engine.Seed {
			return c.put(in)
		}
		asks := in.Words.Again
		in = c.called(in)
		c.add(in.By, in)
		if c.wentOn(in.By) {
			c.programs[in.By].GivesUp = true
		}
		if x := c.was.Named(asks); asks != "" && x != nil && x.Heard.IsZero() {
			p := c.programs[in.By]
			p.retries = append(p.retries, in.As)
			if refused := refusal(c.was, x); refused != "" {
				if p.refusals == nil {
					p.refusals = map[string]string{}
				}
				p.refusals[in.As] = refused
			}
		}
	case engine.AddWriter, engine.Lock:
		return c.put(in)
	case engine.Set:
		if in.Key != "hold" && len(c.order) == 0 {
			return c.put(in)
		}
	case engine.Act:
		c.add(in.By, in)
	case engine.Plan:
		c.add(in.By, in)
	case engine.Timeout:
		if x := c.was.Named(in.Name); x != nil && c.programs[x.By] != nil {
			c.programs[x.By].GivesUp = true
		}
	case engine.Tell:
		if name, _, ok := in.What.RefName(); ok {
			if x := c.was.Named(name); x.By != engine.Seed {
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

// wentOn says whether a writer sent its newest request although an answer that it had not heard could not come any
// more.
func (c *cutting) wentOn(by string) bool {
	open := c.was.Writer(by).Open
	return slices.ContainsFunc(open, func(n int) bool {
		return n != c.was.Requests() && !slices.ContainsFunc(c.was.Flight(),
			func(m *engine.Message) bool { return m.Request == n && m.State == engine.Travelling })
	})
}

// refusal is what the newest try of a request's wish was refused with, where its writer had heard so before it sent the
// last request of the world; empty: it had not.
func refusal(w *engine.World, x *engine.Exchange) string {
	tries := append([]int{x.Wish}, w.Exchange(x.Wish).Again...)
	tries = slices.DeleteFunc(tries, func(n int) bool { return n == w.Requests() })
	newest := w.Exchange(tries[len(tries)-1])
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
