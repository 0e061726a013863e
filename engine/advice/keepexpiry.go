package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// An expiry that a line takes away is lost by what the line leaves out: nothing was compared, and no comparison is
// missing.
//
// Source: engine/tair/rules.md, "Expiry", first row.

// keptExpiry tries whether the same line, told to leave it, would have been accepted and harmed nobody.
func (a *adviser) keptExpiry() []string {
	if !conflict.DropsWhatItCouldKeep(a.x, a.c) {
		return nil
	}
	words, _ := a.x.Op().(engine.Keeper).Keeping()
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb,
		Args:  []engine.Arg{{Name: a.spec.Params()[0].Name, Value: engine.List(words...)}},
		Words: engine.Words{From: a.x.Words.From}})
	if t.err != nil || t.last == nil || !t.last.Answer.Accepted() || len(silentOf(t.found)) > 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s. It would be accepted, and the %s would stay.",
		a.told(t, engine.Send{Verb: a.x.Verb}), a.c.Part)}
}

// keepingExpiry is a line told to leave the expiry of what is there, where it would take it away; kept says so. drops:
// it would, and cannot be told.
func (a *adviser) keepingExpiry(t *trial, line []engine.Value) (with []engine.Value, kept string, drops bool) {
	aside := *t
	aside.w, aside.inputs, aside.found = t.w.Clone(), nil, nil
	if a.spec.Group == engine.GroupDelete || !ends(aside.w, a.c.Object) {
		return line, "", false
	}
	next := a.sendLine(line)
	if aside.send(next); !aside.accepted() || ends(aside.w, a.c.Object) {
		return line, "", false
	}
	if op, ok := aside.last.Op().(engine.Keeper); ok {
		if _, keeps := op.Keeping(); keeps {
			return append(slices.Clip(line), engine.Text("KEEPTTL")), " and with KEEPTTL, for it ends by itself", false
		}
	}
	return line, "", true
}

// ends says whether an object ends by an expiry.
func ends(w *engine.World, object engine.ObjectID) bool {
	return slices.ContainsFunc(engine.PropertiesNamed(w.Object(object), "expires"),
		func(p engine.Property) bool { return p.Text != "" && p.Text != engine.Instant(0).String() })
}
