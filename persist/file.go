package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

const (
	lockWait    = 300 * time.Millisecond
	openLimit   = 5 * time.Second // for bbolt to open a file, on a disk that hangs
	closeLimit  = time.Second
	perFill     = 1 << 16 // records in one transaction when a whole session is written
	openTries   = 5
	fillPercent = 0.9       // keys only grow, so pages are filled: 1.6 bytes of file per byte of record, not 2.7
	growBy      = 256 << 10 // bbolt's own 16 MiB would be the size of every session
	mapUnix     = 64 << 20  // address space, so that growing seldom maps anew; Windows would make the file that large
)

var errStuck = errors.New("the disk does not answer")

// Open opens the session in a file, or begins one where there is no file. A file that is damaged or read-only opens
// too, with what can be trusted in it: then Load gives a Trouble, nothing is saved, and Copy is the way on. Every error
// is a *Trouble.
func Open(path string, o Options) (*Store, error) {
	path = absolute(path)
	removeLeftOver(filepath.Dir(path), extension)
	for range openTries {
		if _, err := os.Stat(path); missing(err) {
			if to, err := os.Readlink(path); err == nil {
				return nil, &Trouble{Doing: "open", Path: path, Kind: ErrUnreachable,
					Why: fmt.Errorf("it is a link to %s, which is not there", to)}
			}
			if err := create(path, Session{}); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, troubleFrom("open", path, err)
			}
		}
		s, err := openOnce(path, o)
		if !errors.Is(err, errChanged) {
			return s, err
		}
	}
	return nil, &Trouble{Doing: "open", Path: path, Kind: ErrLocked, Holder: holderOf(path)}
}

// errChanged is a file that another program wrote to between the look at it and the lock on it, or that was written
// anew in the present format.
var errChanged = errors.New("changed meanwhile")

// openOnce looks at the bytes under a shared lock, and lets bbolt write only to what is whole: bbolt itself would take
// damage for data, or loop in it.
func openOnce(path string, o Options) (*Store, error) {
	c, seen, err := inspect(path, o.Progress)
	if missing(err) {
		return nil, errChanged
	}
	if err != nil {
		return nil, err
	}
	readOnly := func(t *Trouble) *Store {
		c.Trouble = t
		return start(path, &frozen{c.Session}, len(c.Records), t)
	}
	switch {
	case c.Trouble != nil && len(c.Records)+len(c.Notes) == 0:
		return nil, c.Trouble // a session of nothing would look like a new one
	case c.Trouble != nil:
		return readOnly(c.Trouble), nil
	}
	db, handle, err := openBolt(path, bboltOptions(o))
	if err != nil {
		t := troubleFrom("open", path, err)
		if t.Kind != ErrReadOnly {
			return nil, t
		}
		t.Good = len(c.Records)
		return readOnly(t), nil
	}
	f := &file{path: path, db: db, handle: handle, stored: c, seal: c.seal()}
	for key := range c.bodies {
		c.bodies[key] = "" // the records have the text
	}
	if now, err := f.meta(); err != nil || now != seen || f.present() != nil {
		_ = f.shut()
		return nil, errChanged
	}
	if c.version < format {
		err := upgrade(path, c.Session)
		_ = f.shut()
		if err != nil {
			t := troubleFrom("open", path, err)
			t.Good = len(c.Records)
			return readOnly(t), nil
		}
		return nil, errChanged
	}
	holdBy(path, time.Now().Format("15:04"))
	return start(path, f, len(c.Records), nil), nil
}

// upgrade writes a session of an older format anew, beside the old file, and gives the new one its name. The caller
// holds the old file's lock, so that nobody writes to it meanwhile.
func upgrade(path string, session Session) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return inPlaceOf(path, info.Mode().Perm(), func(name string) error { return fill(name, session) })
}

// inspect reads a file while nobody writes to it; ErrLocked where somebody may.
func inspect(path string, tell func(done, total int)) (contents, meta, error) {
	f, err := openToRead("open", path)
	if err != nil {
		return contents{}, meta{}, err
	}
	defer f.Close()
	head, err := readHead(f)
	if err != nil {
		return contents{}, meta{}, troubleFrom("open", path, err)
	}
	// Size first: bbolt maps the file, and touching a page that is not there ends the process. Nobody can be writing to
	// a file that is too short for its own first pages.
	if _, err := metaAt(head, 0, 0); err == nil {
		db, _, err := openBolt(path, &bbolt.Options{ReadOnly: true, Timeout: lockWait, NoStatistics: true})
		if errors.Is(err, berrors.ErrTimeout) {
			return contents{}, meta{}, troubleFrom("open", path, err)
		}
		if err == nil {
			defer db.Close()
		}
	}
	data, err := readAll(f)
	if err != nil {
		return contents{}, meta{}, troubleFrom("open", path, err)
	}
	c, err := examine("open", path, data, tell)
	if err != nil {
		return contents{}, meta{}, err
	}
	newest, _ := newestMeta(data, int64(len(data))) // not there in a damaged file, where nobody asks
	return c, newest, nil
}

// readHead reads as much as both meta pages can take, and nothing where the file is shorter than the two.
func readHead(f *os.File) ([]byte, error) {
	head := make([]byte, pageHead+metaSum+8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, nil
	}
	first, err := metaAt(head, 0, 0)
	info, statErr := f.Stat()
	if err != nil || statErr != nil || info.Size() < int64(2*first.pageSize) {
		return nil, statErr
	}
	return head, nil
}

func bboltOptions(o Options) *bbolt.Options {
	options := &bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType, MaxSize: o.MaxBytes,
		NoStatistics: true}
	if runtime.GOOS != "windows" {
		options.InitialMmapSize = mapUnix
	}
	return options
}

// openBolt keeps bbolt's handle of the file: for reading beside it, and to free the lock when opening ends in a panic.
func openBolt(path string, o *bbolt.Options) (*bbolt.DB, *os.File, error) {
	var handle atomic.Pointer[os.File]
	o.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag&^os.O_CREATE, mode)
		handle.Store(f)
		return f, err
	}
	var db *bbolt.DB
	err := guarded(openLimit, func() (err error) {
		db, err = bbolt.Open(path, 0o600, o)
		return err
	})
	if err != nil {
		if f := handle.Load(); f != nil {
			_ = f.Close() // bbolt closed it already, unless it panicked or hangs
		}
		return nil, nil, err
	}
	db.AllocSize = growBy
	return db, handle.Load(), nil
}

// guarded runs what bbolt does on bytes it does not check: a panic or a fault in the mapped file becomes an error, and
// so does taking too long.
func guarded(limit time.Duration, do func() error) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer recovered(&err)
		debug.SetPanicOnFault(true)
		err = do()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return errStuck
	}
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = &panicked{r}
	}
}

// panicked is what bbolt panicked with.
type panicked struct{ with any }

func (p *panicked) Error() string { return fmt.Sprint(p.with) }

// file is the place on disk.
type file struct {
	path   string
	handle *os.File // bbolt's own; read only between commits

	mu     sync.Mutex
	db     *bbolt.DB
	seal   seal
	stored contents // what the next commit builds on; its session is there until something is written
	broken bool     // bbolt panicked: its locks may be held for ever
}

// keep commits one batch; bbolt has synced it when it returns.
func (f *file) keep(b batch) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := (*panicked)(nil); errors.As(err, &p) {
			f.broken = true
			err = &Trouble{Doing: "save", Path: f.path, Kind: ErrDamaged, Why: p}
		}
	}()
	defer recovered(&err)
	if err := f.present(); err != nil {
		return err
	}
	w := f.stored.commit(f.seal, max(uint64(time.Now().UnixNano()), f.stored.stamp+1))
	if err := f.db.Update(func(tx *bbolt.Tx) error { return w.write(tx, b) }); err != nil {
		return err
	}
	f.seal = w.seal
	f.stored.take(w)
	return nil
}

// present makes sure that the file written to is the one with the name: else nobody would find what was told as saved.
func (f *file) present() error {
	named, err := os.Stat(f.path)
	if err != nil && !missing(err) {
		return err
	}
	open, openErr := f.handle.Stat()
	if openErr != nil {
		return openErr
	}
	if err != nil || !os.SameFile(named, open) {
		return &Trouble{Doing: "save", Path: f.path, Kind: ErrGone}
	}
	return nil
}

// load gives what was read on opening, and the bytes between two commits once something was written.
func (f *file) load() (Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.db == nil {
		return Session{}, &Trouble{Doing: "open", Path: f.path, Kind: ErrClosed}
	}
	if session := f.stored.Session; session.Notes != nil {
		f.stored.Session = Session{}
		return session, nil
	}
	data, err := readAll(f.handle)
	if err != nil {
		return Session{}, err
	}
	c, err := examine("open", f.path, data, nil)
	return c.Session, err
}

func (f *file) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	release(f.path)
	return f.shut()
}

func (f *file) shut() error {
	db := f.db
	f.db = nil
	if f.broken {
		_ = f.handle.Close() // frees the file's lock; bbolt's own close could wait for ever
		return nil
	}
	return guarded(closeLimit, db.Close)
}

func (f *file) meta() (meta, error) {
	info, err := f.handle.Stat()
	if err != nil {
		return meta{}, err
	}
	head := make([]byte, 2*f.db.Info().PageSize)
	if _, err := f.handle.ReadAt(head, 0); err != nil {
		return meta{}, err
	}
	return newestMeta(head, info.Size())
}

// Create writes a session into a new file, which appears whole or not at all; a file that is there already stays. Every
// error is a *Trouble.
func Create(path string, session Session) error {
	path = absolute(path)
	if err := create(path, session); err != nil {
		return troubleFrom("save", path, err)
	}
	return nil
}

// create makes a file that holds a session.
func create(path string, session Session) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return asNew(path, 0o600, func(name string) error { return fill(name, session) })
}

// fill writes a session into an empty file.
func fill(name string, session Session) error {
	db, _, err := openBolt(name, &bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType,
		NoStatistics: true})
	if err != nil {
		return err
	}
	c := newContents(nil)
	stamp, sealed := uint64(0), seal{}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range bucketsOf(format) {
			if _, err := tx.CreateBucket([]byte(bucket)); err != nil {
				return err
			}
		}
		return tx.Bucket([]byte(metaBucket)).Put([]byte(stampKey), encodeStamp(format))
	})
	for rest, notes := session.Records, session.Notes; err == nil && (stamp == 0 || len(rest) > 0); notes = nil {
		stamp++
		some := rest[:min(perFill, len(rest))]
		rest = rest[len(some):]
		w := c.commit(sealed, stamp)
		err = db.Update(func(tx *bbolt.Tx) error { return w.write(tx, batch{records: some, notes: notes}) })
		sealed = w.seal
		c.take(w)
	}
	return errors.Join(err, db.Close())
}

// noteKey is never empty and never too long for bbolt, whatever the note is called.
func noteKey(key string) []byte {
	if len(key) < bbolt.MaxKeySize {
		return append([]byte{'='}, key...)
	}
	hash := chain{}.next([]byte(key))
	return append([]byte{'#'}, hash[:]...)
}
