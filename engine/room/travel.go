package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"interleave/engine"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// moved follows a cursor that has travelled.
func (r *Room) moved() {
	r.follow()
	r.keepCursor()
}

func (r *Room) travel(how func() error) error {
	return r.change(func() error {
		if err := how(); err != nil {
			return err
		}
		r.broken, r.past = nil, r.isPast()
		r.moved()
		return nil
	})
}

// Undo takes back the last action; Redo does the next one of the branch again. An undo does not look back: what it took
// back is no future that anything waits for, unless the cursor stood in the past already.
func (r *Room) Undo() error {
	return r.travel(func() error {
		if r.undoDraft() {
			return nil
		}
		here := r.line.Here()
		c, ok := r.returnPointOf(here)
		if r.hasEntered() {
			c, ok = r.loaded.back, true
		}
		if !ok {
			return r.line.Undo()
		}
		r.past, r.undone = c.Past, undone{c.From, here, r.line.Branch().Name, r.undoName()}
		_ = r.line.Switch(c.Branch) // a branch that has another name by now is as good as any that leads there
		return r.line.Go(c.From)
	})
}

// undone is an action that led elsewhere and was taken back: from where, and to where doing it again leads.
type undone struct {
	at, to       int
	branch, name string
}

// undoName is what people call the action that undo takes back here.
func (r *Room) undoName() string {
	if c, ok := r.lastOf(r.drafts.done); ok {
		return c.name
	}
	if r.hasEntered() {
		return r.loaded.back.Name
	}
	return r.actionName(r.line.Here())
}

// returnPoint is where the cursor stood before an action that began elsewhere, and what people call the action.
type returnPoint struct {
	From   int    `json:"from"`
	Past   bool   `json:"past"`
	Branch string `json:"branch"`
	Name   string `json:"name"`
}

// returnPointHere is where an action begins that is done now. Time that ran on a screen up to it belongs to it: what
// people pressed is one thing, so one undo takes both back.
func (r *Room) returnPointHere(name string) returnPoint {
	return returnPoint{r.beforePassed(r.line.Here()), r.past, r.line.Branch().Name, name}
}

// beforePassed is where a press began that did something at a record: time that ran on a screen up to it belongs to it.
func (r *Room) beforePassed(record int) int {
	if r.passed.to != 0 && r.passed.to == record {
		return r.passed.from
	}
	return record
}

// passed is time that ran on a screen and became a record: from where, and that record.
type passed struct{ from, to int }

// UndoBoundary says that what is done from now on is something else than the time that has passed: each is undone by
// itself.
func (r *Room) UndoBoundary() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.passed = passed{}
}

// Pass lets the time pass that has run on a screen. One undo of what is done next takes this back too, up to the next
// UndoBoundary.
func (r *Room) Pass(length time.Duration) error {
	return r.change(func() error {
		from, before := r.returnPointHere("").From, r.moment()
		inputs := []engine.Input{engine.Clock{By: length}}
		if r.follows() { // what has run on the screen is what has passed outside
			if inputs = r.wallClock(); inputs == nil {
				return nil
			}
		}
		if _, err := r.do(inputs...); err != nil {
			return err
		}
		r.passed = passed{from, r.line.Here()}
		r.passedSinceDraft(before)
		return nil
	})
}

// noteReturnPoint notes that the action at the cursor began elsewhere: the press went back, or to another branch,
// before it did anything. Undo goes back there.
func (r *Room) noteReturnPoint(c returnPoint) {
	text, _ := json.Marshal(c)
	r.note(fmt.Sprintf("came.%d", r.line.Action(r.line.Here())), string(text))
}

// oneUndo sees to it that one undo takes back a press that went back, walked along a part of what is there, or was more
// than one action.
func (r *Room) oneUndo(back returnPoint) {
	if c, noted := r.returnPointOf(r.line.Here()); noted && c.Name != "" {
		return
	}
	first := r.line.Here()
	for action := r.line.Action(first); r.line.Parent(first) != 0 &&
		r.line.Action(r.line.Parent(first)) == action; {
		first = r.line.Parent(first)
	}
	if r.line.Parent(first) != back.From {
		r.noteReturnPoint(back)
	}
}

// Together carries something out whose steps are one press: one undo takes all of it back.
func (r *Room) Together(name string, do func() error) error {
	r.mu.Lock()
	back, last := r.returnPointHere(name), r.line.Last()
	r.mu.Unlock()
	err := do()
	return errors.Join(err, r.change(func() error {
		if r.line.Last() > last {
			r.oneUndo(back)
		}
		return nil
	}))
}

// returnPointOf is where the cursor stood before the action that a record belongs to, where that is not the record
// before it.
func (r *Room) returnPointOf(record int) (c returnPoint, ok bool) {
	if record == 0 {
		return c, false
	}
	text := r.notes[fmt.Sprintf("came.%d", r.line.Action(record))]
	return c, text != "" && json.Unmarshal([]byte(text), &c) == nil && c.From >= 0 && c.From <= r.line.Last()
}

// isPast says whether the cursor looks at a moment that is not the branch's newest.
func (r *Room) isPast() bool { return r.past && r.line.IsPast() }

// Redo does the branch's next action again.
func (r *Room) Redo() error {
	return r.travel(func() error {
		if r.redoDraft() {
			return nil
		}
		if r.undone.branch != "" && r.undone.at == r.line.Here() {
			_ = r.line.Switch(r.undone.branch) // where it has another name by now, the record leads to it
			if err := r.line.Go(r.undone.to); err != nil {
				return err
			}
			r.past = r.hasEntered()
			return nil
		}
		return r.line.Redo()
	})
}

// Back goes one record back, to look.
func (r *Room) Back() error {
	return r.travel(func() error { r.past = true; return r.line.Back() })
}

// Go moves to a record of the session, on any branch, to look.
func (r *Room) Go(record int) error {
	return r.travel(func() error { r.past = true; return r.line.Go(record) })
}

// Return moves to a record of the session to go on from there: what comes behind it is not waited for.
func (r *Room) Return(record int) error {
	return r.travel(func() error { r.past = false; return r.line.Go(record) })
}

// Now goes to the newest record of the branch.
func (r *Room) Now() error {
	return r.travel(func() error { return r.line.Go(r.line.Branch().Tip) })
}

// Switch goes to the tip of a branch.
func (r *Room) Switch(branch string) error {
	return r.travel(func() error { return r.line.Switch(branch) })
}

// Branches are views of all branches in the order in which they began: of the cursor's one up to the cursor, of the
// others up to their newest record. The cursor stays where it is, and nobody is told anything.
func (r *Room) Branches() (list []*view.View) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own, here, past := r.line.Branch().Name, r.line.Here(), r.past
	at := r.look()
	for _, b := range r.line.Branches() {
		if b.Name == own {
			list = append(list, at)
			continue
		}
		if r.line.Switch(b.Name) != nil {
			continue
		}
		r.follow()
		r.view, r.past = nil, false
		list = append(list, r.look())
	}
	if r.line.Switch(own) == nil && r.line.Go(here) == nil { // both were possible before
		r.follow()
	}
	r.view, r.past = at, past
	return list
}

// Fork begins a branch here and says its name.
func (r *Room) Fork() (name string) {
	_ = r.change(func() error { name = r.line.Fork().Name; return nil })
	return name
}

// Rename gives a branch another name.
func (r *Room) Rename(old, name string) error {
	return r.change(func() error {
		if err := r.line.Rename(old, name); err != nil {
			return err
		}
		for _, b := range r.line.Branches() {
			if b.Name == name {
				r.note(nameNote(b), name)
			}
		}
		return nil
	})
}

// nameNote is the note of a branch's name. One that has no record of its own yet is known by where it begins, which
// lies on another branch.
func nameNote(b timeline.Branch) string {
	if b.Tip == b.Fork {
		return fmt.Sprintf("branch.%d%s", b.Tip, forkNote)
	}
	return fmt.Sprintf("branch.%d", b.Tip)
}

const forkNote = ".fork"
