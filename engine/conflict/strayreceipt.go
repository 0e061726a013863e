package conflict

import "interleave/engine"

// StrayReceipt says whether a request was refused for a receipt that its message never had: the message is there, as
// another's would be, though the service answers as if it were not.
//
// Source: engine/queue/rules.md, "Pop receipts".
func StrayReceipt(w *engine.World, x *engine.Exchange) bool {
	why := x.Answer.Why
	if why == nil || why.Rule.Kind != "" || why.Have.IsZero() {
		return false
	}
	if p, ok := w.Spec(x.Verb).Param(why.Rule.Name); !ok || p.Guard != "receipt" {
		return false
	}
	sent := teller{w: w}.receiptOf(x)
	for h := range w.Gave(sent, engine.PopReceipt).On(x.Object).Newest() { // a message remembers its newest ones alone
		if h.By == x.By && !h.Heard.IsZero() {
			return false
		}
	}
	return true
}

// ofReceipt says whether a request was refused for its receipt: an old one, or one that its message never had.
func (t teller) ofReceipt(x *engine.Exchange) bool {
	return x.Answer.Why != nil && (x.Answer.Why.Rule.Kind == engine.OldReceipt || StrayReceipt(t.w, x))
}
