package explore

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// scribe writes records as bytes in which everything that a history numbers has the number of its first mention: minted
// tokens, events, requests, writers. Two moments with the same bytes go on alike.
//
// It reads the fields of records by reflection, those too that their Walk leaves out: a field that nobody thought of
// makes more states, never too few.
type scribe struct {
	world  *engine.World
	record int
	fields fieldTable
	buf    []byte

	tokens   map[uint64]int      // minted ones that stand somewhere
	texts    map[uint64]string   // of the objects that have one, by the tokens that stand in no other
	traits   map[uint64][]string // lists in which a token that stands nowhere else is remembered
	events   map[int]int
	requests map[int]int
	sent     []int // requests, in the order of their first mention
	writers  map[string]int
	ids      []string // of all writers
	named    []bool   // of all writers: the id stands within a text that all share
	literal  bool     // of holding: the id of a writer stands in what one holds
	dead     bool     // what can make no difference is not told apart
	holding  bool     // what is written is what a writer holds: nothing is mentioned first by it
	kept     bool     // of holding: what stands nowhere may still be written somewhere, and keeps its number

	opened map[uint64]int // of holding: tokens in requests that were never answered, which may be asked again
	tried  []int          // of holding: the wishes mentioned, by their first requests
	wishes []int          // requests that may still be carried out
	dated  bool           // somebody decides by when the marks that are written were set
	gone   bool           // what the record being written stands for is gone: nothing is carried out for it
	within []int          // events that the record being written mentions, in order
	place  string
}

func newScribe(w *engine.World, fields fieldTable, ids []string) *scribe {
	return &scribe{world: w, record: w.Record(), fields: fields, ids: ids,
		named: make([]bool, len(ids)), tokens: map[uint64]int{}, texts: map[uint64]string{},
		traits: map[uint64][]string{}, events: map[int]int{}, requests: map[int]int{}, writers: map[string]int{}}
}

func (s *scribe) number(n int64)   { s.buf = binary.AppendVarint(s.buf, n) }
func (s *scribe) count(n int)      { s.number(int64(n)) }
func (s *scribe) plain(t string)   { s.count(len(t)); s.buf = append(s.buf, t...) }
func (s *scribe) sign(b byte)      { s.buf = append(s.buf, b) }
func (s *scribe) section(b string) { s.buf = append(s.buf, b...) }

func (s *scribe) flag(b bool) {
	if b {
		s.buf = append(s.buf, 1)
		return
	}
	s.buf = append(s.buf, 0)
}

// text writes a text with the tokens in it by their places.
func (s *scribe) text(t string) {
	s.names(t)
	at := 0
	if mayHold(t) {
		for _, found := range engine.TokensIn(t, s.record) {
			s.sign('t')
			s.plain(t[at:found.From])
			s.token(engine.Token{N: found.Number})
			at = found.To
		}
	}
	s.sign('.')
	s.plain(t[at:])
}

// names notes whose ids stand within a text.
func (s *scribe) names(t string) {
	for n, id := range s.ids {
		switch {
		case s.holding && s.literal:
			return
		case s.holding:
			s.literal = mentions(t, id)
		case !s.named[n]:
			s.named[n] = mentions(t, id)
		}
	}
}

// mayHold says whether a minted token can stand within a text.
func mayHold(t string) bool {
	return len(t) >= 14 && strings.IndexByte(t, '-')+strings.Index(t, "0x8DE") > -2
}

// mentions says whether an id stands in a text as a word of its own.
func mentions(text, id string) bool {
	for at := 0; id != ""; {
		i := strings.Index(text[at:], id)
		if i < 0 {
			return false
		}
		at += i
		if (at == 0 || !isWord(text[at-1])) && (at+len(id) == len(text) || !isWord(text[at+len(id)])) {
			return true
		}
		at += len(id)
	}
	return false
}

func isWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

func (s *scribe) who(id string) {
	if id == engine.Seed || id == "" {
		s.sign('s')
		return
	}
	n, ok := s.writers[id]
	if !ok && s.holding {
		s.literal = true
		s.sign('w')
		s.plain(id)
		return
	}
	if !ok {
		n = len(s.writers)
		s.writers[id] = n
	}
	s.count(n)
}

// token writes a minted token by its place among those mentioned; what a client made, and what tells a moment, stays.
func (s *scribe) token(t engine.Token) {
	switch {
	case s.holding && t.N != 0 && t.Kind != engine.TimeTag:
		s.held(t)
	case t.N == 0:
		s.sign('n')
		s.plain(t.Name)
	case t.Kind == engine.TimeTag:
		s.sign('m')
		s.number(int64(t.N))
	default:
		n, ok := s.tokens[t.N]
		if !ok {
			n = len(s.tokens)
			s.tokens[t.N] = n
		}
		s.sign('k')
		s.count(n)
	}
}

// held writes a token that somebody holds: one that stands nowhere any more is over, and only the lists that remember
// it tell it from others.
func (s *scribe) held(t engine.Token) {
	n, ok := s.tokens[t.N]
	switch {
	case ok:
		s.sign('k')
		s.count(n)
	case s.isOpened(t):
		s.sign('d')
		s.count(s.opened[t.N])
	case s.kept:
		s.sign('N')
		s.number(int64(t.N))
	default:
		s.sign('x')
	}
	for _, trait := range s.traits[t.N] {
		s.plain(trait)
	}
	s.sign('.')
}

func (s *scribe) isOpened(t engine.Token) bool {
	_, is := s.opened[t.N]
	return is
}

// opens numbers the minted tokens in a value of a request that may be asked again: what else is sent is another try of
// it where it names the same.
func (s *scribe) opens(v engine.Value) {
	if list, ok := v.List(); ok {
		for _, e := range list {
			s.opens(e)
		}
	}
	if t, ok := v.Token(); ok && s.over(t) && !s.isOpened(t) {
		s.opened[t.N] = len(s.opened)
	}
}

// over says whether a token is minted and stands nowhere any more: it never will.
func (s *scribe) over(t engine.Token) bool {
	_, stands := s.tokens[t.N]
	return t.N != 0 && t.Kind != engine.TimeTag && !stands
}

func (s *scribe) event(n int) {
	at, ok := s.events[n]
	if !ok && s.holding {
		s.sign('x')
		return
	}
	if !ok {
		at = len(s.events)
		s.events[n] = at
	}
	s.count(at)
	s.within = append(s.within, n)
}

func (s *scribe) request(n int) {
	if n == 0 {
		s.sign('0')
		return
	}
	at, ok := s.requests[n]
	if !ok && s.holding {
		s.sign('x')
		return
	}
	if !ok {
		at = len(s.requests)
		s.requests[n] = at
		s.sent = append(s.sent, n)
	}
	s.sign('r')
	s.count(at)
}

func (s *scribe) mark(m engine.Mark) {
	if m.IsZero() {
		s.sign('0')
		return
	}
	s.sign('e')
	s.event(m.Event)
	s.request(m.Request)
	s.who(m.By)
	if s.dated {
		s.number(int64(m.At))
	}
}

// ranks writes the order of the events that were mentioned since.
func (s *scribe) ranks(events []int) {
	order := slices.Compact(slices.Sorted(slices.Values(events)))
	s.count(len(order))
	if len(order) < 2 {
		return
	}
	for _, n := range order {
		s.count(s.events[n])
	}
}

// deep writes anything that a record holds.
func (s *scribe) deep(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		s.flag(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.number(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.number(int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		s.plain(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case reflect.String:
		s.text(v.String())
	case reflect.Map:
		s.mapped(v)
	case reflect.Pointer, reflect.Interface:
		s.flag(v.IsNil())
		switch {
		case v.IsNil():
		case v.Type() == ruleType:
			s.plain(v.Elem().FieldByName("Name").String())
		default:
			s.deep(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			s.text(string(v.Bytes()))
			return
		}
		s.count(v.Len())
		for i := range v.Len() {
			s.deep(v.Index(i))
		}
	case reflect.Struct:
		s.structure(v)
	default:
		panic("explore: a record holds a " + v.Type().String())
	}
}

// wish writes a request that may still be carried out, and remembers it.
func (s *scribe) wish(v reflect.Value) {
	var request int
	if v.Kind() == reflect.Struct {
		request = int(v.Field(1).Int())
		s.structure(v)
	} else {
		request = int(v.Int())
		s.request(request)
	}
	if request != 0 && !s.gone && !slices.Contains(s.wishes, request) {
		s.wishes = append(s.wishes, request)
	}
}

// mapped writes a map in the order of its keys as bytes.
func (s *scribe) mapped(v reflect.Value) {
	before := s.buf
	var entries []string
	for _, key := range v.MapKeys() {
		s.buf = nil
		s.deep(key)
		s.deep(v.MapIndex(key))
		entries = append(entries, string(s.buf))
	}
	slices.Sort(entries)
	s.buf = before
	s.count(len(entries))
	for _, e := range entries {
		s.plain(e)
	}
}

func (s *scribe) structure(v reflect.Value) {
	switch v.Type() {
	case tokenType:
		s.token(engine.Token{Kind: engine.Kind(v.Field(0).Uint()), N: v.Field(1).Uint(), Name: v.Field(2).String()})
		return
	case markType:
		s.mark(engine.Mark{Event: int(v.Field(0).Int()), Request: int(v.Field(1).Int()), By: v.Field(2).String(),
			At: engine.Instant(v.Field(3).Int())})
		return
	}
	for i, how := range s.fields.of(v.Type()) {
		f := v.Field(i)
		switch how {
		case asEvent:
			if f.Int() != 0 {
				s.sign('e')
				s.event(int(f.Int()))
				continue
			}
			s.sign('0')
		case asRequest:
			s.request(int(f.Int()))
		case asWish:
			s.wish(f)
		case asWriter:
			s.who(f.String())
		case asToken:
			s.token(engine.Token{N: f.Uint()})
		case asMemory:
			s.remembered(f, v.Type().String())
		case asIs:
			s.deep(f)
		}
	}
}

// remembered writes a list of tokens that are over: what a client made stays, of the minted ones only those that hold
// one need to know that it stands in the list.
func (s *scribe) remembered(list reflect.Value, what string) {
	for i := range list.Len() {
		t := list.Index(i)
		token := engine.Token{Kind: engine.Kind(t.Field(0).Uint()), N: t.Field(1).Uint(), Name: t.Field(2).String()}
		if token.N == 0 || token.Kind == engine.TimeTag {
			s.token(token)
			continue
		}
		s.traits[token.N] = append(s.traits[token.N], what+" "+s.place)
	}
	s.sign('.')
}

var (
	tokenType = reflect.TypeFor[engine.Token]()
	markType  = reflect.TypeFor[engine.Mark]()
	ruleType  = reflect.TypeFor[*engine.Rule]()
)
