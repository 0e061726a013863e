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
		return Card{Say: "A read tells that a lease stands, and not under which id. If it is one's own, wait for " +
			"its end or " +
			"break it; next time propose an id with the request."}
	}
	if card, ok := a.echoes(); ok && a.spec.Effect == engine.Deletes {
		return card
	}
	card, ok := a.reads("Read before the next try: what is there tells whether it was done.", "")
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
	if !t.accepted() {
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
