package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// underneath is for a request that was made from a version which another has taken away since, so that an older one is
// what is there: nobody has changed that, so that there is nothing to put together. ok is false where none was.
//
// Source: engine/bucket/rules.md, "Versioning": a delete that names the current version brings the one below it up.
func (a *adviser) underneath(t *trial, read engine.Send, again, waited string) (card Card, ok bool) {
	took := a.v.Exchange(view.Record(a.v.Properties(a.c.Object)).Mark("surfaced").Request)
	made := a.v.BaseOf(a.x, a.c.Object)
	if took == nil || took.By == a.c.By || made == nil || took.Number < made.Number || a.versionOf(took).IsZero() ||
		!a.versionOf(took).Equal(made.Answer.Field(versionID)) {
		return Card{}, false
	}
	if t.send(read); !t.accepted() {
		return Card{}, false
	}
	by := a.v.Title(took.By)
	say := fmt.Sprintf("%s: %s's #%d took away the version that %s's text was made from, and an older one is there "+
		"again. Settle with %s whether what was taken away is to come back before the change is sent.", again, by,
		took.Number, a.who(), by)
	card = t.card("read", say, fmt.Sprintf("%s %sread v%s", a.who(), waited, t.last.Answer.Field("version")))
	return card, t.harmless()
}
