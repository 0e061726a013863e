package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// unanswered is what can be done where nothing was heard. The flight decides before any read: what is still under way
// can still be done.
func (a *adviser) unanswered() Card {
	no := fmt.Sprintf("#%d", a.x.Number)
	if !a.x.Heard.IsZero() {
		return Card{Say: "Its answer came after all, and says what was done."}
	}
	if a.spec.Effect == engine.Reads {
		const say = "Read again: a read changes nothing."
		if card, ok := a.offer(a.trial().send(a.again()), "retry", say, fmt.Sprintf("%s sent %s again", a.who(), no)); ok {
			return card
		}
		return Card{Say: say, Others: listed(a.sameAgain())}
	}
	under := slices.ContainsFunc(a.v.Flight(), func(m view.Moving) bool { return m.Request == a.x.Number && !m.Back })
	done, read := a.seen()
	switch {
	case read && done:
		return Card{Say: "It is done: nothing needs to be sent again."}
	case under:
		say := fmt.Sprintf("%s is still under way: whatever is read now, it may still be done. Wait", no)
		if card, ok := a.guardedAgain(); ok {
			card.Say = say + ", or send it with a guard that only one of the two can pass."
			return card
		}
		return Card{Say: say + ".", Others: listed(a.twice())}
	case read:
		return a.sendAgain("It was not done. Send the same again.")
	}
	switch a.spec.Effect {
	case engine.Chooses:
		return a.sendAgain("Send the same again before anything else: it settles what the connection goes by.")
	case engine.Receives:
		return Card{Say: "If it was done, a message is hidden from all, under a receipt that nothing readable " +
			"shows. Receive " +
			"the next one; this one comes back when its time is over."}
	case engine.AcquiresLease, engine.ChangesLease:
		const once = "Send the same again: with the id that it proposes it can only be done once."
		if card := a.sendAgain(once); card.Action != "" && a.proposes() {
			return card
		}
		end := "wait for its end or break it"
		for _, arg := range a.x.Resolved() {
			if seconds, ok := arg.Value.Int(); ok && arg.Name == "duration" && seconds < 0 {
				end = "break it"
			}
		}
		return Card{Say: "A read tells that a lease stands, and not under which id. If it is one's own, " + end +
			"; next time propose an id with the request."}
	}
	if card, ok := a.echoes(); ok && (a.spec.Effect == engine.Deletes || a.spec.Effect == engine.Updates) {
		if a.spec.Effect == engine.Updates {
			card.Say = "Send the same again: its receipt counts once. Is it accepted, the first had not arrived; is " +
				"it " +
				"refused, the first had, or another has the message."
		}
		return card
	}
	if other := a.shownOf(a.x); other != nil {
		return a.afterAnothers(a.x, other)
	}
	card, ok := a.reads("Read before the next try: what is there tells whether it was done, unless another writes the "+
		"same.", "")
	if !ok {
		card.Say = "Nothing that can be read tells whether it was done. Make it safe to repeat before it is sent again."
	}
	card.Others = listed(a.twice())
	return card
}

// seen says whether an answer that the sender heard later shows its doing, or shows the object without it.
func (a *adviser) seen() (done, read bool) {
	for n := a.x.Number + 1; a.v.Exchange(n) != nil; n++ {
		x := a.v.Exchange(n)
		if x.By != a.x.By || x.Heard.IsZero() {
			continue
		}
		for _, p := range x.Shows {
			switch {
			case p.Mark.Request == a.x.Number:
				return true, true
			case p.Object == a.x.Object && p.Mark.Event < a.x.Sent.Event &&
				!(a.x.Took && a.x.Decided.Event < x.Decided.Event):
				read = true
			}
		}
	}
	return false, read
}

// afterUnansweredTry is for a refusal by what is there, where an earlier try of the same wish was not answered: to its
// sender the refusal is the same whether that try did it or another writer did. ok is false where none went unanswered.
func (a *adviser) afterUnansweredTry() (Card, bool) {
	try := a.unansweredTry()
	text, carried := view.Carried(a.spec, a.x.Args)
	if try == nil || !carried || text == "" || a.c.Cause.Rule.Kind != engine.AlreadyThere &&
		a.c.Cause.Rule.Kind != engine.StaleWrite {
		return Card{}, false
	}
	if other := a.shownOf(a.x); other != nil {
		return a.afterAnothers(try, other), true
	}
	card, ok := a.reads(fmt.Sprintf("%s's own try #%d had no answer, and this refusal does not say whose work it met. "+
		"Read it, and compare what that try alone wrote, as an id.", a.who(), try.Number), "")
	card.Others = listed(a.sameAgain())
	return card, ok
}

// unansweredTry is the newest try of the same wish before the request that its sender heard nothing of; nil: none.
func (a *adviser) unansweredTry() *engine.Exchange {
	for n := a.x.Number - 1; n > 0; n-- {
		x := a.v.Exchange(n)
		if x.Wish == a.x.Wish && x.By == a.x.By && (x.Heard.IsZero() || x.Heard.Event > a.x.Heard.Event) {
			return x
		}
	}
	return nil
}

// shownOf is the newest answer to the sender that shows what stands at the request's object since it was sent; nil
// where none does.
func (a *adviser) shownOf(sent *engine.Exchange) *engine.Exchange {
	read, ok := a.v.Known(a.c.By).Reading(a.x.Object)
	if x := a.v.Named(read.Name); ok && read.HasBody && x != nil && x.Sent.Event > sent.Sent.Event {
		return x
	}
	return nil
}

// afterAnothers says what an answer that shows what stands there tells about a try that had no answer: what it wrote
// is compared, as its sender has to.
func (a *adviser) afterAnothers(try, shown *engine.Exchange) Card {
	text, _ := view.Carried(a.spec, a.x.Args)
	read, _ := a.v.Known(a.c.By).Reading(a.x.Object)
	if text == read.Body {
		return Card{Say: fmt.Sprintf(
			"What #%d shows is what #%d was to write. Does it hold an id of that try, it was done, "+
				"and nothing is left to send; the same text alone does not tell whose it is.", shown.Number,
			try.Number)}
	}
	say := fmt.Sprintf("What #%d shows is another text than that of #%d", shown.Number, try.Number)
	if only(a, "if-none-match") {
		return Card{Say: say + ": it is another's, and #" + fmt.Sprint(try.Number) +
			" was not done. Decide whether it will " +
			"do."}
	}
	return Card{Say: say + ". Whether that try had been done before is no longer to be seen: look whether its " +
		"change is " +
		"still missing."}
}

// twice is what the same again leads to, where that is no good.
func (a *adviser) twice() string {
	t := a.trial().send(a.again())
	switch {
	case t.err != nil:
		return ""
	case !t.harmless():
		return "The same again without a look would do it twice."
	case !t.accepted():
		return a.sameAgain()
	}
	return ""
}

// proposes says whether the request proposes the id of its lease.
func (a *adviser) proposes() bool {
	return slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool {
		return arg.Name == "id" ||
			arg.Name == "proposed"
	})
}

// echoes sends a removal again: what was removed already cannot be removed twice.
func (a *adviser) echoes() (Card, bool) {
	t := a.trial().send(a.again())
	if t.err != nil || t.last.Heard.IsZero() || t.accepted() == t.refuses() || len(t.refusals()) > 1 || !t.harmless() {
		return Card{}, false
	}
	card := t.card("retry", "Send the same again: what is removed cannot be removed twice, and a refusal says that "+
		"it is gone.",
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number))
	if why := t.why(); why != nil {
		if k := why.Rule.Kind; k != engine.IsGone && k != engine.OwnEcho && k != engine.OldReceipt { // it tells nothing
			return Card{}, false
		}
		card.Foretold = t.reply()
	}
	return card, true
}

func (a *adviser) sendAgain(say string) Card {
	if card, ok := a.offer(a.trial().send(a.again()), "retry", say,
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card
	}
	if card, ok := a.guardedAgain(); ok {
		return card
	}
	return Card{Say: "It was not done, and what is there has changed since. Read it and put the change into it.",
		Others: listed(a.twice())}
}

// guardedAgain sends the request once more with the tag that was heard last, so that of two only one can pass.
func (a *adviser) guardedAgain() (Card, bool) {
	again := a.again()
	k := *a.v.Known(a.c.By)
	k.Guard = ""
	again.Args, _, _ = k.Guarded(*a.spec, a.x.Object, unversioned(a.spec, again.Args))
	if guardMore(a.spec, again.Args, unversioned(a.spec, a.x.Args)) == "" {
		return Card{}, false
	}
	return a.offer(a.trial().send(again), "retry",
		"Send it again with the tag that was read: it cannot be done twice then.",
		fmt.Sprintf("%s sent #%d again with a guard", a.who(), a.x.Number))
}
