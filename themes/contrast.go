package themes

import "math"

// Contrast is the contrast ratio of WCAG 2.2 between two roles, 1 to 21. A theme
// without colours has the terminal's own contrast, given as 21.
func (t Theme) Contrast(ink, ground Role) float64 {
	if t.Mono {
		return 21
	}
	return contrast(t.on(ink, ground), t.Ground(ground))
}

func contrast(ink, ground Colour) float64 {
	a, b := luminance(ink), luminance(ground)
	return (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05)
}

// Pair is an ink on a ground.
type Pair struct{ Ink, Ground Role }

// WordPairs lists every ink of words on every ground it may stand on.
func WordPairs() []Pair {
	var pairs []Pair
	for _, ground := range Grounds() {
		for _, ink := range WordInks() {
			pairs = append(pairs, Pair{ink, ground})
		}
	}
	for _, ground := range BadgeGrounds() {
		pairs = append(pairs, Pair{Badge, ground})
	}
	return pairs
}

// Weak lists the pairs of WordPairs that are below a ratio, so that a home-made
// theme can be told what is hard to read.
func (t Theme) Weak(ratio float64) []Pair {
	var weak []Pair
	for _, p := range WordPairs() {
		if t.Contrast(p.Ink, p.Ground) < ratio {
			weak = append(weak, p)
		}
	}
	return weak
}

func luminance(c Colour) float64 {
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8) + 0.0722*linear(c)
}

// linear undoes the sRGB curve of the lowest eight bits.
func linear(c Colour) float64 {
	v := float64(c&0xff) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
