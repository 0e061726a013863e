package sessions

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/timeline"
	"interleave/persist"
)

// Demo is the race that a first start shows, and Second the one that it suggests next; both are names of the library.
const (
	Demo   = "blob/wiki.race"
	Second = "blob/wiki-no-guard.race"
)

// Session is what a start opened: a live room, the store behind it, and the sentences that a person is told once.
type Session struct {
	Room  *room.Room
	Said  []string
	First bool // it begins with the demo
	Kept  bool // it went on from what was saved

	mu    sync.Mutex
	store *persist.Store
	off   error // why nothing is saved at the moment
	tell  func()
}

// Close brings everything to the disk and frees the file.
func (s *Session) Close() error { return s.keptIn().Close() }

func (s *Session) keptIn() *persist.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store
}

// Flush waits until everything so far is on the disk.
func (s *Session) Flush() (steps int, err error) {
	store := s.keptIn()
	err = flush(store)
	return store.Last(), err
}

// saveWait is how long a person waits for a disk that does not answer.
const saveWait = 10 * time.Second

func flush(store *persist.Store) error {
	ctx, cancel := context.WithTimeout(context.Background(), saveWait)
	defer cancel()
	return store.Flush(ctx)
}

// Open opens what a start asks for: the session of a file, the newest one, or a new one with a script, with files, or
// with the demo. tell is told how far a long session is; nil: nobody is. An error is a *persist.Trouble, or says what
// is wrong with the arguments.
func Open(c Choice, now time.Time, tell func(done, total int)) (*Session, error) {
	start := readFiles(c.Files)
	start.empty = c.Empty
	if len(c.Files) > 0 && start.nothing() {
		return nil, sentence(strings.Join(start.said, "\n"))
	}
	s := &Session{Said: start.said}
	store, err := s.open(c, start, now, within(tell, 0, readShare))
	if err != nil {
		return nil, err
	}
	begin, err := s.restore(store, within(tell, readShare, wholeShare))
	s.Kept = !begin
	switch {
	case err != nil:
	case begin && c.Empty && c.Writers:
		s.join()
	case begin && c.Empty:
	case begin:
		err = s.begin(start)
	case len(c.Files) > 0 || c.Demo:
		err = sentence(c.Session + " holds a session already, and this begins a new one. Name another file with " +
			"--session, or leave it out.")
	}
	if err != nil {
		_ = store.Close() // what is told is why there is no session
		return nil, err
	}
	return s, nil
}

// Of every hundred parts of opening a session so many are the reading of its file, the others its replay.
const (
	readShare  = 10
	wholeShare = 100
)

// within tells the progress of one part of a work as that of the whole, which is wholeShare.
func within(tell func(done, total int), from, to int) func(done, total int) {
	if tell == nil {
		return nil
	}
	return func(done, total int) { tell(from+(to-from)*done/max(total, 1), wholeShare) }
}

// open finds the file of the session and opens the store.
func (s *Session) open(c Choice, start start, now time.Time, tell func(done, total int)) (*persist.Store, error) {
	if c.Ephemeral {
		return persist.Memory(), nil
	}
	path, goesOn := c.Session, len(c.Files) == 0 && !c.Demo && !c.Empty
	if path == "" && goesOn && !c.Copy {
		if store, err := s.last(tell); store != nil || err != nil {
			return store, err
		}
	}
	if last := kept(); path == "" && goesOn && c.Copy && len(last) > 0 {
		path = last[0]
	}
	var err error
	if path == "" {
		if path, err = persist.DefaultPath(now, start.name()); err != nil {
			return nil, err
		}
	}
	if c.Copy {
		if path, err = s.copied(path); err != nil {
			return nil, err
		}
	}
	folder := filepath.Dir(path)
	_, missing := os.Stat(folder)
	store, err := persist.Open(path, persist.Options{Progress: tell})
	if c.Session != "" && err == nil && errors.Is(missing, fs.ErrNotExist) {
		s.Said = append(s.Said, fmt.Sprintf("The folder %s was not there: it was made for this session.", folder))
	}
	return store, err
}

// last opens the session that was changed last; a file in which there is none is told and left alone. nil: there is
// none at all.
func (s *Session) last(tell func(done, total int)) (*persist.Store, error) {
	for _, path := range kept() {
		store, err := persist.Open(path, persist.Options{Progress: tell})
		is := func(kind error) bool { return errors.Is(err, kind) }
		switch {
		case err == nil:
			s.Said = append(s.Said, fmt.Sprintf("The last session: %s. --demo begins a new one.",
				strings.TrimSuffix(filepath.Base(path), ".db")))
			return store, nil
		case !is(persist.ErrEmpty) && !is(persist.ErrForeign) && !is(persist.ErrDamaged):
			return nil, err
		}
		s.Said = append(s.Said, Sentence(err))
	}
	return nil, nil
}

// copied makes a copy beside the session, under the first free name.
func (s *Session) copied(path string) (string, error) {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	for n := 1; ; n++ {
		to := fmt.Sprintf("%s-copy%s", stem, filepath.Ext(path))
		if n > 1 {
			to = fmt.Sprintf("%s-copy-%d%s", stem, n, filepath.Ext(path))
		}
		err := persist.Copy(path, to)
		if errors.Is(err, persist.ErrExists) {
			continue
		}
		s.Said = append(s.Said, fmt.Sprintf("This is a copy: %s.", to))
		return to, err
	}
}

// kept are the session files of the data folder, the one that was changed last first.
func kept() (paths []string) {
	folder, err := persist.Folder()
	if err != nil {
		return nil
	}
	entries, _ := os.ReadDir(folder) // no folder: no session
	changed := map[string]time.Time{}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && !e.IsDir() && filepath.Ext(e.Name()) == ".db" {
			path := filepath.Join(folder, e.Name())
			paths, changed[path] = append(paths, path), info.ModTime()
		}
	}
	slices.SortStableFunc(paths, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return paths
}

// restore brings the records of the store into a room; begin says that there were none.
func (s *Session) restore(store *persist.Store, tell func(done, total int)) (begin bool, err error) {
	kept, err := store.Load()
	if err != nil {
		return false, err
	}
	if kept.Trouble != nil {
		s.Said = append(s.Said, kept.Trouble.Hint())
	}
	s.store = store
	s.Room = room.New(catalog.New, room.Options{Keep: store, Progress: tell})
	records := len(kept.Records)
	done := spareMemory(records)
	diverged, err := s.Room.Restore(kept.Records, kept.Notes)
	kept.Records = nil
	done()
	if err != nil {
		return false, fmt.Errorf("%s cannot be replayed: %w", store.Path(), err)
	}
	if len(diverged) > 0 {
		s.Said = append(s.Said, changed(diverged[0]))
	}
	return records == 0, nil
}

// changed says from where on a session is not what it was when it was made.
func changed(d timeline.Divergence) string {
	if d.Said == d.Says {
		return fmt.Sprintf("The rules have changed since: record %d (%s) is answered as it was, and what it leaves "+
			"behind is not what it was. All from there on goes by the rules of now.", d.Number, d.Line)
	}
	return fmt.Sprintf("The rules have changed since: record %d (%s) was answered %q, and is %q now. All from "+
		"there on goes by the rules of now.", d.Number, d.Line, d.Said, d.Says)
}

// begin fills an empty session.
func (s *Session) begin(start start) error {
	if len(start.bodies) > 0 {
		s.seed(start.bodies)
		return nil
	}
	if start.script == nil {
		text, err := races.FS.ReadFile(Demo)
		if err != nil {
			return fmt.Errorf("the demo is missing: %w", err)
		}
		s.First = true
		return s.Room.Offer(Demo, text)
	}
	return s.Room.Load(start.script.name, start.script.text)
}
