package endpoint

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"interleave/engine"
	"interleave/engine/tair"
)

// A client that keeps values of keys asks to be told when these change: CLIENT TRACKING. Which connection has read what
// is found out while the room is locked, in the order of what happened, so that a value that is told has its
// invalidation behind it, whoever is quicker.
//
// Source: Redis, "Client-side caching in Redis", CLIENT TRACKING, CLIENT CACHING; Redis 7.0.15, tracking.c.

// tracks are all connections of Redis, and the keys that some of them keep.
type tracks struct {
	mu    sync.Mutex
	conns map[int]*redisConn                 // by number
	keys  map[string]map[*redisConn]struct{} // who read them
	count atomic.Int32                       // connections that track
	begun atomic.Bool                        // ends are looked for
}

// tracking is how a connection wants to be told; the zero value: not at all. The lock is that of tracks.
type tracking struct {
	on, broadcast, optIn, optOut, noLoop bool

	prefixes []string // of broadcasting
	redirect int      // the connection that is told in its place; 0: itself
	broken   bool     // which is not there any more
	remember bool     // what the command reads that is under way is to be kept in mind
	seat     string   // as its requests name it
	caching  bool     // CLIENT CACHING was said in front of the next command
}

// pushes are what waits to be told to a connection beside its answers.
type pushes struct {
	mu      sync.Mutex
	waiting []push
	idle    bool // the connection waits for a command: its deadline wakes it
}

// push says that keys have changed: nil for all of them, and where broken is not 0 that nothing can be told to that
// connection any more.
type push struct {
	keys   []string
	broken int
}

// pushesMost is how many keys wait for a client that does not read, before it is told that all have changed.
const pushesMost = 1 << 16

// expiryEvery is how often ended keys are looked for while somebody tracks: Redis looks for them ten times a second.
const expiryEvery = 100 * time.Millisecond

// took hands out what has happened. It is called while the room is locked.
func (s *Server) took(w *engine.World, events []engine.Event) {
	t := &s.tracks
	if t.count.Load() == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if events == nil { // the desk went elsewhere
		t.emptied()
	}
	for _, e := range events {
		seen := tair.TrackedIn(w, e)
		if seen.Emptied {
			t.emptied()
		}
		for _, c := range t.conns {
			if on := c.tracking; on.remember && on.seat == seen.On && seen.On != "" {
				t.reads(c, seen.Read)
			}
		}
		if !seen.Emptied && len(seen.Changed) > 0 {
			t.changed(seen)
		}
	}
}

// reads remembers that a connection has read keys.
func (t *tracks) reads(c *redisConn, keys []string) {
	for _, key := range keys {
		if t.keys[key] == nil {
			t.keys[key] = map[*redisConn]struct{}{}
		}
		t.keys[key][c] = struct{}{}
	}
}

// changed tells who keeps keys that they have changed, each once: who wants to hear again reads again. What the command
// itself has read stays in mind: whether it did so before or after the change is not known.
func (t *tracks) changed(seen tair.Tracked) {
	for _, key := range seen.Changed {
		for c := range t.keys[key] {
			own := c.tracking.seat == seen.On && seen.On != ""
			if !own || !slices.Contains(seen.Read, key) {
				delete(t.keys[key], c)
			}
			if c.tracking.on && !c.tracking.broadcast && !(own && c.tracking.noLoop) {
				t.push(c, push{keys: []string{key}})
			}
		}
		if len(t.keys[key]) == 0 {
			delete(t.keys, key)
		}
	}
	for _, c := range t.conns {
		on := &c.tracking
		if !on.on || !on.broadcast || on.noLoop && on.seat == seen.On && seen.On != "" {
			continue
		}
		for _, prefix := range on.prefixes {
			keys := slices.DeleteFunc(slices.Clone(seen.Changed),
				func(key string) bool { return !strings.HasPrefix(key, prefix) })
			if len(keys) > 0 {
				t.push(c, push{keys: keys})
			}
		}
	}
}

// emptied tells everybody that all keys have changed.
func (t *tracks) emptied() {
	clear(t.keys)
	for _, c := range t.conns {
		if c.tracking.on {
			t.push(c, push{})
		}
	}
}

// push has something told to a connection, or to the one that it named for that.
func (t *tracks) push(c *redisConn, p push) {
	if id := c.tracking.redirect; id != 0 {
		to := t.conns[id]
		if to == nil {
			c.tracking.broken = true
			c.pushes.add(c, push{broken: id})
			return
		}
		c = to
	}
	c.pushes.add(c, p)
}

func (w *pushes) add(c *redisConn, p push) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting = append(w.waiting, p); len(w.waiting) > pushesMost {
		w.waiting = []push{{}}
	}
	if w.idle {
		_ = c.conn.SetReadDeadline(time.Unix(1, 0)) // a connection that is closed needs no waking
	}
}

// idles says that the connection waits for a command until a moment, the zero one: for ever. It is false where there is
// something to be told first.
func (w *pushes) idles(c *redisConn, until time.Time) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) > 0 {
		return false, nil
	}
	w.idle = true
	return true, c.conn.SetReadDeadline(until)
}

// works says that the connection waits no more, and whether it was woken.
func (w *pushes) works() (woken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = false
	return len(w.waiting) > 0
}

// tellChanges writes what has changed. A client of RESP2 hears it only as a message of a channel that another
// connection is told for.
func (c *redisConn) tellChanges() {
	c.pushes.mu.Lock()
	list := c.pushes.waiting
	c.pushes.waiting = nil
	c.pushes.mu.Unlock()
	for _, p := range list {
		switch {
		case p.broken != 0 && c.protocol == 3:
			_, _ = c.out.WriteString(">2\r\n")
			c.sayBulk("tracking-redir-broken")
			c.sayNumber(p.broken)
			continue
		case p.broken != 0:
			continue
		case c.protocol == 3:
			_, _ = c.out.WriteString(">2\r\n")
			c.sayBulk("invalidate")
		case c.subscribed:
			_, _ = c.out.WriteString("*3\r\n")
			c.sayBulk("message")
			c.sayBulk(invalidations)
		default:
			continue
		}
		if p.keys == nil {
			c.sayNull()
			continue
		}
		_, _ = c.out.WriteString("*" + strconv.Itoa(len(p.keys)) + "\r\n")
		for _, key := range p.keys {
			c.sayBulk(key)
		}
	}
}

// comes and goes keep the list of connections.
func (t *tracks) comes(c *redisConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.conns == nil {
		t.conns, t.keys = map[int]*redisConn{}, map[string]map[*redisConn]struct{}{}
	}
	t.conns[c.number] = c
}

func (t *tracks) goes(c *redisConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.off(c)
	delete(t.conns, c.number)
}

// off ends the tracking of a connection.
func (t *tracks) off(c *redisConn) {
	if c.tracking.on {
		t.count.Add(-1)
		for key, who := range t.keys {
			if delete(who, c); len(who) == 0 {
				delete(t.keys, key)
			}
		}
	}
	c.tracking = tracking{seat: c.tracking.seat}
}

// stops is off for those who have no lock.
func (t *tracks) stops(c *redisConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.off(c)
}

// begins says that a command is under way on a seat, and whether what it reads is to be kept in mind.
func (t *tracks) begins(c *redisConn) {
	if t.count.Load() == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	on := &c.tracking
	on.seat = c.seat.On()
	on.remember = on.on && !on.broadcast && (!on.optIn || on.caching) && !(on.optOut && on.caching)
}

// ends says that a command was answered: CLIENT CACHING is about one, or about a whole transaction.
func (t *tracks) ends(c *redisConn) {
	if t.count.Load() == 0 || c.multi {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c.tracking.caching = false
}

// looksForChanges begins to, once somebody tracks.
func (s *Server) looksForChanges() {
	if s.tracks.count.Load() > 0 && s.tracks.begun.CompareAndSwap(false, true) {
		s.room.Watch(s.took)
		s.group.Add(1)
		go s.findEnds()
	}
}

// findEnds has keys end when they are due, although nobody asks for them, until the server ends.
func (s *Server) findEnds() {
	defer s.group.Done()
	tick := time.NewTicker(expiryEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
		if s.tracks.count.Load() > 0 {
			_, _ = s.room.LiveClock()
		}
	}
}
