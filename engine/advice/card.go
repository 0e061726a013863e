package advice

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Card is what can be done about a finding, from what happened when it was done.
type Card struct {
	Say      string   // what to do, in a sentence or two
	Action   string   // in a word, as `redrive`; empty: what is left is a person's to do
	Did      string   // what the action did, as `Ana read v5, merged and sent again`
	Rest     string   // what is left to the person behind the action; empty: nothing
	Foretold string   // the answer that the action itself gets, where that is a refusal
	Stops    []string // the guards that would have stopped it, with the answers that they would have led to
	Beside   string   // what happened besides and has no mark; empty: nothing that is told
	Others   []string // other ways that were tried, and those that were tried in vain
	Waits    bool     // it says no more than that the answer is still to be heard, as the story does
	Tried    bool     // all that the card claims was tried; false: not all, for it took too many steps

	Earlier bool           // the action begins at an earlier record, on a branch of its own
	Back    int            // that record; 0: in front of all
	Inputs  []engine.Input // what the action puts in
	Drafts  []Draft        // and leaves in editors
}

// errNotTried is what a trial ends with that took too many steps.
var errNotTried = errors.New("not tried")

// errHeld is what a trial ends with that would have to go on behind a request which a hand delivers.
var errHeld = errors.New("held")

// adviser looks for what helps with one finding.
type adviser struct {
	v     *view.View
	c     conflict.Finding
	x     *engine.Exchange
	spec  *engine.OpSpec
	now   bool // its cause is what stands in the way by now, and not what refused it
	steps int
	over  bool
	kept  []engine.Field // what the own request that it was made from had left beside the text, once asked
}

// For is what can be done about a finding at the view's moment.
func For(v *view.View, c conflict.Finding) Card {
	a := &adviser{v: v, c: c, x: ofEntry(c, asSent(v, v.Exchange(c.Request)))}
	card := Card{}
	unheard, waits := unknownTo(v, c)
	asked, unanswered := noAnswerTo(v, c)
	switch {
	case c.Object.Kind == "work":
		card.Say = a.workTwice()
	case a.x == nil:
		card.Say = "The storage cannot know of work outside it. Make the work safe to repeat."
	case unheard != "" && unanswered: // its writer knows no more than that
		card = For(v, asked)
		card.Say = unheard + ". " + card.Say
	case unheard != "":
		a.spec = v.Spec(a.x.Verb)
		card = a.also(Card{Say: strings.TrimSpace(unheard + ". " + a.byTwo())})
		card.Waits = waits && card.Say == unheard+"."
	default:
		a.spec = v.Spec(a.x.Verb)
		card = a.onceOnly(a.advise())
		card.Stops = a.stops()
	}
	if v.Client(c.Whose) != nil {
		card.Action = "" // its own code decides what it sends
	}
	card.Beside = a.landedTwice()
	card.Tried = !a.over
	return card
}

func (a *adviser) advise() Card {
	if say := a.overcome(); say != "" {
		return a.withOpenUpload(a.also(Card{Say: say + a.endlessStays()}))
	}
	if card, ok := a.triedSince(); ok {
		return a.withOpenUpload(a.also(card))
	}
	if card, ok := a.tryUnderWay(); ok {
		return a.withOpenUpload(a.also(card))
	}
	if both := a.byTwo(); both != "" {
		return a.withOpenUpload(Card{Say: both, Others: listed(a.sameAgain())})
	}
	switch a.c.Severity {
	case '~':
		return a.withUndelete(a.withMarker(a.withKept(a.silent())))
	case '!':
		return a.withUndelete(a.withMarker(a.withOpenUpload(a.also(a.unlessElsewhere(a.refused())))))
	}
	return a.also(a.unlessElsewhere(a.unanswered()))
}

// triedSince says that the same was sent again since, and what that was told: what to do stands at that refusal, and to
// send it once more would tell the same. ok is false where it was not, or is still to be heard.
func (a *adviser) triedSince() (Card, bool) {
	if a.c.Severity == engine.SeveritySilent || !a.spec.Changes() && a.spec.Effect != engine.Groups {
		return Card{}, false
	}
	for _, n := range slices.Backward(a.v.Exchange(a.x.Wish).Again) {
		try := a.v.Exchange(n)
		if n <= a.x.Number || try.By != a.x.By || try.Heard.IsZero() || try.Answer.Why == nil {
			continue
		}
		told := fmt.Sprintf("#%d sent the same again, and was told %s", n, replied(a.v, try))
		switch kind := try.Answer.Why.Rule.Kind; {
		case try.Object != a.x.Object, kind == engine.TwoAtOnce:
			return Card{}, false
		case kind == engine.AlreadyThere && a.c.Kind == engine.TwoAtOnce && !a.unheardBefore(try):
			return Card{Say: told + ": somebody else was first."}, true
		}
		return Card{Say: told + ". What to do now stands at that refusal."}, true
	}
	return Card{}, false
}

// unheardBefore says whether another try of the same wish had no answer yet when the answer to one was heard: what that
// one met may be its sender's own.
func (a *adviser) unheardBefore(try *engine.Exchange) bool {
	return slices.ContainsFunc(triesOf(a.v, try), func(x *engine.Exchange) bool {
		return x.Number < try.Number && (x.Heard.IsZero() || x.Heard.Event > try.Heard.Event)
	})
}

// withoutAllSent takes from a card that nothing is left to send.
var withoutAllSent = strings.NewReplacer(", and nothing is left to send", "", ": nothing is left to send.", ".",
	" Nothing is left to send.", "")

// also puts in front of a card what its sender did beside the request since: that nothing is left to send would be read
// as that nothing is left to do.
func (a *adviser) also(card Card) Card {
	if also := a.alsoElsewhere(); also != "" {
		card.Say = also + " " + withoutAllSent.Replace(card.Say)
	}
	return card
}

// who is the finding's sender as people call it.
func (a *adviser) who() string { return a.v.Title(a.c.By) }

// when is a moment behind what was done then; nothing where no time has passed.
func (a *adviser) when(at engine.Instant) string {
	if a.v.Now() == 0 {
		return ""
	}
	return " at " + at.String()
}

func (a *adviser) place() string { return a.v.Called(a.c.Object) }

// offer is a card whose action was tried and helps; ok is false where it does not.
func (a *adviser) offer(t *trial, action, say, did string) (Card, bool) {
	if t == nil || !t.accepted() || t.refuses() || t.blind || !t.unmeant.Mark.IsZero() || !t.harmless() {
		return Card{}, false
	}
	return t.card(action, say, did), true
}

func (t *trial) card(action, say, did string) Card {
	return Card{Say: say, Action: action, Did: did, Earlier: t.earlier, Back: t.back, Inputs: t.inputs,
		Drafts: t.drafts}
}

// unknownTo says why nothing can follow from a refusal yet: its writer does not know of it. Empty where it does. It
// waits where there is nothing else to say.
func unknownTo(v *view.View, c conflict.Finding) (say string, waits bool) {
	x := v.Exchange(c.Request)
	if c.Severity != '!' || x == nil || !x.Heard.IsZero() {
		return "", false
	}
	who, then := v.Title(c.By), ""
	if told := toldSince(v, x); told != "" {
		then = ". " + told
	}
	for _, m := range v.Flight() {
		switch {
		case m.Request != c.Request || !m.Back:
		case !x.GaveUp.IsZero():
			return fmt.Sprintf("%s has stopped waiting: nobody waits for the answer that is under way%s", who,
				then), false
		default:
			return who + " has not heard it yet: the answer is under way", true
		}
	}
	return fmt.Sprintf("%s never heard it: the answer is lost%s", who, then), false
}

// noAnswerTo is the mark of a refused request that its writer has had no answer, by which it goes: it cannot know of
// the refusal. Where other tries told it more, that counts. ok is false where there is none.
func noAnswerTo(v *view.View, c conflict.Finding) (asked conflict.Finding, ok bool) {
	x := v.Exchange(c.Request)
	if c.Severity != engine.SeverityRefused || x == nil || toldSince(v, x) != "" {
		return asked, false
	}
	for _, f := range slices.Backward(v.Troubles()) {
		if f.Kind == engine.NoAnswer && f.Request == c.Request {
			return f.Finding, true
		}
	}
	return asked, false
}

// toldSince says what its sender was told of other tries of the same wish as a request: what to do goes by that. Empty
// where it was told nothing.
func toldSince(v *view.View, x *engine.Exchange) (told string) {
	for _, try := range triesOf(v, x) {
		n := try.Number
		switch {
		case n == x.Number || try.By != x.By || try.Heard.IsZero():
		case try.Answer.Accepted() && try.Object == x.Object:
			if ended := endOfRenewed(v, try); ended != "" {
				return fmt.Sprintf("#%d, the same again, had gone through. %s Stop the work", n, ended)
			}
			return fmt.Sprintf("#%d, the same again, has gone through: nothing is left to send", n)
		case try.Answer.Accepted():
			told = fmt.Sprintf("#%d has put the same into %s: nothing is left to send, unless another try was done as "+
				"well", n, v.Called(try.Object))
		case n > x.Number && try.Object == x.Object && try.Answer.Why != nil && told == "":
			told = fmt.Sprintf("#%d sent the same again, and was told %s: what to do now stands at that refusal", n,
				replied(v, try))
		}
	}
	return told
}

// endOfRenewed says how the lease that a renewal had gone through for has ended since, otherwise than by its sender
// itself; empty where it has not, where its sender holds another by now, and for any other request.
func endOfRenewed(v *view.View, x *engine.Exchange) string {
	id := x.Answer.Field("lease")
	hold, holds := v.Known(x.By).Holds(x.Object)
	if v.Spec(x.Verb).Effect != engine.RenewsLease || !holds || hold.Token != conflict.LeaseNamed(id) {
		return ""
	}
	ended, by := conflict.EndOfLease(v.Clone(), x, id)
	if by.By == x.By {
		return ""
	}
	return ended
}

// replied is what refused a request, in a word: the status, or the reply to a line.
func replied(v *view.View, x *engine.Exchange) string {
	if v.Spec(x.Verb).Prompt() {
		return conflict.Replied(&x.Answer)
	}
	return x.Answer.Why.Rule.Fault.Short()
}

// through says that a later request has gone through, and what may or does stand beside it: another try of the same
// wish, under another name, that was done as well, or still may be.
func (a *adviser) through(x *engine.Exchange) string {
	if a.copyGoesOn(x) {
		return a.begunSince(x)
	}
	said := fmt.Sprintf("%s's #%d has gone through since.", a.who(), x.Number)
	if did := a.v.Overwrote(x); did != "" { // last writer wins has no mark, so this card is all that tells of it
		said = fmt.Sprintf("%s's #%d has gone through since, and %s. Nobody was told: settle whether that is still "+
			"wanted.", a.who(), x.Number, did)
	}
	if did := a.tookAnothers(x) + a.brokeAnothers(x) + a.movedAnothers(x); did != "" {
		return did
	}
	if ended := endOfRenewed(a.v, x); ended != "" {
		return fmt.Sprintf("%s %s Stop the work.", said, ended)
	}
	if late := a.lateHarm(x); late != nil {
		return fmt.Sprintf("%s But the older #%d was done after that: what to do stands at that mark.", said,
			late.Number)
	}
	if did := a.removedFor(x); did != "" {
		said += " " + did
	}
	if a.toldOff() && a.inFlight(a.x) {
		said += fmt.Sprintf(" Another copy of #%d is still under way.", a.x.Number)
	}
	if also := a.triesElsewhere(x); also != "" {
		return said + " " + also
	}
	if harm := a.harmBy(x); harm != "" {
		return said + " " + harm
	}
	if slices.ContainsFunc(a.v.Troubles(), func(f view.Trouble) bool {
		if f.Request != x.Number || f.Kind != engine.DoneTwice {
			return false
		}
		between := conflict.SetBetween(a.v.Clone(), f.Finding) // what was put over itself is there once
		return between != nil && between.By != f.By && a.v.Title(between.By) != ""
	}) {
		return said + " It did again what had been done: what to do stands at that mark."
	}
	if tell := a.keptAlive(x); tell != "" {
		return tell
	}
	for _, tells := range []func(*engine.Exchange) string{a.replacedClaim, a.putOverHolders, a.sameAsMet, a.olderPieces,
		a.broughtBack, a.holdsOthers} {
		if tell := tells(x); tell != "" {
			return said + " " + tell
		}
	}
	if open := a.openBeside(x); open != "" {
		return said + " " + open
	}
	if gone := a.takenSince(x); gone != "" {
		return fmt.Sprintf("%s But %s", said, gone)
	}
	return said + " " + a.left(x)
}

// harmBy says of a later request of the same sender's that it harmed somebody, or that no read shows it; empty where it
// did not.
func (a *adviser) harmBy(x *engine.Exchange) string {
	for _, f := range slices.Backward(a.v.Troubles()) {
		if f.Request == x.Number && f.Kind == engine.ShadowedWrite {
			return "But no read will ever show it: what to do stands at that mark."
		}
		if f.Request == x.Number && f.Severity == engine.SeveritySilent && f.Whose != f.By && a.v.Title(f.Whose) != "" {
			return fmt.Sprintf("It did harm: tell %s, who does not know.", a.v.Title(f.Whose))
		}
		if f.Event < a.c.Event {
			break
		}
	}
	return ""
}

// triesElsewhere says of a later try that has gone through what became of those under another name: another has put
// the same there, they were done as well, or still may be. Empty where none was sent to another name, or none of that
// holds.
func (a *adviser) triesElsewhere(x *engine.Exchange) string {
	for _, try := range append(a.tries(), a.x) {
		both := ""
		if try.Wish == x.Wish && try.Object != x.Object && a.onlyMakes() && a.stands(x) {
			both = a.byAnotherAt(try)
		}
		switch {
		case both != "":
			return both
		case try.Wish != x.Wish || try.Object == x.Object || try.Number == x.Number:
		case try.Took && a.stands(try) && a.stands(x):
			return fmt.Sprintf("#%d was done as well: the same is there twice, and one of them has to be %s.",
				try.Number, a.amends())
		case try.Took:
			return fmt.Sprintf("#%d was done as well, and the two do not both stand there any more.", try.Number)
		case try.Decided.IsZero() && a.inFlight(try):
			return fmt.Sprintf("#%d is still under way, and may be done as well: look at %s before anything goes on.",
				try.Number, a.v.Called(try.Object))
		}
	}
	return ""
}

// lateHarm is an older try of the finding's wish that was done behind a later request which had gone through, and has a
// mark of its own for that; nil: none has.
func (a *adviser) lateHarm(x *engine.Exchange) *engine.Exchange {
	for _, try := range triesOf(a.v, a.x) {
		if try.Number < x.Number && try.Took && try.Decided.Event > x.Decided.Event &&
			slices.ContainsFunc(a.v.Troubles(), func(f view.Trouble) bool {
				return f.Request == try.Number && f.Severity == engine.SeveritySilent
			}) {
			return try
		}
	}
	return nil
}

// removedFor says what its sender had removed unread so that a request which asks for an absence could go through: the
// one who made that works on, as far as anybody has told it.
func (a *adviser) removedFor(x *engine.Exchange) string {
	if a.c.Kind != engine.AlreadyThere {
		return ""
	}
	for n := x.Number - 1; n > a.x.Number; n-- {
		gone := a.v.Exchange(n)
		if gone.By != x.By || gone.Object != x.Object || !conflict.Deleted(a.v.Spec(gone.Verb), gone) {
			continue
		}
		theirs, ok := a.v.Replaced(gone)
		if holder := a.v.Title(a.c.Cause.Since.By); ok && holder != "" && theirs.Mark.By == a.c.Cause.Since.By {
			return fmt.Sprintf("For that #%d %s, and %s does not know: settle whether %s is still working.", n,
				a.v.Overwrote(gone), holder, holder)
		}
	}
	return ""
}

// inFlight says whether a request is still on its way to the service, or waits there. What the service goes on with is
// answered.
func (a *adviser) inFlight(x *engine.Exchange) bool {
	return slices.ContainsFunc(a.v.Flight(), func(m view.Moving) bool {
		return m.Request == x.Number && !m.Back && m.State != engine.Working
	})
}

// earlierTry is a try of the same wish that had taken effect; nil: none had.
func (a *adviser) earlierTry() *engine.Exchange {
	for _, x := range a.tries() {
		if x.Took || x.Altered { // of several commands in one a refusal leaves what the others did
			return x
		}
	}
	return nil
}

// tries are the sender's requests of the same wish before this one, the oldest first.
func (a *adviser) tries() (list []*engine.Exchange) {
	for _, x := range triesOf(a.v, a.x) {
		if x.Number < a.x.Number && x.By == a.x.By {
			list = append(list, x)
		}
	}
	return list
}

// triesOf are all tries of the wish of a request, the first one first.
func triesOf(v *view.View, x *engine.Exchange) []*engine.Exchange {
	list := []*engine.Exchange{v.Exchange(x.Wish)}
	for _, n := range list[0].Again {
		list = append(list, v.Exchange(n))
	}
	return list
}

// names says whether the request carries a version; a star is none.
func (a *adviser) names() bool {
	return slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool {
		p, ok := a.spec.Param(arg.Name)
		return ok && p.Version && !a.v.LeftOut(arg.Value) && arg.Value.String() != "*"
	})
}

// again is the request as it was, as another try of the same wish.
func (a *adviser) again() engine.Send {
	words := engine.Words{From: a.x.Words.From, Again: a.x.Name, Does: a.x.Words.Does, On: a.x.Words.On}
	if named := a.v.Named(a.x.Name); named != nil && named.Wish != a.x.Wish { // another has that name by now
		words.Again = ""
	}
	return engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args, Words: words}
}

// argument is the value that the request gives to a parameter with that guard, resolved; nothing where it has none.
func (a *adviser) argument(guard string) engine.Value {
	for _, arg := range a.x.Resolved() {
		if p, ok := a.spec.Param(arg.Name); ok && p.Guard == guard {
			return arg.Value
		}
	}
	return engine.Value{}
}
