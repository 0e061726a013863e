package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// fromOwnPut says whether the receipt that was sent came with the writer's own putting of the message, or with what it
// changed of it since: it takes the message back, changes its text or puts it off, and has not worked on it.
func (a *adviser) fromOwnPut() bool {
	var own []string // receipts that came so
	for n := 1; n < a.x.Number; n++ {
		x := a.v.Exchange(n)
		spec := a.v.Spec(x.Verb)
		changed := spec.Effect == engine.Updates && slices.Contains(own, receiptSent(spec, x))
		if x.By != a.x.By || spec.Effect != engine.Appends && !changed {
			continue
		}
		for _, f := range x.Answer.Fields {
			if strings.HasSuffix(f.Name, "receipt") {
				own = append(own, f.Value.String())
			}
		}
	}
	return slices.Contains(own, receiptSent(a.spec, a.x))
}

// receiptSent is the receipt that a request names; empty: none.
func receiptSent(spec *engine.OpSpec, x *engine.Exchange) string {
	for _, p := range spec.Params() {
		if p.Guard == "receipt" {
			return engine.ValueOf(x.Resolved(), p.Name).String()
		}
	}
	return ""
}

// putterTooLate is for who put a message, and came to it again when another had been handed it: to take it back, to
// give it another text, or to put it off.
//
// Source: engine/queue/rules.md, Q10.
func (a *adviser) putterTooLate(holder string) Card {
	say, who := fmt.Sprintf("%s has received it, and the receipt of the put no longer counts.", a.v.Title(holder)),
		a.v.Title(holder)
	done, again := slices.Contains(a.workers(), holder), a.visibleAgain()
	_, text := a.ownText()
	switch {
	case a.spec.Effect == engine.Updates && text && done:
		say += fmt.Sprintf(" Its work is done already, by the text that was there before: %s", a.putAnew())
	case a.spec.Effect == engine.Updates && done:
		say += " Its work is done already: nothing is left to put off."
	case again:
		then := "delete it with that receipt."
		if a.spec.Effect == engine.Updates {
			then = fmt.Sprintf("send #%d with that receipt.", a.x.Number)
		}
		say += " It is visible again: receive it, and " + then
	case done:
		say += " Its work is done already."
	case a.spec.Effect == engine.Updates && text:
		say += fmt.Sprintf(" %s works by the text that was there before: tell %[1]s what #%d was to put in its place.",
			who, a.x.Number)
	case a.spec.Effect == engine.Updates:
		say += fmt.Sprintf(" If it is to be put off, ask %s to leave the work, and not to delete it.", who)
	default:
		say += fmt.Sprintf(" Ask %s to leave the work and delete it.", who)
	}
	return Card{Say: say}
}

// putterOver is for who put a message that is there no more; x is who removed it, nil: it expired.
func (a *adviser) putterOver(end *engine.Event, x *engine.Exchange) Card {
	say := fmt.Sprintf("The message expired at %s", end.At)
	if x != nil {
		say = fmt.Sprintf("%s's #%d deleted it", a.v.Title(x.By), x.Number)
		if x.Object != a.c.Object {
			say += a.withOthers(x, a.c.Object.Kind)
		}
	}
	_, text := a.ownText()
	switch {
	case a.spec.Effect != engine.Updates:
		say += ": nothing is left to take back." + a.workOfHolder()
	case !text:
		say += ": nothing is left to put off." + a.workOfHolder()
	case a.c.Cause == nil || a.unansweredTry() != nil: // the text may have been put there
		say += "." + a.workOfHolder() + " By which text, the storage does not tell: ask before it is put again."
	default:
		say += ", with the text that was there before." + a.workOfHolder() + " " + capital(a.putAnew())
	}
	return Card{Say: say}
}

// putAnew is what is left to do with a text that came too late.
func (a *adviser) putAnew() string {
	return fmt.Sprintf("put the text of #%d as a message of its own if its work is wanted too.", a.x.Number)
}

// workOfHolder says to who put a message what became of its work.
func (a *adviser) workOfHolder() string {
	other := a.otherHolder()
	switch {
	case other == "":
		return ""
	case slices.Contains(a.workers(), other):
		return fmt.Sprintf(" %s has done its work.", a.v.Title(other))
	}
	return fmt.Sprintf(" %s had received it, and may have done its work.", a.v.Title(other))
}
