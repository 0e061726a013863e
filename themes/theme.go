package themes

import "strconv"

// Style is how one cell looks. Styles are compared with ==. The zero Style is
// Text on the ground of the window.
type Style struct {
	Ink, Ground                      Role
	Bold, Underline, Reverse, Italic bool
}

// Colour is 0xRRGGBB.
type Colour uint32

// Hex is the colour as "#rrggbb".
func (c Colour) Hex() string {
	s := strconv.FormatUint(uint64(c)|1<<24, 16)
	return "#" + s[len(s)-6:]
}

// Theme gives every role a colour. Themes are compared with ==.
type Theme struct {
	Name string
	// Dark says for which background of the terminal the theme is made.
	Dark bool
	// Mono themes have no colours at all: bold, underline and reverse carry the meaning.
	Mono    bool
	Colours [roleCount]Colour
	// Lit are grounds on which every word has this one colour, because none of the others can be read there; 0: each
	// ink has its own.
	Lit [roleCount]Colour
}

// on is the colour of an ink on a ground.
func (t *Theme) on(ink, ground Role) Colour {
	if ground < roleCount && t.Lit[ground] != 0 {
		return t.Lit[ground]
	}
	return t.Ink(ink)
}

// Ink is the colour of r used as ink.
func (t *Theme) Ink(r Role) Colour {
	if r == Default || r >= roleCount {
		r = Text
	}
	return t.Colours[r]
}

// Ground is the colour of r used as ground.
func (t *Theme) Ground(r Role) Colour {
	if r == Default || r >= roleCount {
		r = Window
	}
	return t.Colours[r]
}

// SGR is the escape sequence that sets exactly this style, whatever was set before.
// Colours are true colours; the terminal's colour profile is applied further out.
func (t Theme) SGR(s Style) string { return string(t.AppendSGR(nil, s)) }

// AppendSGR appends SGR(s) to buf.
func (t *Theme) AppendSGR(buf []byte, s Style) []byte {
	if t.Mono {
		s = monochrome(s)
	}
	buf = append(buf, "\x1b[0"...)
	if s.Bold {
		buf = append(buf, ";1"...)
	}
	if s.Italic {
		buf = append(buf, ";3"...)
	}
	if s.Underline {
		buf = append(buf, ";4"...)
	}
	if s.Reverse {
		buf = append(buf, ";7"...)
	}
	if !t.Mono {
		buf = appendColour(append(buf, ";38;2"...), t.on(s.Ink, s.Ground))
		buf = appendColour(append(buf, ";48;2"...), t.Ground(s.Ground))
	}
	return append(buf, 'm')
}

func appendColour(buf []byte, c Colour) []byte {
	for shift := 16; shift >= 0; shift -= 8 {
		buf = append(buf, ';')
		buf = strconv.AppendUint(buf, uint64(c>>shift&0xff), 10)
	}
	return buf
}

// monochrome turns roles into attributes. The three marks differ from each other
// and from all else. A selected row and a badge are reversed; a reversed word in a
// reversed row would vanish, so there reversing happens twice and it stands upright.
func monochrome(s Style) Style {
	flip := func() { s.Reverse = !s.Reverse }
	switch s.Ink {
	case Refused:
		s.Bold = true
		flip()
	case Silent:
		s.Bold, s.Underline = true, true
	case Unknown:
		s.Underline = true
		flip()
	case Behind, Removed:
		s.Underline = true
	case Focus, Key, Title, Fresh:
		s.Bold = true
	}
	switch s.Ground {
	case RefusedTint, SilentTint, UnknownTint:
		s.Bold = true
	case Selected:
		flip()
	case Default, Desk, Window, WindowFocused, MenuBar, Dialog:
	default:
		flip() // a badge
	}
	return s
}
