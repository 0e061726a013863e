package grid

import "interleave/themes"

// Frame is the border of a window and the words that sit in its upper line.
type Frame struct {
	Title   []Span // at the left, with a blank between two: badge, name, object
	Right   []Span // at the right, the most important first, a line between two
	Foot    string // in the lower line: what is said of all that stands above
	Focused bool   // heavy, in the colour of the focus
	Past    bool   // dotted: what is shown lies in the past
	Ground  themes.Role
}

// Frame draws the border, makes the inside blank and returns it. Without a Ground
// of its own a frame has that of a window, with or without the focus; the returned
// area has it as its default ground.
//
// Where the words do not fit, all words at the right but the first give way, then the
// title is shortened, then the first goes too.
func (a Area) Frame(f Frame, gl Glyphs) Area {
	ground, line := f.Ground, themes.Style{Ink: themes.Edge}
	if f.Focused {
		line.Ink = themes.Focus
	}
	if ground == themes.Default {
		ground = themes.Window
		if f.Focused {
			ground = themes.WindowFocused
		}
	}
	a = a.On(ground)
	a.Fill(themes.Style{})
	a.border(f.border(gl), line)
	a.words(f, gl, line)
	if w, h := a.Size(); f.Foot != "" && h > 1 && w > 8 {
		a.Put(2, h-1, " "+gl.Fit(f.Foot, w-6)+" ", themes.Style{Ink: themes.Text})
	}
	return a.Inset(1, 1, 1, 1)
}

func (f Frame) border(gl Glyphs) Border {
	switch {
	case f.Focused && f.Past:
		return gl.PastFocused
	case f.Focused:
		return gl.Heavy
	case f.Past:
		return gl.Past
	}
	return gl.Thin
}

func (a Area) border(b Border, line themes.Style) {
	w, h := a.Size()
	for x := 1; x < w-1; x++ {
		a.Put(x, 0, b.Top, line)
		a.Put(x, h-1, b.Bottom, line)
	}
	for y := 1; y < h-1; y++ {
		a.Put(0, y, b.Left, line)
		a.Put(w-1, y, b.Right, line)
	}
	a.Put(0, 0, b.TopLeft, line)
	a.Put(w-1, 0, b.TopRight, line)
	a.Put(0, h-1, b.BottomLeft, line)
	a.Put(w-1, h-1, b.BottomRight, line)
}

// words puts the title and the words at the right into the upper line. Two columns
// at each end stay line; every group of words has a blank on both sides.
func (a Area) words(f Frame, gl Glyphs, line themes.Style) {
	const ends, leastTitle = 2, 8
	w, _ := a.Size()
	room := w - 2*ends
	right := f.Right
	title := titleWidth(f.Title)
	for len(right) > 1 && title+rightWidth(right) > room {
		right = right[:len(right)-1]
	}
	if len(right) == 1 && min(title, leastTitle)+rightWidth(right) > room {
		right = nil
	}
	a.title(f.Title, ends, room-rightWidth(right), gl)
	x := w - ends - rightWidth(right)
	for i, span := range right {
		if i > 0 {
			x += a.Put(x, 0, f.border(gl).Top, line)
		}
		x += a.PutSpans(x, 0, Span{Text: " "}, Span{Text: span.Key, Style: themes.Style{Ink: themes.Key, Bold: true}})
		if span.Key != "" && span.Text != "" {
			span.Text = " " + span.Text
		}
		x += a.PutSpans(x, 0, span, Span{Text: " "})
	}
}

// title writes the spans into room columns from x on.
func (a Area) title(spans []Span, x, room int, gl Glyphs) {
	if len(spans) == 0 || room <= 0 {
		return
	}
	w, _ := a.Size()
	line := a.Inset(x, 0, w-x-room, 0)
	at := 0
	for i, span := range spans {
		if i > 0 || !badge(span) {
			at += line.Put(at, 0, " ", themes.Style{})
		}
		tail := 1 // the blank after the last word
		if text := gl.Fit(span.Text, room-at-tail); text != "" {
			at += line.Put(at, 0, text, span.Style)
		}
	}
	line.Put(at, 0, " ", themes.Style{})
}

// badge says whether a span brings its own coloured ground, which needs no blank
// before it.
func badge(s Span) bool { return s.Style.Ink == themes.Badge }

func titleWidth(spans []Span) int {
	if len(spans) == 0 {
		return 0
	}
	width := len(spans) + 1
	if badge(spans[0]) {
		width--
	}
	for _, span := range spans {
		width += Width(span.Text)
	}
	return width
}

func rightWidth(spans []Span) int {
	if len(spans) == 0 {
		return 0
	}
	width := len(spans) - 1
	for _, span := range spans {
		width += Width(span.Text) + 2 + Width(span.Key)
		if span.Key != "" && span.Text != "" {
			width++
		}
	}
	return width
}
