package persist

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interleave/engine/timeline"

	"go.etcd.io/bbolt"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// openBroken opens bytes as a session of want records of which some may be gone: what loads is a true prefix, and what
// is not there is told. It gives the number of records, -1 where it did not open at all.
func openBroken(t testing.TB, path string, data []byte, want int) int {
	t.Helper()
	writeFile(t, path, data)
	s, err := Open(path, Options{})
	if err != nil {
		var trouble *Trouble
		if !errors.As(err, &trouble) {
			t.Fatalf("%T: %v", err, err)
		}
		wantHint(t, err, trouble.Kind)
		return -1
	}
	defer s.Close()
	got := mustLoad(t, s)
	wantPrefix(t, got.Records, 0)
	if got.Trouble != nil {
		trouble := wantHint(t, got.Trouble, ErrDamaged)
		if trouble.Good != len(got.Records) {
			t.Fatalf("%d records are good, %d load", trouble.Good, len(got.Records))
		}
		wantOff(t, s, data)
	} else if len(got.Records) != want || len(got.Notes) != 2 {
		t.Fatalf("%d of %d records, %d of 2 notes, and no word of it", len(got.Records), want, len(got.Notes))
	}
	return len(got.Records)
}

// wantOff checks that a damaged file is not written to, and that the store says so once.
func wantOff(t testing.TB, s *Store, data []byte) {
	t.Helper()
	told := make(chan error, 10)
	s.OnSaved(func(_ int, err error) { told <- err })
	s.Append(records(s.Last()+1, s.Last()+1))
	if err := s.Flush(context.Background()); !errors.Is(err, ErrDamaged) {
		t.Fatalf("flush: %v", err)
	}
	if err := <-told; !errors.Is(err, ErrDamaged) {
		t.Fatalf("told %v", err)
	}
	if err := s.Close(); !errors.Is(err, ErrDamaged) || len(told) != 0 || s.Saved() {
		t.Fatalf("close: %v; told %d times more; saved: %v", err, len(told), s.Saved())
	}
	if !bytes.Equal(readFile(t, s.Path()), data) {
		t.Fatal("the damaged file was written to")
	}
}

func TestFileOf0BytesIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	writeFile(t, path, nil)
	_, err := Open(path, Options{})
	wantHint(t, err, ErrEmpty)
	wantHint(t, Copy(path, path+"2"), ErrEmpty)
	if len(readFile(t, path)) != 0 {
		t.Fatal("the file was written to")
	}
}

func TestCutFileGivesAPrefix(t *testing.T) {
	whole := readFile(t, session(t, 300))
	path := filepath.Join(t.TempDir(), "cut.db")
	m, err := newestMeta(whole, int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	used := int(m.high) * m.pageSize
	var cuts []int
	for at := 4096; at <= used+4096; at += 4096 {
		cuts = append(cuts, at)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		cuts = append(cuts, 1+random.IntN(used))
	}
	for _, at := range cuts {
		n := openBroken(t, path, whole[:at], 300)
		if at >= used && n != 300 {
			t.Fatalf("cut at %d, behind all that is used: %d records", at, n)
		}
	}
}

// TestFlippedBytes holds two promises: nothing wrong is ever loaded; and a byte outside the blocks of records costs no
// record, whatever it does to bbolt's tree.
func TestFlippedBytes(t *testing.T) {
	whole := readFile(t, session(t, 300))
	m, err := newestMeta(whole, int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	whole = whole[:int(m.high)*m.pageSize]
	inside := make([]bool, len(whole))
	for at := range whole {
		if f, rest, err := nextFrame(whole[at:]); err == nil && f.kind == blockKind {
			for i := at; i < len(whole)-len(rest); i++ {
				inside[i] = true
			}
		}
	}
	path := filepath.Join(t.TempDir(), "flipped.db")
	random := rand.New(rand.NewPCG(3, 4))
	told := 0
	for range 300 {
		at, bit := random.IntN(len(whole)), byte(1)<<random.IntN(8)
		data := bytes.Clone(whole)
		data[at] ^= bit
		n := openBroken(t, path, data, 300)
		if n < 300 && !inside[at] {
			t.Fatalf("byte %d is in no record, and %d of 300 records load", at, n)
		}
		if n < 300 {
			told++
		}
	}
	if told == 0 {
		t.Fatal("no flip hit a record: the test tests nothing")
	}
}

// TestZeroedPages zeroes each page of a file in turn.
func TestZeroedPages(t *testing.T) {
	whole := readFile(t, session(t, 300))
	path := filepath.Join(t.TempDir(), "zeroed.db")
	for at := 0; at < 128<<10 && at < len(whole); at += 4096 {
		data := bytes.Clone(whole)
		clear(data[at : at+4096])
		openBroken(t, path, data, 300)
	}
}

// TestDamagedTreeLosesNothing overwrites both meta pages: every record is still found.
func TestDamagedTreeLosesNothing(t *testing.T) {
	path := session(t, 300)
	data := readFile(t, path)
	clear(data[:8192])
	writeFile(t, path, data)
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	wantHint(t, got.Trouble, ErrDamaged)
	wantPrefix(t, got.Records, 300)
	if got.Notes["draft/Ana"] != "Hello" {
		t.Fatalf("notes %v", got.Notes)
	}
}

// copied is an open copy of a file.
func copied(t testing.TB, path string) (to string, s *Store) {
	t.Helper()
	to = filepath.Join(t.TempDir(), "copy.db")
	if err := Copy(path, to); err != nil {
		t.Fatal(err)
	}
	return to, mustOpen(t, to)
}

func TestCopyOfADamagedFileIsWhole(t *testing.T) {
	path := session(t, 300)
	data := readFile(t, path)
	// Every copy of record 150, left-over pages included, gets another byte.
	needle := []byte("text 150 ")
	data = bytes.ReplaceAll(data, needle, []byte("text 151 "))
	writeFile(t, path, data)
	to, s := copied(t, path)
	got := mustLoad(t, s)
	if got.Trouble != nil || len(got.Records) != 148 || got.Notes["draft/Ana"] != "Hello" {
		t.Fatalf("%d records, want 148; notes %v; %v", len(got.Records), got.Notes, got.Trouble)
	}
	s.Append(records(149, 400))
	mustFlush(t, s)
	wantPrefix(t, mustLoad(t, s).Records, 400)
	wantHint(t, Copy(path, to), ErrExists)
}

// TestUnfinishedCommitDoesNotWinOverALaterOne: records that a commit left behind without being finished are not taken
// for the later ones with the same numbers, though their own chain is longer.
func TestUnfinishedCommitDoesNotWinOverALaterOne(t *testing.T) {
	first, link := appendBlock(nil, records(1, 1), chain{}, 10, nil)
	data := bytes.Clone(first)
	after := link
	for n := 2; n <= 5; n++ {
		r := record(n)
		r.Line = "never acknowledged"
		data, after = appendBlock(data, []timeline.Record{r}, after, 20, nil)
	}
	data, _ = appendBlock(data, records(2, 2), link, 30, nil)
	s, any := salvage(data, nil)
	if !any || len(s.Records) != 2 {
		t.Fatalf("%d records, want 2", len(s.Records))
	}
	wantPrefix(t, s.Records, 2)
}

// TestRecordsOfAnotherChainAreRefused: checksums alone would take a record of another history.
func TestRecordsOfAnotherChainAreRefused(t *testing.T) {
	data, _ := appendBlock(nil, records(1, 1), chain{}, 1, nil)
	data, _ = appendBlock(data, records(2, 2), chain{1}, 1, nil)
	if s, _ := salvage(data, nil); len(s.Records) != 1 {
		t.Fatalf("%d records, want 1", len(s.Records))
	}
}

func TestNewerFormatIsRefusedAndUntouched(t *testing.T) {
	path := session(t, 10)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockWait})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).Put([]byte(stampKey), encodeStamp(format+1))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, path)
	_, err = Open(path, Options{})
	wantHint(t, err, ErrNewer)
	wantHint(t, Copy(path, path+"2"), ErrNewer)
	clear(before[:100]) // damaged as well: still a newer program's
	writeFile(t, path, before)
	_, err = Open(path, Options{})
	wantHint(t, err, ErrNewer)
	if !bytes.Equal(readFile(t, path), before) {
		t.Fatal("the file was written to")
	}
}

func TestOtherFilesAreRefusedAndUntouched(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "notes.txt")
	writeFile(t, text, []byte(strings.Repeat("buy milk\n", 5000)))
	other := filepath.Join(folder, "other.db")
	db, err := bbolt.Open(other, 0o600, &bbolt.Options{Timeout: lockWait})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, other, folder} {
		_, err := Open(path, Options{})
		wantHint(t, err, ErrForeign)
	}
	if len(readFile(t, text)) != 45_000 {
		t.Fatal("the text was written to")
	}
	_, err = Open(filepath.Join(text, "below.db"), Options{})
	wantHint(t, err, ErrUnreachable)
}

// TestQuotaTurnsSavingOff fills a file up to its quota; what was told as saved loads.
func TestQuotaTurnsSavingOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.db")
	s, err := Open(path, Options{MaxBytes: 2 << 20})
	if err != nil {
		t.Fatal(err)
	}
	fillUp(t, s)
}

// fillUp appends until saving is turned off for want of room, and checks what is left.
func fillUp(t testing.TB, s *Store) {
	t.Helper()
	var saved, errs int
	s.OnSaved(func(last int, err error) {
		if err != nil {
			errs++
			return
		}
		saved = last
	})
	var err error
	for n := 1; err == nil && n < 100_000; n += 500 {
		s.Append(records(n, n+499))
		err = s.Flush(context.Background())
	}
	trouble := wantHint(t, err, ErrFull)
	s.Note("draft", "there is no room for it")
	if err := s.Close(); !errors.Is(err, ErrFull) || errs != 1 || s.Saved() {
		t.Fatalf("close: %v; told %d times, want once; saved: %v", err, errs, s.Saved())
	}
	if trouble.Good != saved || s.Last() != saved || saved == 0 {
		t.Fatalf("%d good, last %d, told %d", trouble.Good, s.Last(), saved)
	}
	got, err := Read(s.Path())
	if err != nil || got.Trouble != nil {
		t.Fatalf("%v, %v", err, got.Trouble)
	}
	wantPrefix(t, got.Records, saved)
	checkBolt(t, s.Path())
}

// FuzzExamine writes a patch over a session and cuts it: no bytes make reading panic or loop, and what loads is a true
// prefix.
func FuzzExamine(f *testing.F) {
	whole := readFile(f, session(f, 20))
	m, err := newestMeta(whole, int64(len(whole)))
	if err != nil {
		f.Fatal(err)
	}
	whole = whole[:int(m.high)*m.pageSize]
	f.Add([]byte{}, uint32(0), uint32(0))
	f.Add([]byte{0xFF, 0xFF}, uint32(2*m.pageSize+8), uint32(0))
	f.Add([]byte("text"), uint32(0), uint32(len(whole)-20))
	f.Fuzz(func(t *testing.T, patch []byte, at, cut uint32) {
		data := bytes.Clone(whole)
		copy(data[int(at)%len(data):], patch)
		c, err := examine("open", "fuzz.db", data[:len(data)-int(cut)%len(data)], nil)
		if err == nil && !bytes.Contains(patch, frameMagic) {
			wantPrefix(t, c.Records, 0)
		}
	})
}

// FuzzBlock: what decodes encodes to itself.
func FuzzBlock(f *testing.F) {
	add := func(r timeline.Record) {
		data, _ := appendBlock(nil, []timeline.Record{r}, chain{}, 1, func(sum, string) {})
		f.Add(data[frameHead : len(data)-frameTail])
	}
	add(record(1))
	add(timeline.Record{Number: 7, Parent: 9, Line: "\x00\xF5il\"" + strings.Repeat("\\\"long", 500) + "\""})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decodeBlock(data)
		if err != nil {
			return
		}
		rs, err := b.decode(nil, nil, map[string]string{})
		if err != nil {
			return
		}
		again, _ := appendBlock(nil, rs, chain{}, 1, func(sum, string) {})
		b, err = decodeBlock(again[frameHead : len(again)-frameTail])
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := b.decode(nil, nil, map[string]string{}); err == nil && !slices.Equal(twice, rs) {
			t.Fatalf("%+v became %+v", rs, twice)
		}
	})
}
