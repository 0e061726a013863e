package conflict

import (
	"iter"

	"interleave/engine"
)

// atClose is what a wish to delete of the same writer removes unread, where a close carries it out: in an event of that
// number, by what it changed.
func atClose(w *engine.World, changed []engine.Change, number int, closes *engine.Exchange) iter.Seq[engine.Change] {
	return func(yield func(engine.Change) bool) {
		for _, c := range changed {
			wish := w.Exchange(c.For)
			if c.For == 0 || c.For == closes.Number || !c.Drops || c.Gone || c.Side || wish.By != closes.By ||
				c.Mark.By == wish.By || c.Mark.By == engine.Seed || w.Exchange(c.Mark.Request) == nil {
				continue
			}
			var carried []engine.Change
			for _, o := range changed {
				if o.For == c.For {
					carried = append(carried, o)
				}
			}
			k := knowledgeAt(w, wish, carried, number, wish.Compared)
			if len(k.harms(carried)) == 0 && len(k.afterTheWish(carried)) == 0 && !k.knows(c.Part) && !yield(c) {
				return
			}
		}
	}
}
