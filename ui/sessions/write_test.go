package sessions

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWhyAFileIsNotWritten: the sentence names the reason as the person can mend it.
func TestWhyAFileIsNotWritten(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there.md")
	if err := os.WriteFile(there, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refused := func(err error) error { return &fs.PathError{Op: "open", Path: "x", Err: err} }
	for _, c := range []struct {
		file string
		err  error
		want string
	}{
		{filepath.Join(folder, "report.md"), refused(syscall.EACCES), "the folder is read-only"},
		{filepath.Join(folder, "report.md"), refused(syscall.EROFS), "the folder is read-only"},
		{there, refused(syscall.EACCES), "the file is read-only"},
		{folder, refused(syscall.EISDIR), "it is a folder"},
		{filepath.Join(folder, "no", "report.md"), refused(syscall.ENOENT),
			"there is no folder " + filepath.Join(folder, "no")},
	} {
		if got := unwritable(c.file, c.err); got.Error() != c.want {
			t.Errorf("%s, %v: %q, want %q", c.file, c.err, got, c.want)
		}
	}
}
