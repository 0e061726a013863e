package persist

import (
	"context"
	"sync"
	"time"

	"interleave/engine/timeline"
)

const (
	groupSize  = 1000                  // things waiting that are committed at once
	groupWait  = 25 * time.Millisecond // the longest that anything waits
	groupMost  = 4096                  // records in one commit, so that a long import is told as it goes
	retryAfter = 2 * time.Second       // between two tries to write where there was no room
)

// Options are for special cases; the zero value is right for a person's own session.
type Options struct {
	MaxBytes int // quota of the file; 0: none. the last quarter MiB before it stays empty

	// Progress is told how many of the file's records are read, from the goroutine that opens it; nil: nobody is.
	Progress func(done, total int)
}

// Store is one open session. Its methods may be called from any goroutine.
type Store struct {
	path  string
	place place

	mu       sync.Mutex
	queue    []timeline.Record
	notes    map[string]string // waiting, as queue
	next     int               // the number that the next record has to have
	accepted uint64            // records and notes put in
	stored   uint64            // of these, on disk
	reported uint64            // of these, OnSaved was told
	tries    uint64            // commits that ended, well or not
	last     int
	trouble  *Trouble // why nothing is saved at the moment
	pending  bool     // of the trouble, or of its end, OnSaved was not told yet
	lost     bool     // something was dropped
	closed   bool
	onSaved  func(last int, err error)
	changed  chan struct{} // closed, and made anew, when reported, tries or trouble changes

	wake chan struct{} // something is waiting
	now  chan struct{} // it should not wait for more
	quit chan struct{}
	done chan struct{}
}

// place is where a store's commits go.
type place interface {
	keep(batch) error // all of it or nothing; one call at a time
	load() (Session, error)
	close() error
}

// batch is one commit.
type batch struct {
	records []timeline.Record
	notes   map[string]string
	upto    uint64 // Store.stored after it
}

// Memory returns a store that keeps nothing after Close: the same behaviour without a file.
func Memory() *Store {
	return start("", &memory{notes: map[string]string{}}, 0, nil)
}

func start(path string, p place, last int, t *Trouble) *Store {
	s := &Store{path: path, place: p, last: last, next: last + 1, trouble: t, pending: t != nil,
		notes: map[string]string{}, changed: make(chan struct{}), wake: make(chan struct{}, 1),
		now: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{})}
	go s.commitLoop()
	return s
}

// Path is the file's absolute path; empty for a store in memory, of which nobody should say that it saves.
func (s *Store) Path() string { return s.path }

// Append queues records and never waits. Their numbers go on where the log ends. Where there is no room on the disk
// they stay queued until there is; after any other trouble they are dropped.
func (s *Store) Append(records []timeline.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(records) == 0 || s.refuses() {
		return
	}
	for _, r := range records {
		if r.Number != s.next {
			s.fail(&Trouble{Doing: "save", Path: s.path, Kind: ErrOutOfOrder, Why: outOfOrder(r.Number, s.next),
				Good: s.last})
			s.lost = true
			return
		}
		s.queue = append(s.queue, r)
		s.next++
		s.accepted++
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
	s.accepted++
	s.arrived()
}

// OnSaved sets who is told after each commit: last is the number of the newest record on disk. When saving stops err is
// a *Trouble, told once; a later call without one says that it goes on. It is called from the store's own goroutine, so
// it must not call Flush or Close.
func (s *Store) OnSaved(tell func(last int, err error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onSaved = tell
	if s.pending {
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
	return s.stored == s.accepted && !s.lost
}

// Load reads the session back as it is on disk, what is still queued left out.
func (s *Store) Load() (Session, error) {
	session, err := s.place.load()
	if err != nil {
		return Session{}, troubleFrom("open", s.path, err)
	}
	return session, nil
}

// Flush waits until everything put in before the call is on disk and OnSaved has told so. Where saving has stopped for
// want of room it is tried once more. It returns the *Trouble when that, or any other, stands in the way, or the
// context's error.
func (s *Store) Flush(ctx context.Context) error {
	s.mu.Lock()
	target, tries := s.accepted, s.tries
	for {
		if s.trouble != nil && (!s.trouble.passes() || s.tries > tries) {
			defer s.mu.Unlock()
			return s.trouble
		}
		if s.reported >= target && s.trouble == nil {
			s.mu.Unlock()
			return nil
		}
		changed := s.changed
		s.mu.Unlock()
		signal(s.now)
		signal(s.wake)
		select {
		case <-changed:
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
		<-s.done
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	close(s.quit)
	<-s.done
	err := s.place.close()
	if s.lost || s.stored != s.accepted {
		return s.trouble
	}
	if err != nil {
		return troubleFrom("save", s.path, err)
	}
	return nil
}

// refuses, fail and arrived want the lock to be held.
func (s *Store) refuses() bool {
	final := s.trouble != nil && !s.trouble.passes()
	if final {
		s.lost = true
	}
	return final || s.closed
}

// fail stops the saving. What is queued stays where the trouble may pass.
func (s *Store) fail(t *Trouble) {
	s.pending = s.pending || s.trouble == nil || s.trouble.Kind != t.Kind
	s.trouble = t
	if !t.passes() {
		s.lost = s.lost || len(s.queue)+len(s.notes) > 0
		s.queue, s.notes = nil, map[string]string{}
	}
	s.turn()
	signal(s.wake)
}

func (s *Store) turn() {
	close(s.changed)
	s.changed = make(chan struct{})
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
