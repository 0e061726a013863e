package endpoint

import (
	"sync"
	"time"

	"interleave/engine/room"
	"interleave/engine/view"
)

// Door lets programs into one session: it is closed, or open for a room. Its methods may be called from any goroutine.
type Door struct {
	options Options
	mu      sync.Mutex
	server  *Server // nil: it is closed
}

// NewDoor is a door that is closed.
func NewDoor(o Options) *Door { return &Door{options: o} }

// Open lets programs into a room; those of another room are sent away first. Where it fails the door is closed.
func (d *Door) Open(r *room.Room) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.close(); err != nil {
		return err
	}
	server, err := Open(r, d.options)
	if err == nil {
		d.server = server
	}
	return err
}

// Close sends all programs away and listens no more; wasOpen says whether it listened.
func (d *Door) Close() (wasOpen bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	wasOpen = d.server != nil
	return wasOpen, d.close()
}

func (d *Door) close() error {
	if d.server == nil {
		return nil
	}
	server := d.server
	d.server = nil
	return server.Close()
}

// door is what the desk shows of a server.
func (s *Server) door() (d view.Door) {
	for _, o := range s.opened {
		d.Ports = append(d.Ports, view.Port{Flag: o.Flag, Title: o.Title, URL: o.URL(), Said: o.Said,
			Odd: s.odds.of(o.Name)})
	}
	d.Paste = s.Environment(Emulator)
	return d
}

// odds are what came last to each service and could not be read.
type odds struct {
	mu   sync.Mutex
	last map[string]string // by service
	told time.Time         // when the desk heard of it last, or is to
}

// oddEvery is how often the desk hears of what cannot be read, however much of it comes.
const oddEvery = time.Second

// add keeps what came, and says whether somebody has to see to it that the desk hears of it, and in how long: what
// comes soon after what was told is told when that time is over, with all that comes until then.
func (o *odds) add(service, what string) (wait time.Duration, due bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	what = shown(what, 120)
	if o.last[service] == what {
		return 0, false
	}
	if o.last == nil {
		o.last = map[string]string{}
	}
	o.last[service] = what
	wait = oddEvery - time.Since(o.told)
	if wait > oddEvery { // it is told soon
		return 0, false
	}
	wait = max(wait, 0)
	o.told = time.Now().Add(wait)
	return wait, true
}

func (o *odds) of(service string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last[service]
}

// tellOdd tells what could not be read: a line of the log, and at the desk the newest beside its port.
func (s *Server) tellOdd(e Event) {
	s.tell(e)
	switch wait, due := s.odds.add(e.Service, e.What); {
	case due && wait > 0:
		s.group.Go(func() { s.tellDoor(wait) })
	case due:
		s.room.SetDoor(s.door())
	}
}

// tellDoor tells the desk what its door looks like in a while, unless the server is closed before.
func (s *Server) tellDoor(wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		s.room.SetDoor(s.door())
	case <-s.ctx.Done():
	}
}
