package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Prolonged says of a request that it set when a key ends which another has made since its sender made one under that
// name, as who renews a lock without looking: the answer does not tell whose it is. Nobody's work is replaced, so it is
// no mark. Empty: it did nothing of the kind, or its sender had been shown the other's.
func Prolonged(w *engine.World, e engine.Event) string {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || x == nil || x.By == engine.Seed {
		return ""
	}
	for _, c := range e.Own() {
		theirs := w.Exchange(c.Mark.Request)
		if c.Name != "expiry" || !c.Wanted || c.Drops || theirs == nil || c.Mark.By == x.By ||
			c.Mark.By == engine.Seed || !slices.ContainsFunc(theirs.Shows, func(p engine.Part) bool {
			return p.Object == c.Object && p.Name == "value" && !p.Gone && p.Mark.Request == theirs.Number
		}) {
			continue
		}
		value := engine.Part{Object: c.Object, Name: "value"}
		h := w.ShownTo(x.By, value, x.AsOf, showsPart(value))
		if h == nil {
			continue
		}
		own, ok := shows(h, value)
		if !ok || own.Gone || own.Mark.By != x.By || own.Mark.Event > c.Mark.Event {
			continue
		}
		return fmt.Sprintf("%s #%d set when %s ends, which is %s since #%d: what %s had made with #%d is no longer "+
			"there, and the answer does not say so. Compare the value in the same script before its end is set.",
			possessive(title(w, x.By)), x.Number, Called(w, c.Object), possessive(title(w, theirs.By)), theirs.Number,
			title(w, x.By), own.Mark.Request)
	}
	return ""
}
