package grid

import (
	"image"
	"math"

	"interleave/themes"
)

// Area is a part of a grid with its own origin and its own default ground: a style
// whose Ground is Default stands on the ground of the area.
type Area struct {
	grid   *Grid
	rect   image.Rectangle // the area's own size and origin
	clip   image.Rectangle // what of it may be written
	ground themes.Role
}

// Span is text in one style.
type Span struct {
	Text  string
	Style themes.Style
	Key   string // at the right of a frame: a key before the text, that does what the text says
}

// Size is the number of columns and rows.
func (a Area) Size() (w, h int) { return a.rect.Dx(), a.rect.Dy() }

// Rect is the area in cells of the grid.
func (a Area) Rect() image.Rectangle { return a.rect }

// On is the same area with another default ground.
func (a Area) On(ground themes.Role) Area {
	a.ground = ground
	return a
}

// Sub is the part r of the area, r counted from the area's origin. What sticks out
// at the right or below is cut off; what sticks out at the left or above is hidden
// and the origin stays, so that scrolled text may begin at a negative place.
func (a Area) Sub(r image.Rectangle) Area {
	r = r.Add(a.rect.Min)
	r.Max.X, r.Max.Y = min(r.Max.X, a.rect.Max.X), min(r.Max.Y, a.rect.Max.Y)
	r.Max.X, r.Max.Y = max(r.Max.X, r.Min.X), max(r.Max.Y, r.Min.Y)
	a.clip = a.clip.Intersect(r)
	a.rect = r
	return a
}

// Inset is the area without some columns and rows at its sides.
func (a Area) Inset(left, top, right, bottom int) Area {
	w, h := a.Size()
	return a.Sub(image.Rectangle{Min: image.Pt(left, top), Max: image.Pt(w-right, h-bottom)})
}

// Put writes text from column x of row y on and returns the columns it took, those
// beyond the right edge not counted. Half of a wide grapheme is shown as a blank.
func (a Area) Put(x, y int, text string, s themes.Style) int {
	if s.Ground == themes.Default {
		s.Ground = a.ground
	}
	at, width := x, a.rect.Dx()
	for len(text) > 0 && at < width {
		cluster, w, size := next(text)
		text = text[size:]
		if w == 0 {
			continue
		}
		a.cell(at, y, cell{text: cluster, style: s, width: uint8(w)})
		at += w
	}
	return max(min(at, width)-x, 0)
}

// cell writes one grapheme at a place of the area, or what of it is inside.
func (a Area) cell(x, y int, c cell) {
	at := image.Pt(x, y).Add(a.rect.Min)
	first := at.In(a.clip)
	if c.width == 1 {
		if first {
			a.grid.set(at.X, at.Y, c)
		}
		return
	}
	second := at.Add(image.Pt(1, 0)).In(a.clip)
	switch {
	case first && second:
		a.grid.set(at.X, at.Y, c)
	case first:
		a.grid.set(at.X, at.Y, blank(c.style))
	case second:
		a.grid.set(at.X+1, at.Y, blank(c.style))
	}
}

// PutSpans writes spans one after the other and returns the columns they took.
func (a Area) PutSpans(x, y int, spans ...Span) int {
	at := x
	for _, span := range spans {
		at += a.Put(at, y, span.Text, span.Style)
	}
	return at - x
}

// PutRight writes text so that it ends before column x; what does not fit is cut at
// the left edge. It returns the columns the text took.
func (a Area) PutRight(x, y int, text string, s themes.Style) int {
	width := Width(text)
	a.Put(x-width, y, text, s)
	return min(width, max(x, 0))
}

// Fill makes the whole area blank.
func (a Area) Fill(s themes.Style) {
	for y := range a.rect.Dy() {
		a.FillRow(y, s)
	}
}

// FillRow makes one row of the area blank.
func (a Area) FillRow(y int, s themes.Style) {
	if s.Ground == themes.Default {
		s.Ground = a.ground
	}
	y += a.rect.Min.Y
	if y < a.clip.Min.Y || y >= a.clip.Max.Y {
		return
	}
	a.grid.fill(a.clip.Min.X, a.clip.Max.X, y, blank(s))
}

// Ground changes the ground under r, counted from the area's origin, and keeps the
// text and its ink. Badges keep their ground: a person stays that person's colour.
func (a Area) Ground(r image.Rectangle, ground themes.Role) {
	r = r.Add(a.rect.Min).Intersect(a.clip)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := a.grid.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			if s := &row[x].style; s.Ink != themes.Badge {
				s.Ground = ground
			}
		}
		a.grid.touched[y] = true
	}
}

// Bar draws something that runs out, w columns wide: share of it (0 to 1) is left.
// What is left at all shows at least one column.
func (a Area) Bar(x, y, w int, share float64, gl Glyphs) {
	full := int(math.Round(min(max(share, 0), 1) * float64(w)))
	if share > 0 && full == 0 {
		full = 1
	}
	for i := range w {
		if i < full {
			a.Put(x+i, y, gl.BarFull, themes.Style{Ink: themes.Behind})
		} else {
			a.Put(x+i, y, gl.BarRest, themes.Style{Ink: themes.Faint})
		}
	}
}
