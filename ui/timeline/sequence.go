package timeline

import (
	"fmt"
	"image"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// The sequence: time down, one column for each writer and one for the service, an arrow for each message. Arrows are
// level: a number stands where a message leaves and where it arrives.

// sequenceRow is one event of the sequence with the row that it stands in; the wait before it stands in the row above.
type sequenceRow struct {
	at, y int
	wait  bool
}

const (
	sequenceTime  = 2  // where the times begin
	sequenceLine  = 12 // the line of the first writer
	leastService  = 18 // of what the service did
	leastApart    = 5  // between two lines
	mostApart     = 18
	serviceBehind = 3
)

// layRows fills the height with rows from the first event on.
func (t *Pane) layRows() {
	t.rows = t.rows[:0]
	y := 1
	for at, ok := t.firstShown(); ok; at, ok = t.after(at) {
		r := sequenceRow{at: at, y: y, wait: len(t.rows) > 0 && t.wait(at) > 0}
		if r.wait {
			r.y++
		}
		if r.y >= t.h && len(t.rows) > 0 {
			return
		}
		t.rows = append(t.rows, r)
		y = r.y + 1
	}
}

// keepRow brings the selected event into sight with as little scrolling as it takes.
func (t *Pane) keepRow() {
	if t.sel < t.first && !t.loose {
		t.first = t.sel
	}
	t.layRows()
	if t.loose || len(t.rows) == 0 {
		return
	}
	room := t.h - 1 - t.restRows()
	at, last := t.sel, t.rows[len(t.rows)-1]
	switch inSight := t.sel < last.at || t.sel == last.at && last.y <= room; {
	case inSight && t.endInSight(): // as much of what was before as there is room for
		at = last.at
	case inSight:
		return
	}
	used := 1
	for {
		before, ok := t.before(at)
		if !ok {
			break
		}
		used++
		if t.wait(at) > 0 {
			used++
		}
		if used > room {
			break
		}
		at = before
	}
	t.first = at
	t.layRows()
}

// restRows is the room that the present moment takes below the newest event.
func (t *Pane) restRows() int {
	if last, ok := t.before(t.course.Lines.Len()); !ok || t.sel != last || t.rest() == 0 {
		return 0
	}
	return 1
}

func (t *Pane) hitRow(y int) (at int, ok bool) {
	for _, r := range t.rows {
		if r.y == y || r.wait && r.y-1 == y {
			return r.at, true
		}
	}
	if n := len(t.rows); n > 0 && y > t.rows[n-1].y && t.rows[n-1].at != t.here() {
		return t.rows[n-1].at, true
	}
	return 0, false
}

// poles are the columns of the lines: one for each writer, the service's last.
func (t *Pane) poles() []int {
	n := len(t.writers())
	apart := (t.w - sequenceLine - leastService - serviceBehind) / max(n, 1)
	apart = max(min(apart, mostApart), leastApart)
	list := make([]int, n+1)
	for i := range list {
		list[i] = sequenceLine + i*apart
	}
	return list
}

func (t *Pane) paintSequence(a grid.Area, look face.Look) {
	t.keepRow()
	w, h := a.Size()
	poles := t.poles()
	service := poles[len(poles)-1]
	a.Put(sequenceTime, 0, "time", themes.Style{Ink: themes.Dim})
	for i, p := range t.writers() {
		say.Put(a, poles[i]-1, 0, poles[i+1]-poles[i]-1, look.Glyphs, say.Bold(themes.Writer(int(p.Place)), p.Title))
	}
	say.Put(a, service-1, 0, w-service, look.Glyphs, say.Bold(themes.Text, "Service"))
	here := t.here()
	end := 1
	for _, r := range t.rows {
		if r.wait {
			t.paintWait(a, look, r)
		}
		row := a.Sub(image.Rect(0, r.y, w, r.y+1))
		if r.at == t.sel && t.Focused {
			row = row.On(themes.Selected)
			row.FillRow(0, themes.Style{})
		}
		t.paintRow(row, look, r.at, poles)
		if r.at == here && t.course.Here > 0 && t.rest() == 0 {
			t.paintCaret(row, t.markOf(r.at) != 0)
		}
		end = r.y + 1
	}
	if t.course.Here == 0 {
		t.paintCaret(a.Sub(image.Rect(0, 0, w, 1)), false)
	}
	if end < h && t.endInSight() && t.rest() > 0 {
		row := a.Sub(image.Rect(0, end, w, end+1))
		t.paintPoles(row, look, poles)
		t.paintCaret(row, false)
		row.Put(sequenceTime, 0, t.View.Now().String(), themes.Style{Ink: themes.Text, Bold: true})
		row.Put(service+serviceBehind, 0, "now", themes.Style{Ink: themes.Dim})
	}
}

// paintCaret marks the row of the cursor: in front of the time, behind a mark where there is one.
func (t *Pane) paintCaret(row grid.Area, marked bool) {
	x := 0
	if marked {
		x = 1
	}
	row.Put(x, 0, ">", themes.Style{Ink: themes.Focus, Bold: true})
}

func (t *Pane) paintWait(a grid.Area, look face.Look, r sequenceRow) {
	w, _ := a.Size()
	say.Put(a, sequenceTime, r.y-1, w-sequenceTime, look.Glyphs,
		say.Dim(fmt.Sprintf("~~ %s without events ~~", say.Seconds(t.wait(r.at)))))
}

func (t *Pane) paintPoles(row grid.Area, look face.Look, poles []int) {
	for i, x := range poles {
		if i < len(poles)-1 || !t.eyes {
			row.Put(x, 0, look.Glyphs.LaneUp, themes.Style{Ink: themes.Faint})
		}
	}
}

// paintRow is one event: mark, time, arrow, and what the service did.
func (t *Pane) paintRow(row grid.Area, look face.Look, at int, poles []int) {
	w, _ := row.Size()
	e := t.course.Lines.At(t.last(at))
	late := t.future(at)
	ink := func(s grid.Span) grid.Span {
		if late {
			s.Style = themes.Style{Ink: themes.Dim}
		}
		return s
	}
	if mark := t.markOf(at); mark != 0 {
		row.Put(0, 0, string(mark), ink(say.Bold(say.MarkInk(mark), "")).Style)
	}
	clock := themes.Style{Ink: themes.Dim}
	if at == t.sel && t.Focused {
		clock = themes.Style{Ink: themes.Text, Bold: true}
	}
	x := sequenceTime + row.Put(sequenceTime, 0, e.At.String(), clock)
	if t.bookmark(at) != "" {
		row.Put(x, 0, "'", themes.Style{Ink: themes.Behind, Bold: true})
	}
	t.paintPoles(row, look, poles)
	service := poles[len(poles)-1]
	if lane := t.laneAt(e.Event()); lane > 0 {
		t.paintArrow(row, look, at, arrowRoom{from: poles[lane-1] + 1, to: service, ink: ink})
	}
	if did := t.did(at); len(did) > 0 {
		for i := range did {
			did[i] = ink(did[i])
		}
		room := w - 1 - service - serviceBehind
		say.Put(row, service+serviceBehind, 0, room, look.Glyphs, inside(did, room)...)
	}
}

// inside is what the service did in so many columns: before a mark is cut, what it says too is left out.
func inside(did []grid.Span, room int) []grid.Span {
	if len(did) > 2 && say.Width(did) > room && did[0].Text == unchanged {
		return did[2:]
	}
	return did
}

// unchanged is what the service did about a request that it refused.
const unchanged = "no change"

// markOf is the sign in front of an event's time: a refusal where it is heard, harm and silence where they happen.
func (t *Pane) markOf(at int) engine.Severity {
	for i := at; i <= t.last(at); i++ {
		e := t.course.Lines.At(i)
		if e.Event().Kind == engine.Heard && !e.Event().Answer.Accepted() {
			return engine.SeverityRefused
		}
		for _, m := range e.Marks {
			if m.Severity != engine.SeverityRefused && !(t.eyes && m.Severity == engine.SeveritySilent) {
				return m.Severity
			}
		}
	}
	return 0
}

// arrowRoom is where an arrow is drawn: from the line of a writer to that of the service.
type arrowRoom struct {
	from, to int
	ink      func(grid.Span) grid.Span
}

// paintArrow draws the message of an event.
func (t *Pane) paintArrow(row grid.Area, look face.Look, at int, r arrowRoom) {
	e := t.course.Lines.At(at).Event()
	last := t.course.Lines.At(t.last(at)).Event()
	lane := t.laneAt(e)
	who := themes.Writer(lane)
	gl := look.Glyphs
	line := func(n int) grid.Span { return say.Ink(who, strings.Repeat(gl.ArrowLine, max(n, 0))) }
	tail := grid.Span{Text: gl.ArrowTail + gl.ArrowLine, Style: themes.Style{Ink: who}}
	put := func(x int, spans ...grid.Span) {
		for _, s := range spans {
			if x < r.to {
				x += row.Put(x, 0, gl.Fit(s.Text, r.to-x), r.ink(s).Style)
			}
		}
	}
	label := func(spans []grid.Span) int { return say.Width(spans) }
	switch {
	case e.Kind == engine.Sent && t.held(e.Request):
		put(r.from, tail, say.Bold(who, t.request(at)), say.Bold(themes.Behind, " # held"))
	case e.Kind == engine.Sent:
		spans := []grid.Span{tail, say.Bold(who, t.request(at))}
		if t.eyes || last.Kind == engine.Sent { // it is on its way
			put(r.from, append(spans, line(2), say.Ink(who, gl.ArrowRight))...)
			return
		}
		put(r.from, append(spans, line(r.to-r.from-label(spans)-1), say.Ink(who, gl.ArrowRight))...)
	case e.Kind == engine.Heard:
		words := t.answerWords(e)
		words.Text = strings.TrimPrefix(words.Text, "!")
		spans := []grid.Span{say.Ink(who, gl.ArrowLeft+gl.ArrowLine+gl.ArrowLine), words}
		if !t.follows(at) {
			spans = []grid.Span{spans[0], say.Bold(who, t.number(e)+" "), words}
		}
		put(r.from, append(spans, line(r.to-r.from-label(spans)))...)
	case e.Kind == engine.Lost && e.Text == "answer":
		spans := []grid.Span{say.Bold(themes.Refused, "x lost "), say.Bold(who, t.number(e)), line(2)}
		put(r.to-label(spans), spans...)
	case e.Kind == engine.Lost:
		put(r.from, tail, say.Bold(who, t.number(e)), line(2), say.Bold(themes.Refused, "x lost"))
	case e.Kind == engine.Arrived, e.Kind == engine.Decided, e.Kind == engine.Waiting:
		spans := []grid.Span{line(2), say.Bold(who, t.number(e)), line(1), say.Ink(who, gl.ArrowRight)}
		put(r.to-label(spans), spans...)
	case planWait(e):
		put(r.from, say.Plain(" "), say.Dim("waited"))
	case e.Kind == engine.Ended: // the service's clock, in its column
	default: // a sentence of its own, to which the service says nothing
		r.to, _ = row.Size()
		put(r.from, say.Plain(" "), t.handWords(t.course.Lines.At(at), who))
	}
}

// request is a request in short; that of the selected event with the guards that decide it.
func (t *Pane) request(at int) string {
	e := t.course.Lines.At(at).Event()
	text := t.number(e) + " " + t.method(e.Request)
	x := t.course.Exchange(e.Request)
	if at != t.sel || !t.Focused || x == nil {
		return text
	}
	spec := t.course.Spec(x.Verb)
	for _, a := range x.Args {
		if p, ok := spec.Param(a.Name); ok && p.Guard != "" {
			text += "  " + conflict.GuardName(a.Name) + " " + t.course.Tag(a.Value)
		}
	}
	return text
}

// follows says whether an answer stands right below its request.
func (t *Pane) follows(at int) bool {
	before, ok := t.before(at)
	return ok && t.course.Lines.At(before).Event().Request == t.course.Lines.At(at).Event().Request
}

// did is what the service did in an event.
func (t *Pane) did(at int) []grid.Span {
	e := t.course.Lines.At(t.last(at))
	if t.eyes {
		return nil
	}
	switch e.Event().Kind {
	case engine.Decided, engine.Finished:
		return t.effect(e)
	case engine.Waiting:
		return []grid.Span{say.Ink(themes.Behind, "waits: "+e.Event().Answer.Why.Rule.Name)}
	case engine.Arrived:
		return []grid.Span{say.Plain("arrived, undecided")}
	case engine.Ended:
		if planWait(e.Event()) {
			return nil
		}
		return []grid.Span{say.Ink(themes.Behind, endedWords(e.Event().Text)),
			say.Dim("  " + t.View.Called(e.Event().Object))}
	case engine.Passed:
		return []grid.Span{say.Dim("time passes")}
	case engine.Switched:
		if t.laneAt(e.Event()) == 0 {
			return []grid.Span{say.Dim(strings.TrimSpace(t.course.Tell(e).What))}
		}
	}
	return nil
}

// effect is what the service did about a request, and the harm that it did.
func (t *Pane) effect(e view.Entry) (spans []grid.Span) {
	d := t.course.Effect(e)
	word := unchanged
	switch {
	case d.Gone && d.Object == e.Event().Object:
		word = "gone"
	case d.Gone: // what goes with a success, as the upload of a COMPLETE, is not what was asked for
		word = d.Object.Kind + " gone"
	case d.Version != "":
		word = "v" + d.Version
	case d.Leased && d.Lease.State == "leased":
		word = "lease " + say.ShortTag(d.Lease.ID) + " " + t.View.Title(d.Lease.Holder)
	case d.Leased && d.Lease.State == "breaking":
		word = "lease breaking"
	case d.Leased && t.course.Spec(t.course.Exchange(e.Event().Request).Verb).Effect.OfLease():
		word = "no lease"
	case e.Event().Answer.Accepted() && t.reads(e.Event()):
		word = "shows " + t.readVersion(e.Event())
	case e.Event().Answer.Accepted() && d.Changed && t.renews(e.Event()):
		word = "lease renewed"
	case e.Event().Answer.Field("cached").String() == "true": // the share has nothing of it
		word = "cached by its client"
	case e.Event().Answer.Accepted() && d.Changed:
		word = "changed"
	}
	spans = append(spans, say.Plain(word))
	for _, m := range e.Marks {
		words := say.MarkWord(m.Severity)
		if m.Kind != "" {
			words = m.Kind.Words()
		}
		spans = append(spans, say.Plain("  "),
			say.Finding(m.Severity, fmt.Sprintf("%c %s", m.Severity, words)))
	}
	return spans
}

func (t *Pane) renews(e *engine.Event) bool {
	x := t.course.Exchange(e.Request)
	return x != nil && t.course.Spec(x.Verb).Effect == engine.RenewsLease
}

func (t *Pane) reads(e *engine.Event) bool {
	x := t.course.Exchange(e.Request)
	return x != nil && t.course.Spec(x.Verb).Group == engine.GroupRead
}
