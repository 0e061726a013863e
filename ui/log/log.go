package log

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// Pane is the event log: one line per event up to the cursor, the newest first. Only the lines on screen are put into
// words.
type Pane struct {
	pane.Base
	list    widget.List[int] // places in the view's log
	entries view.Lines
	order   []int
	follow  bool       // the newest event stays selected
	lines   []string   // the words of the entries, for the filter; empty: not needed so far
	worded  view.Lines // the entries that they are about, to see which still hold
}

// New is the pane of the event log.
func New(d command.Host) *Pane {
	l := &Pane{Base: pane.Base{Desk: d, Keys: command.Log}, follow: true}
	l.list.Row = l.row
	l.list.Match = l.fits
	l.list.Same = func(a, b int) bool { return a == b }
	return l
}

// Show lists the events up to the cursor.
func (l *Pane) Show(v *view.View) {
	l.View, l.entries = v, v.Lines()
	l.Changes++
	n := l.entries.Len()
	if l.list.Filter() != "" {
		l.remember()
	}
	l.list.SetItems(l.newestFirst(n))
	if l.follow {
		l.list.First()
	}
}

// newestFirst are the numbers below n, the largest first: the end of a longer list, which doubles when it is too short,
// because each event makes another one.
func (l *Pane) newestFirst(n int) []int {
	if n > len(l.order) {
		l.order = make([]int, max(2*n, 64))
		for i := range l.order {
			l.order[i] = len(l.order) - 1 - i
		}
	}
	return l.order[len(l.order)-n:]
}

// SetFilter shows only the lines that hold all words of the text.
func (l *Pane) SetFilter(text string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if l.list.Empty = ""; text != "" {
		l.list.Empty = fmt.Sprintf("No match for '%s'. Esc shows all.", text)
		l.remember()
	}
	l.list.SetFilter(text)
	l.Changes++
}

// Filter is the text whose words the shown lines hold.
func (l *Pane) Filter() string { return l.list.Filter() }

// remember puts every entry into words, once: what is still on the path keeps its line.
func (l *Pane) remember() {
	same := l.entries.Shared(l.worded)
	l.lines, l.worded = l.lines[:same], l.entries
	for _, e := range l.entries.From(same).All() {
		l.lines = append(l.lines, strings.ToLower(l.View.Line(e)))
	}
}

// fits says whether all words of a filter stand in a line.
func (l *Pane) fits(at int, filter string) bool {
	if at >= len(l.lines) {
		return false
	}
	for _, word := range strings.Fields(filter) {
		if !strings.Contains(l.lines[at], word) {
			return false
		}
	}
	return true
}

// Version grows whenever what the pane shows may have changed.
func (l *Pane) Version() uint64 { return l.Changes + l.list.Version() }

// Title is the name, and at the right the filter or the keys.
func (l *Pane) Title() (left, right []grid.Span) {
	left = []grid.Span{say.Bold(themes.Title, "Event log")}
	if f := l.list.Filter(); f != "" {
		return left, []grid.Span{say.Ink(themes.Behind, fmt.Sprintf("'%s' %d", f, l.list.Len())),
			say.TitleKey("Esc", "shows all")}
	}
	if !l.Focused { // elsewhere they do something else
		return left, nil
	}
	return left, []grid.Span{say.TitleKey("Enter", "goes there"), say.TitleKey("/", "filter")}
}

// Do moves the selection, goes to the selected event, filters and copies.
func (l *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.Move:
		mine := pane.Move(&l.list, intent.Where)
		l.followed()
		return nil, mine
	case command.Open:
		return nil, l.goTo()
	case command.GoTo:
		return nil, intent.Record == 0 && l.goTo()
	case command.Find:
		return nil, l.find(intent)
	case command.Escape:
		had := l.list.Filter() != ""
		if had {
			l.SetFilter("")
		}
		return nil, had
	case command.Copy:
		at, ok := l.list.Selected()
		if !ok {
			return nil, false
		}
		l.Desk.Say("Copied the line of the log.", 0)
		return tea.SetClipboard(l.View.Line(l.entries.At(at))), true
	}
	return nil, false
}

func (l *Pane) find(f command.Find) bool {
	switch {
	case f.Text != "":
		l.SetFilter(f.Text)
	case f.By != 0 && l.list.Filter() != "":
		l.list.Move(f.By)
		l.followed()
	default:
		return false
	}
	return true
}

func (l *Pane) followed() { l.follow = l.list.Index() <= 0 }

func (l *Pane) goTo() bool {
	at, ok := l.list.Selected()
	if ok {
		l.Desk.Do(command.GoTo{Record: l.entries.At(at).Record})
	}
	return ok
}

// Mouse selects a line, goes to it by a double click, and scrolls.
func (l *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double, face.Right:
		index, ok := l.list.Hit(m.Y)
		if !ok {
			return nil, false
		}
		l.list.Select(index)
		l.followed()
		if m.Kind == face.Double {
			l.goTo()
		}
		return nil, m.Kind != face.Right
	case face.Wheel:
		l.list.Wheel(m.Delta)
		l.follow = false
		return nil, true
	}
	return nil, false
}

// Paint shows the lines that fit.
func (l *Pane) Paint(a grid.Area, look face.Look) {
	if l.list.Len() == 0 {
		a.Fill(themes.Style{})
		none := l.list.Empty
		if none == "" {
			none = "No events. " + l.Onward()
		}
		say.Paint(a.Inset(1, 0, 0, 0), none)
		return
	}
	l.list.Paint(a, pane.InFocus(look, l.Focused))
}

// Columns of a line of the log.
const (
	logStep = 1
	logTime = 7
	logWho  = 17
	logNo   = 27
	logWhat = 33
)

func (l *Pane) row(a grid.Area, at int, state widget.RowState) {
	if !state.Look.Focused { // where the keys go elsewhere no line is chosen
		a = a.On(themes.Default)
		a.FillRow(0, themes.Style{})
	}
	e := l.entries.At(at)
	told := l.View.Tell(e)
	w, _ := a.Size()
	gl := state.Look.Glyphs
	marks := logMarks(l.View, e.Marks)
	end := w - 1
	if len(marks) > 0 {
		if n := say.Width(marks); n < end-logNo {
			end -= say.PutRight(a, end, 0, marks...) + 2
		} else { // the mark is worth more than the words before it
			say.Put(a, logNo, 0, end-logNo, gl, marks...)
			end = logNo - 1
		}
	}
	who := say.Person(l.View, e.Event().By, told.Who)
	if told.Who != l.View.Title(e.Event().By) {
		who = say.Dim(told.Who)
	}
	what := say.Plain(within(told.What, end-logWhat))
	if len(e.Marks) > 0 {
		what.Style.Bold = true
	}
	for _, column := range []struct {
		at, next int
		span     grid.Span
	}{{logStep, logTime, say.Dim(fmt.Sprint(e.Step))}, {logTime, logWho, say.Dim(conflict.Stamp(*e.Event()))},
		{logWho, logNo, who},
		{logNo, logWhat, say.Plain(told.No)}, {logWhat, w, what}} {
		say.Put(a, column.at, 0, min(column.next-1, end)-column.at, gl, column.span)
	}
}

// within is what happened in so many columns: a code in brackets is left out before it is cut, the card has it.
func within(what string, w int) string {
	if at := strings.LastIndex(what, " ("); at > 0 && grid.Width(what) > w && strings.HasSuffix(what, ")") {
		return what[:at]
	}
	return what
}

// logMarks are the marks of an event with their words and whose they are.
func logMarks(v *view.View, marks []conflict.Finding) []grid.Span {
	var list []grid.Span
	for _, m := range marks {
		words := say.MarkWord(m.Severity)
		if m.Kind != "" {
			words = m.Kind.Words()
		}
		if len(list) > 0 {
			list = append(list, say.Plain("  "))
		}
		list = append(list, say.Finding(m.Severity, fmt.Sprintf("%c %s", m.Severity, words)), say.Plain(" "),
			say.Person(v, m.Whose, v.Title(m.Whose)))
	}
	return list
}

// Request is that of the selected line.
func (l *Pane) Request() int {
	at, ok := l.list.Selected()
	if !ok {
		return 0
	}
	return l.entries.At(at).Event().Request
}
