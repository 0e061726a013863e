package dialogs

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/races"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
)

// more lists operations; choosing one puts its form in the place of the list, and Esc there comes back.
type more struct {
	layered // with the form of an operation
	d       command.Host
	v       *view.View
	listed  map[string]bool // what stands in the list
	hidden  []row           // the others, which typing finds
	named   bool            // of what makes something only what has a kind's name
}

// groups are the groups of operations in the order and with the words of the menu.
var groups = [...]struct {
	group engine.Group
	title string
}{{engine.GroupRead, "Read"}, {engine.GroupWrite, "Write"}, {engine.GroupDelete, "Delete"},
	{engine.GroupLease, "Lease"}, {engine.GroupOther, "More"}}

// NewMore lists the operations for the selected object, then what makes new objects: inside of it or beside it first,
// then by service. The other operations of all services are found by typing.
func NewMore(d command.Host) Dialog {
	m := newMore(d)
	object := d.Object()
	holder := m.holder(object)
	var rows []row
	if !holder.IsZero() && holder == object { // what one wants of something that holds others
		rows = m.inside(holder)
	}
	rows = append(rows, m.under(groups[0].title, func(s *engine.Service, op *engine.OpSpec) bool {
		// what r does, as receiving
		return op.Object == object.Kind && slices.Contains(s.Acts[object.Kind][engine.ToRead], op.Verb)
	}, m.opRow)...)
	for _, g := range groups {
		rows = append(rows, m.under(g.title, func(_ *engine.Service, op *engine.OpSpec) bool {
			return op.Object == object.Kind && op.Group == g.group
		}, m.opRow)...)
	}
	if !holder.IsZero() && holder != object {
		rows = append(rows, m.inside(holder)...)
	}
	title := "More for " + m.v.Called(object)
	if object.IsZero() {
		title = "New object, or any operation"
		rows = m.holders()
	}
	m.listAll(title, append(rows, m.byService()...))
	return m
}

// NewObject lists the kinds of objects that can be made: inside of what is selected or beside it first, then by
// service. Any operation is found by typing.
func NewObject(d command.Host) Dialog {
	m := newMore(d)
	m.named = true
	var rows []row
	if holder := m.holder(d.Object()); !holder.IsZero() {
		rows = m.inside(holder)
	}
	m.listAll("New object", append(rows, m.byService()...))
	return m
}

func newMore(d command.Host) *more {
	return &more{d: d, v: d.Room().View(), listed: map[string]bool{}}
}

// inside are the operations that make something in what holds the selected object, or in that itself.
func (m *more) inside(holder engine.ObjectID) []row {
	object := m.d.Object()
	return m.under("New in "+holder.Name, func(s *engine.Service, op *engine.OpSpec) bool {
		kind := op.Makes
		return m.creates(s, op) && !takesReceipt(op) && (beside(m.v, object, op) != "" ||
			op.Object == object.Kind && kind != "" && kind != object.Kind)
	}, m.newRow)
}

// holders are the operations that make what holds others, of all services: who has nothing yet begins with one.
func (m *more) holders() []row {
	return m.withFeatures(m.under("What holds others", func(s *engine.Service, op *engine.OpSpec) bool {
		return op.Effect == engine.Creates && len(s.Holders) > 0 && op.Makes == s.Holders[0]
	}, func(s *engine.Service, op *engine.OpSpec) row {
		r := m.newRow(s, op)
		r.right, r.rightInk = s.Title, themes.Dim
		return r
	}))
}

// byService are the operations that make something, service by service: what holds others comes first.
func (m *more) byService() (rows []row) {
	object := m.d.Object()
	for _, s := range m.v.Services() {
		for _, contents := range []bool{false, true} {
			rows = append(rows, m.under(s.Title, func(of *engine.Service, op *engine.OpSpec) bool {
				made := op.Makes
				container := op.Effect == engine.Creates && made != ""
				return of.Name == s.Name && m.creates(of, op) && contents != container &&
					(made != "" || !object.IsZero() || !makesAny(of)) // a part of nothing can wait until it is typed
			}, m.newRow)...)
		}
	}
	return m.withFeatures(rows)
}

// withFeatures puts behind each row that makes something the rows that make it with one of its features, as a bucket
// that keeps versions.
func (m *more) withFeatures(rows []row) (list []row) {
	for _, r := range rows {
		list = append(list, r)
		for _, s := range m.v.Services() {
			for _, f := range s.Features {
				text := "New " + f.Makes
				if r.text != "New "+f.Kind || m.listed[text] {
					continue
				}
				m.listed[text] = true
				with := r
				with.text = text
				with.note = fmt.Sprintf("Make a %s and switch %s on.", f.Kind, f.Name)
				with.say = fmt.Sprintf("Make a %s, then %s: two requests.", f.Kind, f.Verb)
				with.act = func() bool {
					r.act()
					if made, ok := m.above.(*form); ok {
						made.feature = f
					}
					return false
				}
				list = append(list, with)
			}
		}
	}
	return list
}

// listAll shows rows; all operations that are not among them are found by typing.
func (m *more) listAll(title string, rows []row) {
	m.hidden = m.under("", func(s *engine.Service, op *engine.OpSpec) bool {
		return !m.listed["New "+op.Makes]
	}, m.opRow)
	m.list(title, joinHeads(rows))
}

// NewInside is the form of what is made in the selected object; nil: nothing is.
func NewInside(d command.Host) Dialog {
	m := &more{d: d, v: d.Room().View()}
	if op := act.Into(m.v, d.Object()); op != nil {
		only, _ := onlyNew(op)
		return m.newForm(op, only)
	}
	return nil
}

// under are the operations that fit and stand nowhere yet, below a heading.
func (m *more) under(title string, fits func(*engine.Service, *engine.OpSpec) bool,
	line func(*engine.Service, *engine.OpSpec) row) []row {
	rows := []row{{head: true, text: title}}
	for _, s := range m.v.Services() {
		for i := range s.Ops {
			if op := &s.Ops[i]; fits(s, op) {
				if r := line(s, op); !m.listed[r.text] {
					m.listed[r.text], m.listed[op.Verb] = true, true // by its other name it would stand there twice
					rows = append(rows, r)
				}
			}
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return rows
}

// joinHeads leaves out a heading that repeats the one before it.
func joinHeads(rows []row) (list []row) {
	last := ""
	for _, r := range rows {
		if r.head && r.text == last {
			continue
		}
		if r.head {
			last = r.text
		}
		list = append(list, r)
	}
	return list
}

// list shows rows; where something is typed, the best match of all operations first.
func (m *more) list(title string, rows []row) {
	m.picker = picker{chooser: newChooser("Filter", "No operations.", rows), title: title, wide: 84,
		hints: []Hint{{"Enter", "open the form"}, {"Letters", "find"}, upDown, escCloses}}
	m.filter = func(rows []row, text string) []row {
		if text == "" {
			return rows
		}
		found := ranked(slices.Concat(rows, m.hidden), text)
		if m.d.Object().IsZero() { // what holds others comes first: nothing is there yet to put the others into
			holds := func(r row) int {
				kind, makes := strings.CutPrefix(strings.ToLower(r.text), "new ")
				if makes && strings.HasPrefix(kind, strings.ToLower(text)) && strings.HasPrefix(r.find, "create-") {
					return 0
				}
				return 1
			}
			slices.SortStableFunc(found, func(a, b row) int { return holds(a) - holds(b) })
		}
		exact := func(r row) bool { // by its verb, which what makes something does not show
			verb, _, _ := strings.Cut(r.find, " ")
			return verb == text
		}
		if at := slices.IndexFunc(found, exact); at > 0 { // who types a whole name means that
			found = slices.Insert(slices.Delete(slices.Clone(found), at, at+1), 0, found[at])
		}
		return found
	}
}

func (m *more) opRow(s *engine.Service, op *engine.OpSpec) row {
	find := strings.Join([]string{op.Verb, s.Name, s.Title, races.AlsoCalled(s.Name), races.AlsoCalled(op.Object),
		op.Method}, " ")
	return row{text: op.Verb, note: op.Summary, say: op.Summary, find: find, act: func() bool {
		m.above = NewForm(m.d, op.Verb, nil)
		return false
	}}
}

// newRow is an operation that makes something: one that makes a kind of thing is called after it. What would replace
// another that is there is asked to make it only where there is none.
func (m *more) newRow(s *engine.Service, op *engine.OpSpec) row {
	r := m.opRow(s, op)
	only, new := onlyNew(op)
	if op.Makes != "" {
		r.text = "New " + op.Makes
	}
	if new {
		r.note = "Make one where there is none: If-None-Match *."
		r.say = r.note + " Without it what is there is replaced."
	}
	r.act = func() bool {
		m.above = m.newForm(op, only)
		return false
	}
	return r
}

// newForm is the form of an operation that makes something, with the beginning of its name.
func (m *more) newForm(op *engine.OpSpec, only []engine.Arg) Dialog {
	name := beside(m.v, m.d.Object(), op)
	if name == "" && op.Object == m.d.Object().Kind { // it goes into what is selected
		name = m.d.Object().Name
	}
	return NewForm(m.d, op.Verb, append(engine.Args(op.Params()[0].Name, name), only...))
}

// onlyNew is the condition under which an operation replaces nothing, where it makes something and takes one.
func onlyNew(op *engine.OpSpec) (only []engine.Arg, ok bool) {
	if p, takes := op.Param(noneMatch); op.Makes != "" && takes && slices.Contains(p.One, "*") {
		return engine.Args(noneMatch, "*"), true
	}
	return nil, false
}

// noneMatch is the condition that there is nothing yet.
const noneMatch = "if-none-match"

// creates says whether an operation is one that can make something: that is all it does, or it writes content.
func (m *more) creates(s *engine.Service, op *engine.OpSpec) bool {
	if m.named && op.Makes == "" {
		return false
	}
	return op.Effect == engine.Creates || content(op) != "" && !op.Prompt()
}

// holder is what the selected object is in, or the object itself where it holds others.
func (m *more) holder(object engine.ObjectID) engine.ObjectID {
	for _, s := range m.v.Services() {
		for _, t := range m.v.Things(s.Name) {
			switch {
			case t.Object != object:
			case t.Inside.IsZero():
				return object
			default:
				return t.Inside
			}
		}
	}
	return engine.ObjectID{}
}

// makesAny says whether a service has an operation that makes something.
func makesAny(s *engine.Service) bool {
	return slices.ContainsFunc(s.Ops, func(op engine.OpSpec) bool { return op.Makes != "" })
}

// takesReceipt says whether an operation is about a message that was received: it makes none.
func takesReceipt(op *engine.OpSpec) bool {
	return slices.ContainsFunc(op.Params(), func(p engine.Param) bool { return p.Guard == "receipt" })
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
		if !slices.ContainsFunc(s.Ops, func(o engine.OpSpec) bool { return o.Verb == op.Verb }) {
			continue // nothing of one service lies in a thing of another
		}
		for _, t := range v.Things(s.Name) {
			if t.Object != object {
				continue
			}
			if holder, ok := t.Inside.Name, !t.Inside.IsZero(); ok && kind == op.Object {
				return holder + "/"
			}
			into := act.Into(v, object)
			if into != nil && op.Object == into.Object && kind != op.Object {
				return name + "/"
			}
		}
	}
	return ""
}

// Update hands the message to the form, or to the list.
func (m *more) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if m.above == nil {
		return m.picker.Update(msg)
	}
	if press(msg) == "esc" {
		m.above = nil
		return false, nil
	}
	return m.above.Update(msg)
}

// Mouse hands the mouse to the form, or to the list.
func (m *more) Mouse(at face.Mouse) (done bool, cmd tea.Cmd) {
	return m.open().Mouse(at)
}

// Hints are the form's or the list's.
func (m *more) Hints() []Hint {
	if m.above == nil {
		return m.picker.Hints()
	}
	hints := append([]Hint(nil), m.above.Hints()...)
	for i := range hints {
		if hints[i].Key == "Esc" {
			hints[i].What = "back"
		}
	}
	return hints
}
