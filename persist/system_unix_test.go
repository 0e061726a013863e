//go:build unix

package persist

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What only these systems let a test do to a file or to a process.

func init() {
	childRoles["full"] = childFillsUp
	childRoles["read-only"] = childMayNotWrite
}

func TestRemovedFileIsNotCalledSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gone.db")
	s := mustOpen(t, path)
	s.Append(records(1, 1))
	mustFlush(t, s)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s.Append(records(2, 2))
	wantHint(t, s.Flush(context.Background()), ErrGone)
	if s.Last() != 1 || s.Saved() {
		t.Fatalf("last %d, want 1", s.Last())
	}
}

// TestFileCutWhileOpen cuts a file under bbolt's map: the fault becomes an error, and Close returns.
func TestFileCutWhileOpen(t *testing.T) {
	path := session(t, 2000)
	s := mustOpen(t, path)
	if err := os.Truncate(path, 8192); err != nil {
		t.Fatal(err)
	}
	s.Append(records(2001, 2001))
	if err := s.Flush(context.Background()); err == nil {
		t.Fatal("saved into a cut file")
	}
	start := time.Now()
	s.Close()
	if took := time.Since(start); took > 3*closeLimit {
		t.Fatalf("close took %v", took)
	}
}

// TestFullDisk runs a child that the system allows no file over 1 MiB: the nearest to a full disk that needs no
// privilege.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.db")
	c := startChild(t, "full", path)
	wantLines(t, c, "full", "a new file: full", "all of it in one: full", "with room: <nil>")
	if left, err := filepath.Glob(path + "[23]*"); err != nil || len(left) > 0 {
		t.Fatalf("left over: %q, %v", left, err)
	}
	got, err := Read(path)
	if err != nil || got.Trouble != nil {
		t.Fatalf("%d records, %v, %v", len(got.Records), err, got.Trouble)
	}
	wantPrefix(t, got.Records, 10_000)
}

func childFillsUp(path string) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return
	}
	limit.Cur = 1 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return
	}
	s, err := Open(path, Options{})
	n := 1
	for ; err == nil && n < 100_000; n += 500 {
		s.Append(records(n, n+499))
		err = s.Flush(context.Background())
	}
	fmt.Println(oneWord(err, ErrFull, "full"))
	limit.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
	}
	_, err = Open(path+"2", Options{})
	fmt.Println("a new file:", oneWord(err, ErrFull, "full"))
	fmt.Println("all of it in one:", oneWord(Create(path+"3", Session{Records: records(1, 100)}), ErrFull, "full"))
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
	}
	s.Append(records(n, 20_000))
	fmt.Println("with room:", s.Close())
}

// TestReadOnlyFolder runs a child without privileges: a session that is there opens and is not written to, a new one is
// refused.
func TestReadOnlyFolder(t *testing.T) {
	path := session(t, 20)
	folder := filepath.Dir(path)
	for _, f := range []string{filepath.Dir(folder), folder} {
		if err := os.Chmod(f, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Error(err)
		}
	})
	before := readFile(t, path)
	c := startChild(t, "read-only", path)
	wantLines(t, c, "open: <nil>", "load: 20 records, read-only", "flush: read-only", "a new file: read-only")
	if string(readFile(t, path)) != string(before) {
		t.Fatal("the file was written to")
	}
}

func childMayNotWrite(path string) {
	const nobody = 65534
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			fmt.Println(err)
			return
		}
	}
	s, err := Open(path, Options{})
	fmt.Println("open:", err)
	if err != nil {
		return
	}
	session, err := s.Load()
	if err != nil || session.Trouble == nil {
		fmt.Println("load:", err, session.Trouble)
		return
	}
	fmt.Printf("load: %d records, %s\n", len(session.Records), oneWord(session.Trouble, ErrReadOnly, "read-only"))
	s.Append(records(21, 21))
	fmt.Println("flush:", oneWord(s.Flush(context.Background()), ErrReadOnly, "read-only"))
	_, err = Open(filepath.Join(filepath.Dir(path), "new.db"), Options{})
	fmt.Println("a new file:", oneWord(err, ErrReadOnly, "read-only"))
}

func oneWord(err error, kind error, word string) string {
	if errors.Is(err, kind) {
		return word
	}
	return fmt.Sprintf("unexpected: %v", err)
}

func wantLines(t *testing.T, c *child, want ...string) {
	t.Helper()
	var got []string
	for lines := bufio.NewScanner(c.out); lines.Scan(); {
		got = append(got, lines.Text())
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("the child said\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestWhatADeadProgramWasBuildingIsCleared: the half of a file that a killed program left beside a session goes with
// the next start; what a program builds that still runs stays.
func TestWhatADeadProgramWasBuildingIsCleared(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run", "^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	gone := filepath.Join(folder, fmt.Sprintf("a.db%s%d-1", besideMark, dead.Process.Pid))
	stays := []string{filepath.Join(folder, fmt.Sprintf("a.db%s%d-1", besideMark, os.Getppid())),
		filepath.Join(folder, fmt.Sprintf("a.txt%s%d-1", besideMark, dead.Process.Pid)),
		filepath.Join(folder, "a.db.new-er")}
	for _, name := range append([]string{gone}, stays...) {
		writeFile(t, name, []byte("half"))
	}
	if err := mustOpen(t, filepath.Join(folder, "b.db")).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", gone, err)
	}
	for _, name := range stays {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}

// TestAFileIsReplacedAndNeverWrittenInto: who reads the old file while the new one is written reads the old one to its
// end, and so does whoever finds it behind a kill. Nothing is left beside it.
func TestAFileIsReplacedAndNeverWrittenInto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.race")
	old := strings.Repeat("old\n", 1000)
	writeFile(t, path, []byte(old))
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := WriteFile(path, []byte("new\n"), true); err != nil {
		t.Fatal(err)
	}
	if read, err := io.ReadAll(reader); err != nil || string(read) != old {
		t.Errorf("the old file has %d bytes of %d: %v", len(read), len(old), err)
	}
	now, err := os.ReadFile(path)
	if err != nil || string(now) != "new\n" {
		t.Errorf("the new file says %q: %v", now, err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left over: %v", entries)
	}
}
