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

// unwritable says in words why a file cannot be written, or removed.
func unwritable(file string, err error) error {
	info, there := os.Stat(file)
	folder := filepath.Dir(file)
	stands := nearest(folder)
	readOnly := errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
	switch {
	case there == nil && info.IsDir():
		return errors.New("it is a folder")
	case !isFolder(stands):
		return fmt.Errorf("%s is no folder", stands)
	case readOnly && stands != folder:
		return fmt.Errorf("there is no such folder, and %s is read-only", stands)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", folder)
	case readOnly && theFileItself(err):
		return errors.New("the file is read-only")
	case readOnly:
		return errors.New("the folder is read-only")
	}
	return Reason(file, err)
}

// theFileItself says whether what was refused was to open a file that is there: a new name beside it, and a removal,
// are refused by the folder.
func theFileItself(err error) bool {
	var failed *fs.PathError
	if !errors.As(err, &failed) || failed.Op != "open" {
		return false
	}
	_, there := os.Lstat(failed.Path)
	return there == nil
}

// nearest is a folder, or the one above it that stands.
func nearest(folder string) string {
	for {
		above := filepath.Dir(folder)
		if _, err := os.Lstat(folder); err == nil || above == folder {
			return folder
		}
		folder = above
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
