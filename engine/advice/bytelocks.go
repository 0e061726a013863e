package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// behindLocks is for a request that locks on bytes stop of which more is to be said than of the first alone: there are
// several, or it is one of the request's own handle. Each is found by ending the one that was met before it: one that
// is granted only then stops nothing as yet, and is told as one that waits.
//
// Source: engine/share/rules.md, "Byte-range locks", L2 to L4.
func (a *adviser) behindLocks(then string) (Card, bool) {
	t := a.trial()
	var each []string
	var own *engine.Exchange
	var waits []string
	others, mine := false, false
	for now := t.send(a.again()).why(); now != nil; now = t.send(a.again()).why() {
		lock := a.v.Exchange(now.Since.Request)
		if now.Rule.Name != "byte lock" || lock == nil || len(each)+len(waits) == handlesMost || !t.unlocks(lock) {
			return Card{}, false
		}
		if of := fmt.Sprintf("%s's of #%d", a.v.Title(lock.By), lock.Number); lock.Decided.IsZero() {
			waits = append(waits, of)
		} else {
			each = append(each, of)
		}
		if lock.Object == a.x.Object {
			own = lock
		}
		others, mine = others || lock.By != a.c.By, mine || lock.By == a.c.By
	}
	if !t.accepted() || len(each) == 0 || len(each)+len(waits) < 2 && own == nil {
		return Card{}, false
	}
	if over := t.goesOver(); over != nil {
		then = fmt.Sprintf("read what is there: the same again would go over %s's #%d, which %s has not read",
			a.v.Title(over.By), over.Number, a.who())
	}
	if len(each) == 1 && len(waits) == 0 {
		why := ""
		if engine.ValueOf(own.Resolved(), "kind").String() == "shared" &&
			a.spec.Effect == engine.Writes {
			why = ", for a shared lock stops every write"
		}
		return Card{Say: fmt.Sprintf("The handle's own lock of #%d is in the way%s: unlock those bytes, then %s.",
			own.Number, why, then), Others: listed(a.sameAgain())}, true
	}
	say := "Wait until all are unlocked"
	switch {
	case !others:
		say = "Unlock them all"
	case mine:
		say = "Unlock one's own and wait until the others are unlocked"
	}
	stops := "Each of these locks stops it: " + strings.Join(each, ", ")
	if len(each) == 1 {
		stops = "A lock stops it: " + each[0]
	}
	if len(waits) > 0 {
		stops += "; behind it wait, and would stop it next: " + strings.Join(waits, ", ")
	}
	return Card{Say: fmt.Sprintf("%s. %s, then %s.", stops, say, then), Others: listed(a.sameAgain())}, true
}

// unlocks has the holder of a lock on bytes end it, and says whether that went through.
func (t *trial) unlocks(lock *engine.Exchange) bool {
	for _, s := range t.a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.Unlocks || t.a.v.Spec(lock.Verb).Effect != engine.Locks {
				continue
			}
			var args []engine.Arg
			for _, arg := range lock.Resolved() {
				if _, takes := op.Param(arg.Name); takes {
					args = append(args, arg)
				}
			}
			t.decide(engine.Send{By: lock.By, Verb: op.Verb, Args: args})
			return t.err == nil && t.last != nil && t.last.Answer.Accepted()
		}
	}
	return false
}
