package uitest

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Clock stands in for timers: time passes when the driver says so.
type Clock struct {
	now    time.Duration
	timers []timer
}

type timer struct {
	at  time.Duration
	msg tea.Msg
}

// NewClock is a clock at zero.
func NewClock() *Clock { return &Clock{} }

// After remembers a message for later; there is no command to run.
func (c *Clock) After(d time.Duration, msg tea.Msg) tea.Cmd {
	c.timers = append(c.timers, timer{c.now + d, msg})
	return nil
}

// Waiting is how many timers are set: at rest there is none.
func (c *Clock) Waiting() int { return len(c.timers) }

// next takes the timer that rings first, if it does so before the end.
func (c *Clock) next(end time.Duration) (tea.Msg, bool) {
	if len(c.timers) == 0 {
		return nil, false
	}
	first := 0
	for i, t := range c.timers {
		if t.at < c.timers[first].at {
			first = i
		}
	}
	t := c.timers[first]
	if t.at > end {
		return nil, false
	}
	c.timers = slices.Delete(c.timers, first, first+1)
	c.now = max(c.now, t.at)
	return t.msg, true
}
