package persist

import (
	"encoding/binary"

	"go.etcd.io/bbolt"
)

// maxBodies are the bytes of long texts that one session may hold.
const maxBodies = 1 << 30

// commit is one transaction under way: what it adds to the contents of a file once bbolt has synced it.
type commit struct {
	seal   seal
	stamp  uint64
	on     *contents
	notes  map[string]sum
	bodies bodies
}

func (c *contents) commit(sealed seal, stamp uint64) *commit {
	return &commit{seal: sealed, stamp: stamp, on: c, notes: map[string]sum{}, bodies: bodies{}}
}

// take adds what was committed. A body's text need not be kept: its sum says that it is there.
func (c *contents) take(w *commit) {
	c.Session = Session{}
	c.end, c.stamp = w.seal.end, w.stamp
	for key, one := range w.notes {
		c.notes[key] = one
	}
	for key := range w.bodies {
		c.bodies[key] = ""
	}
}

// write puts a batch into a transaction, and the seal on it. bbolt keeps the slices it is given until the commit: none
// is used twice.
func (w *commit) write(tx *bbolt.Tx, b batch) error {
	log := tx.Bucket([]byte(logBucket))
	log.FillPercent = fillPercent
	for rest := b.records; len(rest) > 0; {
		some := rest[:min(perBlock, len(rest))]
		rest = rest[len(some):]
		value, end := appendBlock(nil, some, w.seal.end, w.stamp, w.body)
		if err := log.Put(binary.BigEndian.AppendUint64(nil, uint64(some[0].Number)), value); err != nil {
			return err
		}
		w.seal.end, w.seal.last = end, some[len(some)-1].Number
	}
	if w.seal.size > maxBodies {
		return &Trouble{Doing: "save", Kind: ErrBodies}
	}
	for key, body := range w.bodies {
		if err := tx.Bucket([]byte(bodiesBucket)).Put(key[:], encodeBody(body, w.stamp)); err != nil {
			return err
		}
	}
	for key, value := range b.notes {
		// A note taken away stays as an empty one, which later than any left-over value says that it is gone.
		if err := w.note(tx, noteKey(key), encodeNote(key, value, w.stamp)); err != nil {
			return err
		}
	}
	return tx.Bucket([]byte(metaBucket)).Put([]byte(sealKey), w.seal.encode(w.stamp))
}

func (w *commit) note(tx *bbolt.Tx, key, value []byte) error {
	if old, there := w.on.notes[string(key)]; there {
		w.seal.notes.take(old)
	}
	w.notes[string(key)] = sumOfNote(key, value)
	w.seal.notes.add(w.notes[string(key)])
	return tx.Bucket([]byte(notesBucket)).Put(key, value)
}

func (w *commit) body(key sum, body string) {
	if _, there := w.on.bodies[key]; there {
		return
	}
	if _, there := w.bodies[key]; !there {
		w.bodies[key] = body
		w.seal.bodies.add(key)
		w.seal.size += uint64(len(body))
	}
}
