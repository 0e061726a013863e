package advice

import (
	"fmt"

	"interleave/engine"
)

// broughtAbout is for a request whose words are right, and that an act of another's made unfit, as a file that was
// made read-only or a size that was cut: just before that the same would have been accepted, and from then on it was
// not. ok is false where it would have been refused before too, or by its own sender's doing.
func (a *adviser) broughtAbout() (Card, bool) {
	const most = 32
	same, looked := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()}, 0
	for e := range a.v.Between(0, a.c.Event) {
		act := a.v.Exchange(e.Request)
		if e.Kind != engine.Decided || act == nil || !act.Took || act.Service() != a.x.Service() {
			continue
		}
		if looked++; looked > most {
			break
		}
		t := a.before(e.Number)
		t.decide(same)
		if t.err != nil || t.last == nil || t.last.Decided.IsZero() {
			break
		}
		if c := t.why(); c != nil && c.Rule == a.c.Cause.Rule {
			continue
		}
		if !t.last.Answer.Accepted() || e.By == a.c.By || e.By == engine.Seed {
			break
		}
		by := a.v.Title(e.By)
		return Card{Say: fmt.Sprintf("Nothing in the request is wrong: before %s's #%d (%s) it would have got %s. "+
			"Settle with %[1]s whether that is to stay.", by, act.Number, act.Verb, t.reply()),
			Others: listed(a.sameAgain())}, true
	}
	return Card{}, false
}
