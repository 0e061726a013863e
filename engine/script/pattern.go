package script

import "strings"

// matcher matches one pattern against one text, as Lua 5.1 does. The interpreter's own matcher is not used: it can
// take time without bound in one instruction, and a frame of the stack for each byte.
//
// Source: Lua 5.1 Reference Manual, 5.4.1 Patterns.
type matcher struct {
	text, pattern string
	captures      []span
	depth         int
	work          func()            // called for each comparison; it may end the run
	wrong         func(text string) // raises an error; it does not return
}

// span is a piece of the text: from start on length bytes, or one of the two below.
type span struct{ start, length int }

const (
	open     = -1 // a capture that is not closed yet
	position = -2 // a capture of a place
)

// The limits of a pattern: the first is Lua's; the second keeps the stack small, where Lua has no limit.
const (
	maxCaptures = 32
	maxDepth    = 10_000
)

// at begins anew and matches the pattern from its byte p on where the text begins at s; end is where the match ends.
func (m *matcher) at(s, p int) (end int, ok bool) {
	m.captures, m.depth = m.captures[:0], 0
	return m.match(s, p)
}

func (m *matcher) match(s, p int) (end int, ok bool) {
	if m.depth++; m.depth > maxDepth {
		m.wrong("pattern too complex")
	}
	defer func() { m.depth-- }()
	for p < len(m.pattern) {
		m.work()
		switch c := m.pattern[p]; {
		case c == '(':
			return m.opened(s, p+1)
		case c == ')':
			return m.closed(s, p+1)
		case c == '$' && p+1 == len(m.pattern):
			return s, s == len(m.text)
		case c == '%' && p+1 < len(m.pattern) && m.pattern[p+1] == 'b':
			if s, ok = m.balanced(s, p+2); !ok {
				return 0, false
			}
			p += 4
			continue
		case c == '%' && p+1 < len(m.pattern) && m.pattern[p+1] == 'f':
			if p, ok = m.frontier(s, p+2); !ok {
				return 0, false
			}
			continue
		case c == '%' && p+1 < len(m.pattern) && isDigit(m.pattern[p+1]):
			if s, ok = m.again(s, m.pattern[p+1]); !ok {
				return 0, false
			}
			p += 2
			continue
		}
		next := m.classEnd(p)
		switch m.suffix(next) {
		case '?':
			if m.single(s, p, next) {
				if end, ok = m.match(s+1, next+1); ok {
					return end, true
				}
			}
			p = next + 1
		case '*':
			return m.most(s, p, next)
		case '+':
			if !m.single(s, p, next) {
				return 0, false
			}
			return m.most(s+1, p, next)
		case '-':
			return m.least(s, p, next)
		default:
			if !m.single(s, p, next) {
				return 0, false
			}
			s, p = s+1, next
		}
	}
	return s, true
}

func (m *matcher) suffix(p int) byte {
	if p < len(m.pattern) {
		return m.pattern[p]
	}
	return 0
}

// opened begins a capture; the pattern goes on at p.
func (m *matcher) opened(s, p int) (end int, ok bool) {
	if len(m.captures) == maxCaptures {
		m.wrong("too many captures")
	}
	kind := open
	if m.suffix(p) == ')' {
		kind, p = position, p+1
	}
	m.captures = append(m.captures, span{s, kind})
	level := len(m.captures)
	if end, ok = m.match(s, p); !ok {
		m.captures = m.captures[:level-1]
	}
	return end, ok
}

// closed ends the capture that was begun last and is open.
func (m *matcher) closed(s, p int) (end int, ok bool) {
	level := len(m.captures) - 1
	for ; level >= 0 && m.captures[level].length != open; level-- {
	}
	if level < 0 {
		m.wrong("invalid pattern capture")
	}
	m.captures[level].length = s - m.captures[level].start
	if end, ok = m.match(s, p); !ok {
		m.captures[level].length = open
	}
	return end, ok
}

// balanced is %bxy.
func (m *matcher) balanced(s, p int) (end int, ok bool) {
	if p+1 >= len(m.pattern) {
		m.wrong("unbalanced pattern")
	}
	if s >= len(m.text) || m.text[s] != m.pattern[p] {
		return 0, false
	}
	begin, close, deep := m.pattern[p], m.pattern[p+1], 1
	for i := s + 1; i < len(m.text); i++ {
		m.work()
		switch m.text[i] {
		case close:
			if deep--; deep == 0 {
				return i + 1, true
			}
		case begin:
			deep++
		}
	}
	return 0, false
}

// frontier is %f[set]; next is where the pattern goes on.
func (m *matcher) frontier(s, p int) (next int, ok bool) {
	if m.suffix(p) != '[' {
		m.wrong("missing '[' after '%f' in pattern")
	}
	next = m.classEnd(p)
	var before, here byte
	if s > 0 {
		before = m.text[s-1]
	}
	if s < len(m.text) {
		here = m.text[s]
	}
	return next, !m.inSet(before, p, next-1) && m.inSet(here, p, next-1)
}

// again is %1 to %9: what a capture took stands here once more.
func (m *matcher) again(s int, digit byte) (end int, ok bool) {
	n := int(digit) - '1'
	if n < 0 || n >= len(m.captures) || m.captures[n].length == open {
		m.wrong("invalid capture index")
	}
	taken := m.captures[n]
	if taken.length == position {
		return 0, false
	}
	for range taken.length / 8 {
		m.work()
	}
	if !strings.HasPrefix(m.text[s:], m.text[taken.start:taken.start+taken.length]) {
		return 0, false
	}
	return s + taken.length, true
}

// most takes as much as it can and gives back until the rest matches.
func (m *matcher) most(s, p, next int) (end int, ok bool) {
	n := 0
	for m.single(s+n, p, next) {
		n++
	}
	for ; n >= 0; n-- {
		if end, ok = m.match(s+n, next+1); ok {
			return end, true
		}
	}
	return 0, false
}

// least takes as little as it can.
func (m *matcher) least(s, p, next int) (end int, ok bool) {
	for {
		if end, ok = m.match(s, next+1); ok {
			return end, true
		}
		if !m.single(s, p, next) {
			return 0, false
		}
		s++
	}
}

// classEnd is the byte behind the class that begins at p.
func (m *matcher) classEnd(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pattern) {
			m.wrong("malformed pattern (ends with '%')")
		}
		return p + 1
	case '[':
		if m.suffix(p) == '^' {
			p++
		}
		for first := true; first || m.suffix(p) != ']' || p >= len(m.pattern); first = false {
			if p >= len(m.pattern) {
				m.wrong("malformed pattern (missing ']')")
			}
			c := m.pattern[p]
			if p++; c == '%' {
				p++ // what stands escaped cannot end the set
			}
		}
		return p + 1
	}
	return p
}

// single is whether the byte at s is of the class from p to next.
func (m *matcher) single(s, p, next int) bool {
	m.work()
	if s >= len(m.text) {
		return false
	}
	switch c := m.text[s]; m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, next-1)
	default:
		return m.pattern[p] == c
	}
}

// inSet is whether c is in the set whose brackets stand at p and end.
func (m *matcher) inSet(c byte, p, end int) bool {
	in := true
	p++
	if m.pattern[p] == '^' {
		in = false
		p++
	}
	for p < end {
		m.work()
		switch {
		case m.pattern[p] == '%' && p+1 < end:
			if inClass(c, m.pattern[p+1]) {
				return in
			}
			p += 2
		case p+2 < end && m.pattern[p+1] == '-':
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return in
			}
			p += 3
		default:
			if m.pattern[p] == c {
				return in
			}
			p++
		}
	}
	return !in
}

// inClass is whether c is of the class %letter; an upper letter is the complement, no letter is itself.
func inClass(c, letter byte) bool {
	in := false
	switch letter | 0x20 {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < ' ' || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = '!' <= c && c <= '~' && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return letter == c
	}
	if !isLetter(letter) {
		return letter == c
	}
	return in == (letter >= 'a')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
