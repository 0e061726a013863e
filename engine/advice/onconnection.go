package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// noWorkInDoubt is for a line of which nobody heard and that sets what the server goes by, or what the next lines of
// its connection do: the same again settles it. Where such a line is not done twice, as MULTI, the refusal says that
// the first had arrived.
func (a *adviser) noWorkInDoubt() Card {
	if conflict.OfServer(a.spec) {
		return a.sendAgain("No work is in doubt.", "Send the same again: it comes to the same, however often it "+
			"arrives.")
	}
	say := "Send the same again before anything else: it settles what applies to the connection."
	first := engine.Send{By: a.c.By, Verb: a.x.Verb, Args: a.x.Args, Words: engine.Words{On: a.x.Words.On}}
	if t := a.before(a.x.Sent.Event).send(first); t.accepted() && t.send(first).refuses() {
		say += " A refusal says that the first had arrived."
	}
	did := fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)
	t := a.trial().send(a.again())
	if card, ok := a.offer(t, "retry", say, did); ok {
		return card
	}
	if t.err != nil || !a.x.Took || t.last.Heard.IsZero() || len(t.refusals()) != 1 || !t.harmless() {
		return Card{Say: "The same again would not be accepted as it is.", Others: listed(a.twice())}
	}
	card := t.card("retry", say, did)
	card.Foretold = t.reply()
	return card
}

// endedOnConnection is for a refusal that says that nothing of the kind is open on the sender's own connection, where
// an earlier try had no answer: that one has ended it, whether it was carried out or refused. ok is false where none
// went unanswered.
func (a *adviser) endedOnConnection() (Card, bool) {
	try := a.firstUnanswered()
	if try == nil || a.c.Cause.Rule.Looks != engine.AtConnection || a.spec.Effect != engine.Groups {
		return Card{}, false
	}
	say := fmt.Sprintf("#%d has arrived, and ended what was begun on the connection: it was carried out, or refused "+
		"because a watched key had been touched.", try.Number)
	then := fmt.Sprintf("Check whether the change of #%d is in it: only if it is not, WATCH, read once "+
		"more, and send MULTI, the commands and EXEC again.", try.Number)
	card, ok := a.readsWhatTryChanges(try, say+" Read what it was to change. "+then, then)
	if !ok {
		card.Say = say + " " + then
	}
	return card, true
}
