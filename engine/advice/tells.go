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
