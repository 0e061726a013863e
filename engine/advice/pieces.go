package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// pieceLook is how many of a writer's requests back its pieces are looked for.
const pieceLook = 256

// prepares says whether a request of the finding's sender only begins what another one completes: an upload, a piece of
// one, a handle. That it was accepted settles nothing that was refused, but of its own kind.
func (a *adviser) prepares(x *engine.Exchange) bool {
	effect := a.v.Spec(x.Verb).Effect
	if effect == a.spec.Effect {
		return false
	}
	return effect == engine.Stages || effect == engine.Opens ||
		effect == engine.Creates && !x.Answer.Field("upload").IsZero()
}

// newestPiece is the newest piece that the sender of a commit had sent for it, as it sent that first: the same bytes
// once more are made from no more than they were. nil where it sent none.
func (a *adviser) newestPiece(commit *engine.Exchange) *engine.Exchange {
	looked, text := 0, ""
	var piece *engine.Exchange
	for x := range a.v.RequestsOf(commit.By) {
		if looked++; looked > pieceLook {
			break
		}
		if x.Number >= commit.Number || !x.Took || x.Object != commit.Object ||
			a.v.Spec(x.Verb).Effect != engine.Stages {
			continue
		}
		switch sent := view.SentBy(a.v, x); {
		case piece == nil && a.uploadOf(x) == a.uploadOf(commit):
			piece, text = x, sent
		case piece != nil && sent == text && text != "":
			piece = x
		}
	}
	return piece
}

// readBehind is the newest answer that showed another's text to the sender of a commit behind the newest of its pieces,
// which then are not made from it. nil: there is none.
func (a *adviser) readBehind(commit *engine.Exchange) (piece, read *engine.Exchange, theirs engine.Part) {
	if a.v.Spec(commit.Verb).Effect != engine.Commits {
		return nil, nil, theirs
	}
	if piece = a.newestPiece(commit); piece == nil {
		return nil, nil, theirs
	}
	for x := range a.v.RequestsOf(commit.By) {
		if x.Number <= piece.Number {
			break
		}
		if x.Number >= commit.Number || x.Heard.IsZero() || x.Heard.Event > commit.Sent.Event {
			continue
		}
		at := slices.IndexFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == commit.Object && !p.Gone && p.Mark.Event > piece.Sent.Event &&
				p.Mark.By != commit.By && a.v.Title(p.Mark.By) != "" &&
				(p.Name == "*" || slices.Contains(engine.TextNames(), p.Name))
		})
		if at >= 0 {
			return piece, x, x.Shows[at]
		}
	}
	return nil, nil, theirs
}

// piecesOlder is for a commit under the tag of a read that came behind its pieces: sent once more as they are, under
// that tag, they would be accepted, and replace what they were not made from. ok is false where it is not so.
func (a *adviser) piecesOlder() (Card, bool) {
	piece, read, theirs := a.readBehind(a.x)
	if read == nil || !a.names() {
		return Card{}, false
	}
	say := fmt.Sprintf("Read again. #%d and the parts before it were sent before #%d read %s's work (#%d): sent again "+
		"as they are, under that tag, they would replace it. Put %s's change into what is there, and send that in a "+
		"new upload, under the tag of that read.", piece.Number, read.Number, a.v.Title(theirs.Mark.By),
		theirs.Mark.Request, a.who())
	card, _ := a.reads(say, fmt.Sprintf("Put %s's change into that, and send it in a new upload, under its tag: the "+
		"parts that were sent before are not made from it.", a.who()))
	card.Others = listed(a.sameAgain())
	return card, true
}

// piecesOfAnother is for a commit under the tag of a version whose text its pieces were not made from, as where a HEAD
// told the tag alone: made again as they were, they would be accepted under that tag and replace what is there. ok is
// false where they were made from the version that it names.
func (a *adviser) piecesOfAnother() (Card, bool) {
	piece := a.newestPiece(a.x)
	if piece == nil || !a.names() {
		return Card{}, false
	}
	base := a.v.BaseOf(piece, a.x.Object)
	if base != nil && !base.Answer.Text().IsZero() && base.Answer.Field("etag").Equal(a.argument("etag")) {
		return Card{}, false
	}
	from := "were made from no text that " + a.who() + " had read"
	if base != nil && !base.Answer.Text().IsZero() {
		from = fmt.Sprintf("were made from what #%d read, and #%d names another version", base.Number, a.x.Number)
	}
	then := fmt.Sprintf("Put %s's change into that, begin a new upload with parts made of it, and complete it under "+
		"the tag of that read.", a.who())
	card, _ := a.reads(fmt.Sprintf("Read what is there and its tag together: #%d and the parts before it %s. %s",
		piece.Number, from, then), then)
	card.Others = listed(a.sameAgain())
	return card, true
}

// olderPieces says of a commit that went through which work it replaced that its pieces were not made from: its sender
// had read that only behind them. Empty where it replaced none.
func (a *adviser) olderPieces(x *engine.Exchange) string {
	piece, read, theirs := a.readBehind(x)
	if read == nil {
		return ""
	}
	was, ok := a.replacedBy(x.Decided)
	if !ok || x.Object != a.c.Object || was.Mark.Event != theirs.Mark.Event {
		return ""
	}
	return fmt.Sprintf("But its newest piece is that of #%d, from before #%d read %s's work (#%d), and #%d has "+
		"replaced that work: settle with %[3]s whether it is lost.", piece.Number, read.Number,
		a.v.Title(theirs.Mark.By), theirs.Mark.Request, x.Number)
}
