package explore

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// scribe writes records as bytes in which everything that a history numbers has the number of its first mention: minted
// tokens, events, requests, writers. Two moments with the same bytes go on alike.
// It writes records and texts from their drafts.
type scribe struct {
	ink
	world  *engine.World
	record int
	now    engine.Instant
	drafts *drafts
	leaves bool // a request that a mark names left something as another had made it

	tokens   numbering[uint64]   // minted ones that stand somewhere
	texts    map[uint64]string   // of the objects that have one, by the tokens that stand in no other
	traits   map[uint64][]string // lists in which a token that stands nowhere else is remembered
	events   numbering[int]
	requests numbering[int]
	writers  numbering[string]
	named    []bool // of all writers: the id stands within a text that all share
	literal  bool   // of holding: the id of a writer stands in what one holds
	dead     bool   // what can make no difference is not told apart
	asks     int    // the request of which is written what it may know; 0: any that is still to be sent
	told     int    // of so many requests that marks name it is written what is asked of them
	holding  bool   // what is written is what a writer holds: nothing is mentioned first by it
	kept     bool   // of holding: what stands nowhere may still be written somewhere, and keeps its number
	alike    bool   // whose of several writers work is makes no difference

	opened map[uint64]int // of holding: tokens in requests that were never answered, which may be asked again
	tried  []int          // of holding: the wishes mentioned, by their first requests
	wishes []int          // requests that may still be carried out
	dated  bool           // somebody decides by when the marks that are written were set
	within []int          // events that the record being written mentions, in order
	place  int            // of the record being written
}

func newScribe(w *engine.World, d *drafts) *scribe {
	return &scribe{ink: newInk(), world: w, record: w.Record(), now: w.Now(), drafts: d,
		named: make([]bool, len(d.ids)), texts: map[uint64]string{}, traits: map[uint64][]string{}}
}

// text writes a text with the tokens in it by their places.
func (s *scribe) text(t string) { s.write(s.drafts.text(t, s.record).atoms) }

// write writes what was drafted, with the numbers of this moment.
func (s *scribe) write(atoms []atom) {
	for i := range atoms {
		switch a := &atoms[i]; a.as {
		case asIs:
			s.section(a.text)
		case asToken:
			s.token(engine.Token{N: a.number})
		case asEvent:
			s.event(int(a.number))
		case asRequest:
			s.request(int(a.number))
		case asWish:
			if request := int(a.number); !slices.Contains(s.wishes, request) {
				s.wishes = append(s.wishes, request)
			}
		case asWriter:
			s.who(a.text)
		case asMention:
			if s.holding {
				s.literal = true
			} else {
				s.named[a.number] = true
			}
		case asMemory:
			s.traits[a.number] = append(s.traits[a.number], a.text+" "+strconv.Itoa(s.place))
		case asEntries:
			s.entries(a.lists)
		}
	}
}

// entries writes the entries of a map in the order of their bytes.
func (s *scribe) entries(lists [][]atom) {
	before := s.buf
	var entries []string
	for _, list := range lists {
		s.buf = nil
		s.write(list)
		entries = append(entries, string(s.buf))
	}
	slices.Sort(entries)
	s.buf = before
	s.count(len(entries))
	for _, e := range entries {
		s.plain(e)
	}
}

// mayHold says whether a minted token can stand within a text.
func mayHold(t string) bool {
	return len(t) >= 14 && strings.IndexByte(t, '-')+strings.Index(t, "0x8DE") > -2
}

func (s *scribe) who(id string) {
	if id == engine.Seed || id == "" {
		s.sign('s')
		return
	}
	if s.alike {
		s.sign('w')
		return
	}
	n, ok := s.writers.of(id)
	if !ok && s.holding {
		s.literal = true
		s.sign('w')
		s.plain(id)
		return
	}
	if !ok {
		n = s.writers.add(id)
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
		n, ok := s.tokens.of(t.N)
		if !ok {
			n = s.tokens.add(t.N)
		}
		s.sign('k')
		s.count(n)
	}
}

// held writes a token that somebody holds: one that stands nowhere any more is over, and only the lists that remember
// it tell it from others.
func (s *scribe) held(t engine.Token) {
	n, ok := s.tokens.of(t.N)
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
	_, stands := s.tokens.of(t.N)
	return t.N != 0 && t.Kind != engine.TimeTag && !stands
}

func (s *scribe) event(n int) {
	at, ok := s.events.of(n)
	if !ok && s.holding {
		s.sign('x')
		return
	}
	if !ok {
		at = s.events.add(n)
	}
	s.count(at)
	s.within = append(s.within, n)
}

func (s *scribe) request(n int) {
	if n == 0 {
		s.sign('0')
		return
	}
	at, ok := s.requests.of(n)
	if !ok && s.holding {
		s.sign('x')
		return
	}
	if !ok {
		at = s.requests.add(n)
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
	order := slices.Clone(events)
	slices.Sort(order)
	order = slices.Compact(order)
	s.count(len(order))
	if len(order) < 2 {
		return
	}
	for _, n := range order {
		at, _ := s.events.of(n)
		s.count(at)
	}
}
