package engine

import "strconv"

// sum is the fixed hash of a record's fields: FNV-1a over names and values, so that it is the same on every machine.
type sum struct {
	h    uint64
	room Spare
}

func (s *sum) spare() *Spare { return &s.room }

func (s *sum) text(t string) {
	for i := 0; i < len(t); i++ {
		s.h = (s.h ^ uint64(t[i])) * fnvPrime
	}
	s.h = (s.h ^ 0xFF) * fnvPrime
}

// numbered is the text of a name with a number behind it.
func (s *sum) numbered(name string, n int) {
	var digits [20]byte
	for i := 0; i < len(name); i++ {
		s.h = (s.h ^ uint64(name[i])) * fnvPrime
	}
	for _, d := range strconv.AppendInt(digits[:0], int64(n), 10) {
		s.h = (s.h ^ uint64(d)) * fnvPrime
	}
	s.h = (s.h ^ 0xFF) * fnvPrime
}

func (s *sum) number(n uint64) {
	for range 8 {
		s.h = (s.h ^ n&0xFF) * fnvPrime
		n >>= 8
	}
}

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
	for _, b := range *p {
		s.h = (s.h ^ uint64(b)) * fnvPrime
	}
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
