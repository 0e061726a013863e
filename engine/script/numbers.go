package script

import (
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// spaces are what C passes over around a number.
const spaces = " \t\n\v\f\r"

// numeric is a value as a number, if it is one or a text that is.
func numeric(v lua.LValue) (float64, bool) {
	switch v := v.(type) {
	case lua.LNumber:
		return float64(v), true
	case lua.LString:
		return readNumber(string(v))
	}
	return 0, false
}

// readNumber reads a text as strtod of C does, which is how Lua reads numbers.
//
// Source: Lua 5.1, luaO_str2d; C99, 7.20.1.3.
func readNumber(s string) (float64, bool) {
	s = strings.ToLower(strings.Trim(s, spaces))
	if strings.ContainsAny(s, "_") {
		return 0, false
	}
	if strings.Contains(s, "0x") && !strings.Contains(s, "p") {
		s += "p0" // which Go needs and C does not
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// readBase reads a text as strtoul of C does, with the number that a base has for its digits.
//
// Source: Lua 5.1, luaB_tonumber.
func readBase(s string, base int) (float64, bool) {
	s = strings.ToLower(strings.Trim(s, spaces))
	digits, minus := strings.CutPrefix(s, "-")
	if !minus {
		digits = strings.TrimPrefix(s, "+")
	}
	if base == 16 {
		digits = strings.TrimPrefix(digits, "0x")
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil && n != math.MaxUint64 {
		return 0, false
	}
	if minus && n != math.MaxUint64 {
		n = -n
	}
	return float64(n), true
}

// integer is a number as C makes 64 bits of it on usual machines: the lowest number where it does not fit.
func integer(f float64) int64 {
	if f >= -1<<63 && f < 1<<63 {
		return int64(f)
	}
	return math.MinInt64
}

// unsigned is a number as C makes 64 bits without a sign of it on usual machines.
func unsigned(f float64) uint64 {
	if f >= 1<<63 {
		return uint64(integer(f-1<<63)) ^ 1<<63
	}
	return uint64(integer(f))
}

// tonumber is the function of that name.
func tonumber(l *lua.LState) int {
	if l.GetTop() == 0 {
		l.RaiseError("bad argument #1 to 'tonumber' (value expected)")
	}
	base := l.OptInt(2, 10)
	n, ok := 0.0, false
	switch {
	case base == 10:
		n, ok = numeric(l.Get(1))
	case base < 2 || base > 36:
		l.RaiseError("bad argument #2 to 'tonumber' (base out of range)")
	default:
		n, ok = readBase(l.CheckString(1), base)
	}
	if !ok {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(lua.LNumber(n))
	return 1
}

// join is a chain of texts and numbers, made from its end as Lua does where one of them has its own way.
func (r *run) join(l *lua.LState) int {
	made := l.Get(-1)
	for i := l.GetTop() - 1; i > 0; i-- {
		left := l.Get(i)
		if lua.LVCanConvToString(left) && lua.LVCanConvToString(made) {
			parts := []string{text(made)}
			for ; i > 0 && lua.LVCanConvToString(l.Get(i)); i-- {
				parts = append(parts, text(l.Get(i)))
			}
			i++
			made = r.reversed(parts)
			continue
		}
		own := l.GetMetaField(left, "__concat")
		if own == lua.LNil {
			own = l.GetMetaField(made, "__concat")
		}
		if own == lua.LNil {
			if lua.LVCanConvToString(left) {
				left = made
			}
			l.RaiseError("attempt to concatenate a %s value", left.Type())
		}
		l.Push(own)
		l.Push(left)
		l.Push(made)
		l.Call(2, 1)
		made = l.Get(-1)
		l.Pop(1)
	}
	l.Push(made)
	return 1
}

// reversed is one text of parts, the last one first.
func (r *run) reversed(parts []string) lua.LString {
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
		if b.Len() > MaxText {
			r.meter.charge(b.Len())
		}
	}
	r.meter.charge(b.Len())
	return lua.LString(b.String())
}

// bound is one of the numbers of a loop; what it is called comes before it.
func bound(l *lua.LState) int {
	n, ok := numeric(l.Get(2))
	if !ok {
		l.RaiseError("'for' %s must be a number", l.Get(1))
	}
	l.Push(lua.LNumber(n))
	return 1
}

// arithmetic has texts reckoned with as Lua does: the interpreter reads 010 as 8.
func arithmetic(l *lua.LState, texts *lua.LTable) {
	for name, f := range map[string]func(a, b float64) float64{
		"__add": func(a, b float64) float64 { return a + b },
		"__sub": func(a, b float64) float64 { return a - b },
		"__mul": func(a, b float64) float64 { return a * b },
		"__div": func(a, b float64) float64 { return a / b },
		"__mod": modulo,
		"__pow": math.Pow,
		"__unm": func(a, _ float64) float64 { return -a },
	} {
		texts.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			left, right := l.Get(1), l.Get(2)
			if name == "__unm" {
				right = left
			}
			a, first := numeric(left)
			b, second := numeric(right)
			if first && !second {
				left = right
			}
			if other := l.GetMetaField(left, name); other != lua.LNil && left.Type() != lua.LTString {
				l.SetTop(2)
				l.Insert(other, 1)
				l.Call(2, 1)
				return 1
			}
			if !first || !second {
				l.RaiseError("attempt to perform arithmetic on a %s value", left.Type())
			}
			l.Push(lua.LNumber(f(a, b)))
			return 1
		}))
	}
}

// modulo has the sign of what it is divided by.
//
// Source: Lua 5.1 Reference Manual, 2.5.1.
func modulo(a, b float64) float64 { return a - math.Floor(a/b)*b }
