package advice

import (
	"fmt"

	"interleave/engine"
)

// afterLock is what to do where a version is locked: a retention passes, a legal hold stays until it is lifted.
//
// Source: engine/bucket/rules.md, "Object Lock".
func (a *adviser) afterLock() Card {
	settle := " Settle first whether it may go."
	if a.spec.Group != engine.GroupDelete {
		settle = " Settle first whether its retention may be changed."
	}
	switch {
	case a.trial().send(a.again()).accepted():
		return Card{Say: fmt.Sprintf("What kept the version is over%s: the same again would be done.%s",
			a.lockEnded(), settle)}
	case a.c.Cause.Until == 0:
		return Card{Say: "The version stays until its legal hold is lifted." + settle, Others: listed(a.sameAgain())}
	case a.spec.Effect == engine.Describes && !a.bypassed().accepted():
		return Card{Say: "Stop: a retention in COMPLIANCE is not shortened or taken away by anybody; a longer one is " +
			"taken.", Others: listed(a.sameAgain())}
	}
	until := a.c.Cause.Until
	if why := a.trial().send(a.again()).why(); why != nil && why.Rule == a.c.Cause.Rule && why.Until != 0 {
		until = why.Until // it may have been set anew since
	}
	stays := fmt.Sprintf("The version stays until %s.%s", until.SeenFrom(a.v.Now()), settle)
	if t := a.bypassed(); t.accepted() {
		stays += " Who may bypass the retention can send it with bypass-governance=true: the answer would be " +
			t.reply() + "."
	}
	return Card{Say: stays, Others: listed(a.sameAgain())}
}

// lockEnded says by whose request a lock ended, with a blank in front; empty where it ran out.
func (a *adviser) lockEnded() string {
	set := a.v.Exchange(a.c.Cause.Since.Request)
	if set == nil || a.c.Cause.Until != 0 && a.c.Cause.Until <= a.v.Now() {
		return ""
	}
	for n := a.v.Requests(); n > a.x.Number; n-- {
		x := a.v.Exchange(n)
		if x.Took && x.Decided.Event > a.c.Event && x.Object == set.Object && a.v.Title(x.By) != "" &&
			a.v.Spec(x.Verb).Effect == engine.Describes {
			return fmt.Sprintf(" since %s's #%d", a.v.Title(x.By), x.Number)
		}
	}
	return ""
}

// bypassed is the same again past a retention in GOVERNANCE, as who may bypass that can send it.
//
// Source: engine/bucket/rules.md, "Object Lock".
func (a *adviser) bypassed() *trial {
	again := a.again()
	if a.spec.Takes("bypass-governance") {
		again.Args = engine.With(again.Args, "bypass-governance", engine.Text("true"))
	}
	return a.trial().send(again)
}
