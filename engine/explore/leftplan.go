package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// played is what a plan has done, as hands would have typed it: where it is taken away and its writer goes on by hand,
// nobody can say what else it would have sent by then.
type played struct {
	Program
	at         []int // by step: how many of its writer's program stand in front of it
	given, off int   // the steps of that by which it was given, and taken away or replaced; given -1: before all
}

// follow notes what a plan did in an input that is not taken yet.
func (c *cutting) follow(in engine.Input, events []engine.Event) error {
	if plan, gives := in.(engine.Plan); gives {
		at := 0
		if own := c.programs[plan.By]; own != nil {
			at = len(own.Steps)
		}
		if p := c.played[plan.By]; p != nil && c.stopped[plan.By] {
			p.off = at
			c.left[plan.By] = append(c.left[plan.By], p)
		}
		c.played[plan.By] = &played{given: at}
	}
	next, goesOn := in.(engine.Next)
	for _, e := range events {
		switch x := c.was.Exchange(e.Request); {
		case goesOn && e.Kind == engine.GaveUp && e.By == next.By:
			c.playing(e.By).GivesUp = true
		case goesOn && e.Kind == engine.Sent && x.By == next.By:
			if err := c.plays(e.By, x.Asked()); err != nil {
				return err
			}
		case e.Kind == engine.Acted:
			if _, byHand := in.(engine.Act); byHand {
				continue
			}
			what := engine.Text(e.Text)
			if path, refers := strings.CutPrefix(e.Text, "$"); refers {
				what = engine.Ref(path, false)
			}
			if err := c.plays(e.By, engine.Act{By: e.By, What: what}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *cutting) playing(by string) *played {
	if c.played[by] == nil {
		c.played[by] = &played{given: -1}
	}
	return c.played[by]
}

// plays takes what a plan did as it would take it from hands, into a program of its own.
func (c *cutting) plays(by string, in engine.Input) error {
	p, own := c.playing(by), c.programs[by]
	at := 0
	if own != nil {
		at = len(own.Steps)
	}
	order := slices.Clone(c.order)
	p.By, c.programs[by] = by, &p.Program
	err := c.take(in)
	if c.programs[by] = own; own == nil {
		delete(c.programs, by)
	}
	c.order = order
	for len(p.at) < len(p.Steps) {
		p.at = append(p.at, at)
	}
	return err
}

// withPlayed puts what plans did in the place of those that were taken away while their writer went on; some says that
// there are any.
func (c *cutting) withPlayed(p *Program) (some bool) {
	for _, one := range slices.Backward(c.left[p.By]) {
		if one.off >= len(p.Steps) { // it is the last of it, and a stop
			continue
		}
		some = true
		var steps []engine.Input
		n := 0
		for at, in := range p.Steps {
			for ; n < len(one.Steps) && one.at[n] <= at; n++ {
				steps = append(steps, one.Steps[n])
			}
			plan, is := in.(engine.Plan)
			gone := is && (at == one.given || at == one.off && len(plan.Steps) == 0 && one.given >= 0)
			if !gone {
				steps = append(steps, in)
			}
		}
		p.Steps, p.GivesUp = steps, p.GivesUp || one.GivesUp
		for name, refused := range one.retries {
			if p.retries == nil {
				p.retries = map[string]string{}
			}
			p.retries[name] = refused
		}
	}
	return some
}
