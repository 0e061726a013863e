package script

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The libraries that scripts have. What is not named here is not there: no files, processes, modules, clock, chance.
var (
	baseNames = strings.Fields(
		"assert ipairs next pairs rawequal rawget type xpcall _VERSION")
	stringNames = strings.Fields("byte len lower reverse sub upper")
	tableNames  = strings.Fields("getn maxn")
	mathNames   = strings.Fields(
		"abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 " +
			"max min mod modf pi pow rad sin sinh sqrt tan tanh")
)

// opened are those of the interpreter's own libraries of which each script gets parts.
var opened = [...]lua.LGFunction{lua.OpenBase, lua.OpenString}

// environment is what a script sees: nothing in it can be set.
func (r *run) environment(keys, args []string) *lua.LTable {
	l := r.state
	for _, open := range opened {
		l.Push(l.NewFunction(open))
		l.Call(0, 0)
	}
	all := l.G.Global
	env := r.library(all, baseNames, map[string]lua.LGFunction{"tostring": r.tostring, "tonumber": tonumber,
		"select": selected, "rawset": r.rawset, "error": raise, joinName: r.join, boundName: bound,
		"getmetatable": r.getmetatable(all.RawGetString("getmetatable").(*lua.LFunction)),
		"setmetatable": r.setmetatable(all.RawGetString("setmetatable").(*lua.LFunction)),
		"pcall":        r.protected(all.RawGetString("pcall").(*lua.LFunction)),
		"unpack":       r.weighed(all.RawGetString("unpack").(*lua.LFunction).GFunction)})
	texts := all.RawGetString("string").(*lua.LTable)
	stringLibrary := r.library(texts, stringNames, map[string]lua.LGFunction{"rep": r.rep, "char": char, "find": r.find,
		"match": r.match, "gmatch": r.gmatch, "gsub": r.gsub, "format": r.format})
	stringLibrary.ForEach(func(name, f lua.LValue) { texts.RawSet(name, f) }) // what ("x"):rep finds
	texts.RawSetString("dump", lua.LNil)
	arithmetic(l, texts)
	env.RawSetString("string", r.frozen(stringLibrary, nil))
	env.RawSetString("redis", r.frozen(r.redis(), nil))
	env.RawSetString("KEYS", r.texts(keys))
	env.RawSetString("ARGV", r.texts(args))
	outer := r.frozen(env, func(l *lua.LState) int {
		name := text(l.Get(2))
		made := r.asked(name)
		if made == nil {
			l.RaiseError("Script attempted to access nonexistent global variable '%s'", name)
		}
		env.RawSetString(name, r.frozen(made, nil))
		l.Push(env.RawGetString(name))
		return 1
	})
	env.RawSetString("_G", outer)
	env.RawSetString("loadstring", l.NewFunction(func(l *lua.LState) int {
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
	}))
	return outer
}

// asked is a library that is made when a script asks for it: most do not. nil: there is none of that name.
func (r *run) asked(name string) *lua.LTable {
	l := r.state
	open := func(f lua.LGFunction, name string) *lua.LTable {
		l.Push(l.NewFunction(f))
		l.Call(0, 0)
		return l.G.Global.RawGetString(name).(*lua.LTable)
	}
	switch name {
	case "table":
		own := open(lua.OpenTable, name)
		moving := func(name string) lua.LGFunction {
			return r.weighed(own.RawGetString(name).(*lua.LFunction).GFunction)
		}
		return r.library(own, tableNames, map[string]lua.LGFunction{"concat": r.concat,
			"insert": r.weighed(r.insert),
			"remove": moving("remove"), "sort": moving("sort"), "foreach": r.foreach(false),
			"foreachi": r.foreach(true)})
	case "math":
		t := r.library(open(lua.OpenMath, name), mathNames, map[string]lua.LGFunction{"modf": modf})
		t.RawSetString("huge", lua.LNumber(math.Inf(1)))
		t.RawSetString("mod", t.RawGetString("fmod"))
		randoms(l, t)
		return t
	case "cjson":
		return r.cjson()
	case "coroutine":
		return r.coroutines(open(lua.OpenCoroutine, name))
	case "cmsgpack":
		return r.cmsgpack()
	case "struct":
		return r.structs()
	case "bit":
		return bits(l)
	}
	return nil
}

// library is a table of the interpreter's own functions with these names, and of ours.
func (r *run) library(from *lua.LTable, names []string, ours map[string]lua.LGFunction) *lua.LTable {
	t := r.state.NewTable()
	for _, name := range names {
		v := from.RawGetString(name)
		if f, ok := v.(*lua.LFunction); ok && argumentsOf[name] != "" {
			v = r.state.NewFunction(taking(name, f.GFunction))
		}
		t.RawSetString(name, v)
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		t.RawSetString(name, r.state.NewFunction(taking(name, ours[name])))
	}
	return t
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
	case *lua.LUserData:
		return "userdata: (nil)" // the null of cjson: there is no other
	case *lua.LTable, *lua.LFunction, *lua.LState:
		return v.Type().String() + ": 0x0"
	}
	return v.String()
}

// rawset answers the table, as Lua does and the interpreter does not.
func (r *run) rawset(l *lua.LState) int {
	t := r.free(l)
	l.RawSet(t, l.CheckAny(2), l.CheckAny(3))
	l.SetTop(1)
	return 1
}

// modf parts a number; what has no end has no fraction.
func modf(l *lua.LState) int {
	f := float64(l.CheckNumber(1))
	before, behind := math.Modf(f)
	if math.IsInf(f, 0) {
		behind = math.Copysign(0, f)
	}
	l.Push(lua.LNumber(before))
	l.Push(lua.LNumber(behind))
	return 2
}

// raise is error: a text has the place in front of it at which the function on its level is, if that is no library's.
//
// Source: Lua 5.1, luaB_error.
func raise(l *lua.LState) int {
	v, level := l.Get(1), l.OptInt(2, 1)
	if !lua.LVCanConvToString(v) {
		l.Error(v, 1)
	}
	place := ""
	if level > 0 {
		place = l.Where(level)
	}
	if place == "[G]:" {
		place = ""
	}
	if place != "" {
		place += " "
	}
	l.Error(lua.LString(place+text(v)), 0)
	return 0
}

// free is the table that a function is to change: none of which nothing can be set.
func (r *run) free(l *lua.LState) *lua.LTable {
	t := l.CheckTable(1)
	if r.fixed[t] {
		l.Error(r.one("err", "ERR Attempt to modify a readonly table"), 1)
	}
	return t
}

func (r *run) setmetatable(plain *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		r.free(l)
		return plain.GFunction(l)
	}
}

// getmetatable shows of texts and of the globals where they are looked up, in tables of which nothing can be set; the
// libraries have none.
func (r *run) getmetatable(plain *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		t, _ := l.Get(1).(*lua.LTable)
		_, isText := l.Get(1).(lua.LString)
		n := plain.GFunction(l)
		switch {
		case isText:
			shown := l.NewTable()
			shown.RawSetString("__index", r.frozen(l.Get(-1).(*lua.LTable).RawGetString("__index").(*lua.LTable), nil))
			l.Push(r.frozen(shown, nil))
		case r.fixed[t]:
			inside := l.Get(-1).(*lua.LTable).RawGetString("__index").(*lua.LTable)
			if beyond, ok := inside.Metatable.(*lua.LTable); ok {
				l.Push(r.frozen(beyond, nil))
			} else {
				l.Push(lua.LNil)
			}
		default:
			return n
		}
		return 1
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

// insert is table.insert.
//
// Source: Lua 5.1, tinsert.
func (r *run) insert(l *lua.LState) int {
	t := r.free(l)
	last, top := t.Len()+1, l.GetTop()
	at := last
	switch top {
	case 2:
	case 3:
		take(l, "insert", 'i', 2, top)
		at = l.CheckInt(2)
	default:
		l.RaiseError("wrong number of arguments to 'insert'")
	}
	for i := last; i > at; i-- {
		t.RawSetInt(i, t.RawGetInt(i-1))
	}
	t.RawSetInt(at, l.Get(top))
	return 0
}

// foreach calls a function for the pairs of a table, or for its places alone, until it answers something.
func (r *run) foreach(places bool) lua.LGFunction {
	return func(l *lua.LState) int {
		t, f := l.CheckTable(1), l.CheckFunction(2)
		next := t.Next
		if places {
			next = func(k lua.LValue) (lua.LValue, lua.LValue) {
				n, _ := k.(lua.LNumber)
				if int(n) == t.Len() {
					return lua.LNil, lua.LNil
				}
				return n + 1, t.RawGetInt(int(n) + 1)
			}
		}
		for k, v := next(lua.LNil); k != lua.LNil; k, v = next(k) {
			r.meter.charge(perElement)
			l.Push(f)
			l.Push(k)
			l.Push(v)
			l.Call(2, 1)
			if l.Get(-1) != lua.LNil {
				return 1
			}
			l.Pop(1)
		}
		return 0
	}
}

// weighed charges for the length of a table before the function goes through it.
func (r *run) weighed(f lua.LGFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		if t, ok := l.Get(1).(*lua.LTable); ok {
			r.meter.charge(t.Len() * perElement)
		}
		return f(l)
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

// char is a text of the bytes with these numbers.
func char(l *lua.LState) int {
	made := make([]byte, l.GetTop())
	for i := range made {
		n := l.CheckInt(i + 1)
		if n < 0 || n > 255 {
			l.RaiseError("bad argument #%d to 'char' (invalid value)", i+1)
		}
		made[i] = byte(n)
	}
	l.Push(lua.LString(made))
	return 1
}

// selected is select: how many there are behind its first argument, or those from one of them on.
func selected(l *lua.LState) int {
	top := l.GetTop()
	if word, ok := l.Get(1).(lua.LString); ok && strings.HasPrefix(string(word), "#") {
		l.Push(lua.LNumber(top - 1))
		return 1
	}
	take(l, "select", 'i', 1, top)
	n := l.CheckInt(1)
	if n < 0 {
		n += top
	}
	if n < 1 {
		l.RaiseError("bad argument #1 to 'select' (index out of range)")
	}
	return max(top-n, 0)
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
		"pcall":              func(l *lua.LState) int { l.Push(r.value(r.command(l))); return 1 },
		"error_reply":        func(l *lua.LState) int { return r.replyOf(l, "err", errorText) },
		"status_reply":       func(l *lua.LState) int { return r.replyOf(l, "ok", func(s string) string { return s }) },
		"sha1hex":            r.sha1hex,
		"log":                r.log,
		"setresp":            r.setresp,
		"replicate_commands": func(l *lua.LState) int { l.Push(lua.LTrue); return 1 },
		"set_repl":           func(*lua.LState) int { return 0 }, // there is nothing to replicate to
		"breakpoint":         func(l *lua.LState) int { l.Push(lua.LFalse); return 1 },
		"debug":              func(*lua.LState) int { return 0 },
	} {
		t.RawSetString(name, l.NewFunction(f))
	}
	for i, name := range []string{"LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE", "LOG_WARNING"} {
		t.RawSetString(name, lua.LNumber(i))
	}
	for i, name := range []string{"REPL_NONE", "REPL_AOF", "REPL_REPLICA", "REPL_ALL"} {
		t.RawSetString(name, lua.LNumber(i))
	}
	t.RawSetString("REPL_SLAVE", lua.LNumber(2))
	t.RawSetString("REDIS_VERSION", lua.LString("7.0.15"))
	t.RawSetString("REDIS_VERSION_NUM", lua.LNumber(0x07000f))
	return t
}

// log says nothing, but looks at what it is given.
func (r *run) log(l *lua.LState) int {
	level, ok := l.Get(1).(lua.LNumber)
	switch {
	case l.GetTop() < 2:
		l.Error(r.one("err", "ERR redis.log() requires two arguments or more."), 1)
	case !ok:
		l.Error(r.one("err", "ERR First argument must be a number (log level)."), 1)
	case level < 0 || level > 3:
		l.Error(r.one("err", "ERR Invalid debug level."), 1)
	}
	return 0
}

// setresp chooses how replies are told to the script.
func (r *run) setresp(l *lua.LState) int {
	n, _ := numeric(l.Get(1))
	switch {
	case l.GetTop() != 1:
		l.Error(r.one("err", "ERR redis.setresp() requires one argument."), 1)
	case n != 2 && n != 3:
		l.Error(r.one("err", "ERR RESP version must be 2 or 3."), 1)
	}
	r.third = n == 3
	return 0
}

// errorText is what redis.error_reply makes of a text: without a hyphen, with ERR before one word alone.
func errorText(s string) string {
	s = strings.TrimPrefix(s, "-")
	if !strings.Contains(s, " ") {
		return "ERR " + s
	}
	return s
}

// replyOf is a table with one field, made of one text; of anything else it is an error, which is not raised.
func (r *run) replyOf(l *lua.LState, name string, made func(string) string) int {
	s, ok := l.Get(1).(lua.LString)
	if !ok || l.GetTop() != 1 {
		l.Push(r.one("err", "ERR wrong number or type of arguments"))
		return 1
	}
	l.Push(r.one(name, made(string(s))))
	return 1
}

// sha1hex is the sum of a text; what is none is an empty one.
func (r *run) sha1hex(l *lua.LState) int {
	if l.GetTop() != 1 {
		l.Error(r.one("err", "ERR wrong number of arguments"), 1)
	}
	s := ""
	if lua.LVCanConvToString(l.Get(1)) {
		s = text(l.Get(1))
	}
	l.Push(lua.LString(SHA1(s)))
	return 1
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
		return inC("%.17g", 'g', float64(v)), nil
	}
	return "", errNoWord
}
