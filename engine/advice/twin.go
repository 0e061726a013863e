package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// twinBefore goes back before a line that removed another's work, or an upsert, which compares nothing, and sends the
// operation that does the same if what its sender knew still stands: it is refused there, and nothing is lost.
func (a *adviser) twinBefore(k *view.Known) (Card, bool) {
	if a.spec.Prompt() != (a.spec.Effect == engine.Deletes) || !a.spec.Prompt() && !a.spec.Effect.Contents() {
		return Card{}, false
	}
	for _, s := range a.guarded(k) {
		t := a.before(a.x.Sent.Event)
		t.send(engine.Send{By: a.c.By, Verb: s.Verb, Args: s.Args, Words: engine.Words{From: a.from(k)}})
		if s.Verb == a.x.Verb || t.err != nil || t.last == nil || t.last.Heard.IsZero() || !t.stopped(k) ||
			t.why().Rule.Kind != engine.StaleWrite {
			continue
		}
		whose := a.v.Title(a.c.Whose)
		line, before, after := a.told(t, s), "", fmt.Sprintf("If it has already happened, tell %s, who stops if it "+
			"was a lock and may write anything else again.", whose)
		if !a.spec.Prompt() {
			before, after = a.x.Verb+" compares nothing. ", fmt.Sprintf("If it has already happened, tell %s what #%d "+
				"replaced: a plain read no longer shows it. If it is still wanted, it is %[1]s's to put into what is "+
				"there.", whose, a.x.Number)
			a.keepText(t) // it is to be sent yet
		}
		card := t.card("guard", fmt.Sprintf("%sGo back before it on a new branch and send %s. There it is refused "+
			"(%s), and nothing is lost.", before, line, t.reply()), fmt.Sprintf("%s sent %s in the place of #%d, on a "+
			"branch", a.who(), line, a.c.Request))
		card.Foretold = t.reply()
		if a.c.Whose != a.c.By && whose != "" {
			card.Others = listed(after)
		}
		return card, true
	}
	return Card{}, false
}
