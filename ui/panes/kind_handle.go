package panes

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

func handleTitle(k *kindArea) []grid.Span {
	if k.has("closed") {
		return []grid.Span{say.Dim("closed")}
	}
	return []grid.Span{say.Bold(themes.Behind, k.text("access")+" shares "+k.text("share"))}
}

// handleLines are one handle: who has what open with it, what it locks and keeps back, and the others on the same file.
func handleLines(k *kindArea) []line {
	client := say.Person(k.view, k.text("client"), k.view.Title(k.text("client")))
	file := line{left: beside(k.label("File"), []grid.Span{say.Plain(k.text("path"))}), right: []grid.Span{client}}
	if m := k.mark("closed"); !m.IsZero() {
		return []line{file, {left: beside(k.label("Closed"), k.by(m)), does: goTo(m)}}
	}
	m := k.mark("opened")
	own := openHandle{k.object, k.record}
	lines := []line{file,
		{left: beside(k.label("Access"), letters(k.text("access")), k.label("  shares"), letters(k.text("share")),
			[]grid.Span{say.Dim("  oplock "), say.Plain(k.text("oplock"))}), right: k.by(m), does: goTo(m)}}
	if remarks := own.remarks(k); len(remarks) > 0 {
		lines = append(lines, line{left: beside(k.label("Keeps"), remarks)})
	}
	for i, g := range k.groups("cache.") {
		label := ""
		if i == 0 {
			label = "Unwritten"
		}
		lines = append(lines, line{left: beside(k.label(label),
			[]grid.Span{say.Dim("from byte " + g.text("from") + "  "), say.Plain(say.Quoted(g.text("")))}),
			right: k.by(g.mark("by")), does: goTo(g.mark("by"))})
	}
	return parted(lines, k.lockLines([]openHandle{own}), k.besideHandle())
}

// besideHandle are the other handles on the same file.
func (k *kindArea) besideHandle() []line {
	file := *k
	for _, t := range k.things() {
		if (t.Kind == "file" || t.Kind == "directory") && t.Name == k.text("path") {
			file.object, file.name, file.record = t.Object, t.Name, k.view.Properties(t.Object)
		}
	}
	if file.object == k.object {
		return nil
	}
	others := slices.DeleteFunc(file.opened(), func(h openHandle) bool { return h.object == k.object })
	if len(others) == 0 {
		return []line{note("Nobody else has it open.")}
	}
	return file.openMatrix(others)
}

// inShare are the files and directories of the shown share that somebody has open.
func (k *kindArea) inShare() (list []kindArea) {
	for _, t := range k.things() {
		if t.Kind != "file" && t.Kind != "directory" {
			continue
		}
		in := *k
		in.object, in.name, in.record = t.Object, t.Name, k.view.Properties(t.Object)
		if shareOf(t.Name) == k.name && len(in.opened()) > 0 {
			list = append(list, in)
		}
	}
	return list
}

func shareOf(path string) string {
	for i := range path {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return path
}

// shareInUse says whether somebody has something in the share open.
func shareInUse(k *kindArea) bool { return len(k.inShare()) > 0 }

func shareTitle(k *kindArea) []grid.Span {
	n := 0
	for _, f := range k.inShare() {
		n += len(f.opened())
	}
	if n == 0 {
		return nil
	}
	return []grid.Span{say.Bold(themes.Behind, say.Number(n, "handle"))}
}

// shareLines are the quota and the snapshots of a share, and who has what open in it.
func shareLines(k *kindArea) []line {
	if k.has("removed") {
		lines := k.removedLines(k.mark("removed"))
		if free, ok := timer(k.view.Timers(), k.object, "free"); ok {
			lines = append(lines, note("Its name is free in "+say.Seconds(max(free.Sub(k.now), 0))+"."))
		}
		return lines
	}
	var open []line
	for _, f := range k.inShare() {
		matrix := f.openMatrix(f.opened())
		if len(open) > 0 {
			matrix = matrix[1:]
		}
		open = append(append(open, heading(f.name[len(k.name)+1:])), matrix...)
	}
	snapshots := "none"
	if n := len(k.groups("snapshots.")); n > 0 {
		snapshots = fmt.Sprint(n)
	}
	raised := k.mark("raised")
	about := []line{{left: beside(k.label("Quota"), []grid.Span{say.Plain(quotaOf(k.text("quota")))}),
		right: k.by(raised),
		does:  goTo(raised)},
		{left: beside(k.label("Snapshots"), []grid.Span{say.Plain(snapshots)})}}
	if k.low {
		return append(open, about...)
	}
	if len(open) == 0 {
		open = []line{note("Nobody has a file of it open.")}
	}
	return parted(open, about)
}

func quotaOf(text string) string {
	if n, ok := engine.Text(text).Int(); !ok || n == 0 {
		return "not set"
	}
	return text + " GiB"
}
