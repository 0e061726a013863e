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
		"that somebody else was first."}

// triesAgain says whether a history sends once more what may be refused for what the first try made.
func (in ReplayInput) triesAgain() bool {
	return slices.ContainsFunc(in.sends(), func(s engine.Send) bool {
		return s.Words.Again != "" && slices.ContainsFunc(in.World.Spec(s.Verb).Refuses, func(r *engine.Rule) bool {
			return r.Kind == engine.AlreadyThere
		})
	})
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
