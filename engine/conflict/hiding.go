package conflict

import (
	"fmt"

	"interleave/engine"
)

func (t teller) neverSeen() string {
	first := fmt.Sprintf("No read will ever show what %s wrote. The answer was a success.", t.who(t.c.By))
	if x := t.hiding(); x != nil {
		older := "It hides what counts as older."
		if t.upload() != nil {
			theirs := "that"
			if (teller{w: t.w, x: x}).upload() != nil {
				if theirs = possessive(t.who(x.By)); x.By == t.c.By {
					theirs = "the upload of that"
				}
			}
			older = fmt.Sprintf("%s's upload had begun before %s, and so it counts as older.", t.who(t.c.By), theirs)
		}
		first = sentence(t.did(x.Decided)) + " " + older + " " + first
	}
	return first
}

// Hiding is the request that hides what the finding's wrote: reads show what it wrote instead. nil: none does.
func Hiding(w *engine.World, c Finding) *engine.Exchange {
	if c.Kind != engine.ShadowedWrite {
		return nil
	}
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.hiding()
}

// hiding is the newest change of the object before the request was decided: what reads show instead of it.
func (t teller) hiding() *engine.Exchange {
	wrote := t.w.Did(t.c.Object, engine.EffectsThat(engine.Effect.Contents)...)
	for x := range wrote.Before(t.requestsAt(t.c.Event)).Newest() {
		if x.Number != t.x.Number && t.w.Spec(x.Verb).Changes() && x.Decided.Event < t.c.Event {
			return x
		}
	}
	return nil
}
