package script

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// The limits of a run.
const (
	MaxSteps  = 1_000_000 // instructions; a long text costs one for each 64 bytes in each of them
	MaxText   = 1 << 20   // bytes of one text
	MaxSource = 1 << 16   // bytes of a script
)

// ErrTooLong is returned by Run where a script does not end within MaxSteps.
var ErrTooLong = errors.New("the script ran over its limit of instructions")

// Reply is what a command answers to a script and what a script answers: Kind is + for a status, - for an error, : for
// a number, $ for a text, _ for nothing, * for a list. A script may also answer , for a number with a fraction, ( for
// one of any length, # for true (1) or false, ~ for a set, and % for a map, each key before its value.
type Reply struct {
	Kind byte
	Text string
	Int  int64
	List []Reply
}

// SHA1 is the name of a script: the sum of its text, in lower case.
func SHA1(source string) string {
	sum := sha1.Sum([]byte(source))
	return hex.EncodeToString(sum[:])
}

// Script is a script that can be run, any number of times, also at once.
type Script struct {
	Declared bool // its first line says what it does
	ReadOnly bool // that it writes nothing
	proto    *lua.FunctionProto
	sha      string
}

// chunk is how a script is called in its errors.
const chunk = "user_script"

var prepared sync.Once

// Compile reads a script. The error is worded as Redis answers it.
func Compile(source string) (*Script, error) {
	// A number that is set far behind the end of a table would else make all places before it.
	prepared.Do(func() { lua.MaxArrayIndex = 1 << 16 })
	if len(source) > MaxSource {
		return nil, fmt.Errorf("ERR Error compiling script (new function): %s:1: longer than %d bytes", chunk,
			MaxSource)
	}
	declared, readOnly, rest, err := header(source)
	if err != nil {
		return nil, err
	}
	proto, err := compile(rest)
	if err != nil {
		return nil, fmt.Errorf("ERR Error compiling script (new function): %w", err)
	}
	return &Script{Declared: declared, ReadOnly: readOnly, proto: proto, sha: SHA1(source)}, nil
}

func compile(source string) (*lua.FunctionProto, error) {
	tree, err := parse.Parse(strings.NewReader(source), chunk)
	var wrong *parse.Error
	switch {
	case errors.As(err, &wrong) && wrong.Pos.Line < 0: // where the text ends
		return nil, fmt.Errorf("%s:%d: unexpected symbol near '<eof>'", chunk, strings.Count(source, "\n")+1)
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%s:%d: unexpected symbol near '%s'", chunk, wrong.Pos.Line, wrong.Token)
	case err != nil:
		return nil, fmt.Errorf("%s:1: %w", chunk, err)
	}
	tree, err = rewritten(tree)
	if err != nil {
		return nil, err
	}
	proto, err := lua.Compile(tree, chunk)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", chunk, err)
	}
	return proto, nil
}

// Run carries a script out. call carries out one command, its words as they would be sent. Where the script fails the
// reply is an error, worded as Redis answers it; the error of Run is ErrTooLong alone.
func (s *Script) Run(keys, args []string, call func(words []string) Reply) (Reply, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true, CallStackSize: 200, RegistrySize: 1024,
		RegistryGrowStep: 1024, RegistryMaxSize: 1 << 16, MinimizeStackMemory: true})
	defer state.Close()
	r := &run{state: state, call: call, fixed: map[*lua.LTable]bool{}}
	r.meter = &meter{state: state}
	env := r.environment(keys, args)
	state.SetContext(r.meter)
	main := state.NewFunctionFromProto(s.proto)
	main.Env = env
	state.Push(main)
	err := state.PCall(0, 1, nil)
	switch {
	case r.meter.over:
		return Reply{}, ErrTooLong
	case err != nil:
		return Reply{Kind: '-', Text: r.failure(err) + " script: " + s.sha + ", on @" + chunk + ":" + r.lineOf(err) +
			"."}, nil
	}
	return r.reply(state.Get(-1), 0), nil
}

// run is one run of a script.
type run struct {
	state *lua.LState
	meter *meter
	call  func(words []string) Reply
	fixed map[*lua.LTable]bool // what cannot be set
	third bool                 // redis.setresp(3) was called
}

// failure is what an error says: that of a command as it is, any other with ERR before it.
func (r *run) failure(err error) string {
	var api *lua.ApiError
	if !errors.As(err, &api) {
		return "ERR " + oneLine(err.Error())
	}
	if table, ok := api.Object.(*lua.LTable); ok {
		if text, ok := table.RawGetString("err").(lua.LString); ok {
			return oneLine(string(text))
		}
	}
	switch api.Object {
	case nil:
		return "ERR " + oneLine(err.Error())
	case lua.LNil:
		return "ERR nil"
	}
	return "ERR " + oneLine(worded(text(api.Object)))
}

var place = regexp.MustCompile(chunk + `:(\d+)`)

// lineOf is the line of the script in which an error came up.
func (r *run) lineOf(err error) string {
	var api *lua.ApiError
	if errors.As(err, &api) {
		for _, text := range []string{text(api.Object), api.StackTrace} {
			if found := place.FindStringSubmatch(text); found != nil {
				return found[1]
			}
		}
	}
	return "1"
}

// oneLine is a text as it fits into an error of RESP.
func oneLine(s string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(s) }

// deepest is how many lists may lie in one another in a reply.
const deepest = 64

// reply is a value of the script as it is answered.
//
// Source: Redis Lua API reference, "Lua to RESP2 type conversion", "Lua to RESP3 type conversion".
func (r *run) reply(v lua.LValue, depth int) Reply {
	switch v := v.(type) {
	case lua.LString:
		return Reply{Kind: '$', Text: string(v)}
	case lua.LNumber:
		return Reply{Kind: ':', Int: integer(float64(v))}
	case lua.LBool:
		switch {
		case r.third && bool(v):
			return Reply{Kind: '#', Int: 1}
		case r.third:
			return Reply{Kind: '#'}
		case bool(v):
			return Reply{Kind: ':', Int: 1}
		}
	case *lua.LTable:
		if depth == deepest {
			return Reply{Kind: '-', Text: "ERR reached lua stack limit"}
		}
		return r.tableReply(v, depth)
	}
	return Reply{Kind: '_'}
}

func (r *run) tableReply(t *lua.LTable, depth int) Reply {
	if text, ok := t.RawGetString("err").(lua.LString); ok {
		return Reply{Kind: '-', Text: oneLine(string(text))}
	}
	if text, ok := t.RawGetString("ok").(lua.LString); ok {
		return Reply{Kind: '+', Text: oneLine(string(text))}
	}
	if n, ok := t.RawGetString("double").(lua.LNumber); ok {
		return Reply{Kind: ',', Text: inC("%.17g", 'g', float64(n))}
	}
	for name, kind := range map[string]byte{"map": '%', "set": '~'} {
		if inner, ok := t.RawGetString(name).(*lua.LTable); ok {
			return r.fields(kind, inner, depth+1)
		}
	}
	if text, ok := t.RawGetString("big_number").(lua.LString); ok {
		return Reply{Kind: '(', Text: oneLine(string(text))}
	}
	list := Reply{Kind: '*'}
	for i := 1; ; i++ {
		v := t.RawGetInt(i)
		if v == lua.LNil || i > 1<<16 {
			return list
		}
		list.List = append(list.List, r.reply(v, depth+1))
	}
}

// fields are what a table holds as a map, or its keys as a set.
func (r *run) fields(kind byte, t *lua.LTable, depth int) Reply {
	if depth >= deepest {
		return Reply{Kind: '-', Text: "ERR reached lua stack limit"}
	}
	a := Reply{Kind: kind}
	t.ForEach(func(key, v lua.LValue) {
		a.List = append(a.List, r.reply(key, depth+1))
		if kind == '%' {
			a.List = append(a.List, r.reply(v, depth+1))
		}
	})
	return a
}

// value is the answer of a command as the script sees it.
//
// Source: Redis Lua API reference, "RESP2 to Lua type conversion", "RESP3 to Lua type conversion".
func (r *run) value(a Reply) lua.LValue {
	switch a.Kind {
	case '$':
		return lua.LString(a.Text)
	case ':':
		return lua.LNumber(a.Int)
	case '+':
		return r.one("ok", a.Text)
	case '-':
		return r.one("err", a.Text)
	case '*':
		t := r.state.NewTable()
		for _, e := range a.List {
			t.Append(r.value(e))
		}
		return t
	}
	if r.third {
		return lua.LNil
	}
	return lua.LFalse
}

// one is a table with one field.
func (r *run) one(name, text string) *lua.LTable {
	t := r.state.NewTable()
	t.RawSetString(name, lua.LString(text))
	return t
}
