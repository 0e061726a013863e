package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// changedUnheard is for who goes by an id that a change of its own may have replaced, of which it heard nothing: the
// same change again settles it, as the id that it proposes can be set once alone, and what was refused goes under that.
// ok is false where there is no such change, or where that does not help.
func (a *adviser) changedUnheard() (Card, bool) {
	var change *engine.Exchange
	for x := range a.v.SentBefore(a.x) {
		if x.Object == a.c.Object && a.v.Spec(x.Verb).Effect == engine.ChangesLease {
			change = x
			break
		}
	}
	if change == nil || !change.Heard.IsZero() || !a.spec.Takes(a.leaseName()) {
		return Card{}, false
	}
	if conflict.LeaseNamed(engine.ValueOf(change.Resolved(), "lease")) != conflict.LeaseNamed(a.leaseSent()) {
		return Card{}, false
	}
	t := a.trial().send(engine.Send{By: change.By, Verb: change.Verb, Args: change.Args,
		Words: engine.Words{Again: change.Name}})
	if !t.accepted() {
		return Card{}, false
	}
	again := a.again()
	again.Args = engine.With(again.Args, a.leaseName(), engine.Ref(t.last.Name+".lease", false))
	why := fmt.Sprintf("#%d, which had no answer, may have changed the id. Send that change again, which can only be "+
		"done once", change.Number)
	if card, ok := a.offer(t.fork().send(again), "lease", why+", and then this under the id that it proposes.",
		fmt.Sprintf("%s sent #%d again, and #%d under the new id", a.who(), change.Number, a.x.Number)); ok {
		return card, true
	}
	card := t.card("lease", why+". Then read, and send what is still wanted under the id that it proposes.",
		fmt.Sprintf("%s sent #%d again", a.who(), change.Number))
	return card, t.harmless()
}
