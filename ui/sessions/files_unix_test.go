//go:build unix

package sessions

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWhatIsNoOrdinaryFileIsNotRead: a pipe may never end, a device never stop, a file be as large as no memory is.
func TestWhatIsNoOrdinaryFileIsNotRead(t *testing.T) {
	inFolder(t)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, end := range []string{".race", ".db", ".md"} {
		if err := syscall.Mkfifo(in("pipe"+end), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("/dev/zero", in("zero"+end)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in("huge"+end), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(in("huge"+end), 1<<40); err != nil {
			t.Skip("no sparse files here:", err)
		}
	}
	for name, want := range map[string]string{"pipe": "no ordinary file", "zero": "no ordinary file",
		"huge": "1099511627776 bytes"} {
		for _, c := range []Choice{{Ephemeral: true, Files: []string{in(name + ".race")}},
			{Ephemeral: true, Files: []string{in(name + ".md")}}, {Session: in(name + ".db")}} {
			_, err := Open(c, time.Now(), nil)
			if err == nil || !strings.Contains(Sentence(err), want) {
				t.Errorf("%v: %v, want %q", c, err, want)
			}
		}
	}
}

// TestTheHoldersFileIsNoWayToAnother: whatever lies there under that name is replaced, not written into or waited for.
func TestTheHoldersFileIsNoWayToAnother(t *testing.T) {
	inFolder(t)
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	linked, piped := filepath.Join(folder, "linked.db"), filepath.Join(folder, "piped.db")
	if err := os.Symlink(mine, linked+".holder"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(piped+".holder", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{linked, piped} {
		if err := open(t, Choice{Session: path}).Close(); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Fatalf("the file that the link names holds %q, %v", text, err)
	}
}

// TestALinkToNothingIsSaid: it is no session of another program's.
func TestALinkToNothingIsSaid(t *testing.T) {
	inFolder(t)
	path := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink("nowhere.db", path); err != nil {
		t.Fatal(err)
	}
	_, err := Open(Choice{Session: path}, time.Now(), nil)
	if err == nil || !strings.Contains(Sentence(err), "it is a link to nowhere.db, which is not there") {
		t.Fatal(err)
	}
}
