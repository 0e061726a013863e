package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// WriteFile writes a text to a file; one that is there stays as it is unless over, and the error is then an
// fs.ErrExist.
func WriteFile(file string, text []byte, over bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if over {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(file, flags, 0o644)
	if err == nil {
		_, err = f.Write(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("cannot write %s: %w", file, unwritable(file, err))
	}
	return err
}

// unwritable says in words why a file cannot be written.
func unwritable(file string, err error) error {
	info, there := os.Stat(file)
	switch {
	case there == nil && info.IsDir():
		return errors.New("it is a folder")
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", filepath.Dir(file))
	case errors.Is(err, fs.ErrPermission) && there == nil:
		return errors.New("the file is read-only")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return errors.New("the folder is read-only")
	}
	return Reason(file, err)
}
