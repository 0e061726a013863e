package advice

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
	"interleave/engine/view"
)

func (a *adviser) afterOldReceipt() Card {
	for _, h := range a.v.Known(a.c.By).Handed(a.c.Object) {
		if h.Object != a.c.Object || h.Receipt == a.argument("receipt").String() {
			continue
		}
		say := "Send it with the receipt of the newest answer."
		if last := a.lastWith(a.c.Object); a.spec.Effect == engine.Deletes && a.didWork() && last.By == a.c.By &&
			last.Number > a.x.Number && a.v.Spec(last.Verb).Effect == engine.Receives {
			say = fmt.Sprintf("#%d has handed it to %s again, whose work is done: only delete it, with the receipt of "+
				"the newest answer.", last.Number, a.who())
		}
		if h.Until > a.v.Now() {
			say += fmt.Sprintf(" The message is hidden until %s; then somebody else can receive it.", h.Until)
		}
		if card, ok := a.offer(a.trial().send(a.withReceipt(h)), "receipt", say,
			a.who()+" sent it with the newest receipt"); ok {
			return card
		}
	}
	if card, ok := a.messageOver(); ok {
		return card
	}
	since, last := a.c.Cause.Since, a.lastWith(a.c.Object)
	holder := since.By // who had it last
	if last != nil && last.Number > since.Request {
		holder = last.By
	}
	switch x := a.v.Exchange(since.Request); {
	case holder != a.c.By && since.By == a.c.By && a.didWork():
		return a.workElsewhere(holder)
	case holder != a.c.By && since.By == a.c.By && a.visibleAgain():
		return Card{Say: fmt.Sprintf("%s received it with #%d%s, and it is visible again. Stop working on it until it "+
			"has been received anew.", a.v.Title(holder), last.Number, a.when(last.Decided.At))}
	case holder != a.c.By && since.By == a.c.By:
		return Card{Say: fmt.Sprintf("%s received it with #%d%s, and no receipt of %s counts any more: leave it to %s.",
			a.v.Title(holder), last.Number, a.when(last.Decided.At), a.who(), a.v.Title(holder))}
	case x != nil && since.By == a.c.By && a.answerUnderWay(x):
		return a.receiptUnderWay(x)
	case x != nil && since.By == a.c.By && x.Heard.IsZero():
		then := "."
		if a.didWork() {
			then = onlyToDelete
		}
		return Card{Say: fmt.Sprintf(
			"The newest receipt came with the answer of #%d, which %s never heard; a peek does not "+
				"show it. %s%s", x.Number, a.who(), a.receiveAnew(), then)}
	case a.fromOwnPut() && holder != a.c.By:
		return a.putterTooLate(holder)
	case last != nil && holder == a.c.By && last.Number > a.x.Number:
		return Card{Say: fmt.Sprintf("#%d has handed the message to %s again: go on with its receipt, and make the "+
			"work safe to repeat, as %s had it in between.", last.Number, a.who(), a.v.Title(since.By))}
	case a.didWork():
	case a.spec.Effect == engine.Updates && a.visibleAgain():
		return Card{Say: fmt.Sprintf("%s had the message after that, and it is visible again. Stop working on it "+
			"until it has been received anew.", a.v.Title(holder))}
	case a.spec.Effect == engine.Updates:
		return Card{Say: fmt.Sprintf("%s has the message now. Stop working on it.", a.v.Title(holder))}
	}
	return a.workElsewhere(holder)
}

// receiptUnderWay is for a refusal whose sender is still to hear the answer that brings the receipt which counts: what
// it was refused it sends with that one.
func (a *adviser) receiptUnderWay(x *engine.Exchange) Card {
	say := fmt.Sprintf("The newest receipt comes with the answer of #%d, which is under way: wait for that, and send "+
		"#%d again with it.", x.Number, a.x.Number)
	t := a.trial()
	t.put(engine.ReceiveAnswer{Names: []string{x.Name}})
	for _, h := range t.known().Handed(a.c.Object) {
		if h.Request != x.Number {
			continue
		}
		if h.Until > a.v.Now() {
			say += fmt.Sprintf(" The message is hidden until %s; then somebody else can receive it.", h.Until)
		}
		if card, ok := a.offer(t.send(a.withReceipt(h)), "receipt", say, fmt.Sprintf("%s heard #%d and sent it "+
			"with the newest receipt", a.who(), x.Number)); ok {
			return card
		}
	}
	return Card{Say: say}
}

// answerUnderWay says whether the answer to a request is on its way to who waits for it.
func (a *adviser) answerUnderWay(x *engine.Exchange) bool {
	return x.GaveUp.IsZero() && slices.ContainsFunc(a.v.Flight(), func(m view.Moving) bool {
		return m.Request == x.Number && m.Back
	})
}

// withReceipt is the request once more with the receipt of an answer.
func (a *adviser) withReceipt(given view.Handed) engine.Send {
	again := a.again()
	for _, p := range a.spec.Params() {
		if p.Guard == "receipt" {
			again.Args = engine.With(again.Args, p.Name, given.Proof())
		}
	}
	return again
}

// workElsewhere is for who has done the work of a message that another has been given since.
func (a *adviser) workElsewhere(other string) Card {
	if a.doneByBoth(other) {
		return Card{Say: fmt.Sprintf("%s has the message now, and has done its work too: it was done %s. Undo what "+
			"was done outside, or make it safe to repeat.", a.v.Title(other), a.timesDone())}
	}
	if a.visibleAgain() {
		return Card{Say: fmt.Sprintf("Treat the work as not finished: %s had the message after that, it is "+
			"visible again, and whoever receives it may do the work again. Undo what was done outside, or make it "+
			"safe to repeat.", a.v.Title(other))}
	}
	return Card{Say: fmt.Sprintf("Treat the work as not finished: %s has the message now, and may do it again. Undo "+
		"what was done outside, or make it safe to repeat.", a.v.Title(other))}
}

// visibleAgain says whether the finding's message is hidden for nobody by now: who had it last has it no more.
func (a *adviser) visibleAgain() bool {
	if !a.v.Exists(a.c.Object) {
		return false
	}
	list := engine.PropertiesNamed(a.v.Clone().Object(a.c.Object), "next-visible")
	return len(list) > 0 && list[0].At <= a.v.Now()
}

// receiveAnew is how to come to a new receipt of the message.
func (a *adviser) receiveAnew() string {
	if a.visibleAgain() {
		return "Receive the message, which is visible again"
	}
	return "Wait until the message is visible again and receive it"
}

// onlyToDelete is what is left of a message that is received once more by who has done its work.
const onlyToDelete = ": its work is done, so that it is only to be deleted, with the receipt that then comes. " +
	"Somebody else may be first, and do it again."

// thenRepeat is what is left of a message that is received once more, whoever does that.
func (a *adviser) thenRepeat() string {
	if a.didWork() {
		return onlyToDelete
	}
	return ": somebody else may be first, so its work must be safe to repeat."
}

// doneByBoth says whether another has done the work of the message as well as the finding's sender. A mark names one
// pair of all who did it, so that it does not tell.
func (a *adviser) doneByBoth(other string) bool {
	return other != a.c.By && slices.Contains(a.workers(), other) && slices.Contains(a.workers(), a.c.By)
}

// workers are all who have done the work of the message by now.
func (a *adviser) workers() []string {
	return a.v.Clone().Workers(engine.ObjectID{Kind: "work", Name: a.c.Object.Name})
}

// didWork says whether the finding is about something that stands for work, and its sender said that it had done it.
func (a *adviser) didWork() bool {
	work := engine.ObjectID{Kind: "work", Name: a.c.Object.Name}
	return a.loss(a.c.Object.Kind).Worked != "" && a.v.Clone().Worked(work, a.c.By)
}

// lastWith is the newest request that handed a message out, hid it anew or deleted it; nil: none did.
func (a *adviser) lastWith(message engine.ObjectID) *engine.Exchange {
	for x := range a.v.RequestsAbout(message).Newest() {
		if !x.Took {
			continue
		}
		switch a.v.Spec(x.Verb).Effect {
		case engine.Receives, engine.Updates, engine.Deletes:
			return x
		}
	}
	return nil
}

// afterLostReceive is for a receive without an answer: what it hid, if anything, is hidden until its time ends, and may
// be received by anybody then.
//
// Source: Azure REST, "Get Messages" (30 seconds unless given).
func (a *adviser) afterLostReceive() Card {
	seconds := int64(30)
	if n, ok := a.sent("visibilitytimeout").Int(); ok {
		seconds = n
	}
	ended := a.v.Now() // when nothing of it was under way any more
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		ended = e.At
	}
	if until := ended.Add(time.Duration(seconds) * time.Second); a.v.Now() >= until {
		return Card{Say: fmt.Sprintf("If it was done, a message was hidden until %s at the latest, and has come back "+
			"since: its dequeue count tells that it had been handed out before.", until)}
	}
	return Card{Say: "If it was done, a message is hidden from all, under a receipt that no read shows. " +
		"Receive the next one; this one comes back when its visibility timeout ends."}
}
