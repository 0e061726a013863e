package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/say"
)

// programs is what real programs do to the desk: their requests come without a key, and the clock goes with the one on
// the wall while they are connected.
type programs struct {
	root    *Root
	looking bool // a look at what they did is under way
	live    bool // the clock on screen goes with the one on the wall
	counted time.Duration
}

// lookEvery is how often the desk looks at what programs did; countEvery how often ages and bars move along.
const (
	lookEvery  = 50 * time.Millisecond
	countEvery = 200 * time.Millisecond
)

// look begins to look where programs can come in, or have.
func (p *programs) look(v *view.View) {
	if connected, _ := v.Connected(); p.looking || connected == 0 && len(v.Door.Ports) == 0 {
		return
	}
	p.looking = true
	p.root.ask(p.root.deps.After(lookEvery, lookMsg{p.root.room}))
}

// lookMsg is the moment to look at what programs did in a room.
type lookMsg struct{ at any }

func (m lookMsg) apply(r *Root) {
	p := &r.programs
	r.idle = r.news.Load() == nil
	p.looking = false
	now, follows := r.room.LiveClock()
	if p.live != follows {
		r.playback.settle() // what has run on the screen stays
		p.live, r.idle = follows, false
	}
	if p.live {
		r.playback.ahead = now
	}
	if p.counted += lookEvery; p.counted >= countEvery {
		p.counted = 0
		if connected, outside := r.view.Connected(); p.live || connected+outside > 0 {
			r.idle = false
			r.playback.count()
			r.layers.refresh()
		}
	}
	r.catchUp()
	p.look(r.view)
}

// refresher is a dialog that shows what changes by itself.
type refresher interface{ Refresh() }

func (l *layers) refresh() {
	for _, above := range l.list {
		if d, ok := above.dialog.(refresher); ok {
			d.Refresh()
		}
	}
}

// do is what concerns programs.
func (p *programs) do(in command.Intent) bool {
	r := p.root
	switch in.(type) {
	case command.Listen:
		p.listen()
	case command.StopListening:
		stop := r.deps.Hooks.StopListening
		if stop == nil {
			r.status.hint("Programs cannot join here.")
			return true
		}
		r.ask(func() tea.Msg { return listenedMsg{err: stop(), closed: true} })
	case command.Programs:
		r.layers.open(dialogs.NewPrograms(r))
	case command.Disconnect:
		p.report(r.room.Disconnect(r.writer))
	case command.TakeOver:
		p.report(r.room.TakeOver(r.writer, r.view.Client(r.writer) != nil))
	default:
		return false
	}
	return true
}

func (p *programs) report(text string, err error) {
	if err != nil {
		p.root.status.sayError(err)
		return
	}
	p.root.status.say(text+".", 0)
}

// listen opens the endpoints, or shows once more what a program needs. Ports may take their time.
func (p *programs) listen() {
	r := p.root
	if len(r.view.Door.Ports) > 0 {
		r.layers.open(dialogs.NewJoin(r))
		return
	}
	open := r.deps.Hooks.Listen
	if open == nil {
		r.status.hint("Programs cannot join here.")
		return
	}
	room := r.room
	r.ask(func() tea.Msg { return listenedMsg{err: open(room)} })
}

// listenedMsg is the end of opening or closing the endpoints.
type listenedMsg struct {
	err    error
	closed bool
}

func (m listenedMsg) apply(r *Root) {
	r.catchUp()
	switch {
	case m.err != nil:
		r.status.sayError(m.err)
	case m.closed:
		r.status.say("The ports are closed. What the programs did stays.", 0)
	default:
		r.layers.open(dialogs.NewJoin(r))
	}
}

// rest stops that clock where no program is connected, so that a person has it in hand. false: one is.
func (p *programs) rest() bool {
	if connected, _ := p.root.view.Connected(); connected > 0 {
		return false
	}
	p.root.playback.settle()
	if !p.root.room.Rest() {
		return false
	}
	p.live = false
	p.root.catchUp()
	return true
}

// pause stops the clock that goes with the one on the wall and holds what programs send, or lets both go on.
func (p *programs) pause(on bool) {
	p.root.playback.settle()
	if err := p.root.room.Pause(on); err != nil {
		p.root.status.sayError(err)
		return
	}
	p.live = false
	if on {
		p.root.status.sayWhile(func() bool { return p.root.view.Stopped },
			"The clock stands, and what programs send is held. Space lets both go on.")
		return
	}
	who := "programs can come again"
	if n, _ := p.root.view.Connected(); n > 0 {
		who = say.Number(n, "program") + " connected"
	}
	p.root.status.sayWhile(func() bool { return p.root.view.Follows },
		fmt.Sprintf("The clock goes with the one on the wall: %s. Space stops it.", who))
}
