package command

import (
	"fmt"
	"strings"
)

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
	switch {
	case len(c.Keys) > 0:
		return KeyName(c.Keys[0])
	case len(c.Edit) > 0:
		return KeyName(c.Edit[0])
	}
	return ""
}

// KeyTable is the list of all keys as a Markdown table, for the README.
func KeyTable() string {
	var out strings.Builder
	out.WriteString("| Command | Keys in NAV | Keys in EDIT | Menu | Word |\n|---|---|---|---|---|\n")
	for _, c := range table {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", c.Title, keyCell(c.Keys), keyCell(c.Edit), orDash(c.Menu),
			orDash(c.Word))
	}
	return out.String()
}

func keyCell(keys []string) string {
	var names []string
	for _, key := range keys {
		names = append(names, "`"+KeyName(key)+"`")
	}
	return orDash(strings.Join(names, " "))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
