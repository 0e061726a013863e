package command

import "strings"

var keyNames = map[string]string{"space": "Space", "enter": "Enter", "esc": "Esc", "backspace": "Backspace",
	"tab": "Tab", "home": "Home", "end": "End",
	"pgup": "PgUp", "pgdown": "PgDn", "left": "Left", "right": "Right", "up": "Up", "down": "Down", "delete": "Delete",
	"insert": "Insert"}

// KeyName is a key as people read it: `Ctrl+S`, `Space`, `g s`.
func KeyName(key string) string {
	parts := strings.Split(key, " ")
	for i, part := range parts {
		parts[i] = strokeName(part)
	}
	return strings.Join(parts, " ")
}

func strokeName(stroke string) string {
	var out strings.Builder
	for rest := stroke; ; {
		mod, after, found := strings.Cut(rest, "+")
		if !found || mod == "" { // the last, or the key + itself
			return out.String() + lastName(rest, out.Len() > 0)
		}
		out.WriteString(strings.ToUpper(mod[:1]) + mod[1:] + "+")
		rest = after
	}
}

func lastName(key string, modified bool) string {
	if name, ok := keyNames[key]; ok {
		return name
	}
	if modified || len(key) > 1 && key[0] == 'f' {
		return strings.ToUpper(key)
	}
	return key
}

// Key is the first key of the command in NAV, else in EDIT, as people read it; empty where it has none.
func (c Command) Key() string {
	if k := c.Keys.Help().Key; k != "" {
		return k
	}
	return c.Edit.Help().Key
}
