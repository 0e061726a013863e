package room

import (
	"context"
	"time"

	"interleave/engine"
)

// The virtual clock goes with the one on the wall while programs take part: from wherever it stands, and not
// through a pause.

// wait lets others work until something changes.
func (r *Room) wait(ctx context.Context) error {
	if r.seats.changed == nil {
		r.seats.changed = make(chan struct{})
	}
	changed := r.seats.changed
	r.mu.Unlock()
	r.tellSoon()
	tick := time.NewTimer(clockEvery)
	defer tick.Stop()
	var err error
	select {
	case <-changed:
	case <-ctx.Done():
		err = ctx.Err()
	case <-tick.C:
	}
	r.mu.Lock()
	if err == nil && r.isLive() && r.waitsAtService() {
		r.bringClock()
	}
	return err
}

// clockEvery is how often the clock is brought along while a request waits at a service.
const clockEvery = 200 * time.Millisecond

func (r *Room) waitsAtService() bool {
	for _, m := range r.line.World().Flight() {
		if m.State == engine.AtServiceWaiting {
			return true
		}
	}
	return false
}

// bringClock lets the time pass that has passed outside; what had to wait for it is heard.
func (r *Room) bringClock() {
	inputs := r.wallClock()
	if inputs == nil {
		return
	}
	if _, err := r.do(inputs...); err != nil {
		r.notPassed(inputs)
		return // the next request says so
	}
	for _, m := range r.line.World().Flight() {
		if x := r.line.World().Exchange(m.Request); m.Back && x.Words.On != "" && m.Copy == 0 {
			_, _ = r.do(engine.ReceiveAnswer{Names: []string{x.Name}}) // an answer under way can be heard
		}
	}
	r.seats.live = r.line.Here()
	r.save()
	r.view = nil
	r.seats.wake()
}

// wallClock is the time that has passed outside since the clock was brought along; it counts as passed from here on.
// Where nothing came of these inputs, notPassed takes that back.
func (r *Room) wallClock() []engine.Input {
	now := time.Now()
	if r.seats.paused || r.seats.stepped && r.owes() {
		r.seats.wall = now
		return nil
	}
	passed := now.Sub(r.seats.wall).Truncate(time.Millisecond)
	if passed <= 0 {
		return nil
	}
	r.seats.wall = r.seats.wall.Add(passed)
	return []engine.Input{engine.Clock{By: passed}}
}

// notPassed has the time that inputs of wallClock begin with pass later: they were refused, or what stood behind them
// was, and the clock stands where it stood.
func (r *Room) notPassed(inputs []engine.Input) {
	if len(inputs) == 0 {
		return
	}
	if passed, ok := inputs[0].(engine.Clock); ok {
		r.seats.wall = r.seats.wall.Add(-passed.By)
	}
}

// owes says whether a program waits for something else than time: an answer is under way, or being made.
func (r *Room) owes() bool { return len(r.seats.out) > 1 && !r.waitsAtService() }

// follows says whether the clock goes with the one on the wall now.
func (r *Room) follows() bool { return r.joined() && !r.seats.paused && r.isLive() }

// joined says whether programs take part: they are connected, or have been and can come again. A library closes its
// connections while its program waits, and a shell has one for each command: for both the time goes on.
func (r *Room) joined() bool {
	s := &r.seats
	return len(s.open) > 0 || s.number > 0 && len(s.door.Ports) > 0 && !s.rests
}

// Rest gives the clock to a person while no program is connected: it stands until one comes again. false: one is.
func (r *Room) Rest() (rests bool) {
	_ = r.change(func() error {
		if r.follows() {
			if passed := r.wallClock(); passed != nil {
				_, _ = r.do(passed...) // what could not pass does not matter to anybody: the clock rests
			}
		}
		rests = len(r.seats.open) == 0
		r.seats.rests = r.seats.rests || rests
		return nil
	})
	return rests
}

// LiveClock is what the clock on the wall comes to; what has ended meanwhile has ended then. follows is false where the
// clock stands still.
func (r *Room) LiveClock() (now engine.Instant, follows bool) {
	r.mu.Lock()
	if !r.follows() {
		now = r.line.World().Now()
		r.mu.Unlock()
		return now, false
	}
	now = r.line.World().Now().Add(max(time.Since(r.seats.wall), 0))
	due := false
	if timers := r.line.World().Timers(); len(timers) > 0 && timers[0].At <= now {
		r.bringClock()
		due = true
	}
	r.mu.Unlock()
	if due {
		r.tellSoon()
	}
	return now, true
}

// Date has a session in which nothing happened yet begin today: programs compare the dates that they are told with the
// clock on the wall, so that a lock which is a second old would look like one that was left months ago. So does each
// Reset.
func (r *Room) Date() error {
	return r.change(func() error {
		r.seats.dated = true
		return r.date()
	})
}

func (r *Room) date() error {
	r.seats.wall = time.Now() // the first program may come much later
	passed := engine.InstantAt(r.seats.wall).Sub(r.line.World().Now())
	if r.line.Here() != 0 || passed <= 0 {
		return nil
	}
	_, err := r.do(engine.Clock{By: passed})
	return err
}

// StepClock has the clock stand still while a program waits for an answer, so that a slow machine ends no lease.
func (r *Room) StepClock() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats.stepped = true
}

// Moment is where the virtual clock stands.
func (r *Room) Moment() engine.Instant {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.line.World().Now()
}
