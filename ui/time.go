package ui

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/ui/command"
	"interleave/ui/layout"
	"interleave/ui/panes"
)

// run is the clock that runs on screen.
type run struct {
	on    bool
	speed int // index into speeds
	token int
	ahead engine.Instant // what the clock shows
	last  engine.Instant // what it showed when something last happened
}

var speeds = []int{1, 2, 5, 10, 60}

const (
	tick = 100 * time.Millisecond
	// beat is the least time between two things that are both due at once, so that eyes can follow.
	beat = engine.Instant(500)
)

type tickMsg struct{ token int }

func (m tickMsg) reach(r *Root) {
	if !r.run.on || m.token != r.run.token {
		r.idle = true
		return
	}
	r.run.ahead += engine.Instant(tick.Milliseconds() * int64(speeds[r.run.speed]))
	at, ok := r.view.NextDue()
	if !ok {
		r.stop()
		r.still()
		r.status.say("Nothing more is due. The clock stands still.", 0)
		return
	}
	if at <= r.run.ahead && (at > r.view.Now() || r.run.ahead-r.run.last >= beat) {
		r.step()
		r.catchUp()
		r.run.ahead = max(r.run.ahead, r.view.Now())
		r.run.last = r.run.ahead
	}
	if r.run.on {
		r.count()
		r.ask(r.deps.After(tick, m))
	}
}

// count lets ages and bars follow the clock on screen; a still desktop moves them with each step only.
func (r *Root) count() {
	if r.deps.Quiet {
		return
	}
	for _, p := range r.places.Panes {
		if w, ok := r.windows[p.ID]; ok {
			if counts, ok := w.pane.(interface{ Tick(engine.Instant) }); ok {
				counts.Tick(r.clock())
			}
		}
	}
}

// still puts ages and bars back to the moment that stands.
func (r *Root) still() {
	for _, w := range r.windows {
		w.shown = nil
	}
	r.showAll()
}

// clock is what the clock on screen shows.
func (r *Root) clock() engine.Instant {
	if r.run.on {
		return max(r.run.ahead, r.view.Now())
	}
	return r.view.Now()
}

func (r *Root) stop() {
	r.run.on = false
	r.run.token = 0
}

// settle makes the time that has run on screen part of the history. A script has its own clock lines and gets no
// others.
func (r *Root) settle() {
	ahead := r.clock() - r.view.Now()
	if !r.run.on || ahead <= 0 || r.view.Script != "" || r.view.Past {
		return
	}
	if _, err := r.room.Do(engine.Clock{By: time.Duration(ahead) * time.Millisecond}); err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	r.run.ahead = r.view.Now()
}

// doTime is what moves the cursor in time.
func (r *Root) doTime(in command.Intent) bool {
	switch in := in.(type) {
	case command.Run:
		r.runOrPause()
	case command.Step:
		r.pause()
		r.step()
	case command.RunToMark:
		r.runToMark()
	case command.Back:
		r.pause()
		r.travel(r.room.Back())
	case command.NextTimer:
		r.leap()
	case command.Faster:
		r.faster(in.By)
	case command.Undo:
		r.undo()
	case command.Redo:
		r.redo()
	case command.GoTo:
		if in.Record == 0 {
			return false
		}
		r.pause()
		r.travel(r.room.Go(in.Record))
	case command.PauseOnConflict:
		r.runsOn = !r.runsOn
		r.status.say(map[bool]string{true: "A conflict lets the clock run on. g c has it stop the clock again.",
			false: "A conflict stops the clock."}[r.runsOn], 0)
	case command.Fork:
		r.status.say(fmt.Sprintf("Branch %s begins here. B lists all branches.", r.room.Fork()), 0)
	case command.Bookmark:
		r.bookmark()
	case command.Conflict:
		r.toConflict(in.By)
	case command.Recommend:
		r.recommend()
	default:
		return false
	}
	return true
}

// leap goes to the next timer. A clock that runs is put forward to whatever is due next, and runs on; where no timer
// runs, that is what the script does next.
func (r *Root) leap() {
	at, due := r.view.NextDue()
	switch {
	case r.run.on && due:
		r.run.ahead = max(r.run.ahead, at)
	case len(r.view.Timers()) == 0:
		r.step()
	default:
		_, err := r.room.Do(engine.Clock{Next: true})
		r.status.sayError(err)
	}
}

func (r *Root) runOrPause() {
	switch {
	case r.view.Past:
		r.travel(r.room.Now())
	case r.run.on:
		r.pause()
		r.status.say("Paused. Space runs on.", 0)
	default:
		r.tokens++
		r.run.on, r.run.token = true, r.tokens
		r.run.ahead = r.view.Now()
		r.run.last = r.run.ahead
		r.status.say("The clock runs. Space stops it.", 0)
		r.ask(r.deps.After(tick, tickMsg{r.tokens}))
	}
}

func (r *Root) pause() {
	r.settle()
	if ran := r.run.on; ran {
		r.stop()
		r.still()
	}
}

// lookAtFile finds out whether the script's file has changed since it was loaded. Disks may wait, so that is a command.
func (r *Root) lookAtFile() {
	changed, v := r.deps.Hooks.Changed, r.view
	if changed == nil || v.Script == "" || r.told == v.Script {
		return
	}
	r.ask(func() tea.Msg {
		if !changed(v) {
			return nil
		}
		return fileChangedMsg{v.Script}
	})
}

type fileChangedMsg struct{ script string }

// reach offers the newer file once. The session goes on with what it has.
func (m fileChangedMsg) reach(r *Root) {
	if r.view.Script != m.script || r.told == m.script {
		return
	}
	r.told = m.script
	r.stop()
	r.status.offer = &offer{say: path.Base(m.script) + " has changed on disk. Enter loads it again.",
		do: func() { r.do(command.OpenRace{Name: m.script}) }}
}

// step does the next thing that is due; the log's new line says what it was.
func (r *Root) step() {
	r.lookAtFile()
	if _, err := r.room.Step(); err != nil {
		r.stop()
		r.status.sayError(err)
	}
}

// runToMark does what is due until a mark comes to light; the mark says what it is.
func (r *Root) runToMark() {
	r.pause()
	r.lookAtFile()
	steps, mark, err := r.room.RunToMark()
	r.catchUp()
	switch {
	case err != nil:
		r.status.sayError(err)
	case mark == nil:
		r.status.say(fmt.Sprintf("%s done, no mark came up. u takes them back.", counted(steps, "step")), 0)
	case !r.status.said:
		r.tell(*mark)
	}
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r *Root) faster(by int) {
	r.run.speed = min(max(r.run.speed+by, 0), len(speeds)-1)
	r.status.say(fmt.Sprintf("Speed x%d.", speeds[r.run.speed]), 0)
}

func (r *Root) undo() {
	r.pause()
	name := r.view.UndoName
	if err := r.room.Undo(); err != nil {
		r.status.sayError(err)
		return
	}
	r.status.say("Took back: "+name, 0)
	r.status.toast.keys = []hint{{"U", "does it again", "edit.redo"}}
}

func (r *Root) redo() {
	r.pause()
	name := r.view.RedoName
	if err := r.room.Redo(); err != nil {
		r.status.sayError(err)
		return
	}
	r.status.say("Done again: "+name, 0)
	r.status.toast.keys = []hint{{"u", "takes it back", "edit.undo"}}
}

// travel says where the cursor is now, or why it did not move.
func (r *Root) travel(err error) {
	if err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	r.sayPast()
}

// sayPast is the banner of a moment that is not the newest.
func (r *Root) sayPast() {
	if !r.view.Past {
		r.status.say(fmt.Sprintf("This is now: %s, step %d.", r.view.Now(), r.view.Step), 0)
		return
	}
	end := r.view.Course().Now()
	if end == r.view.Now() {
		r.status.say(fmt.Sprintf("This is %s, step %d of %d. Space returns. Any action starts a branch.", r.view.Now(),
			r.view.Step, r.view.Steps), 0)
		return
	}
	r.status.say(fmt.Sprintf("This is %s. Now is %s. Space returns. Any action starts a branch.", r.view.Now(), end), 0)
}

func (r *Root) bookmark() {
	name := "step " + fmt.Sprint(r.view.Step)
	if log := r.view.Log(); len(log) > 0 {
		t := r.view.Tell(log[len(log)-1])
		name = joined(t.Who, t.No, t.What)
	}
	r.room.Bookmark(name)
	r.status.say(fmt.Sprintf("Bookmark at %s: %s. ' lists all.", r.view.Now(), name), 0)
}

// toConflict goes to the trouble before or after the cursor.
func (r *Root) toConflict(by int) {
	r.pause()
	list := r.view.Course().Troubles // those that lie before us too
	at := -1
	for i, t := range list {
		if by > 0 && t.Step > r.view.Step && at < 0 || by < 0 && t.Step < r.view.Step {
			at = i
		}
	}
	if at < 0 {
		r.status.hint(map[bool]string{true: "No conflict comes after this moment.",
			false: "No conflict lies before this moment."}[by > 0])
		return
	}
	t := list[at]
	if err := r.room.Go(t.Event); err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	r.tell(t.Finding)
}

// recommend does what the documents recommend for the newest conflict, or for the one that the card shows.
func (r *Root) recommend() {
	list := r.view.Troubles()
	if len(list) == 0 {
		r.status.hint("Recommended: there is no conflict yet.")
		return
	}
	if r.advice == notAsked {
		r.advice = asked
	}
	c := list[len(list)-1].Finding
	if card, ok := r.window(layout.Card).pane.(*panes.Card); ok && r.showsCard() {
		if shown, told := card.Trouble(); told {
			c = shown.Finding
		}
	}
	did, err := r.room.Recommend(c)
	r.catchUp()
	switch {
	case err != nil && did != "":
		r.status.say(did+". "+errorText(err), 0)
	case err != nil:
		r.status.sayError(err)
	default:
		r.status.say(did+". u takes it back.", 0)
	}
}

// showsCard says whether the card is on screen.
func (r *Root) showsCard() bool {
	_, placed := r.places.Find(layout.Card)
	return placed
}

// advice is how far a newcomer has come with the first conflict.
type advice uint8

const (
	notAsked advice = iota
	asked           // the recommended action was taken; what is left is to write
	led             // the way on was shown
)

// leadOn follows the first conflict that was mended with the race that shows the other half.
func (r *Root) leadOn(fresh []room.Entry) {
	if r.advice != asked || !r.deps.First || r.deps.Hooks.OpenRace == nil {
		return
	}
	if _, trouble := moments(r.view, fresh, r.eyes); trouble { // that comes first
		return
	}
	for _, e := range fresh {
		x := r.view.Exchange(e.Event.Request)
		if e.Event.Kind != engine.Heard || x == nil || !x.Answer.Accepted() || r.view.Spec(x.Verb).Group == "read" {
			continue
		}
		r.advice = led
		r.status.offer = &offer{say: "Next: the same race without a guard. F3 lists all races.",
			do: func() { r.do(command.OpenRace{Name: "blob/wiki-no-guard.race"}) }}
		return
	}
}

// errorText is what an error says in one row, without the words that only programs need.
func errorText(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n") // a file's line and the sign below it are for terminals
	for _, plain := range []error{room.ErrNothing, room.ErrByHand} {
		if errors.Is(err, plain) {
			text = cutPrefix(text, plain.Error()+": ")
		}
	}
	return sentence(text)
}
