package share

import (
	"strconv"

	"interleave/engine"
)

// piece is a stretch of a file's bytes with who wrote it; to is not in it. Pieces of a file lie side by side from 0 to
// its size.
type piece struct {
	from, to int64
	data     bool // written, not only made or cleared
	by       engine.Mark
}

// endless is the end of what lies behind a file's last byte.
const endless = 1 << 62

// laid is a list of pieces with one more on top.
func laid(list []piece, p piece) []piece {
	if p.from >= p.to {
		return list
	}
	next := make([]piece, 0, len(list)+2)
	for _, old := range list {
		if old.from < p.from {
			next = append(next, piece{old.from, min(old.to, p.from), old.data, old.by})
		}
	}
	next = append(next, p)
	for _, old := range list {
		if old.to > p.to {
			next = append(next, piece{max(old.from, p.to), old.to, old.data, old.by})
		}
	}
	return joined(next)
}

// joined makes one of neighbours that are alike.
func joined(list []piece) []piece {
	next := list[:0]
	for _, p := range list {
		if n := len(next); n > 0 && next[n-1].to == p.from && next[n-1].data == p.data && next[n-1].by == p.by {
			next[n-1].to = p.to
			continue
		}
		next = append(next, p)
	}
	return next
}

// within are the pieces cut to a stretch.
func within(list []piece, from, to int64) (cut []piece) {
	for _, p := range list {
		if p.from, p.to = max(p.from, from), min(p.to, to); p.from < p.to {
			cut = append(cut, p)
		}
	}
	return cut
}

func (p piece) part(object engine.ObjectID) engine.Part {
	return engine.Part{Object: object, Name: "body", From: p.from, To: p.to, Alone: true, Mark: p.by}
}

func walkPieces(v engine.Visitor, list []piece) {
	for i := range list {
		p := &list[i]
		name := "body." + strconv.FormatInt(p.from, 10) + "-" + strconv.FormatInt(p.to-1, 10)
		v.Flag(name+".written", &p.data)
		v.Mark(name+".by", &p.by)
	}
}
