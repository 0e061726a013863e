package grid

import (
	"reflect"
	"strings"
	"testing"

	"interleave/themes"

	"pgregory.net/rapid"
)

// TestWidth: where terminals and renderer disagree about a cluster, its parts stand beside each other, or one
// placeholder where they cannot.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		shown string
	}{
		{"", 0, ""},
		{"Home", 4, "Home"},
		{"Привет", 6, "Привет"},
		{"漢字", 4, "漢字"},
		{"😀", 2, "😀"},
		{"e\u0301", 1, "\u00e9"},
		{"x\u0301", 1, Placeholder},
		{"\u0436\u0301", 1, "\u0436\u0301"},
		{"a\u2764\ufe0fb", 4, "a\u2764" + Placeholder + "b"},
		{"a👨\u200d👩\u200d👧b", 10, "a👨" + Placeholder + "👩" + Placeholder + "👧b"},
		{"👍\U0001f3fb👍\U0001f3ff", 6, "👍▤👍▨"},
		{"1\ufe0f\u20e3", 3, "1" + Placeholder + Placeholder},
		{"\x1b[31mred\x07", 7, "[31mred"},
		{"a\tb\r\nc", 5, "a b c"},
		{"a\u0085\u009bb", 2, "ab"},
		{"a\u202eb\u200b", 2, "ab"},
		{"a\u0d4e", 2, "a" + Placeholder},
		{"a\xffb", 3, "a" + Placeholder + "b"},
	} {
		if got := Width(c.text); got != c.width {
			t.Errorf("Width(%q) = %d, want %d", c.text, got, c.width)
		}
		g := New(c.width, 1)
		whole(g).Put(0, 0, c.text, themes.Style{})
		if got := g.Text()[0]; got != c.shown {
			t.Errorf("%q is shown as %q, want %q", c.text, got, c.shown)
		}
	}
}

// Signs of lines are not measured each time: what is taken for granted of them is what measuring says.
func TestLinesAreOneWide(t *testing.T) {
	type cut struct {
		text        string
		width, size int
	}
	for r := '\u24f0'; r < '\u2590'; r++ {
		for _, behind := range []string{"", "a", " ", "─", "╱x", "漢", "\u0301", "\ufe0f", "\u200d👩", "\xff"} {
			var got, want cut
			got.text, got.width, got.size = next(string(r) + behind)
			want.text, want.width, want.size = measured(string(r) + behind)
			if got != want {
				t.Errorf("%q is cut as %+v, measured as %+v", string(r)+behind, got, want)
			}
		}
	}
}

// U10: texts that differ in such a sign do not look alike.
func TestDifferentSignsLookDifferent(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{"👍", "👍\U0001f3fb", "👍\U0001f3fd", "👍\U0001f3ff", "👎\U0001f3ff",
		"👩👩👧",
		"👩\u200d👩\u200d👧", "👩\u200d👩\u200d👦", "👩\U0001f3fd\u200d🚀",
		"👩\U0001f3fd🚀", "👩\u200d🚀",
		"\u2764", "\u2764\ufe0f", "\u2764\ufe0f\u200d🔥", "1",
		"1\ufe0f\u20e3", "2\ufe0f\u20e3", "e", "e\u0301"} {
		g := New(Width(text), 1)
		whole(g).Put(0, 0, text, themes.Style{})
		shown := g.Text()[0]
		if other, ok := seen[shown]; ok {
			t.Errorf("%q and %q are both shown as %q", other, text, shown)
		}
		seen[shown] = text
	}
}

func TestCutIsNeverWithinWhatFillsACell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		signs := []string{"👩\u200d👩\u200d👧", "漢字", "a\u2764\ufe0fb"}
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(signs)).Draw(t, "text")
		w := rapid.IntRange(0, 9).Draw(t, "w")
		head, rest := Cut(text, w)
		if head+rest != text || text != "" && head == "" || Width(head) > max(w, 2) ||
			Width(head)+Width(rest) != Width(text) {
			t.Fatalf("Cut(%q, %d) = %q, %q: %d and %d of %d", text, w, head, rest, Width(head), Width(rest),
				Width(text))
		}
	})
}

func TestFitTellsWhatIsCut(t *testing.T) {
	for _, c := range []struct {
		text    string
		width   int
		unicode string
		ascii   string
	}{
		{"registry", 8, "registry", "registry"},
		{"registry", 5, "regi…", "reg.."},
		{"漢字漢", 5, "漢字…", "漢.."},
		{"漢字漢", 4, "漢…", "漢.."},
		{"registry", 1, "…", "."},
		{"registry", 0, "", ""},
		{"a", -1, "", ""},
	} {
		if got := Fit(c.text, c.width); got != c.unicode {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.text, c.width, got, c.unicode)
		}
		if got := ASCII().Fit(c.text, c.width); got != c.ascii {
			t.Errorf("ASCII Fit(%q, %d) = %q, want %q", c.text, c.width, got, c.ascii)
		}
	}
}

func TestFitIsNeverWider(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, w := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "w")
		if got := Fit(text, w); Width(got) > w {
			t.Fatalf("Fit(%q, %d) = %q, %d wide", text, w, got, Width(got))
		}
	})
}

func TestGlyphsAreOneColumn(t *testing.T) {
	for _, gl := range []Glyphs{Unicode(), ASCII()} {
		ellipsis := gl.Ellipsis
		gl.Ellipsis = "."
		check := func(name, text string) {
			if Width(text) != 1 || text == Placeholder {
				t.Errorf("%s %s: %q is %d wide", gl.Name, name, text, Width(text))
			}
			if gl.Name == "ascii" && text[0] >= 0x80 {
				t.Errorf("ascii %s: %q", name, text)
			}
		}
		v := reflect.ValueOf(gl)
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if b, ok := v.Field(i).Interface().(Border); ok {
				for j := range reflect.ValueOf(b).NumField() {
					check(name, reflect.ValueOf(b).Field(j).String())
				}
			} else if name != "Name" {
				check(name, v.Field(i).String())
			}
		}
		if strings.Contains(Placeholder, ellipsis) {
			t.Error("the ellipsis looks like a placeholder")
		}
	}
}

func TestArrows(t *testing.T) {
	gl := Unicode()
	for n, want := range map[int]string{0: "", 1: "▶", 2: "●▶", 4: "●──▶"} {
		if got := gl.Arrow(n); got != want {
			t.Errorf("Arrow(%d) = %q, want %q", n, got, want)
		}
	}
	if got := gl.ArrowBack(3); got != "◀──" {
		t.Errorf("ArrowBack(3) = %q", got)
	}
}
