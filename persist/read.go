package persist

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"interleave/engine/timeline"
)

// Session is what a file holds.
type Session struct {
	Records []timeline.Record // without a gap from number 1 on
	Notes   map[string]string
	Trouble *Trouble // nil: everything is there, and what comes will be saved
}

// contents is a session with what is needed to write on.
type contents struct {
	Session
	end   chain  // of the last record
	stamp uint64 // the greatest in use
}

const (
	metaBucket  = "meta"
	logBucket   = "log"
	notesBucket = "notes"
	stampKey    = "format"
)

var (
	errNothing   = errors.New("nothing in it can be trusted")
	errNoSession = errors.New("it is something else")
	errFolder    = errors.New("it is a folder")
)

// Read gives what can be trusted in a file, without its lock and without writing to it, so also while another program
// has it
// open: then it is some state that was on disk during the call.
func Read(path string) (Session, error) {
	c, err := read("open", path)
	return c.Session, err
}

// readTries is how often a file is read anew when another program committed meanwhile.
const readTries = 5

func read(doing, path string) (contents, error) {
	var c contents
	for range readTries {
		f, err := openToRead(doing, path)
		if err != nil {
			return contents{}, err
		}
		data, steady, err := readSteady(f)
		_ = f.Close()
		if err != nil {
			return contents{}, troubleFrom(doing, path, err)
		}
		if c, err = examine(doing, path, data); err != nil || steady {
			return c, err
		}
	}
	return c, nil // a busy file: what was picked up is a true prefix all the same
}

func openToRead(doing, path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, troubleFrom(doing, path, err)
	}
	switch {
	case info.IsDir():
		return nil, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errFolder}
	case !info.Mode().IsRegular():
		return nil, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errNoSession}
	case info.Size() == 0:
		return nil, &Trouble{Doing: doing, Path: path, Kind: ErrEmpty}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, troubleFrom(doing, path, err)
	}
	return f, nil
}

// readSteady reads all of a file; steady says that no commit ended in the meantime.
func readSteady(f *os.File) (data []byte, steady bool, err error) {
	if data, err = readAll(f); err != nil {
		return nil, false, err
	}
	before, err := newestMeta(data, int64(len(data)))
	if err != nil {
		return data, true, nil // damage is not going to pass
	}
	again := make([]byte, 2*before.pageSize)
	if _, err := f.ReadAt(again, 0); err != nil {
		return nil, false, err
	}
	return data, bytes.Equal(again, data[:len(again)]), nil
}

func readAll(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	if errors.Is(err, io.EOF) {
		err = nil // it was cut while it was read
	}
	return data[:n], err
}

// examine judges the bytes of a file: whole, or what can be picked up from it.
func examine(doing, path string, data []byte) (contents, error) {
	trouble := &Trouble{Doing: doing, Path: path, Kind: ErrDamaged}
	entries, err := walk(data)
	if err == nil {
		c, version, problem := assemble(entries)
		switch {
		case problem == nil && version > format:
			return contents{}, newer(doing, path, version)
		case problem == nil:
			return c, nil
		case errors.Is(problem, errNoSession):
			return contents{}, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errNoSession}
		}
		err = problem
	}
	c, version, found := salvage(data)
	switch {
	case version > format:
		return contents{}, newer(doing, path, version)
	case !found && !looksLikeBolt(data):
		return contents{}, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errNoSession}
	case !found:
		trouble.Why = errNothing
		return contents{}, trouble
	}
	trouble.Good, trouble.Why = len(c.Records), fmt.Errorf("after record %d: %w", len(c.Records), err)
	c.Trouble = trouble
	return c, nil
}

func newer(doing, path string, version uint32) *Trouble {
	return &Trouble{Doing: doing, Path: path, Kind: ErrNewer,
		Why: fmt.Errorf("written by a newer program (format %d; this one reads up to %d)", version, format)}
}

func looksLikeBolt(data []byte) bool {
	magic := native.AppendUint32(nil, boltMagic)
	return bytes.HasPrefix(data[min(pageHead, len(data)):], magic) ||
		bytes.Contains(data[:min(len(data), 1<<16)], magic)
}

// assemble reads the entries of a file whose tree is right; every checksum and the whole chain have to be.
func assemble(entries []entry) (c contents, version uint32, err error) {
	c.Notes = map[string]string{}
	stamped := slices.IndexFunc(entries, func(e entry) bool {
		return e.bucket == metaBucket &&
			string(e.key) == stampKey
	})
	if stamped < 0 {
		return c, 0, errNoSession
	}
	f, _, err := nextFrame(entries[stamped].value)
	if err != nil || f.kind != stampKind {
		return c, 0, fmt.Errorf("format: %w", errUnreadable)
	}
	if version, err = decodeStamp(f.body); err != nil || version > format {
		return c, version, err
	}
	for _, e := range entries {
		switch e.bucket {
		case logBucket:
			err = c.addRecords(e)
		case notesBucket:
			err = c.addNote(e)
		}
		if err != nil {
			return c, version, err
		}
	}
	return c, version, nil
}

func (c *contents) addRecords(e entry) error {
	if len(e.key) != 8 || binary.BigEndian.Uint64(e.key) != uint64(len(c.Records)+1) {
		return errChain
	}
	for rest := e.value; len(rest) > 0; {
		f, after, err := nextFrame(rest)
		if err != nil {
			return err
		}
		l, err := decodeLinked(f.body)
		if err != nil || f.kind != recordKind {
			return errUnreadable
		}
		if !c.follow(l) {
			return errChain
		}
		c.stamp = max(c.stamp, f.stamp)
		rest = after
	}
	return nil
}

// follow adds a record if it is the next of the chain.
func (c *contents) follow(l linked) bool {
	if l.record.Number != len(c.Records)+1 || c.end.next(l.bytes) != l.hash {
		return false
	}
	c.Records, c.end = append(c.Records, l.record), l.hash
	return true
}

func (c *contents) addNote(e entry) error {
	f, _, err := nextFrame(e.value)
	if err != nil {
		return fmt.Errorf("note %q: %w", e.key, err)
	}
	key, value, err := decodeNote(f.body)
	if err != nil || f.kind != noteKind || !bytes.Equal(noteKey(key), e.key) {
		return fmt.Errorf("note %q: %w", e.key, errUnreadable)
	}
	c.stamp = max(c.stamp, f.stamp)
	if value != "" {
		c.Notes[key] = value
	}
	return nil
}

// salvage picks up frames wherever they lie, left-over pages included, and builds the chain from the first record on.
// Where two records could be next, the one of the later commit is: the other is of a commit that was never finished.
func salvage(data []byte) (c contents, version uint32, found bool) {
	c.Notes = map[string]string{}
	records := map[int][]stamped{}
	notes := map[string]stampedNote{}
	for rest := data; ; {
		at := bytes.Index(rest, frameMagic)
		if at < 0 {
			break
		}
		rest = rest[at:]
		f, after, err := nextFrame(rest)
		if err != nil {
			rest = rest[1:]
			continue
		}
		rest = after
		found = true
		switch f.kind {
		case stampKind:
			if v, err := decodeStamp(f.body); err == nil {
				version = max(version, v)
			}
		case noteKind:
			pickNote(notes, f)
		case recordKind:
			if l, err := decodeLinked(f.body); err == nil {
				records[l.record.Number] = append(records[l.record.Number], stamped{l, f.stamp})
			}
		}
	}
	for c.followAny(records[len(c.Records)+1]) {
	}
	for key, note := range notes {
		if note.value != "" {
			c.Notes[key] = note.value
		}
	}
	return c, version, found
}

type stamped struct {
	linked
	stamp uint64
}

type stampedNote struct {
	value string
	stamp uint64
}

func pickNote(notes map[string]stampedNote, f frame) {
	key, value, err := decodeNote(f.body)
	if known, ok := notes[key]; err == nil && (!ok || f.stamp > known.stamp) {
		notes[key] = stampedNote{value, f.stamp}
	}
}

func (c *contents) followAny(candidates []stamped) bool {
	slices.SortStableFunc(candidates, func(a, b stamped) int {
		switch {
		case a.stamp > b.stamp:
			return -1
		case a.stamp < b.stamp:
			return 1
		}
		return 0
	})
	return slices.ContainsFunc(candidates, func(s stamped) bool { return c.follow(s.linked) })
}

// Copy writes what can be trusted in one file into a new one, also while another program has the first one open. The
// new file appears whole or not at all; a file that is there already stays.
func Copy(from, to string) error {
	from, to = absolute(from), absolute(to)
	c, err := read("copy", from)
	if err != nil {
		return err
	}
	if err := create(to, c.Session); err != nil {
		return troubleFrom("copy", to, err)
	}
	return nil
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist)
}
