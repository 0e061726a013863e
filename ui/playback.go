package ui

import (
	"fmt"
	"path"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
)

// playback is the clock that runs on screen, and what moves the cursor in time.
type playback struct {
	root  *Root
	on    bool
	speed int // index into speeds
	token int
	ahead engine.Instant // what the clock shows: it runs to what is due and not past it, so it never runs back
	since engine.Instant // since something last happened
	stood int            // the record at which the clock was stopped; it goes on showing ahead there

	throughMarks bool   // a conflict does not stop the clock
	asked        string // the script of which was said that its file has changed
}

var speeds = []int{1, 2, 5, 10, 60}

const (
	tick = 100 * time.Millisecond
	// beat is the least time between two things that are both due at once, so that eyes can follow.
	beat = engine.Instant(500)
)

type tickMsg struct{ token int }

func (m tickMsg) apply(r *Root) {
	if !r.playback.on || m.token != r.playback.token {
		r.idle = true
		return
	}
	p := &r.playback
	at, ok := r.view.NextDue()
	if !ok {
		p.stop()
		p.still()
		r.status.say("Nothing more is due. The clock stands still.", 0)
		return
	}
	passed := engine.Instant(tick.Milliseconds() * int64(speeds[p.speed]))
	p.since += passed
	p.ahead = max(min(p.ahead+passed, at), p.clock())
	if at <= p.ahead && (at > r.view.Now() || p.since >= beat) {
		p.step()
		r.catchUp()
		p.ahead, p.since = max(p.ahead, r.view.Now()), 0
	}
	if r.playback.on {
		r.playback.count()
		r.ask(r.deps.After(tick, m))
	}
}

// count lets ages and bars follow the clock on screen; a still desktop moves them with each step only.
func (p *playback) count() {
	if p.root.deps.Quiet {
		return
	}
	for _, place := range p.root.desk.places.Panes {
		if w, ok := p.root.desk.windows[place.ID]; ok {
			if counts, ok := w.pane.(interface{ Tick(engine.Instant) }); ok {
				counts.Tick(p.clock())
			}
		}
	}
}

// goOn lets what was shown anew stand where the clock on screen does: a chosen object, or a kept draft, must not turn
// ages and bars back.
func (p *playback) goOn() {
	if !p.on && p.clock() > p.root.view.Now() {
		p.count()
	}
}

// still puts ages and bars back to the moment that stands.
func (p *playback) still() {
	for _, w := range p.root.desk.windows {
		w.shown = nil
	}
	p.root.desk.showAll()
}

// clock is what the clock on screen shows.
func (p *playback) clock() engine.Instant {
	if p.on || p.root.programs.live || p.stood == p.root.view.Record && !p.root.view.Past {
		return max(p.ahead, p.root.view.Now())
	}
	return p.root.view.Now()
}

func (p *playback) stop() {
	p.on = false
	p.token = 0
	p.stood = p.root.view.Record
}

// settle makes the time that has run on screen part of the history: what a person does then is done at that time.
func (p *playback) settle() {
	ahead := p.clock() - p.root.view.Now()
	if ahead <= 0 || p.root.view.Past {
		return
	}
	if err := p.root.room.Pass(time.Duration(ahead) * time.Millisecond); err != nil {
		p.root.status.sayError(err)
		return
	}
	p.root.catchUp()
	p.ahead = p.root.view.Now()
}

// do is what moves the cursor in time.
func (p *playback) do(in command.Intent) bool {
	switch in := in.(type) {
	case command.Run:
		p.runOrPause()
	case command.Step:
		p.pause()
		p.step()
	case command.RunToMark:
		p.runToMark()
	case command.Back:
		p.pause()
		p.travel(p.root.room.Back())
	case command.NextTimer:
		p.leap()
	case command.Faster:
		p.faster(in.By)
	case command.Undo:
		p.undo()
	case command.Redo:
		p.redo()
	case command.GoTo:
		if in.Record == 0 {
			return false
		}
		p.pause()
		p.travel(p.root.room.Go(in.Record))
	case command.PauseOnConflict:
		p.throughMarks = !p.throughMarks
		p.root.status.say(map[bool]string{true: "A conflict lets the clock run on. g c has it stop the clock again.",
			false: "A conflict stops the clock."}[p.throughMarks], 0)
	case command.Fork:
		p.root.status.say(fmt.Sprintf("Branch %s begins here. B lists all branches.", p.root.room.Fork()), 0)
	case command.Bookmark:
		p.bookmark()
	case command.Conflict:
		p.toConflict(in.By)
	case command.Recommend:
		p.root.alerts.recommend()
	case command.MakePlans:
		p.pause()
		if did, err := p.root.room.MakePlans(); err != nil {
			p.root.status.sayError(err)
		} else {
			p.root.status.say(did+" Space runs them, V tries all orders, u goes back.", 0)
		}
	case command.Otherwise:
		p.root.alerts.otherwise()
	default:
		return false
	}
	return true
}

// leap goes to the next timer. A clock that runs is put forward to whatever is due next, and runs on; where no timer
// runs, that is what the script does next.
func (p *playback) leap() {
	at, due := p.root.view.NextDue()
	switch {
	case p.on && due:
		p.ahead = max(p.ahead, at)
	case len(p.root.view.Timers()) == 0:
		p.step()
	default:
		_, err := p.root.room.Do(engine.Clock{Next: true})
		p.root.status.sayError(err)
	}
}

func (p *playback) runOrPause() {
	switch {
	case p.root.view.Past:
		p.travel(p.root.room.Now())
	case p.on:
		p.pause()
		p.root.status.sayWhile(func() bool { return !p.on }, "Paused. Space runs on.")
	case p.root.view.Stopped, p.root.view.Follows && !p.root.programs.rest():
		p.root.programs.pause(p.root.view.Follows)
	case p.root.view.Next == "" && p.root.course.player != nil: // no key stands in its way there
		p.root.status.hint("Run: nothing is due.")
	case p.root.view.Next == "":
		p.root.status.say("The clock stands until a program comes again.", 0)
	default:
		p.root.tokens++
		p.ahead, p.since = p.clock(), 0
		p.on, p.token = true, p.root.tokens
		p.root.status.sayWhile(func() bool { return p.on }, "The clock runs. Space stops it.")
		p.root.ask(p.root.deps.After(tick, tickMsg{p.root.tokens}))
	}
}

// pause stops the clock where it stands. A script has its own clock lines and gets no others: there the time that has
// run is only shown until somebody acts.
func (p *playback) pause() {
	if !p.on {
		return
	}
	if p.root.view.Script == "" {
		p.settle()
	}
	p.stop()
	if p.clock() == p.root.view.Now() {
		p.still()
	}
}

// lookAtFile finds out whether the script's file has changed since it was loaded. Disks may wait, so that is a command.
func (p *playback) lookAtFile() {
	changed, v := p.root.deps.Hooks.Changed, p.root.view
	if changed == nil || v.Script == "" || p.asked == v.Script {
		return
	}
	p.root.ask(func() tea.Msg {
		if !changed(v) {
			return nil
		}
		return fileChangedMsg{v.Script}
	})
}

type fileChangedMsg struct{ script string }

// apply offers the newer file once. The session goes on with what it has.
func (m fileChangedMsg) apply(r *Root) {
	if r.view.Script != m.script || r.playback.asked == m.script {
		return
	}
	r.playback.asked = m.script
	r.playback.stop()
	r.status.offer = &offer{say: path.Base(m.script) + " has changed on disk. Enter loads it again.",
		do: func() { r.do(command.OpenRace{Name: m.script}) }}
}

// step does the next thing that is due; the log's new line says what it was.
func (p *playback) step() {
	p.lookAtFile()
	if p.root.course.guess.ask(p.root) {
		return
	}
	if _, err := p.root.room.Step(); err != nil {
		p.stop()
		p.root.status.sayError(err)
	}
}

// runToMark does what is due until a mark comes to light; the mark says what it is.
func (p *playback) runToMark() {
	p.pause()
	p.lookAtFile()
	steps, mark, err := p.root.room.RunToMark()
	p.root.catchUp()
	switch {
	case err != nil:
		p.root.status.sayError(err)
	case mark == nil:
		p.root.status.say(fmt.Sprintf("%s done, no mark came up. u takes them back.", say.Number(steps, "step")), 0)
	case !p.root.status.said:
		p.root.alerts.tell(*mark)
	}
}

func (p *playback) faster(by int) {
	p.speed = min(max(p.speed+by, 0), len(speeds)-1)
	p.root.status.say(fmt.Sprintf("Speed x%d.", speeds[p.speed]), 0)
}

func (p *playback) undo() {
	p.pause()
	name := p.root.view.UndoName
	if err := p.root.room.Undo(); err != nil {
		p.root.status.sayError(err)
		return
	}
	if name = "Took back: " + name; p.root.room.View().Ahead {
		name += ". Programs are beyond this: what they send waits"
	}
	p.root.status.say(name, 0)
	p.root.status.toast.keys = []hint{{"U", "does it again", "edit.redo"}}
}

func (p *playback) redo() {
	p.pause()
	name := p.root.view.RedoName
	if err := p.root.room.Redo(); err != nil {
		p.root.status.sayError(err)
		return
	}
	p.root.status.say("Done again: "+name, 0)
	p.root.status.toast.keys = []hint{{"u", "takes it back", "edit.undo"}}
}

// travel says where the cursor is now, or why it did not move.
func (p *playback) travel(err error) {
	if err != nil {
		p.root.status.sayError(err)
		return
	}
	p.root.catchUp()
	p.sayPast()
}

// sayPast is the banner of a moment that is not the newest.
func (p *playback) sayPast() {
	record, branch := p.root.view.Record, p.root.view.Branch
	here := func() bool { return p.root.view.Record == record && p.root.view.Branch == branch }
	if !p.root.view.Past {
		p.root.status.sayWhile(here, fmt.Sprintf("This is now: %s, step %d.", p.root.view.Now(), p.root.view.Step))
		return
	}
	end := p.root.view.Course().Now()
	if end == p.root.view.Now() {
		p.root.status.sayWhile(here, fmt.Sprintf("This is %s, step %d of %d. Space returns. Any action starts a "+
			"branch.", p.root.view.Now(), p.root.view.Step, p.root.view.Steps))
		return
	}
	p.root.status.sayWhile(here, fmt.Sprintf("This is %s. Now is %s. Space returns. Any action starts a branch.",
		p.root.view.Now(), end))
}

func (p *playback) bookmark() {
	name := "step " + fmt.Sprint(p.root.view.Step)
	if log := p.root.view.Log(); log.Len() > 0 {
		t := p.root.view.Tell(log.At(log.Len() - 1))
		name = joined(t.Who, t.No, t.What)
	}
	p.root.room.Bookmark(name)
	p.root.status.say(fmt.Sprintf("Bookmark at %s: %s. ' lists all.", p.root.view.Now(), name), 0)
}

// conflict is the trouble before or after the cursor, also one that lies before us; ok is false where there is none.
func (p *playback) conflict(by int) (t view.Trouble, ok bool) {
	for _, each := range p.root.view.Course().Troubles {
		switch {
		case by > 0 && each.Step > p.root.view.Step:
			return each, true
		case by < 0 && each.Step < p.root.view.Step:
			t, ok = each, true
		}
	}
	return t, ok
}

// toConflict goes to the trouble before or after the cursor.
func (p *playback) toConflict(by int) {
	p.pause()
	t, ok := p.conflict(by)
	if !ok {
		why := "No conflict lies before this moment."
		switch {
		case by > 0 && !p.root.view.Past && p.root.view.Next != "":
			why = "Nothing has happened after this moment yet. Space runs, . steps."
		case by > 0:
			why = "No conflict came after this moment."
		}
		p.root.status.hint(why)
		return
	}
	if err := p.root.room.Go(t.Event); err != nil {
		p.root.status.sayError(err)
		return
	}
	p.root.catchUp()
	p.root.alerts.tell(t.Finding)
}
