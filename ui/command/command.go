package command

import (
	"charm.land/bubbles/v2/key"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
)

// Scope is whose keys apply: a kind of pane, or `desk` for all.
type Scope string

// The scopes.
const (
	Desk     Scope = "desk"
	Tree     Scope = "tree"
	Writer   Scope = "writer"
	Truth    Scope = "truth"
	InFlight Scope = "flight"
	Card     Scope = "card"
	Timeline Scope = "timeline"
	Log      Scope = "log"
	Lesson   Scope = "lesson"
	Dialog   Scope = "dialog" // blocks the others
)

// Mode is what letters mean: one word at the left of the last row.
type Mode string

// The modes.
const (
	Nav     Mode = "NAV"
	Edit    Mode = "EDIT"
	Ask     Mode = "ASK"
	InMenu  Mode = "MENU"
	Finding Mode = "PALETTE"
	Asking  Mode = "DIALOG"
	Jumping Mode = "JUMP"
)

// Intent is what a command wants done. Each is a small struct of this package.
type Intent interface{ isIntent() }

// Place is where a command would act.
type Place struct {
	Writer string          // the id of the focused or newest focused writer; empty: none
	Object engine.ObjectID // the selected object, as `blob wiki/home.md`; empty: none
	Pane   Scope
	Told   bool // what the card advises is a person's to do: no key sends it
}

// Command is one row of the table.
type Command struct {
	ID    string // scope.verb, stable: users' key files and test scripts refer to it
	Title string // as the palette and the menus call it
	Short string // as the footer calls it; empty: the title
	Word  string // the plain mode's word, as `read`; empty: desktop only
	Menu  string // the menu it stands in, as `Object`
	Help  string // one sentence
	Scope Scope
	// Keys are those of NAV, as tea.KeyPressMsg.String() writes them; `g s` is a prefix and a key. Edit are those of
	// EDIT. What a footer says of them is their help.
	Keys, Edit key.Binding
	Intent
	// With makes the intent from a word behind the command's own, as in `theme light`; nil: it takes none.
	With func(arg string) Intent
	// Blocked says why it cannot be done now; nil or empty: it can. A blocked command stays visible with its reason.
	Blocked func(*view.View, Place) string
}

// Why says why the command cannot be done now; empty: it can.
func (c Command) Why(v *view.View, at Place) string {
	if c.Blocked == nil || v == nil {
		return ""
	}
	return c.Blocked(v, at)
}

// Label is what the footer calls the command.
func (c Command) Label() string {
	if c.Short != "" {
		return c.Short
	}
	return c.Title
}

// Host is what a pane or a dialog may ask of the desktop that holds it.
type Host interface {
	Room() *room.Room
	// Say puts a sentence into the first status row; mark is '!', '~', '?' or 0.
	Say(text string, mark engine.Severity)
	// Object is the selected object, as `blob wiki/home.md`; Select changes it everywhere.
	Object() engine.ObjectID
	Select(object engine.ObjectID)
	// Writer is the writer that letters act for; empty where there is none.
	Writer() string
	// Do carries out an intent as if its command had been pressed.
	Do(Intent)
	// Goto focuses a pane by its id, as `writer2` or `truth`.
	Goto(pane string)
}
