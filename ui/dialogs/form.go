package dialogs

import (
	"cmp"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/say"
)

// form is one operation as fields. It knows no rule of a service: names, help and choices come from the operation's
// parameters, guards from what the writer knows, and the answer that would come from trying.
type form struct {
	d       command.Host
	spec    *engine.OpSpec
	by      string // who sends it
	k       *view.Known
	edits   *underWay      // a request that is under way already; nil: a new one
	feature engine.Feature // what it makes is told to do that, in a second request; empty: nothing
	like    string         // whose request it repeats, as `as Ana's #3`; empty: nobody's
	fields  []*field
	at      int    // the field with the cursor
	first   int    // the first field on screen
	problem string // our own sentence: it cannot be sent like this
	would   forecast
	tried   bool

	places  []image.Rectangle // of the fields on screen, by their numbers
	states  []image.Rectangle // of the words at their right: absent or empty
	buttons []image.Rectangle
	bottom  int // the height of what was painted
	cursor  image.Point
	shown   bool
}

// labelMost is how wide the names of parameters may be.
const labelMost = 20

// leaseLength is how many seconds a lease is asked for unless somebody types another number: long enough to act, short
// enough to see it end.
const leaseLength = "30"

// inventedID is what a lease is renamed to unless another id is typed: an invented one.
const inventedID = "guid:B"

// NewForm is the form of one operation for the writer, with some arguments filled in.
func NewForm(d command.Host, verb string, preset []engine.Arg) Dialog {
	v := d.Room().View()
	f := &form{d: d, spec: v.Spec(verb), by: d.Writer(), k: v.Known(d.Writer())}
	if f.spec == nil {
		f.spec = &engine.OpSpec{Verb: verb}
		f.problem = "No operation is called " + verb + ". o lists all."
		return f
	}
	for _, p := range inFormOrder(f.spec.Params()) {
		f.fields = append(f.fields, newField(p))
	}
	f.fields[0].names()
	f.preset(preset)
	if f.target() == "" {
		f.preset(engine.Args(f.fields[0].Name, cmp.Or(f.ownHandle(), f.nameOfSelected())))
	}
	named := f.target() != "" && !strings.HasSuffix(f.target(), "/")
	if held := f.handed(); !named && len(held) > 0 { // the message that it works on
		f.fields[0].set(engine.Text(held[len(held)-1].Object.Name))
	}
	f.words()
	f.fill(v, preset)
	if name := f.target(); name != "" && !strings.HasSuffix(name, "/") {
		f.move(1)
	}
	return f
}

// inFormOrder are parameters as a form lists them: what the request names and carries first, then its conditions, which
// decide a race, then the rest.
func inFormOrder(params []engine.Param) []engine.Param {
	place := func(p engine.Param) int {
		switch {
		case p.Positional():
			return 0
		case p.Guard != "" || strings.HasPrefix(p.Name, "if-"):
			return 1
		}
		return 2
	}
	list := slices.Clone(params)
	slices.SortStableFunc(list, func(a, b engine.Param) int { return place(a) - place(b) })
	return list
}

func (f *form) target() string { return f.fields[0].text() }

func (f *form) object() engine.ObjectID {
	return engine.ObjectID{Kind: f.spec.Object, Name: f.target()}
}

// nameOfSelected is the selected object's name where the operation is for its kind; else the container that holds it,
// or nothing.
func (f *form) nameOfSelected() string {
	kind, name := f.d.Object().Kind, f.d.Object().Name
	if kind == f.spec.Object {
		return name
	}
	for _, s := range f.d.Room().View().Services() {
		for _, t := range f.d.Room().View().ThingsToSee(s.Name) {
			switch {
			case t.Object != f.d.Object():
			case t.Inside.Kind == f.spec.Object:
				return t.Inside.Name
			case t.Inside.IsZero() && slices.ContainsFunc(s.Ops, func(op engine.OpSpec) bool {
				return op.Verb == f.spec.Verb && !slices.Contains(s.Holders, op.Object)
			}):
				return t.Name + "/" // something in it
			}
		}
	}
	return ""
}

// handed are the messages that the writer could name by a receipt: none where the operation takes none.
func (f *form) handed() []view.Handed {
	takes := slices.ContainsFunc(f.spec.Params(), func(p engine.Param) bool { return p.Guard == "receipt" })
	if f.k == nil || !takes {
		return nil
	}
	return f.k.Handed(f.d.Object())
}

// words are the fields of what the writer means by a request, where it has been told something that can stand there:
// which answer the content is made from, and which earlier request it tries once more.
func (f *form) words() {
	if f.k == nil || f.spec.Group == engine.GroupRead || f.spec.Prompt() {
		return
	}
	add := func(name, help string) {
		to := newField(engine.Param{Name: name, Help: help})
		to.word = true
		f.fields = append(f.fields, to)
	}
	if content(f.spec) != "" && len(f.k.Sources(f.object())) > 0 {
		add(fromWord, "the answer that the content is made from, or none. Absent: it is found out")
	}
	if len(f.k.Tries(f.spec.Verb)) > 0 {
		add(againWord, "the request of which this is another try")
	}
}

func (f *form) preset(args []engine.Arg) {
	for _, a := range args {
		for _, to := range f.fields {
			switch {
			case !to.Takes(a.Name):
			case to.Prefix():
				to.addPair(a)
			default:
				to.set(a.Value)
			}
		}
	}
}

// fill puts in what the writer knows: its guard, what it can refer to, and its draft.
func (f *form) fill(v *view.View, preset []engine.Arg) {
	if f.k == nil {
		return
	}
	if f.spec.Group != engine.GroupRead {
		args, _, _ := f.k.Guarded(*f.spec, f.object(), preset)
		for _, a := range args[len(preset):] {
			if p, ok := f.spec.Param(a.Name); ok &&
				(f.spec.Group != engine.GroupLease || !p.Version) { // the guard is for writes
				f.preset([]engine.Arg{a})
			}
		}
	}
	if marker := v.Marker(f.object()); f.spec.Effect == engine.Deletes && !marker.IsZero() {
		f.preset([]engine.Arg{{Name: "version-id", Value: marker.Value()}}) // without it another one comes on top
	}
	if f.spec.Effect == engine.ChangesLease {
		f.preset(engine.Args("id", inventedID))
	}
	if f.spec.Effect == engine.AcquiresLease {
		f.preset(engine.Args("duration", leaseLength))
	}
	f.refer()
	for _, to := range f.fields {
		if (to.Guard == "receipt" || to.Guard == "upload") && to.text() == "" && !to.ref.IsZero() {
			to.set(to.ref) // without it nothing is named
		}
	}
	for _, a := range f.listed() {
		for _, to := range f.fields {
			if to.Takes(a.Name) && to.text() == "" {
				to.set(a.Value)
			}
		}
	}
	name := content(f.spec)
	for _, to := range f.fields {
		if to.Name != name || to.text() != "" {
			continue
		}
		draft, drafted := v.Draft(f.k.ID, f.object())
		read, has := f.k.Reading(f.object())
		has = has && read.HasBody && !read.Gone
		switch {
		case drafted && has && f.spec.Effect == engine.Merges:
			to.set(engine.Text(changed(draft.Text, read.Body)))
		case drafted && !(to.Kept && draft.Text == ""):
			to.set(engine.Text(draft.Text))
		case to.Kept || f.spec.Effect == engine.Merges:
			continue // what is not sent stays as it is
		case has:
			to.set(engine.Text(read.Body))
		}
	}
}

// changed are the lines of a row that are not as they were read: a merge sends them alone.
func changed(row, read string) string {
	was := strings.Split(read, "\n")
	return strings.Join(slices.DeleteFunc(strings.Split(row, "\n"), func(line string) bool {
		return slices.Contains(was, line)
	}), "\n")
}

// refer finds out what the writer can fill each guard with: it depends on the target.
func (f *form) refer() {
	for i, to := range f.fields {
		if f.k != nil {
			f.recall(to)
		}
		switch {
		case to.input == nil:
		case i == 0:
			to.input.Suggest(f.names())
		default:
			var list []string
			for _, r := range to.recent {
				list = append(list, valueText(r.Ref))
			}
			to.input.Suggest(list)
		}
	}
}

// recall finds what the writer was told that fits a field, the newest first.
func (f *form) recall(to *field) {
	switch {
	case to.word && to.Name == fromWord:
		to.recent = append(f.k.Sources(f.object()), view.Recent{Ref: engine.Text("none")})
	case to.word:
		to.recent = f.k.Tries(f.spec.Verb)
	case to.Guard == "":
		return
	default:
		to.ref, to.stands = suggestion(f.k, f.object(), to.Guard)
		if to.recent = nil; to.ref.IsZero() {
			return
		}
		to.recent = append(to.recent, view.Recent{Ref: to.ref, Value: to.stands})
		for _, r := range f.k.Recent(f.object(), to.Guard) {
			if !r.Value.Equal(to.stands) {
				to.recent = append(to.recent, r)
			}
		}
		return
	}
	to.ref, to.stands = to.recent[0].Ref, to.recent[0].Value
}

// names are what the request could be for: the objects of its kind, and what could hold another.
func (f *form) names() (list []string) {
	v := f.d.Room().View()
	for _, s := range v.Services() {
		for _, t := range v.Things(s.Name) {
			switch {
			case t.Kind == f.spec.Object:
				list = append(list, t.Name)
			case t.Inside.IsZero() && slices.ContainsFunc(s.Ops,
				func(op engine.OpSpec) bool { return op.Verb == f.spec.Verb }):
				list = append(list, t.Name+"/")
			}
		}
	}
	return list
}

// Title is the operation.
func (f *form) Title() string {
	switch {
	case f.k == nil:
		return f.spec.Verb
	case f.edits != nil:
		return "Edit " + f.edits.No + ": " + f.spec.Verb + " by " + f.k.Title
	}
	then := ""
	if f.feature.Verb != "" {
		then = ", then " + f.feature.Verb
	}
	return strings.TrimSpace(f.spec.Verb+" by "+f.k.Title+" "+f.like) + then
}

// Size is what all fields want, within the limits.
func (f *form) Size(maxW, maxH int) (w, h int) {
	w = max(min(88, maxW), 1)
	h = f.needs() + max(len(say.Wrap(f.spec.Summary, max(w-2, 1)))-1, 0)
	const most = 22 // one that is longer scrolls: what it is about stays in sight beside it
	return w, max(min(h, maxH, most), 1)
}

// needs is the height in which all fields stand, below one row of what it is about.
func (f *form) needs() int {
	h := 7
	for _, to := range f.fields {
		h += to.rows(5)
	}
	return h
}

// Update takes the keys of the form; the others go to the field with the cursor.
func (f *form) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	now := f.focused()
	inText := now != nil && now.editor != nil
	switch key := press(msg); {
	case key == "esc":
		return true, nil
	case key == "ctrl+s", key == "enter" && (now == nil || !now.inLines()):
		return f.send(), nil
	case key == "tab", key == "down" && !inText:
		f.move(1)
	case key == "shift+tab", key == "up" && !inText:
		f.move(-1)
	case key == "pgup" && !inText, key == "pgdown" && !inText:
		f.move(map[string]int{"pgup": -5, "pgdown": 5}[key])
	case now != nil && (key == "down" || key == "up") && f.leaves(now, key):
	case now != nil:
		cmd = now.update(msg)
		f.changed()
	}
	return false, cmd
}

// leaves moves out of a text where the cursor cannot go further up or down in it.
func (f *form) leaves(now *field, key string) bool {
	last := strings.Count(now.editor.Text(), "\n")
	switch line := now.editor.At().Line; {
	case key == "up" && line == 0:
		f.move(-1)
	case key == "down" && line == last:
		f.move(1)
	default:
		return false
	}
	return true
}

func (f *form) focused() *field {
	if f.at >= len(f.fields) {
		return nil
	}
	return f.fields[f.at]
}

func (f *form) move(by int) {
	f.at = max(min(f.at+by, len(f.fields)-1), 0)
}

// changed is called after every key that may have changed something.
func (f *form) changed() {
	f.tried = false
	f.problem = ""
	switch at := f.focused(); {
	case at == nil:
	case at.editor != nil:
		f.problem = at.editor.Refusal()
	case at.input != nil: // it has no row of its own for that
		f.problem = at.input.Problem()
	}
	f.refer()
}

// Mouse: a click goes to a field, turns a choice, changes absent and empty, or presses a button.
func (f *form) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	at := image.Pt(m.X, m.Y)
	switch m.Kind {
	case face.Wheel:
		f.move(m.Delta)
		return false, nil
	case face.Click, face.Double:
	default:
		return false, nil
	}
	for i, place := range f.buttons {
		if at.In(place) {
			return i == 1 || f.send(), nil
		}
	}
	for i, place := range f.places {
		n := f.first + i
		switch {
		case at.In(f.states[i]):
			f.at = n
			f.clickState(f.fields[n])
		case at.Y >= place.Min.Y && at.Y < place.Max.Y: // its name and the gap beside it too
			f.clickField(n, at.Sub(place.Min))
		}
	}
	return false, nil
}

// clickState changes between absent and empty; where the writer knows what fits, it fills that in.
func (f *form) clickState(to *field) {
	switch {
	case to.must || len(to.One) > 0:
		return
	case to.absent && !to.ref.IsZero():
		to.set(to.ref)
	case len(to.recent) > 1 && to.text() != "" && to.text() != valueText(to.recent[len(to.recent)-1].Ref):
		if next, ok := to.older(); ok {
			to.set(next)
		}
	case to.absent:
		to.absent = to.Prefix()
	default:
		to.set(engine.Text(""))
		to.absent = true
	}
	f.changed()
}

// clickField focuses a field, with the cursor where it was clicked; a click on a word of a choice chooses it.
func (f *form) clickField(n int, at image.Point) {
	to := f.fields[n]
	f.at = n
	switch {
	case len(to.One) > 0:
		if word, ok := to.wordAt(at.X); ok {
			to.turn(word - to.choice)
			f.changed()
		}
	case to.editor != nil:
		to.editor.Press(max(at.X, 0), at.Y, false)
		to.editor.Release()
	case to.input != nil && at.X >= 0:
		_, _ = to.input.Update(tea.MouseClickMsg{X: at.X, Button: tea.MouseLeft})
	}
}

// Cursor is where typed text goes.
func (f *form) Cursor() (x, y int, visible bool) { return f.cursor.X, f.cursor.Y, f.shown }

// Hints are the keys that count here.
func (f *form) Hints() []Hint {
	send := Hint{"Enter", lower(f.verb())}
	if now := f.focused(); now != nil && now.inLines() {
		send.Key = "Ctrl+S"
	}
	return []Hint{send, {"Tab", "next field"}, escCloses}
}
