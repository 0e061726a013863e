package persist

import (
	"crypto/sha256"
	"encoding/binary"
)

// seal is written with every commit and says what the file holds behind it. A page that is lost together with the word
// of it, or a number in the tree that says less than there is, cannot go unseen: something is missing from the sum.
type seal struct {
	last   int   // the number of the newest record
	end    chain // behind it
	notes  tally // of their keys and frames
	bodies tally // of their sums
	size   uint64
}

// tally counts things that come, go and change, and adds up their hashes in any order.
type tally struct {
	count uint64
	sum   sum
}

func (t *tally) add(one sum) {
	t.count++
	t.flip(one)
}

func (t *tally) take(one sum) {
	t.count--
	t.flip(one)
}

func (t *tally) flip(one sum) {
	for i := range one {
		t.sum[i] ^= one[i]
	}
}

// sumOfNote covers the key that the tree has it under, so that two notes cannot change places.
func sumOfNote(key, value []byte) sum {
	hash := sha256.New()
	hash.Write(binary.AppendUvarint(nil, uint64(len(key))))
	hash.Write(key)
	hash.Write(value)
	return sum(hash.Sum(nil))
}

func (s seal) encode(stamp uint64) []byte {
	body := binary.AppendUvarint(nil, uint64(s.last))
	body = append(body, s.end[:]...)
	for _, t := range []tally{s.notes, s.bodies} {
		body = binary.AppendUvarint(body, t.count)
		body = append(body, t.sum[:]...)
	}
	body = binary.AppendUvarint(body, s.size)
	return appendFrame(nil, frame{kind: sealKind, stamp: stamp, body: body})
}

func decodeSeal(body []byte) (s seal, err error) {
	d := decoder{rest: body}
	s.last = d.count()
	s.end = chain(d.bytes(len(s.end)))
	for _, t := range []*tally{&s.notes, &s.bodies} {
		t.count = uint64(d.count())
		t.sum = sum(d.bytes(len(t.sum)))
	}
	s.size = uint64(d.count())
	if d.short || len(d.rest) > 0 {
		return seal{}, errUnreadable
	}
	return s, nil
}
