package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// ClaimTaken says of a request that it put something which names its writer in the place of another's that names that
// one, and had read it, as who takes a lock over by hand, or that it took such a thing away, or was handed it by the
// answer that took it away: nothing unknown was replaced, so it is no mark. Empty: it did nothing of the kind, or the
// other has been shown it since.
func ClaimTaken(w *engine.World, e engine.Event) string {
	did, knew := "replaced", "had read it"
	theirs, ok := Overwritten(w, e)
	if !ok {
		if theirs, ok = claimRemoved(w, e); ok {
			did, _ = Lost(w, e, theirs)
			ok = !askedSince(w, theirs, e)
		}
		if ok && theirs.Handed {
			knew = "has not heard the answer, which tells that"
			if !w.Exchange(e.Request).Heard.IsZero() {
				knew = "was told so by the answer"
			}
		}
	}
	if !ok || SeenSince(w, theirs.Part, e.Number) != nil {
		return ""
	}
	whose, by := w.Title(theirs.Mark.By), w.Title(e.By)
	return fmt.Sprintf("%s #%d %s what %s had put into %s with #%d, and %s %s. Where that is a claim, as a lock is, "+
		"%[4]s goes by it still: nobody has told %[4]s.", possessive(by), e.Request, did, whose,
		Called(w, theirs.Object), theirs.Mark.Request, by, knew)
}

// SeenSince is the newest answer by which the writer of a part has been shown what others put in its place, or that it
// is gone, by an event or since; nil: it was shown nothing of that.
func SeenSince(w *engine.World, lost engine.Part, event int) *engine.Exchange {
	for h := range w.HeardBy(lost.Mark.By) {
		if h.Heard.Event < event { // so were all before it
			return nil
		}
		if s, ok := shows(h, lost); ok && s.Mark.Event >= event && s.Mark.By != lost.Mark.By {
			return h
		}
	}
	return nil
}

// SeenGone says of an answer of SeenSince whether what it shows is that nothing is there, or nothing that holds it.
func SeenGone(seen *engine.Exchange, lost engine.Part) bool {
	s, ok := shows(seen, lost)
	return ok && s.Gone
}

// askedSince says whether who lost what an event took away has been answered since about what is under its name: that
// nothing is there, or is done, tells that one's own is gone.
func askedSince(w *engine.World, theirs engine.Change, e engine.Event) bool {
	for h := range w.HeardBy(theirs.Mark.By) {
		if h.Decided.Event > e.Number && (h.Object == theirs.Object || h.Object.IsZero() &&
			slices.Contains(typed(h.Resolved()), theirs.Object.Name)) {
			return true
		}
		if h.Heard.Event < e.Number {
			break
		}
	}
	return false
}

// madeAsLock says whether a key was made as a lock is, whatever its token says: only where nothing was, and to end by
// itself.
//
// Source: Redis, SET, "Patterns" (SET resource token NX PX time).
func madeAsLock(w *engine.World, key engine.Record, by engine.Mark) bool {
	maker := w.Exchange(by.Request)
	return maker != nil && maker.Object.Kind == "key" && asksAbsence(w, maker) && expires(key) != 0
}

// claimRemoved is another writer's claim that an accepted request took away although it knew it, by whichever command:
// what names who wrote it, or was made as a lock is, and stands there no more. What was handed out to who had found
// nothing there is known by that.
func claimRemoved(w *engine.World, e engine.Event) (theirs engine.Change, ok bool) {
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || e.Shadowed || e.By == engine.Seed {
		return theirs, false
	}
	x, own := w.Exchange(e.Request), e.Own()
	for _, c := range own {
		older, _, touched := e.On(w, c.Object.Kind, c.Object.Name)
		if !touched || !c.Drops || c.Gone || c.Side || c.Wanted && !c.Handed || c.Mark.By == x.By ||
			c.Mark.By == engine.Seed || w.Exchange(c.Mark.Request) == nil ||
			!NamesWriter(w, TextIn(older), c.Mark.By) && !madeAsLock(w, older, c.Mark) {
			continue
		}
		k := knowledgeAt(w, x, own, x.AsOf, e.Compared)
		if len(k.harms(own)) == 0 && (c.Handed || k.knows(c.Part) && !k.byTag) {
			return c, true
		}
	}
	return theirs, false
}
