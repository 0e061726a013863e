package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// afterRemade is for a change of something that was removed and made anew since: what stands there is another thing
// under the same name, so whether the change belongs to it is no question of lines. ok is false where it was not so, or
// where the request carries no change.
func (a *adviser) afterRemade() (Card, bool) {
	if a.spec.Effect == engine.Copies || !a.spec.Effect.Contents() && !a.claims() {
		return Card{}, false
	}
	base, end, ok := a.remade()
	if !ok {
		return Card{}, false
	}
	then := fmt.Sprintf("Settle first whether %s's change belongs to that.", a.who())
	told := a.goneSince(base, end)
	card, _ := a.reads(told+" Read it. "+then, told+" "+then)
	card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
	return card, true
}

// broughtBack says that a later request has made again what another had removed: that one works on, as far as anybody
// has told it, as if it were gone. Empty where it is not so: another brought it back before, or what it lay in was
// removed and it was not in there; and of a request that is to make its own where nothing is, as a lock is taken when
// its holder has given it back.
func (a *adviser) broughtBack(x *engine.Exchange) string {
	if a.c.Cause == nil || a.c.Kind == engine.AlreadyThere || x.Object != a.x.Object ||
		!a.v.Spec(x.Verb).Effect.Contents() {
		return ""
	}
	by, ended := a.c.Cause.Since.By, a.v.Exchange(a.c.Cause.Since.Request)
	if a.c.Kind != engine.IsGone { // something else stood in the way, and it may have gone since
		went, _ := a.since(x.Object)
		if made := a.standsBy(x.Object); went == nil || made == nil || made.Number != x.Number {
			return ""
		}
		by, ended = went.By, went
	}
	if by == a.c.By || ended == nil || a.v.Title(by) == "" || a.v.Spec(ended.Verb).Effect != engine.Deletes {
		return ""
	}
	if first := a.firstMade(x.Object, ended.Decided.Event); first == nil || first.Number != x.Number {
		return ""
	}
	if ended.Object != x.Object {
		if was, _ := a.v.Before(ended.Decided.Event); !view.Readable(was.Object(x.Object)) {
			return ""
		}
	}
	return fmt.Sprintf("%s had removed it and does not know: tell %[1]s that #%d brought it back.", a.v.Title(by),
		x.Number)
}
