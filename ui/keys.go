package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
)

const (
	prefixWait = 300 * time.Millisecond
	quitWait   = 2 * time.Second
	hintWait   = 3 * time.Second
)

// mode is what letters mean now.
func (r *Root) mode() command.Mode {
	switch {
	case len(r.layers.list) > 0:
		return r.layers.top().mode
	case r.menu.open:
		return command.InMenu
	case r.jump != nil:
		return command.Jumping
	case r.desk.focused().pane.Editing():
		return command.Edit
	case r.status.offer != nil:
		return command.Ask
	}
	return command.Nav
}

// stroke is the name of a key as the table writes it. Where the keyboard's letters are not Latin, the key's place on a
// US keyboard counts.
func stroke(k tea.KeyPressMsg) string {
	name := k.String()
	if k.Text == "" || k.BaseCode == 0 || k.BaseCode > unicode.MaxASCII {
		return name
	}
	if first := []rune(k.Text)[0]; first <= unicode.MaxASCII || !unicode.IsLetter(first) {
		return name
	}
	if k.Mod.Contains(tea.ModShift) {
		return strings.ToUpper(string(k.BaseCode))
	}
	return string(k.BaseCode)
}

// press takes one key.
func (r *Root) press(k tea.KeyPressMsg) {
	key := stroke(k)
	if key == "ctrl+c" {
		r.interrupt(k)
		return
	}
	r.quits = 0
	if r.desk.places.Class == layout.TooSmall {
		return
	}
	mode := r.mode()
	if letter, ok := escaped(key, mode); ok {
		r.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		r.press(tea.KeyPressMsg{Code: letter, Text: string(letter)})
		return
	}
	switch mode {
	case command.InMenu:
		r.menu.key(key)
	case command.Jumping:
		r.jumpKey(key)
	case command.Nav, command.Ask:
		r.navKey(key, k)
	case command.Edit:
		r.editKey(key, k)
	default:
		top := r.layers.top().dialog
		r.layers.update(k)
		if _, notice := top.(*dialogs.Notice); notice && key != "esc" && key != "enter" {
			r.press(k) // it was for the desk
		}
	}
}

// interrupt is Ctrl+C: it copies where text is selected, and leaves when it comes twice.
func (r *Root) interrupt(k tea.KeyPressMsg) {
	if r.mode() == command.Edit {
		if cmd := r.desk.focused().pane.Update(k); cmd != nil {
			r.ask(cmd)
			return
		}
	}
	if r.quits != 0 {
		r.leave()
		return
	}
	r.tokens++
	r.quits = r.tokens
	r.status.say("Ctrl+C again leaves. The session is saved.", 0)
	r.ask(r.deps.After(quitWait, quitOverMsg{r.quits}))
}

type quitOverMsg struct{ token int }

func (m quitOverMsg) reach(r *Root) {
	if r.quits == m.token {
		r.quits = 0
	}
}

func (r *Root) chain() []command.Scope {
	return []command.Scope{r.desk.focused().pane.Scope(), command.Desk}
}

// navKey is a key where letters are commands.
func (r *Root) navKey(key string, k tea.KeyPressMsg) {
	if r.status.offer != nil && r.offerKey(key) {
		return
	}
	if r.prefix != "" {
		key = r.prefix + " " + key
	}
	wasPrefix := r.prefix != ""
	r.prefix, r.listed = "", false
	if c, ok := command.Resolve(key, command.Nav, r.chain()...); ok {
		r.perform(c)
		return
	}
	if wasPrefix {
		if !strings.HasSuffix(key, " esc") {
			r.status.hint(fmt.Sprintf("No command has the keys %s.", command.KeyName(key)))
		}
		return
	}
	if len(command.Behind(key, command.Nav)) > 0 {
		r.prefix = key
		r.tokens++
		r.ask(r.deps.After(prefixWait, prefixMsg{key, r.tokens}))
		return
	}
	if cmd := r.desk.focused().pane.Update(k); cmd != nil {
		r.ask(cmd)
		return
	}
	r.status.hint(fmt.Sprintf("%s is no key here. ? lists all keys, : finds a command.", command.KeyName(key)))
}

type prefixMsg struct {
	prefix string
	token  int
}

func (m prefixMsg) reach(r *Root) {
	if r.prefix == m.prefix && r.tokens == m.token {
		r.listed = true
	}
}

// editKey is a key while an editor has the focus: no text-editing key is taken from it.
func (r *Root) editKey(key string, k tea.KeyPressMsg) {
	c, ok := command.Resolve(key, command.Edit, r.chain()...)
	if _, text := c.Intent.(command.TextKey); ok && !text {
		r.perform(c)
		if _, sends := c.Intent.(command.Write); sends { // writing ends the editing; the draft stays
			r.do(command.Escape{})
		}
		return
	}
	r.ask(r.desk.focused().pane.Update(k))
}

// escaped finds Esc followed at once by a letter, which can arrive as Alt and the letter. What the desk or the text
// area has with Alt is no such thing; neither is a letter for a dialog.
func escaped(key string, mode command.Mode) (letter rune, ok bool) {
	name, alt := strings.CutPrefix(key, "alt+")
	// how Alt and a capital letter are named
	if upper, shift := strings.CutPrefix(name, "shift+"); shift && len(upper) == 1 {
		name = strings.ToUpper(upper)
	}
	if letters := []rune(name); !alt || len(letters) != 1 {
		return 0, false
	}
	if mode == command.Edit && slices.Contains(textAlt, name) || mode == command.Finding || mode == command.Asking {
		return 0, false
	}
	table := command.Nav
	if mode == command.Edit {
		table = command.Edit
	}
	_, taken := command.Resolve(key, table, command.Desk)
	return []rune(name)[0], !taken
}

// textAlt are the letters that the text area has with Alt.
var textAlt = []string{"b", "c", "d", "f", "l", "u"}

// perform does a command, or says why it cannot be done.
func (r *Root) perform(c command.Command) {
	if why := r.why(c); why != "" {
		r.status.hint(capital(c.Label()) + ": " + why + ".")
		return
	}
	r.do(c.Intent)
}

// why says why a command cannot be done now; a clock that runs can always be stopped.
func (r *Root) why(c command.Command) string {
	if _, isRun := c.Intent.(command.Run); isRun && (r.playback.on || r.view.Past) {
		return ""
	}
	if r.looks.beyond(c.Intent) {
		return "client eyes are on, C takes them off"
	}
	return c.Why(r.view, r.place())
}

func (r *Root) place() command.Place {
	return command.Place{Writer: r.writer, Object: r.object, Pane: r.desk.focused().pane.Scope()}
}

// Perform does the command with that id as if it had been chosen in the menu; scripts and tests call it.
func (r *Root) Perform(id string) tea.Cmd {
	r.cmds, r.status.said, r.dirty = nil, false, true
	if c, ok := command.ByID(id); ok {
		r.perform(c)
	}
	r.catchUp()
	return tea.Batch(r.cmds...)
}

// paste is text from the terminal: in NAV it is never taken as commands, it is offered.
func (r *Root) paste(msg tea.PasteMsg) {
	switch mode := r.mode(); {
	case len(r.layers.list) > 0:
		r.layers.update(msg)
	case mode == command.Edit:
		r.ask(r.desk.focused().pane.Update(msg))
	case mode == command.Nav || mode == command.Ask:
		r.offerPaste(msg)
	}
}

func (r *Root) offerPaste(msg tea.PasteMsg) {
	w := r.view.Writer(r.writer)
	if w == nil {
		r.status.hint("There is no editor to paste into. + adds a writer.")
		return
	}
	r.status.offer = &offer{say: fmt.Sprintf("Pasted %s. Enter puts it into %s's editor.", characters(msg.Content), w.Title),
		do: func() {
			r.do(command.EditDraft{})
			if r.desk.focused().pane.Editing() {
				r.ask(r.desk.focused().pane.Update(msg))
			}
		}}
}

func characters(text string) string {
	if n := len([]rune(text)); n != 1 {
		return fmt.Sprintf("%d characters", n)
	}
	return "one character"
}

// offer is a question in the status row: Enter does it, Esc drops it, every other key works as in NAV.
type offer struct {
	say string
	do  func()
}

func (r *Root) offerKey(key string) bool {
	if r.status.offer == nil || r.prefix != "" {
		return false
	}
	o := r.status.offer
	switch key {
	case "enter":
		r.status.offer = nil
		o.do()
		return true
	case "esc":
		r.status.offer = nil
		return true
	}
	return false
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
