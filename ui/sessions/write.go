package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"interleave/persist"
)

// WriteFile writes a text to a file, whole or not at all; one that is there stays as it is unless over, and the error
// is then an fs.ErrExist.
func WriteFile(file string, text []byte, over bool) error {
	err := persist.WriteFile(file, text, over)
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
