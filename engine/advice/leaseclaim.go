package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// A lease may guard a text that says whose the thing is: who waits for the lease of another, and puts its own text over
// that then, takes the claim away under a lease that nobody disputes.

// orClaimed stands between a read under a lease and what is done with what it shows, where the change may be a claim
// and what stands there is another's, who may have claimed it: then its reader stops. Else plain stands there.
func (a *adviser) orClaimed(plain string) string {
	if !a.redoes() || !a.carriesClaim() {
		return plain
	}
	if by := a.textStandsBy(a.c.Object); by == "" || by == engine.Seed || by == a.c.By {
		return plain
	}
	return ": if that claims it for somebody else, stop; otherwise "
}

// redoneUnder is what is done behind a lease that was acquired anew, for a change that is redone.
func (a *adviser) redoneUnder() string {
	change := "redo the change, and send it with the new id."
	if try := a.openTry(); try != nil {
		change = fmt.Sprintf("redo the change, unless that of #%d, which had no answer, is in it, and send it with "+
			"the new id.", try.Number)
	}
	if heed := a.orClaimed(""); heed != "" {
		return " and read" + heed + change
	}
	return ", read, " + change
}

// textStandsBy is who wrote the text, or what is kept beside it, that stands in an object; empty: nobody did.
func (a *adviser) textStandsBy(object engine.ObjectID) (by string) {
	read, ok := a.readOf(a.trial(), object)
	if !ok {
		return ""
	}
	t := a.trial().send(read)
	if !t.accepted() {
		return ""
	}
	newest := 0
	for _, p := range t.last.Shows {
		text := slices.Contains(engine.TextNames(), p.Name)
		if p.Object == object && !p.Gone && text != a.claims() && p.Mark.Event >= newest {
			by, newest = p.Mark.By, p.Mark.Event
		}
	}
	return by
}

// putOverHolders says of a later request that it sent the text which a lease had refused as it was, over what another
// had written while it held that: if that was a claim, it is gone, and nobody was told. Empty where it did not.
func (a *adviser) putOverHolders(x *engine.Exchange) string {
	if a.c.Kind != engine.IsLeased && a.c.Kind != engine.LeaseOver || x.Object != a.c.Object ||
		!a.v.Spec(x.Verb).Effect.Contents() {
		return ""
	}
	now, _ := a.textOf(x)
	if refused, ok := view.Carried(a.spec, a.x.Args); !ok || refused != now || a.spec.Prompt() {
		return "" // another text: what stood there may have been put into it
	}
	for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		for _, c := range e.Own() {
			first := a.v.Exchange(c.Mark.Request)
			if first == nil || c.Object != x.Object || !slices.Contains(engine.TextNames(), c.Name) ||
				a.v.Title(first.By) == "" {
				continue
			}
			if gone := a.claimGone(first, x); gone != "" {
				return gone
			}
		}
	}
	return ""
}

// waitedFor is how a wait for the end of another's lease is told: its holder could have renewed it, and did not.
func (a *adviser) waitedFor(did string, l view.LeaseState) string {
	waited := fmt.Sprintf("waited until %s and took the lease", l.Ends)
	if l.State == "leased" && l.Holder != a.c.By && a.v.Title(l.Holder) != "" {
		waited = fmt.Sprintf("waited until %s, as %s did not renew it, and took the lease", l.Ends,
			a.v.Title(l.Holder))
	}
	return strings.Replace(did, "took the lease again", waited, 1)
}
