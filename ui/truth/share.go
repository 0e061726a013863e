package truth

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// openHandle is somebody who has the shown file open.
type openHandle struct {
	object engine.ObjectID
	view.Record
}

// opened are the handles of the shown file or directory in the order of opening.
func (k *kindArea) opened() (list []openHandle) {
	for _, g := range k.Groups("handle.") {
		object := engine.ObjectID{Kind: "handle", Name: g.Text("")}
		if r := view.Record(k.view.Properties(object)); r.Has("access") {
			list = append(list, openHandle{object, r})
		}
	}
	return list
}

// fileInUse says whether somebody has the file open, or it waits for its deletion.
func fileInUse(k *kindArea) bool { return k.pending() || len(k.opened()) > 0 }

func (k *kindArea) pending() bool { return k.Text("delete-pending") == "true" }

func fileTitle(k *kindArea) []grid.Span {
	n := len(k.opened())
	switch {
	case k.pending():
		return []grid.Span{say.Bold(themes.Refused, "delete pending")}
	case n == 0:
		return nil
	}
	return []grid.Span{say.Bold(themes.Behind, say.Number(n, "handle"))}
}

// fileLines are who has a file open, for what, and what the others may do meanwhile; who has marked it for deletion;
// what is locked.
func fileLines(k *kindArea) []pane.Line {
	if k.Has("removed") {
		return nil // the versions say so
	}
	list := k.opened()
	var mark []pane.Line
	if k.pending() {
		m := k.Mark("pending")
		mark = []pane.Line{{Left: []grid.Span{say.Bold(themes.Refused, "Delete pending"), say.Dim(", marked by "),
			say.Person(k.view, m.By, k.view.Title(m.By))}, Right: []grid.Span{say.Dim(m.At.String())}, Does: goTo(m)}}
	}
	if len(list) == 0 {
		return append(mark, note("Nobody has it open."))
	}
	if k.low {
		for _, h := range list {
			mark = append(mark, k.openRow(h))
		}
		return mark
	}
	return parted(mark, k.openMatrix(list), k.lockLines(list))
}

// openRow is a handle in one row that needs no heading: its access, what it shares, its locks on a bar.
func (k *kindArea) openRow(h openHandle) pane.Line {
	client, m := h.Text("client"), h.Mark("opened")
	l := pane.Line{Left: beside(k.column(min(max(k.wide/6, 6), 12), say.Person(k.view, client, k.view.Title(client))),
		[]grid.Span{say.Dim("has ")}, letters(h.Text("access")), []grid.Span{say.Dim(" shares ")},
		letters(h.Text("share"))),
		Does: goTo(m)}
	if oplock := h.Text("oplock"); oplock != "none" {
		l.Left = append(l.Left, say.Dim(" oplock "), say.Plain(oplock))
	}
	locks, size := k.locksOf([]openHandle{h})
	for i, lock := range locks {
		l.Left = append(l.Left, say.Dim(" lock "), say.Plain(lock.bytes()))
		if wide := k.wide - barWide - say.Width(l.Left) - 2; i == len(locks)-1 && wide >= 8 {
			l.Left = append(append(l.Left, say.Plain(" ")),
				k.rangeBar(wide, size, lock.from, lock.length, say.PersonInk(k.view, client))...)
		}
	}
	if remarks := h.remarks(k); len(remarks) > 0 {
		l.Left = append(append(l.Left, say.Plain(" ")), remarks...)
	}
	return l
}

// openMatrix is a row for each handle: its access, and what it shares.
func (k *kindArea) openMatrix(list []openHandle) []pane.Line {
	who := 8
	for _, h := range list {
		who = max(who, grid.Width(k.view.Title(h.Text("client")))+2)
	}
	who = min(who, max(k.wide/3, 6))
	const modes = 8
	lines := []pane.Line{{Left: beside(k.column(who, say.Dim("open")), k.column(modes, say.Dim("access")),
		k.column(modes, say.Dim("shares")), k.column(7, say.Dim("oplock")))}}
	for _, h := range list {
		client, m := h.Text("client"), h.Mark("opened")
		l := pane.Line{Left: beside(k.column(who, say.Person(k.view, client, k.view.Title(client))),
			k.column(modes, letters(h.Text("access"))...),
			k.column(modes, letters(h.Text("share"))...), k.column(7, say.Plain(h.Text("oplock"))), h.remarks(k)),
			Does: goTo(m)}
		if k.wide >= 60 {
			l.Right = []grid.Span{say.Dim(m.At.String())}
		}
		lines = append(lines, l)
	}
	return lines
}

// letters are three cells of a matrix: to read, to write, to delete.
func letters(mode string) (cells []grid.Span) {
	for _, letter := range []string{"R", "W", "D"} {
		if strings.Contains(mode, letter) {
			cells = append(cells, say.Bold(themes.Text, letter+" "))
		} else {
			cells = append(cells, say.Dim("- "))
		}
	}
	return cells
}

// remarks are what else there is to a handle: that only the client keeps it, what its close does, what the client has
// not written yet.
func (h openHandle) remarks(k *kindArea) (spans []grid.Span) {
	var words []string
	if !h.Mark("kept").IsZero() {
		words = append(words, "kept by the client")
	}
	if h.Text("delete-on-close") == "true" {
		words = append(words, "deletes on close")
	}
	if n := len(h.Groups("cache.")); n > 0 {
		words = append(words, fmt.Sprintf("%d unwritten", n))
	}
	if len(words) > 0 {
		spans = append(spans, say.Ink(themes.Behind, strings.Join(words, ", ")))
	}
	if ends, ok := view.TimerOf(k.view.Timers(), h.object, "session"); ok {
		spans = append(spans, say.Ink(themes.Behind, "  ends in "+say.Seconds(max(ends.Sub(k.now), 0))))
	}
	return spans
}

// heldLock is a range of bytes that somebody has locked.
type heldLock struct {
	client       string
	from, length int64
	shared       bool
	by           engine.Mark
}

// bytes are the first and the last of them.
func (l heldLock) bytes() string { return fmt.Sprintf("%d-%d", l.from, l.from+l.length-1) }

// locksOf are the locks of handles, and how many bytes a bar of them stands for.
func (k *kindArea) locksOf(list []openHandle) (locks []heldLock, size int64) {
	size, _ = engine.Text(k.Text("size")).Int()
	for _, h := range list {
		for _, g := range h.Groups("lock.") {
			l := heldLock{client: h.Text("client"), shared: g.Text("shared") == "true", by: g.Mark("by")}
			l.from, _ = engine.Text(g.Text("offset")).Int()
			l.length, _ = engine.Text(g.Text("length")).Int()
			locks = append(locks, l)
			size = max(size, l.from+l.length)
		}
	}
	return locks, size
}

// lockLines are the locked bytes, each lock as a range on a bar that is as long as the file.
func (k *kindArea) lockLines(list []openHandle) (lines []pane.Line) {
	locks, size := k.locksOf(list)
	if len(locks) == 0 {
		return nil
	}
	lines = []pane.Line{{Left: []grid.Span{say.Bold(themes.Text, "Locks"), say.Dim(fmt.Sprintf(" on %d bytes", size))}}}
	for _, l := range locks {
		kind := "exclusive"
		if l.shared {
			kind = "shared"
		}
		cells := beside(k.column(9, say.Person(k.view, l.client, k.view.Title(l.client))),
			k.column(10, say.Plain(l.bytes())),
			k.column(11, say.Dim(kind)))
		cells = append(cells, k.rangeBar(max(k.wide-barWide-say.Width(cells)-1, 0), size, l.from, l.length,
			say.PersonInk(k.view, l.client))...)
		lines = append(lines, pane.Line{Left: cells, Does: goTo(l.by)})
	}
	return lines
}

// rangeBar is a bar of so many columns for so many bytes, in which a range stands out. A range has one column at least.
func (k *kindArea) rangeBar(wide int, size, from, length int64, ink themes.Role) []grid.Span {
	if wide < 4 || size <= 0 {
		return nil
	}
	first := min(int(from*int64(wide)/size), wide-1)
	last := min(max(int((from+length)*int64(wide)/size), first+1), wide)
	rest := themes.Style{Ink: themes.Faint}
	return []grid.Span{{Text: strings.Repeat(k.glyphs.Lane, first), Style: rest},
		say.Bold(ink, strings.Repeat(k.glyphs.BarFull, last-first)),
		{Text: strings.Repeat(k.glyphs.Lane, wide-last), Style: rest}}
}
