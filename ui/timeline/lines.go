package timeline

import (
	"strings"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// flightLine is a request on its way across the strip: from its words on to where it is heard of again.
type flightLine struct {
	request, lane  int
	from, mid, end int // columns: behind its words, at the service (0: not yet), at its end (0: not yet)
	late           bool
}

// beyond is how far behind the last column on screen the end of a request is looked for.
const beyond = 64

// paintLines draws the lanes and the requests on their way.
func (t *Pane) paintLines(a grid.Area, look face.Look, x0, x1 int) {
	end := x0
	if len(t.columns) > 0 {
		end = min(t.right+columnGap+t.restWidth(), x1)
	}
	if !t.endInSight() {
		end = x1
	}
	unicode := look.Glyphs.Lane != look.Glyphs.ArrowLine
	faint := themes.Style{Ink: themes.Faint}
	for y := range t.lanes + 1 {
		if unicode || y == t.lanes && !t.eyes {
			a.Put(x0, y, strings.Repeat(look.Glyphs.Lane, max(end-x0, 0)), faint)
		}
	}
	for _, l := range t.lines(x0, end) {
		y := t.row(l.lane)
		if y < 0 {
			continue
		}
		style := themes.Style{Ink: themes.Writer(l.lane)}
		if l.late {
			style.Ink = themes.Dim
		}
		until := l.end
		switch {
		case !unicode && until > l.from:
			a.Put(l.from, y, strings.Repeat(look.Glyphs.ArrowLine, until-l.from), style)
		case unicode:
			if l.mid > 0 {
				until = min(l.mid, l.end)
			}
			if n := until - l.from - 1; n > 1 {
				a.Put(l.from+1, y, look.Glyphs.Arrow(n-1), style)
			}
		}
	}
}

// lines are the requests on their way in the part of the branch on screen.
func (t *Pane) lines(x0, x1 int) []*flightLine {
	var list []*flightLine
	open := map[[2]int]*flightLine{}
	find := func(e *engine.Event) *flightLine {
		key := [2]int{e.Request, e.Copy}
		if l := open[key]; l != nil || e.Copy > 0 {
			return l
		}
		l := &flightLine{request: e.Request, lane: t.laneOf(e.By), from: x0, end: x1}
		open[key] = l
		list = append(list, l)
		return l
	}
	for _, c := range t.columns {
		e := t.course.Lines.At(t.last(c.at)).Event()
		switch begun := t.course.Lines.At(c.at).Event().Kind; {
		case e.Kind == engine.Sent && !t.held(e.Request):
			l := &flightLine{request: e.Request, lane: t.laneOf(e.By), from: c.x + t.widthIn(c, t.laneOf(e.By)),
				end: x1, late: t.future(c.at)}
			open[[2]int{e.Request, 0}] = l
			list = append(list, l)
		case e.Kind == engine.Decided:
			if l := find(e); l != nil && l.mid == 0 {
				l.mid = c.x
			}
		case e.Kind == engine.Heard && begun == engine.Heard, e.Kind == engine.Lost, e.Kind == engine.GaveUp:
			if l := find(e); l != nil && l.end == x1 {
				l.end = c.x
			}
		}
	}
	t.passing(open, func(e *engine.Event) { find(e) })
	return list
}

// passing finds requests that were sent before what is on screen and are heard of behind it.
func (t *Pane) passing(open map[[2]int]*flightLine, add func(*engine.Event)) {
	if len(t.columns) == 0 || t.columns[0].at == 0 {
		return
	}
	lines := t.course.Lines
	first := lines.At(t.columns[0].at).Record
	for i := t.last(t.columns[len(t.columns)-1].at) +
		1; i < min(lines.Len(), t.columns[len(t.columns)-1].at+beyond); i++ {
		e := lines.At(i).Event()
		if x := t.course.Exchange(e.Request); e.Kind == engine.Heard && e.Copy == 0 && x != nil &&
			x.Sent.Event < first && open[[2]int{e.Request, 0}] == nil {
			add(e)
		}
	}
}

// widthIn is the width of a column's words in a lane.
func (t *Pane) widthIn(c column, lane int) int {
	for _, words := range c.words {
		if words.lane == lane {
			return say.Width(words.spans)
		}
	}
	return 0
}

// laneOf is the lane of a writer; 0 where it is none of them.
func (t *Pane) laneOf(id string) int {
	for i, w := range t.writers() {
		if w.ID == id {
			return i + 1
		}
	}
	return 0
}

// laneAt is the lane of the writer whom an event concerns; 0 where it is none of them.
func (t *Pane) laneAt(e *engine.Event) int {
	if e.Kind == engine.Switched {
		id, _, _ := strings.Cut(e.Object.Name, ".")
		return t.laneOf(id)
	}
	return t.laneOf(e.By)
}

// planWait says whether an event is the end of a wait in a writer's plan: that is in the writer's lane, not in the
// service's.
func planWait(e *engine.Event) bool {
	return e.Kind == engine.Ended && e.Object.Kind == "plan"
}

// held says whether a request waits in its writer's hands now.
func (t *Pane) held(request int) bool {
	for _, m := range t.View.Flight() {
		if m.Request == request && !m.Back {
			return m.Held && m.State == engine.Travelling
		}
	}
	return false
}
