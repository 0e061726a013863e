package queue

import "interleave/engine"

// Put adds a message to a queue.
//
// VisibilityTimeout: 0 to 604,800 seconds, 0 unless given, and less than MessageTTL. MessageTTL: 1 second or more, or
// -1 for never; 604,800 unless given. Text: at most 65,536 bytes.
//
// Answers: 201 with 0.receipt, which works for Update and Delete until somebody receives the message; 404
// QueueNotFound; 409 QueueBeingDeleted; 413 RequestBodyTooLarge.
//
// Source: Azure REST, "Put Message"; rules.md, "Message operations" (rows P1 to P12), "Pop receipts" (R1) and "Order of
// checks".
type Put struct {
	Queue  string             `op:"queue" help:"the queue"`
	Text   engine.Opt[string] `op:"text,content,line" help:"the text of the message"`
	Hiding engine.Opt[int64]  `op:"visibilitytimeout" help:"seconds for which nobody receives it, 0 to 604800"`
	TTL    engine.Opt[int64]  `op:"messagettl" help:"seconds until it expires, -1 for never"`
	engine.UnderPolicy
}

func (p Put) Apply(tx *engine.Tx) engine.Answer {
	if c := p.check(); c != nil {
		return tx.Refuse(c)
	}
	q, c := messageGate.under(tx, p.Queue, p.UnderPolicy, "a")
	if c != nil {
		return tx.Refuse(c)
	}
	s, next := tx.State().(*State), *q
	next.seq++
	m := &Message{id: tx.Mint(engine.MessageID), receipt: tx.Mint(engine.PopReceipt), seq: next.seq,
		text: p.Text.Want, title: p.Text.Want, inserted: tx.Now(), expires: engine.Never,
		visible: later(tx.Now(), putHiding.of(p.Hiding)), made: tx.Mark(), wrote: tx.Mark(), received: tx.Mark()}
	if ttl := p.ttl(); ttl != endless && ttl < farthest {
		m.expires = later(tx.Now(), ttl)
	}
	key := p.Queue + "/" + m.id.String()
	next.live = append(next.live[:len(next.live):len(next.live)], key)
	s.queues.Put(tx, p.Queue, &next)
	s.messages.Put(tx, key, m)
	tx.Change(engine.Change{Part: engine.Part{Object: messageObject(key), Name: "text", Gone: true}, Wanted: true})
	return tx.Done(201, m.fields(0, key, m.claim()...)...)
}

func (p Put) ttl() int64 { return p.TTL.Or(week) }

// check is steps 1 to 4.
func (p Put) check() *engine.Cause {
	return engine.FirstOf(checkName(p.Queue), putHiding.number(p.Hiding), p.ttlNumber(), p.checkText(),
		putHiding.within(p.Hiding), p.checkTTL())
}

func (p Put) ttlNumber() *engine.Cause {
	if p.TTL.Set && !p.TTL.OK {
		return wrong(ttlNoNumber, p.TTL.Raw())
	}
	return nil
}

func (p Put) checkText() *engine.Cause {
	if !p.Text.Set {
		return wrong(noText, engine.Value{})
	}
	return checkText(p.Text.Want)
}

func (p Put) checkTTL() *engine.Cause {
	switch ttl := p.ttl(); {
	case ttl < 1 && ttl != endless:
		return wrong(ttlRange, p.TTL.Raw())
	case ttl != endless && putHiding.of(p.Hiding) >= ttl:
		return &engine.Cause{Rule: ttlTooShort, Want: engine.Number(ttl), Have: engine.Number(putHiding.of(p.Hiding))}
	}
	return nil
}
