package scenario

import (
	"errors"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
)

// records is the grammar of records: that of all services. Arguments of an operation that it does not know stand with
// their names.
var records = newGrammar(catalog.Services()).read()

// FormatInput writes an input as the one line that a session keeps, a log shows and ParseInput reads back to the same
// input.
func FormatInput(in engine.Input) string { return records.format(in) }

// ParseInput reads the line of one input. Whether what it names is there, the world says.
func ParseInput(text string) (engine.Input, error) { return new(InputReader).Read(text) }

// InputReader reads lines as ParseInput does, one after the other, and all of them in the same memory: a session of a
// million records takes as long to be opened as its garbage takes to be collected. It serves one goroutine.
type InputReader struct {
	p parser
	s Statement
	// the items of most lines: no input keeps any
	room [8]item
}

// Read reads the line of one input.
func (r *InputReader) Read(text string) (engine.Input, error) {
	r.p.begin(records, text)
	r.p.room = r.room[:0]
	r.s = Statement{Line: 1, Raw: text, end: len(text)}
	s := &r.s
	if err := r.p.only(s); err != nil {
		return nil, err
	}
	if len(s.Inputs) != 1 {
		return nil, locate("", text, 0, fmt.Sprintf(
			"a record is one input, and %s is %d: write send, deliver and answer apart", s.Kind, len(s.Inputs)))
	}
	return s.Inputs[0], nil
}

// ParseLine reads one statement as a person types it, for the services it may speak to. The number is that of the next
// request, which names it where the line does not. Whether the writers and answers it names are there, the world says.
func ParseLine(text string, number int, services []*engine.Service) (*Statement, error) {
	p := newParser(newGrammar(services), text)
	p.checks, p.requests = true, number-1
	return parseLine(p, text)
}

func parseLine(p *parser, text string) (*Statement, error) {
	s := &Statement{Line: 1, Raw: text, end: len(text)}
	if err := p.only(s); err != nil {
		return nil, err
	}
	return s, nil
}

// only reads the only statement of a text.
func (p *parser) only(s *Statement) (err error) {
	text := p.src
	p.skipLead()
	if p.pos < len(text) {
		err = p.statement(s)
	} else {
		err = &wrong{0, "there is nothing on this line"}
	}
	if err == nil && strings.TrimSpace(text[p.pos:]) != "" {
		err = &wrong{p.pos, "this is a second statement: one at a time"}
	}
	if err == nil {
		return nil
	}
	var w *wrong
	if errors.As(err, &w) {
		return locate("", text, w.at, w.text)
	}
	return err
}
