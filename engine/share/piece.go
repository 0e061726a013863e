package share

import (
	"strconv"

	"interleave/engine"
)

// piece is a stretch of a file's bytes with who wrote it.
type piece = engine.Piece

func pieceOf(from, to int64, data bool, by engine.Mark) piece {
	return piece{From: from, To: to, Data: data, By: by}
}

// endless is the end of what lies behind a file's last byte.
const endless = 1 << 62

// bodyPart is a piece as a part of what it lies in.
func bodyPart(p piece, object engine.ObjectID) engine.Part { return p.Part(object, "body") }

func walkPieces(v engine.Visitor, list []piece) {
	for i := range list {
		p := &list[i]
		name := "body." + strconv.FormatInt(p.From, 10) + "-" + strconv.FormatInt(p.To-1, 10)
		v.Flag(name+".written", &p.Data)
		v.Mark(name+".by", &p.By)
	}
}
