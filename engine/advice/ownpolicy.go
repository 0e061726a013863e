package advice

import (
	"fmt"

	"interleave/engine"
)

// ownPolicy says of a bucket's policy that stands against the very writer who put it there what is left to do: it puts
// another in its place, or takes it away, and where the policy denies just that too, who may still do so. Empty where
// it is another's, or not a bucket's.
//
// Source: engine/bucket/rules.md, "Answers of policies" (the root user).
func (a *adviser) ownPolicy() string {
	set := a.v.Exchange(a.c.Cause.Since.Request)
	if set == nil || set.By != a.c.By || set.Verb != "put-bucket-policy" {
		return ""
	}
	own := fmt.Sprintf("It is %s's own policy, set%s with #%d, that ", a.who(), a.when(set.Decided.At), set.Number)
	if a.c.Cause.Rule.Name == "policy" {
		own += "denies it, whatever else is allowed; no header helps."
	} else {
		own += fmt.Sprintf("allows it only under a condition that #%d does not meet.", a.x.Number)
	}
	if t := a.withoutPolicy(a.c.By, set); t.accepted() {
		away := t.reply()
		if t.send(a.again()).accepted() && t.harmless() {
			return fmt.Sprintf("%s %s may put another in its place, or take it away: delete-bucket-policy would get "+
				"%s, and the same again then %s.", own, a.who(), away, t.reply())
		}
		return fmt.Sprintf("%s %s may put another in its place, or take it away: delete-bucket-policy would get "+
			"%s.", own,
			a.who(), away)
	}
	if a.trial().send(engine.Send{By: a.c.By, Verb: set.Verb, Args: set.Resolved()}).accepted() {
		return fmt.Sprintf("%s %s may put another in its place with put-bucket-policy.", own, a.who())
	}
	for _, w := range a.v.Writers() {
		if t := a.withoutPolicy(w.ID, set); t.accepted() {
			return fmt.Sprintf("%s It lets %s neither put another nor take it away. Ask %s: delete-bucket-policy by "+
				"%s would get %s.", own, a.who(), w.Title, w.Title, t.reply())
		}
	}
	return fmt.Sprintf("%s It lets %s neither put another nor take it away. The root user of the account that owns "+
		"the bucket may do both, whatever a policy denies.", own, a.who())
}

// withoutPolicy is a trial in which a writer takes away the policy that a request had put there.
func (a *adviser) withoutPolicy(by string, set *engine.Exchange) *trial {
	return a.trial().send(engine.Send{By: by, Verb: "delete-bucket-policy",
		Args: engine.Args("path", set.Object.Name)})
}
