package persist

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/timeline"
)

// damageKey says how many damaged files are looked at; where it is not set 250, or 1,000 of the whole.
const damageKey = "INTERLEAVE_DAMAGE"

// rich is a session with all that a file can hold: commits of all sizes, a tree with branches, notes that changed and
// went away, long texts, and pages that are free again.
func rich(t testing.TB) (path string, want Session) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "rich.db")
	s := mustOpen(t, path)
	for n, size := 1, 1; n < 2500; n, size = n+size, size%97+13 {
		rs := records(n, n+size-1)
		if n%5 == 0 {
			rs[0].Line = fmt.Sprintf("Ana: put-blob wiki/long.md \"%s\"", strings.Repeat("long \\\"text\\\" ", 100+n%7))
		}
		s.Append(rs)
		s.Note("cursor", strconv.Itoa(n))
		s.Note(fmt.Sprint("draft.", n%40), strings.Repeat("draft ", n%100))
		if n%3 == 0 {
			s.Note(fmt.Sprint("draft.", n%20), "")
		}
		mustFlush(t, s)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want, err := Read(path)
	if err != nil || want.Trouble != nil || len(want.Notes) < 10 {
		t.Fatal(err, want.Trouble, len(want.Notes))
	}
	return path, want
}

// hurt damages a file in one of the ways that were seen: a byte, a page in another's place, two pages exchanged, a page
// of nothing.
func hurt(data []byte, pageSize, used int, random *rand.Rand) (how string) {
	page := func(n int) []byte { return data[n*pageSize:][:pageSize] }
	a, b := random.IntN(used), random.IntN(used)
	switch random.IntN(20) {
	case 0:
		copy(page(a), page(b))
		return fmt.Sprintf("page %d over page %d", b, a)
	case 1:
		kept := bytes.Clone(page(a))
		copy(page(a), page(b))
		copy(page(b), kept)
		return fmt.Sprintf("pages %d and %d exchanged", a, b)
	case 2:
		clear(page(a))
		return fmt.Sprintf("page %d cleared", a)
	case 3, 4, 5, 6, 7, 8: // the first bytes of a page say how it is to be read
		at, bit := a*pageSize+random.IntN(80), byte(1)<<random.IntN(8)
		data[at] ^= bit
		return fmt.Sprintf("byte %d of page %d, bit %x", at%pageSize, a, bit)
	}
	at, other := random.IntN(used*pageSize), byte(1+random.IntN(255))
	data[at] ^= other
	return fmt.Sprintf("byte %d of page %d, bits %x", at%pageSize, at/pageSize, other)
}

// TestNoLossIsSilent: from a damaged file everything loads, or a sentence says that something does not; and what opens
// without one is written to without harm.
func TestNoLossIsSilent(t *testing.T) {
	tries := 250
	if os.Getenv("INTERLEAVE_WHOLE") != "" {
		tries = 1000
	}
	if n, err := strconv.Atoi(os.Getenv(damageKey)); err == nil {
		tries = n
	}
	path, want := rich(t)
	whole, text := readFile(t, path), listed(want)
	m, err := newestMeta(whole, int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(uint64(tries), 7))
	told, unhurt := 0, 0
	for i := range tries {
		data := bytes.Clone(whole)
		how := hurt(data, m.pageSize, int(m.high), random)
		if bytes.Equal(data, whole) {
			continue
		}
		c, err := examine("open", path, data, nil)
		switch {
		case err != nil || c.Trouble != nil:
			told++
			if err == nil && !isPrefix(c.Records, want.Records) {
				t.Fatalf("%d: %s: %d records, not those that were saved", i, how, len(c.Records))
			}
		case listed(c.Session) != text:
			t.Fatalf("%d: %s: %d of %d records, %d of %d notes, and no word of it", i, how, len(c.Records),
				len(want.Records), len(c.Notes), len(want.Notes))
		default:
			if unhurt++; unhurt%50 == 1 {
				writeFile(t, path, data)
				writeOn(t, path, how, text, len(want.Records))
			}
		}
	}
	t.Logf("%d damaged files: %d told, %d whole all the same", tries, told, unhurt)
	if told == 0 || unhurt == 0 {
		t.Fatal("the damage was all of one kind: the test tests nothing")
	}
}

func isPrefix(some, of []timeline.Record) bool {
	if len(some) > len(of) {
		return false
	}
	for i, r := range some {
		if r != of[i] {
			return false
		}
	}
	return true
}

// writeOn goes on with a session and looks that nothing of it is gone behind it.
func writeOn(t *testing.T, path, how, text string, last int) {
	t.Helper()
	s := mustOpen(t, path)
	s.Append(records(last+1, last+300))
	if err := s.Close(); err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	got, err := Read(path)
	if err != nil || got.Trouble != nil || len(got.Records) != last+300 {
		t.Fatalf("%s: %v, %v, %d records", how, err, got.Trouble, len(got.Records))
	}
	if got.Records = got.Records[:last]; listed(got) != text {
		t.Fatalf("%s: opened without a word, and written to, it has lost something", how)
	}
}
