package advice

import (
	"fmt"
	"strconv"

	"interleave/engine"
	"interleave/engine/conflict"
)

// afterUnheardCount is for a number that was refused for its version, behind a count of its sender's own of which that
// has not heard: what the number was to count may be in what is there, so that nothing is added by itself. ok is false
// for anything else, and where something else has come there since.
func (a *adviser) afterUnheardCount() (card Card, ok bool) {
	own := conflict.UnheardChange(a.v.Clone(), a.c)
	if own == nil || !own.Heard.IsZero() || a.movedSince(a.compareds()) {
		return card, false
	}
	if a.c.Cause.Rule.Name == "WATCH" {
		return a.watchedUnheardCount(own)
	}
	if !a.counts() && !a.countsIn(own) {
		return card, false
	}
	sides := a.v.ThreeWay(a.c)
	if _, err := strconv.ParseInt(sides.Mine.Text, 10, 64); err != nil || !sides.Mine.Known {
		return card, false
	}
	then := fmt.Sprintf("ompare what is there with what was read before #%d: its count may be in it. Where it is, and "+
		"#%d was to count the same, nothing is left to send. Otherwise add only what #%[2]d counts and is not in it, "+
		"and send that with the new %s.", own.Number, a.x.Number, a.versionWord())
	say := fmt.Sprintf("%s's own #%d had no answer, and this refusal does not say whether it was done. ", a.who(),
		own.Number)
	card, _ = a.readsOf(a.compareds(), say+a.readWord(a.compareds())+". C"+then, "C"+then)
	card.Others = append(card.Others, listed(a.sameAgain(), "Or keep what is there and stop.")...)
	return card, true
}

// watchedUnheardCount is that for a transaction which was to count, or to set the number that it had watched.
//
// Source: engine/tair/rules.md, race 18; Redis, "Transactions".
func (a *adviser) watchedUnheardCount(own *engine.Exchange) (Card, bool) {
	w, key := a.v.Clone(), a.compareds()
	numbers, others := conflict.OnlyNumbers(w, a.x, key)
	if !numbers || !conflict.OnlyCounts(w, a.x, key) && !a.countsIn(own) {
		return Card{}, false
	}
	left := "nothing is left to send"
	if others {
		left = "only its other commands are left to send"
	}
	return Card{Say: fmt.Sprintf("%s's own #%d had no answer, and this refusal does not say whether it was done. "+
		"WATCH and read again. Compare %s with what it was before #%[2]d: its count may be in it. Where it is, and "+
		"#%[4]d was to count the same, %[5]s. Otherwise add only what #%[4]d counts and is not in it, with MULTI, "+
		"the commands and EXEC again.", a.who(), own.Number, a.v.Called(key), a.x.Number, left)}, true
}

// countsIn says whether all that a request did was to count.
func (a *adviser) countsIn(x *engine.Exchange) bool {
	return a.v.Spec(x.Verb).Effect == engine.Adds || conflict.OnlyCounts(a.v.Clone(), x, a.compareds())
}
