package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"
)

var (
	// ErrLocked is returned by Open when another program has the session open.
	ErrLocked = errors.New("open in another program")
	// ErrNewer is returned by Open, Read and Copy when a newer program wrote the file.
	ErrNewer = errors.New("written by a newer program")
	// ErrEmpty is returned by Open, Read and Copy for a file of 0 bytes.
	ErrEmpty = errors.New("file of 0 bytes")
	// ErrForeign is returned by Open, Read and Copy for what is no session at all: a folder, a text, another program's
	// file.
	ErrForeign = errors.New("not a session")
	// ErrDamaged is returned by Open, Read and Copy when nothing in the file can be trusted. When something can, it is
	// the kind of Session.Trouble instead.
	ErrDamaged = errors.New("damaged")
	// ErrReadOnly is returned by Open and Copy where nothing may be written. For a file that may be read it is the kind
	// of Session.Trouble instead.
	ErrReadOnly = errors.New("read-only")
	// ErrFull is told by OnSaved, and returned by Open and Copy, when the disk, the quota or Options.MaxBytes has no
	// room left.
	ErrFull = errors.New("disk full")
	// ErrGone is told by OnSaved when the file was removed or replaced while it was open.
	ErrGone = errors.New("file removed or replaced while open")
	// ErrExists is returned by Copy when there is a file already where the copy should go.
	ErrExists = errors.New("file exists")
	// ErrOutOfOrder is told by OnSaved when a record does not carry the number after the last one's.
	ErrOutOfOrder = errors.New("record out of order")
	// ErrBodies is told by OnSaved when the long texts of a session would come to more than 1 GiB.
	ErrBodies = errors.New("too much text")
	// ErrClosed is returned by Load after Close.
	ErrClosed = errors.New("session closed")
	// ErrUnreachable is returned or told when the system refuses the file for any other reason.
	ErrUnreachable = errors.New("out of reach")
)

// Trouble is every error of this package: what was being done, with which file, what kind of trouble it is (one of the
// package's sentinels, found by errors.Is) and why.
type Trouble struct {
	Doing  string // "open", "save", "copy", "list"
	Path   string
	Kind   error
	Why    error  // in detail; nil where the kind says all
	Good   int    // records 1 to Good can be trusted, or are saved
	Of     int    // so many records a damaged file should have; 0 where nothing in it says so
	Holder string // of a locked file, as far as known

	NotesLost bool // a damaged file's drafts and names are not all there, or nobody knows
}

// Error is the line for a log; a person is shown Hint.
func (t *Trouble) Error() string {
	text := fmt.Sprintf("%s session %q: %v", t.Doing, t.Path, t.Kind)
	if t.Why != nil {
		text += ": " + t.Why.Error()
	}
	return text
}

// Unwrap gives the kind and the reason to errors.Is.
func (t *Trouble) Unwrap() []error {
	if t.Why == nil {
		return []error{t.Kind}
	}
	return []error{t.Kind, t.Why}
}

// passes says that the same may go well a while later: somebody makes room, or a disk may be written to again.
func (t *Trouble) passes() bool {
	return t.Doing == "save" && (t.Kind == ErrFull || t.Kind == ErrReadOnly)
}

// Hint says in sentences what is the matter, where, why, and what to do.
func (t *Trouble) Hint() string {
	where := t.Path
	switch t.Kind {
	case ErrLocked:
		return fmt.Sprintf("%s is open in %s. Close it there, or work on a copy of it.", where, t.Holder)
	case ErrNewer:
		return fmt.Sprintf("%s was %v. Update this program, or choose another file with --session.", where, t.because())
	case ErrEmpty:
		return fmt.Sprintf("%s is empty (0 bytes): there is no session in it. Delete it, or choose another file "+
			"with --session.", where)
	case ErrForeign:
		return fmt.Sprintf("%s is not a session: %v. It stays as it is. Choose another file with --session.", where,
			t.because())
	case ErrDamaged:
		return t.damageHint()
	case ErrReadOnly:
		return fmt.Sprintf("Nothing can be written there, for the file or its folder is read-only: %s. Choose another "+
			"file with --session, or keep nothing with --ephemeral.", where)
	case ErrFull:
		return fmt.Sprintf("Cannot write %s: the disk is full. %s Make room, or save the session under another name "+
			"on another disk; once there is room saving goes on by itself.", where, t.savedSoFar())
	case ErrGone:
		return fmt.Sprintf("%s was removed or replaced while it was open. Save the session under a new name.", where)
	case ErrBodies:
		return fmt.Sprintf("The long texts in %s would come to more than 1 GiB, the limit of a session. %s Begin a "+
			"new session.", where, t.savedSoFar())
	case ErrExists:
		return fmt.Sprintf("%s exists already and stays as it is. Choose another name for the copy.", where)
	}
	return fmt.Sprintf("Cannot %s %s: %v. %s Choose another file with --session, or keep nothing with --ephemeral.",
		t.Doing, where, t.because(), t.savedSoFar())
}

func (t *Trouble) because() error {
	if t.Why != nil {
		return t.Why
	}
	return t.Kind
}

func (t *Trouble) damageHint() string {
	if t.Good == 0 {
		return fmt.Sprintf("%s is damaged: %v. No record in it can be trusted. It stays as it is. Choose another "+
			"file with --session.", t.Path, t.because())
	}
	of, notes := "", ""
	if t.Of > t.Good {
		of = fmt.Sprintf(" of %d", t.Of)
	}
	if t.NotesLost {
		notes = " Drafts, bookmarks and names of branches may be missing or older."
	}
	return fmt.Sprintf("%s is damaged: %v. Records 1 to %d%s can be trusted.%s It stays as it is and nothing more is "+
		"saved in it. Work on a copy of it.", t.Path, t.because(), t.Good, of, notes)
}

func (t *Trouble) savedSoFar() string {
	if t.Doing != "save" || t.Good == 0 {
		return "Nothing new is saved."
	}
	return fmt.Sprintf("Records 1 to %d are saved, later ones are not.", t.Good)
}

// troubleFrom finds the kind of an error of bbolt or of the system.
func troubleFrom(doing, path string, err error) *Trouble {
	var known *Trouble
	if errors.As(err, &known) {
		return known
	}
	t := &Trouble{Doing: doing, Path: path, Kind: ErrUnreachable, Why: err}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		t.Kind, t.Why, t.Holder = ErrLocked, nil, holderOf(path)
	case errors.Is(err, berrors.ErrMaxSizeReached), is(err, syscall.ENOSPC), is(err, syscall.EFBIG), is(err, diskQuota):
		t.Kind = ErrFull
	case errors.Is(err, fs.ErrPermission), is(err, syscall.EROFS):
		t.Kind = ErrReadOnly
	case errors.Is(err, fs.ErrExist):
		t.Kind = ErrExists
	case errors.As(err, new(*panicked)):
		t.Kind = ErrDamaged
	}
	return t
}

// is looks for the number's text too: bbolt formats the error of a file that cannot grow and drops the error itself.
func is(err error, number syscall.Errno) bool {
	return errors.Is(err, number) || strings.Contains(err.Error(), number.Error())
}

const holderSuffix = ".holder"

// holdBy leaves word of who has the session open; the lock itself is bbolt's, and ends with the process, this file may
// not. Where it cannot be written the sentence about a locked file just names nobody.
func holdBy(path string, since string) {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	release(path) // whatever has that name, a link or a pipe, is not written into
	f, err := os.OpenFile(path+holderSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(f, "process %d on %s, since %s", os.Getpid(), host, since)
	_ = f.Close()
}

func holderOf(path string) string {
	const most = 200
	word, err := ReadFile(path+holderSuffix, most)
	if err != nil || len(word) == 0 {
		return "another program"
	}
	return "another program (" + strings.Map(printable, string(word)) + ")"
}

// printable drops what could move the cursor: the side file may hold anything.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}

func release(path string) {
	_ = os.Remove(path + holderSuffix)
}

// absolute makes a path that still names the same file in a sentence read elsewhere.
func absolute(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return full
}
