package advice

import (
	"fmt"

	"interleave/engine"
)

// redrivePiece sends a piece of a text as it was under the version that is read, where nothing within it has changed
// since what it was made from; else it reads, and leaves to a person which of the two counts.
//
// Source: Azure REST, "Put Page": an update of pages leaves all others as they are.
func (a *adviser) redrivePiece(t *trial, piece engine.Stretcher, read engine.Send, base, again, waited string) (Card,
	bool) {
	from, to, _ := piece.Stretch()
	now, _ := t.known().Reading(a.c.Object)
	did := fmt.Sprintf("%s %sread v%s", a.who(), waited, now.Version)
	if within(base, from, to) == within(now.Body, from, to) {
		next := a.again()
		next.Words = engine.Words{From: now.From()}
		next.Args = unversioned(a.spec, next.Args)
		next, _ = a.underVersion(t, next)
		return a.offer(t.send(next), "redrive", fmt.Sprintf("%s: nothing within bytes %d-%d, which #%d writes, has "+
			"changed. Send it as it was with the new %s.", again, from, to-1, a.x.Number, a.versionWord()),
			did+" and sent it with the new "+a.versionWord())
	}
	then := fmt.Sprintf("Bytes %d-%d, which #%d writes, have changed: decide which of the two counts, then send it "+
		"with the new %s.", from, to-1, a.x.Number, a.versionWord())
	if done := a.readBefore(read, then); done != "" {
		return Card{Say: done}, true
	}
	card := t.card("read", again+". "+then, did)
	card.Rest = then
	return card, t.harmless()
}

// within is a stretch of a text; what the text does not reach is not in it.
func within(text string, from, to int64) string {
	length := int64(len(text))
	return text[min(from, length):min(to, length)]
}
