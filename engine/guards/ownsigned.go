package guards

import (
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// signed is a request whose text names its writer under ownLook, as it does under ownText over all orders: where it is
// a create, and another writer's of the same object would write the same.
func (g *run) signed(spec *engine.OpSpec, in engine.Send) engine.Send {
	if g.kind.ID != ownLook.ID || worksBare(g.w, in) {
		return in
	}
	r := &rewriting{in: explore.Input{World: g.w}}
	text := func(in engine.Send) (step engine.PlanStep, object engine.ObjectID, text ownName, ok bool) {
		step = engine.PlanStep{Do: engine.DoSend, Verb: in.Verb, Args: in.Args}
		object, text, ok = r.textOf(in.By, step)
		return step, object, text, ok && len(r.meets(in.Verb)) > 0
	}
	step, object, own, ok := text(in)
	alike := slices.ContainsFunc(g.in.sends(), func(o engine.Send) bool {
		_, other, its, writes := text(o)
		return o.By != in.By && writes && other == object && its.field == own.field && its.was == own.was &&
			its.row == own.row
	})
	if !ok || !alike || own.was == own.now {
		return in
	}
	in.Args = r.namingText(&step, own)
	g.tell("The text names its writer: %s.", in)
	return in
}

// readsText is the text that a read has shown to its writer under ownLook. Where it shows none, as a HEAD, another one
// goes behind it; more says so.
func (g *run) readsText(read *engine.Exchange) (text string, more bool) {
	if text = read.Answer.Text().String(); text != "" {
		return text, false
	}
	ask := engine.Send{By: read.By, As: lookName(read)}
	var ok bool
	if ask.Verb, ask.Args, ok = plainRead(g.w, read.Verb, read.Object); !ok || !g.ask(ask) {
		return "", false
	}
	return g.w.Named(ask.As).Answer.Text().String(), true
}

// isDoneElsewhere says whether a request under ownLook makes under another name what its writer has read that it made.
func (g *run) isDoneElsewhere(in engine.Send) bool {
	r := &rewriting{in: explore.Input{World: g.w}}
	step := func(in engine.Send) engine.PlanStep {
		return engine.PlanStep{Do: engine.DoSend, Verb: in.Verb, Args: in.Args, As: in.As}
	}
	for wish := range g.ownDone {
		x := g.w.Exchange(wish)
		if x.By == in.By && r.triesElsewhere([]engine.PlanStep{step(in)}, step(g.asMade(x))) {
			return true
		}
	}
	return false
}

// asMade is a request of the run as the history has it: its text may name its writer here.
func (g *run) asMade(x *engine.Exchange) engine.Send {
	for _, s := range g.in.sends() {
		if s.As == x.Name {
			return s
		}
	}
	return x.Asked()
}
