package persist

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
)

// salvaged is what lies in a damaged file.
type salvaged struct {
	contents
	notesLost bool // not all notes are as they were last, or nobody knows
}

// found is one kind of stored thing with the stamp of its commit: where two could be meant, the one of the later commit
// is, for the other is of a commit that was never finished, or was written over.
type found[T any] struct {
	thing T
	stamp uint64
}

// wreck is what a look through a file's bytes finds, left-over pages included.
type wreck struct {
	blocks  map[int][]found[block]
	records map[int][]found[linked] // of format 1
	notes   map[string]found[[]byte]
	bodies  bodies
	seal    found[seal]
	version uint32
	any     bool
}

// salvage picks up frames wherever they lie and builds the chain from the first record on.
func salvage(data []byte, tell func(done, total int)) (s salvaged, any bool) {
	w := wreck{blocks: map[int][]found[block]{}, records: map[int][]found[linked]{}, notes: map[string]found[[]byte]{},
		bodies: bodies{}}
	w.search(data)
	s.contents = newContents(tell)
	s.version, s.total, s.contents.bodies = w.version, w.seal.thing.last, w.bodies
	for followAny(w.blocks[len(s.Records)+1], s.follow) || followAny(w.records[len(s.Records)+1], s.followLinked) {
	}
	for key, note := range w.notes {
		f, _, _ := nextFrame(note.thing) // was read when it was found
		name, value, _ := decodeNote(f.body)
		s.notes[key] = sumOfNote([]byte(key), note.thing)
		if value != "" {
			s.Notes[name] = value
		}
	}
	s.notesLost = w.seal.stamp == 0 || s.seal().notes != w.seal.thing.notes
	return s, w.any
}

func (w *wreck) search(rest []byte) {
	for {
		at := bytes.Index(rest, frameMagic)
		if at < 0 {
			return
		}
		rest = rest[at:]
		f, after, err := nextFrame(rest)
		if err != nil {
			rest = rest[1:]
			continue
		}
		w.any = true
		w.keep(f, rest[:len(rest)-len(after)])
		rest = after
	}
}

func (w *wreck) keep(f frame, whole []byte) {
	switch f.kind {
	case stampKind:
		if v, err := decodeStamp(f.body); err == nil {
			w.version = max(w.version, v)
		}
	case noteKind:
		key, _, err := decodeNote(f.body)
		stored := string(noteKey(key))
		if known, ok := w.notes[stored]; err == nil && (!ok || f.stamp > known.stamp) {
			w.notes[stored] = found[[]byte]{whole, f.stamp}
		}
	case blockKind:
		if b, err := decodeBlock(f.body); err == nil {
			w.blocks[b.first] = append(w.blocks[b.first], found[block]{b, f.stamp})
		}
	case bodyKind:
		w.bodies[sum(sha256.Sum256(f.body))] = string(f.body)
	case sealKind:
		if s, err := decodeSeal(f.body); err == nil && f.stamp >= w.seal.stamp {
			w.seal = found[seal]{s, f.stamp}
		}
	case recordKind:
		if l, err := decodeLinked(f.body); err == nil {
			w.records[l.record.Number] = append(w.records[l.record.Number], found[linked]{l, f.stamp})
		}
	}
}

// followAny takes the latest of some candidates that is the next of the chain.
func followAny[T any](candidates []found[T], follow func(T) bool) bool {
	slices.SortStableFunc(candidates, func(a, b found[T]) int { return cmp.Compare(b.stamp, a.stamp) })
	return slices.ContainsFunc(candidates, func(f found[T]) bool { return follow(f.thing) })
}
