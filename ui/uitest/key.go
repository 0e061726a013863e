package uitest

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

var named = map[string]rune{"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome,
	"end": tea.KeyEnd, "pgup": tea.KeyPgUp,
	"pgdown": tea.KeyPgDown, "insert": tea.KeyInsert, "f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3,
	"f4": tea.KeyF4, "f5": tea.KeyF5,
	"f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8, "f9": tea.KeyF9, "f10": tea.KeyF10}

var mods = map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}

// Key is the message of a key by its name: `a`, `G`, `space`, `ctrl+s`, `+`.
func Key(name string) tea.KeyPressMsg {
	var msg tea.KeyPressMsg
	last := name
	for {
		mod, rest, found := strings.Cut(last, "+")
		bit, known := mods[mod]
		if !found || !known {
			break
		}
		msg.Mod |= bit
		last = rest
	}
	if code, ok := named[last]; ok {
		msg.Code = code
		return msg
	}
	if last == "space" {
		last = " "
	}
	msg.Code = []rune(last)[0]
	if msg.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		msg.Text = last
	}
	return msg
}
