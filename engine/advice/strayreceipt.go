package advice

import (
	"fmt"

	"interleave/engine/conflict"
)

// strayReceipt is for a receipt that its message never had, as that of another one: the message is there, whatever the
// answer says, and is sent what was meant for it with its own. ok is false for any other refusal, and where the message
// is gone by now.
//
// Source: engine/queue/rules.md, "Pop receipts".
func (a *adviser) strayReceipt() (card Card, ok bool) {
	sent := a.argument("receipt").String()
	if !conflict.StrayReceipt(a.v.Clone(), a.x) {
		return card, false
	}
	if !a.v.Exists(a.c.Object) {
		return a.messageOver()
	}
	k := a.v.Known(a.c.By)
	say := fmt.Sprintf("%s is there: the receipt that #%d sent never was its own.", a.place(), a.x.Number)
	if h, given := k.HandedWith(sent); given && h.Object != a.c.Object {
		say = fmt.Sprintf("%s is there: the receipt that #%d sent is that of %s, which came with #%d.", a.place(),
			a.x.Number, a.v.Called(h.Object), h.Request)
	}
	for _, h := range k.Handed(a.c.Object) {
		own := fmt.Sprintf("%s Send it with the one that came with #%d.", say, h.Request)
		if h.Until > a.v.Now() {
			own += fmt.Sprintf(" The message is hidden until %s; then somebody else can receive it.", h.Until)
		}
		if card, ok := a.offer(a.trial().send(a.withReceipt(h)), "receipt", own,
			a.who()+" sent it with the message's own receipt"); ok {
			return card, true
		}
	}
	return Card{Say: fmt.Sprintf("%s %s%s", say, a.receiveAnew(), a.thenRepeat())}, true
}
