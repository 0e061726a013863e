package guards

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// ownLook is ownText for a history: who is told that something is there already reads it before it believes that
// somebody else was first. The requests go as they went; what is added are those reads.
var ownLook = engine.Guarding{ID: ownText.ID, Title: ownText.Title, Keeps: true,
	Say: "Who is refused because something is there reads it, and compares it with its own text before it believes " +
		"that somebody else was first. Who reads it because no answer came works only where it finds that."}

// triesAgain says whether a history sends once more what may be refused for what the first try made.
func (in ReplayInput) triesAgain() bool {
	return slices.ContainsFunc(in.sends(), func(s engine.Send) bool {
		return s.Words.Again != "" && slices.ContainsFunc(in.World.Spec(s.Verb).Refuses, func(r *engine.Rule) bool {
			return r.Kind == engine.AlreadyThere
		})
	})
}

// worksUnheard says whether somebody works in a history behind a read of what a create of its own, whose answer never
// came, was to make.
func (in ReplayInput) worksUnheard() bool {
	works := func(input engine.Input) bool { _, is := input.(engine.Act); return is }
	if !slices.ContainsFunc(in.Inputs, works) {
		return false
	}
	w, number := in.World.Clone(), in.Start
	for _, input := range in.Inputs {
		if act, is := input.(engine.Act); is {
			if own, _ := unheardCreate(w, act.By, in.World.Requests()); own != nil {
				return true
			}
		}
		number++
		_, _ = w.Step(number, input)
	}
	return false
}

// unheardCreate is a writer's own create behind a request, of which it has heard nothing and which may be refused for
// what is there, with the read of its object that the writer heard last; nil: what it heard last is no such read.
func unheardCreate(w *engine.World, by string, behind int) (own, read *engine.Exchange) {
	writer := w.Writer(by)
	if writer == nil || writer.Newest == 0 {
		return nil, nil
	}
	read = w.Exchange(writer.Newest)
	if read.Number <= behind || w.Spec(read.Verb).Group != engine.GroupRead || !read.Answer.Accepted() {
		return nil, nil
	}
	for n := read.Number - 1; n > behind; n-- {
		x := w.Exchange(n)
		if x.By == by && x.Object == read.Object && x.Heard.IsZero() && textOf(w.Spec(x.Verb), x) != "" &&
			slices.ContainsFunc(w.Spec(x.Verb).Refuses, func(r *engine.Rule) bool {
				return r.Kind == engine.AlreadyThere
			}) {
			return x, read
		}
	}
	return nil, nil
}

// leavesWork says whether work is left to another under ownLook, whose marker its writer has read; and notes what it
// was shown.
func (g *run) leavesWork(by string) bool {
	if g.kind.ID != ownLook.ID {
		return false
	}
	own, read := unheardCreate(g.w, by, g.in.World.Requests())
	if own == nil {
		return false
	}
	shows := func(own bool) bool {
		return slices.ContainsFunc(read.Shows, func(p engine.Part) bool {
			return p.Object == read.Object && !p.Gone && (p.Mark.By == by) == own && p.Mark.By != ""
		})
	}
	others := shows(false) && !shows(true)
	there, text := read.Answer.Text().String(), textOf(g.w.Spec(own.Verb), own)
	switch {
	case others && there != text:
		g.tell("The work behind it is left to another, whose text it shows: %s.", read.Asked())
	case others:
		g.tell("It shows the same text, and another wrote it: a text has to name its writer. %s.", read.Asked())
	}
	return others && there != text
}

// look reads what a request was refused for, once that is heard, and notes whose text it is.
func (g *run) look(name string) {
	x := g.w.Named(name)
	if g.kind.ID != ownLook.ID || x == nil || x.Heard.IsZero() || x.Answer.Why == nil ||
		x.Answer.Why.Rule.Kind != engine.AlreadyThere {
		return
	}
	reads := g.of[x.Verb].Acts[x.Object.Kind][engine.ToRead]
	text, carries := view.Carried(g.w.Spec(x.Verb), x.Resolved())
	if len(reads) == 0 || !carries {
		return
	}
	ask := engine.Send{By: x.By, Verb: reads[len(reads)-1], As: fmt.Sprintf("look%d", x.Number)}
	ask.Args = engine.Args(g.w.Spec(ask.Verb).Params()[0].Name, x.Object.Name)
	if !g.ask(ask) {
		return
	}
	asked := x.Asked()
	switch there := g.w.Named(ask.As).Answer.Text().String(); {
	case there != text:
		g.tell("A read behind it shows another text: somebody else was first. %s.", asked)
	case x.Answer.Why.Since.By == x.By:
		g.tell("A read behind it shows its own text: its try before was done, and refuses this one. %s.", asked)
	default:
		g.tell("A read behind it shows the same text, and another wrote it: a text has to name its writer. %s.", asked)
	}
}
