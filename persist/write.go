package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// WriteFile gives a file new content, whole or not at all: a program that is killed, or a disk that is full, leaves the
// old content as it was. Where there is a file already it stays unless over, and the error is then an fs.ErrExist; a
// link is followed, and the file keeps its permissions. What is no ordinary file, as /dev/stdout, is written to as it
// is. The errors are those of the system.
func WriteFile(path string, data []byte, over bool) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir() && !info.Mode().IsRegular():
		return writeInto(path, data)
	case err == nil && !over:
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	case err == nil:
		return writeOver(path, info, data)
	case !missing(err):
		return err
	}
	return asNew(path, 0o644, func(name string) error { return fillText(name, data) })
}

// asNew has a file built that was not there.
func asNew(path string, mode fs.FileMode, fill func(name string) error) error {
	return beside(path, mode, func(name string) error {
		if err := fill(name); err != nil {
			return err
		}
		return publish(name, path)
	})
}

// inPlaceOf has a file built in the place of another, with that one's permissions.
func inPlaceOf(path string, mode fs.FileMode, fill func(name string) error) error {
	return beside(path, mode, func(name string) error {
		if err := errors.Join(fill(name), os.Chmod(name, mode)); err != nil {
			return err
		}
		return replace(name, path)
	})
}

func writeInto(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func writeOver(path string, info fs.FileInfo, data []byte) error {
	if info.IsDir() {
		return &fs.PathError{Op: "write", Path: path, Err: errFolder}
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		return err // a file that is protected is not replaced either
	} else if err := f.Close(); err != nil {
		return err
	}
	return inPlaceOf(path, info.Mode().Perm(), func(name string) error { return fillText(name, data) })
}

func fillText(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// besideMark stands in the names of files that are being built, in front of the number of the process that builds them.
const besideMark = ".new-"

// beside has a file built under a name of its own in the folder of path, so that a kill never leaves half a file under
// that name. What others that were killed left there goes.
func beside(path string, mode fs.FileMode, build func(name string) error) error {
	const longest = 200 // bytes of a name, so that it stays within 255 with what comes behind it
	folder, base := filepath.Dir(path), filepath.Base(path)
	base = base[:min(longest, len(base))]
	removeLeftOver(folder, base)
	for n := 1; ; n++ {
		name := filepath.Join(folder, fmt.Sprintf("%s%s%d-%d", base, besideMark, os.Getpid(), n))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
		if errors.Is(err, fs.ErrExist) {
			continue // another part of this program builds there
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return err
		}
		defer os.Remove(name) // is not there any more when all went well
		return build(name)
	}
}

// removeLeftOver removes what was being built in place of files, of which it knows how their names end, by processes
// that are no more.
func removeLeftOver(folder, end string) {
	entries, _ := os.ReadDir(folder) // no folder: nothing is left over
	for _, e := range entries {
		at := strings.LastIndex(e.Name(), besideMark)
		if at < 0 || !strings.HasSuffix(e.Name()[:at], end) {
			continue
		}
		process, _, _ := strings.Cut(e.Name()[at+len(besideMark):], "-")
		if n, err := strconv.Atoi(process); err == nil && n != os.Getpid() && !alive(n) {
			_ = os.Remove(filepath.Join(folder, e.Name())) // another program may be quicker
		}
	}
}

// publish gives the finished file its name, unless the name is taken. A link fails where the name is; not every file
// system has links.
func publish(name, path string) error {
	err := os.Link(name, path)
	if err != nil {
		if taken(path) {
			return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
		}
		err = os.Rename(name, path)
	}
	if err == nil {
		syncFolder(path)
	}
	return err
}

// replace gives the finished file the name of another, whose content is gone then.
func replace(name, path string) error {
	err := os.Rename(name, path)
	if err == nil {
		syncFolder(path)
	}
	return err
}

// syncFolder makes a name safe against loss of power; not every system can.
func syncFolder(path string) {
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
