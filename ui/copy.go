package ui

import (
	tea "charm.land/bubbletea/v2"

	"interleave/engine/export"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
)

// requester is a pane in which one request is selected.
type requester interface{ Request() int }

// teller is a pane that tells one conflict.
type teller interface {
	Trouble() (t view.Trouble, ok bool)
}

// subject is what a copy is about, from where the focus is: the selected request, else the writer's newest.
func (r *Root) subject() export.Subject {
	s := export.Subject{Object: r.object}
	if w := r.desk.focused(); w != nil {
		if p, ok := w.pane.(requester); ok {
			s.Request = p.Request()
		}
	}
	// a card that is not on screen may tell of another branch
	if p, ok := r.desk.window(layout.Card).pane.(teller); ok && r.alerts.showsCard() {
		if t, told := p.Trouble(); told {
			s.Trouble = &t
		}
	}
	if w := r.view.Writer(r.writer); w != nil && s.Request == 0 {
		s.Request = int(w.Last)
	}
	return s
}

// doCopy opens the menu of what can be copied, or copies what a word stands for. What the focused pane shows it copies
// itself.
func (r *Root) doCopy(in command.Intent) bool {
	c, ok := in.(command.Copy)
	if !ok || c.What == dialogs.Pane {
		return false
	}
	if c.What == "" { // what is copied is asked for anew: time may go on, or back, below the menu
		r.layers.open(dialogs.NewCopy(r, r.subject(), r.copyWord))
	} else {
		r.copyWord(c.What)
	}
	return true
}

func (r *Root) copyWord(word string) {
	if word == dialogs.Pane {
		if !r.byPane(r.desk.focused(), command.Copy{What: dialogs.Pane}) {
			r.status.hint("Nothing is selected here to copy.")
		}
		return
	}
	about := r.subject()
	if x := r.view.Exchange(about.Request); word == "curl" && x != nil && r.view.Spec(x.Verb).Prompt() {
		word = "redis-cli" // the one tool for a command of Redis
	}
	text, said, why := export.Copy(r.room, about, word)
	if why != "" {
		r.status.hint(why)
		return
	}
	r.ask(tea.SetClipboard(text))
	r.status.say(said, 0)
}
