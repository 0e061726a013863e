package ui

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/ui/card"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/layout"
	"interleave/ui/say"
)

// hint is a key in the footer, with what it does.
type hint struct{ key, what, id string }

func (h hint) width() int { return grid.Width(h.key) + 1 + grid.Width(h.what) }

// fitting are the hints that find room side by side, two columns apart. The way out, where it is the last of them,
// stays: another makes room for it.
func fitting(list []hint, room int) (fits []hint) {
	const apart = 2
	out := 0
	if n := len(list); n > 0 && list[n-1].key == "Esc" {
		out = apart + list[n-1].width()
	}
	for i, h := range list {
		if i == len(list)-1 {
			out = 0
		}
		switch {
		case h.width()+out <= room:
			fits = append(fits, h)
			room -= h.width() + apart
		case out == 0:
			return fits
		}
	}
	return fits
}

// hints are the keys that count now.
func (s *statusBar) hints() []hint {
	var list []hint
	switch mode := s.root.keys.mode(); mode {
	case command.InMenu:
		return []hint{{"Left Right", "menus", ""}, {"Up Down", "choose", ""}, {"Enter", "do it", ""},
			{"Esc", "close", ""}}
	case command.Jumping:
		return []hint{{"a letter", "goes there", ""}, {"Esc", "stay", ""}}
	case command.Edit:
		for _, c := range command.EditHints() {
			if label := s.label(c); len(c.Edit.Keys()) > 0 && label != "" && s.root.keys.blocked(c) == "" &&
				!s.idle(c.Intent) {
				list = append(list, hint{c.Edit.Help().Key, label, c.ID})
			}
		}
	case command.Nav, command.Ask:
		for _, c := range command.Hints(s.root.desk.focused().pane.Scope()) {
			if label := s.label(c); label != "" && s.root.keys.blocked(c) == "" && !s.idle(c.Intent) {
				key := c.Keys.Help().Key
				if _, turns := c.Intent.(command.TurnPage); turns && c.ID == "learn.on" {
					key = "Space" // the same key goes on wherever the focus is
				}
				list = append(list, hint{key, label, c.ID})
			}
		}
	default:
		for _, h := range s.root.layers.top().dialog.Hints() {
			list = append(list, hint{h.Key, h.What, ""})
		}
	}
	return list
}

// idle says whether a key would leave all as it is, though nothing forbids it: what it shows is in front, or there is
// nothing for it to act on.
func (s *statusBar) idle(in command.Intent) bool {
	d := &s.root.desk
	if _, card := in.(command.ShowCard); card {
		return d.focus == layout.Card
	}
	if flies(in) {
		return s.root.nothingFor(in)
	}
	p, ok := d.focused().pane.(interface{ Idle(command.Intent) bool })
	return ok && p.Idle(in)
}

// leaves are the kinds of objects that hold no others, so that a delete takes nothing along.
var leaves = []string{"blob", "object", "entity", "file"}

// label is a command's word in the footer, as things stand now.
func (s *statusBar) label(c command.Command) string {
	object := s.root.object
	switch in := c.Intent.(type) {
	case command.Delete:
		return s.deletes(c)
	case command.EditDraft:
		if into := act.Into(s.root.view, object); into != nil && (into.Object == object.Kind || s.begins()) {
			return "New " + into.Makes
		}
	case command.Write:
		if s.begins() {
			return "" // there is no text of its own yet
		}
	case command.NextTimer:
		return s.timer(c)
	case command.Recommend:
		return s.recommended(c)
	case command.TurnPage, command.Hint, command.AnswerQuestion, command.Undo, command.Deliver:
		if word, does := s.root.course.footer(in); !does || word != "" {
			return word
		}
	case command.SendAgain:
		v := s.root.view
		if other := v.Exchange(v.SameAs(s.root.writer, object)); other != nil {
			return "Same as " + v.Title(other.By)
		}
		lost := v.Awaited(s.root.writer)
		if lost == 0 || slices.ContainsFunc(v.Flight(), func(m view.Moving) bool { return m.Request == lost }) {
			return ""
		}
	case command.Conflict:
		told, chooses := s.root.desk.focused().pane.(*card.Pane)
		if _, ok := s.root.playback.conflict(in.By); !ok && !(chooses && told.Chooses(in.By)) {
			return ""
		}
	case command.View:
		if s.root.desk.turned() != s.root.desk.focus {
			return ""
		}
	case command.Copy:
		if s.root.desk.focused().pane.Scope() == command.Lesson && !s.root.course.atHome() {
			return "" // a page has nothing to copy
		}
	case command.Escape:
		if s.root.keys.mode() == command.Edit {
			return "Done"
		}
	case command.Run:
		switch p := s.root.course.player; {
		case p != nil && p.IsBack():
			return "Go on"
		case s.root.view.Past:
			return "Now"
		case s.root.playback.on:
			return "Pause"
		case p != nil && p.Waits(): // for a number
			return ""
		case p != nil && !p.Aims():
			return "Go on"
		case p != nil && s.root.view.Next == "" && !s.root.view.Follows && !s.root.view.Stopped: // it would do nothing
			return ""
		}
	}
	return c.LabelOn(object.Kind)
}

// deletes is what the key that deletes would take away. It says nothing of what holds others: there its letter says
// enough beside the others.
func (s *statusBar) deletes(c command.Command) string {
	object := s.root.object
	spec := act.Spec(s.root.view, s.root.writer, object, engine.ToDelete)
	switch {
	case spec == nil:
		return ""
	case s.version() == "marker": // to delete a marker reads as to put one
		return "Take marker away"
	case s.version() != "":
		return c.Label() + " " + s.version()
	case s.root.desk.focused().pane.Scope() == command.Truth:
		return ""
	case spec.Object == "message":
		return c.Label() + " " + spec.Object
	case slices.Contains(leaves, object.Kind) && len(s.root.view.Flight()) == 0 &&
		(s.root.desk.w >= wideBar || s.root.desk.w >= leastBar && s.root.view.Next == ""):
		return c.Label() // what is under way is delivered first, and what is due goes on
	}
	return ""
}

// recommended is what the key of the recommended action does, by the same word as behind the mark.
func (s *statusBar) recommended(c command.Command) string {
	if told, ok := s.root.desk.focused().pane.(*card.Pane); ok && told.Action() != "" {
		return capital(told.Action())
	}
	return c.Label()
}

// version is what d takes away where that is one version of the selected object, in a word; empty: it is not.
func (s *statusBar) version() string {
	if of, ok := s.root.desk.focused().pane.(interface{ Deletes() string }); ok && of.Deletes() != "" {
		return of.Deletes()
	}
	if !act.Hides(s.root.view, s.root.writer, s.root.object).IsZero() {
		return "marker"
	}
	return ""
}

// timer is what the leap to the next timer leads to, in a word where that is about the selected object. A writer's
// window names the key while something ends soon: who waits for seconds does not mean to leap over days.
func (s *statusBar) timer(c command.Command) string {
	timers, object := s.root.view.Timers(), s.root.object
	soon := len(timers) > 0 && timers[0].At.Sub(s.root.view.Now()) <= say.Soon
	if at, due := s.root.view.NextDue(); due && s.root.playback.on && (len(timers) == 0 || at < timers[0].At) {
		return "Next event" // what runs leaps there first
	}
	if !soon && s.root.desk.focused().pane.Scope() == command.Writer {
		return ""
	}
	if len(timers) == 0 {
		return "Next event" // of the script
	}
	into := act.Into(s.root.view, object)
	if soon {
		of := timers[0].Object
		inside := into != nil && into.Makes == of.Kind && strings.HasPrefix(of.Name, object.Name+"/")
		if of == object || inside {
			return capital(say.TimerWord(timers[0].Name))
		}
	}
	return c.Label()
}

// begins says whether e begins something new that lies in the selected object. Typing tells no news: a draft may be
// newer than the view.
func (s *statusBar) begins() bool {
	return act.Begins(s.root.room.View(), s.root.writer, s.root.object) != nil
}
