package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// stepsOfAnomaly are what the request was made from, whose work stood there, what was sent and that it was accepted.
func (t teller) stepsOfAnomaly() []Step {
	var steps []Step
	switch t.c.Kind {
	case engine.DoneTwice:
		if first := t.firstDoing(); first != nil {
			steps = append(append(steps, t.doneFirst(first)), t.eachOf(t.setBetween(first))...)
			if gone := t.takenAway(first); gone != nil {
				steps = append(steps, t.happened(gone.Decided))
			}
			steps = append(steps, fewest(t.eachOf(t.addedBetween(first)))...)
		}
	case engine.MixedContent:
		if TornWhole(t.c) {
			steps = t.stepsOfHalves()
			break
		}
		steps = append(append(steps, t.ownPiece()), t.tookParts()...)
	case engine.StaleHolder:
		steps = append(append(append(steps, t.based()), t.hadBelief()...), t.endOfBelief(), t.tookBelief(),
			t.toldOfEnd(), t.readBehind())
		steps = append(steps, t.hiddenFirst()...)
		steps = append(steps, t.happened(t.c.Victim))
	case engine.ShadowedWrite:
		if began := t.upload(); began != nil {
			steps = append(steps, t.happened(began.Decided))
		}
		if x := t.hiding(); x != nil {
			if began := (teller{w: t.w, x: x}).upload(); began != nil { // it counts from then on
				steps = append(steps, t.happened(began.Decided))
			}
			steps = append(steps, t.happened(x.Decided))
		}
	case engine.SameNumber:
		steps = append(append(append(steps, t.based()), t.between()...), t.happened(t.c.Victim), t.holderElse())
		steps = append(steps, t.leaseGap()...)
	default:
		steps = append(append(steps, t.heldMeanwhile()...), t.based(), t.ownTaken(), t.readTheID(), t.readItself(),
			t.handedOver())
		steps = append(append(steps, t.agreedSteps()...), t.endBefore())
		steps = append(append(steps, t.lostOwn()...), t.hiddenFirst()...)
		steps = append(steps, t.happened(t.c.Victim), t.cameUp(), t.holderElse())
		steps = append(steps, t.leaseGap()...)
		steps = t.withBreak(steps, t.x)
	}
	steps = append(append(steps, t.stepsAlong()...), t.watchSteps()...)
	if t.carriedOut() {
		return append(steps, t.sent(), t.answered(t.carriedOutNow()))
	}
	to := ""
	if t.x.CopyDecided(t.c.Event) && t.c.Kind != engine.DoneTwice {
		to = fmt.Sprintf(" to a second copy of #%d", t.x.Number)
	}
	return append(steps, t.sent(), t.answered(fmt.Sprintf("The service %s%s: %s.", t.saidYes(), to,
		strings.TrimSuffix(answerInWords(t.w, t.x, t.answer()), "."))))
}

// between are the newest changes that stand between the base and the victim's: one of them is why a number fits twice.
func (t teller) between() (steps []Step) {
	const most = 3
	base := t.basis()
	for n := t.x.Number - 1; base != nil && n > base.Number && len(steps) < most; n-- {
		x := t.w.Exchange(n)
		if n != t.c.Victim.Request && x.Object == t.c.Object && done(x) && t.w.Spec(x.Verb).Changes() &&
			x.Decided.Event < t.x.Decided.Event {
			steps = append(steps, t.happened(x.Decided))
		}
	}
	return steps
}

// carriedOut says whether the request was answered before, and its wish was carried out by what came later: the flush
// of a cache, the last close.
func (t teller) carriedOut() bool {
	return !t.x.Decided.IsZero() && t.c.Event > t.x.Decided.Event && !t.copied()
}

// copied says whether another copy of the request came after its decision.
func (t teller) copied() bool {
	return t.c.Kind == engine.DoneTwice || t.spec().Effect == engine.Reads || t.x.CopyDecided(t.c.Event)
}

// textWord is what the request carried, as its service calls it.
func (t teller) textWord() string {
	if t.spec().Prompt() {
		return "value"
	}
	return "text"
}

// carriedOutNow says how what had been asked for earlier was carried out.
func (t teller) carriedOutNow() string {
	const unseen = ", and nothing was checked again."
	name := Called(t.w, t.c.Object)
	switch effect := t.spec().Effect; {
	case t.c.Object.Kind == "file" && (effect == engine.Opens || effect == engine.Deletes):
		return fmt.Sprintf("%s was deleted at its last close, as #%d had asked%s", name, t.x.Number, unseen)
	case t.c.Object.Kind == "file" && effect == engine.Writes:
		return fmt.Sprintf("What #%d had written into the cache reached %s only now%s", t.x.Number, name, unseen)
	}
	return fmt.Sprintf("#%d took effect only now%s", t.x.Number, unseen)
}

// firstDoing is the try that did before what the request did again; the request itself where a copy of it did.
func (t teller) firstDoing() *engine.Exchange {
	for _, try := range tries(t.w, t.x) {
		if try.Altered && !try.Decided.IsZero() && try.Decided.Event < t.c.Event {
			return try
		}
	}
	return nil
}

// takenAway is another's delete between what was done first and what did it again: without that the same again could
// not have been done. nil: there was none.
func (t teller) takenAway(first *engine.Exchange) *engine.Exchange {
	x := t.w.Exchange(t.c.Victim.Request)
	if x == nil || x.By == t.c.By || t.w.Spec(x.Verb).Effect != engine.Deletes ||
		x.Decided.Event < first.Decided.Event {
		return nil
	}
	return x
}

func (t teller) doneFirst(first *engine.Exchange) Step {
	return Step{Text: fmt.Sprintf("#%d was done: %s.", first.Number, t.whatItDid(first)),
		Event: first.Decided.Event, at: first.Decided.At}
}

// whatItDid is what an earlier try did and when, and how its sender did not come to hear of it before the next one.
func (t teller) whatItDid(first *engine.Exchange) string {
	end := ""
	switch {
	case !first.Lost.IsZero() && first.Lost.Event >= first.Decided.Event:
		end = "; its answer was lost"
	case first.Is(t.x): // a copy is no try of its writer's
	case first.Sent.Event > t.x.Sent.Event: // the older one was late
	case first.Heard.IsZero() || first.Heard.Event > t.x.Sent.Event:
		end = "; its answer was not heard before the next try"
	}
	return fmt.Sprintf("%s %s%s%s", t.who(first.By), t.doing(first, first.AnswerOf(first.Decided.Event)),
		strings.TrimSuffix(t.when(first.Decided), fmt.Sprintf(" with #%d", first.Number)),
		t.atOnce(first)+t.hidUntil(first)+end)
}

// tookPart says what went into the whole, and whose it was.
func (t teller) tookPart() Step {
	x := t.w.Exchange(t.c.Victim.Request)
	if x == nil {
		return t.happened(t.c.Victim)
	}
	s := t.happened(t.c.Victim)
	if id := t.pieceOf(x); id != "" && t.w.Spec(x.Verb).Effect == engine.Stages && !strings.Contains(s.Text, id) {
		s.Text = strings.TrimSuffix(s.Text, ".") + ": " + id + "."
	}
	if over := t.pieceUnder(x, t.c.Victim.Event); over != nil && t.ownPiece().Text != "" {
		whose := ""
		if over.By != t.c.By {
			whose = possessive(t.who(over.By)) + " "
		}
		s.Text = fmt.Sprintf("%s, in the place of that of %s#%d.", strings.TrimSuffix(s.Text, "."), whose, over.Number)
	}
	return s
}

// ownPiece is the piece that the sender had staged itself under the id under which another's went into the whole, and
// which lay there until others took its place.
func (t teller) ownPiece() Step {
	const most = 16 // of pieces one over the other
	event := t.c.Victim.Event
	own := t.w.Exchange(t.c.Victim.Request)
	for n := 0; n < most && own != nil && own.By != t.c.By; n++ {
		if own = t.pieceUnder(own, event); own != nil {
			event = own.Decided.Event
		}
	}
	if own == nil || own.By != t.c.By || own.Number == t.c.Victim.Request {
		return Step{}
	}
	s := t.happened(own.Decided)
	if id := t.pieceOf(own); !strings.Contains(s.Text, id) {
		s.Text = strings.TrimSuffix(s.Text, ".") + ": " + id + "."
	}
	return s
}

// pieceUnder is the request whose piece lay where a request, as it was decided by an event, staged another; nil: none.
func (t teller) pieceUnder(x *engine.Exchange, event int) *engine.Exchange {
	if x == nil || t.w.Spec(x.Verb).Effect != engine.Stages {
		return nil
	}
	return t.w.Exchange(x.VerdictOf(event).Over)
}

// pieceOf is which piece a request staged, as `block 0001`.
func (t teller) pieceOf(x *engine.Exchange) string {
	for _, a := range x.Args {
		if a.Name == "block" || a.Name == "part" {
			return a.Name + " " + Tag(t.w, a.Value)
		}
	}
	return ""
}

// toldOfEnd is the newest refusal by which the sender had heard that its lease was over, where it had.
func (t teller) toldOfEnd() Step {
	h, that := t.endHeard()
	if h == nil {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s heard that %s: #%d was refused.", t.who(h.By), that, h.Number),
		Event: h.Heard.Event, at: h.Heard.At}
}

// endHeard is that refusal, and what it said: that the lease is over, or that another stands in its place.
func (t teller) endHeard() (refused *engine.Exchange, that string) {
	own, believes := t.belief()
	about := []engine.ObjectID{t.c.Object}
	if guardian := t.w.Guardian(t.c.Object); !guardian.IsZero() {
		about = append(about, guardian)
	}
	for h := range t.w.HeardOf(t.x.By, t.w.AboutBy(t.x.By, about...)) {
		why := h.Answer.Why
		if why == nil || h.Heard.Event >= t.x.Sent.Event || h.Object != t.c.Object &&
			h.Object != t.w.Guardian(t.c.Object) {
			continue
		}
		if why.Rule.Kind == engine.LeaseOver {
			return h, "the lease was over"
		}
		if believes && why.Rule.Kind == engine.IsLeased && slices.ContainsFunc(carried(t.w, h, "lease"),
			func(v engine.Value) bool { return LeaseNamed(v) == LeaseNamed(own.got.Answer.Field("lease")) }) {
			return h, "another lease stands there"
		}
	}
	return nil, ""
}

// overwritten says what the request did to another's work: `Ana's v4 was overwritten by Ben`.
func (t teller) overwritten() string { return t.overwrittenFirst() + t.wentAlong() }

// overwrittenFirst says that of the work that the finding names alone.
func (t teller) overwrittenFirst() string {
	by, whose := t.who(t.c.By), possessive(t.who(t.c.Whose))
	if t.inRow() {
		whose = "In " + t.object() + " " + whose
	}
	victim, deleted, switched := t.w.Exchange(t.c.Victim.Request), WasDelete(t.w, t.c), t.switched()
	if said := cmp.Or(t.accessReversed(), t.wentWithHolder()); said != "" {
		return said
	}
	switch {
	case t.c.Part == engine.Undeleted && t.deletes() && deleted:
		return fmt.Sprintf("%s removal of the delete marker of %s was undone by %s", whose, t.object(), by)
	case t.c.Part == engine.Undeleted && t.deletes():
		return fmt.Sprintf("%s undelete of %s was undone by %s", whose, t.object(), by)
	case t.c.Part == engine.Undeleted:
		return fmt.Sprintf("%s had brought %s back, and %s wrote over it", t.who(t.c.Whose), t.object(), by)
	case deleted && !t.deletes() && t.goneAtOnce():
		wrote := fmt.Sprintf("%s wrote it again with #%d", by, t.x.Number)
		if t.c.Whose == t.c.By {
			wrote = fmt.Sprintf("the older #%d wrote it again", t.x.Number)
		}
		return fmt.Sprintf("%s had deleted %s, and %s, with an expiry in the past: it was gone at once",
			t.who(t.c.Whose), t.object(), wrote)
	case victim == nil && !t.deletes():
		return fmt.Sprintf("%s had expired, as set by %s, and %s brought it back", t.object(), t.who(t.c.Whose), by)
	case t.c.Whose == t.c.By && deleted && !t.deletes():
		return fmt.Sprintf("%s later delete of %s was undone by the older #%d", whose, t.object(), t.x.Number)
	case deleted && t.spec().Effect == engine.Deletes && t.undoes():
		return fmt.Sprintf("%s delete of %s was undone by %s, who took its delete marker away", whose, t.object(), by)
	case TookExpiry(t.w, t.c):
		return fmt.Sprintf("%s removal of the expiry of %s was undone by %s", whose, t.object(), by)
	case UndidRemoval(t.w, t.c):
		return fmt.Sprintf("%s removal of %s was undone by %s", whose, t.removedPart(), by)
	case t.c.Whose == t.c.By:
		did := "overwritten"
		switch {
		case t.deletes():
			did = "deleted"
		case t.c.Part == "expiry" && t.c.Gone:
			did = "removed"
		}
		return fmt.Sprintf("%s later %s %s by the older #%d", whose, t.whatWas(), did, t.x.Number)
	case t.spec().Effect == engine.Closes:
		return fmt.Sprintf("%s unwritten %s thrown away by %s", whose, t.whatWas(), by)
	case deleted && !t.deletes():
		return fmt.Sprintf("%s delete of %s was undone by %s", whose, t.object(), by)
	case MovedTo(t.w, t.x, t.c.Object).Name != "":
		return fmt.Sprintf("%s %s moved to %s by %s", whose, t.whatWas(),
			Called(t.w, MovedTo(t.w, t.x, t.c.Object)), by)
	case (t.deletes() || slices.Contains(engine.TextNames(), t.c.Part) && t.goneAtOnce()) && victim != nil &&
		!deleted:
		return fmt.Sprintf("%s %s deleted by %s", whose, t.whatWas(), by)
	case switched != "":
		return switched
	case t.c.More != "":
		return t.propertiesLost(whose, by)
	case t.c.Gone && strings.HasPrefix(t.c.Part, "."):
		return fmt.Sprintf("%s property %q was removed by %s", whose, t.part(), by)
	case (t.c.Gone || t.clears()) && !t.deletes() && !slices.Contains(engine.TextNames(), t.c.Part) && t.c.Part != "*":
		return fmt.Sprintf("%s %s removed by %s", whose, t.whatWas(), by)
	case strings.HasPrefix(t.c.Part, "."):
		return fmt.Sprintf("%s change to %q was overwritten by %s", whose, t.part(), by)
	case t.holdsAll():
		return fmt.Sprintf("%s %s replaced by %s, whose %s holds all of it%s", whose, t.whatWas(), by, t.textWord(),
			t.but(victim))
	}
	return fmt.Sprintf("%s %s overwritten by %s", whose, t.whatWas(), by)
}

// undoes says whether a delete of one version brought back what another delete had hidden: it named the marker that
// this one had left.
func (t teller) undoes() bool {
	victim := t.w.Exchange(t.c.Victim.Request)
	marker := victim.Answer.Field(versionID)
	return !marker.IsZero() && slices.ContainsFunc(t.x.Resolved(), func(a engine.Arg) bool {
		return a.Name == versionID && a.Value.Equal(marker)
	})
}

// goneAtOnce says whether what the request wrote was gone with it: its deadline was over already.
func (t teller) goneAtOnce() bool {
	return t.spec().Prompt() && slices.ContainsFunc(t.x.Shows, func(p engine.Part) bool {
		return p.Object == t.c.Object && p.Name == t.c.Part && p.Gone && p.Mark.Request == t.x.Number
	})
}

// propertiesLost names all properties of another's that the request replaced or removed.
func (t teller) propertiesLost(whose, by string) string {
	first := t.c.Part
	if t.c.Gone {
		first = "-" + first
	}
	var changed, taken []string
	for _, name := range strings.Fields(first + t.c.More) {
		if rest, gone := strings.CutPrefix(name, "-"); gone {
			taken = append(taken, strconv.Quote(strings.TrimPrefix(rest, ".")))
			continue
		}
		changed = append(changed, strconv.Quote(strings.TrimPrefix(name, ".")))
	}
	lost := func(list []string, one, many, did string) string {
		if len(list) == 1 {
			return fmt.Sprintf("%s %s was %s by %s", one, list[0], did, by)
		}
		return fmt.Sprintf("%s %s were %s by %s", many, And(list), did, by)
	}
	switch {
	case len(taken) == 0:
		return whose + " " + lost(changed, "change to", "changes to", "overwritten")
	case len(changed) == 0:
		return whose + " " + lost(taken, "property", "properties", "removed")
	}
	first = strings.TrimSuffix(lost(changed, "change to", "changes to", "overwritten"), " by "+by)
	return whose + " " + first + ", and " + lost(taken, "property", "properties", "removed")
}

// deletes says whether the request removed what it harmed, at once or by the close of what it opened.
func (t teller) deletes() bool {
	effect := t.spec().Effect
	return effect == engine.Deletes || effect == engine.Opens && t.carriedOut() ||
		t.inRow() && tookAway(t.x, t.c.Object) // by an operation of a group
}

func (t teller) heldNoLonger() string {
	first := fmt.Sprintf("%s held a lease that had ended.", t.who(t.c.By))
	if h, ok := t.belief(); ok && h.over {
		first = strings.TrimSpace(h.text + " " + t.tookBelief().Text)
	}
	return fmt.Sprintf("%s %s, whose lease was over%s. %s", first,
		strings.TrimSuffix(sentence(t.overwrittenFirst()), "."), t.wentAlong(), t.toNobody())
}

func (t teller) olderText() string {
	if t.watchedOnly() {
		return fmt.Sprintf("%s began to watch after %s change, and went by an older value. %s %s",
			t.who(t.c.By), possessive(t.who(t.c.Whose)), sentence(t.overwritten()), t.toNobody())
	}
	if said := t.fromElsewhere(); said != "" {
		return said
	}
	if t.sameSecond() != nil { // the date came with the newest answer, and is that of the text as well
		return t.withinOneSecond()
	}
	return fmt.Sprintf("%s sent the newest %s with %s. %s %s", t.who(t.c.By), t.guardWord(), t.olderWork(),
		sentence(t.overwritten()), t.toNobody())
}

func (t teller) fitsBoth() string {
	if h := t.notOfBase(); h != nil {
		return fmt.Sprintf("The value that %s sent is not the one of #%d, but %s newer one. %s %s",
			t.who(t.c.By), h.Number, possessive(t.who(t.c.Whose)), sentence(t.overwritten()), t.toNobody())
	}
	if said := t.fromElsewhere(); said != "" {
		return said
	}
	if t.sameSecond() != nil {
		return t.withinOneSecond()
	}
	return fmt.Sprintf("The %s that %s sent fits %s newer work too. %s %s", t.guardWord(),
		t.who(t.c.By), possessive(t.who(t.c.Whose)), sentence(t.overwritten()), t.toNobody())
}

func (t teller) twoMoments() string {
	return fmt.Sprintf("What %s read in pieces belongs to two moments: in between, %s.", t.who(t.c.By),
		strings.TrimSuffix(t.did(t.c.Victim), "."))
}

// doneAgain names both doings: what was done first, and what did it again.
func (t teller) doneAgain() string {
	first := t.firstDoing()
	if first == nil {
		return fmt.Sprintf("%s's work was done a second time, by %s. Nobody was told.", t.who(t.c.Whose), t.who(t.c.By))
	}
	who, what := fmt.Sprintf("#%d", t.x.Number), "it"
	if Asks(t.w, first) != Asks(t.w, t.x) || t.inOtherNames(first) {
		what = "the same work"
	}
	switch {
	case first.Is(t.x):
		who, what = "a second copy", "it"
	case first.Sent.Event > t.x.Sent.Event:
		who += ", sent before it and late,"
	}
	if newest := t.newestBetween(first); newest != nil {
		return fmt.Sprintf("%s %s %s Nobody was told.", t.doneFirst(first).Text, sentence(t.did(newest.Decided)),
			strings.Replace(fmt.Sprintf("%s did %s again.", who, what), "a second", "A second", 1))
	}
	return fmt.Sprintf("%s, and %s did %s again. Nobody was told.", strings.TrimSuffix(t.doneFirst(first).Text, "."),
		who, what)
}

func (t teller) tookIn() string {
	if TornWhole(t.c) {
		return t.ofTwoMoments()
	}
	what := possessive(t.who(t.c.Victim.By)) + " part"
	if x := t.w.Exchange(t.c.Victim.Request); x != nil {
		if pieces := t.taken(); pieces != "" {
			what = pieces
		} else if beside, _, _ := strings.Cut(t.c.Part, ofVersion); slices.Contains(partsBeside(), beside) {
			what = possessive(t.who(x.By)) + " " + beside
		} else if v := versionMade(x, t.c.Victim.Event); v != "" {
			what = possessive(t.who(x.By)) + " " + v
		}
	}
	own, by := t.emptied()
	return strings.TrimSpace(fmt.Sprintf("%s What %s %s holds %s, which %s had not read. The answer was a success.",
		t.threwAway(by, own), t.who(t.c.By), t.storedIt(), what, t.who(t.c.By)))
}

func (t teller) replaced() string {
	if _, own := t.byOwnLease(); own {
		said := fmt.Sprintf("%s: it had been sent under the id of %s lease, which was not %s (#%d).",
			strings.TrimSuffix(sentence(t.overwritten()), "."), possessive(t.who(t.c.By)),
			possessive(t.who(t.c.Whose)), t.c.Victim.Request)
		if t.byHolder() {
			said += fmt.Sprintf(" %s #%d went under %s own lease.", possessive(t.who(t.c.By)), t.x.Number,
				possessive(t.who(t.c.By)))
		}
		return said + " " + t.toNobody()
	}
	return sentence(t.overwritten()+t.afterRemake()+t.afterBreak()+t.withoutAgreed()) + " " + t.toNobody()
}

func (t teller) cannotKnow() string {
	if t.x.Heard.IsZero() && t.handedBack() != "" {
		return fmt.Sprintf("The answer is %s, %s. %s has not heard it.", strings.TrimSuffix(Says(t.spec(), t.answer()),
			"."), t.handedBack(), t.who(t.c.By))
	}
	if t.x.Heard.IsZero() { // it may still be under way, or be lost
		answer := strings.TrimSuffix(Says(t.spec(), t.answer()), ".")
		if !t.x.GaveUp.IsZero() {
			return fmt.Sprintf("The answer is %s; %s had stopped waiting for it, and has not heard it. It says "+
				"nothing about this.", answer, t.who(t.c.By))
		}
		return fmt.Sprintf("The answer is %s, and %s has not heard it. It says nothing about this.", answer,
			t.who(t.c.By))
	}
	blind := t.c.By
	switch first := t.firstDoing(); {
	case t.c.Kind == engine.BorrowedLease && t.spec().Effect == engine.AcquiresLease:
		return fmt.Sprintf("%s heard: %s, as if the lease had been free. %s cannot know either.", t.who(t.c.By),
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), t.who(t.c.Whose))
	case t.c.Kind == engine.BorrowedLease && t.lostSameID():
		return fmt.Sprintf("%s heard: %s, as if its own lease stood still. %s cannot know either.", t.who(t.c.By),
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), t.who(t.c.Whose))
	case t.c.Kind == engine.BorrowedLease: // its sender knows whose lease it is not
		blind = t.c.Whose
	case t.c.Kind == engine.StaleHolder && t.knewTheEnd() != "":
		return fmt.Sprintf("%s heard: %s. %s %s cannot know.", t.who(t.c.By),
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), t.knewTheEnd(), t.who(t.c.Whose))
	case t.c.Kind == engine.DoneTwice && first != nil && !first.Is(t.x) && !first.Heard.IsZero() &&
		first.Answer.Accepted():
		return fmt.Sprintf("%s heard both: #%d was answered %s, and #%d %s.", t.who(t.c.By), first.Number,
			strings.TrimSuffix(Says(t.w.Spec(first.Verb), &first.Answer), "."), t.x.Number,
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."))
	case t.c.Kind == engine.DoneTwice && first != nil && !first.Is(t.x) && t.shownFirst(first) != "":
		return fmt.Sprintf("%s heard: %s. %s", t.who(t.c.By), strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."),
			t.shownFirst(first))
	case t.gapByClock():
		return fmt.Sprintf("%s heard: %s. That its lease had been over in between, %s own clock said. %s cannot know.",
			t.who(t.c.By), strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), possessive(t.who(t.c.By)),
			t.who(t.c.Whose))
	case t.couldKnow() != "":
		return fmt.Sprintf("%s heard: %s. %s", t.who(t.c.By), strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."),
			t.couldKnow())
	case t.shownMeanwhile() != "":
		return fmt.Sprintf("%s heard: %s. %s", t.who(t.c.By), strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."),
			t.shownMeanwhile())
	case t.handedBack() != "":
		return fmt.Sprintf("%[1]s heard: %[2]s, %[3]s. %[1]s can know by that, %[4]s cannot.", t.who(t.c.By),
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), t.handedBack(), t.who(t.c.Whose))
	}
	return fmt.Sprintf("%s heard: %s. %s cannot know.", t.who(t.c.By),
		strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."), t.who(blind))
}

// shownFirst says which answer showed the sender what the first doing wrote; empty where none did. A text tells that it
// is there, and not by whom.
func (t teller) shownFirst(first *engine.Exchange) string {
	found := resolve(t.w, first)
	if !found.decided || !found.done || found.by.Is(first) {
		return ""
	}
	had := "had shown"
	if found.by.Heard.Event > t.x.Sent.Event {
		had = "has since shown"
	}
	what := fmt.Sprintf("that %s is there", Called(t.w, first.Object)) // a listing or a HEAD shows no more
	if i := slices.IndexFunc(found.by.Shows, func(p engine.Part) bool {
		return p.Mark.Request == first.Number && p.Gone
	}); i >= 0 {
		nothing := "nothing"
		if strings.HasPrefix(found.by.Shows[i].Name, "unlisted ") { // a listing, of what may be there by now
			nothing = "nothing but what it lists"
		}
		return fmt.Sprintf("#%d %s %s that %s is there, but not whose doing that is.", found.by.Number, had,
			t.who(t.c.By), nothing)
	}
	if slices.ContainsFunc(found.by.Shows, func(p engine.Part) bool {
		return p.Mark.Request == first.Number && slices.Contains(engine.TextNames(), p.Name)
	}) {
		what = fmt.Sprintf("what #%d wrote", first.Number)
	}
	return fmt.Sprintf("#%d %s %s %s, but not whose it is.", found.by.Number, had, t.who(t.c.By), what)
}

// knewTheEnd says how who wrote under a lease that was over could have known; empty where it could not.
func (t teller) knewTheEnd() string {
	who := t.who(t.c.By)
	if h, that := t.endHeard(); h != nil {
		return fmt.Sprintf("%s had heard that %s.", who, that)
	}
	if h, ok := t.belief(); ok && h.over && h.end.IsZero() && h.at <= t.x.Sent.At {
		return fmt.Sprintf("That the lease was over, %s own clock said.", possessive(who))
	}
	return ""
}

// watchedOnly says whether a transaction went by what it watched, and none of its commands named a version.
func (t teller) watchedOnly() bool {
	if !t.ofQueue() {
		return false
	}
	return !slices.ContainsFunc(t.queued(), comparesByWord)
}
