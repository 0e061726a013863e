package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/view"
)

// ErrLost is returned by Send where the request or its answer was lost: the connection is to be closed, so that the
// client tries again at once.
var ErrLost = errors.New("lost on its way")

// ErrBusy is returned by Send where a request has waited for too long to be let in: the service says that it is busy.
var ErrBusy = errors.New("the desk is elsewhere")

// Seat is a connection of a real program in the room: one writer, and the right to send as that writer.
type Seat struct {
	room   *Room
	writer string
	on     string // the connection, as requests name it
	client *client
	hangUp func()
	cut    bool // a person has closed it
}

// Joining is who takes a seat.
type Joining struct {
	Name    string // under which it signs
	Program string // as it calls itself, as `azsdk-go-azblob/v1.8.1`; empty: it does not
	From    string // where it comes from, as `127.0.0.1:50512`
	HangUp  func() // closes its connection; nil: nobody can
}

// Reply is what a client is told: the answer, the number of its request, and when it was heard.
type Reply struct {
	Answer  engine.Answer
	Request int
	At      engine.Instant
}

// seats are the programs of a room and the requests that wait for their answers.
type seats struct {
	programs   []*client
	open       []*Seat
	door       view.Door
	number     int           // of the newest connection
	wall       time.Time     // the moment that the virtual clock stands for
	told       time.Time     // when the news were told last
	late       bool          // news are to be told soon
	live       int           // the newest record of a client: what was answered to it cannot be undone for it
	fate       func() Fate   // of each request; nil: it is delivered
	changed    chan struct{} // closed at the next change
	paused     bool
	rests      bool              // nobody was connected, and a person took the clock in hand until somebody is
	stepped    bool              // the clock stands still while an answer is owed
	dated      bool              // the clock began at today's date
	busy       time.Duration     // how long a request waits to be let in; 0: for ever
	silent     map[string]bool   // names of requests whose loss is a silence
	gone       map[string]bool   // names of requests whose program hung up
	out        []*asking         // what waits for an answer
	spare      *asking           // room for the next of these; nil: none
	failed     []*asking         // what may be tried again, the newest last
	overlooked []view.Overlooked // the oldest first; a view may look at its beginning
	stopped    []string          // names of requests that a pause holds
	way        []engine.Input    // room for what the next request comes to
}

// Others is the writer that names are folded into for which there is no place any more.
const Others = "others"

// Seat opens a connection for a client that signs with a name: the writer whose id or title that is, or a new one.
func (r *Room) Seat(j Joining) (*Seat, error) {
	r.mu.Lock()
	id, fresh := r.writerNamed(j.Name)
	if w := r.line.World(); fresh && len(w.Writers()) >= engine.MaxWriters-1 && w.Writer(Others) == nil {
		id, j.Name = Others, Others // the last place is theirs
	}
	r.mu.Unlock()
	if fresh {
		_, err := r.Do(engine.AddWriter{ID: id, Title: j.Name})
		limit := engine.LimitError{}
		switch {
		case errors.As(err, &limit) && id != Others:
			j.Name = Others
			return r.Seat(j)
		case err != nil && !r.has(id):
			return nil, fmt.Errorf("seat %q: %w", j.Name, err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.seats
	if s.rests || !r.joined() && !s.dated {
		s.wall, s.rests = time.Now(), false
	}
	s.number++
	seat := &Seat{room: r, writer: id, on: fmt.Sprintf("c%d", s.number), client: s.program(id, j.Program),
		hangUp: j.HangUp}
	seat.client.From = j.From
	seat.client.Connections++
	s.open = append(s.open, seat)
	r.view = nil
	return seat, nil
}

func (r *Room) has(writer string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.line.World().Writer(writer) != nil
}

// writerNamed is the writer that a name means, and whether it is still to come in.
func (r *Room) writerNamed(name string) (id string, fresh bool) {
	w := r.line.World()
	for _, known := range w.Writers() {
		if known.ID == name || strings.EqualFold(known.Title, name) {
			return known.ID, false
		}
	}
	id = strings.Map(func(c rune) rune {
		if c < '0' || strings.ContainsRune(`:.$'"/=[]{}#;`+"\x7f", c) {
			return '-'
		}
		return c
	}, name)
	if id == "" || id == engine.Seed {
		id = "app"
	}
	return id, w.Writer(id) == nil
}

// Writer is the id of the seat's writer.
func (s *Seat) Writer() string { return s.writer }

// On is the connection, as requests name it.
func (s *Seat) On() string { return s.on }

// Calls says what the client is, where it says so after its first request.
func (s *Seat) Calls(program string) {
	r := s.room
	r.mu.Lock()
	before, now := s.client, r.seats.program(s.writer, program)
	if before != now && slices.Contains(r.seats.open, s) {
		now.From, s.client = before.From, now
		now.Connections++
		before.Connections--
		if before.Connections == 0 && strings.HasPrefix(program, before.Program) { // it says the same, and more of it
			now.Sent, now.Retries = now.Sent+before.Sent, now.Retries+before.Retries
			now.Last = max(now.Last, before.Last)
			r.seats.programs = slices.DeleteFunc(r.seats.programs, func(c *client) bool { return c == before })
		}
		r.view = nil
	}
	r.mu.Unlock()
	r.tellSoon()
}

// Leave closes the connection.
func (s *Seat) Leave() {
	r := s.room
	r.mu.Lock()
	if at := slices.Index(r.seats.open, s); at >= 0 {
		r.seats.open = slices.Delete(r.seats.open, at, at+1)
		s.client.Connections--
		r.view = nil
	}
	r.mu.Unlock()
	r.tellSoon()
}

// Send is a request of the client that says nothing by which it could be known again.
func (s *Seat) Send(ctx context.Context, verb string, args []engine.Arg) (Reply, error) {
	return s.SendTry(ctx, "", verb, args)
}

// SendTry is a request of the client: it goes to the service at once, unless the writer's requests are held, and comes
// back when its answer is heard. While the desk looks elsewhere (the past, another branch) it waits. try is what the
// client's library calls the request, the same for each try of it; empty: it does not say.
//
// The error is that of ctx where the client hung up, which the session keeps as a time-out of its writer; ErrLost or
// ErrBusy; else what makes the request impossible, as a limit of the program. A loss that is meant to be a silence
// comes back when the client hangs up.
func (s *Seat) SendTry(ctx context.Context, try, verb string, args []engine.Arg) (Reply, error) {
	return s.Carry(ctx, Carried{Try: try, Verb: verb, Args: args})
}

// Carried is a request as it came.
type Carried struct {
	Try    string // what the client's library calls it; empty: it does not say
	Verb   string
	Args   []engine.Arg
	Unread []string // what no rule looks at, as `header x-ms-foo`
	Own    bool     // it is about the connection alone, or done as that ends: nothing holds it on its way
	Within bool     // it belongs to what was sent before, as a line of a transaction: the service is not busy with it
}

// Carry is SendTry for a request of which not everything is looked at.
func (s *Seat) Carry(ctx context.Context, c Carried) (Reply, error) {
	r := s.room
	r.mu.Lock()
	a := r.seats.begins(asking{seat: s, Carried: c, since: time.Now()})
	r.view = nil
	reply, err := r.answerFor(ctx, a)
	r.seats.ends(a, reply, err)
	r.view = nil
	wait, due := r.newsDue()
	r.mu.Unlock()
	r.tellAfter(wait, due)
	return reply, err
}

// answerFor lets a request in, and waits for its answer.
func (r *Room) answerFor(ctx context.Context, a *asking) (Reply, error) {
	for !r.isLive() || a.seat.client.Taken {
		if r.seats.busy > 0 && time.Since(a.since) >= r.seats.busy {
			return Reply{}, ErrBusy
		}
		if err := r.wait(ctx); err != nil {
			return Reply{}, err
		}
	}
	if err := r.sendFor(a); err != nil {
		return Reply{}, err
	}
	for {
		reply, done, err := r.reply(a)
		if done {
			return reply, err
		}
		if err := r.wait(ctx); err != nil {
			r.gaveUp(a)
			return Reply{}, err
		}
	}
}

// isLive says whether the cursor is where the clients are.
func (r *Room) isLive() bool {
	return r.broken == nil && !r.isPast() && r.line.Contains(r.line.Here(), r.seats.live)
}

// wake tells those who wait that something has changed.
func (s *seats) wake() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// sendFor puts a client's request under way, and all the way where nothing stops it.
func (r *Room) sendFor(a *asking) error {
	name := r.freeName(r.line.World().Requests() + 1)
	inputs := append(r.seats.way[:0], r.wallClock()...)
	passed := inputs
	defer func() { clear(inputs); r.seats.way = inputs }() // the room of the list: the timeline keeps what is in it
	if r.line.World().Writer(a.seat.writer) == nil {       // it came before the services were emptied
		inputs = append(inputs, engine.AddWriter{ID: a.seat.writer})
	}
	send := engine.Send{By: a.seat.writer, Verb: a.Verb, Args: a.Args, As: name,
		Words: engine.Words{On: a.seat.on, Again: r.triedBefore(a)}}
	var err error
	held := !a.Own && (r.seats.paused || r.line.World().Setting(a.seat.writer+".hold") == "on")
	if held {
		inputs = append(inputs, send)
		err = r.clientDoes(inputs)
	} else {
		fate := Delivered
		if !a.Own {
			fate = r.fateOf(a)
		}
		if fate == LeaseEnds {
			inputs = append(inputs, r.endOfHolding()...)
		}
		least := len(inputs) + 2 // it is sent, and comes to the service
		inputs = r.way(inputs, send, fate)
		err = r.clientDoes(inputs)
		for err != nil && r.broken == nil && len(inputs) > least { // it has to wait at the service, or cannot be
			inputs = inputs[:len(inputs)-1]
			err = r.clientDoes(inputs)
		}
	}
	if err != nil {
		r.notPassed(passed)
		return err
	}
	x := r.line.World().Named(name)
	a.name, a.number = name, x.Number
	a.seat.client.sent(x)
	r.seats.overlooks(x.Sent.Event, a.Unread)
	if r.seats.paused && held {
		r.seats.stopped = append(r.seats.stopped, name)
	}
	r.seats.live = r.line.Here()
	r.past, r.undone = false, undone{}
	r.follow()
	r.save()
	r.view = nil
	r.seats.wake()
	return nil
}

// clientDoes carries out inputs; rules that break become an error, as everywhere.
func (r *Room) clientDoes(inputs []engine.Input) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = r.broke(p)
		}
	}()
	return r.line.DoEach(inputs, func([]engine.Event) {})
}

// reply is what became of a request; done is false while that is open.
func (r *Room) reply(a *asking) (reply Reply, done bool, err error) {
	if !r.line.Contains(r.line.Here(), r.seats.live) {
		return Reply{}, false, nil // the desk is elsewhere
	}
	x := r.line.World().Exchange(a.number)
	switch {
	case x == nil || x.Name != a.name:
		return Reply{}, false, nil
	case !x.Heard.IsZero():
		r.seats.live = max(r.seats.live, x.Heard.Event)
		return Reply{Answer: x.Answer, Request: a.number, At: x.Heard.At}, true, nil
	case !x.Lost.IsZero() && !r.seats.silent[a.name]:
		r.seats.live = max(r.seats.live, x.Lost.Event)
		if !x.Decided.IsZero() { // the connection is as the service left it
			reply = Reply{Answer: x.Answer, Request: a.number}
		}
		return reply, true, ErrLost
	}
	return Reply{}, false, nil
}

// gaveUp keeps that a client hung up: its request travels on, as in real life.
func (r *Room) gaveUp(a *asking) {
	if !a.seat.cut {
		a.seat.client.Patience = time.Since(a.since)
	}
	x := r.line.World().Exchange(a.number)
	if !r.isLive() || x == nil || x.Name != a.name || !x.Heard.IsZero() || !x.GaveUp.IsZero() {
		return
	}
	passed := r.wallClock()
	if _, err := r.do(append(passed, engine.Timeout{Name: a.name})...); err != nil {
		r.notPassed(passed)
		return
	}
	if r.seats.gone == nil {
		r.seats.gone = map[string]bool{}
	}
	r.seats.gone[a.name] = true
	r.seats.live = r.line.Here()
	r.save()
}

// newsEvery is how long the desk is told nothing new, however fast the clients are.
const newsEvery = 33 * time.Millisecond

// tellSoon tells the news, at most every newsEvery.
func (r *Room) tellSoon() {
	r.mu.Lock()
	wait, due := r.newsDue()
	r.mu.Unlock()
	r.tellAfter(wait, due)
}

// newsDue says whether somebody has to see to it that the news are told, and in how long.
func (r *Room) newsDue() (wait time.Duration, due bool) {
	s := &r.seats
	if r.news == nil || s.late {
		return 0, false
	}
	wait = newsEvery - time.Since(s.told)
	s.late = wait > 0
	return wait, true
}

// tellAfter tells the news when the room is free.
func (r *Room) tellAfter(wait time.Duration, due bool) {
	switch {
	case due && wait > 0:
		time.AfterFunc(wait, r.tellNow)
	case due:
		r.tellNow()
	}
}

func (r *Room) tellNow() {
	r.mu.Lock()
	r.seats.told, r.seats.late = time.Now(), false
	view, news := r.look(), r.news
	r.mu.Unlock()
	if news != nil {
		news(view)
	}
}
