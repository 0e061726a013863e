package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// afterMarker is for who asked that nothing be there, and something was.
func (a *adviser) afterMarker() Card {
	it := "It"
	if a.c.Object != a.x.Object { // one of several that were to be made
		it = a.v.Called(a.c.Object)
	}
	for _, of := range []func() (Card, bool){a.afterBroughtBack, a.afterOwnMarker} {
		if card, ok := of(); ok {
			return card
		}
	}
	if gone := a.wentOn(); gone != "" {
		return Card{Say: gone, Others: listed(a.sameAgain())}
	}
	then := "Of a marker, settle that its maker does the work: it may never have heard that it was made. " +
		"Where it is enough that it is there, as for a lock, stop" + a.staleLock()
	alike := a.alikeShown()
	switch {
	case alike != "" && only(a, "if-none-match"):
		then += " If the content counts, as in a log, the work may be done already: do not write it under the next " +
			"name unless it is other work."
	case alike != "":
		then += " Of anything else, the work may be done already: do it under another name only if it is other work."
	case !only(a, "if-none-match"): // a row, a key, a file that was to be created
		then += " Of anything else, decide whether it will do."
	default:
		then += " If the content counts, as in a log, go on under " + a.nextName() + a.inUpload() +
			" if it is somebody else's."
	}
	if alike != "" {
		return Card{Say: alike + " " + then, Others: listed(a.sameAgain())}
	}
	head := it + " existed then, and the refusal does not say who made it: read that first. "
	switch text, shown := a.shownByRefusal(); {
	case shown && a.stillReads(text):
		return Card{Say: fmt.Sprintf("#%d has read it. %s", a.x.Number, then), Others: listed(a.sameAgain())}
	case shown:
		head = fmt.Sprintf("#%d has read what stood there then, which is another now: read that first. ", a.x.Number)
	}
	card, _ := a.reads(head+then, then)
	card.Others = listed(a.sameAgain())
	return card
}

// wentOn says that the sender has put the same text under another name since, as a log's next: what was refused is done
// there. Empty where it has not.
func (a *adviser) wentOn() string {
	also := a.putInstead()
	if also == nil || also.Object == a.x.Object {
		return ""
	}
	put := a.hasPut(also)
	if both := a.byBoth(put); both != "" {
		return both
	}
	return put + ": if that is the same work, nothing is left to send."
}

// afterOwnMarker is for who had made it itself, as far as it has heard. ok is false where it had not, and where a read
// has shown it since that another's text stands there.
func (a *adviser) afterOwnMarker() (card Card, ok bool) {
	own, shown := a.madeBefore(), a.putThat()
	if own == nil || shown != 0 && shown != own.Number {
		return card, false
	}
	change := fmt.Sprintf("nothing stood against it but %s's own: send the change with If-Match of its tag, if it is "+
		"to be replaced.", a.who())
	say := fmt.Sprintf("Where it is still what #%d wrote, %s", own.Number, change)
	then := say
	if shown == own.Number {
		then = fmt.Sprintf("It is what #%d wrote, and %s", own.Number, change)
	}
	card, _ = a.reads(fmt.Sprintf("#%d was answered %s: %s made it, unless others have put something else there "+
		"since. Read it. %s", own.Number, conflict.Says(a.v.Spec(own.Verb), &own.Answer), a.who(), say), then)
	card.Others = listed(a.sameAgain())
	return card, true
}

// putThat is the request that had put the text there which the newest answer since the refusal has shown its writer;
// 0: none has shown one.
func (a *adviser) putThat() int {
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event <= a.x.Heard.Event {
			break
		}
		for _, p := range x.Shows {
			if p.Object == a.c.Object && !p.Gone && slices.Contains(engine.TextNames(), p.Name) {
				return p.Mark.Request
			}
		}
	}
	return 0
}

// inUpload is how a Complete is done anew: an upload belongs to one key, and is refused for what has changed since.
func (a *adviser) inUpload() string {
	if a.spec.Effect != engine.Commits || a.uploadOf(a.x) == "" || a.completesYet() && !a.v.Readable(a.c.Object) {
		return ""
	}
	return ", with a new upload,"
}

// shownByRefusal is the text that a refusal itself answered with, as that of SET with NX and GET does.
func (a *adviser) shownByRefusal() (text string, ok bool) {
	ok = !a.x.Heard.IsZero() && slices.ContainsFunc(a.x.Shows, func(p engine.Part) bool {
		return p.Object == a.c.Object && !p.Gone && slices.Contains(engine.TextNames(), p.Name)
	})
	return a.x.Answer.Text().String(), ok
}

// stillReads says whether a plain read would show a text.
func (a *adviser) stillReads(text string) bool {
	t := a.trial()
	read, ok := a.readOf(t, a.c.Object)
	return ok && t.send(read).accepted() && t.last.Answer.Text().String() == text
}

// asksAbsence says whether a refusal was that of a request that makes something only where nothing is, as a marker is
// made: by If-None-Match *, by an insert, by SET with NX or by an SMB CREATE.
func (a *adviser) asksAbsence() bool {
	return only(a, "if-none-match") || a.c.Cause != nil && a.c.Cause.Rule.Kind == engine.AlreadyThere &&
		(a.spec.Effect == engine.Writes || a.spec.Effect == engine.Opens)
}

// nextName is where a log goes on whose next name is taken. Who has met one taken name after another does not try them
// all: a listing shows the last one.
func (a *adviser) nextName() string {
	const most = 64
	taken := a.sameText(most, func(x *engine.Exchange) bool {
		return x.Number < a.x.Number && !x.Heard.IsZero() && x.Answer.Why != nil &&
			x.Answer.Why.Rule.Kind == engine.AlreadyThere
	})
	if taken == nil {
		return "the next name"
	}
	return fmt.Sprintf("the name behind the last one that a listing shows, as #%d met %s before,", taken.Number,
		a.v.Called(taken.Object))
}

// madeBefore is the sender's own request that put something there, as it had heard before it asked for an absence; nil
// where the newest that it had heard of the object is not that.
func (a *adviser) madeBefore() *engine.Exchange {
	for x := range a.v.HeardAbout(a.c.By, a.c.Object) {
		if x.Object != a.c.Object || x.Heard.Event > a.x.Sent.Event || x.Number == a.x.Number {
			continue
		}
		if x.Took && a.v.Spec(x.Verb).Effect == engine.Writes && a.spec.Takes("if-match") {
			return x
		}
		return nil
	}
	return nil
}

// staleLock says how a lock that is a thing with a name comes to its end where its maker is gone: no clock ends it. To
// delete it compares the version that was read, where such a call is there.
func (a *adviser) staleLock() string {
	const never = ": it never ends by itself. Settle whether its maker works; if not, delete it with %s, and tell " +
		"its maker."
	op := a.act(engine.ToDelete)
	switch {
	case a.spec.Effect != engine.Writes, len(a.v.Truth(a.c.Object).Timers) > 0:
		return "."
	case a.spec.Prompt():
		if verb := a.comparingDelete(); verb != "" {
			return fmt.Sprintf(never+" One that is set with a time, as by EX, does end.", verb+" of what was read")
		}
		return "."
	case op == nil:
		return "."
	}
	if p, takes := op.Param("if-match"); !takes || !p.Version || p.Ignored {
		return "."
	}
	return fmt.Sprintf(never, "If-Match of the tag that was read")
}

// comparingDelete is the command that deletes a key only while it is what a read of it shows, as it was tried; empty:
// none does.
//
// Source: Redis, SET, "Patterns"; TairString, CAD and EXCAD.
func (a *adviser) comparingDelete() string {
	t := a.trial()
	read, ok := a.readOf(t, a.c.Object)
	if !ok || !t.send(read).accepted() {
		return ""
	}
	service := a.service()
	for i := range service.Ops {
		op := &service.Ops[i]
		plain := engine.Send{By: a.c.By, Verb: op.Verb, Args: read.Args, Words: read.Words}
		for _, g := range service.Guardings {
			if op.Effect != engine.Deletes || g.Guard == nil || g.Keeps {
				continue
			}
			s, note := g.Guard(op, plain, view.Answers{Known: t.known()})
			try := t.fork()
			if note == "" && s.Verb != op.Verb && try.send(s).accepted() && try.last.Took &&
				len(silentOf(try.found)) == 0 {
				return s.Verb
			}
		}
	}
	return ""
}
