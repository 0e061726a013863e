package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// deletes says whether the request is to take something away.
func (a *adviser) deletes() bool { return a.spec.Group == engine.GroupDelete }

// notDeleted is what is said of what a delete that nobody heard of was to take, where that is there: the same name does
// not make it the same thing.
func (a *adviser) notDeleted() string {
	return fmt.Sprintf("was not deleted by #%d, or has been made again since. Decide whether what is there now is to "+
		"be deleted.", a.x.Number)
}

// unlessMade is when a delete is not to be sent again, though it can be: somebody may have made what it takes anew.
func (a *adviser) unlessMade() string {
	for _, arg := range a.x.Args {
		if p, ok := a.spec.Param(arg.Name); ok && p.Repeats && !a.v.LeftOut(arg.Value) && arg.Value.String() != "*" {
			return "unless others may have put the same content there since: the tag fits that too, and it would be " +
				"deleted. "
		}
	}
	if a.x.Object.Kind == "queue" && a.spec.Method == "CLEAR" {
		return "unless others may have put messages there since: they would be removed too. "
	}
	return "unless others may have created it again or changed it since: that would be deleted too. "
}

// tagRepeats says whether the tags of the finding's service are those of the content, whoever put it there.
func (a *adviser) tagRepeats() bool {
	return slices.ContainsFunc(a.service().Ops, func(o engine.OpSpec) bool {
		return slices.ContainsFunc(o.Params(), func(p engine.Param) bool { return p.Repeats })
	})
}

// secondDelete is what the answer to a delete of what is gone already tells, beside that to the first one: some
// services answer both alike.
func (a *adviser) secondDelete() string {
	t := a.before(a.x.Sent.Event)
	t.put(engine.Set{Scope: a.x.By, Key: "hold", Value: "off"})
	again := a.again()
	again.Words.Again = ""
	t.send(again)
	first, done := t.reply(), t.accepted()
	second, why := t.send(again).reply(), t.why()
	switch {
	case t.accepted() && first == second:
		return fmt.Sprintf("the answer is %s either way, so that only a read tells whether it is gone.", second)
	case why != nil && why.Rule.Kind == engine.Unfinished:
		return fmt.Sprintf("a refusal with %s says that it is being deleted.", why.Rule.Fault.Code)
	case t.err == nil && a.spec.Prompt():
		return fmt.Sprintf("an answer of %s says that it is gone.", second)
	case why != nil && (done || why.Rule.Kind == engine.IsGone):
		return fmt.Sprintf("a refusal with %s says that it is gone.", why.Rule.Fault.Code)
	}
	return "only a read tells whether it is gone."
}
