package tree

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// Pane is the pane of the resources: services with their objects, branches, bookmarks.
type Pane struct {
	pane.Base
	tree   *widget.Tree
	object engine.ObjectID // the selected one, when it was last looked at
	gone   bool            // it is not there: the row above where it was is selected meanwhile
	// it was selected before there was a row of it, as what a form has just made: the row is when it comes
	awaited bool
	bullet  string // the sign of the branch that one is on, in the glyphs of the screen
	filter  string
	eyes    bool // client eyes: only names, and what writers were told
}

// New is the pane of the resources.
func New(d command.Host) *Pane {
	t := &Pane{Base: pane.Base{Desk: d, Keys: command.Tree}, tree: widget.NewTree(""), bullet: "*"}
	t.tree.Content = paintEntry
	return t
}

// entry is what stands behind a row of the tree.
type entry struct {
	object   engine.ObjectID // selects it
	branch   string          // goes to its tip
	bookmark int             // goes there
	heading  bool
	gap      bool
	makes    bool // opens what makes an object
	// remarks at the right, the longest form first: the first one beside which the name fits counts
	right [][]grid.Span
}

// Show lists what is there.
func (t *Pane) Show(v *view.View) {
	t.View = v
	t.build()
	object := t.Desk.Object()
	if object != t.object || t.gone || t.awaited {
		found := t.tree.Select("object " + object.String())
		t.object, t.gone, t.awaited = object, t.gone && !found, !found && !object.IsZero()
	}
	if e, ok := t.selected(); ok && e.gap { // what stood in this row is gone, and may come back
		t.gone = true
		t.tree.Move(-1)
	}
}

func (t *Pane) build() {
	t.Changes++
	roots := append(t.services(), gap("1"))
	roots = append(roots, t.branches()...)
	if marks := t.bookmarks(); len(marks) > 0 {
		roots = append(append(roots, gap("2")), marks...)
	}
	t.tree.SetRoots(roots)
}

func gap(id string) *widget.Node { return &widget.Node{ID: "gap " + id, Data: entry{gap: true}} }

func (t *Pane) services() []*widget.Node {
	var roots []*widget.Node
	for _, s := range inOrder(t.View.Services()) {
		infos := t.inTurn(t.things(s.Name))
		if len(infos) == 0 {
			continue
		}
		root := &widget.Node{ID: "service " + s.Name, Label: serviceLabel(s), Data: entry{heading: true}}
		nodes, alike, inside := map[engine.ObjectID]*widget.Node{}, map[string]int{}, byHolder(infos)
		for _, info := range infos {
			n := t.info(info, inside[info.Object])
			same := info.Inside.String() + " " + n.Label
			if alike[same]++; alike[same] > 1 { // two messages may say the same
				n.Label += fmt.Sprintf(" %d", alike[same])
			}
			nodes[info.Object] = n
		}
		for _, info := range infos {
			if above := nodes[info.Inside]; above != nil && info.Inside != info.Object {
				above.Children = append(above.Children, nodes[info.Object])
				continue
			}
			root.Children = append(root.Children, nodes[info.Object])
		}
		roots = append(roots, root)
	}
	if len(roots) == 0 {
		makes := "o makes one."
		if len(t.View.Writers()) == 0 { // nobody could send what o offers
			makes = "Enter makes one."
		}
		return []*widget.Node{{ID: "empty 1", Label: "No objects yet.", Ink: themes.Dim, Data: entry{makes: true}},
			{ID: "empty 2", Label: makes, Ink: themes.Dim, Data: entry{makes: true}}}
	}
	return roots
}

// things are the objects of a service; what a delete marker hides no client is shown.
func (t *Pane) things(service string) []view.ObjectInfo {
	if t.eyes {
		return t.View.Things(service)
	}
	return t.View.ThingsToSee(service)
}

func (t *Pane) info(info view.ObjectInfo, within []view.ObjectInfo) *widget.Node {
	e := entry{object: info.Object}
	var version, holder []grid.Span
	if t.eyes { // no client knows these
		info.Lease, info.Marks[1] = "", 0
	} else {
		version = t.versionOf(info, within)
	}
	if info.Lease != "" {
		holder = []grid.Span{say.Person(t.View, info.Lease, t.View.Title(info.Lease))}
	}
	marks := counted(info.Marks)
	e.right = [][]grid.Span{say.Joined(holder, version, marks), say.Joined(version, marks), closely(version, marks),
		marks}
	label := info.Name
	if called := t.idLabel(info); called != "" {
		label = called
	} else if !info.Inside.IsZero() {
		label = inside(strings.TrimPrefix(label, view.NameOf(info.Inside)))
	}
	n := &widget.Node{ID: "object " + info.Object.String(), Label: label, Data: e}
	if info.Hidden {
		n.Ink = themes.Dim
	}
	return n
}

// idLabel is what stands for a name that is only an id: of a message its text, of a handle who opened it for what, of
// an upload who began it; empty where the name is one.
func (t *Pane) idLabel(info view.ObjectInfo) string {
	switch info.Kind {
	case "message":
		return strings.TrimPrefix(t.View.Called(info.Object), view.NameOf(info.Inside)+" ")
	case "handle":
		h := view.Record(t.View.Properties(info.Object))
		return t.View.Title(h.Text("client")) + " " + h.Text("access") + "/" + h.Text("share")
	case "upload":
		return t.View.Title(view.Record(t.View.Properties(info.Object)).Mark("created").By) + "'s upload"
	}
	return ""
}

// closely puts one blank between two groups of spans.
func closely(a, b []grid.Span) []grid.Span {
	if len(a) == 0 || len(b) == 0 {
		return append(a[:len(a):len(a)], b...)
	}
	return append(append(a[:len(a):len(a)], say.Plain(" ")), b...)
}

// inside is a name without that of what holds it; of a snapshot's id the time of day is enough.
func inside(rest string) string {
	if at, moment, ok := strings.Cut(rest, "T"); ok && strings.HasPrefix(at, "@") {
		moment = strings.TrimRight(strings.TrimSuffix(moment, "Z"), "0")
		if strings.HasSuffix(moment, ".") {
			moment += "0"
		}
		return "@ " + moment
	}
	return strings.TrimPrefix(rest, "/")
}

// counted are the marks of an object, each sort with its number.
func counted(n [3]int) []grid.Span {
	var list []grid.Span
	for i, sort := range engine.Severities() {
		if n[i] == 0 {
			continue
		}
		if len(list) > 0 {
			list = append(list, say.Plain(" "))
		}
		list = append(list, say.Bold(say.MarkInk(sort), fmt.Sprintf("%c%d", sort, n[i])))
	}
	return list
}

func (t *Pane) branches() []*widget.Node {
	root := &widget.Node{ID: "branches", Label: "Branches", Data: entry{heading: true}}
	for _, b := range t.View.Branches() {
		if t.eyes {
			b.Marks[1] = 0
		}
		steps, mark := []grid.Span{say.Dim(say.Number(b.Steps, "step"))}, counted(b.Marks)
		if b.Live {
			steps = append(steps, say.Bold(themes.Fresh, " live"))
		}
		n := &widget.Node{ID: "branch " + b.Name, Label: b.Name}
		if b.Here {
			n.Sign, n.Ink = t.bullet, themes.Fresh
		}
		n.Data = entry{branch: b.Name, right: [][]grid.Span{say.Joined(steps, mark), closely(steps, mark), mark}}
		root.Children = append(root.Children, n)
	}
	return []*widget.Node{root}
}

func (t *Pane) bookmarks() []*widget.Node {
	list := t.View.Bookmarks()
	if len(list) == 0 {
		return nil
	}
	root := &widget.Node{ID: "bookmarks", Label: "Bookmarks", Data: entry{heading: true}}
	for _, b := range list {
		name := b.Name // behind its time, which is never cut
		if last, ok := t.View.LastOf(b.Record); ok {
			name = last.At.String() + " " + name
		}
		root.Children = append(root.Children,
			&widget.Node{ID: fmt.Sprintf("bookmark %d", b.Record), Label: name, Data: entry{bookmark: b.Record}})
	}
	return []*widget.Node{root}
}

// paintEntry puts a row's label left and its remarks right, a blank column before the frame.
func paintEntry(a grid.Area, n *widget.Node, state widget.RowState) {
	e, _ := n.Data.(entry)
	whole, _ := a.Size()
	w := whole - 1
	right := e.remarks(w, grid.Width(n.Label))
	// the word is worth more than the blank
	if wide := e.remarks(whole, grid.Width(n.Label)); say.Width(right) == 0 && say.Width(wide) > 0 {
		w, right = whole, wide
	}
	room := w
	if used := say.Width(right); used > 0 && used < w {
		say.PutRight(a, w, 0, right...)
		room -= used + 1
	}
	style := themes.Style{Ink: n.Ink, Bold: e.heading || state.Selected && state.Look.Focused}
	if e.makes {
		a.PutSpans(0, 0, say.KeyedIn(style, state.Look.Glyphs.Fit(n.Label, room))...)
		return
	}
	a.Put(0, 0, state.Look.Glyphs.Fit(n.Label, room), style)
}

// remarks are the longest ones beside which a name fits; a name that is too long by itself leaves room for the marks.
func (e entry) remarks(w, name int) []grid.Span {
	for _, list := range e.right {
		if n := say.Width(list); n == 0 || name+1+n <= w {
			return list
		}
	}
	if n := len(e.right); n > 0 {
		return e.right[n-1]
	}
	return nil
}

// Version grows whenever what the pane shows may have changed.
func (t *Pane) Version() uint64 { return t.Changes + t.tree.Version() }

// Title is the name and the key that leads there.
func (t *Pane) Title() (left, right []grid.Span) {
	left = []grid.Span{say.Bold(themes.Title, "Resources")}
	if t.filter != "" {
		return left, []grid.Span{say.Ink(themes.Behind, "'"+t.filter+"'")}
	}
	return left, []grid.Span{say.TitleKey("g t", "")}
}

// SetFilter shows only the rows whose label holds the text.
func (t *Pane) SetFilter(text string) {
	t.filter = strings.TrimSpace(text)
	t.tree.SetFilter(t.filter)
	t.Changes++
}

// SetClientEyes hides or shows versions, holders and marks that only the referee can know.
func (t *Pane) SetClientEyes(on bool) {
	if t.eyes != on {
		t.eyes = on
		if t.View != nil {
			t.build()
		}
	}
}

// Paint shows the rows that fit.
func (t *Pane) Paint(a grid.Area, look face.Look) {
	if t.bullet != look.Glyphs.Bullet && t.View != nil {
		t.bullet = look.Glyphs.Bullet
		t.build()
	}
	if t.tree.Len() == 0 && t.filter != "" {
		a.Fill(themes.Style{})
		say.Paint(a.Inset(1, 0, 0, 0), fmt.Sprintf("No match for '%s'. Esc shows all.", t.filter))
		return
	}
	t.tree.Paint(a, pane.InFocus(look, t.Focused))
}

// Do moves the selection and opens what is selected.
func (t *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.Move:
		return nil, t.move(intent.Where)
	case command.Open:
		return nil, t.open(true)
	case command.Up:
		return nil, t.tree.Up()
	case command.Find:
		if intent.Text == "" {
			return nil, false
		}
		t.SetFilter(intent.Text)
		return nil, true
	case command.Escape:
		had := t.filter != ""
		if had {
			t.SetFilter("")
		}
		return nil, had
	case command.Copy:
		e, ok := t.selected()
		if !ok || e.object.IsZero() {
			return nil, false
		}
		t.Desk.Say("Copied the name "+view.NameOf(e.object)+".", 0)
		return tea.SetClipboard(view.NameOf(e.object)), true
	}
	return nil, false
}

func (t *Pane) move(where command.Direction) bool {
	switch where {
	case command.Left:
		return t.tree.Out()
	case command.Right:
		return t.tree.In()
	}
	mine := pane.Move(t.tree, where)
	if e, ok := t.selected(); ok && e.gap { // nothing is chosen between two groups
		if where == command.Above || where == command.PageUp || where == command.HalfUp {
			t.tree.Move(-1)
		} else {
			t.tree.Move(1)
		}
	}
	return mine
}

func (t *Pane) selected() (entry, bool) {
	n := t.tree.Selected()
	if n == nil {
		return entry{}, false
	}
	e, ok := n.Data.(entry)
	return e, ok
}

// open selects an object everywhere, switches to a branch, goes to a bookmark; what is selected already, and a heading,
// opens or closes.
func (t *Pane) open(toggle bool) bool {
	e, ok := t.selected()
	switch {
	case !ok:
		return false
	case !e.object.IsZero() && e.object != t.Desk.Object():
		t.object = e.object
		t.Desk.Select(e.object)
		t.Desk.Say(t.View.Called(e.object)+" is selected.", 0)
	case e.branch != "":
		t.act(t.Desk.Room().Switch(e.branch), "This is the branch "+e.branch+".")
	case e.bookmark != 0:
		t.act(t.Desk.Room().Go(e.bookmark), "This is "+t.tree.Selected().Label+".")
	case e.makes:
		t.Desk.Do(command.More{})
	case toggle:
		t.tree.Choose()
	}
	return true
}

// Idle says whether a key would leave all as it is here: what is selected is open already, and nothing is above.
func (t *Pane) Idle(in command.Intent) bool {
	e, ok := t.selected()
	switch in.(type) {
	case command.Open:
		chosen := e.branch == "" && e.bookmark == 0 && !e.makes && (e.object.IsZero() || e.object == t.Desk.Object())
		return !ok || chosen && len(t.tree.Selected().Children) == 0 || e.branch == t.View.Branch && !t.View.Past
	case command.Up:
		return !t.tree.HasUp()
	}
	return false
}

func (t *Pane) act(err error, done string) {
	if err != nil {
		done = say.Error(err)
	}
	t.Desk.Say(done, 0)
}

// Mouse selects a row and opens it, or opens and closes what it holds.
func (t *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double, face.Right:
		n, onArrow := t.tree.Hit(m.X, m.Y)
		if n == nil {
			return nil, false
		}
		if e, _ := n.Data.(entry); e.gap {
			return nil, false
		}
		t.tree.Select(n.ID)
		if onArrow && m.Kind != face.Right {
			t.tree.Toggle(n)
			return nil, true
		}
		t.open(m.Kind == face.Double)
		return nil, m.Kind != face.Right
	case face.Wheel:
		t.tree.Wheel(m.Delta)
		return nil, true
	}
	return nil, false
}
