package sessions

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"interleave/engine/lesson"
)

// TestWhyAFileIsNotWritten: the sentence names the reason as the person can mend it.
func TestWhyAFileIsNotWritten(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there.md")
	if err := os.WriteFile(there, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refused := func(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
	in := func(names ...string) string { return filepath.Join(append([]string{folder}, names...)...) }
	for _, c := range []struct {
		file string
		err  error
		want string
	}{
		{in("report.md"), refused("open", in("report.md.new-1-1"), syscall.EACCES), "the folder is read-only"},
		{in("report.md"), refused("open", in("report.md.new-1-1"), syscall.EROFS), "the folder is read-only"},
		{there, refused("open", there, syscall.EACCES), "the file is read-only"},
		{there, refused("open", there+".new-1-1", syscall.EACCES), "the folder is read-only"},
		{there, refused("remove", there, syscall.EACCES), "the folder is read-only"},
		{folder, refused("open", folder, syscall.EISDIR), "it is a folder"},
		{in("no", "report.md"), refused("open", in("no", "report.md"), syscall.ENOENT),
			"there is no folder " + in("no")},
		{in("no", "report.md"), refused("mkdir", in("no"), syscall.EACCES), "there is no such folder, and " + folder +
			" is read-only"},
		{filepath.Join(there, "report.md"), refused("stat", there, syscall.ENOTDIR), there + " is no folder"},
	} {
		if got := unwritable(c.file, c.err); got.Error() != c.want {
			t.Errorf("%s, %v: %q, want %q", c.file, c.err, got, c.want)
		}
	}
}

// TestForgetting: a damaged file is kept under a name of its own each time, and what may not be written stays.
func TestForgetting(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	file, err := ProgressFile()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"{first", "{second"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := Forget(); err != nil || !strings.Contains(said, "lessons.json.damaged") {
			t.Errorf("%q, %v", said, err)
		}
	}
	for name, want := range map[string]string{".damaged": "{first", ".damaged-2": "{second"} {
		if text, err := os.ReadFile(file + name); string(text) != want {
			t.Errorf("%s has %q, %v", name, text, err)
		}
	}
	if err := os.WriteFile(file, lesson.NewProgress().Text(), 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(file, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("to this user no file is read-only")
	}
	said, err := Forget()
	if err == nil || !strings.Contains(err.Error(), "the file is read-only") {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
