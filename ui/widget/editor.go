package widget

import (
	"errors"
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// ErrTooLong is returned by SetText and Insert when the text would have more bytes than the editor may hold; nothing
// has changed then.
var ErrTooLong = errors.New("the text is too long")

// Editor is a text area. A key costs the same in a short and in a long text: it touches the line of the cursor and the
// rows on screen, nothing else.
type Editor struct {
	body     body
	cursor   Pos
	anchor   Pos  // the other end of the selection
	selected bool // a selection was begun at anchor
	goal     int  // the column that up and down aim at; -1: where the cursor is
	history  history

	top           rowAt // the first row on screen
	width, height int

	maximum  int
	numbers  bool
	dragging bool
	waiting  bool // the terminal was asked for its clipboard

	clipboard string // what was last copied or cut: most terminals do not let a program read theirs
	marks     map[int]LineMark
	signs     int // cells that the signs of the marks take in front of the text
	refusal   string

	changed, version uint64
	joined           string // the text as of joinedAt
	joinedAt         uint64
}

// NewEditor makes an empty editor with soft wrap and line numbers for texts of at most maximum bytes (0: no limit).
func NewEditor(maximum int) *Editor {
	if maximum <= 0 {
		maximum = math.MaxInt
	}
	return &Editor{body: newBody(""), goal: -1, numbers: true, width: 80, height: 24,
		maximum: maximum, changed: 1}
}

// Text is the whole text, byte for byte what was set when nobody has changed it.
func (e *Editor) Text() string {
	if e.joinedAt != e.changed {
		e.joined, e.joinedAt = e.body.text(), e.changed
	}
	return e.joined
}

// Size is the number of bytes of the text.
func (e *Editor) Size() int { return e.body.size }

// SetText begins a new text with the cursor in front and without history.
func (e *Editor) SetText(text string) error {
	if len(text) > e.maximum {
		return e.refuse(len(text))
	}
	e.body = newBody(text)
	e.cursor, e.anchor, e.selected, e.goal = Pos{}, Pos{}, false, -1
	e.top, e.history, e.refusal = rowAt{}, history{}, ""
	e.changed++
	e.version++
	return nil
}

// Insert puts text in the place of the selection, or at the cursor, as one step of undo. What does not fit is not
// inserted at all. Line ends of other systems become plain ones.
func (e *Editor) Insert(text string) error {
	from, to := e.Selection()
	err := e.replace(from, to, e.normal(text), whole)
	e.follow()
	return err
}

func (e *Editor) normal(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Changed counts the changes of the text: two equal answers, same text.
func (e *Editor) Changed() uint64 { return e.changed }

// Version counts whatever changes what Paint shows: text, cursor, selection, scroll, settings.
func (e *Editor) Version() uint64 { return e.version }

// Refusal is why the last key or paste was not carried out, as a sentence for the status row; empty when it was.
func (e *Editor) Refusal() string { return e.refusal }

// SetSize says how many cells the editor has. 0x0 is legal.
func (e *Editor) SetSize(w, h int) {
	if w == e.width && h == e.height {
		return
	}
	e.width, e.height = max(w, 0), max(h, 0)
	e.version++
	e.follow()
}

// SetNumbers shows or hides line numbers.
func (e *Editor) SetNumbers(on bool) {
	e.numbers = on
	e.version++
	e.follow()
}

// At is where the cursor stands in the text.
func (e *Editor) At() Pos { return e.cursor }

// MoveTo puts the cursor at a position, or at the nearest one that exists, and drops the selection.
func (e *Editor) MoveTo(p Pos) {
	p.Line = min(max(p.Line, 0), len(e.body.lines)-1)
	p.Byte = snap(e.body.lines[p.Line].text, p.Byte)
	e.move(p, false)
	e.goal = -1
	e.follow()
}

// ToEnd puts the cursor behind the last letter: a line end that ends the text stays behind it.
func (e *Editor) ToEnd() {
	end := e.body.end()
	if end.Line > 0 && end.Byte == 0 {
		end = Pos{end.Line - 1, len(e.body.lines[end.Line-1].text)}
	}
	e.MoveTo(end)
}

// Selection is the selected range; both ends are the cursor when nothing is selected.
func (e *Editor) Selection() (from, to Pos) {
	switch {
	case !e.selected:
		return e.cursor, e.cursor
	case e.cursor.Before(e.anchor):
		return e.cursor, e.anchor
	}
	return e.anchor, e.cursor
}

// Selected is the selected text, empty when there is none.
func (e *Editor) Selected() string { return e.body.between(e.Selection()) }

// SelectAll selects the whole text.
func (e *Editor) SelectAll() {
	e.anchor, e.cursor, e.selected, e.goal = Pos{}, e.body.end(), true, -1
	e.version++
	e.follow()
}

// SelectWord selects the word under the cursor: what a double click means.
func (e *Editor) SelectWord() {
	s := e.body.lines[e.cursor.Line].text
	from, to := e.cursor.Byte, e.cursor.Byte
	for from > 0 && isWord(s[clusterStart(s, from):]) {
		from = clusterStart(s, from)
	}
	for to < len(s) && isWord(s[to:]) {
		to = clusterEnd(s, to)
	}
	e.anchor, e.cursor = Pos{e.cursor.Line, from}, Pos{e.cursor.Line, to}
	e.selected, e.goal = from < to, -1
	e.version++
	e.follow()
}

// Update takes keys, pastes and the mouse. Places of the mouse count from the editor's own upper left cell. False: the
// message means nothing here, ask the desktop.
func (e *Editor) Update(msg tea.Msg) (cmd tea.Cmd, taken bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return e.press(msg)
	case tea.PasteMsg:
		return nil, e.paste(msg.Content)
	case tea.ClipboardMsg:
		asked := e.waiting
		e.waiting = false
		return nil, asked && e.paste(msg.Content)
	case tea.MouseMsg:
		return e.mouse(msg)
	}
	return nil, false
}

func (e *Editor) paste(text string) bool {
	e.refusal = ""
	e.version++
	e.insertFitting(text)
	return true
}

// insertFitting inserts as much of a text as there is room for, and leaves a sentence about the rest.
func (e *Editor) insertFitting(text string) {
	if !errors.Is(e.Insert(text), ErrTooLong) {
		return
	}
	from, to := e.Selection()
	text = e.normal(text)
	some := fitting(text, e.maximum-e.body.size+e.body.span(from, to))
	_ = e.Insert(some) // fits
	e.refusal = fmt.Sprintf("Only %d of %d bytes went in: %d is the limit of a text here. Ctrl+Z takes them back.",
		len(some), len(text), e.maximum)
}

// replace changes the text and notes the change for undo; the cursor goes behind what was added.
func (e *Editor) replace(from, to Pos, added string, k kind) error {
	if from == to && added == "" {
		return nil
	}
	if size := e.body.size - e.body.span(from, to) + len(added); size > e.maximum && len(added) > 0 {
		return e.refuse(size)
	}
	c := change{at: from, removed: e.body.between(from, to), added: added, before: e.cursor, kind: k}
	end := e.body.replace(from, to, added)
	e.cursor = Pos{end.Line, snap(e.body.lines[end.Line].text, end.Byte)}
	e.selected, e.goal = false, -1
	c.after = e.cursor
	e.history.add(c)
	e.changed++
	e.version++
	return nil
}

func (e *Editor) refuse(size int) error {
	e.refusal = fmt.Sprintf("Too long: %d bytes, and %d is the limit. The text stays as it was.", size, e.maximum)
	e.version++
	return fmt.Errorf("%d of at most %d bytes: %w", size, e.maximum, ErrTooLong)
}

// Undo takes back the last step; false when there is none.
func (e *Editor) Undo() bool {
	c, ok := newest(&e.history.done)
	if !ok {
		return false
	}
	e.history.size -= c.cost()
	e.history.undone = append(e.history.undone, c)
	e.body.replace(c.at, after(c.at, c.added), c.removed)
	e.land(c.before)
	return true
}

// Redo does again what was last undone; false when there is nothing.
func (e *Editor) Redo() bool {
	c, ok := newest(&e.history.undone)
	if !ok {
		return false
	}
	e.history.size += c.cost()
	e.history.done = append(e.history.done, c)
	e.body.replace(c.at, after(c.at, c.removed), c.added)
	e.land(c.after)
	return true
}

func (e *Editor) land(p Pos) {
	e.cursor, e.selected, e.goal = p, false, -1
	e.history.open = false
	e.changed++
	e.version++
	e.follow()
}
