package conflict

import (
	"fmt"

	"interleave/engine"
)

// CopyEnded says of an event that it ended another's slow copy before that was done: an abort, or the clock when it had
// taken too long. Whoever began the copy was told that it had begun, and goes on from that. Nobody's work is replaced
// by what is read first, so it is no mark. Empty: it did nothing of the kind, or who began it has been answered about
// its target since.
//
// Source: Azure REST, "Abort Copy Blob"; "Copy Blob", Remarks; engine/blob/rules.md, "Copy".
func CopyEnded(w *engine.World, e engine.Event) (said string, target engine.ObjectID) {
	by := w.Exchange(e.Request)
	switch {
	case e.Kind == engine.Ended:
		target = e.Object
	case e.Kind == engine.Decided && by != nil && w.Spec(by.Verb).Effect == engine.Aborts:
		target = by.Object
	default:
		return "", target
	}
	_, left, _ := e.On(w, target.Kind, target.Name)
	if markIn(left, "copy.ended").Event != e.Number {
		return "", target
	}
	began := w.Exchange(markIn(left, "copy.started").Request)
	if began == nil || w.Title(began.By) == "" || began.By == engine.Seed || by != nil && by.By == began.By ||
		answeredSince(w, began.By, target, e.Number) {
		return "", target
	}
	who, name := w.Title(began.By), Called(w, target)
	how := fmt.Sprintf("The service gave up %s #%d, the copy to %s, which had taken too long", possessive(who),
		began.Number, name)
	if by != nil {
		how = fmt.Sprintf("%s #%d (%s) ended %s #%d, the copy to %s, before that was done", possessive(w.Title(by.By)),
			by.Number, by.Verb, possessive(who), began.Number, name)
	}
	told := fmt.Sprintf("%s has heard nothing of it", who)
	if !began.Heard.IsZero() {
		told = fmt.Sprintf("%s heard %s when it began, and nothing since", who, Reason(began.Answer.Status))
	}
	said = fmt.Sprintf("%s: %s was left empty. %s.", how, name, told)
	if markNow(w, target, "copy.ended").Event == e.Number {
		said += fmt.Sprintf(" A read of %s, or of its properties, says so.", name)
	}
	return said, target
}

// answeredSince says whether a writer has heard an answer about an object that was decided after an event.
func answeredSince(w *engine.World, writer string, object engine.ObjectID, event int) bool {
	for h := range w.HeardBy(writer) {
		if h.Heard.Event < event {
			return false
		}
		if h.Object == object && h.Decided.Event > event {
			return true
		}
	}
	return false
}
