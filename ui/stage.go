package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// stage is what a room needs that looks at a projector: a remote control moves the lesson or goes from bookmark to
// bookmark, hands are counted, the last keys are shown, and nothing else that is not talked about.
type stage struct {
	on    bool
	dark  bool     // the screen shows nothing until the next key
	hands string   // what was typed of the counts
	keys  []string // the last keys with what they do
	token int
}

const (
	keysShown = 5
	keysWait  = 3 * time.Second
)

// presentLayout is the layout that has what a room looks at.
const presentLayout = "present"

func (s *stage) toggle(r *Root) {
	s.on, s.keys, s.dark, s.hands = !s.on, nil, false, ""
	s.arrange(r)
	r.desk.generation++
	r.desk.arrange()
	r.status.say(map[bool]string{true: "Presenting: PgDn and PgUp move it, b makes it dark. P ends that.",
		false: "Not presenting any more."}[s.on], 0)
	if r.course.player != nil {
		s.place(&r.course)
		r.course.turned()
	}
}

// arrange has the layout of a room while it is presented to, and the one of the session's sort else.
func (s *stage) arrange(r *Root) {
	a := &r.desk.arranged
	switch {
	case s.on:
		a.Layout = presentLayout
	case a.Layout == presentLayout && r.course.player != nil:
		a.Layout = lessonLayout
	case a.Layout == presentLayout:
		a.Layout = layout.Layouts()[0]
	}
	if p := r.course.player; p != nil {
		p.Presented = s.on
	}
}

// key takes what a remote control and the teacher's hands press while a room looks: true: it is done.
func (s *stage) key(c *course, key string) bool {
	switch {
	case !s.on || c.root.keys.prefix != "":
		return false
	case s.dark:
		s.darken(c.root, false)
		return true
	case key == "b":
		s.darken(c.root, true)
		return true
	case key == "esc" && c.asks() && !c.root.desk.isOver(c.root.desk.focus) && !c.root.desk.arranged.Zoom:
		return true // who ends the slides by it wants no answer told
	case c.player == nil || !c.player.Waits():
		return false
	case key == "backspace":
		s.hands = s.hands[:max(len(s.hands)-1, 0)]
	case key == "space" || key == "," || len(key) == 1 && key >= "0" && key <= "9":
		s.hands += strings.Replace(strings.Replace(key, "space", " ", 1), ",", " ", 1)
	default:
		return false
	}
	s.count(c)
	return true
}

func (s *stage) darken(r *Root, dark bool) {
	s.dark = dark
	r.screen.dirty = true
}

// count shows what was typed of the hands: numbers in the order of the choices.
func (s *stage) count(c *course) {
	const most = 40
	s.hands = s.hands[:min(len(s.hands), most)]
	var hands []int
	for _, word := range strings.Fields(s.hands) {
		n, err := strconv.Atoi(word)
		if err != nil || n > 999 {
			c.root.status.hint("A room has up to 999 hands. Backspace takes back a digit.")
			return
		}
		hands = append(hands, n)
	}
	if c.player.Count(hands) > 0 {
		c.root.status.hint(fmt.Sprintf("There are %d answers. Backspace takes back a digit.",
			len(c.player.Part().Question.Choices)))
	}
	c.turned()
}

// turn is PgDn and PgUp of a remote control: PgDn on a question that nobody has answered reveals it, on a goal it shows
// the author's way. Where no lesson is on they go from slide to slide.
func (s *stage) turn(c *course, where command.Direction) bool {
	if !s.on || where != command.PageDown && where != command.PageUp {
		return false
	}
	switch {
	case c.player == nil:
		s.slide(c.root, where == command.PageDown)
	case where == command.PageUp && c.player.State.Page == 0:
		c.root.status.hint("This is the beginning. PgDn goes on.")
	case where == command.PageUp:
		c.turn(true)
	case c.player.Waits(), c.player.Aims():
		s.hands = ""
		c.answer(0)
	default:
		s.hands = ""
		c.turn(false)
	}
	return true
}

// slides are the moments of the branch that a presentation stops at: its beginning, its bookmarks, its end.
func (s *stage) slides(r *Root) (list []slide) {
	course := r.view.Course()
	list = append(list, slide{})
	for _, b := range r.view.Bookmarks() {
		if course.Has(b.Record) {
			list = append(list, slide{b.Record, b.Name})
		}
	}
	if n := course.Lines.Len(); n > 0 && course.Lines.At(n-1).Record > list[len(list)-1].record {
		list = append(list, slide{course.Lines.At(n - 1).Record, ""})
	}
	return list
}

// slide is one of them, with the name of its bookmark.
type slide struct {
	record int
	name   string
}

// slide goes to the next bookmark, or the one before. At the end of what has happened the script goes on to its next
// bookmark, to a mark, or to its end.
func (s *stage) slide(r *Root, on bool) {
	r.playback.pause()
	r.status.toast = toast{}
	list := s.slides(r)
	at := slices.IndexFunc(list, func(l slide) bool { return l.record >= r.view.Record })
	switch {
	case on && r.view.Past:
		at = slices.IndexFunc(list, func(l slide) bool { return l.record > r.view.Record })
		if at < 0 || at == len(list)-1 { // behind the last that was said the clock may have gone on
			r.status.sayError(r.room.Now())
		} else {
			r.status.sayError(r.room.Go(list[at].record))
		}
	case on && r.view.Next == "":
		r.status.hint("This is the end. PgUp goes back.")
		return
	case on:
		_, _, _ = r.room.RunToBookmark() // where nothing is due any more, nothing happens
	case at <= 0:
		r.status.hint("This is the beginning. PgDn goes on.")
		return
	default:
		r.status.sayError(r.room.Go(list[at-1].record))
	}
	happened := r.view.Last
	r.catchUp()
	if r.status.toast.mark == 0 || r.view.Last == happened { // what just happened speaks for itself
		s.told(r)
	}
}

// told says which slide it is.
func (s *stage) told(r *Root) {
	list := s.slides(r)
	for i, l := range list {
		if l.record == r.view.Record {
			text := fmt.Sprintf("Slide %d of %d", i+1, len(list))
			if l.name != "" {
				text += ": " + l.name
			}
			r.status.say(text+".", 0)
		}
	}
}

// pressed shows a key with what it does, for three seconds behind the last one.
func (s *stage) pressed(r *Root, c command.Command) {
	if !s.on || len(c.Keys.Keys()) == 0 {
		return
	}
	label := strings.ToLower(c.Label())
	if m, ok := c.Intent.(command.Move); ok {
		switch {
		case m.Where == command.PageDown && r.course.player != nil && r.course.player.Waits():
			label = "show the answer"
		case m.Where == command.PageDown && r.course.player != nil && r.course.player.Aims():
			label = "show the way"
		case m.Where == command.PageDown:
			label = "go on"
		case m.Where == command.PageUp:
			label = "back"
		}
	}
	key := r.keys.by // a command may have several
	if key == "" {
		key = c.Keys.Keys()[0]
	}
	said := command.KeyName(key) + " " + label
	if n := len(s.keys); n == 0 || s.keys[n-1] != said { // pressed again and again it says no more
		s.keys = append(s.keys, said)
	}
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

// captions says whether the status area is what a room reads: the sentence of the moment in its first two rows, and
// below them only the last keys.
func (s *stage) captions(r *Root) bool {
	mode := r.keys.mode()
	return s.on && r.status.offer == nil && r.keys.prefix == "" && (mode == command.Nav || mode == command.Ask)
}

// paint is the last row for a room: the page, and at the right the last keys.
func (s *stage) paint(r *Root, a grid.Area) {
	w, _ := a.Size()
	x := 1
	if p := r.course.player; p != nil {
		x += a.Put(x, 0, fmt.Sprintf("%d of %d", p.State.Page+1, len(p.Parts)), ink(themes.Dim)) + 2
		if p.Waits() && s.hands != "" {
			x += a.Put(x, 0, "hands: "+s.hands, bold(themes.Text)) + 2
		}
	}
	keys := s.keys
	for len(keys) > 1 && grid.Width(strings.Join(keys, "   ")) > w-x-2 {
		keys = keys[1:]
	}
	a.PutRight(w-1, 0, r.looks.glyphs.Fit(strings.Join(keys, "   "), w-x-2), bold(themes.Key))
}
