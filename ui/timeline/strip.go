package timeline

import (
	"fmt"
	"image"
	"strings"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// paintStrip draws the lanes, the clock below them, and where there is room the bookmarks and the next timer.
func (t *Pane) paintStrip(a grid.Area, look face.Look) {
	t.keepColumn()
	w, h := a.Size()
	writers := len(t.writers())
	t.lanes = min(writers, max(h-2, 1))
	t.keepLane(writers)
	x0 := t.nameWidth() + 1
	for i := range t.lanes {
		p := t.writers()[t.lane+i]
		say.Put(a, 1, i, x0-2, look.Glyphs, say.Bold(themes.Writer(int(p.Place)),
			fmt.Sprintf("%d %s", p.Place, p.Title)))
	}
	service := t.lanes
	serviceInk := say.Bold(themes.Text, "Service")
	if t.eyes { // no writer can see what it does
		serviceInk = say.Dim("Service")
	}
	say.Put(a, 1, service, x0-2, look.Glyphs, serviceInk)
	t.paintLines(a, look, x0, w-1)
	t.paintStart(a, service)
	selected := t.Focused
	for i, c := range t.columns {
		if selected && c.at == t.sel {
			until := c.x + c.w
			if i+1 < len(t.columns) {
				until = min(until, t.columns[i+1].x-columnGap)
			}
			a.Ground(image.Rect(c.x-1, 0, until, service+2), themes.Selected)
		}
		t.paintColumn(a, look, c, service)
	}
	t.paintClockRow(a, look, service+1)
	y := service + 2
	if y < h && (y < h-1 || !t.timerSoon()) && t.paintBookmarks(a, look, y) {
		y++
	}
	t.timerY = 0
	if y < h && !t.eyes { // the service's clocks are its own
		t.timerY = y
		t.paintNextTimer(a, look, y)
	}
}

// paintStart says at the beginning of the service's lane which version the session begins with, where the first event
// leaves room for it.
func (t *Pane) paintStart(a grid.Area, service int) {
	first, ok := t.after(-1)
	if !ok || t.eyes || len(t.columns) == 0 || t.columns[0].at != first || t.widthIn(t.columns[0], 0) > 0 {
		return
	}
	if v := t.course.VersionBefore(t.Desk.Object(), t.course.Lines.At(first).Record); v != "" {
		a.Put(t.columns[0].x, service, "v"+v, themes.Style{Ink: themes.Text, Bold: true})
	}
}

// keepLane scrolls the lanes until that of the selected event is in sight, and where there is room for both, that of
// the writer whose window has the focus.
func (t *Pane) keepLane(writers int) {
	if p := t.View.Writer(t.Desk.Writer()); p != nil && t.lanes > 1 {
		lane := int(p.Place)
		t.lane = min(max(t.lane, lane-t.lanes), lane-1)
	}
	for _, words := range t.words(t.sel) {
		if words.lane > 0 {
			t.lane = min(max(t.lane, words.lane-t.lanes), words.lane-1)
			break
		}
	}
	t.lane = max(min(t.lane, writers-t.lanes), 0)
}

// row is where a lane stands; -1 where it is scrolled away.
func (t *Pane) row(lane int) int {
	switch {
	case lane == 0:
		return t.lanes
	case lane <= t.lane || lane > t.lane+t.lanes:
		return -1
	}
	return lane - 1 - t.lane
}

func (t *Pane) paintColumn(a grid.Area, look face.Look, c column, service int) {
	late := t.future(c.at)
	for _, words := range c.words {
		y := t.row(words.lane)
		if y < 0 {
			continue
		}
		x := c.x
		for _, span := range words.spans {
			if late {
				span.Style = themes.Style{Ink: themes.Dim}
			}
			if c.at == t.sel && t.Focused {
				span.Style.Ground = themes.Selected
			}
			x += a.Put(x, y, span.Text, span.Style)
		}
	}
	if c.fold != "" {
		for y := range service + 1 {
			a.Put(c.x-foldWidth(c.fold)-1, y, strings.Repeat(" ", len(c.fold)+2), themes.Style{})
		}
		a.Put(c.x-foldWidth(c.fold), service, c.fold, themes.Style{Ink: themes.Dim})
	}
}

// paintClockRow is the row of times: brackets around the selected one, a caret at the cursor, a stroke where a bookmark
// is.
func (t *Pane) paintClockRow(a grid.Area, look face.Look, y int) {
	if len(t.columns) == 0 {
		return
	}
	first := t.columns[0]
	prefix := minutesOf(t.course.Lines.At(t.last(first.at)).At)
	if before, ok := t.before(first.at); ok && before >= 0 {
		prefix = look.Glyphs.ArrowLeft + " " + prefix
	}
	a.Put(1, y, prefix, themes.Style{Ink: themes.Dim})
	caret := themes.Style{Ink: themes.Focus, Bold: true}
	here, resting := t.here(), t.rest() > 0
	for i, c := range t.columns {
		style := themes.Style{Ink: themes.Dim}
		// where it is not both, the caret is a bracket
		both := i+1 >= len(t.columns) || t.columns[i+1].x-c.x > grid.Width(c.time)+len("]^")
		if c.at == t.sel && t.Focused {
			style = themes.Style{Ink: themes.Text, Bold: true, Ground: themes.Selected}
			a.Put(c.x-1, y, "[", style)
		}
		x := c.x + a.Put(c.x, y, c.time, style)
		isHere := c.at == here && !resting && t.course.Here > 0
		if c.at == t.sel && t.Focused && (both || !isHere) {
			x += a.Put(x, y, "]", style)
		}
		if isHere {
			x += a.Put(x, y, look.Glyphs.Caret, caret)
		}
		if t.bookmark(c.at) != "" {
			a.Put(x, y, "'", themes.Style{Ink: themes.Behind, Bold: true})
		}
	}
	x := t.right + columnGap
	switch {
	case t.course.Here == 0:
		a.Put(first.x-2, y, look.Glyphs.Caret, caret)
	case t.endInSight() && resting:
		a.PutSpans(x, y, say.Dim("now"), grid.Span{Text: look.Glyphs.Caret, Style: caret})
	case !t.endInSight():
		w, _ := a.Size()
		a.PutRight(w, y, look.Glyphs.ArrowRight, themes.Style{Ink: themes.Dim})
	}
}

// bookmark is the name of the moment of an event; empty: none.
func (t *Pane) bookmark(at int) string {
	for i := at; i <= t.last(at); i++ {
		if name := t.named[t.course.Lines.At(i).Record]; name != "" {
			return name
		}
	}
	return ""
}

// paintBookmarks is the row of named moments; false where none is in sight.
func (t *Pane) paintBookmarks(a grid.Area, look face.Look, y int) bool {
	w, _ := a.Size()
	any, end := false, 0
	for i, c := range t.columns {
		name := t.bookmark(c.at)
		if name == "" || c.x < end {
			continue
		}
		room := w - 1 - c.x
		for _, later := range t.columns[i+1:] {
			if t.bookmark(later.at) != "" {
				room = later.x - columnGap - c.x
				break
			}
		}
		end = c.x + say.Put(a, c.x, y, room, look.Glyphs, say.Bold(themes.Behind, "' "), say.Ink(themes.Behind, name)) +
			columnGap
		any = true
	}
	return any
}

// timerSoon says whether something ends so soon that it is worth more than the names of moments, which the tree has
// too.
func (t *Pane) timerSoon() bool {
	timers := t.View.Timers()
	return len(timers) > 0 && timers[0].At.Sub(t.View.Now()) <= say.Soon
}

// nextIn is when a timer ends.
func (t *Pane) nextIn(next engine.Timer) string { return say.Seconds(max(next.At.Sub(t.now), 0)) }

// paintNextTimer says what ends by itself next.
func (t *Pane) paintNextTimer(a grid.Area, look face.Look, y int) {
	w, _ := a.Size()
	timers := t.View.Timers()
	if len(timers) == 0 {
		say.Put(a, 1, y, w-2, look.Glyphs, say.Dim("No timer runs."))
		return
	}
	next := timers[0]
	spans := append([]grid.Span{say.Dim("Next timer  ")}, say.Timer(t.View, next)...)
	t.in = t.nextIn(next)
	spans = append(append(spans, say.Dim(" in "), say.Plain(t.in), say.Plain("  ")),
		say.Key("t", "goes there")...)
	say.Put(a, 1, y, w-2, look.Glyphs, spans...)
}
