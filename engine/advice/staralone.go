package advice

import (
	"fmt"

	"interleave/engine"
)

// takesStarAlone is for an If-None-Match with a tag, where the service takes it with * alone: it asks that nothing be
// there, and the tag of a version belongs into If-Match. ok is false for any other refusal.
//
// Source: engine/bucket/rules.md, "The write rule".
func (a *adviser) takesStarAlone() (card Card, ok bool) {
	const none, match = "if-none-match", "if-match"
	tag, fault := a.sent(none), a.c.Cause.Rule.Fault
	if tag.IsZero() || tag.String() == "*" || fault.Status != 501 {
		return card, false
	}
	again := a.again()
	compares := func(name string, v engine.Value) (t *trial, ok bool) {
		s := again
		s.Args = engine.With(without(again.Args, none), name, v)
		t = a.trial().send(s)
		return t, t.err == nil && (t.why() == nil || t.why().Rule.Fault.Status != fault.Status)
	}
	if _, ok = compares(none, engine.Text("*")); !ok {
		return card, false
	}
	say := fmt.Sprintf("If-None-Match takes * alone on %s, which asks that nothing be there.", a.x.Verb)
	if t, ok := compares(match, tag); ok && a.spec.Takes(match) {
		say += fmt.Sprintf(" To replace that version alone, send its ETag with If-Match: it would get %s.", t.reply())
	}
	return Card{Say: say, Others: listed(a.sameAgain())}, true
}
