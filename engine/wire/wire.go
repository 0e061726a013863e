package wire

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// Kind is the protocol of a message.
type Kind uint8

// The protocols.
const (
	HTTP Kind = iota
	RESP
	SMB
)

// Raw is a message as it would travel: its lines as people read them, and its parts for those who make code of it.
type Raw struct {
	Kind  Kind
	Lines []Line

	Service string   // of an HTTP request: who takes it, as `bucket`
	Method  string   // of an HTTP request; of a frame its command
	Target  string   // path and query, percent-encoded
	URL     string   // the whole address
	Status  int      // of an answer
	Reason  string   // the words behind the status; the name of an NTSTATUS
	Headers []Header // of a frame its fields
	Words   []string // of a Redis command, the verb first
	Body    string
	Absent  string // a header that would have decided, had it been sent; empty: what decided was sent
}

// Line is one line of a message.
type Line struct {
	Text     string
	Name     string // of the header, the field or the part that it is; empty: the first line, the blank one, the body
	Deciding bool   // what the answer came from, or what the answer says of it
}

// Header is a header of HTTP or a field of a frame.
type Header struct{ Name, Value string }

// Header is the value of a header; empty where there is none.
func (r Raw) Header(name string) string {
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// Context is what a message says beside its operation.
type Context struct {
	At      engine.Instant // when it was sent, on the virtual clock
	Request int            // its number, of which the ids of both messages are made
	// what the request was answered: its cause says what decided; zero: nothing yet
	Answer engine.Answer
	Spec   func(verb string) *engine.OpSpec // the operations that a group may hold; nil: there is no group
	Asked  *Message                         // what a real client sent; nil: the request is simulated
	Room   []Header                         // in which the headers of the answer may stand; nil: it has its own
}

// Request is a request as it would travel. The arguments are without references.
func Request(spec *engine.OpSpec, args []engine.Arg, x Context) Raw {
	switch service := serviceOf(spec); {
	case rejected(spec):
		return rejectedRequest(spec, args)
	case spec.Prompt():
		return command(spec, args, x)
	case service == nil:
		return frame(spec, args, x)
	default:
		return service.request(spec, args, x)
	}
}

// Answer is an answer as it would travel to the sender of the request.
func Answer(spec *engine.OpSpec, args []engine.Arg, a engine.Answer, x Context) Raw {
	switch service := serviceOf(spec); {
	case rejected(spec):
		return rejectedAnswer(spec, args, a, x)
	case spec.Prompt():
		return reply(a)
	case service == nil:
		return framed(spec, a)
	default:
		return service.answer(spec, args, a, x)
	}
}

// Bytes is the message as it stands on the wire, with its ends of line. A frame has none: its fields are named, not
// encoded.
func (r Raw) Bytes() string {
	if r.Kind == RESP {
		return r.Body
	}
	var b strings.Builder
	b.WriteString(r.Lines[0].Text + "\r\n")
	for _, h := range r.Headers {
		fmt.Fprintf(&b, "%s: %s\r\n", h.Name, h.Value)
	}
	b.WriteString("\r\n")
	if r.Header("Transfer-Encoding") != chunked {
		return b.String() + r.Body
	}
	if r.Body != "" {
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(r.Body), r.Body)
	}
	return b.String() + "0\r\n\r\n"
}

// chunked is how a body travels whose length is not said before it.
const chunked = "chunked"

// serviceOf is the table of the service that speaks HTTP; nil for frames of SMB and lines of Redis.
func serviceOf(spec *engine.OpSpec) *service {
	for _, s := range [...]*service{blobs, queues, tables, files, buckets} {
		if s.has(spec.Verb) {
			return s
		}
	}
	return nil
}
