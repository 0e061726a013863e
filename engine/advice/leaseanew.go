package advice

import (
	"cmp"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// leaseAnew waits until the lease is free, takes it and reads; the change is then its owner's to redo. A renewal has
// none: nothing of it is redone. Who holds it by then may renew it, or be about to.
func (a *adviser) leaseAnew(say string) Card {
	since, how := "again", " again"
	if _, own := conflict.LeaseSent(a.v.Clone(), a.c); !own {
		since, how = "now", ""
	}
	if conflict.NeverGiven(a.v.Clone(), a.x) {
		how = " under an id of one's own"
	}
	redo, renews := a.redoneUnder(), a.spec.Effect == engine.RenewsLease
	switch {
	case a.spec.Effect == engine.Copies:
		redo = ", read, and copy with the new id if what is there is still to be replaced."
		if a.goesOnlyUnderEndless() {
			redo += " Release the lease behind that: it does not end by itself."
		}
	case a.deletes():
		redo = ", read, and see whether it is still to be deleted, before it is sent with the new id."
	case renews || !a.spec.Effect.Contents() && a.spec.Effect != engine.Describes:
		redo = " before the work goes on."
	}
	if again, ok := a.toReadAgain(); ok {
		redo = fmt.Sprintf(", and %s, before the work goes on.", cmp.Or(a.leftToRead(),
			fmt.Sprintf("read %s again", a.v.Called(again))))
	}
	if card, ok := a.holdsAnew(say, since); ok {
		return card
	}
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.AcquiresLease || op.Object != a.c.Object.Kind {
				continue
			}
			for _, wait := range []bool{false, true} {
				for _, seconds := range a.lengths() {
					card, ok := a.acquire(op, seconds, wait)
					if !ok {
						continue
					}
					if seconds < 0 && a.spec.Effect == engine.Copies { // it goes under no other
						how += " with no end"
					}
					then := a.whenFree(say == "", how+redo)
					if settle := a.settlesEnd(); settle != "" && strings.HasPrefix(then, "acquire") {
						line := fmt.Sprintf(", `%s: %s %s duration=%s`", a.c.By, op.Verb, lineWord(a.c.Object.Name),
							leaseSeconds(seconds)) // by hand: no key settles that
						return Card{Say: joined(say, settle+how+line+redo), Others: listed(a.sameAgain())}
					}
					if card.Say = then; say != "" || strings.HasPrefix(then, "acquire") { // else with a name
						card.Say = joined(say, then)
					}
					return card
				}
			}
		}
	}
	return Card{Say: joined(say, a.settlesLease()), Others: listed(a.sameAgain())}
}

// holdsAnew is for who holds the lease by now, under another id than it had sent. ok is false where it does not.
func (a *adviser) holdsAnew(say, since string) (card Card, ok bool) {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	if !ok || hold.Request == 0 || hold.Token == conflict.LeaseNamed(a.leaseSent()) ||
		hold.Ends != engine.Never && hold.Ends <= a.v.Now() || a.isAnothers(hold) {
		return card, false
	}
	anew := strings.TrimSpace(fmt.Sprintf("%s %s holds it %s, under %s", strings.TrimSuffix(say, " Stop the work;"),
		a.who(), since, hold.Token.Short()))
	renews, left := a.spec.Effect == engine.RenewsLease, a.leftToRead()
	switch {
	case renews && left != "":
		anew += ": " + left + ", before the work goes on."
		card, _ = a.readsOf(a.writtenSince().Object, anew, anew)
	case renews:
		card.Say = anew + "."
	case a.deletes():
		const decide = "decide whether it is still to be deleted, and send it with that id."
		card, _ = a.reads(anew+": read what is there, "+decide, anew+": "+decide)
	default:
		card.Say = anew + ": " + a.underThatID()
	}
	return card, true
}

// underThatID is what is left to send under an id that its sender holds by now.
func (a *adviser) underThatID() string {
	switch {
	case a.spec.Effect == engine.Reads, a.spec.Effect.OfLease():
		return "send it with that id."
	}
	return "redo the change in what is there now, and send it with that id."
}
