package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Record is one frozen entry of a Table: it is replaced, never modified. Walk hands out each of its fields, in a fixed
// order, by name, kind and pointer; the text, the digest, the inspector, the timers and the explorer's canonical form
// all read through it.
type Record interface {
	Walk(v Visitor)
}

// Visitor is what a Walk is walked with. Under names a group or the place in a list of the fields until the matching
// Up.
type Visitor interface {
	Under(name string)
	Up()
	Text(name string, p *string)
	Number(name string, p *int64)
	Flag(name string, p *bool)
	Bytes(name string, p *[]byte)
	Instant(name string, p *Instant)
	End(name string, p *Instant) // a moment at which something ends by itself: a timer
	Token(name string, p *Token)
	Mark(name string, p *Mark)
}

// Spare is room for what a Walk hands out and no field of its record holds, used anew for each.
type Spare struct {
	text   string
	number int64
	token  Token
	at     Instant
	mark   Mark
	names  map[string]string // that were put together, by their ends
}

// namesKept is how many names a visitor remembers.
const namesKept = 128

// joined is a name with always the same beginning.
func (s *Spare) joined(begin, end string) string {
	if name, ok := s.names[end]; ok {
		return name
	}
	if s.names == nil || len(s.names) == namesKept {
		s.names = map[string]string{}
	}
	s.names[end] = begin + end
	return s.names[end]
}

// SpareOf is a visitor's own room, so that nothing is allocated for each record that it visits; else a new one.
func SpareOf(v Visitor) *Spare {
	if own, ok := v.(interface{ spare() *Spare }); ok {
		return own.spare()
	}
	return &Spare{}
}

// Text hands out a text.
func (s *Spare) Text(v Visitor, name, text string) { s.text = text; v.Text(name, &s.text) }

// Value hands out a value as a text.
func (s *Spare) Value(v Visitor, name string, value Value) {
	if own, ok := v.(*sum); ok {
		own.text(name)
		own.value(value)
		own.end()
		return
	}
	s.Text(v, name, value.String())
}

// Number hands out a number.
func (s *Spare) Number(v Visitor, name string, n int) { s.number = int64(n); v.Number(name, &s.number) }

// Token hands out a token.
func (s *Spare) Token(v Visitor, name string, t Token) { s.token = t; v.Token(name, &s.token) }

// Mark hands out who did something, and when.
func (s *Spare) Mark(v Visitor, name string, m Mark) { s.mark = m; v.Mark(name, &s.mark) }

// End hands out a moment at which something ends by itself; 0: it does not.
func (s *Spare) End(v Visitor, name string, at Instant) { s.at = at; v.End(name, &s.at) }

// Gone is implemented by records that stand for something that is no longer there: they keep the mark of its removal.
type Gone interface{ Gone() bool }

// Staged is implemented by records that may be there for what is staged for them alone, as a blob of blocks that nobody
// has committed.
type Staged interface{ Staged() bool }

// Titled is implemented by records whose name is an id that says nothing to people: what they call it beside the queue
// or the file that it belongs to, and whose it is; empty where it is nobody's in particular.
type Titled interface {
	Called() (title, whose string)
}

// Through is a Record through which another thing is worked on, as a handle: what is sent to the one is for the other.
type Through interface {
	For() ObjectID
}

// WorkedOn is the thing for which a request is that was sent to an object: that of a handle is the file.
func (w *World) WorkedOn(object ObjectID) ObjectID {
	if r, ok := w.Object(object).(Through); ok {
		return r.For()
	}
	return object
}

func isGone(r Record) bool {
	g, ok := r.(Gone)
	return r == nil || ok && g.Gone()
}

// Property is one field of a record as the inspector shows it: the name with its groups, its kind and its text.
type Property struct {
	Name, Kind, Text string
	Mark             Mark    // where Kind is "mark"
	At               Instant // where Kind is "instant" or "end"
	Token            Token   // where Kind is "token"
}

// Properties are the fields of a record, in the order of its Walk.
func Properties(r Record) []Property {
	if r == nil {
		return nil
	}
	l := &lister{list: make([]Property, 0, 32)}
	r.Walk(l)
	return l.list
}

// PropertiesNamed are those fields of a record that have one of the names: none of the others is put into words.
func PropertiesNamed(r Record, names ...string) []Property {
	if r == nil {
		return nil
	}
	l := &lister{only: names}
	r.Walk(l)
	return l.list
}

// PropertiesThat are those fields of a record whose full names are wanted: none of the others is put into words.
func PropertiesThat(r Record, wanted func(name string) bool) []Property {
	if r == nil {
		return nil
	}
	l := &lister{wanted: wanted}
	r.Walk(l)
	return l.list
}

type lister struct {
	path   []string
	only   []string               // empty: all
	wanted func(full string) bool // nil: all
	list   []Property
}

// add begins a property; nil: nobody wants it.
func (l *lister) add(name, kind string) *Property {
	if !l.wants(name) {
		return nil
	}
	full := name
	if len(l.path) > 0 {
		full = strings.Join(l.path, ".") + "." + name
	}
	if l.wanted != nil && !l.wanted(full) {
		return nil
	}
	l.list = append(l.list, Property{Name: full, Kind: kind})
	return &l.list[len(l.list)-1]
}

// wants says whether one of the names is that of a field at this place.
func (l *lister) wants(name string) bool {
	switch {
	case len(l.only) == 0:
		return true
	case len(l.path) == 0:
		return slices.Contains(l.only, name)
	}
	return slices.ContainsFunc(l.only, func(full string) bool {
		for _, part := range l.path {
			var ok bool
			if full, ok = strings.CutPrefix(full, part); !ok || full == "" || full[0] != '.' {
				return false
			}
			full = full[1:]
		}
		return full == name
	})
}

func (l *lister) Under(name string) { l.path = append(l.path, name) }
func (l *lister) Up()               { l.path = l.path[:len(l.path)-1] }
func (l *lister) Text(name string, p *string) {
	if x := l.add(name, "text"); x != nil {
		x.Text = *p
	}
}
func (l *lister) Number(name string, p *int64) {
	if x := l.add(name, "number"); x != nil {
		x.Text = strconv.FormatInt(*p, 10)
	}
}
func (l *lister) Flag(name string, p *bool) {
	if x := l.add(name, "flag"); x != nil {
		x.Text = strconv.FormatBool(*p)
	}
}
func (l *lister) Bytes(name string, p *[]byte) {
	if x := l.add(name, "bytes"); x != nil {
		x.Text = string(*p)
	}
}
func (l *lister) Instant(name string, p *Instant) {
	if x := l.add(name, "instant"); x != nil {
		x.Text, x.At = p.String(), *p
	}
}
func (l *lister) End(name string, p *Instant) {
	if x := l.add(name, "end"); x != nil {
		x.Text, x.At = p.String(), *p
	}
}
func (l *lister) Token(name string, p *Token) {
	if x := l.add(name, "token"); x != nil {
		x.Text, x.Token = p.String(), *p
	}
}
func (l *lister) Mark(name string, p *Mark) {
	if x := l.add(name, "mark"); x != nil {
		x.Text, x.Mark = p.String(), *p
	}
}

// blank is a visitor that looks at nothing; others embed it and look at what they need.
type blank struct{}

func (blank) Under(string)             {}
func (blank) Up()                      {}
func (blank) Text(string, *string)     {}
func (blank) Number(string, *int64)    {}
func (blank) Flag(string, *bool)       {}
func (blank) Bytes(string, *[]byte)    {}
func (blank) Instant(string, *Instant) {}
func (blank) End(string, *Instant)     {}
func (blank) Token(string, *Token)     {}
func (blank) Mark(string, *Mark)       {}
