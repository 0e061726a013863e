package conflict

import (
	"fmt"

	"interleave/engine"
)

// ClaimTaken says of a request that it put something which names its writer in the place of another's that names that
// one, and had read it, as who takes a lock over by hand: nothing unknown was replaced, so it is no mark. Empty: it did
// nothing of the kind, or the other has been shown it since.
func ClaimTaken(w *engine.World, e engine.Event) string {
	theirs, ok := Overwritten(w, e)
	if !ok {
		return ""
	}
	if SeenSince(w, theirs.Part, e.Number) != nil {
		return ""
	}
	whose, by := title(w, theirs.Mark.By), title(w, e.By)
	return fmt.Sprintf("%s #%d replaced what %s had put into %s with #%d, and %s had read it. Where that is a claim, "+
		"as a lock is, %[3]s goes by it still: nobody has told %[3]s.", possessive(by), e.Request, whose,
		Called(w, theirs.Object), theirs.Mark.Request, by)
}

// SeenSince is the newest answer by which the writer of a part has been shown what others put in its place, or that it
// is gone, by an event or since; nil: it was shown nothing of that.
func SeenSince(w *engine.World, lost engine.Part, event int) *engine.Exchange {
	for n := w.Writer(lost.Mark.By).Newest; n != 0; n = w.Exchange(n).HeardBefore {
		h := w.Exchange(n)
		if h.Heard.Event < event { // so were all before it
			return nil
		}
		if s, ok := shows(h, lost); ok && s.Mark.Event >= event && s.Mark.By != lost.Mark.By {
			return h
		}
	}
	return nil
}
