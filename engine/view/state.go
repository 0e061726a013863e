package view

import "interleave/engine"

// state tells the versions of an object apart: its version where it has one, and whether it is gone.
type state struct {
	text   string
	number int64
	gone   bool
}

// stater finds the state of one record after the other: each event of a session has it look, so it makes no texts.
type stater struct {
	depth  int
	marked bool // a delete marker is among its versions
	state
}

func (s *stater) of(r engine.Record) state {
	*s = stater{}
	if r != nil {
		r.Walk(s)
		gone, ok := r.(engine.Gone)
		s.gone = ok && gone.Gone()
	}
	return s.state
}

func (s *stater) says(name, text string) {
	if s.depth == 0 && name == "version" && s.state == (state{}) && text != "0" {
		s.text = text
	}
}

func (s *stater) Under(string)                    { s.depth++ }
func (s *stater) Up()                             { s.depth-- }
func (s *stater) Text(name string, p *string)     { s.says(name, *p) }
func (s *stater) Bytes(name string, p *[]byte)    {}
func (s *stater) Flag(name string, p *bool)       { s.marked = s.marked || name == deleteMarker }
func (s *stater) Instant(string, *engine.Instant) {}
func (s *stater) End(string, *engine.Instant)     {}
func (s *stater) Mark(string, *engine.Mark)       {}
func (s *stater) Number(name string, p *int64) {
	if s.depth == 0 && name == "version" && s.state == (state{}) {
		s.number = *p
	}
}

func (s *stater) Token(name string, p *engine.Token) {
	if name == "version" {
		s.says(name, p.String())
	}
}
