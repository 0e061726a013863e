package themes

import "testing"

func TestDarkThemeIsTheTableOfTheLook(t *testing.T) {
	dark, _ := Named("dark")
	for r, want := range map[Role]string{
		Desk: "#10141b", Window: "#151a23", WindowFocused: "#18202c", MenuBar: "#1f2735", Selected: "#212c40",
		Text: "#cdd6e5", Faint: "#4d586c", Edge: "#3b4557", Focus: "#e8b765", Key: "#e8b765",
		Refused: "#ff7b72", RefusedTint: "#3a1d22", Silent: "#f2cc60", SilentTint: "#332a12",
		Unknown: "#b9a3ff", UnknownTint: "#262046", Fresh: "#7fd18c", Behind: "#d8a657", Removed: "#ff9a93",
		Writer1: "#6cb6ff", Writer2: "#f0a45d", Writer3: "#d58fd6", Writer4: "#63c7a4", Writer5: "#e6cf6a",
		Writer6: "#8fa8ff", Writer7: "#f08fa8", Writer8: "#9fc36a", Writer9: "#c0a98e",
	} {
		if got := dark.Colours[r].Hex(); got != want {
			t.Errorf("%s: %s, want %s", r, got, want)
		}
	}
}

func TestEveryRoleHasANameAndAColour(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Roles() {
		if r.String() == "" || seen[r.String()] {
			t.Errorf("role %d: name %q is empty or taken", r, r)
		}
		seen[r.String()] = true
	}
	// Black is a legal colour, so only themes that use it nowhere can be checked.
	for _, name := range []string{"dark", "light", "colour-blind"} {
		theme, ok := Named(name)
		if !ok {
			t.Fatalf("no theme %q", name)
		}
		for _, r := range Roles() {
			if theme.Colours[r] == 0 {
				t.Errorf("%s: %s has no colour", name, r)
			}
		}
	}
}

func TestWriterWraps(t *testing.T) {
	for n, want := range map[int]Role{1: Writer1, 9: Writer9, 10: Writer1, 64: Writer1, 0: Writer9} {
		if got := Writer(n); got != want {
			t.Errorf("Writer(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestSGRSetsExactlyTheStyle(t *testing.T) {
	var theme Theme
	theme.Colours[Text], theme.Colours[Window] = 0x010203, 0x0a0b0c
	theme.Colours[Refused], theme.Colours[RefusedTint] = 0xff0080, 0x200010
	for _, c := range []struct {
		style Style
		want  string
	}{
		{Style{}, "\x1b[0;38;2;1;2;3;48;2;10;11;12m"},
		{Style{Ink: Refused, Ground: RefusedTint, Bold: true}, "\x1b[0;1;38;2;255;0;128;48;2;32;0;16m"},
		{Style{Italic: true, Underline: true, Reverse: true}, "\x1b[0;3;4;7;38;2;1;2;3;48;2;10;11;12m"},
	} {
		if got := theme.SGR(c.style); got != c.want {
			t.Errorf("%+v: %q, want %q", c.style, got, c.want)
		}
	}
}

// TestMonoSaysItWithAttributes: no colour at all, and the three marks, a selected
// row and a badge can be told from plain text and the marks from each other.
func TestMonoSaysItWithAttributes(t *testing.T) {
	mono, _ := Named("mono")
	if got := mono.SGR(Style{}); got != "\x1b[0m" {
		t.Errorf("plain text: %q", got)
	}
	for _, ground := range []Role{Default, Selected} {
		plain := mono.SGR(Style{Ground: ground})
		seen := map[string]Role{plain: Text}
		for _, ink := range []Role{Refused, Silent, Unknown} {
			got := mono.SGR(Style{Ink: ink, Ground: ground})
			if other, ok := seen[got]; ok {
				t.Errorf("on %s, %s looks like %s: %q", ground, ink, other, got)
			}
			seen[got] = ink
		}
	}
	if got := mono.SGR(Style{Ink: Refused}); got != "\x1b[0;1;7m" {
		t.Errorf("refused: %q, want bold and reverse", got)
	}
	if got := mono.SGR(Style{Ink: Badge, Ground: Writer2}); got != "\x1b[0;7m" {
		t.Errorf("badge: %q, want reverse", got)
	}
	if got := mono.SGR(Style{Ground: Selected}); got != "\x1b[0;7m" {
		t.Errorf("selected: %q, want reverse", got)
	}
}
