package room

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
)

// What people see of the programs that take part, and can do about them.

// client is a program: all connections of one writer that call themselves alike.
type client struct{ view.Client }

// clientsKept is how many programs are remembered; those that have left make room.
const clientsKept = 200

// program is the client of a writer that calls itself so, perhaps a new one.
func (s *seats) program(writer, program string) *client {
	taken := false
	for _, c := range s.programs {
		if c.Writer == writer && c.Program == program {
			return c
		}
		taken = taken || c.Writer == writer && c.Taken
	}
	if len(s.programs) >= clientsKept {
		s.programs = slices.DeleteFunc(s.programs, func(c *client) bool { return c.Connections == 0 })
	}
	c := &client{view.Client{Writer: writer, Program: program, Taken: taken}}
	s.programs = append(s.programs, c)
	return c
}

func (c *client) sent(x *engine.Exchange) {
	c.Sent, c.Last = c.Sent+1, x.Number
	if x.Wish != x.Number {
		c.Retries++
	}
}

// clients are the programs that take part, as they stand now.
func (r *Room) clients() []view.Client {
	if len(r.seats.programs) == 0 {
		return nil
	}
	list := make([]view.Client, len(r.seats.programs))
	for i, c := range r.seats.programs {
		list[i] = c.Client
		for _, a := range r.seats.out {
			if a.seat.client != c {
				continue
			}
			list[i].Waits = max(list[i].Waits, time.Since(a.since))
			if a.number == 0 {
				list[i].Outside++
			} else {
				list[i].Out++
			}
		}
	}
	return list
}

// Clients are the programs that take part, or did, in the order in which they came.
func (r *Room) Clients() []view.Client {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clients()
}

// SetDoor says where programs can come in; no ports: nowhere.
func (r *Room) SetDoor(d view.Door) { _ = r.change(func() error { r.seats.door = d; return nil }) }

// Busy has requests that wait to be let in answered that the service is busy after a while; 0: never.
func (r *Room) Busy(after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats.busy = after
}

// Pause stops the clock that follows the wall clock and holds what programs send, or lets both go on.
func (r *Room) Pause(on bool) error {
	return r.change(func() error {
		if r.seats.paused == on {
			return nil
		}
		r.seats.paused, r.seats.wall = on, time.Now()
		stopped := r.seats.stopped
		r.seats.stopped = nil
		for _, name := range stopped {
			r.letGo(name)
		}
		return nil
	})
}

// letGo sends a request on that a pause held, if it is still on its way and nobody else holds it.
func (r *Room) letGo(name string) {
	if !r.isLive() {
		return
	}
	x := r.line.World().Named(name)
	for _, m := range r.line.World().Flight() {
		if x == nil || m.Request != x.Number || m.Back || m.State != engine.Travelling ||
			r.line.World().Setting(x.By+".hold") == "on" {
			continue
		}
		deliver, answer := engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}
		if _, err := r.do(deliver, answer); err != nil { // it has to wait at the service
			_, _ = r.do(deliver) // what cannot be delivered stays on its way
		}
		r.seats.live = r.line.Here()
		return
	}
}

// LoseSilently loses a message of a client so that it hears nothing more, not even that its connection is closed.
func (r *Room) LoseSilently(name string, answer bool) (said string, err error) {
	plain := strings.TrimRight(name, "'")
	mark := func(on bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.seats.silent == nil {
			r.seats.silent = map[string]bool{}
		}
		r.seats.silent[plain] = on
	}
	mark(true) // in front of the loss, which wakes the client up
	if answer {
		said, err = r.LoseAnswer(name)
	} else {
		said, err = r.Lose(name)
	}
	if err != nil {
		mark(false)
		return "", err
	}
	return said + ". Its program hears nothing at all", nil
}

// Disconnect closes the connections of a writer's programs: they hear that, and may come again.
func (r *Room) Disconnect(writer string) (said string, err error) {
	r.mu.Lock()
	var hangUps []func()
	for _, s := range r.seats.open {
		if s.writer == writer && s.hangUp != nil {
			s.cut = true
			hangUps = append(hangUps, s.hangUp)
		}
	}
	title := r.titleOf(writer)
	r.mu.Unlock()
	if len(hangUps) == 0 {
		return "", fmt.Errorf("%s has no connection that is open", title)
	}
	for _, hangUp := range hangUps {
		hangUp()
	}
	return fmt.Sprintf("Closed %s of %s. Its program may come again", engine.Counted(len(hangUps), "connection"),
		title), nil
}

// TakeOver gives the seat of a writer's programs to a person, who writes in its place: what they send waits to be let
// in; or gives it back.
func (r *Room) TakeOver(writer string, on bool) (said string, err error) {
	err = r.change(func() error {
		changed := false
		for _, c := range r.seats.programs {
			changed = changed || c.Writer == writer && c.Taken != on
			if c.Writer == writer {
				c.Taken = on
			}
		}
		switch {
		case !changed && on:
			return errors.New("no program writes as " + r.titleOf(writer))
		case !changed:
			return errors.New("nobody has taken the seat of " + r.titleOf(writer))
		}
		said = fmt.Sprintf("%s is yours: what its program sends waits", r.titleOf(writer))
		if !on {
			said = fmt.Sprintf("%s is its program's again", r.titleOf(writer))
		}
		return nil
	})
	return said, err
}

// Reset begins again with an empty world, on a branch of its own: what was, stays to be looked at. Connections go on.
func (r *Room) Reset() error {
	return r.change(func() error {
		if r.line.Here() == 0 {
			return nil
		}
		if err := r.line.Go(0); err != nil {
			return err
		}
		r.line.Fork()
		r.seats.live, r.broken, r.past = 0, nil, false
		if r.seats.dated {
			if err := r.date(); err != nil {
				return err
			}
			r.seats.live = r.line.Here()
		}
		r.moved()
		return nil
	})
}
