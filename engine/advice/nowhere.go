package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// nowhere is for a request of which its sender cannot tell whether it was done, where what its object lies in is not
// there: nothing that it did is left to be read. ok is false where that is there.
func (a *adviser) nowhere() (card Card, ok bool) {
	holder, makes := a.v.Absent(a.x.Object)
	own := holder == a.x.Object // whether that is there is just what tells of it
	if makes == nil || own && (a.spec.Effect == engine.Creates || a.spec.Group == engine.GroupDelete) {
		return card, false
	}
	no := fmt.Sprintf("#%d", a.x.Number)
	card.Others = listed(a.sameAgain())
	if how, ended := a.cameToEndBefore(holder, a.x.Sent.Event-1, a.v.Last+1); ended {
		card.Say = fmt.Sprintf("%s: whatever %s did there went with it, and no read tells.%s", a.removal(how, holder),
			no, a.settleWanted(how))
		return card, true
	}
	if view.OfWorld(a.before(a.x.Sent.Event).w).Exists(holder) {
		return card, false
	}
	kind := fmt.Sprintf("%s %s", holder.Kind, holder.Name)
	removed := a.v.Exchange(view.Record(a.v.Properties(holder)).Mark("removed").Request)
	if removed == nil || a.v.Title(removed.By) == "" {
		card.Say = fmt.Sprintf("There is no %s, and there was none when %s was sent: it was not done, and there is "+
			"nothing to read. Make that first, with %s %s, or correct the name.", kind, no, makes.Verb, holder.Name)
		return card, true
	}
	card.Say = fmt.Sprintf("There has been no %s since %s (%s), before %s was sent: it was not done, and there is "+
		"nothing to read.%s", kind, a.requestOf(removed), removed.Verb, no, a.settleWanted(end{by: removed}))
	return card, true
}
