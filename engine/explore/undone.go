package explore

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Undone is work that a plan or hands say to be done, as `does run-7`: the orders at whose end no writer did it, and
// nobody waits for the clock who may still do some. That work was left out replaces nobody's work, so no mark tells it:
// rules.md of conflict, "Cases that had to be settled", "A marker that nobody works by".
type Undone struct {
	Work engine.ObjectID
	WantedEnd
}

// undoneMost is how many works are counted.
const undoneMost = 16

// anyWork stands for work that is named by the answers of writes alone, as `does $m.etag`: who works calls it so, and
// where nobody does it has no name.
var anyWork = engine.ObjectID{Kind: "work"}

// messageWork stands for the work of any message: it is undone where the message is gone and nobody did it. A message
// that is still there is left for whoever receives it next.
var messageWork = engine.ObjectID{Kind: "message"}

// WorksIn are the works that plans and hands name by themselves, anyWork where they name none but what writes were
// answered, and messageWork where they say that they do what messages give.
func WorksIn(in Input) (list []engine.ObjectID) {
	if in.Works != nil {
		return in.Works
	}
	c := works{world: in.World, sent: map[string]string{}}
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			switch input := input.(type) {
			case engine.Plan:
				c.steps(input.Steps)
			case engine.Send:
				c.sent[input.As] = input.Verb
			case engine.Act:
				c.does(input.What)
			}
		}
	}
	for _, w := range in.World.Writers() {
		if p := in.World.PlanOf(w.ID); p != nil && !p.Ended() {
			c.steps(p.Steps)
		}
	}
	if c.ofWrites && len(c.list) == 0 {
		c.add(anyWork)
	}
	if c.ofMessages {
		c.add(messageWork)
	}
	return c.list
}

// works gathers what writers say to do outside.
type works struct {
	world      *engine.World
	sent       map[string]string // by what requests are called: their verbs
	list       []engine.ObjectID
	ofWrites   bool
	ofMessages bool
}

func (c *works) steps(all []engine.PlanStep) {
	for _, p := range all {
		switch {
		case p.Do == engine.DoSend && p.As != "":
			c.sent[p.As] = p.Verb
		case p.Do == engine.DoWork:
			c.does(p.For)
		}
		c.steps(p.Then)
		c.steps(p.Else)
	}
}

func (c *works) does(what engine.Value) {
	name, _, refers := what.RefName()
	_, _, _, reckons := what.Expression()
	switch spec := c.world.Spec(c.sent[name]); {
	case refers && spec != nil:
		c.ofWrites = c.ofWrites || spec.Group == engine.GroupWrite
		c.ofMessages = c.ofMessages || spec.Effect == engine.Receives
	case !refers && !reckons:
		c.add(engine.ObjectID{Kind: anyWork.Kind, Name: what.String()})
	}
}

func (c *works) add(work engine.ObjectID) {
	if len(c.list) < undoneMost && !slices.Contains(c.list, work) {
		c.list = append(c.list, work)
	}
}

// messagesUndone is how many messages are gone whose work nobody did to whom it was given.
func messagesUndone(w *engine.World) (n int) {
	for _, d := range w.Doings() {
		if len(d.Handed) == 0 || !d.First.IsZero() {
			continue
		}
		message := w.Object(engine.ObjectID{Kind: messageWork.Kind, Name: d.Name})
		if gone, ok := message.(engine.Gone); message == nil || ok && gone.Gone() {
			n++
		}
	}
	return n
}

// worked is how much work was done.
func worked(w *engine.World) (n int) {
	for _, d := range w.Doings() {
		if !d.First.IsZero() {
			n++
		}
	}
	return n
}

// wantUndone has a search count the ends at which works are undone.
func wantUndone(in Input, works []engine.ObjectID) Input {
	in.Wanted = slices.Clip(in.Wanted)
	for _, work := range works {
		undone := func(w *engine.World) bool { return w.Work(work).IsZero() }
		switch before, gone := worked(in.World), messagesUndone(in.World); work {
		case anyWork:
			undone = func(w *engine.World) bool { return worked(w) == before }
		case messageWork:
			undone = func(w *engine.World) bool { return messagesUndone(w) > gone }
		}
		in.Wanted = append(in.Wanted, Want{Is: undone, settled: true})
	}
	return in
}

// takeUndone takes what was counted so out of what was found.
func (r *Result) takeUndone(works []engine.ObjectID) {
	asked := len(r.Wanted) - len(works)
	if asked < 0 { // it was ended before anything was counted
		return
	}
	for n, end := range r.Wanted[asked:] {
		if end.Found {
			r.Undone = append(r.Undone, Undone{works[n], end})
		}
	}
	r.Wanted = r.Wanted[:asked]
}

// undoneRows are the rows of such orders.
func undoneRows(found *Result, title func(id string) string) (list []Row) {
	for n, u := range found.Undone {
		text := "work " + u.Work.Name + " left undone"
		switch u.Work {
		case anyWork:
			text = "work left undone"
		case messageWork:
			text = "message received, then gone, its work left undone"
		}
		list = append(list, Row{Mark: noMark, Text: text, Orders: digits(u.Schedules),
			Share: Share(u.Schedules, found.Schedules), Length: len(u.Example), Way: way(u.Example, title),
			Name: fmt.Sprintf("%s-%d", undoneName, n+1), Steps: u.Example})
	}
	return list
}

// undoneName begins the names of such rows.
const undoneName = "undone"
