package timeline

import (
	"fmt"
	"image"
	"strings"
	"time"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// The strip: lanes across, one for each writer and one for the service; one column for each event. A column is as wide
// as its own words, so that nothing but what is on screen decides where something stands.

// column is one event of the strip.
type column struct {
	at    int // the first entry of the event
	x     int // where its words begin
	w     int // of its words
	fold  string
	time  string
	words []laneWords
}

// laneWords are an event's words in one lane.
type laneWords struct {
	lane  int // the place of a writer; 0: the service
	spans []grid.Span
}

const (
	columnGap = 1
	laneName  = 10 // the most columns of a lane's name
)

// nameWidth is how wide the names of the lanes are, with the blank behind them.
func (t *Pane) nameWidth() int {
	w := len("Service")
	for _, p := range t.writers() {
		w = max(w, grid.Width(p.Title)+len("1 "))
	}
	return min(w, laneName) + 1
}

// layColumns fills the width with the columns from the first event on.
func (t *Pane) layColumns() {
	t.columns = t.columns[:0]
	x, room := t.nameWidth()+1, t.w-1
	at, ok := t.start(t.first), t.course.Lines.Len() > 0
	if ok && t.hidden(at) {
		at, ok = t.after(at)
	}
	for ; ok; at, ok = t.after(at) {
		c := t.column(at, len(t.columns) == 0)
		if x+c.width() > room && len(t.columns) > 0 {
			return
		}
		c.x = x + foldWidth(c.fold)
		t.columns = append(t.columns, c)
		x += c.width() + columnGap
	}
}

// width is that of a column with the wait before it.
func (c column) width() int { return foldWidth(c.fold) + c.w }

func foldWidth(fold string) int {
	if fold == "" {
		return 0
	}
	return len(fold) + columnGap
}

// column is the event at an entry in words. The first one on screen says no wait before it.
func (t *Pane) column(at int, first bool) column {
	c := column{at: at, words: t.words(at), time: t.clockAt(at, first)}
	if d := t.wait(at); d > 0 && !first {
		c.fold = "~" + waited(d) + "~"
	}
	c.w = grid.Width(c.time) + len("^")
	for _, words := range c.words {
		c.w = max(c.w, say.Width(words.spans))
	}
	if e := t.course.Lines.At(t.last(at)).Event(); e.Kind == engine.Sent && !t.held(e.Request) {
		c.w += arrowRoomAfter
	}
	return c
}

// arrowRoomAfter is what an arrow needs behind the words of a request.
const arrowRoomAfter = 4

// waited is how long nothing happened, as a fold says it: the nearest whole second where there are many.
func waited(d time.Duration) string {
	if d >= 10*time.Second && d < 100*time.Second {
		return fmt.Sprintf("%d s", int(d.Round(time.Second)/time.Second))
	}
	return say.Seconds(d)
}

// clockAt is when an event was: its seconds, and the whole where the minute before it was another.
func (t *Pane) clockAt(at int, first bool) string {
	now := t.course.Lines.At(t.last(at)).At
	if before, ok := t.before(at); !first && ok && t.course.Lines.At(t.last(before)).At/60_000 != now/60_000 {
		return now.String()
	}
	return secondsOf(now)
}

// secondsOf is the clock without its minutes.
func secondsOf(at engine.Instant) string {
	text := at.String()
	return text[strings.LastIndexByte(text, ':')+1:]
}

func minutesOf(at engine.Instant) string {
	text := at.String()
	return text[:strings.LastIndexByte(text, ':')+1]
}

// keepColumn brings the selected event into sight with as little scrolling as it takes.
func (t *Pane) keepColumn() {
	if t.sel < t.first && !t.loose {
		t.first = t.sel
	}
	t.layColumns()
	if t.loose || len(t.columns) == 0 {
		return
	}
	at, inSight := t.sel, t.sel <= t.columns[len(t.columns)-1].at && t.restFits()
	switch {
	case inSight && t.endInSight(): // as much of what was before as there is room for
		at = t.columns[len(t.columns)-1].at
	case inSight:
		return
	}
	room := t.w - 1 - t.nameWidth() - 1 - t.restWidth()
	used := t.column(at, true).w
	for {
		before, ok := t.before(at)
		if !ok {
			break
		}
		used += t.column(at, false).width() - t.column(at, true).w + columnGap + t.column(before, true).w
		if used > room {
			break
		}
		at = before
	}
	t.first = at
	t.layColumns()
}

// restWidth is the room that the present moment takes behind the newest event, if that is on its way into sight.
func (t *Pane) restWidth() int {
	if last, ok := t.before(t.course.Lines.Len()); !ok || t.sel != last || t.rest() == 0 {
		return 0
	}
	return columnGap + len("now^")
}

func (t *Pane) restFits() bool {
	last := t.columns[len(t.columns)-1]
	return t.restWidth() == 0 || last.x+last.w+t.restWidth() <= t.w-1
}

func (t *Pane) hitColumn(x int) (at int, ok bool) {
	for i, c := range t.columns {
		if x < c.x+c.w+columnGap || i == len(t.columns)-1 && c.at != t.here() {
			return c.at, true
		}
	}
	return 0, false
}

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
	for _, c := range t.columns {
		if selected && c.at == t.sel {
			a.Ground(image.Rect(c.x-1, 0, c.x+c.w, service+2), themes.Selected)
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
	for _, c := range t.columns {
		style := themes.Style{Ink: themes.Dim}
		if c.at == t.sel && t.Focused {
			style = themes.Style{Ink: themes.Text, Bold: true, Ground: themes.Selected}
			a.Put(c.x-1, y, "[", style)
		}
		x := c.x + a.Put(c.x, y, c.time, style)
		if c.at == t.sel && t.Focused {
			x += a.Put(x, y, "]", style)
		}
		if c.at == here && !resting && t.course.Here > 0 {
			x += a.Put(x, y, look.Glyphs.Caret, caret)
		}
		if t.bookmark(c.at) != "" {
			a.Put(x, y, "'", themes.Style{Ink: themes.Behind, Bold: true})
		}
	}
	last := t.columns[len(t.columns)-1]
	x := last.x + last.w + columnGap
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
	spans = append(append(spans, say.Dim(" in "), say.Plain(say.Seconds(next.At.Sub(t.View.Now()))), say.Plain("  ")),
		say.Key("t", "goes there")...)
	say.Put(a, 1, y, w-2, look.Glyphs, spans...)
}
