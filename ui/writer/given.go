package writer

import (
	"fmt"
	"time"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// own is the shown message as the writer was handed it.
func (w *window) own() (g view.Handed, ok bool) {
	for _, g := range w.given {
		if g.Object == w.object {
			return g, true
		}
	}
	return g, false
}

// handedText is what the writer was told that the shown message says; ok is false where nothing told it.
func (w *window) handedText() (text string, ok bool) {
	g, ok := w.own()
	return g.Text, ok
}

// gotFact is what the writer was handed of the shown queue, or the shown message itself, and when; ok is false where it
// was handed nothing.
func (w *window) gotFact(room int) (f fact, ok bool) {
	n := len(w.given)
	if at, empty := w.known.CameEmpty(w.object); empty && (n == 0 || at >= w.given[n-1].Since) {
		return fact{label: "Got", spans: []grid.Span{say.Bold(themes.Text, "nothing"),
			say.Dim("  " + agoOf(w.known.Now.Sub(at)))}}, true
	}
	switch {
	case n == 0 && w.object.Kind == "queue" && w.known.Received(w.object): // and deleted since
		return fact{label: "Got", spans: []grid.Span{say.Dim("no message any more")}}, true
	case n == 0 && w.object.Kind == "queue":
		return w.sawFact()
	case n == 0:
		return f, false
	}
	newest := w.given[n-1]
	what := []grid.Span{say.Bold(themes.Text, w.counted(newest.Put))}
	if g, one := w.own(); one {
		newest, what = g, []grid.Span{say.Bold(themes.Text, "the message")}
	}
	old := agoOf(w.known.Now.Sub(newest.Got))
	f.label = "Got"
	if newest.Put {
		f.label = "Put"
	}
	f.spans = fitting(room, append(what[:1:1], say.Dim("  "+old)), what)
	return f, true
}

// counted is how many messages of the shown queue the writer has put, or was handed, with those of the other sort
// behind: who put one was not handed it.
func (w *window) counted(put bool) string {
	same := 0
	for _, g := range w.given {
		if g.Put == put {
			same++
		}
	}
	text, others := say.Number(same, "message"), len(w.given)-same
	switch {
	case others > 0 && put:
		text += fmt.Sprintf(", got %d", others)
	case others > 0:
		text += fmt.Sprintf(", put %d", others)
	}
	return text
}

// sawFact is what a look at the shown queue showed, which hands nobody a message; ok is false where there was none.
func (w *window) sawFact() (f fact, ok bool) {
	n, at, ok := w.known.Peeked(w.object)
	if !ok {
		return f, false
	}
	what := "nothing"
	if n > 0 {
		what = say.Number(n, "message")
	}
	return fact{label: "Saw", spans: []grid.Span{say.Bold(themes.Text, what),
		say.Dim("  " + agoOf(w.known.Now.Sub(at)))}}, true
}

// agoOf is how long ago something was, as `9 s ago`.
func agoOf(age time.Duration) string {
	if text := say.Age(age); text != "now" {
		return text + " ago"
	}
	return "now"
}

// endedAgo is how long ago an end was: who is late by little wants to know by how much.
func endedAgo(by time.Duration) string {
	if by > 0 && by < 10*time.Second {
		return say.Seconds(by) + " ago"
	}
	return agoOf(by)
}

// receiptFact is the receipt that the writer has of the shown message, or how many messages it has of the shown queue.
func (w *window) receiptFact(f fact, room int) fact {
	g, ok := w.own()
	if !ok && len(w.given) > 0 {
		g = w.given[len(w.given)-1]
	}
	if g.Receipt == "" {
		return f
	}
	f.spans = []grid.Span{say.Plain("receipt " + say.ShortTag(g.Receipt))}
	if f = w.lasts(f, g); say.Width(f.spans) > room {
		f.spans[0] = say.Plain(say.ShortTag(g.Receipt))
	}
	return f
}

// queueGuard is what a delete of a message in the shown queue would be guarded by. A put has no guard to speak of: it
// is no write over anything.
func (w *window) queueGuard(room int) []grid.Span {
	n := len(w.given)
	switch {
	case n == 0 && w.known.Received(w.object):
		return fitting(room, []grid.Span{say.Plain("none"), say.Dim(": no message is held")},
			[]grid.Span{say.Plain("none")})
	case n == 0 || w.given[n-1].Receipt == "":
		return fitting(room, []grid.Span{say.Plain("none"), say.Dim(": nothing was received")},
			[]grid.Span{say.Plain("none")})
	}
	receipt := say.Plain(fmt.Sprintf("receipt of #%d", w.given[n-1].Request))
	return fitting(room, []grid.Span{receipt, say.Dim(", for a delete")}, []grid.Span{receipt})
}

// lasts adds how long the writer may think that nobody else receives the message.
func (w *window) lasts(f fact, g view.Handed) fact {
	left := g.Until.Sub(w.known.Now)
	switch {
	case g.Until == 0:
	case g.Put && left <= 0: // it hides nothing: its receipt counts until somebody receives the message
		f.spans = append(f.spans, say.Dim(" of the put"))
	case left <= 0:
		f.spans = append(f.spans, say.Bold(themes.Behind, " ended "+endedAgo(-left)))
	default:
		f.spans = append(f.spans, say.Bold(themes.Behind, "  "+say.Seconds(left)))
		if whole := g.Until.Sub(g.Since); whole > 0 {
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
		f := w.lasts(fact{spans: []grid.Span{say.Plain(look.Glyphs.Fit(say.Quoted(g.Text), max(width/2, 8))),
			say.Dim("  " + say.ShortTag(g.Receipt))}}, g)
		x := say.Put(a, 0, y, width-1, look.Glyphs, f.spans...)
		const least, most = 5, 12
		if wide := min(width-3-x, most); f.bar && wide >= least {
			a.Bar(x+2, y, wide, f.share, look.Glyphs)
		}
	}
}
