package queue

import (
	"strconv"

	"interleave/engine"
)

// Queue is a queue, or what is known of it after its removal.
type Queue struct {
	gone    bool
	removed engine.Mark    // zero while it is there
	until   engine.Instant // of a removed one: when its name is free; 0: it is

	metadata []engine.Pair         // by name
	policies engine.StoredPolicies // the signed identifiers
	wrote    struct{ metadata, acl engine.Mark }
	seq      int64    // messages put so far, also before a removal
	live     []string // keys of the messages that are there, in the order of their puts
}

// Gone says whether the queue was removed.
func (q *Queue) Gone() bool { return q.gone }

// Walk hands out the fields.
func (q *Queue) Walk(v engine.Visitor) {
	v.Number("put", &q.seq)
	if q.gone {
		v.Flag("gone", &q.gone)
		v.Mark("removed", &q.removed)
		v.End("free", &q.until)
		return
	}
	messages := int64(len(q.live))
	v.Number("messages", &messages)
	engine.WalkPairs(v, "metadata.", q.metadata)
	q.policies.Walk(v)
	v.Mark("changed.metadata", &q.wrote.metadata)
	v.Mark("changed.acl", &q.wrote.acl)
}

// parts are all parts of the queue with the marks of their work.
func (q *Queue) parts(name string) []engine.Part {
	object := queueObject(name)
	return []engine.Part{{Object: object, Name: "metadata", Mark: q.wrote.metadata},
		{Object: object, Name: "acl", Mark: q.wrote.acl}}
}

// formerKept is how many receipts that are over a message remembers: only the explanation of a refusal asks for them.
const formerKept = 32

// Message is a message, or the trace of its removal.
type Message struct {
	gone    bool
	removed engine.Mark
	id      engine.Token
	seq     int64 // its place among all that were put into its queue

	text     string
	title    string // the text of its put, for people: of a removed one too
	inserted engine.Instant
	expires  engine.Instant // Never where it does not
	visible  engine.Instant // from when on a Get takes it
	dequeued int64          // how often it was handed out
	receipt  engine.Token   // the one that counts
	former   []engine.Token // receipts that are over, the newest last
	holder   string         // who received or updated it last; empty before the first Get

	made     engine.Mark // the put
	wrote    engine.Mark // the text
	received engine.Mark // the receipt that counts
}

// Gone says whether the message was removed.
func (m *Message) Gone() bool { return m.gone }

// Called is the text that it was put with: no key of a message says anything, and a later text is not what who received
// it before has seen.
func (m *Message) Called() (title, whose string) { return strconv.Quote(m.title), "" }

// Walk hands out the fields.
func (m *Message) Walk(v engine.Visitor) {
	v.Token("id", &m.id)
	v.Number("seq", &m.seq)
	if m.gone {
		v.Flag("gone", &m.gone)
		v.Mark("removed", &m.removed)
		return
	}
	v.Text("text", &m.text)
	v.Number("dequeue-count", &m.dequeued)
	v.End("next-visible", &m.visible)
	v.Token("receipt", &m.receipt)
	v.Text("holder", &m.holder)
	v.Instant("inserted", &m.inserted)
	v.End("expires", &m.expires)
	for i := range m.former {
		v.Token("former."+strconv.Itoa(i), &m.former[i])
	}
	v.Mark("put", &m.made)
	v.Mark("changed.text", &m.wrote)
	v.Mark("received", &m.received)
}

// part is the text: the only thing of a message that is work.
func (m *Message) part(key string) engine.Part {
	return engine.Part{Object: messageObject(key), Name: "text", Mark: m.wrote}
}

// given is the message with another receipt, hidden until an instant.
func (m *Message) given(tx *engine.Tx, receipt engine.Token, until engine.Instant) *Message {
	next := *m
	former := make([]engine.Token, 0, formerKept)
	former = append(append(former, m.former[max(0, len(m.former)-formerKept+1):]...), m.receipt)
	next.receipt, next.former, next.received, next.visible = receipt, former, tx.Mark(), until
	return &next
}

// fields are what every answer says of a message, under its place in the list; a Peek leaves out receipt and time.
func (m *Message) fields(place int, key string, with ...engine.Field) []engine.Field {
	under := strconv.Itoa(place)
	list := []engine.Field{{Name: under, Value: engine.Text(key)}, {Name: under + ".id", Value: m.id.Value()},
		{Name: under + ".inserted", Value: engine.Moment(m.inserted)},
		{Name: under + ".expires", Value: engine.Moment(m.expires)}}
	for _, f := range with {
		list = append(list, engine.Field{Name: under + "." + f.Name, Value: f.Value})
	}
	return list
}

// claim are receipt and time, as Put, Get and Update answer them.
func (m *Message) claim() []engine.Field {
	return []engine.Field{{Name: "receipt", Value: m.receipt.Value()},
		{Name: "next-visible", Value: engine.Moment(m.visible)}}
}

// content is what Get and Peek answer beside that.
func (m *Message) content() []engine.Field {
	return []engine.Field{{Name: "dequeue-count", Value: engine.Number(m.dequeued)},
		{Name: "text", Value: engine.Text(m.text)}}
}
