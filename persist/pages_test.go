package persist

import (
	"bytes"
	"strings"
	"testing"
)

// Each test breaks one rule of bbolt's tree that bbolt itself would not notice, or would not survive, and expects a
// word of it and all the records.

// broken is a session of 2,000 records, so large that its log has a branch page.
func broken(t *testing.T, breakIt func(data []byte, m meta)) Session {
	t.Helper()
	data := readFile(t, session(t, 2000))
	m, err := newestMeta(data, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	breakIt(data, m)
	c, err := examine("open", "broken.db", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantPrefix(t, c.Records, 2000)
	if c.Trouble == nil {
		t.Fatal("no word of the damage")
	}
	wantHint(t, c.Trouble, ErrDamaged)
	return c.Session
}

func wantWhy(t *testing.T, session Session, why string) {
	t.Helper()
	if got := session.Trouble.Why.Error(); !strings.Contains(got, why) {
		t.Fatalf("why: %q, want %q", got, why)
	}
}

// pageOf is the first page of a kind with at least two elements that the walk reaches.
func pageOf(t *testing.T, data []byte, m meta, kind uint16) []byte {
	t.Helper()
	p := &pages{data: data, meta: m, used: make([]bool, m.high)}
	if err := p.freelist(); err != nil {
		t.Fatal(err)
	}
	for id := uint64(2); id < m.high; id++ {
		page := data[id*uint64(m.pageSize):][:m.pageSize]
		if !p.used[id] && native.Uint64(page) == id && native.Uint16(page[8:]) == kind &&
			native.Uint16(page[10:]) >= 2 {
			return page
		}
	}
	t.Fatalf("no page of kind %d", kind)
	return nil
}

// TestOlderMetaPageIsNotTakenInSilence: bbolt would fall back to the state before the last commit, and write over the
// last.
func TestOlderMetaPageIsNotTakenInSilence(t *testing.T) {
	for i := range 2 {
		s := broken(t, func(data []byte, m meta) { data[i*m.pageSize+pageHead+48] ^= 1 })
		wantWhy(t, s, "first pages")
	}
}

// TestFreePageInUseIsFound: a later commit would write over the page.
func TestFreePageInUseIsFound(t *testing.T) {
	s := broken(t, func(data []byte, m meta) {
		free := data[m.free*uint64(m.pageSize):]
		if native.Uint16(free[10:]) == 0 {
			t.Fatal("no page is free")
		}
		native.PutUint64(free[pageHead:], m.root)
	})
	wantWhy(t, s, "used twice")
}

// TestLostPageIsFound: a free list with one page less does no harm now, and is no longer what was written.
func TestLostPageIsFound(t *testing.T) {
	s := broken(t, func(data []byte, m meta) {
		free := data[m.free*uint64(m.pageSize):]
		native.PutUint16(free[10:], native.Uint16(free[10:])-1)
	})
	wantWhy(t, s, "belongs to nothing")
}

// TestLoopInTheTreeEnds: bbolt would follow it for ever.
func TestLoopInTheTreeEnds(t *testing.T) {
	s := broken(t, func(data []byte, m meta) {
		branch := pageOf(t, data, m, branchPage)
		native.PutUint64(branch[pageHead+8:], native.Uint64(branch))
	})
	wantWhy(t, s, "used twice")
}

// TestKeysOutOfOrderAreFound: bbolt would put a later record in the wrong place.
func TestKeysOutOfOrderAreFound(t *testing.T) {
	s := broken(t, func(data []byte, m meta) {
		branch := pageOf(t, data, m, branchPage)
		element, _ := elementAt(branch, 1)
		key, _, _ := keyAndValue(branch, 1, native.Uint32(element), native.Uint32(element[4:]), 0)
		copy(key, bytes.Repeat([]byte{0}, len(key)))
	})
	wantWhy(t, s, "order")
}

// TestChangedNoteIsNotShown: a note stands in no chain; its checksum alone guards it.
func TestChangedNoteIsNotShown(t *testing.T) {
	s := broken(t, func(data []byte, _ meta) {
		copy(data, bytes.ReplaceAll(data, []byte("Hello"), []byte("Jello")))
	})
	wantWhy(t, s, "checksum")
	if note, ok := s.Notes["draft/Ana"]; ok || s.Notes["branch/2"] != "what if" {
		t.Fatalf("note %q, and %v", note, s.Notes)
	}
}

// TestALeafThatSaysLessIsFound: nothing in the tree says how many elements a page has to have.
func TestALeafThatSaysLessIsFound(t *testing.T) {
	whole := readFile(t, session(t, 2000))
	m, err := newestMeta(whole, int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	leaves := 0
	for at := 2 * m.pageSize; at < int(m.high)*m.pageSize; at += m.pageSize {
		data := bytes.Clone(whole)
		if count := native.Uint16(data[at+10:]); native.Uint16(data[at+8:]) == leafPage && count > 0 {
			native.PutUint16(data[at+10:], count-1)
			leaves++
		}
		c, err := examine("open", "less.db", data, nil)
		if err != nil {
			t.Fatal(err)
		}
		wantPrefix(t, c.Records, 2000)
		if c.Trouble == nil && (len(c.Notes) != 2) {
			t.Fatalf("page %d says one element less, %d notes load, and no word of it", at/m.pageSize, len(c.Notes))
		}
	}
	if leaves < 5 {
		t.Fatalf("%d leaves: the test tests nothing", leaves)
	}
}

// TestOtherNamesOfBucketsAreFound: a bucket of another name would be an empty session.
func TestOtherNamesOfBucketsAreFound(t *testing.T) {
	for _, name := range bucketsOf(format) {
		s := broken(t, func(data []byte, m meta) {
			root := data[m.root*uint64(m.pageSize):][:m.pageSize]
			data[int(m.root)*m.pageSize+bytes.Index(root, []byte(name))] ^= 2
		})
		if s.Notes["draft/Ana"] != "Hello" || s.Trouble.NotesLost {
			t.Fatalf("%s: notes %v, lost: %v", name, s.Notes, s.Trouble.NotesLost)
		}
	}
}

// TestAMetaPageInTheOthersPlaceIsFound: bbolt would go on from the commit before the last.
func TestAMetaPageInTheOthersPlaceIsFound(t *testing.T) {
	for i := range 2 {
		wantWhy(t, broken(t, func(data []byte, m meta) {
			copy(data[i*m.pageSize:][:m.pageSize], data[(1-i)*m.pageSize:])
		}), "first pages")
	}
}

// TestAShorterKeyOfABranchIsFound: everything can be read by it, but bbolt panics at an empty one, and hangs a page
// that it writes beside the one that it replaces under any other.
func TestAShorterKeyOfABranchIsFound(t *testing.T) {
	for _, size := range []uint32{0, 4} {
		wantWhy(t, broken(t, func(data []byte, m meta) {
			element, _ := elementAt(pageOf(t, data, m, branchPage), 0)
			native.PutUint32(element[4:], size)
		}), "order")
	}
}
