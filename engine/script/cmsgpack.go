package script

import (
	"encoding/binary"
	"errors"
	"math"

	lua "github.com/yuin/gopher-lua"
)

// nested is how many tables may lie in one another in a packed value; what lies deeper is packed as nothing.
const nested = 16

var (
	errMissing = errors.New("Missing bytes in input.")
	errFormat  = errors.New("Bad data format in input.")
)

// cmsgpack is the library of that name: pack, unpack, unpack_one and unpack_limit. The pairs of a table are packed in
// the order in which they were set, where Redis has that of its memory.
//
// Source: Redis 7, deps/lua/src/lua_cmsgpack.c; the format: MessagePack specification.
func (r *run) cmsgpack() *lua.LTable {
	l := r.state
	t := l.NewTable()
	t.RawSetString("pack", l.NewFunction(func(l *lua.LState) int {
		if l.GetTop() == 0 {
			l.RaiseError("bad argument #0 to 'pack' (MessagePack pack needs input.)")
		}
		var out []byte
		for i := 1; i <= l.GetTop(); i++ {
			out = r.pack(out, l.Get(i), 0)
		}
		r.meter.charge(len(out) * perElement)
		l.Push(lua.LString(out))
		return 1
	}))
	t.RawSetString("unpack", l.NewFunction(func(l *lua.LState) int { return r.unpack(l, 0, 0, true) }))
	t.RawSetString("unpack_one", l.NewFunction(func(l *lua.LState) int {
		return r.unpack(l, 1, l.OptInt(2, 0), false)
	}))
	t.RawSetString("unpack_limit", l.NewFunction(func(l *lua.LState) int {
		return r.unpack(l, l.CheckInt(2), l.OptInt(3, 0), false)
	}))
	return t
}

// headed puts a length in front: in the first byte where it is below the limit, behind one of the signs for one, two or
// four bytes elsewhere; a sign that is 0 is not used.
func headed(out []byte, n int, small byte, below int, one, two, four byte) []byte {
	switch {
	case n < below:
		return append(out, small|byte(n))
	case n <= 0xff && one != 0:
		return append(out, one, byte(n))
	case n <= 0xffff:
		return binary.BigEndian.AppendUint16(append(out, two), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(out, four), uint32(n))
}

func (r *run) pack(out []byte, v lua.LValue, depth int) []byte {
	if len(out) > MaxText {
		r.meter.charge(len(out))
	}
	switch v := v.(type) {
	case lua.LBool:
		if v {
			return append(out, 0xc3)
		}
		return append(out, 0xc2)
	case lua.LNumber:
		return packNumber(out, float64(v))
	case lua.LString:
		return append(headed(out, len(v), 0xa0, 32, 0xd9, 0xda, 0xdb), v...)
	case *lua.LTable:
		if depth < nested {
			return r.packTable(out, v, depth)
		}
	}
	return append(out, 0xc0)
}

func packNumber(out []byte, f float64) []byte {
	n := int64(f)
	if float64(n) != f || f >= math.MaxInt64 {
		if float64(float32(f)) == f {
			return binary.BigEndian.AppendUint32(append(out, 0xca), math.Float32bits(float32(f)))
		}
		return binary.BigEndian.AppendUint64(append(out, 0xcb), math.Float64bits(f))
	}
	switch {
	case n >= -32 && n <= 127:
		return append(out, byte(n))
	case n >= 0 && n <= math.MaxUint8:
		return append(out, 0xcc, byte(n))
	case n >= 0 && n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(out, 0xcd), uint16(n))
	case n >= 0 && n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(out, 0xce), uint32(n))
	case n >= 0:
		return binary.BigEndian.AppendUint64(append(out, 0xcf), uint64(n))
	case n >= math.MinInt8:
		return append(out, 0xd0, byte(n))
	case n >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(out, 0xd1), uint16(n))
	case n >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(out, 0xd2), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(out, 0xd3), uint64(n))
}

// packTable packs a table whose keys are 1 to their number as a list, any other as pairs.
func (r *run) packTable(out []byte, t *lua.LTable, depth int) []byte {
	count, most, list := 0, 0, true
	t.ForEach(func(key, _ lua.LValue) {
		n, ok := key.(lua.LNumber)
		count++
		if list = list && ok && n > 0 && n == lua.LNumber(int(n)); list {
			most = max(most, int(n))
		}
	})
	if list && most == count {
		out = headed(out, count, 0x90, 16, 0, 0xdc, 0xdd)
		for i := 1; i <= count; i++ {
			out = r.pack(out, t.RawGetInt(i), depth+1)
		}
		return out
	}
	out = headed(out, count, 0x80, 16, 0, 0xde, 0xdf)
	t.ForEach(func(key, v lua.LValue) { out = r.pack(r.pack(out, key, depth+1), v, depth+1) })
	return out
}

// unpack answers the values of a text: all, or a number of them behind an offset, with where the next one begins before
// them, -1 at the end.
func (r *run) unpack(l *lua.LState, limit, offset int, all bool) int {
	source := l.CheckString(1)
	r.meter.charge(len(source) * perElement)
	switch {
	case limit < 0 || offset < 0:
		l.RaiseError("Invalid request to unpack with offset of %d and limit of %d.", offset, len(source))
	case offset > len(source):
		l.RaiseError("Start offset %d greater than input length %d.", offset, len(source))
	}
	u := &unpacker{run: r, rest: source[offset:]}
	var values []lua.LValue
	for u.rest != "" && (all || limit == 0 || len(values) < limit) {
		v, err := u.value(0)
		if err != nil {
			l.RaiseError("%s", err)
		}
		values = append(values, v)
	}
	if len(values) > 4096 {
		l.RaiseError("too many results to unpack")
	}
	if !all {
		next := -1
		if u.rest != "" {
			next = len(source) - len(u.rest)
		}
		l.Push(lua.LNumber(next))
	}
	for _, v := range values {
		l.Push(v)
	}
	if all {
		return len(values)
	}
	return len(values) + 1
}

type unpacker struct {
	run  *run
	rest string
}

func (u *unpacker) take(n int) (string, error) {
	if n < 0 || n > len(u.rest) {
		return "", errMissing
	}
	text := u.rest[:n]
	u.rest = u.rest[n:]
	return text, nil
}

// number is an unsigned number of so many bytes.
func (u *unpacker) number(bytes int) (n uint64, err error) {
	text, err := u.take(bytes)
	for i := range len(text) {
		n = n<<8 | uint64(text[i])
	}
	return n, err
}

func (u *unpacker) value(depth int) (lua.LValue, error) {
	sign, err := u.number(1)
	switch {
	case err != nil:
		return nil, err
	case depth > deepest:
		return nil, errFormat
	}
	switch b := byte(sign); {
	case b <= 0x7f, b >= 0xe0:
		return lua.LNumber(int8(b)), nil
	case b <= 0x8f:
		return u.pairs(int(b&15), depth)
	case b <= 0x9f:
		return u.list(int(b&15), depth)
	case b <= 0xbf:
		return u.text(int(b & 31))
	case b == 0xc0:
		return lua.LNil, nil
	case b == 0xc2, b == 0xc3:
		return lua.LBool(b == 0xc3), nil
	case b >= 0xc4 && b <= 0xc6, b >= 0xd9 && b <= 0xdb:
		n, err := u.number(1 << (b - map[bool]byte{true: 0xc4, false: 0xd9}[b < 0xd9]))
		if err != nil {
			return nil, err
		}
		return u.text(int(n))
	case b == 0xca:
		n, err := u.number(4)
		return lua.LNumber(math.Float32frombits(uint32(n))), err
	case b == 0xcb:
		n, err := u.number(8)
		return lua.LNumber(math.Float64frombits(n)), err
	case b >= 0xcc && b <= 0xcf:
		n, err := u.number(1 << (b - 0xcc))
		return lua.LNumber(n), err
	case b >= 0xd0 && b <= 0xd3:
		size := 1 << (b - 0xd0)
		n, err := u.number(size)
		return lua.LNumber(int64(n<<(64-8*size)) >> (64 - 8*size)), err
	case b == 0xdc, b == 0xdd:
		n, err := u.number(2 << (b - 0xdc))
		if err != nil {
			return nil, err
		}
		return u.list(int(n), depth)
	case b == 0xde, b == 0xdf:
		n, err := u.number(2 << (b - 0xde))
		if err != nil {
			return nil, err
		}
		return u.pairs(int(n), depth)
	}
	return nil, errFormat
}

func (u *unpacker) text(n int) (lua.LValue, error) {
	text, err := u.take(n)
	return lua.LString(text), err
}

func (u *unpacker) list(n, depth int) (lua.LValue, error) {
	t := u.run.state.NewTable()
	for i := 1; i <= n; i++ {
		v, err := u.value(depth + 1)
		if err != nil {
			return nil, err
		}
		t.RawSetInt(i, v)
	}
	return t, nil
}

func (u *unpacker) pairs(n, depth int) (lua.LValue, error) {
	t := u.run.state.NewTable()
	for range n {
		key, err := u.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v, err := u.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if key == lua.LNil || key != key {
			return nil, errFormat
		}
		t.RawSet(key, v)
	}
	return t, nil
}
