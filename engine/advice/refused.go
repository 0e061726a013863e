package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// refused is what can be done after a refusal.
func (a *adviser) refused() Card {
	if a.halfDone() {
		return a.afterHalf()
	}
	if card, ok := a.afterSecondCopy(); ok {
		return card
	}
	if card, ok := a.goneNow(); ok {
		return card
	}
	if now := a.standsNow(); now != nil {
		return a.refusedFor(now)
	}
	switch a.c.Kind {
	case engine.OwnEcho:
		return a.afterEcho()
	case engine.StaleWrite:
		lock, card := a.withoutLock(), a.afterStaleWrite()
		card.Say = lock + card.Say
		return card
	case engine.AlreadyThere:
		return a.afterAlreadyThere()
	case engine.IsGone:
		if a.spec.Effect == engine.Copies && a.x.Answer.Accepted() {
			return a.afterSourceGone()
		}
		return a.afterGone()
	case engine.Unfinished:
		return a.afterUnfinished()
	case engine.TwoAtOnce:
		return a.afterTwoAtOnce()
	case engine.ByPolicy:
		if a.c.Cause.Rule.Looks == engine.AtRetention {
			return a.afterLock()
		}
		return a.afterPolicy()
	case engine.IsLeased, engine.LeaseOver, engine.SharedFile:
		return a.afterHolder()
	case engine.OldReceipt:
		return a.afterOldReceipt()
	}
	if card, ok := a.leavesOpen(); ok {
		return card
	}
	if a.c.Cause.Rule.Looks == engine.AtSeal {
		return a.afterSeal()
	}
	if card, ok := a.endedOnConnection(); ok {
		return card
	}
	return a.afterNobodys()
}

// afterUnfinished is for what another has begun, and what is not at its end yet: a deletion, a copy, an upload's
// blocks.
func (a *adviser) afterUnfinished() Card {
	if a.spec.Group == engine.GroupDelete && a.didWork() {
		return Card{Say: a.wentBefore() + " " + fmt.Sprintf(a.loss(a.c.Object.Kind).Worked, a.who()),
			Others: listed(a.sameAgain())}
	}
	for _, of := range []func() (Card, bool){a.whileDeleted, a.free} {
		if card, ok := of(); ok {
			return card
		}
	}
	if card, ok := a.afterEnd(); ok {
		return card
	}
	if a.c.Cause.Rule.Name == "block id" {
		return Card{Say: "Stage with ids of the same length as those that are staged, or wait until those are " +
			"committed.",
			Others: listed(a.sameAgain())}
	}
	if card, ok := a.whenCopied(); ok {
		return card
	}
	return a.afterWait("Wait until it is finished, then send the same again.")
}

// afterSecondCopy is for a copy of a request that was refused where another copy was done and answered: whatever others
// did in between came after it, and nothing of it is left to send. ok is false where its sender has heard of none.
func (a *adviser) afterSecondCopy() (Card, bool) {
	if !a.x.Took || a.x.Heard.IsZero() || !a.x.Answer.Accepted() || a.c.Answer == nil || a.c.Answer.Accepted() ||
		a.c.Kind == engine.OldReceipt || // somebody else may have the message now
		a.spec.Effect.OfLease() || a.spec.Effect == engine.Copies { // and a slow copy may be given up later
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("Stop: #%d was done%s, and a second copy of it was refused.", a.x.Number,
		a.when(a.x.Decided.At)), Others: listed(a.sameAgain())}, true
}

// afterHolder is for what somebody's lease, lock or handle stood against, or what was sent under a lease that is over.
func (a *adviser) afterHolder() Card {
	if card, ok := a.afterOtherThing(); ok {
		return card
	}
	a.turnToSource()
	card := Card{}
	switch a.c.Kind {
	case engine.IsLeased:
		card = a.afterLeased()
	case engine.LeaseOver:
		card = a.afterLeaseOver()
	default:
		return a.afterSharedFile()
	}
	card.Say += a.idForEach()
	card.Others = append(card.Others, a.tooLate()...)
	return card
}

// sameAgain is what the request would be answered now, as a sentence for what does not help.
func (a *adviser) sameAgain() string {
	t := a.trial().send(a.again())
	if t.err != nil || t.accepted() || t.last.Decided.IsZero() || t.why() == nil {
		return ""
	}
	until := ""
	if w := t.why(); w != nil && w.Until != 0 && w.Until != engine.Never &&
		a.otherwiseAt(w.Until, t.reply()) {
		until = " until " + w.Until.SeenFrom(a.v.Now())
	}
	return fmt.Sprintf("The same again would get %s%s.", t.reply(), until)
}

// otherwiseAt says whether the same again gets another answer from a moment on: what stands in its way may end then,
// and something else may not, as another's id in the place of one's own.
func (a *adviser) otherwiseAt(until engine.Instant, reply string) bool {
	t := a.trial()
	if until > t.w.Now() {
		t.put(engine.Clock{To: until})
	}
	t.send(a.again())
	return t.err == nil && (t.accepted() || !t.last.Decided.IsZero() && t.reply() != reply)
}

// free sends the same again where what stood in its way is over by now. ok is false where it is not, or where the same
// again would harm somebody.
func (a *adviser) free() (Card, bool) {
	if a.otherThing() {
		return Card{}, false
	}
	t := a.trial().send(a.again())
	if card, ok := a.metGone(); ok && t.accepted() {
		return card, true
	}
	if t.accepted() && !t.unmeant.Mark.IsZero() {
		return a.overUnmeant(t, "What stood in the way is over"), true
	}
	if card, ok := a.offer(t, "retry", "What stood in the way is over: send the same again.",
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card, true
	}
	return a.copyUnderWay(t)
}

// copyUnderWay is for what nothing stands against by now, where another copy of it is on its way: with the same again
// it would be done twice. ok is false where that is not why the same again does harm.
func (a *adviser) copyUnderWay(t *trial) (card Card, ok bool) {
	if !t.accepted() || !a.inFlight(a.x) || len(silentOf(t.found)) > 0 ||
		!slices.ContainsFunc(a.arrivals(t.w, t.number), func(f conflict.Finding) bool {
			return f.Kind == engine.DoneTwice && f.By == a.c.By
		}) {
		return card, false
	}
	return Card{Say: fmt.Sprintf("What stood in the way is over, and another copy of #%d is still under way, which "+
		"may be done now: with the same again it would be done twice. Wait for it, and read then what is there.",
		a.x.Number)}, true
}

func listed(list ...string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

func (a *adviser) afterEcho() Card {
	if card, ok := a.afterUnansweredTry(); ok {
		return card
	}
	if card, ok := a.endedOnConnection(); ok {
		return card
	}
	if card, ok := a.countEcho(); ok {
		return card
	}
	say := "Stop: it was done."
	if a.x.Took { // a second copy of it was refused
		say = fmt.Sprintf("Stop: #%d was done%s, and a second copy of it was refused.", a.x.Number,
			a.when(a.x.Decided.At))
	} else if try := a.earlierTry(); try != nil {
		say = fmt.Sprintf("Stop: #%d was done%s, and this is its echo.", try.Number, a.when(try.Decided.At))
	}
	if a.c.Cause.Rule.Kind == engine.IsLeased { // nothing readable tells the id
		return a.unnamedLease()
	}
	if try := a.unansweredTry(); try != nil && a.spec.Effect == engine.Updates {
		if card, ok := a.messageOver(); ok {
			return card
		}
		return Card{Say: fmt.Sprintf(
			"Either #%d was done, and its answer held the newest receipt, which no read shows, or "+
				"somebody else has the message. %s%s", try.Number, a.receiveAnew(), a.thenRepeat())}
	}
	own := conflict.OfConnection(a.spec) || a.isTransaction() ||
		a.spec.Effect == engine.Unlocks // nobody else has a hand in it
	if try := a.earlierTry(); try != nil && try.Heard.IsZero() && !a.x.Took && !own {
		say = a.eitherEcho(try)
		if card, ok := a.copyTells(try, strings.TrimSuffix(say, findOut)); ok {
			return card
		}
	}
	return Card{Say: say, Others: listed(a.sameAgain())}
}

// findOut is what is left to say where nothing is known that tells which it was.
const findOut = "find that out before the work goes on."

// eitherEcho is for who cannot tell: the try whose echo this is had no answer, and what another may have brought about
// looks the same to its sender.
func (a *adviser) eitherEcho(try *engine.Exchange) string {
	say := fmt.Sprintf("Either #%d, which had no answer, was done, and this is its echo, or somebody else brought it "+
		"about: ", try.Number)
	switch a.spec.Effect {
	case engine.ReleasesLease:
		return say + "either way nothing is left to give back."
	case engine.Closes:
		return say + "either way the handle is closed." + a.cacheMayBeLost()
	}
	say += findOut
	if a.spec.Effect == engine.Opens {
		say += " Where it was done, its handle is open, and nobody works with it: have it closed, then open again."
	}
	return say
}

// cacheMayBeLost is what is left to see to where a handle may have been closed by force: what its client had written
// and not written back goes with it. Empty where it had written nothing through the handle, or kept no cache.
//
// Source: engine/share/rules.md, race F14.
func (a *adviser) cacheMayBeLost() string {
	handle := engine.ValueOf(a.x.Resolved(), "handle")
	for x := range a.v.RequestsOf(a.c.By) {
		switch effect := a.v.Spec(x.Verb).Effect; {
		case x.Number >= a.x.Wish || !x.Answer.Accepted():
		case !engine.ValueOf(x.Resolved(), "handle").Equal(handle):
		case effect == engine.Flushes:
			return ""
		case effect == engine.Writes && x.Answer.Field("cached").String() == "true":
			return " By its own close all that was written is there; by another's, what had not been written back is " +
				"lost: read what is there."
		}
	}
	return ""
}

// unnamedLease is for a lease that stands in the way of who asks for it again: its own, under an id that it was not
// told, or another's, which the refusal does not say.
func (a *adviser) unnamedLease() Card {
	if card, ok := a.heldAlready(); ok {
		return card
	}
	switch l := a.v.Truth(a.c.Object).Lease; {
	case l.State != "leased" && l.State != "breaking":
		if card, ok := a.free(); ok {
			return card
		}
		return a.leaseIsOver("")
	case l.Holder != a.c.By:
		say := fmt.Sprintf("The lease is %s's now. ", a.v.Title(l.Holder))
		if l.Ends == engine.Never || l.Ends == 0 {
			return a.orBreak(Card{Say: say + "It does not end by itself: settle with its holder who works."})
		}
		return a.orBreak(Card{Say: say + fmt.Sprintf("Wait until %s, then read what is there, before anything is sent "+
			"again.", l.Ends)})
	}
	whose := "The lease has an id that nobody was told."
	if try := a.unansweredTry(); try != nil {
		whose = fmt.Sprintf("The lease is that of #%d, under an id that was never heard, or somebody else's: this "+
			"refusal does not say which.", try.Number)
	}
	return Card{Say: a.untilFree(whose) + " Next time, propose an id with the request."}
}

// untilFree says how a lease ends that cannot be named.
func (a *adviser) untilFree(why string) string {
	until := a.c.Cause.Until
	if l := a.v.Truth(a.c.Object).Lease; l.State == "leased" || l.State == "breaking" { // another, or renewed since
		until = l.Ends
	}
	if until != 0 && until != engine.Never {
		return fmt.Sprintf("%s Wait until %s, or break it if nobody else can have taken it.", why, until)
	}
	return why + " It does not end by itself: break it if nobody else can have taken it."
}

func (a *adviser) afterStaleWrite() Card {
	if card, ok := a.afterReplacedPart(); ok {
		return card
	}
	if card, ok := a.afterUnansweredTry(); ok && !a.x.Answer.Accepted() {
		return card
	}
	if card, ok := a.neverHeld(); ok {
		return card
	}
	if card, ok := a.notItsOwn(); ok {
		return card
	}
	for _, of := range []func() (Card, bool){a.lockAnew, a.afterRemade, a.tagOfAnother, a.datedTooOld, a.neverFitted,
		a.neverWas, a.tagsMoved, a.afterOwnMove, a.afterUnheardCount, a.afterUnheardMove} {
		if card, ok := of(); ok {
			return card
		}
	}
	return a.staleAnew()
}

// staleAnew is for a version that has moved on, whoever moved it: its sender goes by what is there.
func (a *adviser) staleAnew() Card {
	switch {
	case a.spec.Effect == engine.Copies && a.x.Answer.Accepted(): // the copy began, and was given up later
		return a.afterCopyGivenUp()
	case a.spec.Effect == engine.Reads:
		card, _ := a.reads("Read all of it again: what was read before belongs to another moment.",
			"Go on from that: what was read before it belongs to another moment.")
		return card
	case a.spec.Effect == engine.Groups && a.spec.Prompt() && a.spec.Group != engine.GroupOther: // not EXEC
		return a.afterStaleScript()
	case a.c.Cause.Rule.Name == "WATCH" || a.isTransaction():
		return Card{Say: "WATCH and read again, put the change into what is there, then send MULTI, the commands " +
			"and EXEC again."} // a read without a WATCH before it guards nothing
	case a.versionWord() == "position":
		then := "Append there, if that is still wanted."
		if a.spec.Effect != engine.Appends {
			then = "Seal it there, if nothing is missing."
		}
		card, _ := a.reads("Read where it ends now. "+then, then)
		card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
		return card
	case a.versionWord() == "number":
		const number = "Its number has changed, which keeps out what was sent before."
		card, _ := a.reads(number+" Read it, and find out whether this write is still wanted.",
			number+" Find out whether this write is still wanted.")
		card.Others = listed(a.sameAgain(), "Or keep what is there and stop.")
		return card
	case a.earlierTry() != nil:
		card, _ := a.reads(fmt.Sprintf(
			"#%d had been done already. Read what is there and check whether the change is in it; "+
				"send it again only if it is not.", a.earlierTry().Number),
			"Check whether the change is in it; send it again only if it is not.")
		return card
	}
	card, ok := a.afterStaleGroup()
	if ok {
		return card
	}
	if again, then := a.withoutChange(); then != "" {
		card, _ = a.readsOf(a.compareds(), again+" "+strings.ToLower(then[:1])+then[1:], then)
	} else if card, ok = a.redrive(); !ok && card.Say == "" {
		again := a.readWord(a.compareds())
		say := fmt.Sprintf("%s, put %s's change into what is there, and %s with the new %s%s.", again, a.who(),
			a.sends(), a.versionWord(), a.withBeside())
		if a.carriesClaim() {
			say = again + ". " + a.orStop()
		}
		card, _ = a.readsOf(a.compareds(), say, a.putIn())
	}
	card.Others = append(card.Others, listed(a.sameAgain(), "Or keep what is there and stop.")...)
	return card
}

// sends is how a change goes out anew: parts and blocks belong to the text that was refused, an upload to the time at
// which it was begun, and of a group nothing was done.
//
// Source: engine/bucket/rules.md, "Multipart life cycle".
func (a *adviser) sends() string {
	switch {
	case a.spec.Effect == engine.Groups:
		return "send the whole group again"
	case a.spec.Effect == engine.Commits && a.uploadOf(a.x) != "": // one from before the change is refused for that
		return "send that in a new upload, completed"
	case a.spec.Effect == engine.Commits:
		return "send its pieces again and commit them"
	}
	return "send it"
}

// versionWord is what the version is called that the request sent along.
func (a *adviser) versionWord() string {
	if line, ok := a.x.Op().(engine.Liner); ok {
		if slices.ContainsFunc(line.Roles(), func(r engine.Role) bool { return r.Guard == "value" }) {
			return "value"
		}
		return "version"
	}
	for _, arg := range a.x.Args {
		p, _ := a.spec.Param(arg.Name)
		switch {
		case !p.Version || a.v.LeftOut(arg.Value):
		case strings.HasSuffix(arg.Name, "since"):
			return "date"
		case strings.Contains(arg.Name, "sequence"):
			return "number"
		case !strings.HasPrefix(arg.Name, "if-"):
			return "position"
		}
	}
	return "tag"
}

func (a *adviser) afterAlreadyThere() Card {
	if a.spec.Group == "delete" { // what is inside stands in the way
		return a.notEmpty()
	}
	if card, ok := a.afterUnansweredTry(); ok {
		return card
	}
	say := "Read what is there and decide whether it will do."
	if other := a.c.Cause.Have.String(); other != "" && a.spec.Prompt() { // of a line that names several keys
		met := *a
		met.c.Object, a = engine.ObjectID{Kind: "key", Name: other}, &met
		say = fmt.Sprintf("Read what is at %s and decide whether it will do.", a.v.Called(a.c.Object))
	}
	if entry := a.compareds(); a.spec.Effect == engine.Groups && !a.spec.Prompt() && entry != a.c.Object {
		say = fmt.Sprintf("Read what is at %s and decide whether it will do.", a.v.Called(entry))
	}
	if card, ok := a.unsettledHere(); ok {
		return card
	}
	if card, ok := a.unsettledElsewhere(); ok {
		return card
	}
	if only(a, "if-none-match") {
		return a.afterMarker()
	}
	if card, ok := a.untilItsEnd(); ok {
		return card
	}
	if a.asksAbsence() {
		return a.afterMarker()
	}
	card, _ := a.reads(say, "Decide whether that will do.")
	card.Others = listed(a.sameAgain())
	return card
}

// afterStaleScript is for a script that a command of its own ended, which named an older version: nothing is watched
// there, and none of its lines stays for EXEC. Of several keys the refusal does not say which it met.
func (a *adviser) afterStaleScript() Card {
	then := "ut the change into what is there, and run the script for that."
	const keys = 1 // the word that says how many there are
	for _, arg := range a.x.Resolved() {
		if words := engine.LineWords(arg.Value); len(words) > keys && words[keys].String() != "1" {
			return Card{Say: "Read again what the script goes by, p" + then, Others: listed(a.sameAgain())}
		}
	}
	card, _ := a.reads(a.readWord(a.c.Object)+", p"+then, "P"+then)
	card.Others = listed(a.sameAgain())
	return card
}

// only says whether the request compared nothing but that there is nothing.
func only(a *adviser, name string) bool {
	return slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool {
		return arg.Name == name &&
			arg.Value.String() == "*"
	})
}

// loss is what a service says of an object of a kind that is gone.
func (a *adviser) loss(kind string) engine.Loss {
	for _, s := range a.v.Services() {
		if loss, ok := s.Losses[kind]; ok {
			return loss
		}
	}
	return engine.Loss{}
}

// createAnew is for what was gone and is still wanted. Where another has made something there since, that is read.
func (a *adviser) createAnew() Card {
	for _, of := range []func() (Card, bool){a.nothingKept, a.ownLockOver, a.backAsItWas} {
		if card, ok := of(); ok {
			return card
		}
	}
	object := a.compareds()
	if made := a.makerSince(object); made != nil {
		return a.afterMadeAnew(object, made)
	}
	if made := a.standsBy(object); made != nil && made.By == a.c.By {
		return a.afterOwnMaking(made)
	}
	create, with := a.creation()
	t := a.trial().send(create)
	card, ok := a.offer(t, "create", fmt.Sprintf("Create it again%s if it is still wanted, or stop.", with),
		a.who()+" created it again")
	makes := ok && view.OfWorld(t.w).Readable(a.x.Object) && !a.v.Readable(a.x.Object)
	how, ended := a.cameToEnd(object, a.c.Cause.Since.Event-1)
	switch another := ended && a.byAnother(how); {
	case makes && !another:
		return card
	case another:
		card = Card{Say: a.removal(how, object) + "." + a.settleWanted(how), Others: listed(a.sameAgain())}
		if makes {
			card.Others = append(card.Others, fmt.Sprintf("%s%s would make it anew: only when that is settled.",
				a.spec.Verb, with))
		}
		return card
	}
	return Card{Say: "It is gone. Settle first whether it is wanted again.", Others: listed(a.sameAgain())}
}

// unversioned are arguments without those that compare a version; all else goes as it went: a lease, an upload, its
// parts.
func unversioned(spec *engine.OpSpec, args []engine.Arg) []engine.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool {
		p, _ := spec.Param(a.Name)
		return p.Version
	})
}

// keepText leaves the text of a refused request in its writer's editor, where that does not hold it already: a read
// must not replace what was to be sent.
func (a *adviser) keepText(t *trial) {
	if _, kept := a.draft(); kept || !a.mayFill() || a.spec.Prompt() || a.spec.Group != "write" {
		return
	}
	text, found := a.ownText()
	if !found {
		return
	}
	made := a.v.BaseOf(a.x, a.c.Object)
	if a.mergesRow() { // a draft is written as a whole row: what the request leaves as it is has to be in it
		aside := t.fork()
		read, ok := a.readOf(aside, a.c.Object)
		if !ok || made == nil || !aside.send(read).accepted() {
			return
		}
		text = a.rowOf(aside.last.Answer.Text().String(), text)
	}
	d := view.Draft{Text: text}
	if made != nil {
		d.From = []string{made.Name}
	}
	t.drafts = append(t.drafts, Draft{a.c.By, a.c.Object, d})
}

// leaseSeconds is how long a lease is taken for.
func leaseSeconds(n int) string { return strconv.Itoa(n) }

// compared is a value as people compare it.
func (a *adviser) compared(v engine.Value) string { return conflict.Tag(a.v.Clone(), v) }
