package ui

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/export"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
)

// How long a recording rests on a frame: as long as the virtual clock says, within limits that a viewer bears.
const (
	restLeast = 600 * time.Millisecond
	restMost  = 2500 * time.Millisecond
)

// castMost is how many actions a recording shows, the newest ones: each is a whole frame, and somebody waits for them.
const castMost = 250

// recording is what a desktop showed, action by action. It is played on a clone of the room and a desktop of its own,
// so that nothing of this one moves and the playing may take its time elsewhere.
type recording struct {
	player *Root
	log    view.Log
	from   int // where in the log it begins
	past   bool
	title  string
	err    error
}

// recording is the branch up to the cursor, to be played.
func (r *Root) recording() recording {
	clone, err := r.room.Clone()
	if err != nil {
		return recording{err: err}
	}
	c := recording{log: r.view.Log(), past: r.view.Past, title: r.suggested(), player: r.onRoom(clone)}
	if c.from = castFrom(c.log); c.from > 0 {
		c.title += fmt.Sprintf(", the last %d actions", castMost)
	}
	return c
}

// castHead is the first line of an asciicast of version 2.
type castHead struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title"`
	Env     map[string]string `json:"env"`
}

// cast is the recording as an asciicast: each action as the desktop shows it at its size just now.
//
// Source: asciinema, "asciicast v2".
func (c recording) cast() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	var out strings.Builder
	put := func(line any) {
		text, err := json.Marshal(line)
		if err != nil {
			panic(fmt.Sprintf("ui: a frame that JSON cannot hold: %v", err))
		}
		out.Write(append(text, '\n'))
	}
	put(castHead{Version: 2, Width: c.player.desk.w, Height: c.player.desk.h, Title: c.title,
		Env: map[string]string{"TERM": "xterm-256color"}})
	at, before := time.Duration(0), []string(nil)
	c.replay(func(frame string, rest time.Duration) {
		at += rest
		rows := strings.Split(frame, "\n")
		if text := repaint(before, rows); text != "" {
			put([]any{at.Seconds(), "o", text})
		}
		before = rows
	})
	put([]any{(at + restMost).Seconds(), "o", "\x1b[0m"}) // the last frame stays for a while
	return []byte(out.String()), nil
}

// made is the recording, or the sequence of its branch.
func (c recording) made(what string) ([]byte, error) {
	switch {
	case c.err != nil:
		return nil, c.err
	case what == export.AsSequence:
		return c.player.sequence(), nil
	}
	return c.cast()
}

// Recording is a session as an asciicast of a desktop of that size, with what every terminal can show.
func Recording(r *room.Room, w, h int) ([]byte, error) {
	player := New(Deps{Room: r, Themes: themes.Builtin(), Theme: themes.Builtin()[0].Name, Glyphs: "unicode",
		Quiet:   true,
		NoMouse: true,
		After:   func(time.Duration, tea.Msg) tea.Cmd { return nil }})
	player.desk.resize(w, h)
	player.catchUp()
	return player.recording().cast()
}

// repaint writes the rows that differ from those before; all of them where there were none.
func repaint(before, rows []string) string {
	var b strings.Builder
	if len(before) != len(rows) {
		b.WriteString("\x1b[?25l\x1b[0m\x1b[2J")
		before = make([]string, len(rows))
	}
	for i, row := range rows {
		if row != before[i] {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m%s\x1b[0m\x1b[K", i+1, row)
		}
	}
	return b.String()
}

// replay shows each action of the branch up to the cursor on a desktop of its own, from an empty desk on, and the last
// one as this desktop shows it without what lies above the desk.
func (c recording) replay(show func(frame string, rest time.Duration)) {
	var last engine.Instant
	for i, e := range c.log.All() {
		if i < c.from || i+1 < c.log.Len() && (c.log.At(i+1).Action == e.Action || c.log.At(i+1).Record == e.Record) {
			continue
		}
		if err := c.player.room.Go(e.Record); err != nil {
			break
		}
		v := *c.player.room.View()
		v.Past = c.past && i+1 == c.log.Len()
		c.player.see(&v)
		rest := min(max(v.Now().Sub(last), restLeast), restMost)
		if i == c.from || e.Quiet {
			rest = 0
		}
		last = v.Now()
		show(c.player.View().Content, rest)
	}
	if c.log.Len() == 0 {
		show(c.player.View().Content, 0)
	}
}

// castFrom is where in a log a recording begins.
func castFrom(log view.Log) int {
	left := castMost
	for i := log.Len() - 1; i > 0; i-- {
		if log.At(i).Action != log.At(i-1).Action {
			if left--; left == 0 {
				return i
			}
		}
	}
	return 0
}

// onRoom is a desktop of the same looks on another room, that no one types at.
func (r *Root) onRoom(clone *room.Room) *Root {
	deps := r.deps
	deps.Room, deps.Hello, deps.First, deps.Quiet, deps.NoMouse, deps.Hooks = clone, nil, false, true,
		r.pointer.released,
		Hooks{}
	deps.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	p := New(deps)
	p.looks.theme, p.looks.glyphs, p.looks.few, p.looks.eyes = r.looks.theme, r.looks.glyphs, r.looks.few, r.looks.eyes
	p.desk.arranged, p.desk.sizes = r.desk.arranged, map[string]map[string]int{}
	for of, sizes := range r.desk.sizes {
		p.desk.sizes[of] = maps.Clone(sizes)
	}
	p.desk.resize(r.desk.w, r.desk.h)
	p.writer = r.writer
	p.object, p.chosen = r.object, r.chosen
	p.desk.focusOn(r.desk.focus)
	return p
}

// see shows a view as if the room had told it.
func (r *Root) see(v *view.View) {
	r.news.Store(v)
	r.cmds, r.status.said, r.idle = nil, false, false
	r.catchUp()
	r.screen.dirty = true
}
