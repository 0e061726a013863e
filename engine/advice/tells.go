package advice

import (
	"slices"
	"strings"

	"interleave/engine"
)

// readThatTells is a read whose answer would be another where a try was done than where it was not, as things stood
// when the try was sent: only such a read tells its sender which it was. changes is whether the try would have done
// something then: of one that would have been refused no read tells anything.
func (a *adviser) readThatTells(try *engine.Exchange, changed []engine.Change) (read engine.Send, found, changes bool) {
	without := a.before(try.Sent.Event)
	with := without.fork()
	with.decide(engine.Send{By: try.By, Verb: try.Verb, Args: try.Args, Words: engine.Words{On: try.Words.On,
		From: try.Words.From}})
	if with.err != nil || with.last == nil || !with.last.Took {
		return read, false, false
	}
	for _, s := range a.readsFor(with, without, try, changed) {
		done, undone := with.fork().send(s), without.fork().send(s)
		if done.err != nil || undone.err != nil || done.last.Heard.IsZero() || undone.last.Heard.IsZero() {
			continue
		}
		if (done.accepted() || a.spec.Effect == engine.Deletes) && differ(&done.last.Answer, &undone.last.Answer) {
			return s, true, true
		}
	}
	return read, false, true
}

// fork is another trial that goes on from the same world.
func (t *trial) fork() *trial {
	other := *t
	other.w, other.found, other.last, other.inputs = t.w.Clone(), nil, nil, slices.Clone(t.inputs)
	return &other
}

// readsFor are the reads that may show what a request did: the plain one first, then those of the same thing, and lists
// of what it lies in. A handle and the like are named as the request named them.
func (a *adviser) readsFor(with, without *trial, try *engine.Exchange, changed []engine.Change) (list []engine.Send) {
	first, second := with, without
	if a.spec.Effect == engine.Deletes { // what is gone no longer says which command reads it
		first, second = without, with
	}
	for _, t := range []*trial{first, second} {
		if plain, ok := a.plainRead(t, try.Object); ok {
			list = append(list, plain)
		}
	}
	for _, c := range changed {
		if plain, ok := a.plainRead(with, c.Object); ok && c.Object != try.Object {
			list = append(list, plain)
		}
	}
	holds, _, _ := strings.Cut(try.Object.Name, "/")
	for i := range a.service().Ops {
		op := &a.service().Ops[i]
		if op.Effect != engine.Reads || len(op.Params()) == 0 {
			continue
		}
		first := op.Params()[0].Name
		args := engine.Args(first, try.Object.Name)
		for _, arg := range try.Resolved() {
			if arg.Name == first && !op.Prompt() {
				args = []engine.Arg{arg}
			}
		}
		switch {
		case op.Object == try.Object.Kind && !op.Lists:
		case op.Lists && !op.Prompt() && (holds == try.Object.Name || op.Object != try.Object.Kind):
			args = engine.Args(first, holds)
			if a.v.Spec(try.Verb).Effect == engine.Snapshots && op.Takes("include") {
				args = engine.With(args, "include", engine.Text("snapshots"))
			}
		case op.Object != try.Object.Kind:
			continue
		}
		list = append(list, engine.Send{By: a.c.By, Verb: op.Verb, Args: args})
	}
	return list
}

// differ says whether two answers say different things.
func differ(x, y *engine.Answer) bool {
	return x.Status != y.Status || x.Code() != y.Code() ||
		!slices.EqualFunc(x.Fields, y.Fields, func(f, g engine.Field) bool {
			return f.Name == g.Name && f.Value.Equal(g.Value)
		})
}

// What an answer that was heard later tells of a request without an answer, by what its sender had been shown before.
const (
	toldNothing   = iota // no answer shows what the request names
	foundNothing         // it is not there
	asBefore             // it is as its sender had been shown it before
	somethingElse        // something that its sender had not been shown
)

// toldOf is the newest answer that the sender has heard since it sent the finding's request and that shows what a try
// names, and what that tells of the try. It goes by what the sender heard alone: who wrote it, it was not told.
func (a *adviser) toldOf(try *engine.Exchange) (shown *engine.Exchange, tells int) {
	since := a.x
	if try.Object != a.x.Object { // of that one an answer from before the finding's request tells as well
		since = try
	}
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event < since.Sent.Event {
			break // so was all that was heard before
		}
		if x.Is(try) || !x.Is(since) && x.Sent.Event <= since.Sent.Event {
			continue
		}
		for _, p := range x.Shows {
			switch {
			case p.Object != try.Object || p.Name != "*" && !slices.Contains(engine.TextNames(), p.Name),
				p.Mark.Request == x.Number:
			case p.Gone && x.Answer.Accepted() && p.To != 0: // a piece that was cleared, of what is there
				continue
			case p.Gone && try.Took && x.Decided.Event < try.Decided.Event: // it was done behind that
				return nil, toldNothing
			case p.Gone:
				return x, foundNothing
			case !a.spec.Effect.Contents() && a.spec.Group != engine.GroupDelete && !a.movesTag(try):
				return nil, toldNothing // it stands there as before, whether the try was done or not
			case !a.shownBefore(try, x, p):
				return x, somethingElse
			case !try.Took || try.Decided.Event < x.Decided.Event: // else it may have been done behind that
				return x, asBefore
			}
		}
	}
	return nil, toldNothing
}

// shownBefore says whether the sender of a try had been shown the same state before it sent it.
func (a *adviser) shownBefore(try, now *engine.Exchange, p engine.Part) bool {
	if !a.spec.Effect.Contents() { // a tag alone stands for what is no text
		tag := now.Answer.Field("etag")
		if a.tagRepeats() { // others may have put the same there since
			return false
		}
		for x := range a.v.HeardBy(try.By) {
			if x.Heard.Event < try.Sent.Event && x.Object == try.Object && !tag.IsZero() &&
				x.Answer.Field("etag").Equal(tag) {
				return true
			}
		}
		return false
	}
	shows := func(x *engine.Exchange) bool { return slices.ContainsFunc(x.Shows, p.Same) }
	x := a.v.ShownTo(try.By, p, try.Sent.Event, shows)
	return x != nil && sameText(x, now, p)
}

// sameText says whether two answers showed the same state of what an object is about: of a row that is each of its
// properties, for its own mark says no more than who made it, and of a blob its pages and appended blocks too, for the
// mark of its body is that of the newest work on the whole.
func sameText(before, now *engine.Exchange, text engine.Part) bool {
	for _, p := range now.Shows {
		switch {
		case p.Object != text.Object:
			continue
		case strings.HasPrefix(p.Name, "page "), strings.HasPrefix(p.Name, "block "):
			if p.Mark.Event > before.Decided.Event {
				return false
			}
			continue
		case p.Name != text.Name && !strings.HasPrefix(p.Name, "."):
			continue
		}
		at := slices.IndexFunc(before.Shows, p.Same)
		if at < 0 || before.Shows[at].Mark.Event != p.Mark.Event {
			return false
		}
	}
	return true
}
