package widget

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// moves are the keys that go somewhere. With Shift they select; Shift is left out here.
var moves = map[string]func(*Editor) Pos{
	"left": (*Editor).backward, "ctrl+b": (*Editor).backward,
	"right": (*Editor).forward, "ctrl+f": (*Editor).forward,
	"ctrl+left": (*Editor).wordBackward, "alt+left": (*Editor).wordBackward, "alt+b": (*Editor).wordBackward,
	"ctrl+right": (*Editor).wordForward, "alt+right": (*Editor).wordForward, "alt+f": (*Editor).wordForward,
	"home": (*Editor).lineStart, "ctrl+a": (*Editor).lineStart,
	"end": (*Editor).lineEnd, "ctrl+e": (*Editor).lineEnd,
	"ctrl+home": (*Editor).textStart, "ctrl+end": (*Editor).textEnd,
	"ctrl+up": (*Editor).paragraphUp, "alt+up": (*Editor).paragraphUp,
	"ctrl+down": (*Editor).paragraphDown, "alt+down": (*Editor).paragraphDown,
}

// strides are the keys that go by rows and keep the column: the number of rows on a screen of that height.
var strides = map[string]func(height int) int{
	"up":     func(int) int { return -1 },
	"ctrl+p": func(int) int { return -1 },
	"down":   func(int) int { return 1 },
	"ctrl+n": func(int) int { return 1 },
	"pgup":   func(height int) int { return -max(height-1, 1) },
	"pgdown": func(height int) int { return max(height-1, 1) },
}

// edits are the keys that change the text.
var edits = map[string]func(*Editor){
	"enter": (*Editor).breakLine, "ctrl+m": (*Editor).breakLine,
	"backspace": (*Editor).eraseBack, "ctrl+h": (*Editor).eraseBack,
	"delete": (*Editor).eraseAhead, "ctrl+d": (*Editor).eraseAhead,
	"ctrl+w": (*Editor).eraseWordBack, "alt+backspace": (*Editor).eraseWordBack,
	"ctrl+backspace": (*Editor).eraseWordBack,
	"alt+d":          (*Editor).eraseWordAhead, "alt+delete": (*Editor).eraseWordAhead,
	"ctrl+delete": (*Editor).eraseWordAhead,
	"ctrl+k":      (*Editor).eraseToEnd, "ctrl+u": (*Editor).eraseToStart,
	"ctrl+t": (*Editor).transpose,
	"alt+u":  (*Editor).upperWord, "alt+l": (*Editor).lowerWord, "alt+c": (*Editor).capitalWord,
	"ctrl+z": func(e *Editor) { e.Undo() },
	"ctrl+y": func(e *Editor) { e.Redo() },
}

func (e *Editor) press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	stroke := key.Keystroke()
	if isText(key) {
		e.begin()
		e.write(key.Text)
		e.follow()
		return nil, true
	}
	extend := false
	if base := strings.Replace(stroke, "shift+", "", 1); base != stroke &&
		len(base[strings.LastIndexByte(base, '+')+1:]) > 1 {
		stroke, extend = base, true
	}
	return e.stroke(stroke, extend)
}

// isText is true of keys that are text. Ctrl and Alt together are the right Alt key of some systems.
func isText(key tea.KeyPressMsg) bool {
	command := key.Mod & (tea.ModCtrl | tea.ModAlt)
	return key.Text != "" && !strings.ContainsAny(key.Text, "\n\t") && command != tea.ModCtrl && command != tea.ModAlt
}

// stroke carries out a key that is not text.
func (e *Editor) stroke(stroke string, extend bool) (tea.Cmd, bool) {
	if stride, ok := strides[stroke]; ok {
		e.begin()
		e.byRows(stride(e.height), extend)
		return nil, true
	}
	if move, ok := moves[stroke]; ok {
		e.begin()
		to := move(e)
		if from, end := e.Selection(); !extend && from != end { // an arrow leaves a selection at its end
			switch stroke {
			case "left", "ctrl+b":
				to = from
			case "right", "ctrl+f":
				to = end
			}
		}
		e.move(to, extend)
		e.goal = -1
		e.follow()
		return nil, true
	}
	if edit, ok := edits[stroke]; ok {
		e.begin()
		edit(e)
		e.follow()
		return nil, true
	}
	return e.clip(stroke)
}

// clip carries out the keys of the clipboard, and Ctrl+G, which drops the selection.
func (e *Editor) clip(stroke string) (tea.Cmd, bool) {
	switch stroke {
	case "ctrl+c", "ctrl+insert":
		if e.Selected() == "" {
			return nil, false
		}
		e.begin()
		return e.Copy(), true
	case "ctrl+x":
		if e.Selected() == "" {
			return nil, false
		}
		e.begin()
		return e.Cut(), true
	case "ctrl+v", "insert":
		if stroke == "insert" { // Shift+Insert reaches the program as a paste
			return nil, false
		}
		e.begin()
		return e.Paste(), true
	case "ctrl+g":
		e.begin()
		e.move(e.cursor, false)
		return nil, true
	}
	return nil, false
}

// begin is what every key does first.
func (e *Editor) begin() {
	e.refusal = ""
	e.version++
}

// Copy keeps the selected text and answers the command that gives it to the terminal's clipboard; nil without a
// selection.
func (e *Editor) Copy() tea.Cmd {
	text := e.Selected()
	if text == "" {
		return nil
	}
	e.clipboard = text
	return tea.SetClipboard(text)
}

// Cut copies the selected text and takes it out.
func (e *Editor) Cut() tea.Cmd {
	cmd := e.Copy()
	from, to := e.Selection()
	_ = e.replace(from, to, "", whole) // taking out is never refused
	e.follow()
	return cmd
}

// Paste inserts what was last copied here. With nothing copied it asks the terminal, whose answer comes as a
// tea.ClipboardMsg; a terminal that gives nothing away does not answer.
func (e *Editor) Paste() tea.Cmd {
	if e.clipboard == "" {
		e.waiting = true
		return tea.ReadClipboard
	}
	e.insertFitting(e.clipboard)
	return nil
}
