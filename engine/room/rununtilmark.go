package room

import (
	"errors"

	"interleave/engine/conflict"
)

// runMost is how many steps one press may run: a screen waits for them.
const runMost = 10_000

// RunToMark steps until a mark with a kind comes to light, as Step would, but without a pause: harm and silence when
// they happen, a refusal when its writer hears it. It says how many steps it took and which mark stopped it; none:
// nothing more is due, or the run is as long as one may be. Undo takes all of it back.
func (r *Room) RunToMark() (steps int, mark *conflict.Finding, err error) {
	err = r.change(func() error {
		back := r.returnPointHere("the run to the next mark")
		last := r.line.Last()
		for steps < runMost && mark == nil {
			path := r.atCursor()
			if _, err = r.step(); err != nil {
				break
			}
			steps++
			now := r.atCursor()
			mark = now.NewlyVisible(path.Len())
		}
		if r.line.Last() > last && steps > 1 {
			r.noteReturnPoint(back)
		}
		if (errors.Is(err, ErrNothing) || errors.Is(err, ErrAsked)) && steps > 0 {
			return nil
		}
		return err
	})
	return steps, mark, err
}
