package persist

import (
	"context"
	"sync"
	"time"

	"interleave/engine/timeline"
)

const (
	groupSize = 100                   // things waiting that are committed at once
	groupWait = 25 * time.Millisecond // the longest that anything waits
	groupMost = 4096                  // records in one commit, so that a long import is told as it goes
)

// Options are for special cases; the zero value is right for a person's own session.
type Options struct {
	MaxBytes int // quota of the file; 0: none. the last quarter MiB before it stays empty

	// Progress is told how many of the file's records are read, from the goroutine that opens it; nil: nobody is.
	Progress func(done, total int)
}

// Store is one open session. Its methods may be called from any goroutine.
type Store struct {
	path   string
	keeper keeper

	mu      sync.Mutex
	queue   []timeline.Record
	notes   map[string]string // waiting, as queue
	next    int               // the number that the next record has to have
	put     uint64            // records and notes accepted
	kept    uint64            // of these, on disk
	heard   uint64            // of these, told as well
	last    int
	off     *Trouble // why nothing is saved any more
	told    bool     // off was
	lost    bool     // something was dropped
	closed  bool
	onSaved func(last int, err error)
	turned  chan struct{} // closed, and made anew, when heard or off changes

	wake  chan struct{} // something is waiting
	now   chan struct{} // it should not wait for more
	quit  chan struct{}
	ended chan struct{}
}

// keeper is where a store's commits go.
type keeper interface {
	keep(batch) error // all of it or nothing; one call at a time
	load() (Session, error)
	close() error
}

// batch is one commit.
type batch struct {
	records []timeline.Record
	notes   map[string]string
	upto    uint64 // Store.kept after it
}

// Memory returns a store that keeps nothing after Close: the same behaviour without a file.
func Memory() *Store {
	return start("", &memory{notes: map[string]string{}}, 0, nil)
}

func start(path string, k keeper, last int, off *Trouble) *Store {
	s := &Store{path: path, keeper: k, last: last, next: last + 1, off: off, notes: map[string]string{},
		turned: make(chan struct{}), wake: make(chan struct{}, 1), now: make(chan struct{}, 1),
		quit: make(chan struct{}), ended: make(chan struct{})}
	go s.commitLoop()
	return s
}

// Path is the file's absolute path; empty for a store in memory, of which nobody should say that it saves.
func (s *Store) Path() string { return s.path }

// Append queues records and never waits. Their numbers go on where the log ends. After saving was turned off they are
// dropped.
func (s *Store) Append(records []timeline.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(records) == 0 || s.refuses() {
		return
	}
	for _, r := range records {
		if r.Number != s.next {
			s.turnOff(&Trouble{Doing: "save", Path: s.path, Kind: ErrOutOfOrder, Why: outOfOrder(r.Number, s.next),
				Good: s.last})
			s.lost = true
			return
		}
		s.queue = append(s.queue, r)
		s.next++
		s.put++
	}
	s.arrived()
}

// Note sets a note and never waits; the last value wins, an empty one takes the note away. It is never on disk before
// the records that were appended before it.
func (s *Store) Note(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuses() {
		return
	}
	s.notes[key] = value
	s.put++
	s.arrived()
}

// OnSaved sets who is told after each commit: last is the number of the newest record on disk. When saving is turned
// off err is a *Trouble, told once. It is called from the store's own goroutine, so it must not call Flush or Close.
func (s *Store) OnSaved(tell func(last int, err error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onSaved = tell
	if s.off != nil && !s.told {
		signal(s.wake)
	}
}

// Last is the number of the newest record on disk; 0: none.
func (s *Store) Last() (saved int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Saved says that every record and note so far is on disk.
func (s *Store) Saved() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept == s.put && !s.lost
}

// Load reads the session back as it is on disk, what is still queued left out.
func (s *Store) Load() (Session, error) {
	session, err := s.keeper.load()
	if err != nil {
		return Session{}, troubleFrom("open", s.path, err)
	}
	return session, nil
}

// Flush waits until everything put in before the call is on disk and OnSaved has told so. It returns the *Trouble when
// saving is turned off, or the context's error.
func (s *Store) Flush(ctx context.Context) error {
	s.mu.Lock()
	target := s.put
	for {
		if s.off != nil {
			defer s.mu.Unlock()
			return s.off
		}
		if s.heard >= target {
			s.mu.Unlock()
			return nil
		}
		turned := s.turned
		s.mu.Unlock()
		signal(s.now)
		select {
		case <-turned:
		case <-ctx.Done():
			return ctx.Err()
		}
		s.mu.Lock()
	}
}

// Close commits what is queued, ends the store's goroutine and frees the file. It returns the *Trouble when something
// that was put in is not on disk. Later calls do nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		<-s.ended
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	close(s.quit)
	<-s.ended
	err := s.keeper.close()
	if s.lost {
		return s.off
	}
	if err != nil {
		return troubleFrom("save", s.path, err)
	}
	return nil
}

// refuses, turnOff and arrived want the lock to be held.
func (s *Store) refuses() bool {
	if s.off != nil {
		s.lost = true
	}
	return s.off != nil || s.closed
}

func (s *Store) turnOff(t *Trouble) {
	s.off = t
	s.queue, s.notes = nil, map[string]string{}
	s.turn()
	signal(s.wake)
}

func (s *Store) turn() {
	close(s.turned)
	s.turned = make(chan struct{})
}

func (s *Store) arrived() {
	signal(s.wake)
	if len(s.queue)+len(s.notes) >= groupSize {
		signal(s.now)
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
