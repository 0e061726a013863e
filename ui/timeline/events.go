package timeline

import (
	"time"

	"interleave/engine"
)

// What belongs together is one event of the timeline: entries that follow each other with nothing in between. All that
// is asked here looks at a few neighbours only.

// hidden says whether an entry has no event of its own: what only makes the desk, and with client eyes what no writer
// can see.
func (t *Pane) hidden(i int) bool {
	switch t.course.Lines.At(i).Event().Kind {
	case engine.Joined, engine.Locked:
		return true
	case engine.Passed: // told as a wait before what comes next, unless it has a name
		next := i + 1
		if t.named[t.course.Lines.At(i).Record] != "" {
			return t.endsWith(i, next) // what ended on the way stands at an earlier time, and has the name as well
		}
		return next != t.course.Here && next < t.course.Lines.Len() &&
			t.course.Lines.At(next).Event().Kind != engine.Passed
	case engine.Arrived, engine.Waiting, engine.Decided, engine.Lost, engine.Duplicated, engine.Moved,
		engine.Finished, engine.Ended:
		return t.eyes && !planWait(t.course.Lines.At(i).Event())
	}
	return false
}

// endsWith says whether the entry behind a wait tells of something that ended within it, and can be seen.
func (t *Pane) endsWith(wait, next int) bool {
	lines := t.course.Lines
	return next < lines.Len() && lines.At(next).Record == lines.At(wait).Record &&
		lines.At(next).Event().Kind == engine.Ended && !t.hidden(next)
}

// span is how many entries the event that begins at i takes. It never reaches across the cursor: what has not happened
// is not told with what has.
func (t *Pane) span(i int) int {
	n := t.together(i)
	if here := t.course.Here; i < here && i+n > here {
		return t.parts(i, here)
	}
	return n
}

func (t *Pane) together(i int) int { return t.parts(i, t.course.Lines.Len()) }

// parts is span with an end that it does not go beyond.
func (t *Pane) parts(i, end int) int {
	lines := t.course.Lines
	e := lines.At(i).Event()
	if e.Kind != engine.Sent && e.Kind != engine.Arrived {
		return 1
	}
	n, answered, heard := 1, false, false
	for i+n < end {
		next := lines.At(i + n).Event()
		if next.Request != e.Request || next.Copy != e.Copy {
			break
		}
		if next.Kind == engine.Arrived && n == 1 && e.Kind == engine.Sent {
			n++
			continue
		}
		if next.Kind == engine.Decided && !answered {
			answered = true
			n++
			continue
		}
		if next.Kind == engine.Heard && answered && e.Kind == engine.Sent && t.mode() == stripView &&
			t.folds(lines.At(i+n).Event()) {
			heard = true
			n++
		}
		break
	}
	switch {
	case !answered:
		return 1
	case e.Kind == engine.Sent && t.mode() == stripView && !heard:
		return 1
	}
	return n
}

// folds says whether a request is told in one column with its answer: a read that was answered.
func (t *Pane) folds(e *engine.Event) bool {
	x := t.course.Exchange(e.Request)
	return e.Answer.Accepted() && x != nil && t.course.Spec(x.Verb).Group == engine.GroupRead
}

// mostTogether is how many entries one event takes at most: sent, arrived, decided, heard.
const mostTogether = 4

// start is the first entry of the event that an entry belongs to.
func (t *Pane) start(i int) int {
	for back := min(mostTogether-1, i); back > 0; back-- {
		if t.span(i-back) > back {
			return i - back
		}
	}
	return i
}

// last is the last entry of the event that begins at i.
func (t *Pane) last(i int) int { return i + t.span(i) - 1 }

// after is the event behind the one that begins at i; -1 gives the first one.
func (t *Pane) after(i int) (at int, ok bool) {
	next := 0
	if i >= 0 && i < t.course.Lines.Len() {
		next = i + t.span(i)
	}
	for next < t.course.Lines.Len() && t.hidden(next) {
		next++
	}
	return next, next < t.course.Lines.Len()
}

// before is the event in front of an entry.
func (t *Pane) before(i int) (at int, ok bool) {
	for i--; i >= 0; i-- {
		at = t.start(i)
		if !t.hidden(at) {
			return at, true
		}
		i = at
	}
	return 0, false
}

// longWait is from when on a wait is told as such.
const longWait = 2 * time.Second

// wait is how long nothing happened before the event at i that can be seen; 0 where that is short.
func (t *Pane) wait(i int) time.Duration {
	before, seen := t.before(i)
	switch {
	case seen:
		before = t.last(before)
	case i == 0:
		return 0
	default:
		before = 0
	}
	d := t.course.Lines.At(i).At.Sub(t.course.Lines.At(before).At)
	if d < longWait {
		return 0
	}
	return d
}

// rest is how long nothing has happened since the newest event; 0 where that is short, or not now.
func (t *Pane) rest() time.Duration {
	n := t.course.Lines.Len()
	if n == 0 || t.View.Past {
		return 0
	}
	if d := t.View.Now().Sub(t.course.Lines.At(n - 1).At); d > 0 {
		return d
	}
	return 0
}

// future says whether an event lies behind the cursor.
func (t *Pane) future(at int) bool { return at >= t.course.Here }
