package conflict

import "interleave/engine"

// HadRead says whether the sender of a request had been shown the very work that stands in a part when it sent that. A
// version alone shows that a text is there, and not the text.
func HadRead(w *engine.World, x *engine.Exchange, p engine.Part) bool {
	k := knowledge(w, x, []engine.Change{{Part: p}})
	return !k.byTag && k.knows(p)
}
