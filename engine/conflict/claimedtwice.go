package conflict

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"interleave/engine"
)

// Reclaimed is how both who did one work had claimed it by the same thing and were both let through: the claim of the
// first was over when the second one's was accepted.
type Reclaimed struct {
	First, Second *engine.Exchange
	Removed       *engine.Exchange // what took the first claim away; nil: the clock, or what names the thing in no word
}

// ReclaimedFor is what let both through who did the work of a finding; ok is false where they had claimed nothing both.
func ReclaimedFor(w *engine.World, c Finding) (r Reclaimed, ok bool) {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.reclaimed()
}

// reclaimed looks for what either had made where nothing was, or had taken the lease of, before it worked. A message is
// handed out again by itself: that is told otherwise.
func (t teller) reclaimed() (r Reclaimed, ok bool) {
	if t.ofMessage() {
		return r, false
	}
	var theirs []*engine.Exchange
	t.heardBefore(t.c.Whose, t.c.Victim.Event, func(h *engine.Exchange) bool {
		if t.takes(h) {
			theirs = append(theirs, h)
		}
		return false
	})
	mine := t.heardBefore(t.c.By, t.c.Event, func(h *engine.Exchange) bool {
		if !t.takes(h) {
			return false
		}
		at := slices.IndexFunc(theirs, func(x *engine.Exchange) bool {
			return x.Object == h.Object && t.ofLease(x) == t.ofLease(h)
		})
		if at >= 0 {
			r.First = theirs[at]
		}
		return at >= 0
	})
	if mine == nil {
		return r, false
	}
	if r.Second = mine; r.First.Decided.Event > mine.Decided.Event {
		r.First, r.Second = mine, r.First
	}
	r.Removed = t.removedBetween(r.First, r.Second)
	return r, true
}

func (t teller) ofLease(x *engine.Exchange) bool {
	return t.w.Spec(x.Verb).Effect == engine.AcquiresLease
}

// takes says whether a request was accepted that is refused while another has what it asks for.
func (t teller) takes(x *engine.Exchange) bool {
	return x.Took && !x.Object.IsZero() && (t.ofLease(x) || asksAbsence(t.w, x) ||
		engine.ValueOf(x.Resolved(), "if-none-match").String() == "*")
}

// removedBetween is the first request that took away what one had made, or ended the lease that it had taken, before
// another did the same; nil: none that names it, or another's work stood there in between.
func (t teller) removedBetween(first, second *engine.Exchange) (removed *engine.Exchange) {
	const most = 256
	for n := max(1, second.Number-most); n <= t.w.Requests(); n++ {
		x := t.w.Exchange(n)
		if !x.Took || x.Decided.Event <= first.Decided.Event ||
			x.Decided.Event >= second.Decided.Event || removed != nil && x.Decided.Event > removed.Decided.Event {
			continue
		}
		effect := t.w.Spec(x.Verb).Effect
		ends := x.Object == first.Object && t.ofLease(first) &&
			(effect == engine.ReleasesLease || effect == engine.BreaksLease)
		names := Deleted(t.w.Spec(x.Verb), x) && x.Object == first.Object
		replaced := x.By != first.By && leftAnother(x, first.Object)
		if ends || names || tookAway(x, first.Object) || replaced && !t.ofLease(first) {
			removed = x
		}
	}
	if removed != nil && leftAnother(removed, first.Object) { // what went later is no longer what one had made
		return nil
	}
	return removed
}

// leftAnother says whether a request put another content there, which was there when it was done.
func leftAnother(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == object && !p.Gone && p.Mark.Request == x.Number &&
			slices.Contains(engine.TextNames(), p.Name)
	}) && !tookAway(x, object)
}

// tellReclaimed tells of work that was done twice by two who were both let through; nothing where they were not.
func (t teller) tellReclaimed(told *Narrative) {
	r, ok := t.reclaimed()
	if !ok {
		return
	}
	thing := Called(t.w, r.First.Object)
	first, number, lease := possessive(t.who(r.First.By)), r.First.Number, t.ofLease(r.First)
	made, both, over := "made %s%s, where nothing was", "made "+thing, fmt.Sprintf("what %s #%d had made was gone",
		first, number)
	if lease {
		made, thing = "took %s%s", "the lease of "+thing
		both, over = "taken "+thing, fmt.Sprintf("that of %s #%d was over", first, number)
	}
	step := func(x *engine.Exchange, how string) Step {
		return Step{Text: fmt.Sprintf("%s "+how+".", t.who(x.By), thing, t.when(x.Decided)), Event: x.Decided.Event}
	}
	told.Steps = append(told.Steps, step(r.First, made), step(r.Second, made))
	if x := r.Removed; x != nil {
		how, did := t.howRemoved(x, r.First.Object, lease)
		over = fmt.Sprintf("%s #%d had %s #%d", possessive(t.who(x.By)), x.Number, did, number)
		if !lease {
			over = fmt.Sprintf("%s #%d had %s what #%d had made", possessive(t.who(x.By)), x.Number, did, number)
		}
		told.Steps = append(told.Steps, step(x, how))
	}
	slices.SortStableFunc(told.Steps, func(a, b Step) int { return a.Event - b.Event })
	told.First = strings.TrimSuffix(told.First, " Nobody was told.") + fmt.Sprintf(" Both had %s: %s when %s #%d was "+
		"accepted. Nobody was told.", both, over, possessive(t.who(r.Second.By)), r.Second.Number)
	told.Rule = t.w.Spec(r.Second.Verb).Source
	if lease { // for how long one is taken harms nobody here
		told.Rule.Differs = ""
	}
	told.Law = lawOfClaims
}

// howRemoved is what a request did to a claim, as a step and in a sentence.
func (t teller) howRemoved(x *engine.Exchange, object engine.ObjectID, lease bool) (step, did string) {
	switch effect := t.w.Spec(x.Verb).Effect; {
	case effect == engine.ReleasesLease:
		return "gave %s back%s", "given back the one of"
	case effect == engine.BreaksLease:
		return "broke %s%s", "broken the one of"
	case lease:
		return "removed what %s was of%s", "ended the one of"
	case effect == engine.Renames || MovedTo(t.w, x, object).Name != "":
		return "moved %s away%s", "moved away"
	}
	return "removed %s%s", "removed"
}

// withEndOfClaim is a story about work with what the clock ended of the claim of the one, before the other's.
func (t teller) withEndOfClaim(told Narrative, between func(after, before int) iter.Seq[*engine.Event]) Narrative {
	r, ok := t.reclaimed()
	if !ok || told.Law != lawOfClaims {
		return told
	}
	for e := range between(r.First.Decided.Event, r.Second.Decided.Event) {
		if e.Kind == engine.Ended && e.Object == r.First.Object && slices.Contains(claimTimers[:], e.Text) {
			told.Steps = inOrder(append(told.Steps, Step{Text: t.endOfClaim(e), Event: e.Number, at: e.At}))
		}
	}
	return told
}

// endOfClaim is what the clock did, as a sentence.
func (t teller) endOfClaim(e *engine.Event) string {
	text := rang(t.w, *e)
	if lease, ok := strings.CutPrefix(text, "the lease"); ok && e.Text != "expires" {
		text = "The lease" + lease
	}
	return sentence(fmt.Sprintf("%s at %s", text, e.At))
}

// claimTimers are the ends by the clock that leave a claim no more.
var claimTimers = [...]string{"lease.ends", "lease.breaks", "expires", "expiry"}

const lawOfClaims = "A claim keeps others out only as long as it stands."
