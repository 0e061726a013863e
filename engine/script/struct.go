package script

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// form is the format of a struct being read: the first of its options is that of the next value.
type form struct {
	l     *lua.LState
	name  string // of the function that reads it
	rest  string
	big   bool
	align int
}

// widest is the longest number in bytes, and the widest alignment that needs no number.
const widest, aligned = 32, 8

// wrong raises what is wrong with an argument.
func (f *form) wrong(argument int, why string) {
	f.l.RaiseError("bad argument #%d to '%s' (%s)", argument, f.name, why)
}

// option is the next option with its size in bytes, 0 for what has none; ok is false at the end.
func (f *form) option() (option byte, size int, ok bool) {
	if f.rest == "" {
		return 0, 0, false
	}
	option, f.rest = f.rest[0], f.rest[1:]
	switch option {
	case 'B', 'b', 'x':
		size = 1
	case 'H', 'h':
		size = 2
	case 'f':
		size = 4
	case 'L', 'l', 'T', 'd':
		size = 8
	case 'c':
		size = f.number(1)
	case 'i', 'I':
		if size = f.number(4); size > widest {
			f.l.RaiseError("integral size %d is larger than limit of %d", size, widest)
		}
	}
	return option, size, true
}

// number is the one behind an option; a usual one where none stands there.
func (f *form) number(usual int) int {
	digits := len(f.rest) - len(strings.TrimLeft(f.rest, "0123456789"))
	if digits == 0 {
		return usual
	}
	n := 0
	for _, d := range f.rest[:digits] {
		if n = n*10 + int(d-'0'); n > MaxText {
			f.l.RaiseError("integral size overflow")
		}
	}
	f.rest = f.rest[digits:]
	return n
}

// gap is how many bytes stand before a value that begins there.
func (f *form) gap(at, size int, option byte) int {
	if size == 0 || option == 'c' {
		return 0
	}
	size = min(size, f.align)
	return (size - at&(size-1)) & (size - 1)
}

// control is an option that stands for no value.
func (f *form) control(option byte) {
	switch option {
	case ' ':
	case '>':
		f.big = true
	case '<':
		f.big = false
	case '!':
		n := f.number(aligned)
		if n <= 0 || n&(n-1) != 0 {
			f.l.RaiseError("alignment %d is not a power of 2", n)
		}
		f.align = n
	default:
		f.wrong(1, "invalid format option '"+string(option)+"'")
	}
}

func isNumber(option byte) bool { return strings.IndexByte("bBhHlLTiI", option) >= 0 }

// ordered are the bytes of a number, which stand little end first, as the format wants them.
func (f *form) ordered(little []byte) []byte {
	if f.big {
		slices.Reverse(little)
	}
	return little
}

// structs is the library struct: pack, unpack and size.
//
// Source: Redis 7, deps/lua/src/lua_struct.c.
func (r *run) structs() *lua.LTable {
	l := r.state
	t := l.NewTable()
	t.RawSetString("pack", l.NewFunction(r.structPack))
	t.RawSetString("unpack", l.NewFunction(r.structUnpack))
	t.RawSetString("size", l.NewFunction(func(l *lua.LState) int {
		f, at := &form{l: l, name: "size", rest: l.CheckString(1), align: 1}, 0
		for option, size, ok := f.option(); ok; option, size, ok = f.option() {
			at += f.gap(at, size, option)
			switch {
			case option == 's':
				f.wrong(1, "option 's' has no fixed size")
			case option == 'c' && size == 0:
				f.wrong(1, "option 'c0' has no fixed size")
			case !isNumber(option) && strings.IndexByte("xfdc", option) < 0:
				f.control(option)
			}
			at += size
		}
		l.Push(lua.LNumber(at))
		return 1
	}))
	return t
}

func (r *run) structPack(l *lua.LState) int {
	f := &form{l: l, name: "pack", rest: l.CheckString(1), align: 1}
	var out []byte
	arg := 2
	for option, size, ok := f.option(); ok; option, size, ok = f.option() {
		r.meter.charge(size)
		out = append(out, make([]byte, f.gap(len(out), size, option))...)
		switch {
		case isNumber(option):
			little := binary.LittleEndian.AppendUint64(nil, whole(float64(l.CheckNumber(arg))))
			little = append(little, make([]byte, widest-len(little))...)[:size]
			out = append(out, f.ordered(little)...)
			arg++
		case option == 'x':
			out = append(out, 0)
		case option == 'f':
			out = append(out, f.ordered(binary.LittleEndian.AppendUint32(nil,
				math.Float32bits(float32(l.CheckNumber(arg)))))...)
			arg++
		case option == 'd':
			out = append(out, f.ordered(binary.LittleEndian.AppendUint64(nil,
				math.Float64bits(float64(l.CheckNumber(arg)))))...)
			arg++
		case option == 'c' || option == 's':
			text := l.CheckString(arg)
			arg++
			if size == 0 {
				size = len(text)
			}
			if len(text) < size {
				f.wrong(arg, "string too short")
			}
			out = append(out, text[:size]...)
			if option == 's' {
				out = append(out, 0)
			}
		default:
			f.control(option)
		}
		if len(out) > MaxText {
			r.meter.charge(len(out))
		}
	}
	r.meter.charge((len(out) + len(l.CheckString(1))) * perElement)
	l.Push(lua.LString(out))
	return 1
}

// whole is a number as the bits of a whole one.
func whole(n float64) uint64 {
	if n < 0 {
		return uint64(int64(n))
	}
	return uint64(n)
}

func (r *run) structUnpack(l *lua.LState) int {
	f, data := &form{l: l, name: "unpack", rest: l.CheckString(1), align: 1}, l.CheckString(2)
	at := l.OptInt(3, 1) - 1
	if at < 0 {
		f.wrong(3, "offset must be 1 or greater")
	}
	within := func(size int) {
		if at > len(data) || size > len(data)-at {
			f.wrong(2, "data string too short")
		}
	}
	r.meter.charge((len(data) + len(f.rest)) * perElement)
	var values []lua.LValue
	for option, size, ok := f.option(); ok; option, size, ok = f.option() {
		at += f.gap(at, size, option)
		within(size)
		switch {
		case isNumber(option):
			values = append(values, f.numberIn(data[at:at+size], option))
		case option == 'x':
		case option == 'f':
			bits := binary.LittleEndian.Uint32(f.ordered([]byte(data[at : at+4])))
			values = append(values, lua.LNumber(math.Float32frombits(bits)))
		case option == 'd':
			bits := binary.LittleEndian.Uint64(f.ordered([]byte(data[at : at+8])))
			values = append(values, lua.LNumber(math.Float64frombits(bits)))
		case option == 'c':
			if size == 0 {
				size, values = f.told(values, len(data))
				within(size)
			}
			values = append(values, lua.LString(data[at:at+size]))
		case option == 's':
			end := strings.IndexByte(data[at:], 0)
			if end < 0 {
				l.RaiseError("unfinished string in data")
			}
			size = end + 1
			values = append(values, lua.LString(data[at:at+end]))
		default:
			f.control(option)
		}
		at += size
		if len(values) > 4096 {
			l.RaiseError("too many results to unpack")
		}
	}
	for _, v := range append(values, lua.LNumber(at+1)) {
		l.Push(v)
	}
	return len(values) + 1
}

// told is the length of a text as the number before it tells it, and the values without that number.
func (f *form) told(values []lua.LValue, most int) (int, []lua.LValue) {
	n, ok := lua.LNumber(0), false
	if len(values) > 0 {
		n, ok = values[len(values)-1].(lua.LNumber)
	}
	switch {
	case !ok:
		f.l.RaiseError("format 'c0' needs a previous size")
	case n < 0 || n > lua.LNumber(most):
		f.wrong(2, "data string too short")
	}
	return int(n), values[:len(values)-1]
}

// numberIn is a number of the data: with its sign where the option is a small letter.
func (f *form) numberIn(text string, option byte) lua.LNumber {
	var n uint64
	for i, b := range f.ordered([]byte(text)) {
		if i < 8 {
			n |= uint64(b) << (8 * i)
		}
	}
	if size := min(len(text), 8); option >= 'a' && size > 0 {
		shift := 64 - 8*size
		return lua.LNumber(int64(n<<shift) >> shift)
	}
	return lua.LNumber(n)
}
