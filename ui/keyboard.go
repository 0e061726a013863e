package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
)

const (
	prefixWait = 300 * time.Millisecond
	quitWait   = 2 * time.Second
	hintWait   = 3 * time.Second
)

// keyboard takes keys and pastes, and knows what they mean now.
type keyboard struct {
	root   *Root
	prefix string
	listed bool   // the prefix's keys are shown
	by     string // the key that a command is done by; empty: the mouse, a menu
	quits  int    // the token of the first Ctrl+C; 0: none
}

// mode is what letters mean now.
func (b *keyboard) mode() command.Mode {
	switch {
	case len(b.root.layers.list) > 0:
		return b.root.layers.top().mode
	case b.root.menu.open:
		return command.InMenu
	case b.root.jump.letters != nil:
		return command.Jumping
	case b.root.desk.focused().pane.Editing():
		return command.Edit
	case b.root.status.offer != nil || b.root.course.asks():
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
func (b *keyboard) press(k tea.KeyPressMsg) {
	key := stroke(k)
	if key == "ctrl+c" {
		b.interrupt(k)
		return
	}
	b.quits = 0
	if b.root.desk.places.Class == layout.TooSmall {
		return
	}
	mode := b.mode()
	if key == "alt+esc" { // Esc twice at once
		b.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		b.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		return
	}
	if letter, ok := escaped(key, mode); ok {
		b.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		b.press(tea.KeyPressMsg{Code: letter, Text: string(letter)})
		return
	}
	switch mode {
	case command.InMenu:
		b.root.menu.key(key)
	case command.Jumping:
		b.root.jump.key(key)
	case command.Nav, command.Ask:
		b.navKey(key, k)
	case command.Edit:
		b.editKey(key, k)
	default:
		top := b.root.layers.top().dialog
		b.root.layers.update(k)
		if notice, ok := top.(*dialogs.Notice); ok && key != "esc" && key != "enter" && !notice.Moves(key) {
			b.press(k) // it was for the desk
		}
	}
}

// interrupt is Ctrl+C: it copies where text is selected, and leaves when it comes twice.
func (b *keyboard) interrupt(k tea.KeyPressMsg) {
	if b.mode() == command.Edit {
		if cmd := b.root.desk.focused().pane.Update(k); cmd != nil {
			b.root.ask(cmd)
			return
		}
	}
	if b.quits != 0 {
		b.root.leave()
		return
	}
	b.root.tokens++
	b.quits = b.root.tokens
	b.root.status.say("Ctrl+C again leaves. "+map[string]string{
		"saved": "The session is saved.", "saving": "The session is being saved.",
		notSaved:   "This session is not saved.",
		"not kept": "Nothing of this session is kept."}[b.root.status.saved()], 0)
	b.root.ask(b.root.deps.After(quitWait, quitOverMsg{b.quits}))
}

type quitOverMsg struct{ token int }

func (m quitOverMsg) apply(r *Root) {
	if r.keys.quits == m.token {
		r.keys.quits = 0
	}
}

func (b *keyboard) chain() []command.Scope {
	return []command.Scope{b.root.desk.focused().pane.Scope(), command.Desk}
}

// navKey is a key where letters are commands.
func (b *keyboard) navKey(key string, k tea.KeyPressMsg) {
	if b.root.status.offer != nil && b.root.keys.offerKey(key) || b.root.course.key(key) {
		return
	}
	if b.prefix != "" {
		key = b.prefix + " " + key
	}
	wasPrefix := b.prefix != ""
	b.prefix, b.listed = "", false
	if c, ok := command.Resolve(key, command.Nav, b.chain()...); ok {
		b.by = key
		b.perform(c)
		b.by = ""
		return
	}
	if wasPrefix {
		if !strings.HasSuffix(key, " esc") {
			b.root.status.hint(fmt.Sprintf("No command has the keys %s.", command.KeyName(key)))
		}
		return
	}
	if len(command.Behind(key, command.Nav)) > 0 {
		b.prefix = key
		b.root.tokens++
		b.root.ask(b.root.deps.After(prefixWait, prefixMsg{key, b.root.tokens}))
		return
	}
	if cmd := b.root.desk.focused().pane.Update(k); cmd != nil {
		b.root.ask(cmd)
		return
	}
	if c, ok := command.Resolve(key, command.Edit, b.chain()...); ok {
		if _, text := c.Intent.(command.TextKey); text {
			b.root.status.hint(fmt.Sprintf("%s is for a text that is edited (e). u takes back an action.",
				command.KeyName(key)))
			return
		}
	}
	b.root.status.hint(fmt.Sprintf("%s is no key here. ? lists all keys, : finds a command.", command.KeyName(key)))
}

type prefixMsg struct {
	prefix string
	token  int
}

func (m prefixMsg) apply(r *Root) {
	if r.keys.prefix == m.prefix && r.tokens == m.token {
		r.keys.listed = true
	}
}

// editKey is a key while an editor has the focus: no text-editing key is taken from it.
func (b *keyboard) editKey(key string, k tea.KeyPressMsg) {
	c, ok := command.Resolve(key, command.Edit, b.chain()...)
	if _, text := c.Intent.(command.TextKey); ok && !text {
		b.performEditing(c)
		return
	}
	b.root.ask(b.root.desk.focused().pane.Update(k))
}

// performEditing does a command from within an editor. Writing ends the editing; the draft stays.
func (b *keyboard) performEditing(c command.Command) {
	b.perform(c)
	if _, sends := c.Intent.(command.Write); sends {
		b.root.do(command.Escape{})
	}
}

// escaped finds Esc followed at once by a letter, which can arrive as Alt and the letter. What the desk or the text
// area or a line to type in has with Alt is no such thing.
func escaped(key string, mode command.Mode) (letter rune, ok bool) {
	name, alt := strings.CutPrefix(key, "alt+")
	// how Alt and a capital letter are named
	if upper, shift := strings.CutPrefix(name, "shift+"); shift && len(upper) == 1 {
		name = strings.ToUpper(upper)
	}
	if name == "space" {
		name = " "
	}
	if letters := []rune(name); !alt || len(letters) != 1 {
		return 0, false
	}
	typed := mode == command.Edit || mode == command.Finding || mode == command.Asking
	if typed && slices.Contains(textAlt, name) {
		return 0, false
	}
	table := command.Nav
	if typed {
		table = command.Edit
	}
	_, taken := command.Resolve(key, table, command.Desk)
	return []rune(name)[0], !taken
}

// textAlt are the letters that the text area has with Alt.
var textAlt = []string{"b", "c", "d", "f", "l", "u"}

// perform does a command, or says why it cannot be done.
func (b *keyboard) perform(c command.Command) {
	if why := b.blocked(c); why != "" {
		if b.root.alerts.goesOn(c.Intent) {
			return
		}
		if _, steps := c.Intent.(command.Step); steps && b.root.room.IsOrder() {
			why = "this order is at its end. V lists the others, u goes back"
		} else if steps && b.root.racePlayed() {
			why = "this race is at its end. F3 offers the next one"
		}
		b.root.status.hint(capital(c.Label()) + ": " + why + ".")
		return
	}
	b.root.course.stage.pressed(b.root, c)
	b.root.do(c.Intent)
}

// blocked says why a command cannot be done now; a clock that runs can always be stopped.
func (b *keyboard) blocked(c command.Command) string {
	if _, isRun := c.Intent.(command.Run); isRun && (b.root.playback.on || b.root.view.Past ||
		b.root.course.player != nil) {
		return ""
	}
	if b.root.looks.beyond(c.Intent) {
		if b.root.course.keepsBack() {
			return b.root.course.askedSentence()
		}
		return "client eyes are on, C takes them off"
	}
	return c.Why(b.root.view, b.place())
}

func (b *keyboard) place() command.Place {
	shown, ok := b.root.desk.window(layout.Card).pane.(*card.Pane)
	return command.Place{Writer: b.root.writer, Object: b.root.object, Pane: b.root.desk.focused().pane.Scope(),
		Told: ok && b.root.alerts.showsCard() && shown.OnlySays()}
}

// Perform does the command with that id as if it had been chosen in the menu; scripts and tests call it.
func (r *Root) Perform(id string) tea.Cmd {
	r.cmds, r.status.said, r.screen.dirty = nil, false, true
	r.room.UndoBoundary()
	if c, ok := command.ByID(id); ok {
		r.keys.perform(c)
	}
	r.catchUp()
	return tea.Batch(r.cmds...)
}

// paste is text from the terminal: in NAV it is never taken as commands, it is offered.
func (b *keyboard) paste(msg tea.PasteMsg) {
	switch mode := b.mode(); {
	case len(b.root.layers.list) > 0:
		b.root.layers.update(msg)
	case mode == command.Edit:
		b.root.ask(b.root.desk.focused().pane.Update(msg))
	case mode == command.Nav || mode == command.Ask:
		b.offerPaste(msg)
	}
}

func (b *keyboard) offerPaste(msg tea.PasteMsg) {
	w := b.root.view.Writer(b.root.writer)
	if w == nil {
		b.root.status.hint("There is no editor to paste into. + adds a writer.")
		return
	}
	b.root.status.offer = &offer{say: fmt.Sprintf("Pasted %s. Enter puts it into %s's editor.", characters(msg.Content),
		w.Title),
		do: func() {
			b.root.do(command.EditDraft{})
			if b.root.desk.focused().pane.Editing() {
				b.root.ask(b.root.desk.focused().pane.Update(msg))
			}
		}}
}

func characters(text string) string {
	if n := len([]rune(text)); n != 1 {
		return engine.Counted(n, "character")
	}
	return "one character"
}

// offer is a question in the status row: Enter does it, Esc drops it, every other key works as in NAV.
type offer struct {
	say string
	do  func()
}

func (b *keyboard) offerKey(key string) bool {
	if b.root.status.offer == nil || b.prefix != "" {
		return false
	}
	o := b.root.status.offer
	switch key {
	case "enter":
		b.root.status.offer = nil
		o.do()
		return true
	case "esc":
		b.root.status.offer = nil
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
