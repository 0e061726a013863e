package themes

import (
	"math"
	"testing"
)

// TestWordsAreReadable: 4.5:1, high contrast 7:1.
func TestWordsAreReadable(t *testing.T) {
	for _, theme := range Builtin() {
		want := 4.5
		if theme.Name == "high-contrast" {
			want = 7
		}
		for _, p := range theme.Weak(want) {
			t.Errorf("%s: %s on %s has %.2f:1, want %.1f:1", theme.Name, p.Ink, p.Ground,
				theme.Contrast(p.Ink, p.Ground), want)
		}
	}
}

// TestContrastOfKnownPairs takes the ends of the scale, and the grey that WCAG
// tools give as the lightest one readable on white.
func TestContrastOfKnownPairs(t *testing.T) {
	var theme Theme
	theme.Colours[Text], theme.Colours[Dim], theme.Colours[Window] = 0x000000, 0x767676, 0xffffff
	for _, c := range []struct {
		ink, ground Role
		want        float64
	}{{Text, Window, 21}, {Window, Text, 21}, {Text, Text, 1}, {Dim, Window, 4.54}} {
		if got := theme.Contrast(c.ink, c.ground); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s on %s: %.3f:1, want %.2f:1", c.ink, c.ground, got, c.want)
		}
	}
}

// TestFocusAndTintsShow: a window with the focus, a chosen row and a tint must
// differ from the plain window, or they say nothing; refused, silent and unknown
// differ from each other.
func TestFocusAndTintsShow(t *testing.T) {
	for _, theme := range Builtin() {
		if theme.Mono {
			continue
		}
		seen := map[Colour]Role{}
		for _, r := range []Role{Window, WindowFocused, Selected, RefusedTint, SilentTint, UnknownTint} {
			if other, ok := seen[theme.Ground(r)]; ok {
				t.Errorf("%s: %s and %s have one colour", theme.Name, r, other)
			}
			seen[theme.Ground(r)] = r
		}
		for _, pair := range [][2]Role{{Refused, Silent}, {Silent, Unknown}, {Unknown, Refused}, {Refused, Fresh}} {
			if theme.Ink(pair[0]) == theme.Ink(pair[1]) {
				t.Errorf("%s: %s and %s have one colour", theme.Name, pair[0], pair[1])
			}
		}
	}
}

// TestColourBlindThemeKeepsMarksApart simulates the two kinds of red-green
// blindness and asks that marks stay apart in hue, not in lightness alone.
func TestColourBlindThemeKeepsMarksApart(t *testing.T) {
	theme, _ := Named("colour-blind")
	marks := []Role{Refused, Fresh, Unknown}
	for kind, see := range map[string][3][3]float64{
		"protan": {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
		"deutan": {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
	} {
		for i, a := range marks {
			for _, b := range marks[i+1:] {
				if d := hueDistance(see, theme.Ink(a), theme.Ink(b)); d < 0.1 {
					t.Errorf("%s: %s and %s differ by %.3f of a whole", kind, a, b, d)
				}
			}
		}
	}
}

// hueDistance compares the share of blue against yellow, the only hue left.
func hueDistance(see [3][3]float64, a, b Colour) float64 {
	share := func(c Colour) float64 {
		rgb := [3]float64{linear(c >> 16), linear(c >> 8), linear(c)}
		var out [3]float64
		for i, row := range see {
			for j, weight := range row {
				out[i] += weight * rgb[j]
			}
		}
		return out[2] / (out[0] + out[2])
	}
	return math.Abs(share(a) - share(b))
}
