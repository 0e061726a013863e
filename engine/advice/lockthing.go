package advice

import "interleave/engine"

// afterMarker is for who asked that nothing be there, and something was.
func (a *adviser) afterMarker() Card {
	if !a.v.Exists(a.c.Object) {
		const then = "reate it if it is still wanted, only if nothing is there; if it is a lock, that takes it."
		card, _ := a.reads("It existed then, and is gone since. Read that, then c"+then, "C"+then)
		card.Others = listed(a.sameAgain())
		return card
	}
	then := "Of a marker, settle that its maker does the work: it may never have heard that it was made. " +
		"Where it is enough that it is there, as for a lock, stop" + a.staleLock() + " If the content counts, as " +
		"in a log, go on under the next name if it is somebody else's."
	card, _ := a.reads("It existed then, and the refusal does not say who made it: read that first. "+then, then)
	card.Others = listed(a.sameAgain())
	return card
}

// staleLock says how a lock that is a thing with a name comes to its end where its maker is gone: no clock ends it. To
// delete it compares the version that was read, where such a call is there.
func (a *adviser) staleLock() string {
	op := a.act(engine.ToDelete)
	if op == nil || a.spec.Effect != engine.Writes {
		return "."
	}
	if p, takes := op.Param("if-match"); !takes || !p.Version || p.Ignored {
		return "."
	}
	return ": it never ends by itself. Settle whether its maker works; if not, delete it with If-Match of the tag " +
		"that was read, and tell its maker."
}
