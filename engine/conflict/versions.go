package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// VersionGone is the version that a request was refused for naming, its own or that of a source, and what it was one
// of: somebody has taken it away for good, and what it was one of may stand. ok is false for any other refusal.
func VersionGone(w *engine.World, c Finding) (id engine.Value, of engine.ObjectID, ok bool) {
	x := w.Exchange(c.Request)
	if c.Cause == nil || x == nil || c.Cause.Rule.Kind != engine.IsGone {
		return id, of, false
	}
	of = x.Object
	for _, arg := range x.Resolved() {
		switch p, known := w.Spec(x.Verb).Param(arg.Name); {
		case arg.Name == "source" && c.Cause.Rule.Looks == engine.AtSource:
			of.Name = arg.Value.String()
		case known && p.Guard == versionID && !arg.Value.IsZero() && !w.LeftOut(arg.Value) &&
			arg.Value.Equal(c.Cause.Want):
			id, ok = arg.Value, true
		}
	}
	return id, of, ok
}

// versionID is the parameter and the field that name a version which a service keeps.
const versionID = "version-id"

// versionTaken is the version that a delete took away by its id, as `v1 of lake/k`; empty for one of what is there. One
// that names several is asked for the version that the finding met nothing of.
func (t teller) versionTaken(x *engine.Exchange) string {
	if t.w.Spec(x.Verb).Effect != engine.Deletes {
		return ""
	}
	for _, arg := range x.Resolved() {
		if arg.Name == versionID && !arg.Value.IsZero() && !t.w.LeftOut(arg.Value) {
			if !x.Answer.Field("delete-marker").IsZero() {
				return "the delete marker of " + Called(t.w, x.Object)
			}
			return t.versionCalled(x, x.Object, arg.Value)
		}
	}
	if id, of, ok := VersionGone(t.w, t.c); ok && t.c.Cause.Since.Request == x.Number {
		return t.versionCalled(x, of, id)
	}
	return ""
}

// versionCalled is a version of an object by what wrote it before a request.
func (t teller) versionCalled(before *engine.Exchange, of engine.ObjectID, id engine.Value) string {
	for n := before.Number - 1; n > 0; n-- {
		x := t.w.Exchange(n)
		if !x.Took || !slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == of }) ||
			!x.Answer.Field(versionID).Equal(id) || !t.w.Spec(x.Verb).Effect.Contents() {
			continue
		}
		if v := x.Answer.Field("version"); !v.IsZero() {
			return fmt.Sprintf("v%s of %s", v, Called(t.w, of))
		}
		return fmt.Sprintf("the version of %s that #%d wrote", Called(t.w, of), x.Number)
	}
	return "a version of " + Called(t.w, of)
}

// leftInside says of a delete what it left in what was to be deleted, where that is refused for it: its marker and what
// that hides, or other versions. Empty for anything else that lies there.
//
// Source: engine/bucket/rules.md, "Versioning".
func (t teller) leftInside() string {
	by := t.w.Exchange(t.c.Cause.Since.Request)
	if by == nil || !by.Took || t.spec().Effect != engine.Deletes || t.c.Cause.Rule.Looks == engine.AtSnapshots ||
		t.w.Spec(by.Verb).Effect != engine.Deletes {
		return ""
	}
	if named := engine.ValueOf(by.Resolved(), versionID); !named.IsZero() && !t.w.LeftOut(named) ||
		by.AnswerOf(t.c.Cause.Since.Event).Field("delete-marker").IsZero() {
		return ", which left other versions, or delete markers, of it"
	}
	return ", which left a delete marker and what that hides"
}
