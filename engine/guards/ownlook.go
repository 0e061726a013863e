package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// ownLook is ownText for a history: who is told that something is there already reads it before it believes that
// somebody else was first. The requests go as they went, but for texts that name their writers; what is added are those
// reads.
var ownLook = engine.Guarding{ID: ownText.ID, Title: ownText.Title, Keeps: true,
	Say: "Who is refused because something is there reads it, and compares it with its own text before it believes " +
		"that somebody else was first. Who reads it because no answer came works only where it finds that. A text " +
		"that two writers would write alike names its writer."}

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
	refused, left := g.leftTo[by]
	switch {
	case left && g.kind.ID == ownID.ID:
		g.tell("The work behind it is left to whoever has the lease: %s.", refused)
	case left:
		g.tell("The work behind it is left to another, whose text a read shows: %s.", refused)
	}
	if left || g.kind.ID != ownLook.ID {
		return left
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
	if !shows(false) || shows(true) {
		return false
	}
	there, more := g.readsText(read)
	same := there == textOf(g.w.Spec(own.Verb), own)
	switch {
	case there == "":
		g.tell("It shows no text, which could tell whose it is: %s.", read.Asked())
	case !same && more:
		g.tell("The work behind it is left to another, whose text a read behind it shows, as it shows none: %s.",
			read.Asked())
	case !same:
		g.tell("The work behind it is left to another, whose text it shows: %s.", read.Asked())
	default:
		g.tell("It shows the same text, and another wrote it: a text has to name its writer. %s.", read.Asked())
	}
	return there != "" && !same
}

// leavesWrite says whether a request is work that is left to another: it stands behind the refusal of its writer's
// marker, changes something else and carries no guard.
func (g *run) leavesWrite(in engine.Send) bool {
	refused, left := g.leftTo[in.By]
	if left {
		spec, marker := g.w.Spec(in.Verb), g.w.Spec(refused.Verb)
		left = worksBare(g.w, in) && !worksBare(g.w, refused) &&
			spec.Target(in.Args) != marker.Target(refused.Args) && g.leavesWork(in.By)
	}
	if left {
		g.left[in.As] = true
	}
	return left
}

// look reads what a request was refused for, once that is heard, and notes whose text it is. Behind another's its
// writer leaves the work to that one, until it sends something else. Under ownID a lease in the way is another's, and
// there is nothing to read.
func (g *run) look(name string) {
	x := g.w.Named(name)
	if x == nil || x.Heard.IsZero() || x.Answer.Why == nil {
		return
	}
	switch kind := x.Answer.Why.Rule.Kind; {
	case g.kind.ID == ownID.ID && kind == engine.IsLeased && g.w.Spec(x.Verb).Effect == engine.AcquiresLease:
		g.leaveTo(x)
		return
	case g.kind.ID != ownLook.ID || kind != engine.AlreadyThere:
		return
	}
	text := textOf(g.w.Spec(x.Verb), x)
	ask := engine.Send{By: x.By, As: lookName(x)}
	var ok bool
	if ask.Verb, ask.Args, ok = plainRead(g.w, x.Verb, x.Object); !ok || text == "" || !g.ask(ask) {
		return
	}
	asked, same := x.Asked(), sameLines(g.w.Named(ask.As).Answer.Text().String(), text)
	switch {
	case !same && g.wasDone(x):
		g.tell("A read behind it shows another text: its try before was done, and somebody else has put that there "+
			"since. %s.", asked)
		g.leaveTo(x)
	case !same:
		g.tell("A read behind it shows another text: somebody else was first. %s.", asked)
		g.leaveTo(x)
	case x.Answer.Why.Since.By == x.By:
		g.tell("A read behind it shows its own text: its try before was done, and refuses this one. %s.", asked)
		if g.ownDone == nil {
			g.ownDone = map[int]bool{}
		}
		g.ownDone[x.Wish] = true
	default:
		g.tell("A read behind it shows the same text, and another wrote it: a text has to name its writer. %s.", asked)
	}
}

// wasDone says whether a try of the same wish had been done before a request, whatever has become of that since.
func (g *run) wasDone(x *engine.Exchange) bool {
	for _, n := range append([]int{x.Wish}, g.w.Exchange(x.Wish).Again...) {
		try := g.w.Exchange(n)
		if n < x.Number && try.Object == x.Object && try.Took && try.Decided.Event < x.Decided.Event {
			return true
		}
	}
	return false
}

// lookName is what a read is called that goes behind a request.
func lookName(x *engine.Exchange) string { return fmt.Sprintf("look%d", x.Number) }

// leaveTo has who was refused leave its work to another, until it sends something else.
func (g *run) leaveTo(x *engine.Exchange) {
	if g.leftTo == nil {
		g.leftTo = map[string]engine.Send{}
	}
	g.leftTo[x.By] = x.Asked()
}

// sameLines says whether two texts have the same lines, whatever their order: a row gives its properties by name.
func sameLines(a, b string) bool {
	lines := func(text string) []string {
		return slices.Sorted(strings.Lines(strings.TrimSuffix(text, "\n") + "\n"))
	}
	return slices.Equal(lines(a), lines(b))
}

// plainRead is the operation that reads what another operation of the same service makes, with its arguments; ok is
// false where the service has none.
func plainRead(w *engine.World, verb string, object engine.ObjectID) (read string, args []engine.Arg, ok bool) {
	if reads := w.ServiceOf(verb).Acts[object.Kind][engine.ToRead]; len(reads) > 0 {
		read = reads[len(reads)-1]
		return read, engine.Args(w.Spec(read).Params()[0].Name, object.Name), true
	}
	spec := w.Spec(strings.Replace(strings.TrimSuffix(verb, "NX"), "SET", "GET", 1)) // as EXSET, EXGET
	if spec == nil || !spec.Prompt() || spec.Group != engine.GroupRead {
		return "", nil, false
	}
	key := engine.List(engine.Text(object.Name))
	return spec.Verb, []engine.Arg{{Name: spec.Params()[0].Name, Value: key}}, true
}
