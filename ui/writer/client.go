package writer

import (
	"fmt"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// A window in which a real program writes: what it sent in place of an editor, and what it is.

// wroteMost is how many of a program's newest requests are looked at for what it sent.
const wroteMost = 200

// wroteLast is what a writer sent last for an object, and what guarded it: of a queue its newest put, and the receipt
// under which a message of it was deleted or changed since; nil: nothing, among its newest requests.
func wroteLast(v *view.View, writer string, object engine.ObjectID) (sent *sentText) {
	number := int64(0)
	if who := v.Writer(writer); who != nil {
		number = who.Last
	}
	for n := 0; number > 0 && n < wroteMost; n++ {
		x := v.Exchange(int(number))
		number = int64(x.Before)
		spec := v.Spec(x.Verb)
		switch {
		case spec == nil:
			continue
		case sent == nil && ofMessageIn(x, object):
			if guards := guardsOf(spec, x); len(guards) > 0 {
				sent = &sentText{guarded: x.Number, guards: guards}
			}
			continue
		case x.Object != object:
			continue
		}
		text, carried := view.Carried(spec, x.Resolved())
		if !(carried && view.TextOf(*spec) != "") && !view.IsDelete(*spec) {
			continue
		}
		if sent == nil {
			sent = &sentText{guarded: x.Number, guards: guardsOf(spec, x)}
		}
		sent.request, sent.text = x.Number, text
		return sent
	}
	return sent
}

// ofMessageIn says whether a request was for a message of a queue.
func ofMessageIn(x *engine.Exchange, queue engine.ObjectID) bool {
	return queue.Kind == "queue" && x.Object.Kind == "message" && strings.HasPrefix(x.Object.Name, queue.Name+"/")
}

// guardsOf are the arguments of a request that guard it.
func guardsOf(spec *engine.OpSpec, x *engine.Exchange) (list []engine.Arg) {
	for _, p := range spec.Params() {
		for _, arg := range x.Resolved() {
			if arg.Name == p.Name && p.Guard != "" {
				list = append(list, arg)
			}
		}
	}
	return list
}

// elsewhere is what a program's newest request went to, where that is another object than the one that is shown.
func elsewhere(v *view.View, writer string, object engine.ObjectID) (there engine.ObjectID, request int) {
	if who := v.Writer(writer); who != nil && who.Last != 0 {
		if x := v.Exchange(int(who.Last)); x.Object != object {
			return x.Object, x.Number
		}
	}
	return engine.ObjectID{}, 0
}

// follow shows what a program works at, if that is not what is shown.
func (w *Pane) follow() bool {
	if w.window.client == nil || w.window.there.IsZero() {
		return false
	}
	w.Desk.Select(w.window.there)
	return true
}

// takeClient shows what has become of the program meanwhile.
func (w *window) takeClient(list []view.Client) {
	for _, c := range list {
		if c.Writer == w.client.Writer && c.Program == w.client.Program && c != *w.client {
			w.client = &c
			w.version++
		}
	}
}

// clientFact is the row of the program that writes here: what it is, where it comes from, what waits.
func (w *window) clientFact(room int) fact {
	f, c := fact{label: "Client"}, w.client
	from := c.From
	switch {
	case c.Connections == 0:
		from = "no connection"
	case c.Connections > 1:
		from += fmt.Sprintf(" and %d more", c.Connections-1)
	}
	state := ""
	switch n := c.Out + c.Outside; {
	case n > 0 && c.Waits >= time.Second:
		state = "  waits " + wholeSeconds(c.Waits)
		if c.Outside > 0 {
			state = "  waits outside " + wholeSeconds(c.Waits)
		}
	case c.Retries > 0:
		state = "  " + strings.Replace(say.Number(c.Retries, "retry"), "retrys", "retries", 1)
	}
	patience := ""
	if c.Patience > 0 && strings.HasPrefix(state, "  waits") {
		patience = ", gave up after " + wholeSeconds(c.Patience)
	}
	loud := say.Bold(themes.Behind, state)
	name := c.Title()
	short := strings.TrimPrefix(name, "azsdk-go-")
	library, _, _ := strings.Cut(short, "/")
	f.spans = fitting(room, []grid.Span{say.Plain(name), say.Dim(", " + from), loud, say.Dim(patience)},
		[]grid.Span{say.Plain(name), say.Dim(", " + from), loud},
		[]grid.Span{say.Plain(name), loud}, []grid.Span{say.Plain(short), loud}, []grid.Span{say.Plain(library), loud},
		[]grid.Span{loud})
	return f
}

// wholeSeconds is how long a program waits: it is looked at a few times a second.
func wholeSeconds(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%d s", int(d/time.Second))
	}
	return say.Seconds(d)
}

// codeGuard is the guard that the program's own code set on what it sent last.
func (w *window) codeGuard(room int) fact {
	f := fact{label: "Guard"}
	switch {
	case w.wrote == nil:
		f.spans = []grid.Span{say.Dim("set by its code")}
	case len(w.wrote.guards) == 0:
		f.spans = fitting(room, []grid.Span{say.Plain("none"),
			say.Dim(fmt.Sprintf("  its code set none in #%d", w.wrote.guarded))},
			[]grid.Span{say.Plain("none"), say.Dim(fmt.Sprintf("  in #%d", w.wrote.guarded))},
			[]grid.Span{say.Plain("none")})
	default:
		var parts []string
		for _, arg := range w.wrote.guards {
			parts = append(parts, conflict.GuardName(arg.Name)+" "+say.Tag(arg.Value))
		}
		text := strings.Join(parts, "  ")
		in := fmt.Sprintf("in #%d", w.wrote.guarded)
		f.spans = fitting(room, []grid.Span{say.Plain(text), say.Dim("  set by its code " + in)},
			[]grid.Span{say.Plain(text), say.Dim("  " + in)}, []grid.Span{say.Plain(text), say.Dim(" " + in)},
			[]grid.Span{say.Plain(text)})
	}
	return f
}

// itsCode says that a program decides here, not a person; false where a person does.
func (w *Pane) itsCode() bool {
	if w.window.client == nil {
		return false
	}
	w.Desk.Say(fmt.Sprintf("%s is a program: its own code writes. g y takes its seat.", w.window.known.Title), 0)
	return true
}
