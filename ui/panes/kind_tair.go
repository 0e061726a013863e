package panes

import (
	"fmt"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// keyLines are value, version, flags and expiry of a key, and which version each writer was shown.
func keyLines(k *kindArea) []line {
	if k.has("removed") {
		return nil // the versions say so
	}
	lines := []line{
		{left: beside(k.label("Type"), []grid.Span{say.Plain(k.text("type"))})},
		{left: beside(k.label("Value"), []grid.Span{say.Bold(themes.Text, say.Quoted(k.text("value")))}),
			right: k.by(k.mark("changed.value")), does: goTo(k.mark("changed.value"))},
	}
	if items := k.groups("items."); len(items) > 0 {
		lines = lines[:1]
		for i, g := range items {
			label := ""
			if i == 0 {
				label = "Items"
			}
			lines = append(lines, line{left: beside(k.label(label),
				[]grid.Span{say.Dim(g.name + "  "), say.Plain(say.Quoted(g.text("")))})})
		}
	}
	if k.has("version") {
		lines = append(lines, line{left: beside(k.label("Version"),
			[]grid.Span{say.Bold(themes.Text, k.text("version")), say.Dim("  flags "), say.Plain(k.text("flags"))}),
			right: k.by(k.mark("changed.version")), does: goTo(k.mark("changed.version"))})
	}
	lines = append(lines, k.expiry())
	return append(lines, k.shown()...)
}

// keyEnds says whether the key goes by itself.
func keyEnds(k *kindArea) bool {
	_, ok := timer(k.view.Timers(), k.object, "expiry")
	return ok
}

// expiry is when the key goes by itself.
func (k *kindArea) expiry() line {
	ends, ok := timer(k.view.Timers(), k.object, "expiry")
	if !ok {
		return line{left: beside(k.label("Expires"), []grid.Span{say.Dim("never")})}
	}
	since := k.mark("changed.expiry")
	left := max(ends.Sub(k.now), 0)
	l := line{left: beside(k.label("Expires"), []grid.Span{say.Bold(themes.Behind, "in "+say.Seconds(left))}),
		does: goTo(since)}
	if whole := ends.Sub(since.At); whole > 0 {
		l.bar, l.share = true, min(left.Seconds()/whole.Seconds(), 1)
	}
	return l
}

// shown is what each writer was last told of the key.
func (k *kindArea) shown() (lines []line) {
	label, wide := "Known to", 4
	for _, w := range k.view.Writers() {
		wide = min(max(wide, grid.Width(w.Title)+2), max(k.wide/4, 12))
	}
	for _, w := range k.view.Writers() {
		read, ok := k.view.Known(w.ID).Reading(k.object)
		if !ok {
			continue
		}
		l := line{left: beside(k.label(label), k.column(wide, say.Person(k.view, w.ID, w.Title)))}
		label = ""
		switch {
		case read.Gone:
			l.left = append(l.left, say.Plain("nothing there"))
		case read.Version != "":
			l.left = append(l.left, say.Plain(fmt.Sprintf("version %s  ", read.Version)),
				say.Dim(say.Quoted(read.Body)))
		default:
			l.left = append(l.left, say.Plain(say.Quoted(read.Body)))
		}
		if !read.Gone && read.HasBody {
			l.right = []grid.Span{say.Bold(themes.Behind, "< old")}
			if read.Body == k.text("value") && (read.Version == "" || read.Version == k.text("version")) {
				l.right = []grid.Span{say.Bold(themes.Fresh, "= fresh")}
			}
		}
		lines = append(lines, l)
	}
	return lines
}
