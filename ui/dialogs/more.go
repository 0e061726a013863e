package dialogs

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// more lists operations; choosing one puts its form in the place of the list, and Esc there comes back.
type more struct {
	picker
	form Dialog
}

// groups are the groups of operations in the order and with the words of the menu.
var groups = [...][2]string{{"read", "Read"}, {"write", "Write"}, {"delete", "Delete"}, {"lease", "Lease"},
	{"other", "More"}}

// NewMore lists all operations for the selected object's kind, and what makes new objects.
func NewMore(d command.Host) Dialog {
	m := &more{}
	v := d.Room().View()
	kind := d.Object().Kind
	var rows []row
	for _, g := range groups {
		var inside []row
		for _, s := range v.Services() {
			for i := range s.Ops {
				if op := &s.Ops[i]; op.Object == kind && op.Group == engine.Group(g[0]) {
					inside = append(inside, m.opRow(d, op, nil))
				}
			}
		}
		if len(inside) > 0 {
			rows = append(append(rows, row{head: true, text: g[1]}), inside...)
		}
	}
	rows = append(rows, m.newRows(d, v)...)
	title := "More for " + v.Called(d.Object())
	if kind == "" {
		title = "New object"
	}
	m.list(title, rows)
	return m
}

// list shows rows; where something is typed, those whose operation says it come before those whose sentence does.
func (m *more) list(title string, rows []row) {
	m.picker = picker{chooser: newChooser("Filter", "No operations.", rows), title: title, wide: 84,
		hints: []Hint{{"Enter", "open the form"}, upDown, escCloses}}
	m.filter = func(rows []row, text string) []row {
		if text == "" {
			return rows
		}
		all := slices.DeleteFunc(holding(rows, text), func(r row) bool { return r.head })
		slices.SortStableFunc(all, func(a, b row) int { return outside(a, text) - outside(b, text) })
		return all
	}
}

// outside is how far from a row's name what is typed lies: 0 in it, 1 in what else the row says.
func outside(r row, text string) int {
	if len(holding([]row{{text: r.text + " " + r.find}}, text)) > 0 {
		return 0
	}
	return 1
}

func (m *more) opRow(d command.Host, op *engine.OpSpec, preset []engine.Arg) row {
	return row{text: op.Verb, note: op.Summary, say: op.Summary, find: op.Method, act: func() bool {
		m.form = NewForm(d, op.Verb, preset)
		return false
	}}
}

// newRows are the operations that can make something: those that are named after what they make, and behind them, under
// their own names, the others that write content.
func (m *more) newRows(d command.Host, v *view.View) []row {
	rows, others := []row{{head: true, text: "New"}}, []row{{head: true, text: "Other ways to write"}}
	for _, s := range v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if !strings.HasPrefix(op.Verb, "create-") && content(op) == "" {
				continue
			}
			r := m.opRow(d, op, engine.Args(op.Params()[0].Name, beside(v, d.Object(), op)))
			kind := makes(s.Ops, op)
			if kind == "" {
				others = append(others, r)
				continue
			}
			r.text, r.find = "New "+kind, op.Verb
			rows = append(rows, r)
		}
	}
	if len(others) > 1 {
		rows = append(rows, others...)
	}
	return rows
}

// makes is the kind of object that an operation is named after, as `put-message` after a message; empty where it is
// named otherwise.
func makes(ops []engine.OpSpec, op *engine.OpSpec) string {
	how, kind, _ := strings.Cut(op.Verb, "-")
	if !slices.Contains([]string{"create", "put", "insert"}, how) ||
		!slices.ContainsFunc(ops, func(o engine.OpSpec) bool { return o.Object == kind }) {
		return ""
	}
	return kind
}

// content is the name of the parameter that is an operation's content in one value; empty where it has none.
func content(op *engine.OpSpec) string {
	for i, p := range op.Params() {
		if i > 0 && p.Content && !p.Prefix() {
			return p.Name
		}
	}
	return ""
}

// beside is how the name of a new object begins: inside what is selected, or beside it.
func beside(v *view.View, object engine.ObjectID, op *engine.OpSpec) string {
	kind, name := object.Kind, object.Name
	for _, s := range v.Services() {
		for _, t := range v.Things(s.Name) {
			if t.Object != object {
				continue
			}
			if holder, ok := t.Inside.Name, !t.Inside.IsZero(); ok && kind == op.Object {
				return holder + "/"
			}
			if t.Inside.IsZero() && kind != op.Object && !strings.HasPrefix(op.Verb, "create-") {
				return name + "/"
			}
		}
	}
	return ""
}

// Title is the list's, or the open form's.
func (m *more) Title() string {
	if m.form != nil {
		return m.form.Title()
	}
	return m.picker.Title()
}

// Size is what the list or the form wants.
func (m *more) Size(maxW, maxH int) (w, h int) {
	if m.form != nil {
		return m.form.Size(maxW, maxH)
	}
	return m.picker.Size(maxW, maxH)
}

// Update hands the message to the form, or to the list.
func (m *more) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if m.form == nil {
		return m.picker.Update(msg)
	}
	if press(msg) == "esc" {
		m.form = nil
		return false, nil
	}
	return m.form.Update(msg)
}

// Mouse hands the mouse to the form, or to the list.
func (m *more) Mouse(at face.Mouse) (done bool, cmd tea.Cmd) {
	if m.form != nil {
		return m.form.Mouse(at)
	}
	return m.picker.Mouse(at)
}

// Paint shows the form or the list.
func (m *more) Paint(a grid.Area, look face.Look) {
	if m.form != nil {
		m.form.Paint(a, look)
		return
	}
	m.picker.Paint(a, look)
}

// Cursor is the form's or the list's.
func (m *more) Cursor() (x, y int, visible bool) {
	if m.form != nil {
		return m.form.Cursor()
	}
	return m.picker.Cursor()
}

// Hints are the form's or the list's.
func (m *more) Hints() []Hint {
	if m.form == nil {
		return m.picker.Hints()
	}
	hints := append([]Hint(nil), m.form.Hints()...)
	for i := range hints {
		if hints[i].Key == "Esc" {
			hints[i].What = "back"
		}
	}
	return hints
}
