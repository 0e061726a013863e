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
	told time.Time
}

// oddEvery is how often the desk hears of what cannot be read, however much of it comes.
const oddEvery = time.Second

// add keeps what came, and says whether the desk is to hear of it now.
func (o *odds) add(service, what string) (tells bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if what = shown(what, 120); o.last[service] == what || time.Since(o.told) < oddEvery {
		return false
	}
	if o.last == nil {
		o.last = map[string]string{}
	}
	o.last[service], o.told = what, time.Now()
	return true
}

func (o *odds) of(service string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last[service]
}

// tellOdd tells what could not be read: a line of the log, and at the desk the newest beside its port.
func (s *Server) tellOdd(e Event) {
	s.tell(e)
	if s.odds.add(e.Service, e.What) {
		s.room.SetDoor(s.door())
	}
}
