package panes

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// wideQueue is from how many columns on a message has one row; else it has two.
const wideQueue = 64

// goTo leads to the event that a mark names; nil: there is none.
func goTo(m engine.Mark) command.Intent {
	if m.Event == 0 {
		return nil
	}
	return command.GoTo{Record: m.Event}
}

// queued is a message of a queue.
type queued struct {
	object string
	place  int64
	hidden bool
	until  engine.Instant
	record
}

// messages are all messages of the shown queue in the order in which they were put, hidden ones too.
func (k *kindArea) messages() (list []queued) {
	timers := k.view.Timers()
	for _, t := range k.inside("message") {
		r := record(k.view.Properties(t.Object))
		if r.has("text") {
			list = append(list, newQueued(timers, t.Object, r))
		}
	}
	slices.SortStableFunc(list, func(a, b queued) int { return int(a.place - b.place) })
	return list
}

func newQueued(timers []engine.Timer, object string, r record) queued {
	m := queued{object: object, record: r}
	m.place, _ = engine.Text(r.text("seq")).Int()
	m.until, m.hidden = timer(timers, object, "next-visible")
	return m
}

func queueTitle(k *kindArea) []grid.Span {
	list := k.messages()
	hidden := 0
	for _, m := range list {
		if m.hidden {
			hidden++
		}
	}
	text := say.Number(len(list), "message")
	if hidden == 0 {
		return []grid.Span{say.Dim(text)}
	}
	return []grid.Span{say.Bold(themes.Behind, fmt.Sprintf("%s, %d hidden", text, hidden))}
}

func queueLines(k *kindArea) []line {
	if k.has("removed") {
		return k.removedLines(k.mark("removed"))
	}
	list := k.messages()
	if len(list) == 0 {
		return []line{note("There is no message in it.")}
	}
	var lines []line
	if !k.low {
		lines = []line{k.queueHeading()}
	}
	for _, m := range list {
		lines = append(lines, k.messageRows(m)...)
	}
	return lines
}

// queueHeading names the columns.
func (k *kindArea) queueHeading() line {
	if k.wide < wideQueue {
		return line{left: []grid.Span{say.Dim("message, and below: visible again in")},
			right: []grid.Span{say.Dim("received")}}
	}
	return line{left: beside(k.column(k.textWide(), say.Dim("message")), []grid.Span{say.Dim("visible again in")}),
		right: k.heldBy(say.Dim("holder"), say.Dim("receipt"), say.Dim("received"))}
}

// textWide is how many columns the text of a message gets.
func (k *kindArea) textWide() int { return max(k.wide-54, 12) }

// heldBy are the columns at the right of a message.
func (k *kindArea) heldBy(holder, receipt, times grid.Span) []grid.Span {
	return beside(k.column(8, holder), k.column(9, receipt),
		[]grid.Span{{Text: fmt.Sprintf("%8s", times.Text), Style: times.Style}})
}

func (k *kindArea) messageRows(m queued) []line {
	state := k.state(m)
	holder, receipt := k.holder(m)
	times := say.Plain(m.text("dequeue-count") + "x")
	text := say.Plain(say.Quoted(m.text("text")))
	var lines []line
	if k.wide >= wideQueue {
		state.left = beside(k.column(k.textWide(), text), state.left)
		state.right = k.heldBy(holder, receipt, times)
		lines = []line{state}
	} else {
		state.left = append([]grid.Span{say.Plain("  ")}, state.left...)
		if holder.Text != "" {
			state.right = []grid.Span{holder, say.Plain(" "), receipt}
		}
		lines = []line{{left: []grid.Span{text}, right: []grid.Span{times}, does: goTo(m.mark("put"))}, state}
	}
	for _, l := range k.oldReceipts(m) {
		l.left = append([]grid.Span{say.Plain("  ")}, l.left...)
		lines = append(lines, l)
	}
	return lines
}

// state says whether a message is visible, and with a bar how long it is not yet.
func (k *kindArea) state(m queued) line {
	if !m.hidden {
		return line{left: []grid.Span{say.Bold(themes.Fresh, "visible")}, does: goTo(m.mark("received"))}
	}
	since := m.at("inserted")
	if r := m.mark("received"); !r.IsZero() {
		since = r.At
	}
	left := max(m.until.Sub(k.now), 0)
	l := line{left: []grid.Span{say.Plain("hidden  "), say.Bold(themes.Behind, fmt.Sprintf("%-6s", say.Seconds(left)))},
		does: goTo(m.mark("received"))}
	if whole := m.until.Sub(since); whole > 0 {
		l.bar, l.share = true, min(left.Seconds()/whole.Seconds(), 1)
	}
	return l
}

// holder is who received a message last, and with which receipt.
func (k *kindArea) holder(m queued) (who, receipt grid.Span) {
	id := m.text("holder")
	if id == "" {
		return who, receipt
	}
	return say.Person(k.view, id, k.view.Title(id)), say.Dim(say.ShortTag(m.text("receipt")))
}

// oldReceipts are the writers whose newest receipt of a message no longer counts.
func (k *kindArea) oldReceipts(m queued) (lines []line) {
	for _, w := range k.view.Writers() {
		receipt, ok := k.receipts()[held{w.ID, m.object}]
		if !ok || receipt == m.text("receipt") {
			continue
		}
		lines = append(lines, line{left: []grid.Span{say.Person(k.view, w.ID, w.Title),
			say.Bold(themes.Behind, " has the old receipt"), say.Dim(" " + say.ShortTag(receipt))}})
	}
	return lines
}

// held is a message in the hands of a writer.
type held struct{ writer, object string }

// handed is which receipt each writer was given last of each message, found once for each state of the world.
type handed struct {
	view     *view.View
	receipts map[held]string
}

// receipts reads what the writers have heard: an answer of several messages says of each its key and its receipt, one
// about a message only the receipt.
func (k *kindArea) receipts() map[held]string {
	h := &k.truth.kind.handed
	if h.view == k.view {
		return h.receipts
	}
	*h = handed{view: k.view, receipts: map[held]string{}}
	log := k.view.Log()
	for i := range log { // an entry is large: none is copied
		e := &log[i]
		if e.Event.Kind != engine.Heard {
			continue
		}
		x := k.view.Exchange(e.Event.Request)
		if x == nil || !x.Answer.Accepted() {
			continue
		}
		for _, f := range x.Answer.Fields {
			place, several := strings.CutSuffix(f.Name, ".receipt")
			switch {
			case several:
				h.receipts[held{e.Event.By, "message " + x.Answer.Field(place).String()}] = f.Value.String()
			case f.Name == "receipt":
				h.receipts[held{e.Event.By, x.Object}] = f.Value.String()
			}
		}
	}
	return h.receipts
}

func messageTitle(k *kindArea) []grid.Span {
	m := newQueued(k.view.Timers(), k.object, k.record)
	if !m.hidden {
		return []grid.Span{say.Bold(themes.Fresh, "visible")}
	}
	return []grid.Span{say.Bold(themes.Behind, "hidden "+say.Seconds(max(m.until.Sub(k.now), 0)))}
}

func messageLines(k *kindArea) []line {
	if k.has("removed") {
		return k.removedLines(k.mark("removed"))
	}
	m := newQueued(k.view.Timers(), k.object, k.record)
	if k.low { // who has it and for how long is worth more than since when
		return k.messageRows(m)
	}
	state := k.state(m)
	state.left = beside(k.label("State"), state.left)
	lines := []line{{left: beside(k.label("Text"), []grid.Span{say.Plain(say.Quoted(m.text("text")))}),
		right: k.by(m.mark("changed.text")), does: goTo(m.mark("changed.text"))}, state}
	if holder, receipt := k.holder(m); holder.Text != "" {
		lines = append(lines, line{left: beside(k.label("Receipt"),
			[]grid.Span{holder, say.Plain(" "), receipt, say.Dim(" counts")}), does: goTo(m.mark("received"))})
	}
	for _, l := range k.oldReceipts(m) {
		l.left = beside(k.label(""), l.left)
		lines = append(lines, l)
	}
	lines = append(lines, line{left: beside(k.label("Received"),
		[]grid.Span{say.Plain(m.text("dequeue-count") + "x")})},
		line{left: beside(k.label("Put"), k.by(m.mark("put"))), does: goTo(m.mark("put"))})
	if ends, ok := timer(k.view.Timers(), k.object, "expires"); ok {
		lines = append(lines, line{left: beside(k.label("Expires"), []grid.Span{say.Plain(ends.String())})})
	}
	return lines
}

// label is the name of a row.
func (k *kindArea) label(text string) []grid.Span { return k.column(10, say.Dim(text)) }
