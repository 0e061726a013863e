package guards

import (
	"slices"

	"interleave/engine"
)

// ReplayInput is what is run again: the world in which it began, and what was put in from there on.
type ReplayInput struct {
	What   string // as `wiki.race` or `the branch main`
	Start  int    // the record behind which it begins
	World  *engine.World
	Inputs []engine.Input
	None   string // why it cannot be compared, in a sentence; empty: it can
	Ahead  string // whose plans have not come to their end behind all of it, in a sentence; empty: nobody's
}

// Runs are the runs of one history, one under each guard. They are for one goroutine at a time.
type Runs struct {
	Guards     int // how many runs there are
	in         ReplayInput
	strategies []strategy // that have not run yet
	made       *run
	stopped    func() bool
}

// New prepares the runs and runs nothing yet. A run ends early once stopped says so: nobody wants to know any more.
func New(in ReplayInput, stopped func() bool) *Runs {
	g := &Runs{in: in, stopped: stopped}
	if in.None == "" {
		if g.strategies = in.strategies(); in.triesAgain() || in.worksUnheard() {
			g.strategies = append(g.strategies, strategy{Guarding: ownLook})
		}
		if in.acquiresAgain() {
			g.strategies = append(g.strategies, strategy{Guarding: ownID})
		}
		g.Guards = len(g.strategies)
	}
	return g
}

// Table is the table without a row.
func (g *Runs) Table() *Table {
	return &Table{What: g.in.What, Start: g.in.Start, None: g.in.None, Ahead: g.in.Ahead}
}

// Next runs the history under the next guard; ok is false where there is none, and where it was stopped.
func (g *Runs) Next() (row Row, ok bool) {
	if len(g.strategies) == 0 {
		return Row{}, false
	}
	next := g.strategies[0]
	g.strategies = g.strategies[1:]
	if g.made == nil {
		g.in = g.in.named().timed()
	}
	run := g.in.under(next, g.made, g.stopped)
	if g.made == nil { // the history as it was made comes first
		run.numbers = run.numbered()
		if g.made = run; run.metAtOnce() {
			g.strategies = append(g.strategies, strategy{Guarding: sendAgain})
			g.Guards++
		}
	}
	run.count()
	return Row{ID: next.ID, Title: next.Title, Say: next.Say, Notes: run.sentences(), run: run}, !g.stopped()
}

// All runs the history under every guard.
func (g *Runs) All() *Table {
	t := g.Table()
	for row, ok := g.Next(); ok; row, ok = g.Next() {
		t.Add(row)
	}
	return t
}

// named is the history in which each request has the name that it got there: under a guard that sends more of them the
// same request has another number.
func (in ReplayInput) named() ReplayInput {
	return in.rewritten(isUnnamed, func(w *engine.World, input engine.Input) engine.Input {
		send := input.(engine.Send)
		send.As = w.Exchange(w.Requests()).Name
		return send
	})
}

// timed is the history in which each jump to the next timer goes to the moment to which it went there: under a guard
// that hides a message longer, or takes a lease, another timer is the next.
func (in ReplayInput) timed() ReplayInput {
	next := func(in engine.Input) bool { clock, is := in.(engine.Clock); return is && clock.Next }
	return in.rewritten(next, func(w *engine.World, _ engine.Input) engine.Input { return engine.Clock{To: w.Now()} })
}

// rewritten is the history in which some inputs are others, as they came out in the world behind each of them.
func (in ReplayInput) rewritten(which func(engine.Input) bool,
	as func(*engine.World, engine.Input) engine.Input) ReplayInput {
	if !slices.ContainsFunc(in.Inputs, which) {
		return in
	}
	w, inputs := in.World.Clone(), slices.Clone(in.Inputs)
	for n, input := range inputs {
		if _, err := w.Step(in.Start+1+n, input); err != nil {
			break
		}
		if which(input) {
			inputs[n] = as(w, input)
		}
	}
	in.Inputs = inputs
	return in
}

func isUnnamed(in engine.Input) bool {
	send, ok := in.(engine.Send)
	return ok && send.As == ""
}
