package script

import (
	"strings"
	"unicode"

	lua "github.com/yuin/gopher-lua"
)

// argumentsOf are what the functions of the libraries take: t is a text, or a number written as one; n a number, or a
// text that is one; i the same as a whole number; . anything; a capital what can be left out; a star at the end any
// number more of the last.
//
// Source: Lua 5.1 Reference Manual, 5; Lua BitOp; the libraries' own luaL_check functions.
var argumentsOf = map[string]string{
	"byte": "tII", "char": "I*", "len": "t", "lower": "t", "upper": "t", "reverse": "t", "rep": "ti", "sub": "tiI",
	"find": "ttI", "match": "ttI", "gmatch": "tt", "gsub": "tt.I", "format": "t",
	"concat": ".TII", "unpack": ".II", "remove": ".I",
	"abs": "n", "acos": "n", "asin": "n", "atan": "n", "atan2": "nn", "ceil": "n", "cos": "n", "cosh": "n", "deg": "n",
	"exp": "n", "floor": "n", "fmod": "nn", "frexp": "n", "ldexp": "ni", "log": "n", "log10": "n", "max": "n*",
	"min": "n*", "mod": "nn", "modf": "n", "pow": "nn", "rad": "n", "sin": "n", "sinh": "n", "sqrt": "n", "tan": "n",
	"tanh":  "n",
	"tobit": "n", "bnot": "n", "band": "n*", "bor": "n*", "bxor": "n*", "lshift": "nn", "rshift": "nn",
	"arshift": "nn", "rol": "nn", "ror": "nn", "bswap": "n", "tohex": "nN",
	"tonumber": ".I", "random": "II", "randomseed": "n",
}

// taking is a function that is given its arguments as Lua would give them, or raises Lua's words.
func taking(name string, f lua.LGFunction) lua.LGFunction {
	kinds, known := argumentsOf[name]
	if !known {
		return f
	}
	kinds, more := strings.CutSuffix(kinds, "*")
	return func(l *lua.LState) int {
		top := l.GetTop()
		last := len(kinds)
		if more {
			last = max(last, top)
		}
		for i := 1; i <= last; i++ {
			take(l, name, rune(kinds[min(i, len(kinds))-1]), i, top)
		}
		return f(l)
	}
}

// take sets argument i of so many to what its kind says.
func take(l *lua.LState, name string, kind rune, i, top int) {
	v := l.Get(i)
	if kind == '.' || unicode.IsUpper(kind) && v == lua.LNil {
		return
	}
	wanted := "number"
	switch unicode.ToLower(kind) {
	case 't':
		if _, ok := v.(lua.LString); ok {
			return
		}
		if n, ok := v.(lua.LNumber); ok {
			l.Replace(i, lua.LString(text(n)))
			return
		}
		wanted = "string"
	default:
		if n, ok := numeric(v); ok {
			if kind != 'n' && kind != 'N' {
				n = float64(min(max(integer(n), -1<<31), 1<<31))
			}
			l.Replace(i, lua.LNumber(n))
			return
		}
	}
	got := v.Type().String()
	if i > top {
		got = "no value"
	}
	l.RaiseError("bad argument #%d to '%s' (%s expected, got %s)", i, name, wanted, got)
}
