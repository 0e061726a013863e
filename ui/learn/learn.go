package learn

import (
	"fmt"
	"regexp"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/lesson"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// Pane shows the page of the lesson on which the player stands.
type Pane struct {
	pane.Base
	player func() *lesson.Player // nil, or of a nil player: no lesson is on
	sheet  pane.Sheet
	width  int
	height int
	stale  bool
	page   int                                          // that was painted last
	code   func(w int) (language string, rows []string) // the request to take home; nil: none
}

// New is the window of the lesson that player gives; code is the request to take home.
func New(d command.Host, player func() *lesson.Player, code func(w int) (string, []string)) *Pane {
	return &Pane{Base: pane.Base{Desk: d, Keys: command.Lesson}, player: player, code: code, stale: true,
		sheet: pane.Sheet{Chosen: -1}}
}

// Show takes the newest view.
func (p *Pane) Show(v *view.View) {
	p.View = v
	p.Turned()
}

// Turned has the page painted anew: the player has moved.
func (p *Pane) Turned() {
	p.stale = true
	p.Changes++
}

// Version grows whenever what the pane shows may have changed.
func (p *Pane) Version() uint64 { return p.Changes }

func (p *Pane) on() *lesson.Player {
	if p.player == nil {
		return nil
	}
	return p.player()
}

// Title is the lesson's name, and at the right the keys that count.
func (p *Pane) Title() (left, right []grid.Span) {
	l := p.on()
	if l == nil {
		return []grid.Span{say.Bold(themes.Title, "Lesson")}, []grid.Span{say.TitleKey("g m", "map")}
	}
	name := l.Lesson.Title
	if l.Number > 0 {
		name = fmt.Sprintf("Lesson %d: %s", l.Number, name)
	}
	left = []grid.Span{say.Bold(themes.Title, name)}
	switch {
	case l.Presented && l.Waits():
		right = []grid.Span{say.TitleKey("PgDn", "shows the answer")}
	case l.Presented && l.Aims():
		right = []grid.Span{say.TitleKey("PgDn", "shows the way")}
	case l.Presented:
		right = []grid.Span{say.TitleKey("PgDn", "go on")}
	case l.Waits():
		right = []grid.Span{say.Dim(fmt.Sprintf("1-%d answer", len(l.Part().Question.Choices))),
			say.TitleKey("Esc", "skip"), say.TitleKey(";", "hint")}
	case l.Aims():
		right = []grid.Span{say.TitleKey(";", "hint"), say.TitleKey("g q", "show me")}
	case l.Part().Sort == lesson.Ended && (l.TakeHome == "" || !p.Focused): // elsewhere y copies something else
		right = []grid.Span{say.TitleKey("Space", "next")}
	case l.Part().Sort == lesson.Ended:
		right = []grid.Span{say.TitleKey("Space", "next"), say.TitleKey("y", "copy"), say.TitleKey("v", "language")}
	default:
		right = []grid.Span{say.TitleKey("Space", "go on"), say.TitleKey(".", "step")}
	}
	return left, right
}

// Do goes on, back, and scrolls what is longer than its place.
func (p *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	l := p.on()
	switch intent := intent.(type) {
	case command.Open:
		if l == nil {
			p.Desk.Do(command.Lessons{})
		} else {
			p.Desk.Do(command.TurnPage{})
		}
		return nil, true
	case command.Move:
		switch intent.Where {
		case command.PageDown:
			p.Desk.Do(command.TurnPage{})
		case command.PageUp:
			p.Desk.Do(command.TurnPage{Back: true})
		default:
			rows := pane.Rows(intent.Where, p.sheet.Height)
			p.sheet.Scroll(rows)
			p.Changes++
			return nil, rows != 0
		}
		return nil, true
	}
	return nil, false
}

// Mouse answers by a click on a choice, goes on by a double click, and scrolls.
func (p *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Wheel:
		p.sheet.Scroll(m.Delta)
		p.Changes++
	case face.Click, face.Double:
		if does := p.sheet.Under(m.Y); does != nil {
			p.Desk.Do(does)
		} else if m.Kind == face.Double {
			p.Desk.Do(command.TurnPage{})
		}
	default:
		return nil, false
	}
	return nil, true
}

// Fit is told the size before the title is asked for.
func (p *Pane) Fit(w, _ int) {
	if w != p.width {
		p.width = w
		p.Turned()
	}
}

// Paint shows the page.
func (p *Pane) Paint(a grid.Area, look face.Look) {
	a.Fill(themes.Style{})
	w, h := a.Size()
	if l := p.on(); l != nil && l.State.Page != p.page {
		p.page, p.sheet.Top = l.State.Page, 0
	}
	if p.stale || p.width != w || p.height != h {
		p.width, p.height, p.stale = w, h, false
		text := min(w-2, Widest)
		lines := p.lines(text, h)
		if len(lines) > h { // the scroll bar takes a column
			lines = p.lines(min(w-3, Widest), h)
		}
		p.sheet.Set(lines)
	}
	p.sheet.Paint(a, look.Glyphs, look.Focused)
}

// Widest is how far a line of text runs: longer ones are hard to read.
const Widest = 100

func (p *Pane) lines(w, h int) (lines []pane.Line) {
	l := p.on()
	if l == nil {
		return []pane.Line{{Left: []grid.Span{say.Dim("No lesson is on. g m opens the map, F3 the races.")}}}
	}
	rows := l.Rows(w)
	if l.Presented || h > lesson.RowsMost || w > lesson.Columns { // there are rows to spare
		rows = lesson.Spaced(rows, h)
	}
	for _, r := range rows {
		lines = append(lines, line(r, l.Waits()))
	}
	if l.Part().Sort == lesson.Ended && p.code != nil {
		lines = append(lines, p.takenHome(w, h-len(lines), l.Presented)...)
	}
	return lines
}

// takenHome is the request to take home in rows of w columns, where there is room for so many rows: what it is, and the
// code, with the rows bold in which its guard stands.
func (p *Pane) takenHome(w, room int, presented bool) (lines []pane.Line) {
	language, rows := p.code(w)
	if len(rows) == 0 {
		return nil
	}
	lead := "Its request, in " + language
	switch {
	case presented:
	case len(rows)+2 > room:
		lead += ". v shows another language, y copies it, Down scrolls"
	default:
		lead += ". v shows another language, y copies it"
	}
	if len(rows)+2 <= room {
		lines = append(lines, pane.Line{})
	}
	for _, row := range say.Wrap(lead+":", w) {
		lines = append(lines, pane.Line{Left: say.Keyed(row)})
	}
	for _, row := range rows {
		span := say.Plain(row)
		if guarded.MatchString(row) {
			span = say.Bold(themes.Text, row)
		}
		lines = append(lines, pane.Line{Left: []grid.Span{span}})
	}
	return lines
}

// guarded matches the rows of code in which a guard stands, in the words of each language.
var guarded = regexp.MustCompile(`(?i)if[-_]?(none[-_]?)?match|match_?condition|\betag=|lease|pop_?receipt|\bVER \d|EXCAS`)

// line is a row in its colours. A choice of an open question can be clicked.
func line(r lesson.Row, open bool) pane.Line {
	var spans []grid.Span
	switch r.Look {
	case lesson.Heading:
		spans = []grid.Span{say.Bold(themes.Text, r.Text)}
	case lesson.Task:
		spans = say.KeyedIn(themes.Style{Ink: themes.Text, Bold: true}, r.Text)
	case lesson.Choice:
		number := "  "
		if r.Number > 0 {
			number = fmt.Sprintf("%d ", r.Number)
		}
		spans = []grid.Span{say.Bold(themes.Key, number), say.Plain(r.Text)}
	case lesson.Right, lesson.Reached:
		spans = []grid.Span{say.Bold(themes.Fresh, r.Text)}
	case lesson.Wrong:
		spans = []grid.Span{say.Ink(themes.Behind, r.Text)}
	case lesson.HintRow:
		spans = []grid.Span{say.Ink(themes.Key, r.Text)}
	case lesson.Source:
		spans = []grid.Span{say.Dim(r.Text)}
	default:
		spans = []grid.Span{say.Plain(r.Text)}
	}
	l := pane.Line{Left: spans}
	if open && r.Look == lesson.Choice && r.Number > 0 {
		l.Does = command.AnswerQuestion{Choice: r.Number}
	}
	return l
}
