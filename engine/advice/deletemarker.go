package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// leavesMarker says whether a delete put a delete marker on top of what is there: each one that is accepted puts
// another one there, also on top of a marker, and each of them has to be taken away to have the object back.
//
// Source: engine/bucket/rules.md, "Versioning".
func leavesMarker(x *engine.Exchange) bool {
	return !x.Answer.Field("delete-marker").IsZero() && !x.Answer.Field(versionID).IsZero() &&
		engine.ValueOf(x.Resolved(), versionID).IsZero()
}

// twoMarkers says what two tries of a delete leave that puts a marker there; empty for anything else.
func (a *adviser) twoMarkers(again *engine.Exchange) string {
	if a.c.Severity != engine.SeverityUnknown || again.Wish != a.x.Wish || !leavesMarker(again) {
		return ""
	}
	return fmt.Sprintf(" Where #%d was done as well, each of the two has left a delete marker: both have to go, if "+
		"what they hide is to be there again.", a.x.Number)
}

// withMarker adds to a card where nothing but a delete marker hides what was there: without it the version below is
// what a read shows, as it was, and nothing has to be written. It was tried.
//
// Source: engine/bucket/rules.md, "Versioning".
func (a *adviser) withMarker(card Card) Card {
	silent := a.c.Severity == engine.SeveritySilent
	by, at := a.x, a.c.Event
	if !silent && a.c.Kind == engine.IsGone && a.spec.Group != engine.GroupDelete && a.c.Cause != nil {
		by, at = a.v.Exchange(a.c.Cause.Since.Request), a.c.Cause.Since.Event
	}
	if by == nil || by.Object != a.c.Object || a.v.Spec(by.Verb).Effect != engine.Deletes || !silent && by.Is(a.x) ||
		a.v.Readable(a.c.Object) {
		return card
	}
	answer := by.AnswerOf(at)
	id := answer.Field(versionID)
	if answer.Field("delete-marker").IsZero() || id.IsZero() {
		return card
	}
	args := engine.With(engine.Args(a.v.Spec(by.Verb).Params()[0].Name, a.c.Object.Name), versionID, id)
	t := a.trial().send(engine.Send{By: a.c.By, Verb: by.Verb, Args: args})
	if !t.accepted() || !view.OfWorld(t.w).Readable(a.c.Object) {
		return card
	}
	how := fmt.Sprintf("%s with version-id %s", by.Verb, id) // whole: it has to be typed
	if !silent {
		card.Others = append(card.Others, fmt.Sprintf("%s takes %s's delete marker away, and what it hides is there "+
			"again with nothing written: settle that with %[2]s.", how, a.v.Title(by.By)))
		return card
	}
	if read, ok := a.readOf(t, a.c.Object); !ok || !t.send(read).accepted() || !t.showsWork(a.c.Victim) {
		return card
	}
	const happened = "If it has already happened"
	say := fmt.Sprintf("first take the delete marker away: %s brings back what #%d wrote, and nothing has to be "+
		"written.", how, a.c.Victim.Request)
	if at := slices.IndexFunc(card.Others, func(s string) bool { return strings.HasPrefix(s, happened) }); at >= 0 {
		say = happened + ", " + say
		if title := a.v.Title(a.c.Whose); title != "" && a.c.Whose != a.c.By {
			say += " Tell " + title + ", who may have gone on without it."
		}
		card.Others = slices.Clone(card.Others)
		card.Others[at] = say
		return card
	}
	card.Others = append([]string{capital(say)}, card.Others...)
	return card
}
