package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// whileDeleted is for what was refused while the thing that it names, or in which that lies, was being deleted. ok is
// false where to wait and to send the same again undoes nobody's deletion, and puts nothing into what another has made.
func (a *adviser) whileDeleted() (Card, bool) {
	by := a.v.Exchange(a.c.Cause.Since.Request)
	if by == nil || a.v.Spec(by.Verb).Effect != engine.Deletes || a.v.Title(by.By) == "" {
		return Card{}, false
	}
	if made := a.makerSince(by.Object); made != nil && strings.HasPrefix(a.x.Object.Name, by.Object.Name+"/") {
		return Card{Say: fmt.Sprintf("%s's #%d deleted %s, and %s's #%d has made it anew since: that is another "+
			"thing. Settle first whether #%d belongs to it.", a.v.Title(by.By), by.Number, a.v.Called(by.Object),
			a.v.Title(made.By), made.Number, a.x.Number), Others: listed(a.sameAgain())}, true
	}
	first := a.earlierTry()
	if first == nil || by.By == a.c.By || by.Object != a.x.Object || a.v.Readable(a.x.Object) ||
		first.Decided.Event > by.Decided.Event {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("%s's #%d took away what #%d had done: to send it again would bring that back. "+
		"Settle with %[1]s first whether it is to be there.", a.v.Title(by.By), by.Number, first.Number),
		Others: listed(a.sameAgain())}, true
}

// wentBefore says how a message went before its queue was deleted; where it was there until then, that it went with it.
func (a *adviser) wentBefore() string {
	w := a.v.Clone()
	for e := range a.v.Between(0, a.c.Cause.Since.Event) {
		for touched, r := range e.Touched(w) {
			if touched != a.c.Object || !view.Stands(r[0]) || view.Stands(r[1]) {
				continue
			}
			if x := a.v.Exchange(e.Request); x != nil {
				return fmt.Sprintf("%s's #%d had taken it away before.", a.v.Title(x.By), x.Number)
			}
			return "It had expired before."
		}
	}
	return "It goes with what it lies in."
}

// withOthers says that what a request took away went with others of its kind; empty where it was the only one.
func (a *adviser) withOthers(x *engine.Exchange, kind string) string {
	n, w := 0, a.v.Clone()
	for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		for touched, r := range e.Touched(w) {
			if touched.Kind == kind && view.Stands(r[0]) && !view.Stands(r[1]) {
				n++
			}
		}
	}
	if n > 1 {
		return " with the others"
	}
	return ""
}
