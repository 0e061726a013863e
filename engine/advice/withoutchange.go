package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// withoutChange is what is read, and what comes behind it, where the request carries no change of its writer's that
// could be put into what is there; and of a text that was made from nothing which its writer had read, for nobody knows
// what of it is a change. Empty where it carries one.
func (a *adviser) withoutChange() (again, then string) {
	tag, again := a.versionWord(), a.readWord(a.compareds())
	switch {
	case a.c.Cause.Rule.Looks == engine.AtSource:
		read := "Read the source"
		if a.hasReadIt(a.compareds()) {
			read += " again"
		}
		return read + ",", fmt.Sprintf(
			"See whether it is still to be copied, then copy it with its new %s%s.", tag, a.targetToo())
	case a.spec.Effect == engine.Copies:
		return again + ",", fmt.Sprintf(
			"See whether what is there is still to be replaced, then copy with its new %s.", tag)
	case a.spec.Effect == engine.AcquiresLease:
		return again + ",", fmt.Sprintf("See whether it is still the one to work on, then acquire with the new %s.",
			tag)
	case a.spec.Group == engine.GroupDelete && !a.spec.Prompt():
		return again + ",", fmt.Sprintf("See whether it is still to be deleted, then delete it with the new %s.", tag)
	}
	switch a.spec.Effect {
	case engine.Snapshots:
		return again + ",", fmt.Sprintf(
			"See whether what is there is the state to keep, then take it with the new %s.", tag)
	case engine.Appends: // what it adds is not made from what is there
		return again + ",", fmt.Sprintf(
			"See whether that is still to be added, then send it unchanged with the new %s.", tag)
	}
	if a.fromNothing() && a.spec.Effect.Contents() && !a.spec.Prompt() {
		return "Read what is there and", fmt.Sprintf(
			"Decide whether #%d is to replace it: %s had read nothing that #%d was "+
				"made from, so there is no change to put into it.", a.x.Number, a.who(), a.x.Number)
	}
	if a.onlyEmpties() {
		return again + ",", fmt.Sprintf(
			"See whether what is there is still to give way to an empty one, then send it with the new %s.", tag)
	}
	if base := a.saidAgain(); base != nil {
		had := "read"
		if base.Took && a.v.Spec(base.Verb).Changes() {
			had = "put there"
		}
		return again + ":", fmt.Sprintf("If what is there claims it for somebody else, stop: #%d says no more than "+
			"what %s had %s with #%d, and has no change to put into it.", a.x.Number, a.who(), had, base.Number)
	}
	return "", ""
}

// onlyEmpties says whether the request puts an empty thing in the place of what is there, and would be refused for its
// own words with any text in it, as a new append blob: another's text cannot be put into it.
//
// Source: Azure REST, "Put Blob", Remarks.
func (a *adviser) onlyEmpties() bool {
	mine, ok := a.mine()
	if !ok || mine != "" || a.spec.Effect != engine.Writes || a.spec.Prompt() {
		return false
	}
	full := engine.Send{By: a.c.By, Verb: a.x.Verb, Args: withContent(a.spec, a.x.Args, "x")}
	why := a.trial().send(full).why()
	return why != nil && why.Rule.Kind == "" && why.Rule.Fault.Status == 400
}

// saidAgain is the answer that a request was made from which would have left all as that had shown it, as the renewal
// of a claim does, so that to put its change into what is there would be to send another's text as one's own; nil: it
// changes something, or was made from none.
func (a *adviser) saidAgain() *engine.Exchange {
	base := a.v.BaseOf(a.x, a.c.Object)
	if base == nil || base.Decided.IsZero() || !a.spec.Effect.Contents() && a.spec.Effect != engine.Describes {
		return nil
	}
	t := a.before(base.Decided.Event + 1)
	was := t.w.Object(a.c.Object)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: unversioned(a.spec, a.x.Resolved())})
	if t.err != nil || t.last == nil || !t.last.Answer.Accepted() || !view.Readable(was) ||
		!conflict.SameContent(was, t.w.Object(a.c.Object)) {
		return nil
	}
	return base
}

// targetToo is what a copy is sent with beside a condition on its source, where it has none on what it replaces: a tag
// of the source guards the source alone.
func (a *adviser) targetToo() string {
	if a.spec.Effect != engine.Copies || !a.spec.Takes("if-match") || a.asksFor("if-match", false) ||
		a.asksFor("if-none-match", true) {
		return ""
	}
	return fmt.Sprintf(", and for %s under If-Match with the tag that was read, or under If-None-Match * where "+
		"nothing is to be there", a.v.Called(a.x.Object))
}
