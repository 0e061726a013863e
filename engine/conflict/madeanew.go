package conflict

import (
	"fmt"

	"interleave/engine"
)

// MadeAnew says of a request that it made a thing anew under a name from which another had moved it, after its sender
// had read it there: the text goes on from what stands elsewhere now, and is not in that. What a rename left is
// nobody's work, so that it is no mark. Empty: it did nothing of the kind, or its sender has been shown since that it
// was moved.
//
// Source: rules.md, "Cases that had to be settled", "A name that a rename left".
func MadeAnew(w *engine.World, e engine.Event) (said string, object engine.ObjectID) {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || x.By == engine.Seed || !e.Answer.Accepted() {
		return "", object
	}
	own := e.Own()
	for _, c := range own {
		moved := w.Exchange(c.Mark.Request)
		if !c.Gone || moved == nil || moved.By == x.By || moved.By == engine.Seed {
			continue
		}
		to := MovedTo(w, moved, c.Object)
		if to.IsZero() || answeredSince(w, x.By, to, c.Mark.Event) {
			continue
		}
		base := readThere(knowledgeAt(w, x, own, x.AsOf, e.Compared), c.Part)
		if base == nil {
			continue
		}
		return fmt.Sprintf("%s #%d made %s anew, after #%d had shown %s what stood there: %s #%d had moved that to %s "+
			"since, and the change is not in it. Nobody was told.", possessive(w.Title(x.By)), x.Number,
			Called(w, c.Object), base.Number, w.Title(x.By), possessive(w.Title(moved.By)), moved.Number,
			Called(w, to)), c.Object
	}
	return "", object
}

// readThere is the answer of a base that showed a part as standing; nil: none did.
func readThere(k known, p engine.Part) *engine.Exchange {
	for _, b := range k.base {
		if was, ok := shows(b, p); ok && !was.Gone {
			return b
		}
	}
	return nil
}
