package plain

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/lesson"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// lookAtFile tells once that the script's file has changed on disk.
func (d *desk) lookAtFile() {
	if v := d.room.View(); !d.changed && sessions.Changed(v) {
		d.changed = true
		d.say("%s has changed on disk. open %s loads it again; this session goes on as it was loaded.", v.Script,
			v.Script)
	}
}

// asked says why what would tell an answer is not done, and what is done instead; empty: nothing is asked.
func (d *desk) asked() string {
	v, where := d.room.View(), lesson.AsksNothing
	switch {
	case d.course.player != nil:
		where = d.course.player.Asks(v)
	case v.Gate != nil && v.Gate.Kind == scenario.Ask:
		where = lesson.AsksHere
	}
	return [...]string{
		lesson.AsksNothing: "",
		lesson.AsksHere:    "A question is open: a number answers it, skip goes past it.",
		lesson.AsksNext:    "First comes the next question: on asks it.",
		lesson.AsksAhead:   "A question is open: on leads back to it.",
	}[where]
}

// idle says why nothing is due.
func (d *desk) idle() string {
	if asked := d.asked(); asked != "" {
		return asked
	}
	return "Nothing is due. A request, a script or a timer would be."
}

// isDue says whether anything is due, and why where nothing is.
func (d *desk) isDue() bool {
	d.lookAtFile()
	due := d.room.View().Next != ""
	if !due {
		d.complain("%s", d.idle())
	}
	return due
}

func (d *desk) step(string) {
	if !d.isDue() {
		return
	}
	d.next()
}

// runOn does what is due, up to a new mark or to the end.
func (d *desk) runOn(string) {
	if !d.isDue() {
		return
	}
	for before := len(d.room.View().Troubles()); len(d.room.View().Troubles()) <= before && d.next(); {
	}
}

// runToMark does what is due until a mark comes to light, as one press of the desktop does.
func (d *desk) runToMark(string) {
	d.lookAtFile()
	steps, mark, err := d.room.RunToMark()
	if err != nil {
		d.travelled(err)
		return
	}
	if mark == nil {
		d.say("%s, no mark came up.", engine.Counted(steps, "step", "steps"))
	}
}

// travelled tells where a travel ended; follow has already said that it went back.
func (d *desk) travelled(err error) {
	if err != nil {
		d.complain("%s", d.sentence(err))
	}
}

func (d *desk) back(rest string) {
	if rest != "" {
		d.toBookmark(rest)
		return
	}
	d.travelled(d.room.Back())
}

func (d *desk) undo(string) {
	what := d.room.View().UndoName
	if p := d.course.player; p != nil && p.Begins(d.room.View()) {
		d.complain("This page begins here. page-back turns back, and time with it.")
		return
	}
	if what == "" {
		d.complain("There is nothing to undo.")
		return
	}
	if err := d.room.Undo(); err != nil {
		d.travelled(err)
		return
	}
	d.say("Undone: %s", what)
	if d.room.View().Ahead {
		d.say("Programs are beyond this: what they send waits, until redo or now.")
	}
}

func (d *desk) redo(string) {
	if d.room.View().RedoName == "" {
		d.complain("There is nothing to do again.")
		return
	}
	d.travelled(d.room.Redo())
}

func (d *desk) now(string) { d.travelled(d.room.Now()) }

func (d *desk) goTo(rest string) {
	n, err := strconv.Atoi(rest)
	if last := d.room.View().Last; err != nil || n < 0 || n > last {
		d.complain("goto wants the number of a record, 0 to %d.", last)
		return
	}
	d.travelled(d.room.Go(n))
}

func (d *desk) nextTimer(string) {
	if len(d.room.View().Timers()) == 0 {
		d.complain("No timer runs.")
		return
	}
	d.tried(d.room.Do(engine.Clock{Next: true}))
}

func (d *desk) advance(rest string) {
	by, err := time.ParseDuration(strings.TrimPrefix(rest, "+"))
	if err != nil || by <= 0 {
		d.complain("advance wants a time, such as advance 15s or advance 500ms.")
		return
	}
	d.tried(d.room.Do(engine.Clock{By: by}))
}

func (d *desk) fork(string) { d.say("Branch %s begins here.", d.room.Fork()) }

func (d *desk) branches(string) {
	var list []choice
	for _, b := range d.room.View().Branches() {
		title := b.Name + "  " + engine.Counted(b.Steps, "step", "steps")
		if v := d.room.ViewOf(b.Name); v != nil {
			refused, silent, unknown := v.Counts()
			title += fmt.Sprintf("  !%d ~%d ?%d", refused, silent, unknown)
			if last := v.LastMark(); last != "" {
				title += "  " + last
			}
		}
		if b.Here {
			title += "  * here"
		}
		list = append(list, choice{title, func() { d.travelled(d.room.Switch(b.Name)) }})
	}
	d.offer("", list)
}

func (d *desk) bookmark(rest string) {
	if rest == "" {
		d.complain("bookmark wants a name.")
		return
	}
	d.room.Bookmark(rest)
	d.say("Bookmark %s is here.", rest)
}

func (d *desk) bookmarks(string) {
	var list []choice
	for _, b := range d.room.View().Bookmarks() {
		list = append(list, choice{b.Name, func() { d.travelled(d.room.Go(b.Record)) }})
	}
	d.offer("There are no bookmarks. bookmark NAME makes one.", list)
}

func (d *desk) toBookmark(name string) {
	var names []string
	for _, b := range d.room.View().Bookmarks() {
		if b.Name == name {
			d.travelled(d.room.Go(b.Record))
			return
		}
		names = append(names, b.Name)
	}
	d.complain("There is no bookmark %q.%s", name, sessions.Nearest(name, names))
}

// introduce says in a sentence what the loaded script is about.
func (d *desk) introduce(v *view.View) {
	if about := v.Subject(); about != "" && v.Lesson == "" {
		d.say("# %s", about)
	}
	d.caption = v.Caption
}

// narrate tells what the script's author says at the cursor, where it is another thing than before.
func (d *desk) narrate(v *view.View) {
	if v.Caption == d.caption || d.course.player != nil { // a page says it
		return
	}
	d.caption = v.Caption
	for line := range strings.Lines(v.Caption) {
		d.say("# %s", strings.TrimRight(line, "\n"))
	}
}
