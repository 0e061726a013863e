package room

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"interleave/engine"
)

// ErrLost is returned by Send where the request or its answer was lost: the connection is to be closed, so that the
// client tries again at once.
var ErrLost = errors.New("lost on its way")

// ErrSilent is returned by Send where the loss is meant to be a silence: nothing comes until the client gives up.
var ErrSilent = errors.New("lost without a sign")

// Seat is a connection of a real program in the room: one writer, and the right to send as that writer.
type Seat struct {
	room   *Room
	writer string
	on     string // the connection, as requests name it
}

// Reply is what a client is told: the answer, the number of its request, and when it was heard.
type Reply struct {
	Answer  engine.Answer
	Request int
	At      engine.Instant
}

// Client is a connected program, as people see it.
type Client struct {
	Writer string // the id of its writer
	On     string // its connection, as `c7`
	What   string // as `azsdk-go-azblob/v1.8.1, 127.0.0.1:50512`
	Sent   int    // its requests so far
	Out    int    // those that no answer has come to
}

// seats are the connections of a room and the requests that wait for their answers.
type seats struct {
	clients []*Client
	number  int           // of the newest connection
	wall    time.Time     // the moment that the virtual clock stands for
	told    time.Time     // when the news were told last
	late    bool          // news are to be told soon
	live    int           // the newest record of a client: what was answered to it cannot be undone for it
	fate    func() Fate   // of each request; nil: it is delivered
	changed chan struct{} // closed at the next change
	paused  bool
	silent  map[string]bool // names of requests whose loss is a silence
}

// Others is the writer that names are folded into for which there is no place any more.
const Others = "others"

// Seat opens a connection for a client that signs with a name: the writer whose id or title that is, or a new one. what
// is shown of it.
func (r *Room) Seat(name, what string) (*Seat, error) {
	r.mu.Lock()
	id, fresh := r.writerNamed(name)
	r.mu.Unlock()
	if fresh {
		_, err := r.Do(engine.AddWriter{ID: id, Title: name})
		limit := engine.LimitError{}
		switch {
		case errors.As(err, &limit) && id != Others:
			return r.Seat(Others, what)
		case err != nil && !r.has(id):
			return nil, fmt.Errorf("seat %q: %w", name, err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.seats
	if s.number == 0 { // from the first one on: a client may close its connections and wait
		s.wall = time.Now()
	}
	s.number++
	on := fmt.Sprintf("c%d", s.number)
	s.clients = append(s.clients, &Client{Writer: id, On: on, What: what})
	return &Seat{room: r, writer: id, on: on}, nil
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

// Leave closes the connection.
func (s *Seat) Leave() {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, c := range r.seats.clients {
		if c.On == s.on {
			r.seats.clients = append(r.seats.clients[:i:i], r.seats.clients[i+1:]...)
			break
		}
	}
}

// Clients are the programs that are connected, in the order in which they came.
func (r *Room) Clients() (list []Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.seats.clients {
		list = append(list, *c)
	}
	return list
}

// Pause stops the clock that follows the wall clock, and holds what clients send, or lets it go on.
func (r *Room) Pause(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats.paused = on
	r.seats.wall = time.Now()
	r.seats.wake()
}

// Send is a request of the client: it goes to the service at once, unless the writer's requests are held, and comes
// back when its answer is heard. While the desk looks elsewhere (the past, another branch) it waits.
//
// The error is that of ctx where the client hung up, which the session keeps as a time-out of its writer; ErrLost or
// ErrSilent; else what makes the request impossible, as a limit of the program.
func (s *Seat) Send(ctx context.Context, verb string, args []engine.Arg) (Reply, error) {
	r := s.room
	r.mu.Lock()
	for !r.isLive() || r.seats.paused {
		if err := r.wait(ctx); err != nil {
			r.mu.Unlock()
			return Reply{}, err
		}
	}
	name, err := r.sendFor(s, verb, args)
	if err != nil {
		r.mu.Unlock()
		return Reply{}, err
	}
	client := s.client()
	client.Out++
	number := r.line.World().Named(name).Number
	for {
		reply, done, err := r.reply(name, number)
		if !done {
			err = r.wait(ctx)
			if err == nil {
				continue
			}
			r.gaveUp(name, number)
		}
		client.Out--
		r.mu.Unlock()
		r.tellSoon()
		return reply, err
	}
}

// client is the connection as people see it.
func (s *Seat) client() *Client {
	for _, c := range s.room.seats.clients {
		if c.On == s.on {
			return c
		}
	}
	return &Client{}
}

// isLive says whether the cursor is where the clients are.
func (r *Room) isLive() bool {
	return r.broken == nil && !r.isPast() && r.line.Contains(r.line.Here(), r.seats.live)
}

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
	if err == nil && r.isLive() && !r.seats.paused && r.waitsAtService() {
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

// wake tells those who wait that something has changed.
func (s *seats) wake() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// sendFor puts a client's request under way, and all the way where nothing stops it.
func (r *Room) sendFor(s *Seat, verb string, args []engine.Arg) (name string, err error) {
	name = r.freeName(r.line.World().Requests() + 1)
	inputs := r.wallClock()
	if r.line.World().Writer(s.writer) == nil { // it came before the services were emptied
		inputs = append(inputs, engine.AddWriter{ID: s.writer})
	}
	send := engine.Send{By: s.writer, Verb: verb, Args: args, As: name, Words: engine.Words{On: s.on}}
	before, here := r.trail.at(r.line), r.line.Here()
	if before.Setting(s.writer+".hold") == "on" {
		_, err = r.clientDoes(append(inputs, send)...)
	} else {
		least := len(inputs) + 2 // it is sent, and comes to the service
		inputs = append(inputs, r.way(send)...)
		_, err = r.clientDoes(inputs...)
		for err != nil && r.broken == nil && len(inputs) > least { // it has to wait at the service, or cannot be
			inputs = inputs[:len(inputs)-1]
			_, err = r.clientDoes(inputs...)
		}
	}
	if err != nil {
		return "", err
	}
	s.client().Sent++
	r.seats.live = r.line.Here()
	r.past, r.undone = false, undone{}
	r.follow(before, here)
	r.save()
	r.view = nil
	r.seats.wake()
	return name, nil
}

// clientDoes carries out inputs; rules that break become an error, as everywhere.
func (r *Room) clientDoes(inputs ...engine.Input) (events []engine.Event, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = r.broke(p)
		}
	}()
	return r.line.Do(inputs...)
}

// wallClock is the time that has passed outside since the clock was brought along.
func (r *Room) wallClock() []engine.Input {
	now := time.Now()
	passed := now.Sub(r.seats.wall).Truncate(time.Millisecond)
	if passed <= 0 {
		return nil
	}
	r.seats.wall = r.seats.wall.Add(passed)
	return []engine.Input{engine.Clock{By: passed}}
}

// reply is what became of a request; done is false while that is open.
func (r *Room) reply(name string, number int) (reply Reply, done bool, err error) {
	if !r.line.Contains(r.line.Here(), r.seats.live) {
		return Reply{}, false, nil // the desk is elsewhere
	}
	x := r.line.World().Exchange(number)
	switch {
	case x == nil || x.Name != name:
		return Reply{}, false, nil
	case !x.Heard.IsZero():
		return Reply{Answer: x.Answer, Request: number, At: x.Heard.At}, true, nil
	case !x.Lost.IsZero() && r.seats.silent[name]:
		return Reply{}, true, ErrSilent
	case !x.Lost.IsZero():
		return Reply{}, true, ErrLost
	}
	return Reply{}, false, nil
}

// gaveUp keeps that a client hung up: its request travels on, as in real life.
func (r *Room) gaveUp(name string, number int) {
	x := r.line.World().Exchange(number)
	if !r.isLive() || x == nil || x.Name != name || !x.Heard.IsZero() || !x.GaveUp.IsZero() {
		return
	}
	if _, err := r.do(append(r.wallClock(), engine.Timeout{Name: name})...); err == nil {
		r.seats.live = r.line.Here()
		r.save()
		r.view = nil
	}
}

// newsEvery is how long the desk is told nothing new, however fast the clients are.
const newsEvery = 33 * time.Millisecond

// tellSoon tells the news, at most every newsEvery.
func (r *Room) tellSoon() {
	r.mu.Lock()
	s := &r.seats
	if r.news == nil || s.late {
		r.mu.Unlock()
		return
	}
	if rest := newsEvery - time.Since(s.told); rest > 0 {
		s.late = true
		r.mu.Unlock()
		time.AfterFunc(rest, r.tellNow)
		return
	}
	r.mu.Unlock()
	r.tellNow()
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

// LoseSilently loses a message of a client so that it hears nothing more, not even that its connection is closed.
func (r *Room) LoseSilently(name string, answer bool) (said string, err error) {
	r.mu.Lock()
	if r.seats.silent == nil {
		r.seats.silent = map[string]bool{}
	}
	r.seats.silent[strings.TrimRight(name, "'")] = true
	r.mu.Unlock()
	if answer {
		return r.LoseAnswer(name)
	}
	return r.Lose(name)
}

// Moment is where the virtual clock stands.
func (r *Room) Moment() engine.Instant {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.line.World().Now()
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
		r.moved()
		return nil
	})
}
