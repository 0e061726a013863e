package engine

import (
	"hash/crc32"
	"strconv"
)

// sum is the fixed hash of a record's fields: FNV-1a over names and values, so that it is the same on every machine.
type sum struct {
	h    uint64
	room Spare
	long [16]longPart // the newest
	next int
	sent [16]sentSum // by the number of the request
}

// sentSum is the sum of a request up to the end of what was sent.
type sentSum struct {
	of   *Sending
	upto uint64
}

// longPart is a text, or bytes, that were summed from one state to another: a body is summed each time its request goes
// on, and comparing it with itself costs nothing.
type longPart struct {
	text     string
	bytes    []byte
	check    uint32 // of the bytes
	from, to uint64
}

// longFrom is how long what is remembered is at least, in bytes.
const longFrom = 256

func (s *sum) spare() *Spare { return &s.room }

func (s *sum) text(t string) { s.part(t); s.end() }

// part is a piece of a text; end is behind its last one.
func (s *sum) part(t string) {
	if len(t) >= longFrom {
		s.longText(t)
		return
	}
	s.h = summed(s.h, t)
}

func (s *sum) longText(t string) {
	for i := range s.long {
		if known := &s.long[i]; known.from == s.h && known.bytes == nil && known.text == t {
			s.h = known.to
			return
		}
	}
	s.keep(longPart{text: t, to: summed(s.h, t)})
}

// keep remembers what something long makes of the sum, and sums it.
func (s *sum) keep(l longPart) {
	l.from = s.h
	s.long[s.next] = l
	s.next = (s.next + 1) % len(s.long)
	s.h = l.to
}

func summed[T string | []byte](h uint64, t T) uint64 {
	for i := 0; i < len(t); i++ {
		h = (h ^ uint64(t[i])) * fnvPrime
	}
	return h
}

func (s *sum) end() { s.h = (s.h ^ 0xFF) * fnvPrime }

func (s *sum) letters(list []byte) {
	if len(list) >= longFrom {
		s.longLetters(list)
		return
	}
	s.h = summed(s.h, list)
}

// longLetters knows bytes by their place. Somebody may have changed them there, so their checksum is compared too: that
// takes a twentieth of the time that their sum does.
func (s *sum) longLetters(list []byte) {
	check := crc32.Checksum(list, castagnoli)
	for i := range s.long {
		if known := &s.long[i]; known.from == s.h && len(known.bytes) == len(list) && known.check == check &&
			&known.bytes[0] == &list[0] {
			s.h = known.to
			return
		}
	}
	s.keep(longPart{bytes: list, check: check, to: summed(s.h, list)})
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s *sum) digits(n int64) {
	var room [20]byte
	s.h = summed(s.h, strconv.AppendInt(room[:0], n, 10))
}

// numbered is the text of a name with a number behind it.
func (s *sum) numbered(name string, n int) { s.part(name); s.digits(int64(n)); s.end() }

// value is a piece of a text: what the value's String writes, without putting it together.
func (s *sum) value(v Value) {
	switch v.kind {
	case isText:
		s.part(v.text)
	case isNumber:
		s.digits(v.number)
	case isInstant:
		var room [instantSize]byte
		s.h = summed(s.h, Instant(v.number).appendTo(room[:0]))
	case isList:
		s.part("[")
		for i, e := range v.inside() {
			if i > 0 {
				s.part(" ")
			}
			s.value(e)
		}
		s.part("]")
	case isReference:
		s.part("$")
		s.part(v.text)
		for range v.number {
			s.part("?")
		}
	default:
		s.part(v.String())
	}
}

// answer is a text: what the answer's String writes.
func (s *sum) answer(a *Answer) {
	if a.Why != nil || a.waits || a.Status == 0 || IsNTStatus(a.Status) {
		s.text(a.String())
		return
	}
	s.digits(int64(a.Status))
	s.end()
}

// number is its eight bytes, the lowest first. Most are zeros, and all that those do together is one multiplication.
func (s *sum) number(n uint64) {
	zeros := 8
	for ; n != 0; n >>= 8 {
		s.h = (s.h ^ n&0xFF) * fnvPrime
		zeros--
	}
	s.h *= ofZeros[zeros]
}

// ofZeros is what so many bytes of zero multiply a sum by.
var ofZeros = func() (powers [9]uint64) {
	powers[0] = 1
	for n := range 8 {
		powers[n+1] = powers[n] * fnvPrime
	}
	return powers
}()

func (s *sum) Under(name string) { s.text(name); s.number(1) }

func (s *sum) Up() { s.number(2) }

func (s *sum) Text(name string, p *string) { s.text(name); s.text(*p) }

func (s *sum) Number(name string, p *int64) { s.text(name); s.number(uint64(*p)) }

func (s *sum) Flag(name string, p *bool) {
	s.text(name)
	n := uint64(0)
	if *p {
		n = 1
	}
	s.number(n)
}

func (s *sum) Bytes(name string, p *[]byte) {
	s.text(name)
	s.letters(*p)
	s.number(uint64(len(*p)))
}

func (s *sum) Instant(name string, p *Instant) { s.text(name); s.number(uint64(*p)) }

func (s *sum) End(name string, p *Instant) { s.text(name); s.number(uint64(*p)) }

func (s *sum) Token(name string, p *Token) {
	s.text(name)
	s.number(uint64(p.Kind))
	s.number(p.N)
	s.text(p.Name)
}

func (s *sum) Mark(name string, p *Mark) {
	s.text(name)
	s.number(uint64(p.Event))
	s.number(uint64(p.Request))
	s.text(p.By)
	s.number(uint64(p.At))
}
