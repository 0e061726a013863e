package queue

import (
	"slices"

	"interleave/engine"
)

// Get receives messages: each is hidden from now on and counted once more, and gets a new receipt; the one before is
// over. Two messages of one Get have the same receipt.
//
// Count: 1 to 32, 1 unless given. VisibilityTimeout: 1 to 604,800 seconds, 30 unless given; it may end after the
// message has expired. The order is by the moment at which messages became visible, then by their puts; the service
// promises none, so `choose` may take any of those that are left, for each message in turn. With a skewed clock (the
// switch skew) the node that answers sees messages early; `choose=1` has one answer that does not.
//
// Answers: 200 with 0.receipt, 0.text and so on, also with an empty list; 404 QueueNotFound; 409 QueueBeingDeleted.
//
// Source: Azure REST, "Get Messages"; rules.md, "Message operations", "Pop receipts" (R2, R6) and "Order, delivery,
// concurrency" (O1, O2, O4, O11, O13). Assumed: the order, and that a message that comes back goes behind those that
// became visible before it.
type Get struct {
	Queue  string            `op:"queue" help:"the queue"`
	Count  engine.Opt[int64] `op:"numofmessages" help:"how many at most, 1 to 32"`
	Hiding engine.Opt[int64] `op:"visibilitytimeout" help:"seconds for which nobody else receives them, 1 to 604800"`
	engine.UnderPolicy
}

func (g Get) Apply(tx *engine.Tx) engine.Answer {
	c := engine.FirstOf(checkName(g.Queue), getHiding.number(g.Hiding), howMany.number(g.Count),
		getHiding.within(g.Hiding), howMany.within(g.Count))
	if c != nil {
		return tx.Refuse(c)
	}
	q, c := messageGate.under(tx, g.Queue, g.UnderPolicy, "p")
	if c != nil {
		return tx.Refuse(c)
	}
	s, receipt := tx.State().(*State), engine.Token{}
	var list []engine.Field
	taken := s.pick(tx, q, howMany.of(g.Count))
	for i, key := range taken {
		if i == 0 {
			receipt = tx.Mint(engine.PopReceipt)
		}
		next := s.messages.Get(key).given(tx, receipt, later(tx.Now(), getHiding.of(g.Hiding)))
		next.dequeued++
		next.holder = tx.Mark().By
		s.messages.Put(tx, key, next)
		tx.Hand(key, receipt)
		tx.Show(next.part(key))
		list = append(list, next.fields(i, key, append(next.claim(), next.content()...)...)...)
	}
	showNoMore(tx, g.Queue, howMany.of(g.Count)-int64(len(taken)))
	return tx.Done(200, counted(len(taken), list)...)
}

// showNoMore says of an answer that has room for more messages that no other is there to be received: whoever asks so
// is shown the queue as empty but for these.
func showNoMore(tx *engine.Tx, queue string, room int64) {
	if room > 0 {
		tx.Show(engine.Part{Object: queueObject(queue), Name: engine.Unlisted("message"), Gone: true})
	}
}

// counted puts the length of a list in front of it.
func counted(n int, list []engine.Field) []engine.Field {
	return append([]engine.Field{{Name: "count", Value: engine.Number(int64(n))}}, list...)
}

// pick are the messages that are handed out, in the order of rules.md, "Order, delivery, concurrency", O2, unless the
// input chooses.
func (s *State) pick(tx *engine.Tx, q *Queue, most int64) (taken []string) {
	left := s.visible(q, tx.Now())
	if skew := seconds(tx, "skew", 0); skew > 0 {
		if early := s.visible(q, later(tx.Now(), skew)); len(early) > len(left) && tx.Choose(2) == 0 {
			left = early
		}
	}
	for int64(len(taken)) < most && len(left) > 0 {
		at := 0
		if len(left) > 1 {
			at = tx.Choose(len(left))
		}
		taken = append(taken, left[at])
		left = slices.Delete(left, at, at+1)
	}
	return taken
}

// visible are the messages that a node whose clock shows an instant hands out. The list of the queue is in the order of
// the puts, which decides where two became visible at once.
func (s *State) visible(q *Queue, at engine.Instant) (keys []string) {
	since := make([]engine.Instant, 0, len(q.live))
	for _, key := range q.live {
		from := s.messages.Get(key).visible
		if from > at {
			continue
		}
		place := len(since)
		for place > 0 && since[place-1] > from {
			place--
		}
		since, keys = slices.Insert(since, place, from), slices.Insert(keys, place, key)
	}
	return keys
}

// Peek shows messages and changes nothing: no receipt, no count, nobody is kept from receiving them.
//
// Count: 1 to 32, 1 unless given. Order and choices are those of Get.
//
// Answers: 200 with 0.text and so on, also with an empty list; 404 QueueNotFound; 409 QueueBeingDeleted.
//
// Source: Azure REST, "Peek Messages"; rules.md, "Message operations" and "Pop receipts" (R5).
type Peek struct {
	Queue string            `op:"queue" help:"the queue"`
	Count engine.Opt[int64] `op:"numofmessages" help:"how many at most, 1 to 32"`
	engine.UnderPolicy
}

func (p Peek) Apply(tx *engine.Tx) engine.Answer {
	if c := engine.FirstOf(checkName(p.Queue), howMany.number(p.Count), howMany.within(p.Count)); c != nil {
		return tx.Refuse(c)
	}
	q, c := peekGate.under(tx, p.Queue, p.UnderPolicy, "r")
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	var list []engine.Field
	seen := s.pick(tx, q, howMany.of(p.Count))
	for i, key := range seen {
		m := s.messages.Get(key)
		tx.Show(m.part(key))
		list = append(list, m.fields(i, key, m.content()...)...)
	}
	showNoMore(tx, p.Queue, howMany.of(p.Count)-int64(len(seen)))
	return tx.Done(200, counted(len(seen), list)...)
}
