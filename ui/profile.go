package ui

import "interleave/themes"

// few turns a theme into one for terminals with 256 colours. Left to itself the nearest of them to a dark grey with a
// touch of blue is navy, and a frame that should be quiet shouts; here greys become greys, and the dark tints of marks
// the darkest of their hue (pale tints become greys: the pale colours of the 256 are too strong to be read on).
func few(t themes.Theme) themes.Theme {
	if t.Mono {
		return t
	}
	plain := t.Contrast(themes.Dim, themes.Window) < highContrast
	for _, role := range themes.Roles() {
		if c := t.Colours[role]; spread(c) < nearlyGrey {
			t.Colours[role] = grey(c)
		}
	}
	if t.Dark { // the greys of the ramp are coarse: labels take the second next lighter one to stay readable
		t.Colours[themes.Dim] += 0x141414
		// A grey that can be seen beside the window's is one on which no mark can be read; of the blues this is the
		// lightest on which all can.
		t.Colours[themes.Selected] = 0x0000af
		t.Colours[themes.RefusedTint], t.Colours[themes.SilentTint], t.Colours[themes.UnknownTint] = 0x5f0000,
			0x303030, 0x00005f
		// The darkest yellow of the 256 is so light that labels and keys cannot be read on it: there all words are
		// nearly white. Where they need more contrast than that gives, a grey tint is left.
		const darkYellow, nearlyWhite = 0x5f5f00, 0xeeeeee
		if plain {
			t.Colours[themes.SilentTint], t.Lit[themes.SilentTint] = darkYellow, nearlyWhite
		}
	}
	return t
}

// highContrast is the contrast that the labels of a theme for weak eyes have.
const highContrast = 7

// nearlyGrey is how far the parts of a colour may lie apart that a reader takes for a grey.
const nearlyGrey = 0x30

func parts(c themes.Colour) (r, g, b int) {
	return int(c >> 16 & 0xff), int(c >> 8 & 0xff), int(c & 0xff)
}

func spread(c themes.Colour) int {
	r, g, b := parts(c)
	return max(r, g, b) - min(r, g, b)
}

// grey is the colour of the same lightness on the ramp of 24 greys, or black or white beyond its ends.
func grey(c themes.Colour) themes.Colour {
	r, g, b := parts(c)
	light := (299*r + 587*g + 114*b) / 1000
	switch {
	case light < 4:
		return 0
	case light > 0xf6:
		return 0xffffff
	}
	step := min((light-1)/10, 23) // a little upwards: what lies higher stays lighter
	v := themes.Colour(8 + 10*step)
	return v<<16 | v<<8 | v
}
