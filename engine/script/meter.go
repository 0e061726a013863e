package script

import (
	"time"

	lua "github.com/yuin/gopher-lua"
)

// meter counts the instructions of a run. The interpreter asks its context before each of them whether it is done: so
// nothing has to watch it from outside, and the same script ends at the same instruction everywhere.
type meter struct {
	state *lua.LState
	steps int
	over  bool
}

// ended is the channel of a context that is done.
var ended = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// cheap is how long a text may be without a charge, and how many bytes beyond it cost an instruction.
const cheap, dear = 4096, 64

// What an element of a table that is gone through, and an error that is caught, cost in bytes.
const perElement, perCatch = 8, 8 * dear

// Done is asked before each instruction.
func (m *meter) Done() <-chan struct{} {
	m.steps++
	if m.steps%2 == 0 {
		for i := 1; i <= m.state.GetTop(); i++ {
			if s, ok := m.state.Get(i).(lua.LString); ok && len(s) > cheap {
				m.steps += len(s) / dear
				m.over = m.over || len(s) > MaxText
			}
		}
	}
	if m.over = m.over || m.steps > MaxSteps; m.over {
		return ended
	}
	return nil
}

// Err is what the interpreter raises where the count is over.
func (m *meter) Err() error { return ErrTooLong }

// Deadline and Value are those of a context without any.
func (m *meter) Deadline() (at time.Time, ok bool) { return at, false }

// Value is nothing.
func (m *meter) Value(any) any { return nil }

// charge counts for what a library function makes in one instruction; too much ends the run.
func (m *meter) charge(bytes int) {
	m.steps += bytes / dear
	if bytes > MaxText {
		m.over = true
	}
	if m.over || m.steps > MaxSteps {
		m.over = true
		m.state.RaiseError("%s", ErrTooLong)
	}
}
