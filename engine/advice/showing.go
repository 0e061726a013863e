package advice

import (
	"iter"
	"slices"
	"strings"

	"interleave/engine"
)

// Who goes on from a read has to be shown by it what the request replaces. The read of a text shows neither tags nor
// policies, and that of a container nothing of what lies in it.

// readOf is the read of an object to go on from: the plain one, unless another shows more of what the finding's request
// replaces, takes away or was to show. ok is false where no operation reads it.
func (a *adviser) readOf(t *trial, object engine.ObjectID) (send engine.Send, ok bool) {
	send, ok = a.plainRead(t, object)
	shows := a.showsOf(object)
	if !ok || shows == nil {
		return send, ok
	}
	most := 0
	if plain := t.fork().send(send); plain.accepted() {
		most = shows(plain.last)
	}
	for read, x := range a.readsLike(t, object, "GET", "HEAD", "QUERY", "PEEK") {
		if n := shows(x); n > most {
			send, most = read, n
		}
	}
	if most == 0 && a.removesAll() {
		if list, lists := a.listOf(t, object); lists {
			return list, true
		}
	}
	return send, ok
}

// removesAll says whether the request removes something with whatever lies in it.
func (a *adviser) removesAll() bool {
	return a.spec.Effect == engine.Deletes && a.spec.OnHolder() && a.c.Kind != engine.StaleWrite
}

// listOf is the list of what lies in an object, by whichever operation takes its name: that of a share is an operation
// on directories, and shows names alone. ok is false where none is let through.
func (a *adviser) listOf(t *trial, object engine.ObjectID) (list engine.Send, ok bool) {
	for i := range a.service().Ops {
		op := a.v.Spec(a.service().Ops[i].Verb)
		first := op.Params()[0].Name
		if !op.Lists || !op.OnHolder() || op.Prompt() || first != "path" && first != a.spec.Params()[0].Name {
			continue
		}
		list = engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(first, object.Name)}
		if t.fork().send(list).accepted() {
			return list, true
		}
	}
	return list, false
}

// showsOf counts how much of what the finding's request was about an answer shows; nil where that is a text, or is not
// known.
func (a *adviser) showsOf(object engine.ObjectID) func(*engine.Exchange) int {
	if object != a.c.Object || object != a.x.Object || a.spec.Prompt() {
		return nil
	}
	if a.removesAll() {
		return func(x *engine.Exchange) (n int) {
			for _, p := range x.Shows {
				if strings.HasPrefix(p.Object.Name, object.Name+"/") {
					n++
				}
			}
			return n
		}
	}
	parts := a.partsOf()
	if len(parts) == 0 {
		return nil
	}
	return func(x *engine.Exchange) (n int) {
		for _, p := range parts {
			if slices.ContainsFunc(x.Shows, p.Same) {
				n++
			}
		}
		return n
	}
}

// partsOf are the parts that the finding's request would set without any guard, of a read those that it would show;
// none where it is to put a text there, or would be refused all the same.
func (a *adviser) partsOf() (parts []engine.Part) {
	switch a.spec.Effect {
	case engine.Describes, engine.Permits, engine.Reads:
	default:
		return nil
	}
	bare, _ := a.service().UnguardedOf(a.spec, engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()})
	bare.As = "bare"
	t := a.trial()
	t.put(bare)
	for _, e := range t.put(engine.Deliver{Names: []string{bare.As}}) {
		for _, c := range e.Own() {
			if !c.Side {
				parts = append(parts, c.Part)
			}
		}
	}
	if x := t.w.Named(bare.As); x != nil && a.spec.Effect == engine.Reads {
		parts = x.Shows
	}
	return slices.DeleteFunc(slices.Clone(parts), func(p engine.Part) bool { return p.Object != a.c.Object })
}

// readsLike are the reads of an object that are accepted, by some methods and in their order, each with what it is
// answered. What the finding's request names beside its object they name as well, as which of several settings is
// meant.
func (a *adviser) readsLike(t *trial, object engine.ObjectID, methods ...string) iter.Seq2[engine.Send,
	*engine.Exchange] {
	return func(yield func(engine.Send, *engine.Exchange) bool) {
		for _, method := range methods {
			for i := range a.service().Ops {
				op := &a.service().Ops[i]
				if op.Object != object.Kind || op.Effect != engine.Reads || op.Method != method || op.Prompt() {
					continue
				}
				read := engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, object.Name)}
				for _, p := range op.Params()[1:] {
					if v := a.sent(p.Name); p.Positional() && !v.IsZero() {
						read.Args = engine.With(read.Args, p.Name, v)
					}
				}
				try := t.fork().send(read)
				if try.accepted() && !yield(read, try.last) {
					return
				}
			}
		}
	}
}
