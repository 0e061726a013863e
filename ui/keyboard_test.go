package ui

import (
	"testing"

	"interleave/ui/command"
)

// Esc followed at once by a letter can reach the program as Alt and the letter; what the text area has with Alt stays
// its own. A dialog goes away, and the letter is for what lies below.
func TestEscapeAndALetterAtOnce(t *testing.T) {
	for _, c := range []struct {
		key    string
		mode   command.Mode
		letter rune
	}{
		{"alt+r", command.Edit, 'r'}, {"alt+shift+r", command.Edit, 'R'}, {"alt+.", command.Edit, '.'},
		{"alt+u", command.Edit, 0},
		{"alt+b", command.Edit, 0}, {"alt+1", command.Edit, 0}, {"alt+f", command.Nav, 0},
		{"alt+shift+u", command.Nav, 'U'},
		{"r", command.Edit, 0}, {"alt+enter", command.Edit, 0}, {"alt+r", command.Asking, 'r'},
		{"alt+b", command.Finding, 0},
	} {
		if letter, ok := escaped(c.key, c.mode); letter != c.letter && ok || ok != (c.letter != 0) {
			t.Errorf("%s in %s is Esc and %q (%v), want %q", c.key, c.mode, letter, ok, c.letter)
		}
	}
}
