package sessions

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"interleave/persist"
)

// inFolder has the data folder to itself and gives its path.
func inFolder(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	folder := filepath.Join(home, "interleave")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return folder
}

func open(t *testing.T, c Choice) *Session {
	t.Helper()
	s, err := Open(c, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestABareNameIsKeptInTheDataFolder(t *testing.T) {
	folder := inFolder(t)
	t.Chdir(t.TempDir())
	s := open(t, Choice{Demo: true, Ephemeral: true})
	where, err := s.SaveAs("wiki")
	if want := filepath.Join(folder, "wiki.db"); err != nil || where != want {
		t.Fatalf("saved in %q, %v, want %q", where, err, want)
	}
	if here, _ := os.ReadDir("."); len(here) != 0 {
		t.Fatalf("the current folder has %v", here)
	}
	s.Room.Note("draft", "after it")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, Choice{})
	if v := again.Room.View(); again.Path() != where || v.Note("draft") != "after it" || v.Record == 0 {
		t.Fatalf("the next start opened %q at record %d", again.Path(), v.Record)
	}
}

// A folder that a start makes for its session is told, for it may be a slip of the pen; one that is there is not.
func TestAFolderThatIsMadeIsTold(t *testing.T) {
	folder := inFolder(t)
	for file, told := range map[string]bool{filepath.Join(folder, "here.db"): false,
		filepath.Join(folder, "nosuch", "dir", "x.db"): true} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		s := open(t, Choice{Demo: true, Session: file})
		if said := strings.Join(s.Said, " "); strings.Contains(said, filepath.Dir(file)+" was not there") != told {
			t.Errorf("%s: %q", file, said)
		}
	}
	s := open(t, Choice{Demo: true})
	for name, told := range map[string]bool{"a.db": false, filepath.Join("nosuch", "b.db"): false,
		filepath.Join("none", "c.db"): true} {
		where, err := s.SaveAs(filepath.Join(folder, name))
		if err != nil || strings.HasSuffix(where, "in a folder that was made for it") != told {
			t.Errorf("%s is saved in %q: %v", name, where, err)
		}
	}
}

// An error begins with a capital letter unless it begins with a name, and ends with one mark.
func TestAnErrorOfOursIsASentence(t *testing.T) {
	for text, want := range map[string]string{
		"there is no operation \"x\"; did you mean SET?":   "There is no operation \"x\"; did you mean SET?",
		"put-blob takes no bogus=":                         "put-blob takes no bogus=.",
		"set bucket.x=1: bucket has no switch x":           "Set bucket.x=1: bucket has no switch x.",
		"a.race is not text":                               "a.race is not text.",
		"zed: send get-blob wiki/a as r8: no such writer.": "zed: send get-blob wiki/a as r8: no such writer.",
	} {
		if got := Sentence(errors.New(text)); got != want {
			t.Errorf("%q is told as %q, not %q", text, got, want)
		}
	}
}

// TestAHealthySessionStaysWhereItCannotBeSavedElsewhere: the new file is whole before the old one is left.
func TestAHealthySessionStaysWhereItCannotBeSavedElsewhere(t *testing.T) {
	folder := inFolder(t)
	s := open(t, Choice{Demo: true})
	before := s.Path()
	for _, file := range []string{before, filepath.Join(before, "below.db")} {
		if _, err := s.SaveAs(file); err == nil {
			t.Fatalf("saved in %s", file)
		}
	}
	s.Room.Note("draft", "after it")
	if _, err := s.Flush(); err != nil || s.Path() != before || s.Saved() != "saved" {
		t.Fatalf("%v, kept in %s, %s", err, s.Path(), s.Saved())
	}
	got, err := persist.Read(before)
	if err != nil || got.Notes["draft"] != "after it" {
		t.Fatal(err, got.Notes)
	}
	wantOnly(t, folder, filepath.Base(before), filepath.Base(before)+".holder")
}

// wantOnly checks what a folder holds.
func wantOnly(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || strings.Join(names, " ") != strings.Join(want, " ") {
		t.Fatalf("%s holds %q, want %q; %v", folder, names, want, err)
	}
}

// TestAFileWithoutASessionDoesNotStopAStart: the newest that has one is opened, and a sentence says why not the others.
func TestAFileWithoutASessionDoesNotStopAStart(t *testing.T) {
	folder := inFolder(t)
	good := open(t, Choice{Demo: true})
	path := good.Path()
	if err := good.Close(); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"empty.db": "", "text.db": "buy milk\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Choice{})
	said := strings.Join(s.Said, "\n")
	if s.Path() != path || !strings.Contains(said, "empty.db is empty") || !strings.Contains(said, "text.db is not a") {
		t.Fatalf("opened %s, said\n%s", s.Path(), said)
	}
}

// TestADamagedFileWithoutARecordIsNoNewSession: it would look like one, and keep nothing.
func TestADamagedFileWithoutARecordIsNoNewSession(t *testing.T) {
	inFolder(t)
	path := filepath.Join(t.TempDir(), "new.db")
	if err := persist.Create(path, persist.Session{}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[:len(data)/4])
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Choice{Session: path}, time.Now(), nil); !errors.Is(err, persist.ErrDamaged) &&
		!errors.Is(err, persist.ErrForeign) {
		t.Fatalf("opened with %v", err)
	}
}

// A list of sessions says what was sent last in each: by it a person knows which one it is.
func TestAListSaysWhatWasSentLast(t *testing.T) {
	folder := inFolder(t)
	s := open(t, Choice{Demo: true})
	for range 3 {
		if _, err := s.Room.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	infos, err := persist.List(folder)
	if err != nil || len(infos) != 1 || !strings.HasSuffix(About(infos[0]),
		"records, last ann: put-blob wiki/home.md") {
		t.Errorf("%v %v", infos, err)
	}
}
