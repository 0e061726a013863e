package queue

import (
	"interleave/engine"
)

// CreateQueue makes a queue. To make it again with the same metadata is no mistake.
//
// Answers: 201; 204 where it exists with equal metadata; 409 QueueAlreadyExists with other; 409 QueueBeingDeleted for
// 40 seconds after a delete (the switch deletion).
//
// Source: Azure REST, "Create Queue" and "Delete Queue"; rules.md, "Queue operations". Assumed: the name is free after
// the 40 seconds that the documents give as the least.
type CreateQueue struct {
	Queue    string        `op:"queue" help:"the queue"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata"`
}

func (o CreateQueue) Apply(tx *engine.Tx) engine.Answer {
	if c := engine.FirstOf(checkName(o.Queue), checkMetadata(o.Metadata)); c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	next, removed := &Queue{metadata: sorted(o.Metadata)}, engine.Mark{}
	if old := s.queues.Get(o.Queue); old != nil {
		switch {
		case !old.gone && sameMetadata(old.metadata, o.Metadata):
			tx.Show(old.parts(o.Queue)[0])
			return tx.Done(204)
		case !old.gone:
			return tx.Refuse(&engine.Cause{Rule: queueExists, Want: engine.Text(o.Queue), Since: old.wrote.metadata})
		case tx.Now() < old.until:
			return tx.Refuse(&engine.Cause{Rule: beingDeleted, Want: engine.Text(o.Queue), Since: old.removed,
				Until: old.until})
		}
		next.seq, removed = old.seq, old.removed
	}
	next.wrote.metadata, next.wrote.acl = tx.Mark(), tx.Mark()
	tx.Made(next.parts(o.Queue), "metadata", removed)
	s.queues.Put(tx, o.Queue, next)
	return tx.Done(201)
}

// DeleteQueue removes a queue with all its messages, whoever works on them. Its name is free after 40 seconds.
//
// Answers: 204; 404 QueueNotFound, also for a queue that is being deleted.
//
// Source: Azure REST, "Delete Queue"; rules.md, "Queue operations".
type DeleteQueue struct {
	Queue string `op:"queue" help:"the queue"`
}

func (o DeleteQueue) Apply(tx *engine.Tx) engine.Answer {
	q, c := deleteGate.find(tx, o.Queue)
	if c != nil {
		return tx.Refuse(c)
	}
	s := tx.State().(*State)
	for _, p := range q.parts(o.Queue) {
		tx.Change(engine.Change{Part: p, Drops: true})
	}
	for _, key := range q.live {
		s.remove(tx, key, tx.Mark())
	}
	gone := &Queue{gone: true, removed: tx.Mark(), seq: q.seq}
	if lasts := seconds(tx, "deletion", deletionLasts); lasts > 0 {
		gone.until = later(tx.Now(), lasts)
	}
	s.queues.Put(tx, o.Queue, gone)
	return tx.Done(204)
}

// GetMetadata reads the metadata of a queue and how many messages are in it, hidden ones too.
//
// Answers: 200 with approximate-messages-count; 404 QueueNotFound, also while the queue is being deleted.
//
// Source: Azure REST, "Get Queue Metadata"; rules.md, "State" and "Queue operations". Assumed: the count is exact; the
// service only promises not to say too little.
type GetMetadata struct {
	Queue string `op:"queue" help:"the queue"`
}

func (o GetMetadata) Apply(tx *engine.Tx) engine.Answer {
	q, c := metadataGate.find(tx, o.Queue)
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(q.parts(o.Queue)[0])
	count := engine.Field{Name: "approximate-messages-count", Value: engine.Number(int64(len(q.live)))}
	return tx.Done(200, append([]engine.Field{count}, engine.PairFields("meta.", q.metadata)...)...)
}

// SetMetadata replaces all metadata of a queue. It takes no condition: the last writer wins.
//
// Answers: 204; 404 QueueNotFound; 409 QueueBeingDeleted.
//
// Source: Azure REST, "Set Queue Metadata"; rules.md, "Queue operations" and "Order, delivery, concurrency" (O9).
type SetMetadata struct {
	Queue    string        `op:"queue" help:"the queue"`
	Metadata []engine.Pair `op:"meta.*,content" help:"a pair of metadata; all others go"`
}

func (o SetMetadata) Apply(tx *engine.Tx) engine.Answer {
	if c := engine.FirstOf(checkName(o.Queue), checkMetadata(o.Metadata)); c != nil {
		return tx.Refuse(c)
	}
	q, c := setGate.find(tx, o.Queue)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *q
	tx.Change(engine.Change{Part: q.parts(o.Queue)[0]})
	next.metadata, next.wrote.metadata = sorted(o.Metadata), tx.Mark()
	tx.State().(*State).queues.Put(tx, o.Queue, &next)
	return tx.Done(204)
}

// GetACL reads the signed identifiers of a queue.
//
// Answers: 200 with policy.NAME; 404 QueueNotFound.
//
// Source: Azure REST, "Get Queue ACL"; rules.md, "Queue operations".
type GetACL struct {
	Queue string `op:"queue" help:"the queue"`
}

func (o GetACL) Apply(tx *engine.Tx) engine.Answer {
	q, c := aclGate.find(tx, o.Queue)
	if c != nil {
		return tx.Refuse(c)
	}
	tx.Show(q.parts(o.Queue)[1])
	return tx.Done(200, q.policies.Fields()...)
}

// SetACL replaces all signed identifiers of a queue: at most 5. It takes no condition: the last writer wins.
//
// Answers: 204; 400 InvalidXmlDocument for more than 5; 404 QueueNotFound; 409 QueueBeingDeleted.
//
// Source: Azure REST, "Set Queue ACL"; rules.md, "Queue operations" and "Order, delivery, concurrency" (O9).
type SetACL struct {
	Queue    string        `op:"queue" help:"the queue"`
	Policies []engine.Pair `op:"policy.*,content" help:"the permissions of a signed identifier, as raup; all others go"`
	engine.PolicyDates
}

func (o SetACL) Apply(tx *engine.Tx) engine.Answer {
	c := checkName(o.Queue)
	if c == nil && len(o.Policies) > policiesMost {
		c = &engine.Cause{Rule: manyPolicies, Want: engine.Number(int64(len(o.Policies))),
			Have: engine.Number(policiesMost)}
	}
	if c != nil {
		return tx.Refuse(c)
	}
	q, c := setGate.find(tx, o.Queue)
	if c != nil {
		return tx.Refuse(c)
	}
	next := *q
	tx.Change(engine.Change{Part: q.parts(o.Queue)[1]})
	next.policies, next.wrote.acl = q.policies.Replaced(tx, o.Policies, o.PolicyDates), tx.Mark()
	tx.State().(*State).queues.Put(tx, o.Queue, &next)
	return tx.Done(204)
}
