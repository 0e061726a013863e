package act

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// WouldSend says what a writer does with the id of a lease that it is told: whether its next write of what the lease
// is on carries it. It is tried: told is the reference, as `$l1.lease`. Empty where that is the id of no lease, or such
// a write is not there.
func WouldSend(v *view.View, to string, told engine.Value) string {
	name, field, ok := told.RefName()
	x := v.Named(name)
	if !ok || field != "lease" || x == nil {
		return ""
	}
	w := v.Clone()
	if _, err := w.Step(v.Last+1, engine.Tell{To: to, What: told}); err != nil {
		return ""
	}
	draft, _ := v.Draft(to, x.Object)
	after := view.OfWorld(w)
	a := Of(after, to, x.Object, engine.ToWrite, Content{Text: draft.Text, From: "none"})
	k := after.Known(to)
	switch {
	case k == nil || a.Spec == nil:
		return ""
	case a.Why != "":
		return a.Why + " Until then the window's own write does not go out, with the id or without."
	case slices.ContainsFunc(a.Send.Args, func(arg engine.Arg) bool {
		return arg.Name == "lease" && arg.Value.String() == told.String()
	}):
		return fmt.Sprintf("%s's next write of it sends the id.", k.Title)
	case k.Guard == "none":
		return fmt.Sprintf("%s's guard is none: the next write does not send the id.", k.Title)
	}
	return fmt.Sprintf("%s's next write of it does not send the id.", k.Title)
}
