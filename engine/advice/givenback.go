package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// givenBack is for a permission that was missing and is there again by now, where something else stands against the
// same again: that it does not count yet, or what another has done meanwhile. Where what the policy was of is gone, the
// policy went with it. ok is false where the policy still refuses, and where the same again would be accepted.
//
// Source: rules.md of blob, R39: a policy that was changed takes up to 30 s to count.
func (a *adviser) givenBack() (card Card, ok bool) {
	why := a.trial().send(a.again()).why()
	if why == nil {
		return card, false
	}
	set := a.permittedSince()
	switch {
	case why.Rule.Kind == engine.ByPolicy:
		return card, false
	case why.Rule.Name == a.c.Cause.Rule.Name:
		return a.countsFrom(set, why)
	}
	if set == nil && why.Rule.Kind != engine.IsGone {
		return card, false
	}
	card = a.refusedFor(why)
	if set != nil {
		if of, it := strings.CutPrefix(card.Say, "It is gone"); it {
			card.Say = a.v.Called(a.x.Object) + " is gone" + of
		}
		card.Say = a.thereAsSet() + ". " + card.Say
	}
	return card, true
}

// thereAsSet says that the permission is there again, and who set it so where somebody has since the refusal.
func (a *adviser) thereAsSet() string {
	const there = "The permission is there again"
	if set := a.permittedSince(); set != nil {
		return fmt.Sprintf("%s, as %s's #%d set it", there, a.v.Title(set.By), set.Number)
	}
	return there
}

// countsFrom is for a policy that was set since and does not count yet; why is what refuses the same again now. ok is
// false where it still refuses then.
func (a *adviser) countsFrom(set *engine.Exchange, why *engine.Cause) (card Card, ok bool) {
	if set == nil || why.Until <= a.v.Now() || why.Until == engine.Never {
		return card, false
	}
	t := a.trial()
	t.put(engine.Clock{To: why.Until})
	then := t.send(a.again()).why()
	if t.err != nil || then != nil && then.Rule.Kind == engine.ByPolicy {
		return card, false
	}
	from := why.Until.SeenFrom(a.v.Now())
	say := fmt.Sprintf("%s, and counts from %s:", a.thereAsSet(), from)
	if card, ok = a.offer(t, "wait", say+" wait until then, then send the same again.",
		fmt.Sprintf("%s waited until %s and sent the same again", a.who(), from)); ok {
		return card, true
	}
	if then == nil {
		return Card{Say: say + " wait until then, and check whether the change still fits.",
			Others: listed(a.sameAgain())}, true
	}
	return Card{Say: fmt.Sprintf("%s wait until then. The same again would get %s even so: see to that first.", say,
		t.reply()), Others: listed(a.sameAgain())}, true
}

// refusedFor is what can be done where something else than at first refuses the same again.
func (a *adviser) refusedFor(why *engine.Cause) Card {
	met := *a
	met.now = true
	met.c.Cause, met.c.Kind = why, why.Rule.Kind
	card := met.refused()
	a.steps, a.over = met.steps, met.over
	return card
}

// permittedSince is the newest request by which somebody set the policy since the finding's was refused; nil: nobody
// did.
func (a *adviser) permittedSince() *engine.Exchange {
	first := a.v.Exchange(a.c.Cause.Since.Request)
	if first == nil {
		return nil
	}
	for x := range a.v.Did(first.Object, engine.Permits).Newest() {
		if x.Decided.Event > a.c.Event && a.v.Title(x.By) != "" {
			return x
		}
	}
	return nil
}
