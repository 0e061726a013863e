package conflict

import (
	"iter"

	"interleave/engine"
)

// atClose is what a wish to delete of the same writer removes unread, where a close carries it out.
func atClose(w *engine.World, e engine.Event, closes *engine.Exchange) iter.Seq[engine.Change] {
	return func(yield func(engine.Change) bool) {
		for _, c := range e.Changed {
			wish := w.Exchange(c.For)
			if c.For == 0 || c.For == e.Request || !c.Drops || c.Gone || c.Side || wish.By != closes.By ||
				c.Mark.By == wish.By || c.Mark.By == engine.Seed || w.Exchange(c.Mark.Request) == nil {
				continue
			}
			var carried []engine.Change
			for _, o := range e.Changed {
				if o.For == c.For {
					carried = append(carried, o)
				}
			}
			k := knowledgeAt(w, wish, carried, e.Number, wish.Compared)
			if len(k.harms(carried)) == 0 && len(k.afterTheWish(carried)) == 0 && !k.knows(c.Part) && !yield(c) {
				return
			}
		}
	}
}
