package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Hidden tells of the newest read that found nothing because a delete marker stands on top of what was there, and still
// does: whose marker it is, and the call that takes it away, which was tried. Such a read is no conflict and has no
// card: what stands there instead is this. Empty where there is none.
//
// Source: engine/bucket/rules.md, "Versioning".
func Hidden(v *view.View) string {
	e, ok := v.FoundHidden()
	if !ok {
		return ""
	}
	a := &adviser{v: v, c: conflict.Finding{By: e.By, Object: e.Object, Request: e.Request}, x: v.Exchange(e.Request)}
	a.spec = v.Spec(a.x.Verb)
	ops := a.service().Ops
	at := slices.IndexFunc(ops, func(op engine.OpSpec) bool {
		_, takes := op.Param(versionID)
		return takes && op.Object == e.Object.Kind && op.Effect == engine.Deletes
	})
	id := v.Marker(e.Object)
	if at < 0 || id.IsZero() {
		return ""
	}
	args := engine.With(engine.Args(ops[at].Params()[0].Name, e.Object.Name), versionID, id.Value())
	t := a.trial().send(engine.Send{By: e.By, Verb: ops[at].Verb, Args: args})
	below := view.OfWorld(t.w)
	if !t.accepted() || !below.Readable(e.Object) {
		return ""
	}
	removed := view.Record(v.Properties(e.Object)).Mark("removed")
	settle := ""
	if removed.By != e.By {
		settle = fmt.Sprintf(" Settle that with %s.", v.Title(removed.By))
	}
	return fmt.Sprintf("%s found nothing at %s: the delete marker that %s set at %s stands on top of it. %s with "+
		"version-id %s takes the marker away, and v%s is there again with nothing written.%s", v.Title(e.By),
		v.Called(e.Object), v.Title(removed.By), removed.At, ops[at].Verb, id,
		view.Record(below.Properties(e.Object)).Text("version"), settle)
}
