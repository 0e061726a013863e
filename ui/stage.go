package ui

import (
	"strings"
	"time"

	"interleave/ui/command"
)

// stage is what a room needs that looks at a projector: a remote control moves the lesson, the last keys are shown.
type stage struct {
	on    bool
	keys  []string // the last keys with what they do
	token int
}

const (
	keysShown = 5
	keysWait  = 3 * time.Second
)

func (s *stage) toggle(r *Root) {
	s.on, s.keys = !s.on, nil
	r.status.say(map[bool]string{true: "Presenting: PgDn and PgUp move the lesson. P ends that.",
		false: "Not presenting any more."}[s.on], 0)
	if r.course.player != nil {
		s.place(&r.course)
	}
}

// turn is PgDn and PgUp of a remote control: PgDn on a question that nobody has answered reveals it, on a goal it shows
// the author's way.
func (s *stage) turn(c *course, where command.Direction) bool {
	if !s.on || c.player == nil || where != command.PageDown && where != command.PageUp {
		return false
	}
	switch {
	case where == command.PageUp:
		c.turn(true)
	case c.player.Waits(), c.player.Aims():
		c.answer(0)
	default:
		c.turn(false)
	}
	return true
}

// pressed shows a key with what it does, for three seconds behind the last one.
func (s *stage) pressed(r *Root, c command.Command) {
	if !s.on || len(c.Keys.Keys()) == 0 {
		return
	}
	label := strings.ToLower(c.Label())
	if m, ok := c.Intent.(command.Move); ok && r.course.player != nil {
		switch m.Where {
		case command.PageDown:
			label = "go on"
		case command.PageUp:
			label = "page back"
		}
	}
	s.keys = append(s.keys, command.KeyName(c.Keys.Keys()[0])+" "+label)
	s.keys = s.keys[max(len(s.keys)-keysShown, 0):]
	r.tokens++
	s.token = r.tokens
	r.ask(r.deps.After(keysWait, keysOverMsg{s.token}))
}

type keysOverMsg struct{ token int }

func (m keysOverMsg) apply(r *Root) {
	if r.course.stage.token == m.token {
		r.course.stage.keys = nil
	}
}

// place tells whoever follows the notes where the lesson is.
func (s *stage) place(c *course) {
	if hook := c.root.deps.Hooks.Place; s.on && hook != nil && c.player != nil {
		hook(c.player.Name, c.player.State.Page)
	}
}
