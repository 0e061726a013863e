package truth

import (
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// kindView is what the truth shows of one kind of object besides its versions.
type kindView struct {
	// lines are all there is to see of it, for so many columns; none: the object looks like any other.
	lines func(k *kindArea) []pane.Line
	// title says it in a few words at the right of the frame; nil: the lease stands there.
	title func(k *kindArea) []grid.Span
	// first says that this is worth more than the versions where the pane is too low for both; nil: never.
	first func(k *kindArea) bool
}

// kindViews are the kinds that are more than a text with versions.
var kindViews = map[string]kindView{
	"queue":     {lines: queueLines, title: queueTitle},
	"message":   {lines: messageLines, title: messageTitle},
	"table":     {lines: tableLines, title: tableTitle},
	"entity":    {lines: entityLines, first: draftsDiffer},
	"blob":      {lines: blockLines, first: blocksWait},
	"bucket":    {lines: bucketLines, title: bucketTitle},
	"object":    {lines: objectLines, first: underPolicy},
	"upload":    {lines: uploadLines, title: uploadTitle},
	"role":      {lines: roleLines},
	"key":       {lines: keyLines, first: keyEnds},
	"file":      {lines: fileLines, title: fileTitle, first: fileInUse},
	"directory": {lines: fileLines, title: fileTitle, first: fileInUse},
	"handle":    {lines: handleLines, title: handleTitle},
	"share":     {lines: shareLines, title: shareTitle, first: shareInUse},
	"client":    {lines: connectionLines},
}

// kindArea is what the view of a kind looks at: the object as it stands, and how much of it fits.
type kindArea struct {
	truth  *Pane
	view   *view.View
	now    engine.Instant
	object engine.ObjectID
	name   string
	view.Record
	wide   int  // columns
	low    bool // the rows hardly do for what there is: no headings
	glyphs grid.Glyphs
}

// kindState is what the truth remembers for the view of a kind between two changes of the world.
type kindState struct {
	wide         int
	low          bool
	glyphs       grid.Glyphs
	tries        tries
	receiptIndex receiptIndex
}

func (t *Pane) kindArea() *kindArea {
	return &kindArea{truth: t, view: t.View, now: t.now, object: t.truth.Object, name: t.truth.Name,
		Record: t.truth.Properties, wide: t.kind.wide, low: t.kind.low, glyphs: t.kind.glyphs}
}

// kindLines are what the kind of the object has to show; nothing for a kind like any other.
func (t *Pane) kindLines() []pane.Line {
	if k, ok := kindViews[t.truth.Kind]; ok && len(t.truth.Properties) > 0 {
		return k.lines(t.kindArea())
	}
	return nil
}

// kindFirst says whether a low pane shows what the kind has to show before the versions: it does unless the newest mark
// points at one.
func (t *Pane) kindFirst() bool {
	k, ok := kindViews[t.truth.Kind]
	if !ok || k.first == nil || !t.truth.Exists {
		return false
	}
	newest := t.newest()
	for _, n := range t.truth.Versions {
		if decides(newest, n) {
			return false
		}
	}
	return k.first(t.kindArea())
}

// kindTitle is what stands at the right of the frame; nil: as with any other object.
func (t *Pane) kindTitle() []grid.Span {
	if k, ok := kindViews[t.truth.Kind]; ok && k.title != nil && t.truth.Exists {
		return k.title(t.kindArea())
	}
	return nil
}

// whole says whether the view of the kind takes the place of the versions: the object has none.
func (t *Pane) whole() bool {
	_, ok := kindViews[t.truth.Kind]
	return ok && len(t.truth.Versions) == 0 && len(t.truth.Properties) > 0
}

// fitKind notes how much fits; it says whether the kind has painted all.
func (t *Pane) fitKind(a grid.Area, look face.Look) bool {
	w, h := a.Size()
	t.kind.wide, t.kind.low, t.kind.glyphs = w-2, h < lowPane, look.Glyphs
	if t.View == nil || t.truth.Object.IsZero() || !t.whole() {
		return false
	}
	hints := 0
	if h >= lowPane+2 {
		hints = 1
		does := map[int]string{aboutProperties: "properties", aboutTimers: "timers"}[t.nextOfKind()]
		if does == "" {
			does = "all"
		}
		if look.Turns {
			a.PutSpans(1, h-1, say.Key("v", does)...)
		}
	}
	switch t.about {
	case aboutProperties:
		t.sheet.Set(t.propertyLines())
	case aboutTimers:
		t.sheet.Set(t.timerLines())
	default:
		t.sheet.Set(t.kindLines())
	}
	t.sheet.Paint(a.Inset(0, 0, 0, hints), look.Glyphs, t.Focused)
	return true
}

// nextOfKind is what `v` shows of an object without versions.
func (t *Pane) nextOfKind() int {
	switch t.about {
	case aboutProperties:
		return aboutTimers
	case aboutTimers:
		return aboutAll
	}
	return aboutProperties
}

// inside are the objects of a kind that lie in the shown one, in the order of their names.
func (k *kindArea) inside(kind string) (list []view.ObjectInfo) {
	for _, t := range k.objects() {
		if t.Kind == kind && t.Inside == k.object {
			list = append(list, t)
		}
	}
	return list
}

// things are the objects of the service that has the shown one.
func (k *kindArea) objects() []view.ObjectInfo {
	for _, s := range k.view.Services() {
		list := k.view.Things(s.Name)
		for _, t := range list {
			if t.Object == k.object {
				return list
			}
		}
	}
	return nil
}

// by is who did something and when, as `Ana 00:12.0`; nothing where nobody did.
func (k *kindArea) by(m engine.Mark) []grid.Span {
	if m.IsZero() {
		return nil
	}
	return []grid.Span{say.Person(k.view, m.By, k.view.Title(m.By)), say.Dim(" " + m.At.String())}
}

// column fills or cuts spans to so many columns, with a blank behind.
func (k *kindArea) column(wide int, spans ...grid.Span) []grid.Span {
	var list []grid.Span
	left := wide - 1
	for _, s := range spans {
		s.Text = k.glyphs.Fit(s.Text, left)
		left -= grid.Width(s.Text)
		list = append(list, s)
		if left <= 0 {
			break
		}
	}
	return append(list, say.Plain(strings.Repeat(" ", max(left, 0)+1)))
}

// beside joins columns.
func beside(columns ...[]grid.Span) (list []grid.Span) {
	for _, c := range columns {
		list = append(list, c...)
	}
	return list
}

// heading is a word above rows.
func heading(text string) pane.Line { return pane.Line{Left: []grid.Span{say.Bold(themes.Text, text)}} }

// note is a sentence where there are no rows.
func note(text string) pane.Line { return pane.Line{Left: say.Keyed(text)} }

// parted puts an empty row between groups of lines.
func parted(groups ...[]pane.Line) (list []pane.Line) {
	for _, g := range groups {
		if len(list) > 0 && len(g) > 0 {
			list = append(list, pane.Line{})
		}
		list = append(list, g...)
	}
	return list
}

// removedLines say who took the object away.
func (k *kindArea) removedLines(m engine.Mark) []pane.Line {
	return []pane.Line{{Left: []grid.Span{say.Person(k.view, m.By, k.view.Title(m.By)),
		say.Dim(" removed it at " + m.At.String() + ".")}, Does: goTo(m)}}
}
