package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// afterAgreed is for the holder of a lease that guards a thing by agreement, whose request went over what another had
// done there without it: a guard would stop the holder, and not the other. ok is false for any other.
func (a *adviser) afterAgreed() (Card, bool) {
	work, lock, ok := conflict.Agreed(a.v.Clone(), a.c)
	if !ok || a.c.Severity != engine.SeveritySilent {
		return Card{}, false
	}
	if say := a.settled(); say != "" {
		return Card{Say: say}, true
	}
	then := "writes again"
	if a.v.Readable(a.c.Object) {
		then = "puts into what is there"
	}
	return Card{Say: fmt.Sprintf("#%d went under the lease of %s, as agreed, and %s has nothing to send again. %s "+
		"stops: #%d was done without it. #%[5]d was accepted, and its work is gone: settle with %[4]s what was done "+
		"outside the storage because of it. What of it is still wanted, %[4]s %[6]s, once it has acquired the lease.",
		a.x.Number, a.v.Called(lock), a.who(), a.v.Title(work.By), work.Request, then)}, true
}

// latecomerStops says what a renewal of the lease that guards a thing by agreement would have been answered before the
// work that was done there without it.
func (a *adviser) latecomerStops() []string {
	x := a.v.Exchange(a.c.Victim.Request)
	b := &adviser{v: a.v, x: x, spec: a.v.Spec(x.Verb), steps: a.steps, c: conflict.Finding{By: x.By,
		Kind: engine.StaleHolder, Request: x.Number, Event: x.Decided.Event, Object: a.c.Object}}
	defer func() { a.steps, a.over = b.steps, a.over || b.over }()
	return b.renewedFirst()
}

// withoutLock is in front of what to do about work that the request met, where that had been done without the lease
// which guards the thing by agreement and which the request's sender held; or with a thing made anew since by that one
// which is made as a lock is. No service knows what such a thing is the lock of. Empty for any other.
func (a *adviser) withoutLock() string {
	if work, lock, ok := conflict.Agreed(a.v.Clone(), a.c); ok {
		return fmt.Sprintf("%s's #%d was done without the lease of %s, which %s held: tell %[1]s, who stops. ",
			a.v.Title(work.By), work.Request, a.v.Called(lock), a.who())
	}
	return a.underLateLock()
}

// underLateLock is that of a thing made anew, where no lease is agreed on.
func (a *adviser) underLateLock() string {
	lock, taken, work := conflict.LateMaker(a.v.Clone(), a.c)
	if lock.IsZero() {
		return ""
	}
	return fmt.Sprintf("%s, which %s had made, was over, and %s made it anew at %s (#%d), before %[2]s's #%[6]d. "+
		"Where it is the lock of %[7]s, %[3]s is in the right: tell %[2]s, who stops. Else: ", a.v.Called(lock),
		a.v.Title(work.By), a.who(), taken.At, taken.Request, work.Request, a.place())
}
