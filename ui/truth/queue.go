package truth

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/pane"
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
	object engine.ObjectID
	place  int64
	hidden bool
	until  engine.Instant
	view.Record
}

// messages are all messages of the shown queue in the order in which they were put, hidden ones too.
func (k *kindArea) messages() (list []queued) {
	timers := k.view.Timers()
	for _, t := range k.inside("message") {
		r := view.Record(k.view.Properties(t.Object))
		if r.Has("text") {
			list = append(list, newQueued(timers, t.Object, r))
		}
	}
	slices.SortStableFunc(list, func(a, b queued) int { return int(a.place - b.place) })
	return list
}

func newQueued(timers []engine.Timer, object engine.ObjectID, r view.Record) queued {
	m := queued{object: object, Record: r}
	m.place, _ = engine.Text(r.Text("seq")).Int()
	m.until, m.hidden = view.TimerOf(timers, object, "next-visible")
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

func queueLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return k.removedLines(k.Mark("removed"))
	}
	list := k.messages()
	if len(list) == 0 {
		return []pane.Line{note("There is no message in it."), note("e writes one, w puts it.")}
	}
	var lines []pane.Line
	if !k.low {
		lines = []pane.Line{k.queueHeading()}
	}
	for _, m := range list {
		lines = append(lines, k.messageRows(m)...)
	}
	return lines
}

// queueHeading names the columns.
func (k *kindArea) queueHeading() pane.Line {
	if k.wide < wideQueue {
		return pane.Line{Left: []grid.Span{say.Dim("message / visible again in")},
			Right: []grid.Span{say.Dim("received")}}
	}
	return pane.Line{Left: beside(k.column(k.textWide(), say.Dim("message")), []grid.Span{say.Dim("visible again in")}),
		Right: k.heldBy(say.Dim("holder"), say.Dim("receipt"), say.Dim("received"))}
}

// textWide is how many columns the text of a message gets.
func (k *kindArea) textWide() int { return max(k.wide-54, 12) }

// heldBy are the columns at the right of a message.
func (k *kindArea) heldBy(holder, receipt, times grid.Span) []grid.Span {
	return beside(k.column(8, holder), k.column(9, receipt),
		[]grid.Span{{Text: fmt.Sprintf("%8s", times.Text), Style: times.Style}})
}

func (k *kindArea) messageRows(m queued) []pane.Line {
	state := k.state(m)
	holder, receipt := k.holder(m)
	times := say.Plain(m.Text("dequeue-count") + "x")
	text := say.Plain(say.Quoted(m.Text("text")))
	var lines []pane.Line
	if k.wide >= wideQueue {
		state.Left = beside(k.column(k.textWide(), text), state.Left)
		state.Right = k.heldBy(holder, receipt, times)
		lines = []pane.Line{state}
	} else {
		state.Left = append([]grid.Span{say.Plain("  ")}, state.Left...)
		if holder.Text != "" {
			state.Right = []grid.Span{holder, say.Plain(" "), receipt}
		}
		lines = []pane.Line{{Left: []grid.Span{text}, Right: []grid.Span{times}, Does: goTo(m.Mark("put"))}, state}
	}
	for _, l := range k.oldReceipts(m) {
		l.Left = append([]grid.Span{say.Plain("  ")}, l.Left...)
		lines = append(lines, l)
	}
	return lines
}

// state says whether a message is visible, and with a bar how long it is not yet.
func (k *kindArea) state(m queued) pane.Line {
	if !m.hidden {
		return pane.Line{Left: []grid.Span{say.Bold(themes.Fresh, "visible")}, Does: goTo(m.Mark("received"))}
	}
	since := m.At("inserted")
	if r := m.Mark("received"); !r.IsZero() {
		since = r.At
	}
	left := max(m.until.Sub(k.now), 0)
	l := pane.Line{Left: []grid.Span{say.Plain("hidden  "),
		say.Bold(themes.Behind, fmt.Sprintf("%-6s", say.Seconds(left)))},
		Does: goTo(m.Mark("received"))}
	if whole := m.until.Sub(since); whole > 0 {
		l.Bar, l.Share = true, min(left.Seconds()/whole.Seconds(), 1)
	}
	return l
}

// holder is who received a message last, and with which receipt.
func (k *kindArea) holder(m queued) (who, receipt grid.Span) {
	id := m.Text("holder")
	if id == "" {
		return who, receipt
	}
	return say.Person(k.view, id, k.view.Title(id)), say.Dim(say.ShortTag(m.Text("receipt")))
}

// oldReceipts are the writers whose newest receipt of a message no longer counts.
func (k *kindArea) oldReceipts(m queued) (lines []pane.Line) {
	for _, w := range k.view.Writers() {
		receipt, ok := k.receipts()[holding{w.ID, m.object}]
		if !ok || receipt == m.Text("receipt") {
			continue
		}
		lines = append(lines, pane.Line{Left: []grid.Span{say.Person(k.view, w.ID, w.Title),
			say.Bold(themes.Behind, " has the old receipt"), say.Dim(" " + say.ShortTag(receipt))}})
	}
	return lines
}

// holding is a message in the hands of a writer.
type holding struct {
	writer string
	object engine.ObjectID
}

// receiptIndex is which receipt each writer was given last of each message, found once for each state of the world.
type receiptIndex struct {
	view     *view.View
	receipts map[holding]string
}

// receipts reads what the writers have heard: an answer of several messages says of each its key and its receipt, one
// about a message only the receipt.
func (k *kindArea) receipts() map[holding]string {
	h := &k.truth.kind.receiptIndex
	if h.view == k.view {
		return h.receipts
	}
	*h = receiptIndex{view: k.view, receipts: map[holding]string{}}
	for _, w := range k.view.Writers() {
		for x := range k.view.HeardBy(w.ID) {
			if x.Answer.Accepted() {
				h.take(x)
			}
		}
	}
	return h.receipts
}

// take reads the receipts of one answer; those of newer ones hold.
func (h *receiptIndex) take(x *engine.Exchange) {
	for _, f := range x.Answer.Fields {
		place, several := strings.CutSuffix(f.Name, ".receipt")
		of := holding{x.By, x.Object}
		switch {
		case several:
			of.object = engine.ObjectID{Kind: "message", Name: x.Answer.Field(place).String()}
		case f.Name != "receipt":
			continue
		}
		if _, newer := h.receipts[of]; !newer {
			h.receipts[of] = f.Value.String()
		}
	}
}

func messageTitle(k *kindArea) []grid.Span {
	m := newQueued(k.view.Timers(), k.object, k.Record)
	if !m.hidden {
		return []grid.Span{say.Bold(themes.Fresh, "visible")}
	}
	return []grid.Span{say.Bold(themes.Behind, "hidden "+say.Seconds(max(m.until.Sub(k.now), 0)))}
}

func messageLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return k.removedLines(k.Mark("removed"))
	}
	m := newQueued(k.view.Timers(), k.object, k.Record)
	if k.low { // who has it and for how long is worth more than since when
		return k.messageRows(m)
	}
	state := k.state(m)
	state.Left = beside(k.label("State"), state.Left)
	lines := []pane.Line{{Left: beside(k.label("Text"), []grid.Span{say.Plain(say.Quoted(m.Text("text")))}),
		Right: k.by(m.Mark("changed.text")), Does: goTo(m.Mark("changed.text"))}, state}
	if holder, receipt := k.holder(m); holder.Text != "" {
		lines = append(lines, pane.Line{Left: beside(k.label("Receipt"),
			[]grid.Span{holder, say.Plain(" "), receipt, say.Dim(" counts")}), Does: goTo(m.Mark("received"))})
	}
	for _, l := range k.oldReceipts(m) {
		l.Left = beside(k.label(""), l.Left)
		lines = append(lines, l)
	}
	lines = append(lines, pane.Line{Left: beside(k.label("Received"),
		[]grid.Span{say.Plain(m.Text("dequeue-count") + "x")})},
		pane.Line{Left: beside(k.label("Put"), k.by(m.Mark("put"))), Does: goTo(m.Mark("put"))})
	if ends, ok := view.TimerOf(k.view.Timers(), k.object, "expires"); ok {
		lines = append(lines, pane.Line{Left: beside(k.label("Expires"), []grid.Span{say.Plain(ends.String())})})
	}
	return lines
}

// label is the name of a row.
func (k *kindArea) label(text string) []grid.Span { return k.column(10, say.Dim(text)) }
