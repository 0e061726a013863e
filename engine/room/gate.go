package room

import (
	"errors"
	"fmt"

	"interleave/engine/scenario"
)

// ErrAsked is returned for what would tell the answer to a question of the script that is open.
var ErrAsked = errors.New("a question is open")

// gate is the question or the goal at which the script waits for its reader; nil: none.
func (r *Room) gate() *scenario.Statement {
	next, _ := r.peek()
	return next.Ask
}

// asks says why nothing can be sent or tried out now: a question of the script is open. nil: none is.
func (r *Room) asks() error {
	if s := r.gate(); s != nil && s.Kind == scenario.Ask {
		return fmt.Errorf("%w: answer it, or skip it", ErrAsked)
	}
	return nil
}

// PassQuestion lets the script go on behind the question or the goal at which it waits. Where the goal was reached by
// hand the author's way there is left out. An error is ErrNothing: the script waits for nobody.
func (r *Room) PassQuestion(byHand bool) error {
	return r.change(func() error {
		s := r.gate()
		if s == nil {
			return fmt.Errorf("%w: nothing is asked here", ErrNothing)
		}
		r.script.player.Go(r.scriptAt())
		if byHand && s.Kind == scenario.Goal {
			r.script.player.Go(r.script.player.Behind(s))
		} else {
			r.script.player.Next(r.line.World())
		}
		r.placeScript(r.script.player.At())
		return nil
	})
}

// settleScript does what stands in front of a question or a goal and puts nothing into the world, so that it is asked
// at once.
func (r *Room) settleScript() error {
	for {
		next, ok := r.peek()
		if !ok || next.Ask != nil || next.Back != "" || len(next.Inputs) > 0 ||
			len(next.Drafts)+len(next.Bookmarks) == 0 {
			return nil
		}
		if _, err := r.oneOfScript(); err != nil {
			return err
		}
	}
}

// ScriptText is the text of the loaded script, and its name; both are empty where there is none.
func (r *Room) ScriptText() (name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.script == nil {
		return "", ""
	}
	return r.script.name, r.script.text
}
