package engine

import (
	"slices"
	"strconv"
)

// sentRecords are a request and its records while it is under way, in one piece of memory. What was sent stays for as
// long as the request is not of the past (packed.go).
type sentRecords struct {
	sending  Sending
	exchange Exchange
	message  Message
	writer   Writer
	open     [1]int // of the writer, where no other is
}

// send puts a request under way: its references are resolved by what its writer has heard, the operation is built, and
// what it was made from is fixed, because only what was known when it was sent counts.
func (s *step) send(in Send) error {
	writer, spec := s.Writer(in.By), s.specs[in.Verb]
	switch {
	case writer == nil:
		return s.noWriter("send for", in.By, "")
	case spec == nil:
		return impossible("send %q: no service has such an operation", in.Verb)
	case len(s.global().Order) >= MaxInFlight:
		return LimitError{What: "messages in flight", Most: MaxInFlight}
	}
	args, err := s.resolveArgs(writer, in.Args)
	if err != nil {
		return err
	}
	op, err := spec.Build(args)
	if err != nil {
		return impossible("send %s: %w", in.Verb, err)
	}
	number := s.Requests() + 1
	made := &sentRecords{sending: Sending{Number: number, keys: s.keys.of(number),
		named: nameRecord{number}, Name: in.As, By: in.By, Verb: in.Verb,
		Args: reckoned(in.Args, args), Words: in.Words, Wish: number,
		Object: ObjectID{spec.Object, spec.Target(args)}, Before: int(writer.Last), Sent: s.mark(in.By, number),
		AsOf: s.number,
		spec: spec, given: in.Args, sent: args}}
	x := &made.exchange
	*x = Exchange{Verdict: undecided, Sequel: noSequel, Sending: &made.sending}
	s.built = built{x.Sending, op}
	if x.Name == "" {
		x.Name = "r" + strconv.Itoa(number)
	}
	if err := s.trace(writer, spec, x, args); err != nil {
		return err
	}
	if x.Wish != number {
		first := *s.Exchange(x.Wish)
		first.sequel().Again = append(slices.Clone(first.Again), number)
		s.put(s.exchanges, first.key(), &first)
	}
	next := &made.writer
	*next = *writer
	next.Last, next.looks = int64(number), max(writer.looks-1, 0)
	if made.open[0] = number; len(writer.Open) == 0 {
		next.Open = made.open[:]
	} else {
		next.Open = with(writer.Open, number)
	}
	s.put(s.writers, in.By, next)
	s.put(s.exchanges, x.key(), x)
	s.put(s.names, x.Name, &x.named)
	made.message = Message{of: x.Sending, Verdict: undecided, Request: number}
	s.fly(&made.message)
	s.globals(func(g *globals) { g.Requests++ })
	sent := Event{Kind: Sent, By: in.By, Request: number, Object: x.Object}
	if work := s.claimed(x); !work.IsZero() {
		sent.Particulars = &Particulars{Worked: work}
	}
	s.emit(sent)
	return nil
}
