package script

import (
	"errors"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The libraries that scripts have. What is not named here is not there: no files, processes, modules, clock, chance.
var (
	baseNames = strings.Fields(
		"assert error getmetatable ipairs next pairs rawequal rawget select setmetatable " +
			"tonumber type unpack xpcall _VERSION")
	stringNames = strings.Fields("byte char len lower reverse sub upper")
	tableNames  = strings.Fields("getn insert maxn remove sort")
	mathNames   = strings.Fields(
		"abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 " +
			"max min mod modf pi pow rad sin sinh sqrt tan tanh")
)

// opened are the interpreter's own libraries, of which scripts get parts.
var opened = [...]lua.LGFunction{lua.OpenBase, lua.OpenString, lua.OpenTable, lua.OpenMath, lua.OpenCoroutine}

// environment is what a script sees: nothing in it can be set.
func (r *run) environment(keys, args []string) *lua.LTable {
	l := r.state
	for _, open := range opened {
		l.Push(l.NewFunction(open))
		l.Call(0, 0)
	}
	all := l.G.Global
	pick := func(from *lua.LTable, names []string) *lua.LTable {
		t := l.NewTable()
		for _, name := range names {
			t.RawSetString(name, from.RawGetString(name))
		}
		return t
	}
	env := pick(all, baseNames)
	texts := all.RawGetString("string").(*lua.LTable)
	stringLibrary := pick(texts, stringNames)
	tables := pick(all.RawGetString("table").(*lua.LTable), tableNames)
	set := func(t *lua.LTable, name string, f lua.LGFunction) { t.RawSetString(name, l.NewFunction(f)) }
	set(env, "tostring", r.tostring)
	set(env, "tonumber", tonumber(env.RawGetString("tonumber").(*lua.LFunction)))
	set(env, "rawset", rawset)
	set(env, "setmetatable", r.setmetatable(env.RawGetString("setmetatable").(*lua.LFunction)))
	set(env, "error", raise(env.RawGetString("error").(*lua.LFunction)))
	set(env, "pcall", r.protected(all.RawGetString("pcall").(*lua.LFunction)))
	set(stringLibrary, "rep", r.rep)
	set(stringLibrary, "find", r.find)
	set(stringLibrary, "match", r.match)
	set(stringLibrary, "gmatch", r.gmatch)
	set(stringLibrary, "gsub", r.gsub)
	set(stringLibrary, "format", r.format)
	set(tables, "concat", r.concat)
	for _, name := range []string{"insert", "remove", "sort"} { // they move elements
		set(tables, name, r.weighed(tables.RawGetString(name).(*lua.LFunction)))
	}
	set(env, "unpack", r.weighed(env.RawGetString("unpack").(*lua.LFunction)))
	for _, name := range []string{"rep", "find", "match", "gmatch", "gsub", "format"} { // what ("x"):rep finds
		texts.RawSetString(name, stringLibrary.RawGetString(name))
	}
	texts.RawSetString("dump", lua.LNil)
	env.RawSetString("string", r.frozen(stringLibrary, nil))
	env.RawSetString("table", r.frozen(tables, nil))
	env.RawSetString("math", r.frozen(pick(all.RawGetString("math").(*lua.LTable), mathNames), nil))
	env.RawSetString("redis", r.frozen(r.redis(), nil))
	env.RawSetString("cjson", r.frozen(r.cjson(), nil))
	env.RawSetString("coroutine", r.frozen(r.coroutines(all.RawGetString("coroutine").(*lua.LTable)), nil))
	env.RawSetString("cmsgpack", r.frozen(r.cmsgpack(), nil))
	env.RawSetString("struct", r.frozen(r.structs(), nil))
	env.RawSetString("bit", r.frozen(bits(l), nil))
	env.RawSetString("KEYS", r.texts(keys))
	env.RawSetString("ARGV", r.texts(args))
	outer := r.frozen(env, func(l *lua.LState) int {
		l.RaiseError("Script attempted to access nonexistent global variable '%s'", text(l.Get(2)))
		return 0
	})
	env.RawSetString("_G", outer)
	set(env, "loadstring", func(l *lua.LState) int {
		proto, err := compile(l.CheckString(1))
		if err != nil {
			l.Push(lua.LNil)
			l.Push(lua.LString(err.Error()))
			return 2
		}
		loaded := l.NewFunctionFromProto(proto)
		loaded.Env = outer
		l.Push(loaded)
		return 1
	})
	return outer
}

// frozen shows a table of which nothing can be set; missing is asked for what is not in it, nil: it is nil.
func (r *run) frozen(t *lua.LTable, missing lua.LGFunction) *lua.LTable {
	l := r.state
	if missing != nil {
		beyond := l.NewTable()
		beyond.RawSetString("__index", l.NewFunction(missing))
		l.SetMetatable(t, beyond)
	}
	outer, meta := l.NewTable(), l.NewTable()
	meta.RawSetString("__index", t)
	meta.RawSetString("__newindex", l.NewFunction(func(l *lua.LState) int {
		l.RaiseError("Attempt to modify a readonly table")
		return 0
	}))
	l.SetMetatable(outer, meta)
	r.fixed[outer] = true
	return outer
}

func (r *run) texts(list []string) *lua.LTable {
	t := r.state.NewTable()
	for _, s := range list {
		t.Append(lua.LString(s))
	}
	return t
}

// text is a value as a script reads it. A table has no address: that would differ from run to run.
func text(v lua.LValue) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return shortest(float64(v))
	case *lua.LTable, *lua.LFunction, *lua.LUserData, *lua.LState:
		return v.Type().String() + ": 0x0"
	}
	return v.String()
}

// rawset answers the table, as Lua does and the interpreter does not.
func rawset(l *lua.LState) int {
	t := l.CheckTable(1)
	l.RawSet(t, l.CheckAny(2), l.CheckAny(3))
	l.SetTop(1)
	return 1
}

// tonumber reads what the interpreter does not take for a number: an exponent.
func tonumber(plain *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		if s, ok := l.Get(1).(lua.LString); ok && l.GetTop() == 1 && strings.ContainsAny(string(s), "eE") {
			word := strings.TrimSpace(string(s))
			if n, err := strconv.ParseFloat(word, 64); err == nil && !strings.ContainsAny(word, "_pPxX") {
				l.Push(lua.LNumber(n))
				return 1
			}
		}
		return plain.GFunction(l)
	}
}

// raise is error, which takes nothing for nil.
func raise(plain *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		if l.Get(1) == lua.LNil {
			l.Error(lua.LString("nil"), 0)
		}
		return plain.GFunction(l)
	}
}

// setmetatable takes no table of which nothing can be set.
func (r *run) setmetatable(plain *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		if t, ok := l.Get(1).(*lua.LTable); ok && r.fixed[t] {
			l.Error(r.one("err", "ERR Attempt to modify a readonly table"), 1)
		}
		l.CheckTable(1)
		return plain.GFunction(l)
	}
}

func (r *run) tostring(l *lua.LState) int {
	v := l.CheckAny(1)
	if made := l.CallMeta(v, "__tostring"); made != lua.LNil {
		l.Push(made)
		return 1
	}
	l.Push(lua.LString(text(v)))
	return 1
}

// weighed charges for the length of a table before the function goes through it.
func (r *run) weighed(f *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		if t, ok := l.Get(1).(*lua.LTable); ok {
			r.meter.charge(t.Len() * perElement)
		}
		return f.GFunction(l)
	}
}

// protected is pcall, which hands over the error of a command as its text.
func (r *run) protected(pcall *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		n := pcall.GFunction(l)
		r.meter.charge(perCatch)
		if n != 2 || l.Get(-2) != lua.LFalse {
			return n
		}
		if table, ok := l.Get(-1).(*lua.LTable); ok {
			if text, ok := table.RawGetString("err").(lua.LString); ok {
				l.Pop(1)
				l.Push(text)
			}
		}
		if text, ok := l.Get(-1).(lua.LString); ok {
			l.Pop(1)
			l.Push(lua.LString(worded(string(text))))
		}
		return n
	}
}

func (r *run) rep(l *lua.LState) int {
	s, n := l.CheckString(1), l.CheckInt(2)
	if n <= 0 || s == "" {
		l.Push(lua.LString(""))
		return 1
	}
	if n > MaxText {
		n = MaxText + 1
	}
	r.meter.charge(len(s) * n)
	l.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}

func (r *run) concat(l *lua.LState) int {
	t, between := l.CheckTable(1), l.OptString(2, "")
	first, last := l.OptInt(3, 1), l.OptInt(4, t.Len())
	var parts []string
	long := 0
	for i := first; i <= last; i++ {
		v := t.RawGetInt(i)
		if !lua.LVCanConvToString(v) {
			l.RaiseError("invalid value (%s) at index %d in table for 'concat'", v.Type(), i)
		}
		part := text(v)
		if long += len(part) + len(between); long > MaxText {
			break
		}
		parts = append(parts, part)
	}
	r.meter.charge(long + len(parts)*perElement)
	l.Push(lua.LString(strings.Join(parts, between)))
	return 1
}

// redis is the library by which scripts speak to the storage.
func (r *run) redis() *lua.LTable {
	l := r.state
	t := l.NewTable()
	for name, f := range map[string]lua.LGFunction{
		"call": func(l *lua.LState) int {
			a := r.command(l)
			if a.Kind == '-' {
				failed := r.one("err", a.Text)
				l.Error(failed, 1)
			}
			l.Push(r.value(a))
			return 1
		},
		"pcall":        func(l *lua.LState) int { l.Push(r.value(r.command(l))); return 1 },
		"error_reply":  func(l *lua.LState) int { l.Push(r.one("err", errorText(oneArgument(l)))); return 1 },
		"status_reply": func(l *lua.LState) int { l.Push(r.one("ok", oneArgument(l))); return 1 },
		"sha1hex":      func(l *lua.LState) int { l.Push(lua.LString(SHA1(oneArgument(l)))); return 1 },
		"log":          func(*lua.LState) int { return 0 },
		"setresp": func(l *lua.LState) int {
			n := l.CheckInt(1)
			if n != 2 && n != 3 {
				l.Error(r.one("err", "ERR RESP version must be 2 or 3."), 1)
			}
			r.third = n == 3
			return 0
		},
		"replicate_commands": func(l *lua.LState) int { l.Push(lua.LTrue); return 1 },
	} {
		t.RawSetString(name, l.NewFunction(f))
	}
	for i, name := range []string{"LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE", "LOG_WARNING"} {
		t.RawSetString(name, lua.LNumber(i))
	}
	t.RawSetString("REDIS_VERSION", lua.LString("7.0.15"))
	t.RawSetString("REDIS_VERSION_NUM", lua.LNumber(0x07000f))
	return t
}

// errorText is what redis.error_reply makes of a text: without a hyphen, with ERR before one word alone.
func errorText(s string) string {
	s = strings.TrimPrefix(s, "-")
	if !strings.Contains(s, " ") {
		return "ERR " + s
	}
	return s
}

func oneArgument(l *lua.LState) string {
	s, ok := l.Get(1).(lua.LString)
	if !ok || l.GetTop() != 1 {
		l.RaiseError("wrong number or type of arguments")
	}
	return string(s)
}

// command carries out what redis.call or redis.pcall were given.
func (r *run) command(l *lua.LState) Reply {
	if l.GetTop() == 0 {
		return Reply{Kind: '-', Text: "ERR Please specify at least one argument for this redis lib call"}
	}
	words := make([]string, l.GetTop())
	for i := range words {
		word, err := wordOf(l.Get(i + 1))
		if err != nil {
			return Reply{Kind: '-', Text: err.Error()}
		}
		words[i] = word
		r.meter.charge(len(word))
	}
	return r.call(words)
}

var errNoWord = errors.New("ERR Lua redis lib command arguments must be strings or integers")

// wordOf is a value as a word of a command: a number in up to 17 digits.
func wordOf(v lua.LValue) (string, error) {
	switch v := v.(type) {
	case lua.LString:
		return string(v), nil
	case lua.LNumber:
		return strconv.FormatFloat(float64(v), 'g', 17, 64), nil
	}
	return "", errNoWord
}
