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
var records = newGrammar(catalog.Services())

// FormatInput writes an input as the one line that a session keeps, a log shows and ParseInput reads back to the same
// input.
func FormatInput(in engine.Input) string { return records.format(in) }

// ParseInput reads the line of one input. Whether what it names is there, the world says.
func ParseInput(text string) (engine.Input, error) {
	s, err := parseLine(newParser(records, text), text)
	if err != nil {
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
	p.skipLead()
	err := error(&wrong{0, "there is nothing on this line"})
	if p.pos < len(text) {
		err = p.statement(s)
	}
	if err == nil && strings.TrimSpace(text[p.pos:]) != "" {
		err = &wrong{p.pos, "this is a second statement: one at a time"}
	}
	var w *wrong
	if errors.As(err, &w) {
		return nil, locate("", text, w.at, w.text)
	}
	return s, err
}
