package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// unanswered is what can be done where nothing was heard. The flight decides before any read: what is still under way
// can still be done.
func (a *adviser) unanswered() Card {
	no := fmt.Sprintf("#%d", a.x.Number)
	if !a.x.Heard.IsZero() {
		return Card{Say: "Its answer came after all, and says what was done." + a.didHarm(a.x)}
	}
	if a.spec.Effect == engine.Reads {
		const say = "Read again: a read changes nothing."
		if card, ok := a.offer(a.trial().send(a.again()), "retry", say,
			fmt.Sprintf("%s sent %s again", a.who(), no)); ok {
			return card
		}
		return Card{Say: say, Others: listed(a.sameAgain())}
	}
	if a.inFlight(a.x) {
		return a.underWay()
	}
	return a.inDoubt()
}

// inDoubt is what can be done where its sender cannot tell whether the request was done, and it is not under way.
func (a *adviser) inDoubt() Card {
	no := fmt.Sprintf("#%d", a.x.Number)
	if conflict.OfServer(a.spec) || conflict.OfConnection(a.spec) {
		return a.noWorkInDoubt()
	}
	if card, ok := a.nowhere(); ok {
		return card
	}
	switch a.spec.Effect {
	case engine.Receives:
		return a.afterLostReceive()
	case engine.Stages:
		return a.afterLostPiece()
	case engine.RenewsLease:
		return a.renewalUnknown()
	case engine.AcquiresLease, engine.ChangesLease:
		return a.leaseUnknown()
	case engine.ReleasesLease, engine.BreaksLease:
		if card, ok := a.leaseGivenBack(); ok {
			return card
		}
	}
	if card, ok := a.messageOver(); ok {
		return card
	}
	if spent := conflict.ReceiptSpent(a.v.Clone(), a.x); spent != nil {
		return Card{Say: fmt.Sprintf("#%d was refused for the same receipt while nobody could receive the message "+
			"yet: %s was done, and its answer held the newest receipt, which no read shows. %s%s", spent.Number, no,
			a.receiveAnew(), a.thenRepeat())}
	}
	if card, ok := a.afterAbort(a.x); ok {
		return card
	}
	if card, ok := a.copyTells(a.x, ""); ok {
		return card
	}
	for _, tells := range []func() (Card, bool){a.handedOut, a.afterReading, a.countUnseen,
		a.scriptAgain} {
		if card, ok := tells(); ok {
			card.Say += a.countedSince()
			return card
		}
	}
	if card, ok := a.echoes(); ok {
		return card
	}
	again := "send it again only if it is not."
	if a.isTransaction() {
		again = "only if it is not, WATCH, read once more, and send MULTI, the commands and EXEC again."
	}
	say, then := "Read before the next try: that tells whether it was done, unless others have changed it since or "+
		"write the same.", fmt.Sprintf("Check whether the change of %s is in it; %s", no, again)
	if a.deletes() {
		say, then = "Read before the next try: what is gone needs none.", "What is gone needs no other try. What is "+
			"there "+a.notDeleted()
	}
	if a.spec.Effect.OfLease() { // no text tells of it
		say, then = a.readsLeaseFirst(), ""
	}
	card, ok := a.readsWhatItChanges(say, then)
	if !ok {
		return Card{Say: "Nothing that can be read tells whether it was done. Make it safe to repeat before it is " +
			"sent again.", Others: listed(a.twice())}
	}
	card.Others = listed(a.twiceUnseen())
	return card
}

// underWay is what can be done beside a request that may still be done, whatever is read now.
func (a *adviser) underWay() Card {
	if a.x.GaveUp.IsZero() {
		say := fmt.Sprintf("#%d is still under way: whatever is read now, it may still be done. Wait for its answer",
			a.x.Number)
		if card, ok := a.guardedAgain(); ok {
			card.Say = say + ", or send it with a guard that only one of the two can pass."
			return card
		}
		return Card{Say: say + ".", Others: listed(a.twice())}
	}
	say := fmt.Sprintf("#%d may still be under way: whatever is read now, it may still be done, and no read tells "+
		"when that is over.", a.x.Number) // nobody tells it either
	if late := a.endsLate(); late != "" {
		return Card{Say: say + late}
	}
	if card, ok := a.guardedAgain(); ok {
		card.Say = say + " Send it with a guard that only one of the two can pass."
		return card
	}
	one := "only one of the two can be done"
	switch {
	case a.asksFor("if-none-match", true):
		one += ", unless it is deleted in between"
	case !a.asksFor("if-match", false):
		return Card{Say: say + " What is sent next has to be safe beside it.", Others: listed(a.twice())}
	}
	t := a.trial().send(a.again())
	safe := say + " Send the same again, under the same condition: " + one + "."
	if card, ok := a.offer(t, "retry", safe, fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card
	}
	if t.err == nil && t.waits && t.last.Answer.Accepted() { // its own requests are held: a hand sends it
		return Card{Say: safe}
	}
	return Card{Say: say + " What is sent next has to be safe beside it.", Others: listed(a.twice())}
}

// asksFor says whether a write carries that condition, as a star or as a version, and the service looks at it.
func (a *adviser) asksFor(name string, star bool) bool {
	p, ok := a.spec.Param(name)
	writes := a.spec.Effect.Contents() || a.spec.Group == engine.GroupDelete
	return ok && writes && !p.Ignored && slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool {
		return arg.Name == name && !a.v.LeftOut(arg.Value) && (arg.Value.String() == "*") == star
	})
}

// renewalUnknown is for a lease that may have been renewed: under its id that can be asked again.
func (a *adviser) renewalUnknown() Card {
	if hold, over := a.overAsHeard(); over { // the service began to count later
		counted := ""
		if hold.Seconds > 0 && hold.From == "" {
			counted = fmt.Sprintf(", counted from when its request was sent (%d s from %s),", hold.Seconds, hold.Since)
		}
		return a.sendAgain(fmt.Sprintf("By the last answer that was heard%s the lease ended at %s, and no read tells "+
			"whether #%d renewed it: stop the work.", cmp.Or(counted, ","), hold.Ends, a.x.Number),
			"Renew it again, and go on only if that is accepted.")
	}
	if ended, by := conflict.EndOfLease(a.v.Clone(), a.x, a.leaseSent()); by.By == a.c.By {
		return Card{Say: ended + " Nothing is left to renew."}
	}
	if conflict.NeverGiven(a.v.Clone(), a.x) {
		return Card{Say: fmt.Sprintf("#%d sent a lease id that %s was never given, and no read tells whether that "+
			"renewed it, nor whose it is then. Stop the work; take a lease under an id of one's own when it is free.",
			a.x.Number, a.who())}
	}
	return a.sendAgain("No read tells whether a lease was renewed: until an answer comes, it ends as the last "+
		"answer that was heard said.", "Renew it again: under one's own id that is safe.")
}

// overAsHeard says whether the lease that a request was to renew has ended as far as its holder was told, and when.
func (a *adviser) overAsHeard() (hold view.Hold, over bool) {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	return hold, ok && hold.Ends != 0 && hold.Ends != engine.Never && hold.Ends <= a.v.Now()
}

// afterReading is what is left where its sender has read since: by that alone, for a try that was done and one that was
// not may look the same. ok is false where it has not.
func (a *adviser) afterReading() (Card, bool) {
	shown, tells := a.toldOf(a.x)
	switch {
	case tells == foundNothing && a.deletes():
		return Card{Say: fmt.Sprintf("It is gone, by #%d or by somebody else: nothing is left to delete.",
			a.x.Number)}, true
	case tells == foundNothing && (a.spec.Effect.Contents() || a.spec.Effect == engine.Creates):
		return a.nothingFound(a.x, shown, fmt.Sprintf("#%d found nothing: #%d was not done, or what it did is gone "+
			"again.", shown.Number, a.x.Number)), true
	case tells == asBefore:
		return a.sendAgain(fmt.Sprintf("#%d shows what was there before #%d: that was not done.", shown.Number,
			a.x.Number), "Send the same again."), true
	case tells == somethingElse && a.deletes():
		return Card{Say: fmt.Sprintf("#%d shows that it is there. It ", shown.Number) + a.notDeleted()}, true
	case tells == somethingElse:
		return a.afterShown(a.x, shown), true
	}
	return Card{}, false
}

// afterUnansweredTry is for a refusal by what is there, where an earlier try of the same wish was not answered: to its
// sender the refusal is the same whether that try did it or another writer did. ok is false where none went unanswered.
func (a *adviser) afterUnansweredTry() (Card, bool) {
	try, kind := a.firstUnanswered(), a.c.Cause.Rule.Kind
	switch {
	case try == nil, a.toldDone():
		return Card{}, false
	case kind == engine.IsGone && a.spec.Group == engine.GroupDelete:
		return Card{Say: fmt.Sprintf("It is gone, by #%d or by somebody else: nothing is left to delete.", try.Number) +
			a.anew(), Others: listed(a.sameAgain())}, true
	case (kind == engine.IsGone || kind == engine.AlreadyThere) && a.spec.Effect == engine.Renames && !a.spec.Prompt():
		return a.movedBy(try), true
	case kind == engine.AlreadyThere && a.spec.Effect == engine.Creates:
		return Card{Say: fmt.Sprintf("It is there, made by #%d or by somebody else: nothing is left to create.",
			try.Number),
			Others: listed(a.sameAgain())}, true
	case kind == engine.IsGone && a.spec.Effect == engine.Commits && a.c.Cause.Rule.Name == "upload":
		return a.uploadOver(try), true
	case kind == engine.StaleWrite && a.spec.Effect == engine.Describes && !a.spec.Prompt():
		return a.describedBy(try), true
	case a.spec.Effect == engine.Groups && !a.spec.Prompt():
		return a.groupUnsettled(try)
	case kind == engine.IsGone && a.spec.Effect == engine.Commits: // another's commit may have thrown the blocks away
	case kind != engine.AlreadyThere && kind != engine.StaleWrite || !a.spec.Effect.Contents():
		return Card{}, false
	}
	switch shown, tells := a.toldOf(try); tells {
	case foundNothing:
		was := fmt.Sprintf("what #%d met is gone again", a.x.Number)
		if !a.metSomething() {
			was = fmt.Sprintf("#%d was not done, or what it did is gone again", try.Number)
		}
		return a.nothingFound(try, shown, fmt.Sprintf("#%d found nothing: %s.", shown.Number, was)), true
	case asBefore, somethingElse:
		card := a.afterShown(try, shown)
		card.Say += a.stagedAnew(try, shown)
		return card, true
	}
	silent := "whose work it met"
	if !a.metSomething() {
		silent = "whether that try was done"
	}
	return a.settles(try, fmt.Sprintf("%s's own try #%d had no answer, and this refusal does not say %s.", a.who(),
		try.Number, silent))
}

// metSomething says whether what refused the request was something that stood there, and not that something was
// missing, as the blocks of a commit that another try or writer had used up.
func (a *adviser) metSomething() bool {
	met := a.c.Cause.Rule.Kind
	return met == engine.AlreadyThere || met != engine.IsGone && !a.c.Cause.Have.IsZero()
}

// toldDone says whether a try of the same wish before the request was heard to be accepted when that was refused: what
// another one came to is no question then.
func (a *adviser) toldDone() bool {
	return slices.ContainsFunc(a.tries(), func(x *engine.Exchange) bool {
		return !x.Heard.IsZero() && x.Heard.Event < a.x.Heard.Event && x.Took && x.Answer.Accepted()
	})
}

// describedBy is for what stands beside the content, as metadata: what a try without an answer was to set is compared
// with what stands there, as its sender cannot know whose doing the refusal met.
func (a *adviser) describedBy(try *engine.Exchange) Card {
	then := fmt.Sprintf("If it is what #%d was to set, nothing is left to send, whoever set it; if it claims it for "+
		"somebody else, stop; otherwise put the change into what is there, under its tag.", try.Number)
	if card, ok := a.hasRead(a.changes(try), then); ok {
		return card
	}
	card, _ := a.readsWhatTryChanges(try, fmt.Sprintf("%s's own try #%d had no answer, and this refusal does not say "+
		"whose work it met. Read what is there. %s", a.who(), try.Number, then), then)
	if card.Others == nil {
		card.Others = listed(a.sameAgain())
	}
	return card
}

// hasRead says what an answer behind the refusal has shown of the changes already, and what then is to be done.
func (a *adviser) hasRead(changes []engine.Change, then string) (card Card, ok bool) {
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event <= a.x.Heard.Event {
			break
		}
		shows := func(c engine.Change) bool { return slices.ContainsFunc(x.Shows, c.Part.Same) }
		if slices.ContainsFunc(changes, shows) {
			return Card{Say: fmt.Sprintf("#%d has read it. %s", x.Number, then), Others: listed(a.sameAgain())}, true
		}
	}
	return Card{}, false
}

// settles reads what a try without an answer was to write, to find out whether it was done. ok is false where no
// operation reads that.
func (a *adviser) settles(try *engine.Exchange, why string) (card Card, ok bool) {
	if own := a.ownRemoval(try.Object); own != nil {
		return Card{Say: fmt.Sprintf("%s's own #%d has removed it since, whoever had made it: nothing is left to "+
			"settle, unless it may have been somebody else's, who is to be told.", a.who(), own.Number)}, true
	}
	next := ""
	switch {
	case a.c.Kind == engine.OwnEcho && a.spec.Effect.Contents() && !a.asksAbsence() && !a.spec.Prompt():
		next = " If it is a claim, and somebody else's by now, stop."
	case a.asksAbsence() && a.alsoElsewhere() == "":
		next = fmt.Sprintf(" Until that is settled, do not write it under another name: it could be done twice. If "+
			"it is a marker, do not leave its work to others: it may be %s's own.", a.who())
	}
	read := "Read what is there, and compare something that only that try wrote, such as an id."
	if try.Object != a.c.Object {
		read = fmt.Sprintf("#%d was sent to %s: read that, and compare something that only #%[1]d wrote, such as an "+
			"id.", try.Number, a.v.Called(try.Object))
	}
	then := fmt.Sprintf("Compare something that only #%d wrote, such as an id.", try.Number)
	if a.countsIn(try) {
		then = "It does not tell" + whoseCount
		read = "Read what is there. " + then + " " + nextTime
	}
	card, ok = a.readsOf(try.Object, why+" "+read+next, then+next)
	card.Others = listed(a.sameAgain(), a.bySomeLibrary())
	return card, ok
}

// bySomeLibrary says to who was refused by what a try of its own may have done how a program comes to that without
// having tried twice itself; empty where the tries went to two names, which no library does.
func (a *adviser) bySomeLibrary() string {
	if try := a.firstUnanswered(); try == nil || try.Object != a.x.Object || a.c.Severity != engine.SeverityRefused {
		return ""
	}
	return "Where a client library tries again by itself, its program hears this refusal alone: look into each " +
		"refusal of such a write, or switch these tries off, and hear that no answer came."
}

// unsettledElsewhere is for a refusal to who sent the same text to another name before, and heard nothing: where it is
// the same work, going on under a third name could do it twice. ok is false where no such request is unsettled.
func (a *adviser) unsettledElsewhere() (Card, bool) {
	const most = 64
	try := a.sameText(most, func(x *engine.Exchange) bool { return x.Number < a.x.Number && a.unsettled(x) })
	if try == nil || !only(a, "if-none-match") {
		return Card{}, false
	}
	return a.settlesUnlessShown(try, fmt.Sprintf("%s's #%d had the same text, and no answer. If it is the same work, "+
		"settle that first.", a.who(), try.Number))
}

// unsettled says whether no try of a request's wish was heard to be accepted, and one was not heard at all.
func (a *adviser) unsettled(x *engine.Exchange) bool {
	if !x.Heard.IsZero() {
		return false
	}
	return !slices.ContainsFunc(triesOf(a.v, x), func(try *engine.Exchange) bool {
		return !try.Heard.IsZero() && try.Answer.Accepted()
	})
}

// sameText is the newest other request by which the finding's sender sent the same text to another name, among so many
// of its newest, that fits; nil: there is none.
func (a *adviser) sameText(most int, fits func(*engine.Exchange) bool) *engine.Exchange {
	text, ok := a.textAnew(a.x)
	copies := a.spec.Effect == engine.Copies
	if (!ok || text == "") && !copies || !a.spec.Effect.Contents() {
		return nil
	}
	for x := range a.v.RequestsOf(a.c.By) {
		if most--; most < 0 {
			break
		}
		if x.Verb != a.x.Verb || x.Object == a.x.Object || x.Wish == a.x.Wish || !fits(x) {
			continue
		}
		same, _ := a.textAnew(x)
		if !copies && same == text || copies && a.copiesAlike(x, a.x) {
			return x
		}
	}
	return nil
}

// textAnew is the text that a request carries, or that the pieces of a commit come to.
func (a *adviser) textAnew(x *engine.Exchange) (text string, ok bool) {
	if spec := a.v.Spec(x.Verb); spec.Effect != engine.Commits {
		return view.Carried(spec, x.Args)
	}
	return a.piecesComeTo(x)
}

// unansweredTry is the newest try of the same wish before the request that its sender heard nothing of; nil: none.
func (a *adviser) unansweredTry() *engine.Exchange {
	for _, x := range slices.Backward(a.tries()) {
		if x.Heard.IsZero() || x.Heard.Event > a.x.Heard.Event {
			return x
		}
	}
	return nil
}

// firstUnanswered is the oldest such try: what later ones met, it may have done. nil: none.
func (a *adviser) firstUnanswered() *engine.Exchange {
	for _, x := range a.tries() {
		if x.Heard.IsZero() || x.Heard.Event > a.x.Heard.Event {
			return x
		}
	}
	return nil
}

// compareShown says what an answer that shows what stands there tells about a try that had no answer: what it wrote is
// compared, as its sender has to.
func (a *adviser) compareShown(try, shown *engine.Exchange) Card {
	text, carried := a.toWrite(try)
	commits := a.v.Spec(try.Verb).Effect == engine.Commits
	differs, unseen := a.besideText(try, shown)
	if card, ok := a.changedSince(try, shown, text); ok {
		return card
	}
	marker := ""
	if a.asksAbsence() { // then it may stand for work that nobody else will do
		marker = fmt.Sprintf(" Of a marker: with the id, its work is %s's to do; without, settle who does it, and let "+
			"the next one name its maker.", a.who())
	}
	switch body := shown.Answer.Text().String(); {
	case carried && a.fitsSoFar(text, shown):
		return a.readsAll(try, shown)
	case carried && a.holdsPiece(try, text, body):
		return Card{Say: fmt.Sprintf(
			"What #%d shows holds what #%d was to put there. If that holds an id of that try, it was done, and "+
				"nothing is left to send; the same text alone does not tell whose it is.", shown.Number, try.Number)}
	case a.v.Spec(try.Verb).Effect == engine.Copies && carried && text == body && differs == "":
		return a.afterCopyShown(try, shown)
	case a.spec.Prompt() && (!carried || a.spec.Effect != engine.Writes), !a.spec.Prompt() && !view.OneText(a.spec),
		commits && !carried,
		!carried && shown.Answer.Text().IsZero():
		if a.countsIn(try) {
			return Card{Say: fmt.Sprintf("#%d shows what is there now, which does not tell%s", shown.Number,
				whoseCount)}
		}
		return Card{Say: fmt.Sprintf(
			"#%d shows what is there now. Only something that #%d alone wrote can show whether it was "+
				"done: check whether its change is still missing.", shown.Number, try.Number)}
	case differs != "":
	case commits && text == body:
		return Card{Say: fmt.Sprintf(
			"What #%d shows is what the pieces of #%d come to. If they hold an id of that try, it was done, and "+
				"nothing is left to send; the same bytes alone do not tell whose they are.", shown.Number,
			try.Number) + notCompared(shown, unseen) + marker}
	case text == body || a.c.Object.Kind == "entity" && holdsAll(body, text):
		return Card{Say: fmt.Sprintf(
			"What #%d shows is what #%d was to write. If it holds an id of that try, it was done, "+
				"and nothing is left to send; the same text alone does not tell whose it is.", shown.Number,
			try.Number) + notCompared(shown, unseen) + marker}
	case carried && a.onlyGrew(try, shown):
		return a.notAppended(try, shown)
	}
	return a.afterOtherShown(try, shown, text, differs)
}

// proposes says whether the request proposes the id of its lease.
func (a *adviser) proposes() bool {
	return slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool {
		return arg.Name == "id" ||
			arg.Name == "proposed"
	})
}

// echoes sends again what can be done once alone: what was removed already cannot be removed twice.
func (a *adviser) echoes() (Card, bool) {
	say, once := map[engine.Effect]string{
		engine.Deletes: "what is removed cannot be removed twice, and " + a.secondDelete(),
		engine.Closes:  "a handle closes once, and a refusal says that it is closed.",
		engine.Unlocks: "a lock ends once, and a refusal says that none stands.",
		engine.Updates: "its receipt counts once. If it is accepted, the first had not arrived; if it is refused, " +
			"the first had, or somebody else has the message.",
	}[a.spec.Effect]
	if !once {
		return Card{}, false
	}
	t := a.trial().send(a.again())
	if t.err != nil || t.last.Heard.IsZero() || t.accepted() == t.refuses() || len(t.refusals()) > 1 || t.blind ||
		!t.harmless() || leavesMarker(t.last) {
		return Card{}, false
	}
	say = "Send the same again: " + say
	if a.spec.Effect == engine.Deletes && !a.argument("receipt").IsZero() {
		say = "Send the same again: its receipt counts once. If it is refused, the message is gone, or somebody else " +
			"has it."
	} else if a.spec.Effect == engine.Deletes && !conflict.NamesOne(a.v.Clone(), a.x) {
		say = "Send the same again, " + a.unlessMade() + capital(a.secondDelete())
	}
	card := t.card("retry", say,
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number))
	if why := t.why(); why != nil {
		switch k := why.Rule.Kind; {
		case k == engine.IsGone, k == engine.OwnEcho, k == engine.OldReceipt, k == engine.Unfinished && a.deletes():
		case k == "" && a.spec.Effect == engine.Unlocks:
		default: // it tells nothing
			return Card{}, false
		}
		card.Foretold = t.reply()
	}
	return card, true
}

// sendAgain sends the same again, where that was tried and helps; else what its writer knows is all that is said.
func (a *adviser) sendAgain(knows, again string) Card {
	if card, ok := a.offer(a.trial().send(a.again()), "retry", strings.TrimSpace(knows+" "+again),
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card
	}
	if card, ok := a.guardedAgain(); ok {
		card.Say = strings.TrimSpace(knows + " " + card.Say)
		return card
	}
	if knows == "" {
		knows = "The same again would not be accepted as it is."
	}
	return Card{Say: knows, Others: listed(a.twice())}
}
