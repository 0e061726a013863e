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
		return Card{Say: a.heldUntil() + settle + a.pastHold(), Others: listed(a.sameAgain())}
	case a.spec.Effect == engine.Describes && !a.bypassed().accepted():
		return Card{Say: "Stop: nobody shortens a retention in COMPLIANCE, takes it away or makes it one in " +
			"GOVERNANCE; a longer one in COMPLIANCE is taken.", Others: listed(a.sameAgain())}
	}
	until := a.c.Cause.Until
	stays := fmt.Sprintf("The version stays until %s%s.%s", until.SeenFrom(a.v.Now()), a.setBy(), settle)
	if t := a.bypassed(); t.accepted() {
		stays += " Who may bypass the retention can send it with bypass-governance=true: the answer would be " +
			t.reply() + "."
	}
	if mode := engine.ValueOf(a.x.Resolved(), "lock-mode"); !mode.IsZero() && mode.String() != "GOVERNANCE" {
		again := a.again()
		again.Args = engine.With(again.Args, "lock-mode", engine.Text("GOVERNANCE"))
		if t := a.trial().send(again); t.accepted() {
			stays += " The same in GOVERNANCE needs no bypass: the answer would be " + t.reply() + "."
		}
	}
	return Card{Say: stays, Others: listed(a.sameAgain())}
}

// lockEnded says by whose request a lock ended, with a blank in front; empty where it ran out. The request that did is
// the one in front of which the same again was kept out, and behind which it was not.
func (a *adviser) lockEnded() string {
	for x := range a.v.Did(a.c.Object, engine.Describes).From(a.x.Number + 1).Newest() {
		switch at := x.Decided.Event; {
		case at <= a.c.Event:
		case a.lockedAt(at + 1): // and the clock ended that
			return ""
		case a.lockedAt(at) && a.v.Title(x.By) != "":
			return fmt.Sprintf(" since %s's #%d", a.v.Title(x.By), x.Number)
		}
	}
	return ""
}

// lockedAt says whether the same again would have been refused by a lock in front of a record.
func (a *adviser) lockedAt(record int) bool {
	t := a.before(record)
	t.decide(a.again())
	why := t.why()
	return why != nil && why.Rule.Looks == engine.AtRetention
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

// heldUntil says of a version under a legal hold what keeps it: the hold alone, or a retention behind it as well, which
// lasts whether the hold is lifted or not.
func (a *adviser) heldUntil() string {
	hold := "its legal hold"
	if by := a.setBy(); by != "" {
		hold += by + ","
	}
	behind := a.unheld().send(a.again()).why()
	if behind == nil || behind.Rule.Looks != engine.AtRetention || behind.Until == 0 {
		return fmt.Sprintf("The version stays until %s is lifted.", hold)
	}
	retention := "its retention"
	if set := a.v.Exchange(behind.Since.Request); set != nil && a.v.Title(set.By) != "" && set.By != engine.Seed {
		retention += fmt.Sprintf(", set by %s,", a.requestOf(set))
	}
	return fmt.Sprintf("The version stays until %s is lifted, and %s lasts until %s whatever becomes of the hold.",
		hold, retention, behind.Until.SeenFrom(a.v.Now()))
}

// pastHold says what would pass a retention behind a legal hold by once that is lifted, with a blank in front; empty
// where there is none, or nothing would.
func (a *adviser) pastHold() string {
	if a.unheld().send(a.again()).accepted() {
		return ""
	}
	t := a.unheld().send(a.bypassing())
	if !t.accepted() {
		return ""
	}
	return fmt.Sprintf(" Once the hold is lifted, who may bypass the retention can send it with "+
		"bypass-governance=true: the answer would be %s.", t.reply())
}

// unheld is a trial in which who set the legal hold has lifted it.
//
// Source: engine/bucket/rules.md, "Object Lock".
func (a *adviser) unheld() *trial {
	args := engine.Args("path", a.c.Object.Name, "legal-hold", "OFF")
	if id := a.versionOf(a.x); !id.IsZero() {
		args = engine.With(args, versionID, id)
	}
	return a.trial().send(engine.Send{By: a.c.Cause.Since.By, Verb: "put-object-legal-hold", Args: args})
}

// versionWent is the newest request by which the version that the finding's names was taken away since; nil: none was,
// or it names none.
func (a *adviser) versionWent() *engine.Exchange {
	for n := a.v.Requests(); n > a.x.Number; n-- {
		x, done := a.asEntry(a.v.Exchange(n))
		if x.Object == a.x.Object && x.Took && done && a.v.Spec(x.Verb).Effect == engine.Deletes &&
			a.ofVersion(x) != "" && a.ofVersion(x) == a.ofVersion(a.x) {
			return x
		}
	}
	return nil
}

// bypassed is the same again past a retention in GOVERNANCE, as who may bypass that can send it.
//
// Source: engine/bucket/rules.md, "Object Lock".
func (a *adviser) bypassed() *trial { return a.trial().send(a.bypassing()) }

func (a *adviser) bypassing() engine.Send {
	again := a.again()
	if a.spec.Takes("bypass-governance") {
		again.Args = engine.With(again.Args, "bypass-governance", engine.Text("true"))
	}
	return again
}
