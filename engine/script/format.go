package script

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// shortest is a number as C writes it with %.14g, which is how Lua writes all of its own.
func shortest(f float64) string {
	if n := int64(f); float64(n) == f && -1e14 < f && f < 1e14 && n != 0 { // nothing may be minus nothing
		return strconv.FormatInt(n, 10)
	}
	return inC("%.14g", 'g', f)
}

// inC is a number in one verb of C: what Go writes otherwise is set right.
func inC(spec string, verb byte, f float64) string {
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f):
		return endless(spec, f)
	case (verb == 'g' || verb == 'G') && !strings.Contains(spec, "."):
		spec = spec[:len(spec)-1] + ".6" + string(verb) // the default of C; Go's is as many as are needed
	}
	return fmt.Sprintf(spec, f)
}

// endless is what is no number, or has no end, in one verb of C: its width is kept, nothing fills it.
func endless(spec string, f float64) string {
	flags := spec[1 : len(spec)-len(strings.TrimLeft(spec[1:], "-+ #0"))]
	wide, _, _ := strings.Cut(strings.TrimLeft(spec[1:len(spec)-1], "-+ #0"), ".")
	width, _ := strconv.Atoi(wide)
	word := map[bool]string{true: "-inf", false: "inf"}[f < 0]
	switch {
	case math.IsNaN(f):
		word = "-nan" // the one that dividing nothing by nothing gives on usual machines
	case f > 0 && strings.Contains(flags, "+"):
		word = "+" + word
	case f > 0 && strings.Contains(flags, " "):
		word = " " + word
	}
	blanks := strings.Repeat(" ", max(width-len(word), 0))
	if strings.ToUpper(spec[len(spec)-1:]) == spec[len(spec)-1:] {
		word = strings.ToUpper(word)
	}
	if strings.Contains(flags, "-") {
		return word + blanks
	}
	return blanks + word
}

// format is string.format.
//
// Source: Lua 5.1 Reference Manual, 5.4, string.format.
func (r *run) format(l *lua.LState) int {
	with, argument := l.CheckString(1), 1
	var made strings.Builder
	for i := 0; i < len(with); i++ {
		if with[i] != '%' {
			made.WriteByte(with[i])
			continue
		}
		begin := i
		if i+1 < len(with) && with[i+1] == '%' {
			i++
			made.WriteByte('%')
			continue
		}
		if argument++; argument > l.GetTop() {
			l.RaiseError("bad argument #%d to 'format' (no value)", argument)
		}
		for i++; i < len(with) && strings.IndexByte("-+ #0", with[i]) >= 0; i++ {
		}
		for ; i < len(with) && (isDigit(with[i]) || with[i] == '.'); i++ {
		}
		if flags := len(with[begin+1:i]) - len(strings.TrimLeft(with[begin+1:i], "-+ #0")); flags > len("-+ #0") {
			l.RaiseError("invalid format (repeated flags)")
		}
		if i-begin > len("%-+ #0")+len("99.99") || i-begin > 1 && longNumber(with[begin:i]) {
			l.RaiseError("invalid format (width or precision too long)")
		}
		if i == len(with) || strings.IndexByte("cdiouxXeEfgGqs", with[i]) < 0 {
			l.RaiseError("invalid option '%%%s' to 'format'", with[min(i, len(with)):min(i+1, len(with))])
		}
		r.formatted(l, &made, with[begin:i+1], argument)
		r.meter.charge(i + 1 - begin)
	}
	r.meter.charge(made.Len())
	l.Push(lua.LString(made.String()))
	return 1
}

// longNumber is whether a width or a precision has more than the two digits that Lua takes.
func longNumber(spec string) bool {
	for _, number := range strings.FieldsFunc(spec, func(c rune) bool { return c < '0' || c > '9' }) {
		if len(strings.TrimLeft(number, "0")) > 2 {
			return true
		}
	}
	return false
}

// formatted writes argument n as its part of a format says.
func (r *run) formatted(l *lua.LState, made *strings.Builder, spec string, n int) {
	verb := spec[len(spec)-1]
	switch verb {
	case 'q':
		quoteLua(made, r.formatText(l, n))
		return
	case 's':
		s := r.formatText(l, n)
		r.meter.charge(len(s))
		width, most, cut := strings.Cut(strings.TrimLeft(spec[1:len(spec)-1], "-+ #0"), ".")
		if digits, _ := strconv.Atoi(most); cut {
			s = s[:min(len(s), digits)]
		}
		wide, _ := strconv.Atoi(width)
		blanks := strings.Repeat(" ", max(wide-len(s), 0))
		if strings.Contains(spec, "-") {
			s, blanks = blanks, s
		}
		made.WriteString(blanks + s)
		return
	}
	number, ok := numeric(l.Get(n))
	if !ok {
		l.RaiseError("bad argument #%d to 'format' (number expected, got %s)", n, l.Get(n).Type())
	}
	switch verb {
	case 'c':
		made.WriteByte(byte(integer(number)))
	case 'd', 'i':
		fmt.Fprintf(made, spec[:len(spec)-1]+"d", integer(number))
	case 'u':
		fmt.Fprintf(made, spec[:len(spec)-1]+"d", unsigned(number))
	case 'o', 'x', 'X':
		fmt.Fprintf(made, spec, unsigned(number))
	default:
		made.WriteString(inC(spec, verb, number))
	}
}

// formatText is an argument as a text: %s and %q take texts and numbers alone.
func (r *run) formatText(l *lua.LState, n int) string {
	if !lua.LVCanConvToString(l.Get(n)) {
		l.RaiseError("bad argument #%d to 'format' (string expected, got %s)", n, l.Get(n).Type())
	}
	return text(l.Get(n))
}

// quoteLua writes a text as Lua reads it again.
func quoteLua(made *strings.Builder, s string) {
	made.WriteByte('"')
	for _, c := range []byte(s) {
		switch c {
		case '"', '\\', '\n':
			made.WriteByte('\\')
			made.WriteByte(c)
		case '\r':
			made.WriteString(`\r`)
		case 0:
			made.WriteString(`\000`)
		default:
			made.WriteByte(c)
		}
	}
	made.WriteByte('"')
}

// bits is the library of that name: operations on 32 bits.
//
// Source: Lua BitOp, API functions.
func bits(l *lua.LState) *lua.LTable {
	t := l.NewTable()
	set := func(name string, f func(l *lua.LState) int32) {
		t.RawSetString(name, l.NewFunction(taking(name, func(l *lua.LState) int {
			l.Push(lua.LNumber(f(l)))
			return 1
		})))
	}
	fold := func(f func(a, b int32) int32) func(l *lua.LState) int32 {
		return func(l *lua.LState) int32 {
			sum := bit32(l, 1)
			for i := 2; i <= l.GetTop(); i++ {
				sum = f(sum, bit32(l, i))
			}
			return sum
		}
	}
	set("tobit", func(l *lua.LState) int32 { return bit32(l, 1) })
	set("bnot", func(l *lua.LState) int32 { return ^bit32(l, 1) })
	set("band", fold(func(a, b int32) int32 { return a & b }))
	set("bor", fold(func(a, b int32) int32 { return a | b }))
	set("bxor", fold(func(a, b int32) int32 { return a ^ b }))
	by := func(l *lua.LState) uint32 { return uint32(bit32(l, 2)) & 31 }
	set("lshift", func(l *lua.LState) int32 { return int32(uint32(bit32(l, 1)) << by(l)) })
	set("rshift", func(l *lua.LState) int32 { return int32(uint32(bit32(l, 1)) >> by(l)) })
	set("arshift", func(l *lua.LState) int32 { return bit32(l, 1) >> by(l) })
	rotated := func(x, n uint32) int32 { return int32(x<<(n&31) | x>>((32-n)&31)) }
	set("rol", func(l *lua.LState) int32 { return rotated(uint32(bit32(l, 1)), by(l)) })
	set("ror", func(l *lua.LState) int32 { return rotated(uint32(bit32(l, 1)), 32-by(l)) })
	set("bswap", func(l *lua.LState) int32 {
		x := uint32(bit32(l, 1))
		return int32(x<<24 | x>>24 | x<<8&0xff0000 | x>>8&0xff00)
	})
	t.RawSetString("tohex", l.NewFunction(taking("tohex", func(l *lua.LState) int {
		digits, verb := int32(8), "%08x"
		if l.GetTop() > 1 {
			digits = bit32(l, 2)
		}
		if digits < 0 {
			digits, verb = -digits, "%08X"
		}
		hex := fmt.Sprintf(verb, uint32(bit32(l, 1)))
		l.Push(lua.LString(hex[len(hex)-int(min(uint32(digits), 8)):]))
		return 1
	})))
	return t
}

// bit32 is an argument folded into 32 bits.
//
// Source: Lua BitOp, barg: what adding this number leaves in its lowest bits.
func bit32(l *lua.LState, n int) int32 {
	return int32(uint32(math.Float64bits(float64(l.CheckNumber(n)) + (1<<52 + 1<<51))))
}
