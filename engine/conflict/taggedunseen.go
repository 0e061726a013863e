package conflict

import (
	"fmt"

	"interleave/engine"
)

// TaggedUnseen says of a request that it set the tags of a text that another had put there since its sender had read
// what stood under that name: a tag that speaks of what was read, as an approval, stands at what was not. Nobody's work
// is replaced, so it is no mark. Empty: it did nothing of the kind, it named the version, its sender has read the text
// since, or text or tags are others by now.
//
// Source: engine/bucket/rules.md, "Tags" (they take no condition; a version may be named); engine/blob/rules.md.
func TaggedUnseen(w *engine.World, e engine.Event) string {
	x := accepted(w, e)
	if x == nil || !engine.ValueOf(x.Resolved(), versionID).IsZero() {
		return ""
	}
	for _, c := range e.Own() {
		if c.Name != "tags" || c.Drops || c.Side || w.Spec(x.Verb).Effect != engine.Describes {
			continue
		}
		text := engine.Part{Object: c.Object, Name: "body", Mark: markNow(w, c.Object, "changed.body")}
		theirs := w.Exchange(text.Mark.Request)
		if theirs == nil || theirs.By == x.By || theirs.By == engine.Seed || text.Mark.Event > e.Number ||
			markNow(w, c.Object, "changed.tags").Event != e.Number {
			continue
		}
		read := w.ShownTo(x.By, text, x.AsOf, showsPart(text))
		if read == nil || hasSeen(w, x.By, text) {
			continue
		}
		if s, _ := shows(read, text); s.Gone {
			continue
		}
		what, had := "what stood there before", versionMade(theirs, text.Mark.Event)
		if v := read.Answer.Field("version"); !v.IsZero() {
			what = "v" + v.String()
		}
		said := fmt.Sprintf("%s #%d set the tags of %s while %s %s (#%d) stood there: %s had read %s, and has not "+
			"read that. A tag that speaks of the text, as a state or an approval, stands at what its writer has "+
			"not seen.",
			possessive(w.Title(x.By)), x.Number, Called(w, c.Object), possessive(w.Title(theirs.By)), had,
			theirs.Number,
			w.Title(x.By), what)
		if id := read.Answer.Field(versionID); !id.IsZero() && w.Spec(x.Verb).Takes(versionID) {
			said += " With the version-id of what was read it stands at that."
		}
		return said
	}
	return ""
}

// markNow is who set a field of an object that keeps its mark under that name; zero: nobody, or it is not there.
func markNow(w *engine.World, object engine.ObjectID, name string) engine.Mark {
	return markIn(w.Object(object), name)
}

// markIn is the same of a record; nil has none.
func markIn(r engine.Record, name string) (m engine.Mark) {
	for _, p := range engine.PropertiesNamed(r, name) {
		m = p.Mark
	}
	return m
}

// hasSeen says whether any answer has shown a writer a text as it stands, or named it by its tag.
func hasSeen(w *engine.World, writer string, text engine.Part) bool {
	for h := range w.HeardBy(writer) {
		if h.Heard.Event < text.Mark.Event {
			return false
		}
		for _, s := range h.Shows {
			if s.Object == text.Object && s.Mark.Event == text.Mark.Event &&
				(s.Name == text.Name || s.Name == engine.Standing(text.Name)) {
				return true
			}
		}
	}
	return false
}
