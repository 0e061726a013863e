package sessions

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"interleave/persist"
)

// Sessions holds every session that a running desktop has opened. The desktop shows one room at a time and adopts
// another when it likes, so none is closed before the program ends; one that is asked for again is the same.
type Sessions struct {
	opening  sync.Mutex // one is opened after the other, while others may ask for the current one
	mu       sync.Mutex
	sessions []*Session
	current  *Session
	saved    func()
}

// New is an empty shelf; saved is told, from any goroutine, that Saved has something new to say, and must not
// wait.
func New(saved func()) *Sessions { return &Sessions{saved: saved} }

// Open opens a session, or finds it among those that are open, and makes it the current one. tell is told how far a
// long one is; nil: nobody is.
func (s *Sessions) Open(c Choice, tell func(done, total int)) (*Session, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if open := s.find(c); open != nil {
		return open, nil
	}
	next, err := Open(c, time.Now(), tell)
	if err != nil {
		return nil, err
	}
	next.OnSaved(s.saved)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions, s.current = append(s.sessions, next), next
	return next, nil
}

// find makes the session current that is open already; nil where none is.
func (s *Sessions) find(c Choice) *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	full, err := filepath.Abs(c.Session)
	if err != nil || c.Session == "" || len(c.Files) > 0 || c.Copy {
		return nil
	}
	for _, open := range s.sessions {
		if open.Path() == full {
			s.current = open
			return open
		}
	}
	return nil
}

// Current is the session that was opened last.
func (s *Sessions) Current() *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// Close brings everything of every session to the disk.
func (s *Sessions) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []error
	for _, session := range s.sessions {
		all = append(all, session.Close())
	}
	s.sessions = nil
	return errors.Join(all...)
}

// OnSaved sets who is told that Saved has something new to say.
func (s *Session) OnSaved(tell func()) {
	s.mu.Lock()
	s.tell = tell
	s.mu.Unlock()
	s.listen(s.keptIn())
}

func (s *Session) listen(to *persist.Store) {
	to.OnSaved(func(_ int, err error) {
		s.mu.Lock()
		if to == s.store {
			s.off = err
		}
		tell := s.tell
		s.mu.Unlock()
		if tell != nil {
			tell()
		}
	})
}

// Saved is how the status row says where the session stands: saved, saving, not saved, or not kept where nobody wants
// it to be.
func (s *Session) Saved() string {
	s.mu.Lock()
	off, store := s.off, s.store
	s.mu.Unlock()
	switch {
	case store.Path() == "":
		return "not kept"
	case off != nil:
		return "not saved"
	case store.Saved():
		return "saved"
	}
	return "saving"
}

// Trouble is why the session is not saved any more; nil: it is.
func (s *Session) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.off
}

// Path is the file of the session; empty where nothing is kept.
func (s *Session) Path() string { return s.keptIn().Path() }

// SaveAs keeps the session in a new file from now on, with all that happened so far. A mere name, without a folder and
// an ending, is one of the data folder, where sessions are listed. Where the file cannot be written whole the session
// stays where it is.
func (s *Session) SaveAs(file string) (where string, err error) {
	if filepath.Base(file) == file && filepath.Ext(file) == "" {
		folder, err := persist.Folder()
		if err != nil {
			return "", err
		}
		file = filepath.Join(folder, file+".db")
	}
	_, missing := os.Stat(filepath.Dir(file))
	records, notes := s.Room.Kept()
	if err := persist.Create(file, persist.Session{Records: records, Notes: notes}); err != nil {
		return "", err
	}
	next, err := persist.Open(file, persist.Options{})
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	old := s.store
	s.store, s.off = next, nil
	s.mu.Unlock()
	s.Room.KeepIn(next, len(records))
	s.listen(next)
	_ = old.Close() // what it could not save is in the new file
	where = next.Path()
	if errors.Is(missing, fs.ErrNotExist) {
		where += ", in a folder that was made for it"
	}
	return where, flush(next)
}
