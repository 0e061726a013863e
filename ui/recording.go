package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/say"
)

// How long a recording rests on a frame: as long as the virtual clock says, within limits that a viewer bears.
const (
	restLeast = 600 * time.Millisecond
	restMost  = 2500 * time.Millisecond
)

// castMost is how many actions a recording shows, the newest ones: each is a whole frame, and somebody waits for them.
const castMost = 250

// recording is what a desktop showed, action by action.
type recording struct{ root *Root }

func (r *Root) recording() recording { return recording{r} }

// castHead is the first line of an asciicast of version 2.
type castHead struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title"`
	Env     map[string]string `json:"env"`
}

// cast is the branch up to the cursor as an asciicast: each action as the desktop shows it at its size just now. It is
// played on a twin of the room, so that nothing of this one moves.
//
// Source: asciinema, "asciicast v2".
func (c recording) cast() []byte {
	var out strings.Builder
	put := func(line any) {
		text, err := json.Marshal(line)
		if err != nil {
			panic(fmt.Sprintf("ui: a frame that JSON cannot hold: %v", err))
		}
		out.Write(append(text, '\n'))
	}
	put(castHead{Version: 2, Width: c.root.desk.w, Height: c.root.desk.h, Title: c.title(),
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
	return []byte(out.String())
}

// Recording is a session as an asciicast of a desktop of that size, with what every terminal can show.
func Recording(r *room.Room, w, h int) []byte {
	player := New(Deps{Room: r, Themes: themes.Builtin(), Theme: themes.Builtin()[0].Name, Glyphs: "unicode", Quiet: true,
		NoMouse: true,
		After:   func(time.Duration, tea.Msg) tea.Cmd { return nil }})
	player.desk.resize(w, h)
	player.catchUp()
	return player.recording().cast()
}

// title is what the recording is called, with what it leaves out.
func (c recording) title() string {
	if c.from() > 0 {
		return fmt.Sprintf("%s, the last %d actions", c.root.suggested(), castMost)
	}
	return c.root.suggested()
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
	twin, err := c.root.room.Clone()
	if err != nil {
		show(say.Sentence(err.Error()), 0)
		return
	}
	player := c.player(twin)
	log, from := c.root.view.Log(), c.from()
	var last engine.Instant
	for i, e := range log {
		if i < from || i+1 < len(log) && (log[i+1].Action == e.Action || log[i+1].Record == e.Record) {
			continue
		}
		if err := twin.Go(e.Record); err != nil {
			break
		}
		v := *twin.View()
		v.Past = c.root.view.Past && i+1 == len(log)
		player.see(&v)
		rest := min(max(v.Now().Sub(last), restLeast), restMost)
		if i == from || e.Quiet {
			rest = 0
		}
		last = v.Now()
		show(player.View().Content, rest)
	}
	if len(log) == 0 {
		show(player.View().Content, 0)
	}
}

// from is where in the log a recording begins.
func (c recording) from() int {
	log, left := c.root.view.Log(), castMost
	for i := len(log) - 1; i > 0; i-- {
		if log[i].Action != log[i-1].Action {
			if left--; left == 0 {
				return i
			}
		}
	}
	return 0
}

// player is a desktop of the same looks on another room, that no one types at.
func (c recording) player(twin *room.Room) *Root {
	deps := c.root.deps
	deps.Room, deps.Hello, deps.First, deps.Quiet, deps.Hooks = twin, nil, false, true, Hooks{}
	deps.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	p := New(deps)
	p.looks.theme, p.looks.glyphs, p.looks.few, p.looks.eyes, p.pointer.released = c.root.looks.theme, c.root.looks.glyphs, c.root.looks.few, c.root.looks.eyes, c.root.pointer.released
	p.desk.arranged, p.desk.sizes = c.root.desk.arranged, c.root.desk.sizes
	p.desk.resize(c.root.desk.w, c.root.desk.h)
	p.writer = c.root.writer
	p.object, p.chosen = c.root.object, c.root.chosen
	p.desk.focusOn(c.root.desk.focus)
	return p
}

// see shows a view as if the room had told it.
func (r *Root) see(v *view.View) {
	r.news.Store(v)
	r.cmds, r.status.said, r.idle = nil, false, false
	r.catchUp()
	r.screen.dirty = true
}
