package queue

import "interleave/engine"

// Update hides a message anew, and replaces its text where one is given. The receipt works like a version: of two
// updates with the same one the second is refused.
//
// VisibilityTimeout: 0 to 604,800 seconds from now; it may not end after the message has expired. 0 gives the message
// back. That the earlier timeout has passed does not matter, as long as nobody received the message since.
//
// Answers: 204 with a new receipt; 404 MessageNotFound for a message that is gone and for a receipt that is over; 400
// InvalidQueryParameterValue beyond the expiry, and for what is no receipt.
//
// Source: Azure REST, "Update Message"; rules.md, "Message operations" (rows U1 to U6), "Pop receipts" (R2 to R4, R9)
// and "Order of checks". Assumed: the code for an end beyond the expiry.
type Update struct {
	Message string                   `op:"message" help:"the message, its queue before the slash"`
	Text    engine.Opt[string]       `op:"text,content,kept,line" help:"the new text; the old one stays unless given"`
	Receipt engine.Opt[engine.Token] `op:"popreceipt,guard=receipt" help:"the receipt of the newest answer about it"`
	Hiding  engine.Opt[int64]        `op:"visibilitytimeout" help:"seconds from now for which nobody receives it, 0 to 604800"`
	engine.UnderPolicy
}

func (u Update) Apply(tx *engine.Tx) engine.Answer {
	h := claim{u.Message, u.Receipt}
	queue, _ := split(u.Message)
	c := engine.FirstOf(checkName(queue), h.missing(), u.missing(), updateHiding.number(u.Hiding), u.checkText(),
		updateHiding.within(u.Hiding), h.decodable(tx))
	if c != nil {
		return refuseUpdate(tx, c)
	}
	if _, c = messageGate.under(tx, queue, u.UnderPolicy, "u"); c != nil {
		return tx.Refuse(c)
	}
	m, c := h.find(tx)
	if c != nil {
		return refuseUpdate(tx, c)
	}
	until := later(tx.Now(), u.Hiding.Want)
	if until > m.expires {
		return tx.Refuse(&engine.Cause{Rule: pastExpiry, Want: engine.Moment(until), Have: engine.Moment(m.expires)})
	}
	key, _ := h.key()
	next := m.given(tx, tx.Mint(engine.PopReceipt), until)
	if next.dequeued > 0 {
		next.holder = tx.Mark().By
		tx.Hand(key, next.receipt)
	}
	if u.Text.Set {
		tx.Change(engine.Change{Part: m.part(key)})
		next.text, next.wrote = u.Text.Want, tx.Mark()
	}
	tx.State().(*State).messages.Put(tx, key, next)
	return tx.Done(204, next.claim()...)
}

// missing is step 2 for the timeout.
func (u Update) missing() *engine.Cause {
	if !u.Hiding.Set {
		return wrong(noHiding, engine.Value{})
	}
	return nil
}

func (u Update) checkText() *engine.Cause {
	if !u.Text.Set {
		return nil
	}
	return checkText(u.Text.Want)
}
