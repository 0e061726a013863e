package themes

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseLaysColoursOverABase(t *testing.T) {
	got, err := Parse([]byte("name = \"mine\"\nbase = \"light\"\n[colours]\nrefused = \"#102030\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Named("light")
	want.Name, want.Colours[Refused] = "mine", 0x102030
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestParseReadsBackEveryBuiltin(t *testing.T) {
	for _, theme := range Builtin() {
		if theme.Mono {
			continue
		}
		var text strings.Builder
		fmt.Fprintf(&text, "name = %q\ndark = %v\n[colours]\n", theme.Name, theme.Dark)
		for _, r := range Roles() {
			fmt.Fprintf(&text, "%s = %q\n", r, theme.Colours[r].Hex())
		}
		got, err := Parse([]byte(text.String()))
		if err != nil || got != theme {
			t.Errorf("%s: %v, got %+v", theme.Name, err, got)
		}
	}
}

func TestParseRefusesAndSaysWhere(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name = \"a\"\nbase = \"dark\"\ncolour = 1", "line 3: unknown key"},
		{"name = \"a\"\nbase = \"dark\"\n[lines]\nedge = \"#112233\"", "line 3: unknown key"},
		{"name = \"a\"\nbase = \"dark\"\n[colours]\nrefuse = \"#112233\"", "line 4: unknown role"},
		{"name = \"a\"\nbase = \"dark\"\n[colours]\n\nrefused = \"red\"", "line 5: \"red\" is no colour"},
		{"name = \"a\"\nbase = \"dark\"\n[colours]\nrefused = \"#12345\"", "line 4:"},
		{"name = \"a\"\nbase = \"dark\"\n[colours]\nrefused = \"#+12345\"", "line 4:"},
		{"name = \"a\"\nbase = \"dark\"\n[colours]\ndefault = \"#123456\"", "line 4: unknown role"},
		{"name = \"a\"\nbase = = 1", "line 2:"},
		{"name = \"a\"\n[a" + strings.Repeat(".a", 20_000) + "]", "line 2: more than 16 dots"},
		{"x = {a" + strings.Repeat(".a", 20_000) + " = 1}", "line 1: more than 16 dots"},
		{"# " + strings.Repeat("name", MaxFile), "a theme has at most 65536"},
		{"name = \"a\"\nbase = \"dusk\"", "no builtin theme"},
		{"name = \"a\"\nbase = \"mono\"\n[colours]\ntext = \"#112233\"", "no colours to replace"},
		{"base = \"dark\"", "no name"},
		{"name = \"a\"\n[colours]\ntext = \"#112233\"", "\"dim\" has no colour"},
	} {
		got, err := Parse([]byte(c.text))
		if !errors.Is(err, ErrTheme) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q: error %v, want one that says %q", c.text, err, c.want)
		}
		if got != (Theme{}) {
			t.Errorf("%q: a refused file left a theme", c.text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("name = \"mine\"\nbase = \"light\"\n[colours]\nrefused = \"#102030\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		theme, err := Parse(text)
		if err == nil && theme.Name == "" {
			t.Error("a theme without a name")
		}
	})
}
