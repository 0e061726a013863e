package dialogs

import (
	"image"
	"strings"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// airy is the height from which a form has room for what it is about and for blank rows: that of one field.
const airy = 8

// Paint shows what the operation is, its fields, help for the one with the cursor, and what would be answered.
func (f *form) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	f.shown, f.bottom = false, h
	inside := a.Sub(image.Rect(1, 0, w-1, h))
	y := 0
	if h >= airy {
		about := max(len(say.Wrap(f.spec.Summary, max(w-2, 1))), 1)
		y = say.Paragraph(inside, 0, min(about, 1+max(h-f.needs(), 0)), f.spec.Summary, ink(themes.Dim),
			look.Glyphs) + 1
	}
	below := 4
	if h >= airy {
		below = 5
	}
	f.paintFields(inside, y, max(h-below, y+1), look)
	f.paintFoot(a.Sub(image.Rect(1, max(h-4, 0), w-1, h)), look)
}

// tall is how many rows the content gets in a height.
func (f *form) tall(height int) int {
	return max(min(height-len(f.fields), 6), min(height/3, 4), 2)
}

// scroll brings the field with the cursor on screen.
func (f *form) scroll(height int) {
	f.first = min(f.first, f.at)
	for f.first < f.at {
		rows := 0
		for _, to := range f.fields[f.first : f.at+1] {
			rows += to.rows(f.tall(height))
		}
		if rows <= height {
			return
		}
		f.first++
	}
}

func (f *form) paintFields(a grid.Area, top, bottom int, look face.Look) {
	w, _ := a.Size()
	label := 0
	for _, to := range f.fields {
		label = max(label, grid.Width(to.Name))
	}
	label = min(label, labelMost, w/3)
	f.scroll(bottom - top)
	f.places, f.states = f.places[:0], f.states[:0]
	y := top
	for n := f.first; n < len(f.fields) && y < bottom; n++ {
		rows := min(f.fields[n].rows(f.tall(bottom-top)), bottom-y)
		f.paintField(a, n, image.Rect(0, y, w, y+rows), label, look)
		y += rows
	}
	if f.first > 0 {
		a.PutRight(w, top, look.Glyphs.ScrollThumb, ink(themes.Faint))
	}
	if f.first+len(f.places) < len(f.fields) {
		a.PutRight(w, bottom-1, look.Glyphs.ScrollThumb, ink(themes.Faint))
	}
}

func (f *form) paintField(a grid.Area, n int, r image.Rectangle, label int, look face.Look) {
	to, gl := f.fields[n], look.Glyphs
	here := n == f.at
	name := ink(themes.Dim)
	if here {
		a = a.On(themes.Selected)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			a.FillRow(y, ink(themes.Text))
		}
		name = bold(themes.Focus)
		a.Put(0, r.Min.Y, gl.Cursor, name)
	}
	a.Put(2, r.Min.Y, gl.Fit(to.Name, label), name)
	state := f.state(to, here, gl)
	room := r.Dx() - label - 5
	stateW := min(grid.Width(state), room*3/5)
	at := image.Rect(label+4, r.Min.Y, max(r.Max.X-stateW-2, label+5), r.Max.Y)
	f.places = append(f.places, at.Add(image.Pt(1, 0)))
	f.states = append(f.states, image.Rect(r.Max.X-stateW-1, r.Min.Y, r.Max.X, r.Min.Y+1).Add(image.Pt(1, 0)))
	a.PutRight(r.Max.X-1, r.Min.Y, gl.Fit(state, stateW), ink(themes.Dim))
	f.paintValue(a.Sub(at), to, here, look)
	if !here || to.absent && !here {
		return
	}
	if x, y, ok := to.cursor(); ok {
		f.cursor, f.shown = image.Pt(at.Min.X+1+x, at.Min.Y+y), true
	}
}

func (to *field) cursor() (x, y int, visible bool) {
	switch {
	case to.editor != nil:
		return to.editor.Cursor()
	case to.input != nil:
		return to.input.Cursor()
	}
	return 0, 0, false
}

// state is the word at the right of a field: absent, empty, or what its reference stands for.
func (f *form) state(to *field, here bool, gl grid.Glyphs) string {
	text := to.text()
	switch {
	case len(to.One) > 0:
		return ""
	case to.Prefix() && text == "":
		return "none"
	case to.absent && !to.ref.IsZero() && here:
		return "absent, $ fills in " + valueText(to.ref)
	case to.absent:
		return "absent"
	case text == "":
		return "empty"
	}
	stands, refers := to.meant()
	if !refers {
		return ""
	}
	state := "from " + text
	switch {
	case to.word:
		state = sourceText(to, stands)
	case here && text == valueText(to.ref):
		state = "now " + say.Tag(stands)
	case here:
		state = "was " + say.Tag(stands)
	}
	if _, more := to.older(); more && here {
		state += ", $ another"
	}
	return state
}

// sourceText says what an answer is by which a word of the line is filled: the version that it showed, or what it was a
// request for.
func sourceText(to *field, stands engine.Value) string {
	switch {
	case stands.IsZero():
		return ""
	case to.Name == fromWord:
		return "v" + stands.String()
	}
	return stands.String()
}

func (f *form) paintValue(a grid.Area, to *field, here bool, look face.Look) {
	w, h := a.Size()
	gl := look.Glyphs
	stands, refers := to.meant()
	switch {
	case to.editor != nil:
		to.editor.SetSize(w, h)
		to.editor.Paint(a, face.Look{Focused: here, Glyphs: gl})
	case to.long != "":
		text := say.Number(len(to.long), "byte") + ", too long to be typed: it stays as it is"
		a.Put(0, 0, gl.Fit(text, w), ink(themes.Dim))
	case len(to.One) > 0:
		f.paintChoice(a, to, gl)
	case to.absent && !here:
		a.Put(0, 0, "-", ink(themes.Dim))
	case !here && !to.word && refers:
		a.Put(0, 0, gl.Fit(say.Tag(stands), w), ink(themes.Text))
	default:
		to.input.Paint(a, face.Look{Focused: here, Glyphs: gl})
	}
}

func (f *form) paintChoice(a grid.Area, to *field, gl grid.Glyphs) {
	x := 0
	for i, word := range to.choices() {
		if i < to.leastChoice() {
			continue
		}
		style := ink(themes.Dim)
		if i == to.choice {
			style, word = bold(themes.Text), "["+word+"]"
		} else {
			word = " " + word + " "
		}
		x += a.Put(x, 0, word, style)
	}
}

// wordAt is the word of a choice at a column; 0 is that it is absent.
func (to *field) wordAt(x int) (word int, ok bool) {
	at := 0
	for i, text := range to.choices() {
		if i < to.leastChoice() {
			continue
		}
		wide := grid.Width(text) + 2
		if x >= at && x < at+wide {
			return i, true
		}
		at += wide
	}
	return 0, false
}

// paintFoot shows help for a field, the answer that would come, and two buttons for the mouse.
func (f *form) paintFoot(a grid.Area, look face.Look) {
	w, h := a.Size()
	if now := f.focused(); now != nil && h > 3 {
		a.Put(0, 0, look.Glyphs.Fit(f.help(now), w), ink(themes.Dim))
	}
	text, style := f.verdict(look)
	say.Paragraph(a, max(h-3, 0), 2, text, style, look.Glyphs)
	send, keep := "[ "+f.verb()+" ]", "[ Close ]"
	sw := a.Put(0, h-1, send, bold(themes.Key))
	kw := a.Put(sw+2, h-1, keep, ink(themes.Dim))
	at := image.Pt(1, f.bottom-1)
	f.buttons = append(f.buttons[:0], image.Rect(0, 0, sw, 1).Add(at), image.Rect(sw+2, 0, sw+2+kw, 1).Add(at))
}

func (f *form) help(now *field) string {
	text := now.Name + ": " + now.Help
	if rest, star := strings.CutPrefix(now.Help, "*: "); star {
		text = now.Name + ": * is " + rest
	}
	switch {
	case now == f.fields[0] && now.must && now.Help == "the "+now.Name:
		text = now.Name + ": its name"
	case now.Prefix():
		text += ", one name=value a line"
	case len(now.One) > 0:
		text += ". Space or a click chooses"
	case !now.must && now.absent && now.ref.IsZero():
		text += ". Backspace: empty"
	case !now.must && now.text() == "":
		text += ". Backspace: absent"
	}
	return text + "."
}

// verdict is our own sentence where there is one, else the answer that would come. With client eyes that stays hidden:
// no writer can know it.
func (f *form) verdict(look face.Look) (string, themes.Style) {
	would := f.forecast()
	switch {
	case f.problem != "":
		return f.problem, ink(themes.Behind)
	case would.sort == 'x':
		return would.text, ink(themes.Behind)
	case look.ClientEyes:
		return "Client eyes: what the service would answer is not shown.", ink(themes.Dim)
	case would.sort == 0:
		return would.text, ink(themes.Fresh)
	}
	return would.text, ink(say.MarkInk(would.sort))
}
