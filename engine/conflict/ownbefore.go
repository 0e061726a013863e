package conflict

import (
	"slices"

	"interleave/engine"
)

// ownBefore are the try that had taken effect before a refusal met another's work, where no other step tells that, and
// what removed it again: without that, others could not have made the same name.
func (t teller) ownBefore(told []Step) (steps []Step) {
	took := t.tookBefore()
	if took.Event == 0 {
		return nil
	}
	if !slices.ContainsFunc(told, func(s Step) bool { return s.Text != "" && s.Event == took.Event }) {
		steps = append(steps, took)
	}
	if t.c.Kind != engine.AlreadyThere {
		return steps
	}
	for _, x := range t.around(took.Event, t.c.Cause.Since.Event) {
		if tookAway(x, t.c.Object) || t.deletesName(x, t.c.Object) {
			steps = append(steps, t.happened(x.Decided))
		}
	}
	return steps
}
