package dialogs

import (
	"interleave/ui/command"
	"interleave/ui/say"
)

// Session is a kept session as the list shows it.
type Session struct {
	Path   string
	Name   string
	Detail string // when it was saved, how long it is
	Here   bool   // it is the open one
	Why    string // why it cannot be opened now, as `open in another window`
}

// NewSessions lists the library, a new session, and the kept ones.
func NewSessions(d command.Host, list func() ([]Session, error), open func(path string) error) Dialog {
	rows := []row{
		{head: true, text: "Begin"},
		{text: "Race library", note: "all races that come with the program",
			say: "Pick a race; it becomes a script in a new session.",
			act: func() bool { d.Do(command.Races{}); return true }},
		{text: "New session", note: "an empty desk", say: "This session stays in its file.",
			act: func() bool { d.Do(command.NewSession{}); return true }},
		{text: "A file", note: "a session or a race in any folder", say: "Type its name or go to its folder.",
			act: func() bool { d.Do(command.OpenFile{}); return true }},
		{head: true, text: "Kept sessions"},
	}
	p := &picker{title: "Open a session", wide: 84, hints: []Hint{{"Enter", "open"}, upDown, escCloses}}
	kept, err := list()
	for _, s := range kept {
		rows = append(rows, p.session(d, s, open))
	}
	if len(kept) == 0 {
		rows = rows[:4]
	}
	p.chooser = newChooser("Find", "No sessions.", rows)
	if err != nil {
		p.problem = say.Error(err)
	}
	return p
}

func (p *picker) session(d command.Host, s Session, open func(string) error) row {
	r := row{text: s.Name, note: s.Detail, say: s.Path, find: s.Path, why: s.Why}
	if s.Here {
		r.note += "  (this one)"
	}
	r.act = func() bool {
		if err := open(s.Path); err != nil {
			p.problem = say.Error(err)
			return false
		}
		d.Say("This is the session "+s.Name+".", 0)
		return true
	}
	return r
}
