package truth

import (
	"fmt"
	"strings"

	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// keyLines are value, version, flags and expiry of a key, and which version each writer was shown.
func keyLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return nil // the versions say so
	}
	lines := []pane.Line{
		{Left: beside(k.label("Type"), []grid.Span{say.Plain(k.Text("type"))})},
		{Left: beside(k.label("Value"), []grid.Span{say.Bold(themes.Text, say.Quoted(k.Text("value")))}),
			Right: k.by(k.Mark("changed.value")), Does: goTo(k.Mark("changed.value"))},
	}
	if items := k.Groups("items."); len(items) > 0 {
		lines = lines[:1]
		for i, g := range items {
			label := ""
			if i == 0 {
				label = "Items"
			}
			lines = append(lines, pane.Line{Left: beside(k.label(label),
				[]grid.Span{say.Dim(g.Name + "  "), say.Plain(say.Quoted(g.Text("")))})})
		}
	}
	if k.Has("version") {
		lines = append(lines, pane.Line{Left: beside(k.label("Version"),
			[]grid.Span{say.Bold(themes.Text, k.Text("version")), say.Dim("  flags "), say.Plain(k.Text("flags"))}),
			Right: k.by(k.Mark("changed.version")), Does: goTo(k.Mark("changed.version"))})
	}
	lines = append(lines, k.expiry())
	return append(lines, k.shown()...)
}

// keyEnds says whether the key goes by itself.
func keyEnds(k *kindArea) bool {
	_, ok := view.TimerOf(k.view.Timers(), k.object, "expiry")
	return ok
}

// expiry is when the key goes by itself.
func (k *kindArea) expiry() pane.Line {
	ends, ok := view.TimerOf(k.view.Timers(), k.object, "expiry")
	if !ok {
		return pane.Line{Left: beside(k.label("Expires"), []grid.Span{say.Dim("never")})}
	}
	since := k.Mark("changed.expiry")
	left := max(ends.Sub(k.now), 0)
	l := pane.Line{Left: beside(k.label("Expires"), []grid.Span{say.Bold(themes.Behind, "in "+say.Seconds(left))}),
		Does: goTo(since)}
	if whole := ends.Sub(since.At); whole > 0 {
		l.Bar, l.Share = true, min(left.Seconds()/whole.Seconds(), 1)
	}
	return l
}

// shown is what each writer was last told of the key.
func (k *kindArea) shown() (lines []pane.Line) {
	label, wide := "Known to", 4
	for _, w := range k.view.Writers() {
		wide = min(max(wide, grid.Width(w.Title)+2), max(k.wide/4, 12))
	}
	for _, w := range k.view.Writers() {
		read, ok := k.view.Known(w.ID).Reading(k.object)
		if !ok {
			continue
		}
		l := pane.Line{Left: beside(k.label(label), k.column(wide, say.Person(k.view, w.ID, w.Title)))}
		label = ""
		switch {
		case read.Gone:
			l.Left = append(l.Left, say.Plain("nothing there"))
		case read.Version != "":
			l.Left = append(l.Left, say.Plain(fmt.Sprintf("version %s  ", read.Version)),
				say.Dim(say.Quoted(read.Body)))
		default:
			l.Left = append(l.Left, say.Plain(say.Quoted(read.Body)))
		}
		if !read.Gone && read.HasBody {
			l.Right = []grid.Span{say.Bold(themes.Behind, "< old")}
			if read.Body == k.Text("value") && (read.Version == "" || read.Version == k.Text("version")) {
				l.Right = []grid.Span{say.Bold(themes.Fresh, "= fresh")}
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// connectionLines are what Redis keeps of one connection: what it watches, and what waits for EXEC.
func connectionLines(k *kindArea) []pane.Line {
	watched, queued := k.Groups("watched "), k.Groups("queue ")
	var keys []string
	for _, g := range watched {
		keys = append(keys, g.Text("key"))
	}
	if len(keys) == 0 {
		keys = []string{"nothing"}
	}
	lines := []pane.Line{{Left: beside(k.label("Watches"), []grid.Span{say.Plain(strings.Join(keys, ", "))})}}
	if k.Has("database") {
		lines = append(lines, pane.Line{Left: beside(k.label("Database"), []grid.Span{say.Plain(k.Text("database"))})})
	}
	if k.Text("multi") != "true" {
		return lines
	}
	open := "MULTI, nothing is queued"
	if n := len(queued); n > 0 {
		open = "MULTI, " + say.Number(n, "command") + " queued"
	}
	if k.Text("broken") == "true" {
		open += "; one was refused, EXEC will discard all"
	}
	return append(lines, pane.Line{Left: beside(k.label("Open"), []grid.Span{say.Plain(open)})})
}
