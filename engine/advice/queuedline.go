package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// queuedCompared tries whether EXEC would have left a line undone, had that compared the key with what its sender knew
// when it was queued. Without what others did to the key it must be carried out all the same.
//
// Source: Redis, "Transactions" ("Errors inside a transaction"): a line that comes to nothing keeps no other back.
func (a *adviser) queuedCompared() (list []string) {
	base, line := a.madeFrom(), a.queuedLine()
	if line == nil || base == nil || a.c.Victim.Request == 0 {
		return nil
	}
	sending, _ := a.v.Before(line.Sent.Event)
	heard := atBase{a.answers(view.OfWorld(sending).Known(a.c.By)), a.c.Object, base}
	spec, plain := a.v.Spec(line.Verb), engine.Send{By: line.By, Verb: line.Verb, Args: line.Args}
	bare, _ := a.service().BareOf(spec, plain)
	for _, g := range a.service().Guardings {
		if g.Guard == nil || g.Keeps || !g.Fits(spec, plain) && spec.Effect != engine.Deletes {
			continue
		}
		s, note := g.Guard(spec, bare, heard)
		if note != "" {
			continue
		}
		how := watched{from: base, line: line, other: s}
		with := a.watching(how, func(*engine.Exchange) bool { return false })
		without := a.watching(how, a.isOthers)
		if with == nil || without == nil || !with.leaves(a.c.Object) || without.leaves(a.c.Object) ||
			len(silentOf(with.found)) > 0 {
			continue
		}
		list = append(list, fmt.Sprintf("%s in the place of #%d. The answer would be %s.",
			strings.TrimSpace(conflict.Asks(with.w, with.w.Named(line.Name))), line.Number, short(with)))
	}
	return list
}

// queuedLine is the first line that the finding's EXEC carried out on its object; nil: it is none that does.
func (a *adviser) queuedLine() (line *engine.Exchange) {
	if !conflict.Queued(a.v.Clone(), a.x) {
		return nil
	}
	for x := range a.v.RequestsOf(a.c.By) { // the newest first
		switch {
		case x.Number >= a.x.Number || x.Words.On != a.x.Words.On:
		case !isQueued(x):
			return line
		case x.Object == a.c.Object && a.v.Spec(x.Verb).Changes():
			line = x
		}
	}
	return line
}

// leaves says whether something that a trial's newest request carries was refused for what an object is by now.
func (t *trial) leaves(object engine.ObjectID) bool {
	return slices.ContainsFunc(t.refusals(), func(f conflict.Finding) bool {
		return conflict.MetInOne(t.w, f) == object && (f.Kind == engine.StaleWrite || f.Kind == engine.IsGone)
	})
}
