package advice

import (
	"fmt"
	"slices"

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
	effect := a.v.Spec(x.Verb).Effect
	claims := a.c.Kind == engine.AlreadyThere || a.c.Kind == engine.TwoAtOnce && a.asksAbsence()
	if a.c.Cause == nil || claims || x.Object != a.x.Object ||
		a.c.Cause.Rule.Looks == engine.AtType || // what was removed was another thing
		!effect.Contents() && effect != engine.Creates && effect != engine.Opens {
		return ""
	}
	after := a.x.Decided.Event // something else stood in the way, and it may have gone since
	if a.c.Kind == engine.IsGone {
		after = a.c.Cause.Since.Event - 1
	}
	how, ended := a.cameToEndBefore(x.Object, after, x.Decided.Event)
	if !ended || how.by == nil || how.by.By == a.c.By || a.v.Title(how.by.By) == "" ||
		!how.asked && a.v.Spec(how.by.Verb).Effect != engine.Deletes {
		return ""
	}
	if first := a.firstMade(x.Object, how.record); first == nil || first.Number != x.Number {
		return ""
	}
	if how.what != x.Object {
		if was, _ := a.v.Before(how.record); !view.Readable(was.Object(x.Object)) {
			return ""
		}
	}
	return a.tellRemover(how.by.By, x)
}

// tellRemover says that who had removed a thing is to be told that another request made it again, where no answer has
// shown it to that one since; empty where one has.
func (a *adviser) tellRemover(by string, made *engine.Exchange) string {
	if made.By == by || a.hasSeen(by, made) {
		return ""
	}
	did := "brought it back"
	if !a.v.Spec(made.Verb).Effect.Contents() { // which makes something that says nothing yet
		did = "made it anew"
	}
	return fmt.Sprintf("%s had removed it and does not know: tell %[1]s that #%d %s.", a.v.Title(by), made.Number, did)
}

// hasSeen says whether an answer has shown a writer that what a request made stands there, or what came after it.
func (a *adviser) hasSeen(writer string, made *engine.Exchange) bool {
	for h := range a.v.HeardBy(writer) {
		if h.Heard.Event < made.Decided.Event {
			break
		}
		if h.Decided.Event > made.Decided.Event && slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
			return p.Object == made.Object && !p.Gone && p.Mark.By != writer
		}) {
			return true
		}
	}
	return false
}
