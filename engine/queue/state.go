package queue

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Name is the service's name in requests, switches and sources.
const Name = "queue"

// State is all queues and messages of one account.
type State struct {
	queues   engine.Table[*Queue]
	messages engine.Table[*Message] // by queue, slash and id
	services engine.Table[*engine.Elements]
}

func newState() engine.State {
	return &State{queues: engine.NewTable[*Queue]("queue"), messages: engine.NewTable[*Message]("message"),
		services: engine.NewTable[*engine.Elements]("queue-service")}
}

// What the world asks a state or a record for where it has it: a method that no longer fits would be passed over in
// silence.
var (
	_ engine.Ender   = (*State)(nil)
	_ engine.Gone    = (*Queue)(nil)
	_ engine.Gone    = (*Message)(nil)
	_ engine.Titled  = (*Message)(nil)
	_ engine.Checker = (*State)(nil)
)

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled { return []engine.Tabled{s.queues, s.messages, s.services} }

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{queues: s.queues.Fork(), messages: s.messages.Fork(), services: s.services.Fork()}
}

// Ends carries out what the clock does: a message expires, the name of a removed queue is free. That a message is
// visible again needs no change.
func (s *State) Ends(tx *engine.Tx, object engine.ObjectID, timer string) (by string) {
	kind, name := object.Kind, object.Name
	if kind == "queue" {
		next := *s.queues.Get(name)
		next.until = 0
		s.queues.Put(tx, name, &next)
		return next.removed.By
	}
	m := s.messages.Get(name)
	switch {
	case m.gone:
		return m.removed.By
	case timer == "expires":
		s.remove(tx, name, tx.As(m.made.By))
		s.forget(tx, name)
		return m.made.By
	}
	return m.received.By
}

// remove takes a message away and leaves the mark; its queue still has to forget it.
func (s *State) remove(tx *engine.Tx, key string, m engine.Mark) {
	old := s.messages.Get(key)
	tx.Change(engine.Change{Part: old.part(key), Drops: true})
	s.messages.Put(tx, key, &Message{gone: true, removed: m, id: old.id, seq: old.seq, title: old.title})
}

// forget takes messages off the list of their queue.
func (s *State) forget(tx *engine.Tx, keys ...string) {
	if len(keys) == 0 {
		return
	}
	name, _ := split(keys[0])
	next := *s.queues.Get(name)
	next.live = slices.DeleteFunc(slices.Clone(next.live), func(k string) bool { return slices.Contains(keys, k) })
	s.queues.Put(tx, name, &next)
}

// queue is the queue with that name, nil where it is missing or gone.
func (s *State) queue(name string) *Queue { return engine.There(s.queues, name) }

// Check says what must always hold and does not.
func (s *State) Check(now engine.Instant) error {
	var untrue engine.Untrue
	wrong := untrue.Say
	listed := map[string]bool{}
	for name, q := range s.queues.All() {
		if q.gone && (q.removed.IsZero() || len(q.live) > 0 || q.until != 0 && q.until <= now) {
			wrong(queueObject(name), "removed by %s with %d messages, free at %s", q.removed, len(q.live), q.until)
		}
		for _, key := range q.live {
			if m := s.messages.Get(key); m == nil || m.gone || listed[key] {
				wrong(queueObject(name), "it lists %s, which is not there, or twice", key)
			}
			listed[key] = true
		}
	}
	for key, m := range s.messages.All() {
		switch name, _ := split(key); {
		case m.gone && m.removed.IsZero():
			wrong(messageObject(key), "removed by nobody")
		case m.gone:
		case !listed[key] || s.queue(name) == nil:
			wrong(messageObject(key), "its queue does not list it")
		case m.expires <= now, m.receipt.IsZero(), m.inserted > now:
			wrong(messageObject(key), "put at %s, expires at %s, now is %s, receipt %q", m.inserted, m.expires, now,
				m.receipt)
		case (m.dequeued == 0) != (m.holder == ""):
			wrong(messageObject(key), "received %d times, by %q", m.dequeued, m.holder)
		case slices.Contains(m.former, m.receipt):
			wrong(messageObject(key), "the receipt %s counts and is over", m.receipt)
		}
	}
	return untrue.Err()
}

// split is the name of a message as queue and id: the first slash parts them.
func split(path string) (queue, id string) {
	queue, id, _ = strings.Cut(path, "/")
	return queue, id
}

func queueObject(name string) engine.ObjectID  { return engine.ObjectID{Kind: "queue", Name: name} }
func messageObject(key string) engine.ObjectID { return engine.ObjectID{Kind: "message", Name: key} }
