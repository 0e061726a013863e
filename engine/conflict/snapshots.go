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

// Snapped is the state of a thing that a snapshot holds, as `Cal's v2 of wiki/a`, or `v2 of wiki/a` of its taker's own
// and of what was there at the start; the name of the thing alone where its service tells no versions.
func Snapped(w *engine.World, made *engine.Exchange) string {
	if made.Answer.Field("version").IsZero() {
		return Called(w, made.Object)
	}
	return snappedVersion(w, made, " of "+Called(w, made.Object))
}

// snappedVersion is the same with a name, or none, behind the version. The text is of whoever wrote it last: what was
// set beside it since makes a version of its own.
func snappedVersion(w *engine.World, made *engine.Exchange, of string) string {
	version := made.Answer.Field("version")
	v, wrote := fmt.Sprintf("v%s%s", version, of), lastText(w, made)
	switch {
	case wrote == nil || wrote.By == made.By || wrote.By == engine.Seed:
		return v
	case wrote.AnswerOf(wrote.Decided.Event).Field("version").Equal(version):
		return possessive(w.Title(wrote.By)) + " " + v
	}
	return fmt.Sprintf("%s with %s text", v, possessive(w.Title(wrote.By)))
}

// tookSnapshot says of which state of a thing a request took a snapshot. Empty for anything else.
func (t teller) tookSnapshot(x *engine.Exchange) string {
	spec := t.w.Spec(x.Verb)
	thing, itself := strings.CutSuffix(spec.Did, " it")
	if spec.Effect != engine.Snapshots || !itself {
		return ""
	}
	return thing + " " + Snapped(t.w, x)
}

// lastText is the newest request before a snapshot that wrote the text of which that was taken; nil where it lies
// further back than what a sentence looks for.
func lastText(w *engine.World, made *engine.Exchange) (wrote *engine.Exchange) {
	const most = 256
	for n := made.Number - 1; n > max(made.Number-1-most, 0); n-- {
		x := w.Exchange(n)
		effect := w.Spec(x.Verb).Effect
		if x.Object == made.Object && x.Took && effect.Contents() && x.Decided.Event < made.Decided.Event &&
			(wrote == nil || x.Decided.Event > wrote.Decided.Event) {
			wrote = x
		}
	}
	return wrote
}

// LostSnapshot is a snapshot that a delete took away.
type LostSnapshot struct {
	Taken *engine.Exchange // the request that took it
	Text  *engine.Exchange // the one that wrote the text in it, where that is another writer's; else nil
}

// LostSnapshots are the snapshots of the victim's that a finding's request took away, as far as the finding keeps them;
// all is false where there were more, and alone where other work of the victim's went with them.
func LostSnapshots(w *engine.World, c Finding) (list []LostSnapshot, all, alone bool) {
	alone = true
	with, all := c.alongWith()
	for _, a := range append([]along{{of: c.Object, work: c.Victim}}, with...) {
		taken := w.Exchange(a.work.Request)
		if taken == nil || w.Spec(taken.Verb).Effect != engine.Snapshots {
			alone = false
			continue
		}
		lost := LostSnapshot{Taken: taken, Text: lastText(w, taken)}
		if x := lost.Text; x != nil && (x.By == taken.By || x.By == engine.Seed) {
			lost.Text = nil
		}
		list = append(list, lost)
	}
	return list, all, alone
}
