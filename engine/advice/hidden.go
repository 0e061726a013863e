package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Back tells what stands since a delete marker was taken away, by whom; empty where nothing came back so, or something
// has come on top of it since.
func Back(v *view.View) string {
	object, now, marker, ok := v.CameBack()
	if !ok || v.Title(now.By) == "" {
		return ""
	}
	of := "the delete marker"
	if title := v.Title(marker.By); title != "" && marker.By != now.By {
		of = title + "'s delete marker"
	}
	return fmt.Sprintf("%s is there again as v%s: %s's #%d took %s away.", v.Called(object), now.Number,
		v.Title(now.By), now.Request, of)
}

// Hidden tells of the newest read that found nothing because a delete marker stands on top of what was there, and still
// does: why, with whose marker it is, and the call that takes it away, with what is there then, which was tried. Such a
// read is no conflict and has no card: what stands there instead is this. Both are empty where there is none.
//
// Source: engine/bucket/rules.md, "Versioning".
func Hidden(v *view.View) (why, how string) {
	e, ok := v.FoundHidden()
	if !ok {
		return "", ""
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
		return "", ""
	}
	args := engine.With(engine.Args(ops[at].Params()[0].Name, e.Object.Name), versionID, id.Value())
	t := a.trial().send(engine.Send{By: e.By, Verb: ops[at].Verb, Args: args})
	below := view.OfWorld(t.w)
	if !t.accepted() || !below.Readable(e.Object) {
		return "", ""
	}
	removed := view.Record(v.Properties(e.Object)).Mark("removed")
	settle := ""
	if removed.By != e.By {
		settle = fmt.Sprintf(" Settle that with %s.", v.Title(removed.By))
	}
	return fmt.Sprintf("%s found nothing at %s: the delete marker that %s set at %s stands on top of it.",
			v.Title(e.By), v.Called(e.Object), v.Title(removed.By), removed.At),
		fmt.Sprintf("%s with version-id %s, and v%s is there again with nothing written.%s",
			ops[at].Verb, id, view.Record(below.Properties(e.Object)).Text("version"), settle)
}
