package advice

import (
	"fmt"

	"interleave/engine"
)

// tookTwice is for a snapshot that was taken a second time: each has an id of its own, which a read of what it was
// taken of does not show, and a list does. ok is false for anything else.
//
// Source: engine/blob/rules.md, "Snapshots".
func (a *adviser) tookTwice(first *engine.Exchange) (card Card, ok bool) {
	if a.spec.Effect != engine.Snapshots {
		return card, false
	}
	each := fmt.Sprintf("#%d and #%d each took one", first.Number, a.x.Number)
	if first.Is(a.x) {
		each = fmt.Sprintf("both copies of #%d took one", a.x.Number)
	}
	then := fmt.Sprintf("%s. Where their number matters, delete one of the two by its id.", capital(each))
	return a.readsWhatTryChanges(first, fmt.Sprintf("List the snapshots of %s: %s", a.v.Called(first.Object),
		lowered(then)), then)
}
