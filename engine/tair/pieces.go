package tair

import (
	"slices"
	"strconv"

	"interleave/engine"
)

// mostPieces bounds how many pieces of a plain string are told apart: a program may append to one key all day.
const mostPieces = 256

// bytes are who wrote which bytes of the value: of what was put there as a whole, its writer all of them.
func (k *Key) bytes() []engine.Piece {
	if k.pieces == nil && len(k.value) > 0 {
		return []engine.Piece{{To: k.size(), By: k.wrote.value}}
	}
	return k.pieces
}

// values are the parts that the value is replaced by: all of it, or where several have written at it, their pieces; and
// the work that a number was reckoned from, or that a list had before others put something beside it.
func (k *Key) values(object engine.ObjectID) []engine.Part {
	parts := make([]engine.Part, 0, max(len(k.pieces), 1)+len(k.under))
	k.eachValue(object, func(p engine.Part) { parts = append(parts, p) })
	return parts
}

// eachValue hands out what values lists.
func (k *Key) eachValue(object engine.ObjectID, do func(engine.Part)) {
	if k.pieces == nil {
		do(engine.Part{Object: object, Name: "value", Mark: k.wrote.value})
	}
	for _, p := range k.pieces {
		do(p.Part(object, "value"))
	}
	for _, m := range k.under {
		do(engine.Part{Object: object, Name: "value", Mark: m})
	}
}

// mostUnder bounds of how many writers it is kept that a value was reckoned from their work.
const mostUnder = 16

// reckonedFrom is whose work a value is made of to which a writer adds: of each other writer the newest. What stood
// ready at the start everybody knows.
func (k *Key) reckonedFrom(by string) (under []engine.Mark) {
	all := slices.Clip(k.under)
	for _, p := range k.pieces {
		all = append(all, p.By)
	}
	for _, m := range append(all, k.wrote.value) {
		under = slices.DeleteFunc(under, func(o engine.Mark) bool { return o.By == m.By })
		if m.By != by && m.By != engine.Seed {
			under = append(under, m)
		}
	}
	return under[max(0, len(under)-mostUnder):]
}

// size is how many bytes the value has; 0 where there is no key.
func (k *Key) size() int64 {
	if k == nil {
		return 0
	}
	return int64(len(k.value))
}

// writeAt writes bytes of a plain string from a place on, or of none yet: what stands in front of them and behind them
// stays, as the work of those who wrote it. adds: the place is the end, wherever that is.
//
// Answers: the length.
func (c *call) writeAt(k *Key, at int64, text string, adds bool) result {
	name, size, to := c.words[0], k.size(), at+int64(len(text))
	if cause := fitsIn(max(to, size)); cause != nil {
		return refuse(cause)
	}
	w := write{kind: plain, value: make([]byte, max(to, size)), expiry: expiry{keep: true}, adds: adds}
	if k != nil {
		copy(w.value, k.value)
		w.pieces, w.over = k.writtenAt(at, to, c.tx.Mark()), k.writtenOver(keyObject(name), at, to)
	}
	copy(w.value[at:], text)
	c.put(name, w)
	return done(number(int64(len(w.value))))
}

// writtenAt are the pieces of a value with bytes from a place on that a request wrote; nil where all are of one. What
// is more than can be told apart counts as written by the newest of those in front.
func (k *Key) writtenAt(from, to int64, by engine.Mark) []engine.Piece {
	pieces := engine.Laid(k.bytes(), engine.Piece{From: min(from, k.size()), To: to, By: by})
	if n := len(pieces) - mostPieces; n > 0 {
		front := engine.Piece{To: pieces[n].To}
		for _, p := range pieces[:n+1] {
			front.By = engine.Newest(front.By, p.By)
		}
		pieces = slices.Insert(pieces[n+1:], 0, front)
	}
	if len(pieces) < 2 {
		return nil
	}
	return pieces
}

// writtenOver are the changes of what was there by bytes that are written from a place on: the pieces under them, and
// behind the end that there was nothing.
func (k *Key) writtenOver(object engine.ObjectID, from, to int64) (changes []engine.Change) {
	for _, p := range engine.PiecesWithin(k.bytes(), from, to) {
		changes = append(changes, engine.Change{Part: p.Part(object, "value")})
	}
	if size := k.size(); to > size {
		end := engine.Piece{From: size, To: to}.Part(object, "value")
		end.Gone = true
		changes = append(changes, engine.Change{Part: end})
	}
	return changes
}

func (k *Key) walkPieces(v engine.Visitor) {
	for i := range k.pieces {
		p := &k.pieces[i]
		v.Mark("changed.value."+strconv.FormatInt(p.From, 10)+"-"+strconv.FormatInt(p.To-1, 10), &p.By)
	}
	for i := range k.under {
		v.Mark("changed.value.under."+strconv.Itoa(i), &k.under[i])
	}
}
