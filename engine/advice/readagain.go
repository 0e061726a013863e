package advice

import (
	"slices"
	"strings"

	"interleave/engine"
)

// readWord begins a sentence by which the finding's sender reads a thing: again only where it has read it before. A
// HEAD tells the tag and nothing of what is there, and an own write is no read.
func (a *adviser) readWord(object engine.ObjectID) string {
	if a.hasReadIt(object) {
		return "Read again"
	}
	return "Read it"
}

// hasReadIt says whether the finding's sender had heard what a thing holds, or the very read that is told now, before
// it sent the request. Of what holds no text, as a container, each read is one of the thing itself.
func (a *adviser) hasReadIt(object engine.ObjectID) bool {
	send, _ := a.readOf(a.trial(), object)
	return a.hasReadBy(send.Verb, object)
}

func (a *adviser) hasReadBy(verb string, object engine.ObjectID) bool {
	for h := range a.v.HeardAbout(a.c.By, object) {
		if h.Number < a.x.Number && a.v.Spec(h.Verb).Group == engine.GroupRead && h.Answer.Accepted() &&
			(h.Object == object && (h.Verb == verb || !a.holdsText(object)) || showsContent(h, object)) {
			return true
		}
	}
	return false
}

// holdsText says whether a thing is of a kind that is written as a text, a row or a value.
func (a *adviser) holdsText(object engine.ObjectID) bool {
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			if op := &s.Ops[i]; op.Object == object.Kind && op.Effect.Contents() {
				return true
			}
		}
	}
	return false
}

// showsContent says whether an answer shows what a thing holds: its text, or a property of it as a row.
func showsContent(h *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
		return p.Object == object && !p.Gone &&
			(slices.Contains(engine.TextNames(), p.Name) || strings.HasPrefix(p.Name, "."))
	})
}

// didRead says of a card what its sender's newest read was.
func (t *trial) didRead() string {
	if t.a.hasReadBy(t.last.Verb, t.last.Object) {
		return t.a.who() + " read again"
	}
	return t.a.who() + " read it"
}
