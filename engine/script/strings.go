package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The functions of the string library that take patterns.
//
// Source: Lua 5.1 Reference Manual, 5.4 String Manipulation.

// perStep is how many comparisons of a match cost an instruction.
const perStep = 32

// matcher matches a pattern against a text and charges for it.
func (r *run) matcher(l *lua.LState, text, pattern string) *matcher {
	n := 0
	return &matcher{text: text, pattern: pattern, wrong: func(text string) { l.RaiseError("%s", text) }, work: func() {
		if n++; n%perStep == 0 {
			r.meter.charge(dear)
		}
	}}
}

// captured pushes what the match from begin to end took: its captures, or all of it where it has none.
func (m *matcher) captured(l *lua.LState, begin, end int) (pushed int) {
	if len(m.captures) == 0 {
		l.Push(lua.LString(m.text[begin:end]))
		return 1
	}
	for i := range m.captures {
		l.Push(m.capture(i, begin, end))
	}
	return len(m.captures)
}

// capture is capture number i, from 0; the first of a match that has none is all of it.
func (m *matcher) capture(i, begin, end int) lua.LValue {
	if i == 0 && len(m.captures) == 0 {
		return lua.LString(m.text[begin:end])
	}
	if i >= len(m.captures) {
		m.wrong("invalid capture index")
	}
	switch c := m.captures[i]; c.length {
	case open:
		m.wrong("unfinished capture")
	case position:
		return lua.LNumber(c.start + 1)
	default:
		return lua.LString(m.text[c.start : c.start+c.length])
	}
	return lua.LNil
}

// initial is where a search begins: places count from 1, negative ones from the end.
func initial(l *lua.LState, text string) int {
	at := l.OptInt(3, 1)
	if at < 0 {
		at += len(text) + 1
	}
	return min(max(at-1, 0), len(text))
}

// search finds the first match from the byte s on.
func (m *matcher) search(s int) (begin, end int, ok bool) {
	p := 0
	if strings.HasPrefix(m.pattern, "^") {
		p = 1
	}
	for ; s <= len(m.text); s++ {
		if end, ok = m.at(s, p); ok {
			return s, end, true
		}
		if p == 1 {
			break
		}
	}
	return 0, 0, false
}

func (r *run) find(l *lua.LState) int {
	text, pattern := l.CheckString(1), l.CheckString(2)
	s := initial(l, text)
	if lua.LVAsBool(l.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-") {
		r.meter.charge(len(text) - s)
		i := strings.Index(text[s:], pattern)
		if i < 0 {
			l.Push(lua.LNil)
			return 1
		}
		l.Push(lua.LNumber(s + i + 1))
		l.Push(lua.LNumber(s + i + len(pattern)))
		return 2
	}
	m := r.matcher(l, text, pattern)
	begin, end, ok := m.search(s)
	if !ok {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(lua.LNumber(begin + 1))
	l.Push(lua.LNumber(end))
	if len(m.captures) == 0 {
		return 2
	}
	return 2 + m.captured(l, begin, end)
}

func (r *run) match(l *lua.LState) int {
	text := l.CheckString(1)
	m := r.matcher(l, text, l.CheckString(2))
	begin, end, ok := m.search(initial(l, text))
	if !ok {
		l.Push(lua.LNil)
		return 1
	}
	return m.captured(l, begin, end)
}

func (r *run) gmatch(l *lua.LState) int {
	text, pattern, s := l.CheckString(1), l.CheckString(2), 0
	l.Push(l.NewFunction(func(l *lua.LState) int {
		m := r.matcher(l, text, pattern)
		for ; s <= len(text); s++ {
			end, ok := m.at(s, 0)
			if !ok {
				continue
			}
			begin := s
			if s = end; end == begin {
				s++
			}
			return m.captured(l, begin, end)
		}
		return 0
	}))
	return 1
}

func (r *run) gsub(l *lua.LState) int {
	text, pattern, with := l.CheckString(1), l.CheckString(2), l.Get(3)
	switch with.(type) {
	case lua.LString, lua.LNumber, *lua.LTable, *lua.LFunction:
	default:
		l.ArgError(3, "string/function/table expected")
	}
	most := l.OptInt(4, len(text)+1)
	m := r.matcher(l, text, pattern)
	p := 0
	if strings.HasPrefix(pattern, "^") {
		p = 1
	}
	var made strings.Builder
	s, n := 0, 0
	for n < most {
		end, ok := m.at(s, p)
		if ok {
			n++
			before := made.Len()
			made.WriteString(r.substitute(l, m, with, s, end))
			r.meter.charge(made.Len() - before)
		}
		switch {
		case ok && end > s:
			s = end
		case s < len(text):
			made.WriteByte(text[s])
			s++
		default:
			most = n
		}
		if made.Len() > MaxText {
			r.meter.charge(made.Len())
		}
		if p == 1 {
			break
		}
	}
	made.WriteString(text[s:])
	r.meter.charge(made.Len())
	l.Push(lua.LString(made.String()))
	l.Push(lua.LNumber(n))
	return 2
}

// substitute is what stands for one match.
func (r *run) substitute(l *lua.LState, m *matcher, with lua.LValue, begin, end int) string {
	var value lua.LValue
	switch with := with.(type) {
	case *lua.LTable:
		value = l.GetTable(with, m.capture(0, begin, end))
	case *lua.LFunction:
		l.Push(with)
		l.Call(m.captured(l, begin, end), 1)
		value = l.Get(-1)
		l.Pop(1)
	default:
		return m.filled(text(with), begin, end)
	}
	switch {
	case lua.LVIsFalse(value):
		return m.text[begin:end]
	case !lua.LVCanConvToString(value):
		l.RaiseError("invalid replacement value (a %s)", value.Type())
	}
	return text(value)
}

// filled is a replacement text with its %0 to %9 in their places.
func (m *matcher) filled(with string, begin, end int) string {
	if !strings.Contains(with, "%") {
		return with
	}
	var made strings.Builder
	for i := 0; i < len(with) && made.Len() <= MaxText; i++ {
		switch c := with[i]; {
		case c != '%' || i+1 == len(with):
			if c == '%' {
				c = 0 // which ends a text of C
			}
			made.WriteByte(c)
		case with[i+1] == '0':
			i++
			made.WriteString(m.text[begin:end])
		case isDigit(with[i+1]):
			i++
			made.WriteString(text(m.capture(int(with[i]-'1'), begin, end)))
		default:
			i++
			made.WriteByte(with[i])
		}
	}
	return made.String()
}
