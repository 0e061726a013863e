package dialogs

import (
	"image"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// pages are a text below a list or a table that may want more rows than there are: Tab, or a click on it, turns to what
// did not fit, and from the last part to the first again.
type pages struct {
	of   string          // what is shown: another text begins at its first row
	from int             // the first row that is shown
	next int             // the first row behind those that are shown; 0: there is no other
	more bool            // not all of it is shown
	at   image.Rectangle // where it is in the dialog
}

// passage is a part of a text, in a style of its own.
type passage struct {
	text  string
	style themes.Style
}

// turn shows the next rows; false: all are shown.
func (p *pages) turn() bool {
	if p.more {
		p.from = p.next
	}
	return p.more
}

// clicked says whether a click turned to other rows.
func (p *pages) clicked(m face.Mouse) bool {
	return (m.Kind == face.Click || m.Kind == face.Double) && image.Pt(m.X, m.Y).In(p.at) && p.turn()
}

const (
	turnKey  = "Tab"
	turnMore = " more"
	turnBack = " back"
)

// paint shows at a place in a dialog as many rows as there is room for, and how the others are come to.
func (p *pages) paint(dialog grid.Area, at image.Rectangle, parts []passage, look face.Look) {
	a, of := dialog.Sub(at), ""
	w, h := a.Size()
	for _, one := range parts {
		of += one.text + "\n"
	}
	if of != p.of {
		*p = pages{of: of}
	}
	rows := wrapped(parts, w)
	p.at = at
	if p.more = len(rows) > h; !p.more || h < 1 {
		p.more, p.from = false, 0
		putRows(a, rows, look)
		return
	}
	const aside = len(" " + turnKey + turnMore)
	rows = wrapped(parts, max(w-aside, 1))
	if p.from >= len(rows) {
		p.from = 0
	}
	word := turnMore
	if p.next = p.from + h; p.next >= len(rows) {
		p.next, word = 0, turnBack
	}
	putRows(a, rows[p.from:min(p.from+h, len(rows))], look)
	a.PutRight(w, h-1, word, ink(themes.Dim))
	a.PutRight(w-len(word), h-1, turnKey, bold(themes.Key))
}

// wrapped are the rows of all parts.
func wrapped(parts []passage, w int) (rows []passage) {
	for _, one := range parts {
		if one.text == "" {
			continue
		}
		for _, row := range say.Wrap(one.text, w) {
			rows = append(rows, passage{row, one.style})
		}
	}
	return rows
}

func putRows(a grid.Area, rows []passage, look face.Look) {
	w, _ := a.Size()
	for y, row := range rows {
		a.Put(0, y, look.Glyphs.Fit(row.text, w), row.style)
	}
}
