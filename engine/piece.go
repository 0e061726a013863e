package engine

import "strconv"

// Piece is a stretch of the bytes of an object with who wrote it; To is not in it. The pieces of an object lie side by
// side from 0 to its size.
type Piece struct {
	From, To int64
	Data     bool // written, not only made or cleared
	By       Mark
}

// Laid is a list of pieces with one more on top.
func Laid(list []Piece, p Piece) []Piece {
	if p.From >= p.To {
		return list
	}
	next := make([]Piece, 0, len(list)+2)
	for _, old := range list {
		if old.From < p.From {
			next = append(next, Piece{old.From, min(old.To, p.From), old.Data, old.By})
		}
	}
	next = append(next, p)
	for _, old := range list {
		if old.To > p.To {
			next = append(next, Piece{max(old.From, p.To), old.To, old.Data, old.By})
		}
	}
	return JoinedPieces(next)
}

// JoinedPieces makes one of neighbours that are alike.
func JoinedPieces(list []Piece) []Piece {
	next := list[:0]
	for _, p := range list {
		if n := len(next); n > 0 && next[n-1].To == p.From && next[n-1].Data == p.Data && next[n-1].By == p.By {
			next[n-1].To = p.To
			continue
		}
		next = append(next, p)
	}
	return next
}

// PiecesWithin are the pieces cut to a stretch.
func PiecesWithin(list []Piece, from, to int64) (cut []Piece) {
	for _, p := range list {
		if p.From, p.To = max(p.From, from), min(p.To, to); p.From < p.To {
			cut = append(cut, p)
		}
	}
	return cut
}

// Part is the piece as a part of an object, by the name of what it is a piece of.
func (p Piece) Part(object ObjectID, name string) Part {
	return Part{Object: object, Name: name, From: p.From, To: p.To, Alone: true, Mark: p.By}
}

// ShowPieces tells of each part that an answer shows with a stretch of so many bytes: its pieces, and where it is not
// all there is, what the answers before it covered, and what it covers for those behind.
func ShowPieces(show func(Part), list []Piece, of Part, from, to, size int64) {
	for _, p := range PiecesWithin(list, from, to) {
		show(p.Part(of.Object, of.Name))
	}
	covered := func(list []Piece, upto, after string) {
		for _, p := range list {
			c := p.Part(of.Object, "covered")
			c.Upto, c.After = upto, after
			show(c)
		}
	}
	if from > 0 {
		covered(PiecesWithin(list, 0, from), "", strconv.FormatInt(from, 10))
	}
	if to < size {
		covered(PiecesWithin(list, from, to), strconv.FormatInt(to, 10), "")
	}
}
