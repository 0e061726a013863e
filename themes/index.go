package themes

// index is the nearest of the 256 colours: of the cube of six levels and the greys, 16 to 255, because the first 16 are the terminal's own.
// By plain distance a dark window is a grey, as it should be, and not the cube's darkest blue.
func (c Colour) index() uint8 {
	best, least := uint8(16), int64(1)<<62
	for n := 16; n < 256; n++ {
		if d := apart(c, palette(uint8(n))); d < least {
			best, least = uint8(n), d
		}
	}
	return best
}

// palette is the colour of an index from 16 on, as xterm defines it.
func palette(n uint8) Colour {
	if n >= 232 {
		grey := 8 + 10*Colour(n-232)
		return grey<<16 | grey<<8 | grey
	}
	level := func(v uint8) Colour {
		if v == 0 {
			return 0
		}
		return 55 + 40*Colour(v)
	}
	n -= 16
	return level(n/36)<<16 | level(n/6%6)<<8 | level(n%6)
}

// apart is how far two colours are from each other, green counting most, as for the eye.
func apart(a, b Colour) int64 {
	r, g, l := int64(a>>16)-int64(b>>16), int64(a>>8&0xff)-int64(b>>8&0xff), int64(a&0xff)-int64(b&0xff)
	return 2*r*r + 4*g*g + 3*l*l
}
