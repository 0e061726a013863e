package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// ofSnapshot is which snapshot a request is about, and of what, where it names one of its object or of what that lies
// in; ok is false for what is about the thing that is there.
func ofSnapshot(w *engine.World, x *engine.Exchange) (made *engine.Exchange, ok bool) {
	if w.Spec(x.Verb).Prompt() {
		return nil, false
	}
	for _, arg := range x.Resolved() {
		if arg.Name == "snapshot" && !arg.Value.IsZero() && !w.LeftOut(arg.Value) {
			return snapshotMade(w, x, x.Object.Name, arg.Value), true
		}
	}
	return nil, false
}

// snapshotMade is the request before another by which a snapshot of a thing was taken, or of what that lies in; nil
// where the session has none.
func snapshotMade(w *engine.World, before *engine.Exchange, of string, id engine.Value) *engine.Exchange {
	for n := before.Number - 1; n > 0; n-- {
		x := w.Exchange(n)
		if x.Took && w.Spec(x.Verb).Effect == engine.Snapshots && strings.HasPrefix(of+"/", x.Object.Name+"/") &&
			x.Answer.Field("snapshot").Equal(id) {
			return x
		}
	}
	return nil
}

// stateAsked is that as a request has it behind the name of its object, as `, its snapshot of v1 by #3`; empty for what
// is about the thing that is there.
func stateAsked(w *engine.World, x *engine.Exchange) string {
	made, ok := ofSnapshot(w, x)
	switch {
	case !ok && withSnapshots(w, x) == "only":
		return ", its snapshots alone"
	case !ok && withSnapshots(w, x) == "include":
		return ", with its snapshots"
	case !ok:
		return ""
	}
	return itsSnapshot(made, x.Object.Name)
}

// itsSnapshot is a snapshot as it stands behind the name of what it is one of.
func itsSnapshot(made *engine.Exchange, of string) string {
	if made == nil {
		return ", a snapshot of it"
	}
	which := "its snapshot"
	if made.Object.Name != of {
		which = "in the snapshot of " + made.Object.Name
	}
	if v := made.Answer.Field("version"); !v.IsZero() {
		return fmt.Sprintf(", %s of v%s by #%d", which, v, made.Number)
	}
	return fmt.Sprintf(", %s by #%d", which, made.Number)
}

// withSnapshots is what a delete says of the snapshots of its object, in its service's word; empty where it says
// nothing.
func withSnapshots(w *engine.World, x *engine.Exchange) string {
	spec := w.Spec(x.Verb)
	if spec.Effect != engine.Deletes || spec.Prompt() {
		return ""
	}
	for _, arg := range x.Resolved() {
		if arg.Name == "snapshots" && !w.LeftOut(arg.Value) {
			return arg.Value.String()
		}
	}
	return ""
}

// thing is the name of what a request was about: its object, or the snapshot of it that it named, which is a thing of
// its own.
func thing(w *engine.World, x *engine.Exchange) string {
	made, ok := ofSnapshot(w, x)
	switch name := Called(w, x.Object); {
	case withSnapshots(w, x) == "only":
		return "the snapshots of " + name
	case !ok:
		return name
	case made == nil:
		return "a snapshot of " + name
	case made.Object != x.Object:
		return fmt.Sprintf("%s in the snapshot of %s (#%d)", name, made.Object.Name, made.Number)
	default:
		return fmt.Sprintf("the snapshot of %s (#%d)", name, made.Number)
	}
}

// SnapshotGone says whether what a request was refused for is that a snapshot has gone which it named, its own or that
// of a source: what that was one of may stand.
func SnapshotGone(w *engine.World, c Finding) bool {
	x, name := w.Exchange(c.Request), "snapshot"
	if c.Cause == nil || x == nil || c.Cause.Rule.Kind != engine.IsGone {
		return false
	}
	if c.Cause.Rule.Looks == engine.AtSource {
		name = "source-snapshot"
	}
	for _, arg := range x.Resolved() {
		if arg.Name == name && !arg.Value.IsZero() && !w.LeftOut(arg.Value) {
			return strings.HasSuffix(c.Cause.Want.String(), "@"+arg.Value.String())
		}
	}
	return false
}

// snapshotsBack says of an undelete of what was there that its snapshots alone came back. Empty for anything else.
//
// Source: engine/blob/rules.md, "Soft delete".
func (t teller) snapshotsBack(x *engine.Exchange) string {
	back := false
	for _, p := range x.Shows {
		switch {
		case p.Mark.Request != x.Number:
		case p.Name == engine.Undeleted:
			return ""
		case p.Object.Kind == "snapshot" && !p.Gone:
			back = true
		}
	}
	if !back || t.w.Spec(x.Verb).Did != broughtItBack {
		return ""
	}
	return "brought the deleted snapshots of " + Called(t.w, x.Object) + " back"
}
