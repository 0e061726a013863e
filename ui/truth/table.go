package truth

import (
	"slices"
	"strings"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

func tableTitle(k *kindArea) []grid.Span {
	return []grid.Span{say.Dim(say.Number(len(k.rows()), "entity", "entities"))}
}

// rows are the entities of the shown table that are there.
func (k *kindArea) rows() (list []view.ObjectInfo) {
	for _, t := range k.inside("entity") {
		if view.Record(k.view.Properties(t.Object)).Has("body") {
			list = append(list, t)
		}
	}
	return list
}

// tableLines are the entities of a table: key, version, whose, properties.
func tableLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return k.removedLines(k.Mark("removed"))
	}
	rows := k.rows()
	if len(rows) == 0 {
		return []pane.Line{note("There is no entity in it. e makes one.")}
	}
	wide := len("entity") + 2
	for _, t := range rows {
		wide = max(wide, grid.Width(k.keyOf(t))+2)
	}
	wide = min(wide, max(k.wide/3, 8))
	lines := []pane.Line{{Left: beside(k.column(wide, say.Dim("entity")), k.column(5, say.Dim("ver")),
		[]grid.Span{say.Dim("properties")})}}
	for _, t := range rows {
		r := view.Record(k.view.Properties(t.Object))
		m := r.Mark("changed")
		l := pane.Line{Left: beside(k.column(wide, say.Bold(themes.Text, k.keyOf(t))),
			k.column(5, say.Plain("v"+t.Version)),
			[]grid.Span{say.Plain(strings.Join(strings.Fields(r.Text("body")), "  "))}), Does: goTo(m)}
		if k.wide >= 48 {
			l.Right = k.by(m)
		}
		lines = append(lines, l)
	}
	return lines
}

// keyOf is a row without its table.
func (k *kindArea) keyOf(t view.ObjectInfo) string { return strings.TrimPrefix(t.Name, k.name+"/") }

// drafted is what a writer is about to write over a row, and what that was made from.
type drafted struct {
	id, title    string
	base, values map[string]string
}

// drafts are those whose text for the shown row differs from what it was made from.
func (k *kindArea) drafts() (list []drafted, names []string) {
	typed := k.truth.Desk.Room().View() // typing tells no news
	for _, w := range k.view.Writers() {
		d, ok := typed.Draft(w.ID, k.object)
		if !ok {
			continue
		}
		b := view.BasisOf(k.view, k.view.Known(w.ID), k.object, d)
		// it is saved
		if read, told := k.view.Known(w.ID).Reading(k.object); b.Text == d.Text || told && read.Own && read.HasBody &&
			read.Body == d.Text {
			continue
		}
		more, values := view.RowValues(d.Text)
		from, base := view.RowValues(b.Text)
		list = append(list, drafted{id: w.ID, title: w.Title, base: base, values: values})
		names = append(append(names, more...), from...)
	}
	return list, names
}

// entityLines are the properties of a row, one by one: what each is, whose, and beside it what each draft was made from
// and says.
func entityLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return nil // the versions say so
	}
	names, values := view.RowValues(k.Text("body"))
	drafts, more := k.drafts()
	for _, name := range more {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []pane.Line{note("It has no property.")}
	}
	changed := map[string]view.Group{}
	for _, g := range k.Groups("changed.") {
		changed[g.Name] = g
	}
	nameWide, valueWide, each := k.rowColumns(names, values, len(drafts))
	head := beside(k.column(nameWide, say.Dim("property")), k.column(valueWide, say.Dim("now")))
	for _, d := range drafts {
		what := ": base, draft"
		if grid.Width(d.title+what) >= each {
			what = ""
		}
		head = beside(head, k.column(each, say.Person(k.view, d.id, d.title), say.Dim(what)))
	}
	lines := []pane.Line{{Left: head}}
	for _, name := range names {
		if k.low && !k.differs(drafts, values, name) {
			continue
		}
		l := pane.Line{Left: beside(k.column(nameWide, say.Plain(name)),
			k.column(valueWide, say.Bold(themes.Text, view.OrNone(values, name))))}
		for _, d := range drafts {
			l.Left = beside(l.Left, k.column(each, draftCell(d, values, name)...))
		}
		if g, ok := changed[name]; ok {
			l.Does = goTo(g.Mark(""))
			if nameWide+valueWide+each*len(drafts)+markWide <= k.wide {
				l.Right = k.by(g.Mark(""))
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// differs says whether some draft says something else of a property than what is there, or was made from something
// else.
func (k *kindArea) differs(drafts []drafted, now map[string]string, name string) bool {
	return len(drafts) == 0 || slices.ContainsFunc(drafts, func(d drafted) bool {
		return view.OrNone(d.base, name) != view.OrNone(now, name) ||
			view.OrNone(d.values, name) != view.OrNone(now, name)
	})
}

// draftsDiffer says whether somebody is about to write something else.
func draftsDiffer(k *kindArea) bool {
	list, _ := k.drafts()
	return len(list) > 0
}

func (k *kindArea) rowColumns(names []string, values map[string]string, drafts int) (name, value, each int) {
	name, value = 9, 7
	for _, n := range names {
		name, value = max(name, grid.Width(n)+2), max(value, grid.Width(view.OrNone(values, n))+2)
	}
	if drafts == 0 {
		return min(name, k.wide/3), min(value, k.wide/2), 0
	}
	name, value = min(name, k.wide/4), min(value, k.wide/4)
	return name, value, min(max((k.wide-barWide-name-value)/drafts, 10), 26)
}

// markWide is how many columns who and when take beside a property.
const markWide = 16

// barWide is the column of the bar by which rows scroll.
const barWide = 1

// draftCell is one property in a draft: its base, and what it is to become. A base that is no longer there stands out,
// and where both sides changed it `<>` says so; what has been saved is `=`.
func draftCell(d drafted, now map[string]string, name string) []grid.Span {
	base, draft := view.OrNone(d.base, name), view.OrNone(d.values, name)
	old := base != view.OrNone(now, name)
	cell := []grid.Span{say.Dim(base)}
	if old {
		cell = []grid.Span{say.Bold(themes.Behind, "< "+base)}
	}
	switch {
	case base == draft:
		return cell
	case draft == view.OrNone(now, name):
		return []grid.Span{say.Dim(base + " "), say.Bold(themes.Fresh, "= "+draft)}
	case old:
		return append(cell, say.Plain(" "), say.Bold(themes.Behind, "<> "+draft))
	}
	return append(cell, say.Dim(" to "), say.Bold(themes.Fresh, draft))
}
