package persist

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
)

// The layout of a bbolt file, from its internal/common: a page is a head of 16 bytes (id, flags, count, overflow) and
// elements of 16 bytes that point at keys and values behind them. Numbers are in the order of the machine.
const (
	pageHead    = 16
	elementSize = 16
	bucketHead  = 16 // root page, sequence; an inline bucket has root page 0 and its only page behind the head
	metaSum     = 56 // where the checksum of a meta page stands, after the page's head
	boltMagic   = 0xED0CDAED
	boltVersion = 2

	branchPage   = 0x01
	leafPage     = 0x02
	metaPage     = 0x04
	freelistPage = 0x10
	bucketFlag   = 0x01

	noFreelist = ^uint64(0)
)

var (
	errCutFile = errors.New("the file is cut short")
	errNoMeta  = errors.New("its first pages are overwritten")
	errOrder   = errors.New("keys out of order")
	native     = binary.NativeEndian
)

// meta is what a commit writes last: where everything is.
type meta struct {
	pageSize         int
	root, free, high uint64 // pages; high is the first that was never used
	transaction      uint64
}

// pages is a bbolt file as bytes. Walking it visits each page at most once and looks nowhere outside the bytes, so it
// always ends, whatever the bytes are.
type pages struct {
	data []byte
	meta
	used []bool // by page: reached by the walk or in the free list
}

// entry is one key of one of the buckets below the root.
type entry struct {
	bucket     string
	key, value []byte
}

// walk gives the names of the buckets below the root and their entries, in order, and fails on anything bbolt could
// stumble over later, be it on reading or on writing: so both meta pages, every branch, and the free list have to be
// right.
func walk(data []byte) (buckets []string, entries []entry, err error) {
	newest, err := newestMeta(data, int64(len(data)))
	if err != nil {
		return nil, nil, err
	}
	p := &pages{data: data, meta: newest, used: make([]bool, newest.high)}
	p.used[0], p.used[1] = true, true
	if err := p.freelist(); err != nil {
		return nil, nil, err
	}
	err = p.tree(p.root, nil, nil, func(flags uint32, name, value []byte) error {
		if flags != bucketFlag {
			return fmt.Errorf("bucket %q: %w", name, errUnreadable)
		}
		buckets = append(buckets, string(name))
		return p.bucket(value, func(flags uint32, key, value []byte) error {
			if flags != 0 {
				return fmt.Errorf("key %x: %w", key, errUnreadable)
			}
			entries = append(entries, entry{bucket: buckets[len(buckets)-1], key: key, value: value})
			return nil
		})
	})
	if err != nil {
		return nil, nil, err
	}
	for id, used := range p.used {
		if !used {
			return nil, nil, fmt.Errorf("page %d belongs to nothing", id)
		}
	}
	return buckets, entries, nil
}

// newestMeta reads the meta pages at the head of a file of a size. It wants both meta pages to be right: bbolt would
// take the older one and lose the last commit without a word.
func newestMeta(head []byte, size int64) (meta, error) {
	first, err := metaAt(head, 0, 0)
	if err != nil {
		return meta{}, err
	}
	second, err := metaAt(head, first.pageSize, 1)
	if err != nil {
		return meta{}, err
	}
	if max(first.transaction, second.transaction)-min(first.transaction, second.transaction) != 1 {
		return meta{}, errNoMeta // they are written by turns
	}
	newest := first
	if second.transaction > first.transaction {
		newest = second
	}
	if second.pageSize != first.pageSize || newest.high < 4 {
		return meta{}, errNoMeta
	}
	if newest.high > uint64(size)/uint64(newest.pageSize) {
		return meta{}, errCutFile
	}
	return newest, nil
}

// metaAt reads the meta page with an id: a commit writes to the one that has the parity of its transaction.
func metaAt(data []byte, at int, id uint64) (meta, error) {
	if len(data) < at+pageHead+metaSum+8 {
		return meta{}, errCutFile
	}
	head, m := data[at:], data[at+pageHead:]
	sum := fnv.New64a()
	sum.Write(m[:metaSum])
	pageSize := int(native.Uint32(m[8:]))
	switch {
	case native.Uint64(head) != id, native.Uint16(head[8:]) != metaPage, native.Uint64(m[48:])%2 != id:
		return meta{}, errNoMeta
	case native.Uint32(m) != boltMagic, native.Uint32(m[4:]) != boltVersion, native.Uint64(m[metaSum:]) != sum.Sum64():
		return meta{}, errNoMeta
	case pageSize < 512 || pageSize > 1<<20 || pageSize&(pageSize-1) != 0:
		return meta{}, errNoMeta
	}
	return meta{pageSize: pageSize, root: native.Uint64(m[16:]), free: native.Uint64(m[32:]),
		high: native.Uint64(m[40:]), transaction: native.Uint64(m[48:])}, nil
}

// page takes a page with all that overflows from it; each page can be taken once.
func (p *pages) page(id uint64) (data []byte, flags uint16, count int, err error) {
	if id < 2 || id >= p.high {
		return nil, 0, 0, fmt.Errorf("page %d is outside the file", id)
	}
	head := p.data[id*uint64(p.pageSize):]
	if native.Uint64(head) != id {
		return nil, 0, 0, fmt.Errorf("page %d: %w", id, errUnreadable)
	}
	span := uint64(native.Uint32(head[12:])) + 1
	if span > p.high-id {
		return nil, 0, 0, fmt.Errorf("page %d is cut short", id)
	}
	for i := id; i < id+span; i++ {
		if err := p.take(i); err != nil {
			return nil, 0, 0, err
		}
	}
	return head[:span*uint64(p.pageSize)], native.Uint16(head[8:]), int(native.Uint16(head[10:])), nil
}

func (p *pages) take(id uint64) error {
	if id < 2 || id >= p.high || p.used[id] {
		return fmt.Errorf("page %d is used twice", id)
	}
	p.used[id] = true
	return nil
}

// freelist takes the free pages: a page that is free and in use would be written over by a later commit.
func (p *pages) freelist() error {
	if p.free == noFreelist {
		return fmt.Errorf("free list: %w", errUnreadable)
	}
	data, flags, count, err := p.page(p.free)
	if err != nil {
		return err
	}
	ids := data[pageHead:]
	n := uint64(count)
	if count == 0xFFFF {
		n, ids = native.Uint64(ids), ids[8:]
	}
	if flags != freelistPage || n > uint64(len(ids)/8) {
		return fmt.Errorf("free list: %w", errUnreadable)
	}
	for i := range n {
		if err := p.take(native.Uint64(ids[8*i:])); err != nil {
			return fmt.Errorf("free list: %w", err)
		}
	}
	return nil
}

type visitor func(flags uint32, key, value []byte) error

func (p *pages) bucket(value []byte, visit visitor) error {
	if len(value) < bucketHead {
		return errUnreadable
	}
	if root := native.Uint64(value); root != 0 {
		return p.tree(root, nil, nil, visit)
	}
	inline := value[bucketHead:]
	if len(inline) < pageHead || native.Uint16(inline[8:]) != leafPage {
		return errUnreadable
	}
	return leaf(inline, int(native.Uint16(inline[10:])), nil, nil, visit)
}

// tree visits what is below a page in order; the first key is low and all are below high, where these are not nil.
// bbolt finds the page again by its first key when it writes: under any other it would lose what it replaces.
func (p *pages) tree(id uint64, low, high []byte, visit visitor) error {
	data, flags, count, err := p.page(id)
	if err != nil {
		return err
	}
	switch flags {
	case leafPage:
		err = leaf(data, count, low, high, visit)
	case branchPage:
		err = p.branch(data, count, low, high, visit)
	default:
		err = errUnreadable
	}
	if err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	return nil
}

func (p *pages) branch(data []byte, count int, low, high []byte, visit visitor) error {
	if count == 0 {
		return errUnreadable
	}
	keys := make([][]byte, count)
	for i := range keys {
		element, ok := elementAt(data, i)
		if !ok {
			return errUnreadable
		}
		if keys[i], _, ok = keyAndValue(data, i, native.Uint32(element), native.Uint32(element[4:]), 0); !ok {
			return errUnreadable
		}
	}
	if !ascending(keys, low, high) {
		return errOrder
	}
	for i := range keys {
		element, _ := elementAt(data, i)
		above := high
		if i+1 < len(keys) {
			above = keys[i+1]
		}
		if err := p.tree(native.Uint64(element[8:]), keys[i], above, visit); err != nil {
			return err
		}
	}
	return nil
}

func leaf(data []byte, count int, low, high []byte, visit visitor) error {
	keys := make([][]byte, count)
	values := make([][]byte, count)
	for i := range keys {
		element, ok := elementAt(data, i)
		if !ok {
			return errUnreadable
		}
		keys[i], values[i], ok = keyAndValue(data, i, native.Uint32(element[4:]), native.Uint32(element[8:]),
			native.Uint32(element[12:]))
		if !ok {
			return errUnreadable
		}
	}
	if !ascending(keys, low, high) {
		return errOrder
	}
	for i := range keys {
		element, _ := elementAt(data, i)
		if err := visit(native.Uint32(element), keys[i], values[i]); err != nil {
			return err
		}
	}
	return nil
}

func elementAt(data []byte, i int) ([]byte, bool) {
	at := pageHead + i*elementSize
	if at+elementSize > len(data) {
		return nil, false
	}
	return data[at : at+elementSize], true
}

// keyAndValue finds key and value of element i: position counts from the element itself.
func keyAndValue(data []byte, i int, position, keySize, valueSize uint32) (key, value []byte, ok bool) {
	start := uint64(pageHead+i*elementSize) + uint64(position)
	middle := start + uint64(keySize)
	end := middle + uint64(valueSize)
	if end > uint64(len(data)) {
		return nil, nil, false
	}
	return data[start:middle:middle], data[middle:end:end], true
}

func ascending(keys [][]byte, low, high []byte) bool {
	for i, key := range keys {
		if i > 0 && bytes.Compare(keys[i-1], key) >= 0 {
			return false
		}
	}
	if len(keys) == 0 {
		return low == nil
	}
	return len(keys[0]) > 0 && (low == nil || bytes.Equal(keys[0], low)) &&
		(high == nil || bytes.Compare(keys[len(keys)-1], high) < 0)
}
