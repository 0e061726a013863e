package themes

import "testing"

// In 256 colours a dark window is a grey, and words stay readable: 3:1 at least, where true colours have 4.5:1.
func TestFewColoursKeepWordsReadable(t *testing.T) {
	for _, theme := range Builtin() {
		if theme.Mono {
			continue
		}
		for _, r := range []Role{Desk, Window, WindowFocused, MenuBar} {
			p := palette(theme.Ground(r).index())
			if grey := p>>16 == p>>8&0xff && p>>8&0xff == p&0xff; theme.Dark && !grey {
				t.Errorf("%s: %v is %s", theme.Name, r, p.Hex())
			}
		}
		for _, pair := range WordPairs() {
			ink, ground := palette(theme.Ink(pair.Ink).index()), palette(theme.Ground(pair.Ground).index())
			if c := contrast(ink, ground); c < 3 {
				t.Errorf("%s: %v on %v has %.1f:1 (%s on %s)", theme.Name, pair.Ink, pair.Ground, c, ink.Hex(), ground.Hex())
			}
		}
	}
}
