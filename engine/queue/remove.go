package queue

import (
	"strconv"

	"interleave/engine"
)

// Delete removes a message. Its sender says with it that the work of the message is done, where its receipt came from
// receiving it.
//
// That the visibility timeout has passed does not matter, as long as nobody received the message since.
//
// Answers: 204; 404 MessageNotFound for a message that is gone and for a receipt that is over: which of the two, nobody
// is told; 400 InvalidQueryParameterValue for what is no receipt.
//
// Source: Azure REST, "Delete Message"; rules.md, "Message operations", "Pop receipts" (R1, R3, R4, R7) and "Order of
// checks".
type Delete struct {
	Message string                   `op:"message" help:"the message, its queue before the slash"`
	Receipt engine.Opt[engine.Token] `op:"popreceipt,guard=receipt" help:"the receipt of the newest answer about it"`
	engine.UnderPolicy
}

// Claims is the message with the receipt by which its sender got the work.
func (d Delete) Claims() (work string, by engine.Token) {
	h := claim{d.Message, d.Receipt}
	key, _ := h.key()
	return key, h.token()
}

func (d Delete) Apply(tx *engine.Tx) engine.Answer {
	h := claim{d.Message, d.Receipt}
	queue, _ := split(d.Message)
	if c := engine.FirstOf(checkName(queue), h.missing(), h.decodable(tx)); c != nil {
		return tx.Refuse(c)
	}
	if _, c := messageGate.under(tx, queue, d.UnderPolicy, "p"); c != nil {
		return tx.Refuse(c)
	}
	if _, c := h.find(tx); c != nil {
		return tx.Refuse(c)
	}
	key, _ := h.key()
	s := tx.State().(*State)
	s.remove(tx, key, tx.Mark())
	s.forget(tx, key)
	return tx.Done(204)
}

// Clear removes all messages of a queue, hidden ones too, without any receipt.
//
// Answers: 204; 500 OperationTimedOut where the queue is too big (the switch clear-batch), with a part of it removed:
// repeat until 204; 404 QueueNotFound; 409 QueueBeingDeleted.
//
// Source: Azure REST, "Clear Messages"; rules.md, "Message operations" and "Order, delivery, concurrency" (O14).
type Clear struct {
	Queue string `op:"queue" help:"the queue"`
	engine.UnderPolicy
}

func (c Clear) Apply(tx *engine.Tx) engine.Answer {
	q, cause := messageGate.under(tx, c.Queue, c.UnderPolicy, "pd")
	if cause != nil {
		return tx.Refuse(cause)
	}
	s, doomed := tx.State().(*State), q.live
	if most, err := strconv.Atoi(tx.Setting("clear-batch")); err == nil && most < len(doomed) {
		doomed = doomed[:most]
	}
	for _, key := range doomed {
		s.remove(tx, key, tx.Mark())
	}
	s.forget(tx, doomed...)
	if left := len(q.live) - len(doomed); left > 0 {
		return tx.RefuseKeeping(&engine.Cause{Rule: clearTimedOut, Want: engine.Number(int64(len(q.live))),
			Have: engine.Number(int64(left))})
	}
	return tx.Done(204)
}
