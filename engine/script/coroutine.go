package script

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// perCoroutine is what a coroutine costs in bytes: about what its stack takes.
const perCoroutine = 1 << 16

// unable is why a coroutine cannot be resumed, in the words of Lua.
var unable = map[string]string{"can not resume a dead thread": "cannot resume dead coroutine",
	"can not resume a running thread": "cannot resume running coroutine"}

// coroutines is the library coroutine. A coroutine counts on the meter of its run, and the texts that it holds are
// looked at while it runs.
//
// Source: Lua 5.1 reference manual, "Coroutine Manipulation", which Redis 7 opens with the base library.
func (r *run) coroutines(own *lua.LTable) *lua.LTable {
	l, t := r.state, r.state.NewTable()
	for _, name := range strings.Fields("status yield running") {
		t.RawSetString(name, own.RawGetString(name))
	}
	make, resume := own.RawGetString("create"), own.RawGetString("resume")
	create := func(l *lua.LState) *lua.LState {
		if f, ok := l.Get(1).(*lua.LFunction); !ok || f.IsG {
			l.RaiseError("bad argument #1 to 'create' (Lua function expected)")
		}
		r.meter.charge(perCoroutine)
		l.Push(make)
		l.Push(l.Get(1))
		l.Call(1, 1)
		thread := l.Get(-1).(*lua.LState)
		thread.SetContext(r.meter)
		l.Pop(1)
		return thread
	}
	// resumed runs a coroutine on with the values on top of the stack, and leaves what it answers there.
	resumed := func(l *lua.LState, thread *lua.LState, from int) int {
		top, before := l.GetTop(), r.meter.state
		l.Push(resume)
		l.Push(thread)
		for i := from; i <= top; i++ {
			l.Push(l.Get(i))
		}
		r.meter.state = thread
		l.Call(top-from+2, lua.MultRet)
		r.meter.state = before
		r.meter.charge(0)
		if text, ok := l.Get(-1).(lua.LString); ok && l.GetTop()-top == 2 {
			said, ok := unable[string(text)]
			if !ok && l.Get(-2) == lua.LFalse {
				said, ok = worded(string(text)), true
			}
			if ok {
				l.Pop(1)
				l.Push(lua.LString(said))
			}
		}
		return l.GetTop() - top
	}
	t.RawSetString("create", l.NewFunction(func(l *lua.LState) int {
		l.Push(create(l))
		return 1
	}))
	t.RawSetString("resume", l.NewFunction(func(l *lua.LState) int {
		thread, ok := l.Get(1).(*lua.LState)
		if !ok {
			l.RaiseError("bad argument #1 to 'resume' (coroutine expected)")
		}
		return resumed(l, thread, 2)
	}))
	t.RawSetString("wrap", l.NewFunction(func(l *lua.LState) int {
		thread := create(l)
		l.Push(l.NewFunction(func(l *lua.LState) int {
			n := resumed(l, thread, 1)
			if l.Get(-n) == lua.LFalse {
				l.Error(l.Get(-n+1), 0)
			}
			return n - 1
		}))
		return 1
	}))
	return t
}
