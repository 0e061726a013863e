package timeline

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// The strip: lanes across, one for each writer and one for the service; one column for each event. A column is as wide
// as its own words, so that nothing but what is on screen decides where something stands.

// column is one event of the strip.
type column struct {
	at    int  // the first entry of the event
	x     int  // where its words begin
	w     int  // of its words and its time
	arrow bool // it begins with a request on its way
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
	t.columns, t.right = t.columns[:0], t.nameWidth()+1
	p, room := t.packing(), t.w-1
	for at, ok := t.firstShown(); ok; at, ok = t.after(at) {
		c := t.column(at, len(t.columns) == 0)
		if p.add(&c); p.right > room && len(t.columns) > 0 {
			return
		}
		t.columns, t.right = append(t.columns, c), p.right
	}
}

// firstShown is the first event that is drawn; ok is false where there is none.
func (t *Pane) firstShown() (at int, ok bool) {
	if at = t.start(t.first); t.course.Lines.Len() > 0 && t.hidden(at) {
		return t.after(at)
	}
	return at, t.course.Lines.Len() > 0
}

// packing is how columns stand: each behind the time of the one before it, and behind the words that stand in its own
// lanes. Words of other lanes may reach below it, as they do where somebody waits for an answer and others go on.
type packing struct {
	next  int   // where the time of the next one may begin
	ends  []int // of the words in each lane
	right int   // of all
}

func (t *Pane) packing() packing {
	x := t.nameWidth() + 1
	p := packing{next: x, ends: make([]int, len(t.writers())+1), right: x - columnGap}
	for lane := range p.ends {
		p.ends[lane] = x - columnGap
	}
	return p
}

// add gives a column its place.
func (p *packing) add(c *column) {
	c.x = p.next
	for _, words := range c.words {
		c.x = max(c.x, p.ends[words.lane]+columnGap)
	}
	if c.fold != "" { // a wait is everybody's
		c.x = max(p.next, p.right+columnGap) + foldWidth(c.fold)
	}
	for _, words := range c.words {
		p.ends[words.lane] = c.x + say.Width(words.spans)
	}
	p.next = c.x + grid.Width(c.time) + len("^") + columnGap
	if c.arrow {
		p.next = c.x + c.w + columnGap
	}
	p.right = max(p.right, c.x+c.w)
}

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
		c.w, c.arrow = c.w+arrowRoomAfter, true
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
	behind := []column{t.column(at, false)} // the last of them first
	for {
		before, ok := t.before(at)
		if !ok || !t.fits(behind, t.column(before, true)) {
			break
		}
		behind, at = append(behind, t.column(before, false)), before
	}
	t.first = at
	t.layColumns()
}

// fits says whether columns have room behind a first one, and the present moment behind them.
func (t *Pane) fits(behind []column, first column) bool {
	p := t.packing()
	p.add(&first)
	for _, c := range slices.Backward(behind) {
		p.add(&c)
	}
	return p.right+t.restWidth() <= t.w-1
}

// restWidth is the room that the present moment takes behind the newest event, if that is on its way into sight.
func (t *Pane) restWidth() int {
	if last, ok := t.before(t.course.Lines.Len()); !ok || t.sel != last || t.rest() == 0 {
		return 0
	}
	return columnGap + len("now^")
}

func (t *Pane) restFits() bool {
	return t.restWidth() == 0 || t.right+t.restWidth() <= t.w-1
}

// hitColumn is the event whose words are at a place, or the one whose time is nearest to it.
func (t *Pane) hitColumn(x, y int) (at int, ok bool) {
	for _, c := range t.columns {
		for _, words := range c.words {
			if t.row(words.lane) == y && x >= c.x && x < c.x+say.Width(words.spans) {
				return c.at, true
			}
		}
	}
	for i, c := range t.columns {
		if i == len(t.columns)-1 {
			return c.at, x < c.x+c.w+columnGap || c.at != t.here()
		}
		if x < min(c.x+c.w+columnGap, t.columns[i+1].x) {
			return c.at, true
		}
	}
	return 0, false
}
