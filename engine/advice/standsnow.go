package advice

import "interleave/engine"

// standsNow is what stands in the request's way by now where that is not what had refused it: a lease, a handle, a
// policy, a hold or a snapshot may be over and another's stand there since, or one may stand behind the other. It is
// the cause that the same again gets. nil: what refused it still does, nothing of the kind is left, or something else
// than what is in the way decides.
func (a *adviser) standsNow() *engine.Cause {
	if a.now || !a.inTheWayOf(a.c.Cause.Rule) || a.c.Kind != a.c.Cause.Rule.Kind {
		return nil
	}
	now := a.trial().send(a.again()).why()
	if now == nil || !a.inTheWayOf(now.Rule) || now.Since.IsZero() ||
		now.Rule == a.c.Cause.Rule && now.Since.Event == a.c.Cause.Since.Event && now.Until == a.c.Cause.Until {
		return nil
	}
	switch ends := now.Until != 0 && now.Until != engine.Never; {
	case now.Rule.Kind == engine.Unfinished && a.c.Kind == engine.ByPolicy: // it was given back, and does not count yet
		return nil
	case now.Rule == a.c.Cause.Rule && now.Rule.Kind == engine.Unfinished && ends: // its end was moved
		return nil
	}
	return now
}

// inTheWayOf says whether a rule is about what stands in the way of a request for as long as somebody lets it.
func (a *adviser) inTheWayOf(r *engine.Rule) bool {
	switch r.Kind {
	case engine.IsLeased, engine.SharedFile, engine.ByPolicy, engine.Unfinished:
		return true
	case engine.AlreadyThere:
		return a.spec.Group == engine.GroupDelete
	}
	return false
}
