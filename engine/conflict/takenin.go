package conflict

import (
	"slices"

	"interleave/engine"
)

// knowsTaken says whether a part that was taken in was the sender's own or shown by its base; what its content refers
// to, as the list of blocks or parts from which it was made, is of its base. Of a part that the base does not show, as
// the source of a copy, the newest answer that did counts; but a copy takes what is there, and means another state of
// its source only by a base that showed that, or where it names none, by having read it. Of a real program nobody knows
// that its copy is meant to be of what it read: a backup takes what is there.
func (k known) knowsTaken(p engine.Part) bool {
	if p.Mark.By == k.x.By || p.Mark.By == engine.Seed || p.Mark.IsZero() {
		return true
	}
	if !k.x.Blind() && toldOf(k.world, k.x.By, p.Mark.Request) {
		return true
	}
	base := k.base
	if !k.x.Blind() && k.x.Base == 0 {
		for _, n := range k.x.Made {
			base = append(base[:len(base):len(base)], k.world.Exchange(n))
		}
	}
	shown := false
	for _, b := range base {
		_, ok := shows(b, p)
		if ok && showsWork(b, p.Mark) {
			return true
		}
		shown = shown || ok
	}
	source := k.world.Spec(k.x.Verb).Effect == engine.Copies || slices.ContainsFunc(k.x.Resolved(),
		func(a engine.Arg) bool { return a.Name == "source" && a.Value.String() == p.Object.Name })
	switch {
	case shown:
		return false
	case k.x.Blind(), source && (k.x.Base != 0 || k.x.Words.On != ""):
		return source
	}
	h := k.newest(p, showsPart(p))
	if h == nil {
		return source
	}
	return showsWork(h, p.Mark)
}

// toldOf says whether a writer was told something of what the service answered to a request, as a worker hands over the
// tag of the part that it has sent.
func toldOf(w *engine.World, writer string, request int) bool {
	for x := range w.ToldTo(writer) {
		if x.Number == request {
			return true
		}
	}
	return false
}
