package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Underneath says of a completed upload that it stands below what came to its key after the upload had begun: a key
// whose versions are kept has it by that moment, so that no plain read shows it. Empty: it does not, or what stands
// there has changed since. The world is the one after the event or any later one on the branch.
func Underneath(w *engine.World, e engine.Event) string {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || x == nil || !x.Took || e.Shadowed ||
		w.Spec(x.Verb).Effect != engine.Commits {
		return ""
	}
	version := e.Answer.Field(versionID)
	isText := func(c engine.Change) bool { return slices.Contains(engine.TextNames(), c.Name) }
	if version.IsZero() || slices.ContainsFunc(e.Own(), isText) {
		return ""
	}
	if changedSince(w, x.Object, e.Number) {
		return ""
	}
	began := "the upload had begun"
	if u := (teller{w: w, x: x}).upload(); u != nil {
		began = fmt.Sprintf("#%d had begun the upload", u.Number)
	}
	return fmt.Sprintf("%s #%d was accepted, and what it completed stands below what came to %s after %s: a plain "+
		"read does not show it, one with version-id=%s does.", possessive(w.Title(x.By)), x.Number,
		Called(w, x.Object), began, Tag(w, version))
}

// changedSince says whether a key has changed since an event, by whatever request.
func changedSince(w *engine.World, object engine.ObjectID, event int) bool {
	return slices.ContainsFunc(engine.PropertiesNamed(w.Object(object), "changed"), func(p engine.Property) bool {
		return p.Name == "changed" && p.Mark.Event > event
	})
}
