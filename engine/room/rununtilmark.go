package room

import (
	"errors"

	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// runMost is how many steps one press may run: a screen waits for them.
const runMost = 10_000

// RunToMark steps until a mark with a kind comes to light, as Step would, but without a pause: harm and silence when
// they happen, a refusal when its writer hears it. It says how many steps it took and which mark stopped it; none:
// nothing more is due, or the run is as long as one may be. Undo takes all of it back.
func (r *Room) RunToMark() (steps int, mark *conflict.Finding, err error) {
	return r.runUntil("the run to the next mark", func(scenario.Step) bool { return false })
}

// RunToBookmark is RunToMark, and ends behind a step of the script that sets a bookmark or in front of a question or a
// goal, too.
func (r *Room) RunToBookmark() (steps int, mark *conflict.Finding, err error) {
	return r.runUntil("the run to the next bookmark", func(taken scenario.Step) bool {
		return len(taken.Bookmarks) > 0 || r.gate() != nil
	})
}

// runUntil steps until a mark comes to light or a step was the last one.
func (r *Room) runUntil(name string, last func(taken scenario.Step) bool) (steps int, mark *conflict.Finding,
	err error) {
	err = r.change(func() error {
		back := r.returnPointHere(name)
		before, over := r.line.Last(), false
		for steps < runMost && mark == nil && !over {
			path := r.atCursor()
			taken, _ := r.peek()
			if _, err = r.step(); err != nil {
				break
			}
			steps++
			now := r.atCursor()
			mark, over = now.NewlyVisible(path.Len()), last(taken)
		}
		if r.line.Last() > before && steps > 1 {
			r.noteReturnPoint(back)
		}
		if (errors.Is(err, ErrNothing) || errors.Is(err, ErrAsked)) && steps > 0 {
			return nil
		}
		return err
	})
	return steps, mark, err
}
