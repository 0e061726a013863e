package endpoint

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
)

// Writers says who is the writer of a request.
type Writers struct {
	Connection bool   // each connection is one
	Header     string // a header names it, as `traceparent`; empty: no header does
}

// ParseWriters reads account, connection or header:NAME.
func ParseWriters(text string) (Writers, error) {
	name, isHeader := strings.CutPrefix(text, "header:")
	switch {
	case text == "" || text == "account":
		return Writers{}, nil
	case text == "connection":
		return Writers{Connection: true}, nil
	case isHeader && name != "":
		return Writers{Header: name}, nil
	}
	return Writers{}, fmt.Errorf("writers are told apart by account, connection or header:NAME, not by %q", text)
}

// Options say how a server listens.
type Options struct {
	Addresses map[string]string // by service (Services), as `127.0.0.1:10000`, `:0`, `off`; missing: the usual port
	Trust     bool              // signatures are not checked
	Proxy     bool              // the services' own hosts are answered too, by a proxy
	Busy      time.Duration     // how long a request waits to be let in before it hears 503; 0: for ever
	Writers   Writers
	Log       func(Event) // told of each request; nil: nobody is. It is called from many goroutines.
}

// Event is one request as the server saw it.
type Event struct {
	Service, Writer, Client string
	What                    string // the operation and its object, or the first line of what is none
	Status                  int    // 0: nothing was answered
	Code                    string
	Unread                  []string // headers and queries that no row of engine/wire looks at
	Absent                  string   // what was asked for and is not in the catalog, as `SUBSCRIBE`; empty: it is there
}

// Service is one of the protocols, in the order of Services.
type Service struct {
	Name  string // in the engine, as `share`
	Flag  string // for people, as `file`
	Usual int    // port
	Title string
}

// Services are what can be listened for.
func Services() []Service {
	return []Service{{"blob", "blob", 10000, "Azure blobs"}, {"queue", "queue", 10001, "Azure queues"},
		{"table", "table", 10002, "Azure tables"}, {"share", "file", 10003, "Azure Files"},
		{"bucket", "s3", 9000, "Amazon S3"}, {"tair", "redis", 6379, "Redis with TairString"}}
}

// Server listens and answers.
type Server struct {
	room    *room.Room
	options Options
	opened  []Opened
	proxy   *proxy // nil: there is none
	ctx     context.Context
	cancel  context.CancelFunc
	group   sync.WaitGroup
	mu      sync.Mutex
	conns   map[net.Conn]bool
	clients int          // connections of Redis so far
	bodies  atomic.Int64 // bytes of bodies on their way
	unread  int
	count   int
	absent  absences
	odds    odds
	specs   specs
	specOf  func(verb string) *engine.OpSpec
	rejects map[string]string // by service: the verb of what it refused before it looked at it
	busy    map[string]*engine.Rule
	tracks  tracks
	pause   atomic.Pointer[pausing] // nil: no command of Redis waits
}

// Opened is a service that is listened for.
type Opened struct {
	Service
	Address string // where it listens
	Said    string // why not at its usual port; empty: it does, or a port was asked for
	listen  net.Listener
}

// URL is the address of an endpoint as clients take it.
func (o Opened) URL() string {
	if o.Name == "tair" {
		return "redis://" + o.Address
	}
	return "http://" + o.Address
}

// Open listens for a room. Nothing is open where it fails.
func Open(r *room.Room, o Options) (*Server, error) {
	ctx, cancel := context.WithCancel(context.Background())
	world := catalog.New()
	s := &Server{room: r, options: o, ctx: ctx, cancel: cancel, conns: map[net.Conn]bool{},
		specs: specsOf(world), busy: busyOf(world), rejects: map[string]string{}}
	for _, service := range world.Services() {
		s.rejects[service.Name] = service.Rejects.Verb
	}
	s.specOf = s.specs.of
	for _, service := range Services() {
		address, asked := o.Addresses[service.Flag]
		if address == "off" {
			continue
		}
		opened, err := s.listen(service, address, asked && address != "")
		if err != nil {
			_ = s.Close() // what was open is closed again
			return nil, err
		}
		s.opened = append(s.opened, opened)
	}
	if o.Proxy {
		var err error
		if s.proxy, err = openProxy(); err != nil {
			_ = s.Close() // what was open is closed again
			return nil, fmt.Errorf("open a proxy: %w", err)
		}
		s.group.Add(1)
		go s.acceptProxy()
	}
	for _, opened := range s.opened {
		s.group.Add(1)
		go s.accept(opened.listen, func(conn net.Conn) { s.serve(opened, conn) })
	}
	r.Busy(o.Busy)
	r.SetDoor(s.door())
	return s, nil
}

// tries is how many ports are tried behind a usual one that is taken.
const tries = 50

func (s *Server) listen(service Service, address string, asked bool) (Opened, error) {
	if !asked {
		for n := range tries {
			listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", service.Usual+n))
			if err != nil || s.usual(service, service.Usual+n) {
				if err == nil {
					_ = listener.Close() // another service's usual port
				}
				continue
			}
			o := Opened{Service: service, Address: listener.Addr().String(), listen: listener}
			if n > 0 {
				o.Said = fmt.Sprintf("Port %d is taken: %s listen at %d.", service.Usual, service.Title,
					service.Usual+n)
			}
			return o, nil
		}
		return Opened{}, fmt.Errorf("cannot listen for %s: ports %d to %d are taken; --%s :0 takes any that is free",
			service.Title,
			service.Usual, service.Usual+tries-1, service.Flag)
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return Opened{}, fmt.Errorf("cannot listen for %s at %q: write ADDRESS:PORT, :PORT, :0 or off",
			service.Title, address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	network := "tcp"
	if ip := net.ParseIP(host); ip != nil && ip.To4() != nil {
		network = "tcp4" // 0.0.0.0 means those of IPv4 alone, and is told as it was asked for
	}
	listener, err := net.Listen(network, net.JoinHostPort(host, port))
	if err != nil {
		return Opened{}, fmt.Errorf("cannot listen for %s at %s: %w; write another ADDRESS:PORT, :PORT, or :0 for any "+
			"that is free", service.Title, address, err)
	}
	o := Opened{Service: service, Address: listener.Addr().String(), listen: listener}
	if at, ok := listener.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
		o.Said = fmt.Sprintf("Everybody who reaches %s can read and write here: the keys are no secret.", o.Address)
	}
	return o, nil
}

// usual says whether a port is the usual one of another service.
func (s *Server) usual(own Service, port int) bool {
	for _, other := range Services() {
		if other.Name != own.Name && other.Usual == port {
			return true
		}
	}
	return false
}

// Opened are the services that are listened for.
func (s *Server) Opened() []Opened { return s.opened }

// Counts are the requests so far, and the headers and queries of them that no row looked at.
func (s *Server) Counts() (requests, unread int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count, s.unread
}

// Close ends all connections and listens no more. It comes back when no goroutine of the server is left.
func (s *Server) Close() error {
	s.cancel()
	var errs []error
	for _, o := range s.opened {
		errs = append(errs, o.listen.Close())
	}
	if s.proxy != nil {
		errs = append(errs, s.proxy.close())
	}
	s.mu.Lock()
	for conn := range s.conns {
		_ = conn.Close() // its goroutine finds out
	}
	s.mu.Unlock()
	s.group.Wait()
	s.room.Watch(nil)
	s.room.SetDoor(view.Door{})
	return errors.Join(errs...)
}

// accept has each connection served in a goroutine of its own, until the server is closed.
func (s *Server) accept(listener net.Listener, serve func(net.Conn)) {
	defer s.group.Done()
	for {
		conn, err := listener.Accept()
		switch {
		case s.ctx.Err() != nil:
			return
		case err != nil: // as many connections as the system allows: those that end make room
			select {
			case <-s.ctx.Done():
				return
			case <-time.After(10 * time.Millisecond):
			}
			continue
		}
		s.mu.Lock()
		s.conns[conn] = true
		s.mu.Unlock()
		s.group.Add(1)
		go func() {
			defer s.group.Done()
			defer s.gone(conn)
			serve(conn)
		}()
	}
}

// serve answers a connection of a service until it ends.
func (s *Server) serve(o Opened, conn net.Conn) {
	if o.Name == "tair" {
		s.redis(s.ctx, conn)
		return
	}
	(&connection{server: s, service: o.Name, conn: conn, from: conn.RemoteAddr().String(),
		in: bufio.NewReader(conn), out: bufio.NewWriter(conn), seats: map[string]*room.Seat{}}).serve()
}

func (s *Server) gone(conn net.Conn) {
	_ = conn.Close() // it may be closed already
	s.mu.Lock()
	delete(s.conns, conn)
	s.mu.Unlock()
}

// seat is a seat for one who comes by a connection under a name.
func (s *Server) seat(name, program string, conn net.Conn) (*room.Seat, error) {
	return s.room.Seat(room.Joining{Name: name, Program: program, From: conn.RemoteAddr().String(),
		HangUp: func() { _ = conn.Close() }}) // it may be closed already
}

// virtual is the moment that answers tell as their Date.
func (s *Server) virtual() time.Time {
	at, _ := time.Parse(http.TimeFormat, s.room.Moment().Date()) // it is written so
	return at
}

func (s *Server) tell(e Event) {
	s.mu.Lock()
	s.count++
	s.unread += len(e.Unread)
	if e.Absent != "" {
		s.absent.add(e.Absent)
	}
	s.mu.Unlock()
	if s.options.Log != nil {
		s.options.Log(e)
	}
}
