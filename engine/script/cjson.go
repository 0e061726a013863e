package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// cjson is the library of that name: encode, decode and null.
func (r *run) cjson() *lua.LTable {
	l := r.state
	t := l.NewTable()
	null := l.NewUserData() // a value that is equal to nothing but itself
	t.RawSetString("null", null)
	t.RawSetString("_NAME", lua.LString("cjson"))
	t.RawSetString("_VERSION", lua.LString("2.1.0"))
	t.RawSetString("encode", l.NewFunction(func(l *lua.LState) int {
		single(l, "encode")
		var b strings.Builder
		if err := r.encode(&b, l.CheckAny(1), null, 0); err != nil {
			l.RaiseError("%s", err)
		}
		r.meter.charge(b.Len())
		l.Push(lua.LString(b.String()))
		return 1
	}))
	t.RawSetString("decode", l.NewFunction(func(l *lua.LState) int {
		single(l, "decode")
		source := l.CheckString(1)
		r.meter.charge(len(source) * perElement)
		d := json.NewDecoder(strings.NewReader(source))
		d.UseNumber()
		v, err := r.decode(d, null, 0)
		if _, more := d.Token(); err == nil && !errors.Is(more, io.EOF) {
			err = errors.New("Expected the end but found invalid token at character " +
				strconv.FormatInt(d.InputOffset()+1, 10))
		}
		if err != nil {
			l.RaiseError("%s", err)
		}
		l.Push(v)
		return 1
	}))
	return t
}

// single takes one argument, neither more nor less.
func single(l *lua.LState, name string) {
	if l.GetTop() != 1 {
		l.RaiseError("bad argument #1 to '%s' (expected 1 argument)", name)
	}
}

// deepestJSON is how many lists and objects may lie in one another.
const deepestJSON = 1000

// sparse is up to which place a list may have more gaps than values.
const sparse = 10

// encode writes a value as JSON. A table with places alone is a list, with null in its gaps, an empty one an object;
// names are sorted, so that the same table gives the same text.
func (r *run) encode(b *strings.Builder, v, null lua.LValue, depth int) error {
	if depth > deepestJSON {
		return fmt.Errorf("Cannot serialise, excessive nesting (%d)", depth)
	}
	if b.Len() > MaxText {
		r.meter.charge(b.Len())
	}
	switch v := v.(type) {
	case *lua.LNilType:
		b.WriteString("null")
	case lua.LBool:
		b.WriteString(strconv.FormatBool(bool(v)))
	case lua.LNumber:
		if math.IsInf(float64(v), 0) || math.IsNaN(float64(v)) {
			return errors.New("Cannot serialise number: must not be NaN or Inf")
		}
		b.WriteString(shortest(float64(v)))
	case lua.LString:
		quote(b, string(v))
	case *lua.LTable:
		return r.encodeTable(b, v, null, depth)
	default:
		if v != null {
			return fmt.Errorf("Cannot serialise %s: type not supported", v.Type())
		}
		b.WriteString("null")
	}
	return nil
}

func (r *run) encodeTable(b *strings.Builder, t *lua.LTable, null lua.LValue, depth int) error {
	var names []string
	values := map[string]lua.LValue{}
	count, places, last, wrong := 0, 0, 0, ""
	t.ForEach(func(k, v lua.LValue) {
		count++
		r.meter.charge(2 * dear)
		if n, ok := k.(lua.LNumber); ok && n >= 1 && n == lua.LNumber(int(n)) {
			places, last = places+1, max(last, int(n))
		}
		switch k.(type) {
		case lua.LString, lua.LNumber:
			names, values[text(k)] = append(names, text(k)), v
		default:
			wrong = k.Type().String()
		}
	})
	switch {
	case wrong != "":
		return fmt.Errorf("Cannot serialise %s: table key must be a number or string", wrong)
	case count > 0 && places == count && last > sparse && last > 2*count:
		return errors.New("Cannot serialise table: excessively sparse array")
	case count > 0 && places == count:
		b.WriteByte('[')
		for i := 1; i <= last; i++ {
			if i > 1 {
				b.WriteByte(',')
			}
			if err := r.encode(b, t.RawGetInt(i), null, depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	slices.Sort(names)
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		quote(b, name)
		b.WriteByte(':')
		if err := r.encode(b, values[name], null, depth+1); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// quote writes a text as cjson does: bytes as they are, a stroke behind a backslash.
func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch at := strings.IndexByte("\"\\/\b\f\n\r\t", c); {
		case at >= 0:
			b.WriteByte('\\')
			b.WriteByte("\"\\/bfnrt"[at])
		case c < 0x20 || c == 0x7f:
			b.WriteString(`\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
}

// decode reads the next value of a JSON text.
func (r *run) decode(d *json.Decoder, null lua.LValue, depth int) (lua.LValue, error) {
	token, err := d.Token()
	if err != nil || depth > deepestJSON {
		return nil, errors.New("Expected value but found invalid token at character " +
			strconv.FormatInt(d.InputOffset()+1, 10))
	}
	switch v := token.(type) {
	case json.Delim:
		t := r.state.NewTable()
		for d.More() {
			if v == '[' {
				e, err := r.decode(d, null, depth+1)
				if err != nil {
					return nil, err
				}
				t.Append(e)
				continue
			}
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			e, err := r.decode(d, null, depth+1)
			if err != nil {
				return nil, err
			}
			key, _ := name.(string)
			t.RawSetString(key, e)
		}
		if _, err := d.Token(); err != nil {
			return nil, fmt.Errorf("Expected comma or %s end but found T_END at character %d",
				map[json.Delim]string{'[': "array", '{': "object"}[v], d.InputOffset()+1)
		}
		return t, nil
	case string:
		return lua.LString(v), nil
	case json.Number:
		n, err := v.Float64()
		return lua.LNumber(n), err
	case bool:
		return lua.LBool(v), nil
	}
	return null, nil
}
