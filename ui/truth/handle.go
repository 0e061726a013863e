package truth

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

func handleTitle(k *kindArea) []grid.Span {
	if k.Has("closed") {
		return []grid.Span{say.Dim("closed")}
	}
	return []grid.Span{say.Bold(themes.Behind, k.Text("access")+" shares "+k.Text("share"))}
}

// handleLines are one handle: who has what open with it, what it locks and keeps back, and the others on the same file.
func handleLines(k *kindArea) []pane.Line {
	client := say.Person(k.view, k.Text("client"), k.view.Title(k.Text("client")))
	file := pane.Line{Left: beside(k.label("File"), []grid.Span{say.Plain(k.Text("path"))}), Right: []grid.Span{client}}
	if m := k.Mark("closed"); !m.IsZero() {
		return []pane.Line{file, {Left: beside(k.label("Closed"), k.by(m)), Does: goTo(m)}}
	}
	m := k.Mark("opened")
	own := openHandle{k.object, k.Record}
	lines := []pane.Line{file,
		{Left: beside(k.label("Access"), letters(k.Text("access")), k.label("  shares"), letters(k.Text("share")),
			[]grid.Span{say.Dim("  oplock "), say.Plain(k.Text("oplock"))}), Right: k.by(m), Does: goTo(m)}}
	if remarks := own.remarks(k); len(remarks) > 0 {
		lines = append(lines, pane.Line{Left: beside(k.label("Keeps"), remarks)})
	}
	for i, g := range k.Groups("cache.") {
		label := ""
		if i == 0 {
			label = "Unwritten"
		}
		lines = append(lines, pane.Line{Left: beside(k.label(label),
			[]grid.Span{say.Dim("from byte " + g.Text("from") + "  "), say.Plain(say.Quoted(g.Text("")))}),
			Right: k.by(g.Mark("by")), Does: goTo(g.Mark("by"))})
	}
	return parted(lines, k.lockLines([]openHandle{own}), k.besideHandle())
}

// besideHandle are the other handles on the same file.
func (k *kindArea) besideHandle() []pane.Line {
	file := *k
	for _, t := range k.objects() {
		if (t.Kind == "file" || t.Kind == "directory") && t.Name == k.Text("path") {
			file.object, file.name, file.Record = t.Object, t.Name, k.view.Properties(t.Object)
		}
	}
	if file.object == k.object {
		return nil
	}
	others := slices.DeleteFunc(file.opened(), func(h openHandle) bool { return h.object == k.object })
	if len(others) == 0 {
		return []pane.Line{note("Nobody else has it open.")}
	}
	return file.openMatrix(others)
}

// inShare are the files and directories of the shown share that somebody has open.
func (k *kindArea) inShare() (list []kindArea) {
	for _, t := range k.objects() {
		if t.Kind != "file" && t.Kind != "directory" {
			continue
		}
		in := *k
		in.object, in.name, in.Record = t.Object, t.Name, k.view.Properties(t.Object)
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
func shareLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		lines := k.removedLines(k.Mark("removed"))
		if free, ok := view.TimerOf(k.view.Timers(), k.object, "free"); ok {
			lines = append(lines, note("Its name is free in "+say.Seconds(max(free.Sub(k.now), 0))+"."))
		}
		return lines
	}
	var open []pane.Line
	for _, f := range k.inShare() {
		matrix := f.openMatrix(f.opened())
		if len(open) > 0 {
			matrix = matrix[1:]
		}
		open = append(append(open, heading(f.name[len(k.name)+1:])), matrix...)
	}
	snapshots := "none"
	if n := len(k.Groups("snapshots.")); n > 0 {
		snapshots = fmt.Sprint(n)
	}
	raised := k.Mark("raised")
	about := []pane.Line{{Left: beside(k.label("Quota"), []grid.Span{say.Plain(quotaOf(k.Text("quota")))}),
		Right: k.by(raised),
		Does:  goTo(raised)},
		{Left: beside(k.label("Snapshots"), []grid.Span{say.Plain(snapshots)})}}
	if k.low {
		return append(open, about...)
	}
	if len(open) == 0 {
		open = []pane.Line{note("Nobody has a file of it open.")}
	}
	return parted(open, about)
}

func quotaOf(text string) string {
	if n, ok := engine.Text(text).Int(); !ok || n == 0 {
		return "not set"
	}
	return text + " GiB"
}
