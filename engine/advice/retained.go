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
	t := a.trial().send(a.again())
	if gone := a.versionWent(); gone != nil && (t.accepted() && !t.last.Took || t.why() != nil &&
		t.why().Rule.Fault.Status == 404) {
		left := "delete"
		if a.spec.Group != engine.GroupDelete {
			left = "set"
		}
		return Card{Say: fmt.Sprintf("The version is gone, by %s (%s): nothing is left to %s.", a.requestOf(gone),
			gone.Verb, left)}
	}
	switch {
	case t.accepted():
		return Card{Say: fmt.Sprintf("What kept the version is over%s: the same again would be done.%s",
			a.lockEnded(), settle)}
	case a.c.Cause.Until == 0:
		return Card{Say: "The version stays until " + a.holdSet() + " is lifted." + settle,
			Others: listed(a.sameAgain())}
	case a.spec.Effect == engine.Describes && !a.bypassed().accepted():
		return Card{Say: "Stop: a retention in COMPLIANCE is not shortened or taken away by anybody; a longer one is " +
			"taken.", Others: listed(a.sameAgain())}
	}
	until := a.c.Cause.Until
	stays := fmt.Sprintf("The version stays until %s%s.%s", until.SeenFrom(a.v.Now()), a.setBy(), settle)
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

// setBy names the request by which what keeps the version was set, where a writer sent it and the story does not tell
// it, for it kept nothing, or not first, when the finding's was refused.
func (a *adviser) setBy() string {
	x := a.v.Exchange(a.c.Cause.Since.Request)
	if !a.now || x == nil || a.v.Title(x.By) == "" || x.By == engine.Seed {
		return ""
	}
	return fmt.Sprintf(", set by %s", a.requestOf(x))
}

// holdSet is the legal hold that keeps the version, with who set it.
func (a *adviser) holdSet() string {
	if by := a.setBy(); by != "" {
		return "its legal hold" + by + ","
	}
	return "its legal hold"
}

// versionWent is the newest request by which the version that the finding's names was taken away since; nil: none was,
// or it names none.
func (a *adviser) versionWent() *engine.Exchange {
	for n := a.v.Requests(); n > a.x.Number; n-- {
		if x := a.v.Exchange(n); x.Object == a.x.Object && x.Took && a.v.Spec(x.Verb).Effect == engine.Deletes &&
			a.ofVersion(x) != "" && a.ofVersion(x) == a.ofVersion(a.x) {
			return x
		}
	}
	return nil
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
