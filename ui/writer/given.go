package writer

import (
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// given is a message that a writer was handed, as the writer itself heard it.
type given struct {
	object        engine.ObjectID
	text, receipt string
	answer        string // what a request refers to the receipt by, as `a1.0.receipt`
	since, until  engine.Instant
}

// givenTo are the messages that a writer was handed and has not given up itself, the newest last: the object, or all
// that lie in it.
func givenTo(v *view.View, writer string, object engine.ObjectID) (list []given) {
	if kind := view.KindOf(object); kind != "queue" && kind != "message" {
		return nil
	}
	put := func(g given) {
		if g.object != object && !strings.HasPrefix(view.NameOf(g.object), view.NameOf(object)+"/") {
			return
		}
		for i := range list {
			if list[i].object == g.object {
				if g.text == "" {
					g.text = list[i].text
				}
				list = append(list[:i], list[i+1:]...)
				break
			}
		}
		list = append(list, g)
	}
	log := v.Log()
	for i := range log { // an entry is large: none is copied
		e := &log[i]
		if e.Event.Kind != engine.Heard || e.Event.By != writer {
			continue
		}
		x := v.Exchange(e.Event.Request)
		if x == nil || !x.Answer.Accepted() {
			continue
		}
		if v.Spec(x.Verb).Group == "delete" {
			for i := range list {
				if list[i].object == x.Object {
					list = append(list[:i], list[i+1:]...)
					break
				}
			}
			continue
		}
		for _, f := range x.Answer.Fields {
			place, several := strings.CutSuffix(f.Name, "receipt")
			if !several {
				continue
			}
			g := given{object: x.Object, text: view.SentBy(v, x), receipt: f.Value.String(),
				answer: x.Name + "." + f.Name,
				since:  e.Event.At}
			if place != "" {
				g.object, g.text = engine.ObjectID{Kind: "message",
					Name: x.Answer.Field(strings.TrimSuffix(place, ".")).String()},
					x.Answer.Field(place+"text").String()
			}
			g.until, _ = x.Answer.Field(place + "next-visible").Instant()
			put(g)
		}
	}
	return list
}

// own is the shown message as the writer was handed it.
func (w *window) own() (g given, ok bool) {
	for _, g := range w.given {
		if g.object == w.object {
			return g, true
		}
	}
	return g, false
}

// handedText is what the writer was told that the shown message says; ok is false where nothing told it.
func (w *window) handedText() (text string, ok bool) {
	g, ok := w.own()
	return g.text, ok
}

// gotFact is what the writer was handed of the shown queue, or the shown message itself, and when; ok is false where it
// was handed nothing.
func (w *window) gotFact(room int) (f fact, ok bool) {
	n := len(w.given)
	if n == 0 {
		return f, false
	}
	newest := w.given[n-1]
	what := []grid.Span{say.Bold(themes.Text, say.Number(n, "message"))}
	if g, one := w.own(); one {
		newest, what = g, []grid.Span{say.Bold(themes.Text, "the message")}
	}
	old := say.Age(w.known.Now.Sub(newest.since))
	if old != "now" {
		old += " ago"
	}
	f.label, f.spans = "Got", fitting(room, append(what[:1:1], say.Dim("  "+old)), what)
	return f, true
}

// receiptFact is the receipt that the writer has of the shown message, or how many messages it has of the shown queue.
func (w *window) receiptFact(f fact) fact {
	g, ok := w.own()
	if !ok && len(w.given) > 0 {
		g = w.given[len(w.given)-1]
	}
	if g.receipt == "" {
		return f
	}
	f.spans = []grid.Span{say.Plain("receipt " + say.ShortTag(g.receipt))}
	return w.lasts(f, g)
}

// lasts adds how long the writer may think that nobody else receives the message.
func (w *window) lasts(f fact, g given) fact {
	left := g.until.Sub(w.known.Now)
	switch {
	case g.until == 0:
	case left <= 0:
		ago := say.Age(-left)
		if ago != "now" {
			ago += " ago"
		}
		f.spans = append(f.spans, say.Bold(themes.Behind, " ended "+ago))
	default:
		f.spans = append(f.spans, say.Bold(themes.Behind, "  "+say.Seconds(left)))
		if whole := g.until.Sub(g.since); whole > 0 {
			f.bar, f.share = true, min(left.Seconds()/whole.Seconds(), 1)
		}
	}
	return f
}

// holdsMany says whether the window lists what its writer was handed: it shows a queue, and nothing is being written.
func (w *window) holdsMany() bool {
	_, one := w.own()
	return len(w.given) > 0 && !one && !w.editing && !w.drafted && w.editor.Size() == 0
}

// paintGiven lists the messages that the writer was handed.
func (w *window) paintGiven(a grid.Area, look face.Look) {
	width, height := a.Size()
	for y, g := range w.given[:min(len(w.given), height)] {
		f := w.lasts(fact{spans: []grid.Span{say.Plain(look.Glyphs.Fit(say.Quoted(g.text), max(width/2, 8))),
			say.Dim("  " + say.ShortTag(g.receipt))}}, g)
		x := say.Put(a, 0, y, width-1, look.Glyphs, f.spans...)
		const least, most = 5, 12
		if wide := min(width-3-x, most); f.bar && wide >= least {
			a.Bar(x+2, y, wide, f.share, look.Glyphs)
		}
	}
}

// withReceipt adds the writer's receipt to a request for a message, and for how long an update hides it, where nobody
// has given them.
func (w *Pane) withReceipt(spec engine.OpSpec, args []engine.Arg) []engine.Arg {
	g, ok := w.window.own()
	if !ok {
		return args
	}
	for _, p := range spec.Params() {
		switch {
		case p.Guard == "receipt":
			args = append(args, engine.Arg{Name: p.Name, Value: engine.Ref(g.answer, false)})
		case p.Name == "visibilitytimeout" && spec.Group == "write":
			args = append(args, engine.Arg{Name: p.Name, Value: engine.Text(w.window.known.Hides)})
		}
	}
	return args
}
