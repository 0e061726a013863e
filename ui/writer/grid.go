package writer

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/pane"
	"interleave/ui/widget"
)

// gridColumn is a cell of a property.
type gridColumn int

const (
	nameCell gridColumn = iota
	typeCell
	valueCell
)

// rowGrid is the editor of a table's row: a property in each row, its cells changed one by one. The text of the draft
// is what it stands for, and stays in the window's editor: a change of a cell is a change of that text, and undone as
// one.
type rowGrid struct {
	on     bool // the text is properties
	rows   []view.RowProperty
	at     int // the chosen property; behind the last one: a new one
	column gridColumn
	typing bool // the chosen cell takes the keys
	cell   *widget.Input
	top    int // the first property on screen
	typeAt int // the property whose type is shown as a button; -1: none is
	dropAt int // the property behind which the sign that drops it is shown; -1: none is
	shape  gridShape
}

// cellBytes is how long a value may be that is typed.
const cellBytes = 4096

// sync shows the properties of a text. What is being typed stays.
func (g *rowGrid) sync(text string, properties bool) {
	g.rows, g.on = nil, false
	if !properties {
		return
	}
	g.rows, g.on = view.RowOf(text)
	g.at = min(max(g.at, 0), len(g.rows))
	if g.cell == nil {
		g.cell, g.column = widget.NewInput("", cellBytes), valueCell
	}
}

// begin puts the chosen cell into the input. A new property begins with its name.
func (g *rowGrid) begin() {
	if g.at >= len(g.rows) {
		g.column = nameCell
	} else if g.column == typeCell {
		g.column = valueCell
	}
	text := ""
	if g.at < len(g.rows) {
		p := g.rows[g.at]
		text = map[gridColumn]string{nameCell: p.Name, valueCell: p.Literal}[g.column]
	}
	_ = g.cell.SetText(text)   // a longer one stays as it is
	if g.column == valueCell { // who types a value means another one
		g.cell.SelectAll()
	}
	g.typing = true
}

// typed is the row with what was typed, and where the choice stands then; changed is false where nothing is different.
func (g *rowGrid) typed() (rows []view.RowProperty, changed bool) {
	rows, text := slices.Clone(g.rows), strings.TrimSpace(g.cell.Text())
	name, value, both := strings.Cut(text, "=")
	switch {
	case g.column == nameCell && text == "" && g.at < len(rows): // without a name there is no property
		return slices.Delete(rows, g.at, g.at+1), true
	case g.column == nameCell && g.at == len(rows) && text != "":
		return append(rows, view.RowProperty{Name: strings.TrimSpace(name),
			Literal: readable(strings.TrimSpace(value))}), true
	case g.column == nameCell && g.at < len(rows) && text != rows[g.at].Name:
		if rows[g.at].Name = strings.TrimSpace(name); both {
			rows[g.at].Literal = readable(strings.TrimSpace(value))
		}
		return rows, true
	case g.column == valueCell && g.at < len(rows) && text != rows[g.at].Literal:
		rows[g.at].Literal = readable(view.KeptType(rows[g.at].Literal, text))
		return rows, true
	}
	return rows, false
}

// readable is a literal that ends with its line: what opens a quote and does not close it is taken for a string.
func readable(literal string) string {
	if list, ok := view.RowOf("a=" + literal + "\nb=1\n"); ok && len(list) == 2 && list[0].Literal == literal {
		return literal
	}
	return view.Retyped("'"+strings.ReplaceAll(literal, "'", "''")+"'", view.RowTypes()[0])
}

// nextType is the type that comes after that of a property.
func nextType(p view.RowProperty) string {
	names := view.RowTypes()
	return names[(slices.Index(names, p.Type)+1)%len(names)]
}

// gridOn says whether the window edits property by property.
func (w *Pane) gridOn() bool {
	return w.window.known != nil && w.window.grid.on
}

// beginCell gives the keys to the chosen cell.
func (w *Pane) beginCell() {
	w.window.grid.begin()
	w.edit(true)
	w.Changes++
}

// commitCell takes over what was typed.
func (w *Pane) commitCell() {
	g := &w.window.grid
	if !g.typing {
		return
	}
	g.typing = false
	w.Changes++
	if rows, changed := g.typed(); changed {
		w.setRow(rows)
	}
}

// setRow makes the draft say other properties, as one change that is undone at once.
func (w *Pane) setRow(rows []view.RowProperty) { w.setText(view.RowText(rows)) }

func (w *Pane) setText(text string) {
	e := w.window.editor
	e.SelectAll()
	if err := e.Insert(text); err != nil {
		w.Desk.Say(e.Refusal(), 0)
	}
	w.keep()
	w.window.grid.sync(e.Text(), true)
}

// chooseCell begins the chosen cell; the cell of a type takes the next type.
func (w *Pane) chooseCell() {
	g := &w.window.grid
	if g.at < len(g.rows) && g.column == typeCell {
		rows := slices.Clone(g.rows)
		p := &rows[g.at]
		to := nextType(*p)
		p.Literal = view.Retyped(p.Literal, to)
		w.setRow(rows)
		w.Desk.Say(fmt.Sprintf("%s's draft: %s is %s %s. u takes it back.", w.window.known.Title, p.Name, article(to),
			to), 0)
		return
	}
	w.beginCell()
}

func article(word string) string {
	if strings.ContainsRune("AEIOU", rune(word[0])) {
		return "an"
	}
	return "a"
}

// addProperty begins a new property, dropProperty takes the chosen one away.
func (w *Pane) addProperty() {
	w.commitCell()
	w.window.grid.at = len(w.window.grid.rows)
	w.beginCell()
}

func (w *Pane) dropProperty() {
	g := &w.window.grid
	g.typing = false
	w.edit(false)
	if g.at >= len(g.rows) {
		w.Desk.Say("No property is chosen. The arrows choose one.", 0)
		return
	}
	name := g.rows[g.at].Name
	w.setRow(slices.Delete(slices.Clone(g.rows), g.at, g.at+1))
	w.Desk.Say(fmt.Sprintf("%s's draft no longer says %s. u takes it back.", w.window.known.Title, name), 0)
}

// typeGrid takes a key of the chosen cell. Enter is done with it, behind a new name comes its value; Up and Down go on
// to the next property.
func (w *Pane) typeGrid(msg tea.Msg) tea.Cmd {
	g := &w.window.grid
	w.Changes++
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "enter":
			named := g.column == nameCell && g.at == len(g.rows)
			w.commitCell()
			if named && g.at < len(g.rows) {
				g.column = valueCell
				w.beginCell()
				return nil
			}
			w.edit(false)
			return nil
		case "ctrl+z", "ctrl+y":
			_, _ = w.cellKey(k.String())
			return nil
		case "up", "down":
			w.commitCell()
			w.moveGrid(map[string]command.Direction{"up": command.Above, "down": command.Below}[k.String()])
			w.beginCell()
			return nil
		}
	}
	cmd, _ := g.cell.Update(msg)
	w.sayLeftOut(g.cell)
	return cmd
}

// sayLeftOut tells that a line has no room for all that was put into it.
func (w *Pane) sayLeftOut(line *widget.Input) {
	if why := line.Problem(); why != "" {
		w.Desk.Say(why, 0)
	}
}

// moveGrid chooses another cell.
func (w *Pane) moveGrid(where command.Direction) bool {
	g := &w.window.grid
	switch where {
	case command.Left:
		g.column = max(g.column-1, nameCell)
	case command.Right:
		g.column = min(g.column+1, valueCell)
	default:
		n := pane.Rows(where, w.window.at.Dy())
		if n == 0 {
			return false
		}
		g.at = min(max(g.at+n, 0), len(g.rows))
	}
	w.Changes++
	return true
}

// gridMouse chooses a cell; on the chosen one a click begins it, and on the sign behind a property drops it.
func (w *Pane) gridMouse(m face.Mouse) bool {
	g := &w.window.grid
	at := image.Pt(m.X, m.Y).Sub(w.window.at.Min)
	row, column, drop, ok := g.under(at)
	if !ok {
		return false
	}
	button := g.typeAt == row && column == typeCell
	if column == typeCell && !button { // only what looks like a button changes a type
		column = valueCell
	}
	w.commitCell()
	g.at, g.column = min(row, len(g.rows)), column
	w.Changes++
	switch {
	case drop && row < len(g.rows):
		w.dropProperty()
	case row >= len(g.rows):
		w.addProperty()
	case button:
		w.edit(false)
		w.chooseCell()
	default:
		w.chooseCell()
	}
	return true
}

// gridDouble is the second press of a double click, for what the first one hit: a type changes once more, and what
// stands in the cell that the first one began is selected as a word of a text is.
func (w *Pane) gridDouble(m face.Mouse) {
	g := &w.window.grid
	row, column, drop, ok := g.under(image.Pt(m.X, m.Y).Sub(w.window.at.Min))
	switch {
	case !ok || drop || row != g.at:
	case g.typing && column == g.column:
		g.cell.SelectAll()
		w.Changes++
	case !g.typing && column == typeCell && g.typeAt == row:
		w.chooseCell()
	}
}

// property carries out what concerns single properties, where the window has any.
func (w *Pane) property(do func()) bool {
	if !w.gridOn() {
		w.Desk.Say("Only an entity has properties.", 0)
		return true
	}
	do()
	return true
}

// cellKey takes the keys of the clipboard and of undoing: those of the clipboard are the cell's, undoing is the
// draft's.
func (w *Pane) cellKey(key string) (cmd tea.Cmd, mine bool) {
	e := w.window.editor
	switch key {
	case "ctrl+z", "ctrl+y":
		w.commitCell()
		if key == "ctrl+z" {
			e.Undo()
		} else {
			e.Redo()
		}
		w.keep()
		w.window.grid.sync(e.Text(), true)
		if w.gridOn() {
			w.beginCell()
		}
		return nil, true
	case "ctrl+x", "ctrl+c", "ctrl+v":
		return w.typeGrid(control(key)), true
	}
	return nil, false
}

// control is the press of a key that is named as `ctrl+v`.
func control(key string) tea.KeyPressMsg {
	return tea.KeyPressMsg{Code: rune(key[len(key)-1]), Mod: tea.ModCtrl}
}

// cellCursor is where the next letter goes.
func (w *Pane) cellCursor() (x, y int, visible bool) {
	g := &w.window.grid
	if !g.typing {
		return 0, 0, false
	}
	x, _, visible = g.cell.Cursor()
	if g.column == valueCell {
		x += g.shape.value
	}
	y = g.at - g.top + g.shape.first
	return x + w.window.at.Min.X, y + w.window.at.Min.Y, visible && y < w.window.at.Dy()
}
