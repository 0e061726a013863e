package persist

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxFile is the largest session file that is read: 4,000,000 records, the bodies they may have, and room for notes.
const maxFile = 4 << 30

// ReadFile reads a file that somebody named: an ordinary one of at most so many bytes. Kind and size are looked at
// before anything is read, for a pipe may never end and a device never stop. The errors are those of the system, or a
// *fs.PathError that says in a clause what is wrong, as a SizeError.
func ReadFile(path string, most int64) ([]byte, error) {
	f, _, err := openOrdinary(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most { // it grew meanwhile
		err = tooLarge(path, int64(len(text)), most)
	}
	return text, err
}

func openOrdinary(path string, most int64) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errFolder}
	case !info.Mode().IsRegular():
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errNotOrdinary}
	case info.Size() > most:
		return nil, nil, tooLarge(path, info.Size(), most)
	}
	f, err := os.Open(path)
	return f, info, err
}

// SizeError is within the error of ReadFile for a file that has more bytes than were asked for.
type SizeError struct{ Size, Most int64 }

func (e SizeError) Error() string {
	return fmt.Sprintf("it has %d bytes, and at most %d are read", e.Size, e.Most)
}

func tooLarge(path string, size, most int64) error {
	return &fs.PathError{Op: "read", Path: path, Err: SizeError{size, most}}
}
