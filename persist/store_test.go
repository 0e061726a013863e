package persist

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"interleave/engine/timeline"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// record is the nth of every session in these tests, so that any prefix can be judged by itself.
func record(n int) timeline.Record {
	return timeline.Record{Number: n, Parent: n - 1, Action: n - n%3,
		Line: fmt.Sprintf("Ana: put-blob wiki/home.md \"text %d ü\"", n),
		Said: strings.Repeat("412 ConditionNotMet", n%2), Digest: uint64(n) * 0x9E3779B97F4A7C15}
}

func records(from, to int) []timeline.Record {
	var rs []timeline.Record
	for n := from; n <= to; n++ {
		rs = append(rs, record(n))
	}
	return rs
}

func mustOpen(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func mustLoad(t testing.TB, s *Store) Session {
	t.Helper()
	session, err := s.Load()
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return session
}

func mustFlush(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Flush(context.Background()); err != nil {
		t.Fatalf("flush: %v", err)
	}
}

func wantPrefix(t testing.TB, got []timeline.Record, atLeast int) {
	t.Helper()
	if len(got) < atLeast {
		t.Fatalf("%d records, want at least %d", len(got), atLeast)
	}
	if !slices.Equal(got, records(1, len(got))) {
		t.Fatalf("%d records, not the ones that were appended", len(got))
	}
}

// wantHint checks that an error is of a kind and that its sentence names the file and ends as a sentence.
func wantHint(t testing.TB, err error, kind error) *Trouble {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("got %v, want %v", err, kind)
	}
	var trouble *Trouble
	if !errors.As(err, &trouble) {
		t.Fatalf("%T is no *Trouble", err)
	}
	if hint := trouble.Hint(); !strings.Contains(hint, filepath.Base(trouble.Path)) || !strings.HasSuffix(hint, ".") {
		t.Fatalf("hint %q names no file or is no sentence", hint)
	}
	return trouble
}

// session writes a file with n records and two notes, in several commits, and closes it.
func session(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wiki.db")
	s := mustOpen(t, path)
	for from := 1; from <= n; from += 70 {
		s.Append(records(from, min(from+69, n)))
		mustFlush(t, s)
	}
	s.Note("draft/Ana", "Hello")
	s.Note("branch/2", "what if")
	if err := s.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	return path
}

func TestWhatWasClosedOpensAgain(t *testing.T) {
	path := session(t, 200)
	s := mustOpen(t, path)
	got := mustLoad(t, s)
	if len(got.Records) != 200 || got.Trouble != nil || s.Last() != 200 {
		t.Fatalf("%d records, last %d, trouble %v", len(got.Records), s.Last(), got.Trouble)
	}
	wantPrefix(t, got.Records, 200)
	if want := map[string]string{"draft/Ana": "Hello", "branch/2": "what if"}; !maps.Equal(got.Notes, want) {
		t.Fatalf("notes %v, want %v", got.Notes, want)
	}
	s.Append(records(201, 5201))
	mustFlush(t, s)
	wantPrefix(t, mustLoad(t, s).Records, 5201)
}

func TestCloseCommitsWhatIsQueued(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s := mustOpen(t, path)
	s.Append(records(1, 3))
	s.Note("cursor", "3")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil || got.Notes["cursor"] != "3" || got.Trouble != nil {
		t.Fatalf("%v %v", got, err)
	}
	wantPrefix(t, got.Records, 3)
	if _, err := s.Load(); !errors.Is(err, ErrClosed) {
		t.Fatalf("load after close: %v", err)
	}
}

// TestFileAndMemoryBehaveAlike drives both with the same operations; closing and opening again only the file.
func TestFileAndMemoryBehaveAlike(t *testing.T) {
	folder, trial := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		trial++
		path := filepath.Join(folder, fmt.Sprint(trial, ".db"))
		disk, twin, next := mustOpen(t, path), Memory(), 1
		defer func() { disk.Close(); twin.Close() }()
		for range rapid.IntRange(1, 12).Draw(rt, "operations") {
			switch rapid.IntRange(0, 4).Draw(rt, "operation") {
			case 0, 1:
				n := rapid.SampledFrom([]int{1, 2, 63, 64, 65, 150}).Draw(rt, "records")
				disk.Append(records(next, next+n-1))
				twin.Append(records(next, next+n-1))
				next += n
			case 2:
				key := rapid.SampledFrom([]string{"", "draft/Ana", strings.Repeat("k", 40_000)}).Draw(rt, "key")
				value := rapid.SampledFrom([]string{"", "x", "\xF5ilN", strings.Repeat("long ", 3000)}).Draw(rt,
					"value")
				disk.Note(key, value)
				twin.Note(key, value)
			case 3:
				if err := disk.Close(); err != nil {
					rt.Fatal(err)
				}
				disk = mustOpen(t, path)
			case 4:
				mustFlush(t, disk)
				mustFlush(t, twin)
				same(rt, disk, twin)
			}
		}
		mustFlush(t, disk)
		mustFlush(t, twin)
		same(rt, disk, twin)
	})
}

func same(t *rapid.T, disk, twin *Store) {
	d, derr := disk.Load()
	m, merr := twin.Load()
	if derr != nil || merr != nil || d.Trouble != nil {
		t.Fatalf("load: %v, %v, %v", derr, merr, d.Trouble)
	}
	if !slices.Equal(d.Records, m.Records) || !maps.Equal(d.Notes, m.Notes) || disk.Last() != twin.Last() ||
		!disk.Saved() || !twin.Saved() {
		t.Fatalf("disk %d records %d notes, memory %d records %d notes", len(d.Records), len(d.Notes), len(m.Records),
			len(m.Notes))
	}
}

// TestAGroupIsAThousandOr25Milliseconds runs on a false clock.
func TestAGroupIsAThousandOr25Milliseconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Memory()
		defer s.Close()
		s.Append(records(1, 999))
		<-time.After(24 * time.Millisecond) // of the false clock
		synctest.Wait()
		if s.Last() != 0 || s.Saved() {
			t.Fatalf("999 records did not wait for more: last %d", s.Last())
		}
		<-time.After(time.Millisecond)
		synctest.Wait()
		if s.Last() != 999 || !s.Saved() {
			t.Fatalf("after 25 ms last is %d, want 999", s.Last())
		}
		s.Append(records(1000, 1999))
		synctest.Wait()
		if s.Last() != 1999 {
			t.Fatalf("a full group waited: last %d, want 1999", s.Last())
		}
	})
}

func TestOnSavedRisesToTheLastRecord(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "a.db"))
	var told []int
	s.OnSaved(func(last int, err error) {
		if err != nil {
			t.Error(err)
		}
		told = append(told, last)
	})
	s.Append(records(1, 10_000))
	mustFlush(t, s)
	if !slices.IsSorted(told) || len(told) < 2 || told[len(told)-1] != 10_000 {
		t.Fatalf("told %v, want rising to 10000 in steps", told)
	}
}

func TestRecordOutOfOrderTurnsSavingOff(t *testing.T) {
	s := Memory()
	told := make(chan error, 10)
	s.OnSaved(func(_ int, err error) { told <- err })
	s.Append(records(1, 2))
	mustFlush(t, s)
	if err := <-told; err != nil {
		t.Fatal(err)
	}
	s.Append(records(4, 4))
	if err := <-told; !errors.Is(err, ErrOutOfOrder) {
		t.Fatal(err)
	}
	if err := s.Close(); !errors.Is(err, ErrOutOfOrder) || s.Saved() {
		t.Fatalf("close %v, saved %v", err, s.Saved())
	}
}

func TestCloseEndsTheGoroutines(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "a.db"))
	s.Append(records(1, 10))
	s.Close()
	m := Memory()
	m.Append(records(1, 10))
	m.Close()
	// Close returns when the last word is said; the goroutine that said it may still be on its way out.
	for end := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		var all strings.Builder
		if err := pprof.Lookup("goroutine").WriteTo(&all, 2); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(all.String(), "commitLoop") && !strings.Contains(all.String(), "guarded.func") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("left over:\n%s", all.String())
		}
	}
}

func TestFlushEndsWithItsContext(t *testing.T) {
	s := start("", stuckPlace{release: make(chan struct{})}, 0, nil)
	defer s.Close()
	defer close(s.place.(stuckPlace).release)
	s.Append(records(1, 1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Flush(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.Append(records(2, 500)) // returns while the disk hangs
}

// stuckPlace is a disk that does not answer until it is released.
type stuckPlace struct{ release chan struct{} }

func (k stuckPlace) keep(batch) error       { <-k.release; return nil }
func (k stuckPlace) load() (Session, error) { return Session{}, nil }
func (k stuckPlace) close() error           { return nil }

// fullPlace is a disk that is full until somebody makes room.
type fullPlace struct {
	memory
	full atomic.Bool
}

func (p *fullPlace) keep(b batch) error {
	if p.full.Load() {
		return syscall.ENOSPC
	}
	return p.memory.keep(b)
}

// TestSavingGoesOnWhenThereIsRoom: nothing that came while the disk was full is lost, and nobody need ask for it.
func TestSavingGoesOnWhenThereIsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &fullPlace{memory: memory{notes: map[string]string{}}}
		s := start("full.db", disk, 0, nil)
		var told []string
		s.OnSaved(func(last int, err error) { told = append(told, fmt.Sprint(last, " ", errors.Is(err, ErrFull))) })
		s.Append(records(1, 2))
		mustFlush(t, s)
		disk.full.Store(true)
		s.Append(records(3, 4))
		s.Note("draft", "first")
		<-time.After(10 * retryAfter) // of the false clock
		s.Append(records(5, 6))
		s.Note("draft", "second")
		wantHint(t, s.Flush(t.Context()), ErrFull)
		if s.Saved() || s.Last() != 2 {
			t.Fatalf("saved: %v, last %d, want 2", s.Saved(), s.Last())
		}
		disk.full.Store(false)
		<-time.After(retryAfter)
		synctest.Wait()
		got := mustLoad(t, s)
		if !s.Saved() || len(got.Records) != 6 || got.Notes["draft"] != "second" {
			t.Fatalf("saved: %v, %d records, notes %v", s.Saved(), len(got.Records), got.Notes)
		}
		wantPrefix(t, got.Records, 6)
		if want := []string{"2 false", "2 true", "6 false"}; !slices.Equal(told, want) {
			t.Fatalf("told %v, want %v", told, want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestCloseSaysWhatIsNotSaved: the last try is made on leaving.
func TestCloseSaysWhatIsNotSaved(t *testing.T) {
	disk := &fullPlace{memory: memory{notes: map[string]string{}}}
	disk.full.Store(true)
	s := start("full.db", disk, 0, nil)
	s.Append(records(1, 2))
	wantHint(t, s.Close(), ErrFull)
}

func TestBboltFindsNoFault(t *testing.T) {
	checkBolt(t, session(t, 1000))
}

// checkBolt runs bbolt's own check over a file that nobody has open.
func checkBolt(t testing.TB, path string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockWait, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatalf("bbolt: %v", err)
	}
}

func TestFolderFollowsXDG(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_DATA_HOME", base)
	day := time.Date(2026, 3, 5, 23, 0, 0, 0, time.UTC)
	for _, want := range []string{"2026-03-05-ana-s-wiki.db", "2026-03-05-ana-s-wiki-2.db"} {
		path, err := DefaultPath(day, "Ana's  wiki/../")
		if err != nil || path != filepath.Join(base, "interleave", want) {
			t.Fatalf("%q %v, want %q", path, err, want)
		}
		if err := mustOpen(t, path).Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_DATA_HOME", "relative")
	if folder, err := Folder(); err == nil && strings.Contains(folder, "relative") {
		t.Fatalf("%q: a relative XDG_DATA_HOME has to be ignored", folder)
	}
}

func TestListNamesWhatDoesNotOpen(t *testing.T) {
	folder := t.TempDir()
	if infos, err := List(filepath.Join(folder, "none")); len(infos) != 0 || err != nil {
		t.Fatalf("%v %v", infos, err)
	}
	good := session(t, 7)
	if err := os.Rename(good, filepath.Join(folder, "good.db")); err != nil {
		t.Fatal(err)
	}
	write := func(name string, data string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("empty.db", "")
	write("text.db", "no session")
	write("other.txt", "no session")
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(folder, "empty.db"), old, old); err != nil {
		t.Fatal(err)
	}
	infos, err := List(folder)
	if err != nil || len(infos) != 3 || infos[2].Name != "empty" {
		t.Fatalf("%v %v, want three, empty last", infos, err)
	}
	want := map[string]error{"empty": ErrEmpty, "text": ErrForeign, "good": nil}
	for _, info := range infos {
		if !errors.Is(info.Trouble, want[info.Name]) || (info.Name == "good") != (info.Steps == 7) {
			t.Errorf("%+v", info)
		}
	}
}

// TestALongTextIsKeptOnce: a text that many records send stands in the file once, and each of them has it.
func TestALongTextIsKeptOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.db")
	s := mustOpen(t, path)
	text := strings.Repeat("sixteen \\\"bytes\\\" ", 1<<16)
	rs := records(1, 30)
	for i := range rs {
		rs[i].Line = fmt.Sprintf("Ana: put-blob wiki/%d \"%s\" \"%s\" if-match=*", i, text,
			strings.Repeat("x", minBody+i%3))
	}
	s.Append(rs[:10])
	mustFlush(t, s)
	s.Append(rs[10:])
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > int64(2*len(text)) {
		t.Fatalf("%d bytes for a text of %d, %v", info.Size(), len(text), err)
	}
	got := mustLoad(t, mustOpen(t, path))
	if got.Trouble != nil || !slices.Equal(got.Records, rs) {
		t.Fatalf("%v, %d records", got.Trouble, len(got.Records))
	}
}
