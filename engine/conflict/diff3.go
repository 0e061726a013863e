package conflict

import (
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// HunkKind says which of two sides changed a stretch of their common base.
type HunkKind uint8

// The kinds of a hunk.
const (
	Same   HunkKind = iota // nobody changed it
	Mine                   // only mine did
	Theirs                 // only theirs did
	Both                   // both did, to the same text
	Clash                  // both did, and differently
)

// Hunk is a stretch of three texts that belongs together. The hunks of a text, one after the other, are the whole of it
// on every side. A line keeps its newline; only the last line of a text may lack one.
type Hunk struct {
	Kind               HunkKind
	Base, Mine, Theirs []string

	// The number, from 1, of the first line on each side; of a side without lines, that of the line it would push down.
	BaseAt, MineAt, TheirsAt int
}

// Diff3 compares two changed texts with what both were made from, line by line.
//
// Changes that touch belong to one hunk: edits of neighbouring lines and two inserts at one place clash, unless both
// sides say the same. Between two changed hunks there is always a line that nobody changed.
//
// Source: Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", section 2 (stable and unstable chunks).
func Diff3(base, mine, theirs []byte) []Hunk {
	w := weave{base: cutLines(base)}
	w.mine = newSide(w.base, cutLines(mine))
	w.theirs = newSide(w.base, cutLines(theirs))
	for {
		start, more := w.nextChange()
		w.close(start)
		if !more {
			return w.hunks
		}
		w.close(w.reach(start))
	}
}

// Overlaps says whether both sides of a clash changed one line of the base, or put lines at one place of it. Else they
// changed lines that touch each other.
func (h Hunk) Overlaps() bool {
	if h.Kind != Clash {
		return false
	}
	changed := func(side []string) map[int]bool {
		at := map[int]bool{}
		for _, d := range lcs.DiffLines(h.Base, side) {
			for n := d.Start; n < d.End; n++ {
				at[2*n+1] = true
			}
			if d.Start == d.End {
				at[2*d.Start] = true // between two lines
			}
		}
		return at
	}
	mine, theirs := changed(h.Mine), changed(h.Theirs)
	for at := range mine {
		if theirs[at] {
			return true
		}
	}
	return false
}

// Names are what the sides are called in the markers of a clash.
type Names struct{ Mine, Base, Theirs string }

// Merge joins the hunks to one text: what one side changed is taken, what clashes is written with all three sides
// between marker lines, and counted. A newline missing at the end stays missing, except before a marker, which is a
// line of its own.
func Merge(hunks []Hunk, names Names) (text []byte, clashes int) {
	for _, h := range hunks {
		switch h.Kind {
		case Clash:
			clashes++
			text = appendBlock(text, "<<<<<<< "+names.Mine, h.Mine)
			text = appendBlock(text, "||||||| "+names.Base, h.Base)
			text = appendBlock(text, "=======", h.Theirs)
			text = appendBlock(text, ">>>>>>> "+names.Theirs, nil)
		case Theirs:
			text = appendLines(text, h.Theirs)
		default: // where nobody or both changed it, mine is what everybody says
			text = appendLines(text, h.Mine)
		}
	}
	return text, clashes
}

// LineKind says on which side of a two-way difference a line stands.
type LineKind uint8

// The kinds of a line.
const (
	Kept    LineKind = iota // on both sides
	Removed                 // only on the old side
	Added                   // only on the new side
)

// DiffLine is one line of a two-way difference, with its newline if it has one, and its number from 1 on either side
// (0: not there).
type DiffLine struct {
	Kind     LineKind
	Text     string
	Old, New int
}

// Lines compares an old and a new text line by line; where lines were replaced, the removed ones come first.
func Lines(older, newer []byte) []DiffLine {
	a, b := cutLines(older), cutLines(newer)
	var out []DiffLine
	i, j := 0, 0
	keep := func(end int) {
		for ; i < end; i, j = i+1, j+1 {
			out = append(out, DiffLine{Kind: Kept, Text: a[i], Old: i + 1, New: j + 1})
		}
	}
	for _, d := range lcs.DiffLines(a, b) {
		keep(d.Start)
		for ; i < d.End; i++ {
			out = append(out, DiffLine{Kind: Removed, Text: a[i], Old: i + 1})
		}
		for ; j < d.ReplEnd; j++ {
			out = append(out, DiffLine{Kind: Added, Text: b[j], New: j + 1})
		}
	}
	keep(len(a))
	return out
}

// weave walks the base with both sides beside it and cuts hunks off behind itself.
type weave struct {
	base         []string
	mine, theirs side
	at           int // the first line of the base that is in no hunk yet
	hunks        []Hunk
}

// side is a changed text and what is still to be passed of its changes.
type side struct {
	lines []string
	edits []lcs.Diff
	at    int // the first line that is in no hunk yet
	shift int // how far this text's line numbers run ahead of the base's behind the changes passed
}

func newSide(base, lines []string) side {
	return side{lines: lines, edits: lcs.DiffLines(base, lines)}
}

// pass takes the next change if it touches the base up to reach, and says how far the base is changed then.
func (s *side) pass(reach int) (int, bool) {
	if len(s.edits) == 0 || s.edits[0].Start > reach {
		return reach, false
	}
	e := s.edits[0]
	s.edits, s.shift = s.edits[1:], e.ReplEnd-e.End
	return max(reach, e.End), true
}

// upTo hands out the lines that stand against the base up to its line end.
func (s *side) upTo(end int) []string {
	lines := s.lines[s.at : end+s.shift]
	s.at = end + s.shift
	return lines
}

func (w *weave) nextChange() (start int, more bool) {
	start = len(w.base)
	for _, s := range []*side{&w.mine, &w.theirs} {
		if len(s.edits) > 0 {
			start, more = min(start, s.edits[0].Start), true
		}
	}
	return start, more
}

// reach passes every change that touches another one from start on, and says where the base is untouched again.
func (w *weave) reach(start int) int {
	end := start
	for moved := true; moved; {
		var mine, theirs bool
		end, mine = w.mine.pass(end)
		end, theirs = w.theirs.pass(end)
		moved = mine || theirs
	}
	return end
}

// close makes a hunk of everything up to the base's line end.
func (w *weave) close(end int) {
	h := Hunk{BaseAt: w.at + 1, MineAt: w.mine.at + 1, TheirsAt: w.theirs.at + 1}
	h.Base, h.Mine, h.Theirs = w.base[w.at:end], w.mine.upTo(end), w.theirs.upTo(end)
	w.at = end
	if len(h.Base)+len(h.Mine)+len(h.Theirs) == 0 {
		return
	}
	h.Kind = judge(h)
	w.hunks = append(w.hunks, h)
}

func judge(h Hunk) HunkKind {
	mine, theirs := !slices.Equal(h.Mine, h.Base), !slices.Equal(h.Theirs, h.Base)
	switch {
	case !mine && !theirs:
		return Same
	case !theirs:
		return Mine
	case !mine:
		return Theirs
	case slices.Equal(h.Mine, h.Theirs):
		return Both
	}
	return Clash
}

// cutLines leaves every line its newline, so that a text is the sum of its lines and a newline missing at the end is a
// difference like any other.
func cutLines(text []byte) []string {
	return slices.Collect(strings.Lines(string(text)))
}

func appendLines(text []byte, lines []string) []byte {
	for _, line := range lines {
		text = append(text, line...)
	}
	return text
}

// appendBlock writes a marker line and the lines under it, the last of them closed so that the next marker begins a
// line.
func appendBlock(text []byte, marker string, lines []string) []byte {
	text = appendLines(append(append(text, marker...), '\n'), lines)
	if text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	return text
}
