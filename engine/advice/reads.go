package advice

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
)

// reads offers a plain read of the object. Where it was read already, then is what is left, which no key does: the same
// read once more would tell the same.
func (a *adviser) reads(say, then string) (Card, bool) { return a.readsOf(a.c.Object, say, then) }

// readsOf offers a plain read of an object, as reads does. A group is sent to what holds its entries, and a read of
// that shows none of them: it is the refused entry that is read.
func (a *adviser) readsOf(object engine.ObjectID, say, then string) (Card, bool) {
	if a.spec.Effect == engine.Groups && !a.spec.Prompt() && object == a.x.Object {
		object = a.refusedEntry()
	}
	t := a.trial()
	send, ok := a.readOf(t, object)
	if !ok {
		return Card{Say: say}, false
	}
	return a.readsBy(t, send, say, then)
}

// readsBy offers a read, as reads does.
func (a *adviser) readsBy(t *trial, read engine.Send, say, then string) (Card, bool) {
	if done := a.readBefore(read, then); done != "" {
		return Card{Say: done}, true
	}
	t.send(read)
	if t.err != nil || t.last == nil || t.last.Heard.IsZero() || t.refuses() || isQueued(t.last) || !t.harmless() {
		return Card{Say: say + a.noReadYet(t)}, false
	}
	a.keepText(t)
	return t.card("read", say, t.didRead()), true
}

// noReadYet says why a read that was tried is refused for now, where somebody's handle stands in its way: until that is
// closed nobody can do what the card asks for. Empty where nobody's does.
func (a *adviser) noReadYet(t *trial) string {
	why := t.why()
	if why == nil || why.Rule.Kind != engine.SharedFile {
		return ""
	}
	who := a.v.Title(why.Since.By)
	switch {
	case why.Rule.Name == "delete mark":
		return " No read is let through while it is marked for deletion."
	case why.Since.By == a.c.By:
		return " No read is let through before its own handle is closed."
	case who == "":
		return ""
	}
	return fmt.Sprintf(" No read is let through before %s: wait for that, or settle with %s first.",
		a.freed(why.Since), who)
}

// plainRead is the read of what an object holds: where there are several, the first that would not be refused, and
// where nothing is there, the first that would have read what stood there. ok is false for a key of a database that its
// reader does not have selected: to select it would have what follows go there too.
func (a *adviser) plainRead(t *trial, object engine.ObjectID) (send engine.Send, ok bool) {
	var nothing []engine.Send
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Object != object.Kind || op.Group != "read" || op.Method != "GET" {
				continue
			}
			next := engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, object.Name)}
			if !op.Prompt() {
				return next, true
			}
			_, key := databaseOf(object.Name)
			next.Args = engine.Args(op.Params()[0].Name, key)
			next.Words.On = a.x.Words.On
			try := a.trial()
			try.w = t.w.Clone()
			if try.send(next); try.last == nil || try.last.Object != object {
				continue
			}
			switch {
			case try.accepted() && !try.last.Answer.Text().IsZero():
				return next, true
			case try.accepted():
				nothing = append(nothing, next)
			case !ok:
				send, ok = next, true
			}
		}
	}
	if len(nothing) > 0 {
		return a.hadRead(nothing), true
	}
	return send, ok
}

// hadRead is the first of several reads, which all find nothing now, that would have read what stood there before the
// finding, or before what the finding met; the first of all where none would.
func (a *adviser) hadRead(reads []engine.Send) engine.Send {
	if len(reads) == 1 {
		return reads[0]
	}
	events := []int{a.c.Event, a.c.Victim.Event}
	if a.c.Cause != nil {
		events = append(events, a.c.Cause.Since.Event)
	}
	for _, event := range events {
		if event == 0 {
			continue
		}
		for _, read := range reads {
			if t := a.before(event).send(read); t.accepted() && !t.last.Answer.Text().IsZero() {
				return read
			}
		}
	}
	return reads[0]
}

// readBefore says that its writer has made a read since it knew of the finding, and what is left then. Empty where it
// has not.
func (a *adviser) readBefore(read engine.Send, then string) string {
	known := a.x.Heard.Event
	switch a.c.Severity {
	case engine.SeverityUnknown:
		known = a.x.Sent.Event
	case engine.SeveritySilent:
		known = a.c.Event
	}
	const most = 32 // requests that were sent before that
	before := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if x.Sent.Event <= known {
			if before++; before > most {
				break
			}
			if !a.answeredBehind(x) {
				continue
			}
		}
		if x.Verb != read.Verb || len(x.Args) != len(read.Args) || isQueued(x) ||
			a.v.Spec(x.Verb).Target(x.Resolved()) != a.v.Spec(read.Verb).Target(read.Args) {
			continue
		}
		behind := a.c.Severity == engine.SeverityUnknown && a.x.Took && !x.Decided.IsZero() &&
			x.Decided.Event < a.x.Decided.Event
		switch {
		case behind: // it was done after that
		case !x.Heard.IsZero() && a.showsMore(read, x): // what it showed is over
			return ""
		case !x.Heard.IsZero() && !x.Answer.Accepted():
			return fmt.Sprintf("#%d was answered %s. %s", x.Number, conflict.Says(a.v.Spec(x.Verb), &x.Answer), then)
		case !x.Heard.IsZero() && a.showsNone(x):
			return fmt.Sprintf("#%d found nothing there. %s", x.Number, then)
		case !x.Heard.IsZero():
			return fmt.Sprintf("#%d has read it. %s", x.Number, then)
		case x.Lost.IsZero() && x.GaveUp.IsZero():
			return fmt.Sprintf("#%d reads it, and is under way: wait for its answer.", x.Number)
		}
	}
	return ""
}

// answeredBehind says whether a request of the sender of a refused one was answered by what had refused that, and heard
// when that one was under way or behind it: when it was sent makes no difference then.
func (a *adviser) answeredBehind(x *engine.Exchange) bool {
	return a.c.Severity == engine.SeverityRefused && a.c.Cause != nil && x.Heard.Event > a.x.Sent.Event &&
		x.Decided.Event > a.c.Cause.Since.Event && a.c.Cause.Since.Event > 0
}

// isQueued says whether a line was taken down for EXEC, so that its answer shows nothing.
func isQueued(x *engine.Exchange) bool {
	return x.Answer.Field("reply").String() == "QUEUED" && len(x.Shows) == 0
}

// showsNone says whether an accepted read shows that nothing is there, as nil does of a key.
func (a *adviser) showsNone(x *engine.Exchange) bool {
	return a.v.Spec(x.Verb).Prompt() && x.Answer.Text().IsZero() &&
		slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Gone })
}

// showsMore says whether a read that was made already would be answered otherwise now. Of one whose answer runs with
// the clock, as the time to live of a key, it is what stands there now that counts.
func (a *adviser) showsMore(read engine.Send, before *engine.Exchange) bool {
	t := a.trial().send(read)
	if t.err != nil || t.last.Heard.IsZero() || !differ(&t.last.Answer, &before.Answer) {
		return false
	}
	later := t.fork()
	later.put(engine.Clock{By: time.Second})
	runs := later.send(read).err == nil && differ(&later.last.Answer, &t.last.Answer)
	return !runs || !slices.EqualFunc(t.last.Shows, before.Shows, func(now, then engine.Part) bool {
		return now.Same(then) && now.Gone == then.Gone && now.Mark.Event == then.Mark.Event
	})
}
