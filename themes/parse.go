package themes

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// ErrTheme is wrapped by every error of Parse.
var ErrTheme = errors.New("not a theme")

type themeFile struct {
	Name    string            `toml:"name"`
	Base    string            `toml:"base"`
	Dark    *bool             `toml:"dark"`
	Colours map[string]string `toml:"colours"`
}

// MaxFile are the most bytes that a theme file may have.
const MaxFile = 64 << 10

// bearable keeps out what costs the reader of TOML more than any theme is worth: the time for a key of many parts grows
// with their square.
func bearable(text []byte) error {
	const most = 16 // dots in one line that is no comment; a theme's keys have one
	if len(text) > MaxFile {
		return fmt.Errorf("%w: it has %d bytes, a theme has at most %d", ErrTheme, len(text), MaxFile)
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if strings.Count(line, ".") > most && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			return fmt.Errorf("%w: line %d: more than %d dots", ErrTheme, number, most)
		}
	}
	return nil
}

// Parse reads a theme file:
//
//	name = "mine"
//	base = "dark"        # a builtin theme; without it every role must be given
//	dark = true          # made for a dark terminal; default: as the base
//	[colours]
//	refused = "#ff8888"  # names as Role.String gives them
//
// An unknown key, an unknown role or a colour that is not #rrggbb is an error that
// names its line.
func Parse(text []byte) (Theme, error) {
	if err := bearable(text); err != nil {
		return Theme{}, err
	}
	var file themeFile
	meta, err := toml.Decode(string(text), &file)
	if err != nil {
		var syntax toml.ParseError
		if errors.As(err, &syntax) {
			return Theme{}, fmt.Errorf("%w: line %d: %s", ErrTheme, syntax.Position.Line, syntax.Message)
		}
		return Theme{}, fmt.Errorf("%w: %w", ErrTheme, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return Theme{}, fmt.Errorf("%w: line %d: unknown key %q", ErrTheme, lineOf(text, unknown[0]), unknown[0])
	}
	t, err := file.start()
	if err != nil {
		return Theme{}, err
	}
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "colours" {
			continue
		}
		if err := t.set(key[1], file.Colours[key[1]]); err != nil {
			return Theme{}, fmt.Errorf("%w: line %d: %w", ErrTheme, lineOf(text, key), err)
		}
	}
	if err := file.complete(); err != nil {
		return Theme{}, err
	}
	return t, nil
}

// start is the theme that the file's colours are laid over.
func (f themeFile) start() (Theme, error) {
	var t Theme
	if f.Name == "" {
		return t, fmt.Errorf("%w: it has no name", ErrTheme)
	}
	if f.Base != "" {
		var ok bool
		if t, ok = Named(f.Base); !ok {
			return t, fmt.Errorf("%w: base %q is no builtin theme", ErrTheme, f.Base)
		}
	}
	if t.Mono && len(f.Colours) > 0 {
		return t, fmt.Errorf("%w: base %q has no colours to replace", ErrTheme, f.Base)
	}
	t.Name = f.Name
	if f.Dark != nil {
		t.Dark = *f.Dark
	}
	return t, nil
}

// complete names the first role that a file without a base leaves open.
func (f themeFile) complete() error {
	if f.Base != "" {
		return nil
	}
	for _, r := range Roles() {
		if _, ok := f.Colours[r.String()]; !ok {
			return fmt.Errorf("%w: %q has no colour; give it, or a base", ErrTheme, r)
		}
	}
	return nil
}

func (t *Theme) set(name, value string) error {
	role := Default
	for _, r := range Roles() {
		if r.String() == name {
			role = r
		}
	}
	if role == Default {
		return fmt.Errorf("unknown role %q", name)
	}
	digits, hash := strings.CutPrefix(value, "#")
	c, err := strconv.ParseUint(digits, 16, 32)
	if !hash || len(digits) != 6 || err != nil {
		return fmt.Errorf("%q is no colour; write it as #rrggbb", value)
	}
	t.Colours[role] = Colour(c)
	return nil
}

// lineOf finds where a key is written; the decoder keeps no positions of keys. The
// last part of the key begins its line, bare or quoted, or is the last name of a table.
func lineOf(text []byte, key toml.Key) int {
	last := key[len(key)-1]
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		name, _, assigned := strings.Cut(line, "=")
		if !assigned {
			name = strings.Trim(strings.TrimSpace(line), "[]")
		}
		name = name[strings.LastIndex(name, ".")+1:]
		if strings.Trim(strings.TrimSpace(name), `"'`) == last {
			return i + 1
		}
	}
	return 0
}
