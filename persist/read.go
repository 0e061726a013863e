package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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
	version  uint32
	end      chain  // of the last record
	stamp    uint64 // the greatest in use
	notes    map[string]sum
	bodies   bodies
	said     map[string]string
	progress func(done, total int) // never nil
	total    int                   // records that there should be; 0 where nothing says so
}

func newContents(tell func(done, total int)) contents {
	if tell == nil {
		tell = func(int, int) {}
	}
	return contents{Session: Session{Notes: map[string]string{}}, notes: map[string]sum{}, bodies: bodies{},
		said: map[string]string{}, progress: tell}
}

// seal is what a commit would say of these contents.
func (c *contents) seal() seal {
	s := seal{last: len(c.Records), end: c.end}
	for _, one := range c.notes {
		s.notes.add(one)
	}
	for key, body := range c.bodies {
		s.bodies.add(key)
		s.size += uint64(len(body))
	}
	return s
}

const (
	bodiesBucket = "bodies"
	logBucket    = "log"
	metaBucket   = "meta"
	notesBucket  = "notes"
	stampKey     = "format"
	sealKey      = "seal"
)

var (
	errNothing   = errors.New("nothing in it can be trusted")
	errNoSession = errors.New("it is something else")
	errFolder    = errors.New("it is a folder")

	errNotOrdinary = errors.New("it is no ordinary file")

	errSeal    = errors.New("there is less in it than was saved, or other")
	errBuckets = errors.New("its names are not those of a session")
)

// Read gives what can be trusted in a file, without its lock and without writing to it, so also while another program
// has it open: then it is some state that was on disk during the call.
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
		if c, err = examine(doing, path, data, nil); err != nil || steady {
			return c, err
		}
	}
	return c, nil // a busy file: what was picked up is a true prefix all the same
}

func openToRead(doing, path string) (*os.File, error) {
	f, info, err := openOrdinary(path, maxFile)
	is := func(kind error) bool { return errors.Is(err, kind) }
	if is(errFolder) || is(errNotOrdinary) || errors.As(err, new(SizeError)) {
		return nil, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errors.Unwrap(err)}
	}
	if err != nil {
		return nil, troubleFrom(doing, path, err)
	}
	if info.Size() == 0 {
		_ = f.Close()
		return nil, &Trouble{Doing: doing, Path: path, Kind: ErrEmpty}
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
func examine(doing, path string, data []byte, tell func(done, total int)) (contents, error) {
	c := newContents(tell)
	names, entries, err := walk(data)
	if err == nil {
		err = c.assemble(names, entries)
	}
	if err == nil && c.version <= format {
		return c, nil
	}
	saved, found := salvage(data, tell)
	switch {
	case max(c.version, saved.version) > format:
		return contents{}, newer(doing, path, max(c.version, saved.version))
	case !found && (errors.Is(err, errNoSession) || !looksLikeBolt(data)):
		return contents{}, &Trouble{Doing: doing, Path: path, Kind: ErrForeign, Why: errNoSession}
	case !found:
		return contents{}, &Trouble{Doing: doing, Path: path, Kind: ErrDamaged, Why: errNothing}
	}
	saved.Trouble = &Trouble{Doing: doing, Path: path, Kind: ErrDamaged, Why: err, Good: len(saved.Records),
		Of: saved.total, NotesLost: saved.notesLost}
	return saved.contents, nil
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

// assemble reads the entries of a file whose tree is right; every checksum, the whole chain and the seal have to be.
func (c *contents) assemble(names []string, entries []entry) error {
	stamp, sealed, err := c.readMeta(entries)
	if err != nil || c.version > format {
		return err
	}
	if want := bucketsOf(c.version); !slices.Equal(names, want) {
		return fmt.Errorf("%w: %q, not %q", errBuckets, names, want)
	}
	c.total = sealed.last
	for _, e := range entries {
		var err error
		switch e.bucket {
		case bodiesBucket:
			err = c.addBody(e)
		case logBucket:
			err = c.addLog(e)
		case notesBucket:
			err = c.addNote(e)
		}
		if err != nil {
			return err
		}
	}
	if c.version == format && (c.seal() != sealed || c.stamp > stamp) {
		return errSeal
	}
	c.stamp = max(c.stamp, stamp)
	return nil
}

// bucketsOf are the names below the root of a file, in order.
func bucketsOf(version uint32) []string {
	if version == 1 {
		return []string{logBucket, metaBucket, notesBucket}
	}
	return []string{bodiesBucket, logBucket, metaBucket, notesBucket}
}

// readMeta finds the format and, from the second on, the seal.
func (c *contents) readMeta(entries []entry) (stamp uint64, sealed seal, err error) {
	values := map[string][]byte{}
	for _, e := range entries {
		if e.bucket == metaBucket {
			values[string(e.key)] = e.value
		}
	}
	if values[stampKey] == nil {
		return 0, seal{}, errNoSession
	}
	f, err := onlyFrame(values[stampKey], stampKind)
	if err != nil {
		return 0, seal{}, fmt.Errorf("format: %w", err)
	}
	if c.version, err = decodeStamp(f.body); err != nil || c.version > format {
		return 0, seal{}, err
	}
	if c.version < format {
		if len(values) != 1 {
			return 0, seal{}, errBuckets
		}
		return 0, seal{}, nil
	}
	if f, err = onlyFrame(values[sealKey], sealKind); err != nil || len(values) != 2 {
		return 0, seal{}, errSeal
	}
	sealed, err = decodeSeal(f.body)
	return f.stamp, sealed, err
}

func (c *contents) addLog(e entry) error {
	if c.version == 1 {
		return c.addLinked(e)
	}
	f, err := onlyFrame(e.value, blockKind)
	if err != nil {
		return err
	}
	b, err := decodeBlock(f.body)
	if err != nil {
		return err
	}
	if len(e.key) != 8 || binary.BigEndian.Uint64(e.key) != uint64(b.first) || !c.follow(b) {
		return errChain
	}
	c.stamp = max(c.stamp, f.stamp)
	return nil
}

// follow adds a block if it is the next of the chain.
func (c *contents) follow(b block) bool {
	if b.first != len(c.Records)+1 || c.end.next(b.hashed) != b.hash {
		return false
	}
	if c.Records == nil {
		c.Records = make([]timeline.Record, 0, c.total)
	}
	before := len(c.Records)
	records, err := b.decode(c.Records, c.bodies, c.said)
	if err != nil {
		c.Records = records[:before]
		return false
	}
	c.Records, c.end = records, b.hash
	c.progress(len(records), max(c.total, len(records)))
	return true
}

func (c *contents) addNote(e entry) error {
	f, err := onlyFrame(e.value, noteKind)
	if err != nil {
		return fmt.Errorf("note %q: %w", e.key, err)
	}
	key, value, err := decodeNote(f.body)
	if err != nil || !bytes.Equal(noteKey(key), e.key) {
		return fmt.Errorf("note %q: %w", e.key, errUnreadable)
	}
	c.stamp = max(c.stamp, f.stamp)
	c.notes[string(e.key)] = sumOfNote(e.key, e.value)
	if value != "" {
		c.Notes[key] = value
	}
	return nil
}

func (c *contents) addBody(e entry) error {
	f, err := onlyFrame(e.value, bodyKind)
	if err != nil {
		return fmt.Errorf("body %x: %w", e.key, err)
	}
	key := sum(sha256.Sum256(f.body))
	if !bytes.Equal(key[:], e.key) {
		return fmt.Errorf("body %x: %w", e.key, errUnreadable)
	}
	c.stamp = max(c.stamp, f.stamp)
	c.bodies[key] = string(f.body)
	return nil
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
