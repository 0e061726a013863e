package advice

import (
	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// openLook is how many marks back an open one is looked for: each is tried.
const openLook = 16

// Open is the newest other mark of a finding's sender for which something can be sent that helps, and its number as
// people count conflicts: that nothing is left to send for one of several would be read as that all are settled. ok is
// false where there is none.
func Open(v *view.View, c conflict.Finding) (open view.Trouble, number int, ok bool) {
	list := v.Troubles()
	for n := len(list); n > max(len(list)-openLook, 0); n-- {
		t := list[n-1]
		if t.Finding == c || t.By != c.By || t.Severity == engine.SeverityUnknown {
			continue
		}
		if card := For(v, t.Finding); card.Action != "" {
			return t, n, true
		}
	}
	return open, 0, false
}
