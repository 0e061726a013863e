package plain

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/endpoint"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// serving is a call of the subcommand serve.
type serving struct {
	*program
	options endpoint.Options
	writers string
	busy    string
	number  uint64
	choice  sessions.Choice
	json    bool
	mu      sync.Mutex
	lines   []byte        // that wait to be written
	waiting int           // how many those are
	left    int           // lines that nobody took in time
	said    chan struct{} // there are some
	ends    chan struct{} // closed when no more lines come
	over    bool          // no more lines come
	telling sync.Mutex    // of marks: no request waits for their sentences
	told    int           // the newest record whose marks were told
}

func serveFlags(set *flag.FlagSet) func(*program, []string) int {
	s := &serving{}
	addresses := map[string]*string{}
	for _, service := range endpoint.Services() {
		addresses[service.Flag] = set.String(service.Flag, "",
			fmt.Sprintf("Listens for %s at this `ADDRESS`, as :0 for any "+
				"free port, or off. Port %d, or the next free one, unless given.", service.Title, service.Usual))
	}
	set.BoolVar(&s.json, "json", false, "The first line is one JSON object: where what listens, and the secrets.")
	set.StringVar(&s.choice.Session, "session", "",
		"Keeps the session in this `FILE`, which the desktop opens afterwards.")
	set.BoolVar(&s.options.Trust, "no-signatures", false, "Takes requests with any signature, or none.")
	set.StringVar(&s.writers, "writers", "account", "Who is a writer: each `account`, each connection, or header:NAME.")
	set.StringVar(&s.busy, "busy", "", "The `SHARE` of the requests that hear that the service is busy, as 5%.")
	set.Uint64Var(&s.number, "seed", 1, "The `NUMBER` that those are drawn from.")
	return func(p *program, _ []string) int {
		s.program, s.options.Addresses = p, map[string]string{}
		for name, address := range addresses {
			if *address != "" {
				s.options.Addresses[name] = *address
			}
		}
		return s.run()
	}
}

// linesKept is how many lines may wait for a reader that is slow; more are left out and counted. lineMost is how many
// bytes of one are told: names and headers that clients send may have 64 KiB.
const (
	linesKept = 10_000
	lineMost  = 4 << 10
)

func (s *serving) run() int {
	var err error
	if s.options.Writers, err = endpoint.ParseWriters(s.writers); err != nil {
		return s.wrong("%s", ended(err))
	}
	_, faults, err := faultsOf("", s.busy)
	if err != nil {
		return s.wrong("%s", ended(err))
	}
	s.choice.Empty, s.choice.Ephemeral = true, s.choice.Session == ""
	shelf := sessions.New(func() {})
	session, err := shelf.Open(s.choice, nil)
	if err != nil {
		return s.refused(err)
	}
	if s.choice.Ephemeral { // nobody asks the store for what the room has
		session.Room.KeepIn(nil, 0)
	}
	if err := session.Room.Date(); err != nil {
		return s.refused(err)
	}
	if len(faults) > 0 {
		session.Room.Fates(faults.Chooser(s.number))
	}
	s.said, s.ends = make(chan struct{}, 1), make(chan struct{})
	s.options.Log = s.request
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	server, err := endpoint.Open(session.Room, s.options)
	if err != nil {
		_ = shelf.Close() // nothing happened in it
		return s.wrong("%s", ended(err))
	}
	s.begin(server)
	garbage := sessions.Garbage{}
	garbage.Bound()
	session.Room.OnNews(func(v *view.View) {
		garbage.Bound()
		s.marks(v)
	})
	written := s.write()
	<-signals
	signal.Stop(signals)
	closed := server.Close()
	session.Room.OnNews(nil)
	s.marks(session.Room.View())
	requests, unread := server.Counts()
	s.mu.Lock()
	s.say(fmt.Sprintf("%s, %s not looked at.%s", engine.Counted(requests, "request", "requests"),
		engine.Counted(unread, "header or query", "headers and queries"), s.missing()))
	if absent := server.Absent(); len(absent) > 0 {
		s.say("Not in the catalog, and refused: " + strings.Join(absent, ", ") + ".")
	}
	close(s.ends)
	s.over = true
	s.mu.Unlock()
	select {
	case <-written:
	case <-time.After(2 * time.Second): // nobody reads
	}
	if err := shelf.Close(); err != nil {
		return s.refused(err)
	}
	if closed != nil {
		return s.wrong("%s", ended(closed))
	}
	return exitOK
}

// gathered is how long lines wait for others, to be written with them: a write for each request costs a twentieth of
// all that the request does.
const gathered = 20 * time.Millisecond

// write writes the lines that are said, those of a moment in one piece; written is closed behind the last.
func (s *serving) write() (written chan struct{}) {
	written = make(chan struct{})
	go func() {
		defer close(written)
		moment := time.NewTimer(gathered)
		defer moment.Stop()
		var room []byte
		for over := false; !over; {
			select {
			case <-s.said:
			case <-s.ends:
			}
			moment.Reset(gathered)
			select {
			case <-moment.C:
			case <-s.ends:
				over = true
			}
			s.mu.Lock()
			lines := s.lines
			s.lines, s.waiting = room[:0], 0
			s.mu.Unlock()
			room = lines
			if len(lines) > 0 {
				_, _ = s.out.Write(lines) // nobody tells that its reader is gone
			}
		}
	}()
	return written
}

func (s *serving) missing() string {
	if s.left == 0 {
		return ""
	}
	return fmt.Sprintf(" %s left out: nobody read them in time.", engine.Counted(s.left, "line was", "lines were"))
}

// say gives a line to whoever reads. A reader that is slow, or none, holds no request up.
func (s *serving) say(parts ...string) {
	switch {
	case s.over:
		return
	case s.waiting >= linesKept:
		s.left++
		return
	}
	begin := len(s.lines)
	for _, part := range parts {
		s.lines = append(s.lines, part...)
	}
	if most := begin + lineMost; len(s.lines) > most {
		for !utf8.RuneStart(s.lines[most]) {
			most--
		}
		s.lines = append(s.lines[:most], "…"...)
	}
	s.lines = append(s.lines, '\n')
	if s.waiting++; s.waiting == 1 {
		select {
		case s.said <- struct{}{}:
		default:
		}
	}
}

// request is the line of a request.
func (s *serving) request(e endpoint.Event) {
	who, status, code, more := e.Writer, "(no answer)", e.Code, ""
	switch {
	case e.Status == 0:
	case e.Service == "tair": // what Redis answers has no status
		status, code = cmp.Or(code, "answered"), ""
	default:
		status = strconv.Itoa(e.Status)
	}
	if who != "" {
		who += " "
	}
	if code != "" {
		code = " " + code
	}
	if e.Absent != "" {
		more += " (not in the catalog: " + e.Absent + ")"
	}
	if len(e.Unread) > 0 {
		more += " (not looked at: " + strings.Join(e.Unread, ", ") + ")"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say(who, e.What, " ", status, code, more)
}

// marks are lines of what the referee found since it was asked last.
func (s *serving) marks(v *view.View) {
	s.telling.Lock()
	defer s.telling.Unlock()
	lines := v.Lines()
	from := lines.Len()
	for from > 0 && lines.At(from-1).Record > s.told {
		from--
	}
	for _, e := range lines.From(from).All() {
		s.told = max(s.told, e.Record)
		for _, m := range e.Marks {
			if m.Kind != "" {
				line, first := v.Line(e), v.First(m)
				s.mu.Lock()
				s.say(line)
				s.say("    ", first)
				s.mu.Unlock()
			}
		}
	}
}

// begin says what listens where, in one line that programs read too.
func (s *serving) begin(server *endpoint.Server) {
	urls := map[string]any{}
	words := []string{}
	for _, o := range server.Opened() {
		urls[o.Flag] = o.URL()
		words = append(words, o.Flag+" "+o.URL())
	}
	if s.json {
		urls["accounts"] = endpoint.Accounts()
		urls["environment"] = server.Environment(endpoint.Emulator)
		line, _ := json.Marshal(urls) // texts alone
		fmt.Fprintln(s.raw, string(line))
		return
	}
	fmt.Fprintln(s.out, "Listening: "+strings.Join(words, ", "))
	for _, o := range server.Opened() {
		if o.Said != "" {
			fmt.Fprintln(s.out, o.Said)
		}
	}
	for _, line := range server.Environment(endpoint.Emulator) {
		fmt.Fprintln(s.out, "export "+sessions.Quoted(line))
	}
}
