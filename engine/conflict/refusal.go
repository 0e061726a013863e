package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// stepsOfRefusal are what the request was made from, what it met, what was sent and what was answered; and of a lease
// or a receipt that was once the sender's own, how it came to its end.
func (t teller) stepsOfRefusal() []Step {
	c := t.c.Cause
	if ReplacedPart(t.w, t.c) {
		return t.stepsOfPart()
	}
	var steps []Step
	switch t.c.Kind {
	case engine.StaleWrite, engine.IsGone, engine.TwoAtOnce, engine.Unfinished, engine.ByPolicy:
		steps = append(steps, t.based())
		if t.c.Kind == engine.StaleWrite {
			steps = append(steps, t.endOfBelief(), t.tookBelief(), t.removed(), t.textBefore())
			steps = append(append(steps, t.removedFirst()...), t.agreedSteps()...)
			steps = append(steps, t.gaveBackOnTheWay()...)
		}
		if began := t.upload(); began != nil && (t.c.Kind == engine.TwoAtOnce || t.uploadGone()) {
			steps = append(steps, t.happened(began.Decided))
		}
		if t.c.Kind == engine.IsGone || t.c.Kind == engine.Unfinished {
			steps = append(append(steps, t.ownReceipt()...), t.leaseOnGone()...)
		}
		if x := t.staged(); x != nil && t.c.Kind == engine.IsGone {
			s := t.happened(x.Decided)
			s.Text = strings.TrimSuffix(s.Text, ".") + ": " + t.pieceOf(x) + "."
			steps = append(steps, s)
			if by := t.endOfPiece(x); by != nil && by.Number != t.c.Cause.Since.Request {
				steps = append(steps, Step{Text: t.threwAway(by, x), Event: by.Decided.Event, at: by.Decided.At})
			}
		}
	case engine.IsLeased, engine.LeaseOver:
		steps = append(steps, t.ownLease()...)
	case engine.OldReceipt:
		steps = append(steps, t.ownReceipt()...)
	}
	switch {
	case t.c.Kind == engine.OwnEcho && t.ownTry() != nil:
		steps = append(steps, t.doneFirst(t.ownTry()), t.happened(c.Ended), t.putOverOwn())
	case t.never() == "":
		steps = append(append(steps, t.ownBefore(steps)...), t.happened(c.Since), t.makerUnheard(), t.readSince())
		steps = append(steps, t.stepsOfRemoval()...)
	}
	// else nothing breaks, and to look for it takes as long as the session is
	if t.c.Kind == engine.IsLeased || t.c.Kind == engine.OwnEcho && t.spec().Effect == engine.AcquiresLease {
		told := func(b *engine.Exchange) bool { // as the end of the sender's own lease
			return slices.ContainsFunc(steps, func(s Step) bool { return s.Event == b.Decided.Event })
		}
		if b := t.breaking(); b != nil && !told(b) {
			steps = append(steps, t.happened(b.Decided))
		}
		steps = append(steps, t.renewedSince(c.Since))
	}
	steps = append(steps, t.sent())
	if t.failedLater() {
		return append(steps, t.answered("The service gave up the copy."+t.compared()))
	}
	reply := t.saidNo()
	return append(steps, t.answered(fmt.Sprintf("The service said %s.%s%s%s", reply, t.among(), t.compared(),
		t.lasts())), t.rivalWentThrough())
}

// rivalWentThrough is what became of the request that stood undecided beside a refused one, where it was done: what
// stands there since is its work, and by that the same again is judged.
func (t teller) rivalWentThrough() Step {
	rival := t.w.Exchange(t.c.Cause.Since.Request)
	if t.c.Kind != engine.TwoAtOnce || rival == nil || !rival.Took || rival.Decided.Event < t.c.Event {
		return Step{}
	}
	return t.happened(rival.Decided)
}

// readSince says that its sender had read the newer version before it sent what compares the older one. Nothing where
// it had not.
func (t teller) readSince() Step {
	base := t.basis()
	if t.c.Kind != engine.StaleWrite || !t.spec().Changes() || base == nil || t.x.Guards != base.Number {
		return Step{}
	}
	h := t.lastOf(t.x.Object)
	if h == nil || h.Number == base.Number || h.Decided.Event < t.c.Cause.Since.Event || h.Answer.Text().IsZero() ||
		t.w.Spec(h.Verb).Group != engine.GroupRead {
		return Step{}
	}
	what := Called(t.w, h.Object)
	if v := h.Answer.Field("version"); !v.IsZero() {
		what = "v" + v.String()
	}
	return Step{Text: fmt.Sprintf("%s read %s with #%d%s, and sent #%d with what the older #%d had shown.",
		t.who(t.c.By), what, h.Number, t.when(h.Decided), t.x.Number, base.Number), Event: h.Decided.Event,
		at: h.Decided.At}
}

// among says which of several requests in one was refused, as one operation of a group or one command of a transaction;
// empty where there is one alone, or where the replies do not tell.
func (t teller) among() string {
	if t.spec().Effect != engine.Groups || t.c.Answer == nil {
		return ""
	}
	what, at, list := "Operation", -1, []string(nil)
	if n, ok := t.c.Answer.Field("index").Int(); ok {
		at = int(n)
		for _, a := range t.x.Args {
			if p, _ := t.spec().Param(a.Name); p.Group && len(list) == 0 {
				requests, _ := engine.Requests(a.Value, t.w.Spec)
				for _, r := range requests {
					list = append(list, strings.TrimSpace(r.Verb+" "+t.w.Spec(r.Verb).Target(r.Args)))
				}
			}
		}
	} else if replies, ok := t.c.Answer.Field("reply").List(); ok {
		what, at = "Command", t.refusedCommand()
		if at < 0 || len(replies) == 0 {
			return ""
		}
		for _, x := range t.queued() {
			list = append(list, strings.TrimSpace(Asks(t.w, x)))
		}
	}
	if at < 0 || at >= len(list) || len(list) == 1 {
		return ""
	}
	return fmt.Sprintf(" %s %d of %d was refused: %s.", what, at+1, len(list), list[at])
}

// refusedCommand is which of the queued lines was refused, as far as the replies tell; -1: they do not.
func (t teller) refusedCommand() int {
	if t.c.Answer == nil || t.c.Cause == nil {
		return -1
	}
	replies, _ := t.c.Answer.Field("reply").List()
	if len(replies) != len(t.queued()) {
		return -1
	}
	return slices.IndexFunc(replies, func(v engine.Value) bool { return v.String() == t.c.Cause.Rule.Fault.Message })
}

// queued are the lines that a transaction carried out, in their order: those that were answered as queued since the one
// that began it. A script carries out its own, and a transaction that has ended is another one.
func (t teller) queued() (lines []*engine.Exchange) {
	carriesOut := func(spec *engine.OpSpec) bool {
		return spec.Effect == engine.Groups && spec.Group == engine.GroupOther && spec.Prompt()
	}
	if !carriesOut(t.spec()) {
		return nil
	}
	for x := range t.w.SentBefore(t.x) {
		switch {
		case x.Words.On != t.x.Words.On:
		case carriesOut(t.w.Spec(x.Verb)) && !x.Decided.IsZero():
			return nil
		case x.Answer.Field("reply").String() == "QUEUED":
			lines = append(lines, x)
		case t.w.Spec(x.Verb).Effect == engine.Gathers:
			slices.Reverse(lines)
			return lines
		}
	}
	return nil
}

// Queued says whether a request is a transaction that carries out the lines that were queued for it.
func Queued(w *engine.World, x *engine.Exchange) bool { return teller{w: w, x: x}.ofQueue() }

func (t teller) ofQueue() bool {
	return t.spec().Effect == engine.Groups && t.spec().Prompt() && len(t.queued()) > 0
}

// saidNo is the reply to a refused request with the service's code. What was accepted as a whole has the refusal
// inside.
func (t teller) saidNo() string {
	fault, reply := t.c.Cause.Rule.Fault, strings.TrimSuffix(t.reply(), ".")
	switch {
	case t.inside():
		return reply + ", with " + fault.String() + " inside"
	case reply == fault.Code || t.spec().Replies() || fault.Code == fmt.Sprint(fault.Status):
		return reply
	}
	return reply + " (" + fault.Code + ")"
}

// inside says whether the answer that held this refusal was a success by its status, as that to a group transaction
// is, or to a list of keys to delete.
func (t teller) inside() bool {
	status := t.x.Answer.Status
	return t.isEntry() || t.spec().Effect == engine.Groups && !t.spec().Prompt() && status >= 200 && status < 300
}

// ofCopy says whether another copy of the request was answered before, and otherwise.
func (t teller) ofCopy() bool { return t.x.Answer.Why != t.c.Cause }

// refused ends the first sentence of a refusal.
func (t teller) refused() string {
	if t.isEntry() {
		return fmt.Sprintf("%s was left as it is; the request's other entries were judged separately.", t.object())
	}
	if t.failedLater() {
		return fmt.Sprintf("The service gave up %s's copy, which left %s empty, and nobody was told.", t.who(t.c.By),
			Called(t.w, t.x.Object))
	}
	switch n := t.linesDone(); {
	case n > 1:
		return fmt.Sprintf("A command in %s's transaction was refused, and the others were carried out.", t.who(t.c.By))
	case n == 1:
		return fmt.Sprintf("The command in %s's transaction was refused.", t.who(t.c.By))
	case t.partlyDone():
		return fmt.Sprintf("%s's request was refused, and part of it was done.", t.who(t.c.By))
	case t.leavesOpen():
		return fmt.Sprintf("Nothing changed this time, but that answer leaves open whether %s's request was done.",
			t.who(t.c.By))
	}
	return fmt.Sprintf("%s's request was refused and nothing changed.", t.who(t.c.By))
}

func (t teller) heardRefusal() string {
	if t.linesDone() > 0 {
		return fmt.Sprintf("%s heard: %s.", t.who(t.c.By), strings.TrimSuffix(t.reply(), "."))
	}
	switch {
	case t.isEntry() && t.x.Heard.IsZero():
		return fmt.Sprintf("%s has not heard it: %s, with this refusal inside.", t.who(t.c.By), reason(&t.x.Answer))
	case t.isEntry():
		return fmt.Sprintf("%s heard %s, with this refusal inside.", t.who(t.c.By), reason(&t.x.Answer))
	}
	if t.failedLater() {
		return fmt.Sprintf("%s heard %s when the copy began. Nobody was told that it was given up: a read of %s "+
			"says so.",
			t.who(t.c.By), reason(&t.x.Answer), Called(t.w, t.x.Object))
	}
	who, reply, changed := t.who(t.c.By), strings.TrimSuffix(t.reply(), "."), "Nothing changed."
	if t.inside() {
		reply = t.saidNo()
	}
	switch {
	case t.partlyDone() && t.leavesOpen():
		changed = "That answer does not tell how much of it was done."
	case t.partlyDone():
		changed = "Part of it was done."
	case t.leavesOpen():
		changed = "Nothing changed, which that answer does not tell."
	}
	switch {
	case t.x.Heard.IsZero() && !t.x.GaveUp.IsZero():
		return fmt.Sprintf("%s had stopped waiting, and has not heard it: %s. %s", who, reply, changed)
	case t.x.Heard.IsZero():
		return fmt.Sprintf("%s has not heard it: %s. %s", who, reply, changed)
	case t.ofCopy():
		return fmt.Sprintf("%s had heard the answer to another copy before: %s. This one changed nothing.", who,
			strings.TrimSuffix(Says(t.spec(), &t.x.Answer), "."))
	}
	return fmt.Sprintf("%s heard: %s. %s%s", who, reply, changed, t.ownUnknown())
}

// ownUnknown says that its writer cannot know what the referee does: whether an earlier try of its own, or another
// change of its own to the same, had been done that had no answer. Empty where there is none, or where the refusal
// has nothing to do with that.
func (t teller) ownUnknown() string {
	kinds := []engine.Trouble{engine.OwnEcho, engine.AlreadyThere, engine.StaleWrite, engine.IsGone}
	if !slices.Contains(kinds, t.c.Kind) ||
		t.c.Kind == engine.OwnEcho && t.spec().Effect == engine.Unlocks { // nobody else ends its lock
		return ""
	}
	unheard := func(try *engine.Exchange) bool {
		return try.Number < t.x.Number && (try.Heard.IsZero() || try.Heard.Event > t.x.Heard.Event)
	}
	knows := func(try *engine.Exchange) bool { // that the wish was done
		return try.Number < t.x.Number && !unheard(try) && try.Took && try.Answer.Accepted()
	}
	own := tries(t.w, t.x)
	if at := slices.IndexFunc(own, unheard); at >= 0 && !slices.ContainsFunc(own, knows) {
		return t.cannotTellOf(own[at])
	}
	if own := t.unheardMove(); own != nil && !t.heardBy(own, t.x.Heard.Event) {
		return t.cannotTellOf(own)
	}
	return ""
}

func (t teller) cannotTellOf(own *engine.Exchange) string {
	return fmt.Sprintf(" %s cannot tell from that whether #%d had been done.", t.who(t.c.By), own.Number)
}

// ownTry is the earlier try of the same wish that an echo met; nil where it met another request, or its own copy.
func (t teller) ownTry() *engine.Exchange {
	for _, try := range tries(t.w, t.x) {
		ended := t.c.Cause.Rule.Looks == engine.AtConnection && try.Took
		if (try.Number == t.c.Cause.Since.Request || ended) && !try.Is(t.x) {
			return try
		}
	}
	return nil
}

// makerUnheard says that who made what stood in the way had not heard that it did when this was refused: nobody may go
// on with what a lock or a marker keeps the others from. Nothing where it had heard, or for another refusal.
func (t teller) makerUnheard() Step {
	made := t.w.Exchange(t.c.Cause.Since.Request)
	if t.c.Kind != engine.AlreadyThere || t.spec().Group == engine.GroupDelete || made == nil ||
		made.By == t.c.By || made.By == engine.Seed ||
		!made.Heard.IsZero() && made.Heard.Event < t.c.Event {
		return Step{}
	}
	why, at := t.whyUnheard(made)
	return Step{Text: fmt.Sprintf("%s had not heard that #%d was done: %s.", t.who(made.By), made.Number, why),
		Event: max(at.Event, t.c.Cause.Since.Event), at: at.At}
}

// partlyDone says whether a refused request did part of what it asked for, as one that ran out of time.
func (t teller) partlyDone() bool {
	return !t.ofCopy() && t.x.Altered && !t.x.Answer.Accepted() && t.c.Event == t.x.Decided.Event
}

// leavesOpen says whether the answer does not tell its sender whether, or how far, the service did what it asked for.
func (t teller) leavesOpen() bool {
	effect := t.spec().Effect
	return t.c.Cause.Rule.Open && (t.spec().Changes() || effect == engine.Groups || effect == engine.Receives)
}

// linesDone is how many commands a transaction had that was carried out and in which one was refused; 0: none was.
func (t teller) linesDone() int {
	reply, list := t.x.Answer.Field("reply").List()
	if t.spec().Effect != engine.Groups || !t.spec().Prompt() || !list || t.c.Event != t.x.Decided.Event {
		return 0
	}
	return len(reply)
}

// IsEntry says whether a refusal is that of one of several objects which an accepted request named.
func IsEntry(c Finding, x *engine.Exchange) bool {
	return c.Severity == engine.SeverityRefused && x.Answer.Accepted() && !x.Decided.IsZero() &&
		c.Event == x.Decided.Event
}

func (t teller) isEntry() bool { return IsEntry(t.c, t.x) }

// failedLater says whether the request was accepted, and the work that it began ended as failed.
func (t teller) failedLater() bool {
	return t.x.Answer.Accepted() && !t.x.Decided.IsZero() && t.spec().Effect == engine.Copies &&
		t.c.Event > t.x.Decided.Event
}

// metThis says what the request met, which is enough where the rule says the rest.
func (t teller) metThis() string { return sentence(t.did(t.c.Cause.Since)) + " " + t.refused() }

// metPolicy says what of the policy stood against the request, as whoever set it may have set several things.
// What was taken away may still be met for a while.
func (t teller) metPolicy() string {
	still := ""
	if by := t.w.Exchange(t.c.Cause.Since.Request); by != nil && slices.ContainsFunc(by.Shows,
		func(p engine.Part) bool { return p.Gone && p.Mark.Request == by.Number }) {
		still = " The old policy still counts for a while."
	}
	return sentence(t.did(t.c.Cause.Since)) + still + t.compared() + " " + t.refused()
}

// atTheService tells of a change between the arrival of a request and its decision.
func (t teller) atTheService() string {
	if began := t.upload(); began != nil && t.c.Cause.Since.Event < t.x.Sent.Event {
		return fmt.Sprintf("%s %s's upload had been under way since #%d. %s", sentence(t.did(t.c.Cause.Since)),
			t.who(began.By), began.Number, t.refused())
	}
	met := "had already reached the service"
	if t.undecided(t.c.Cause.Since) {
		met = "was there too"
	}
	return fmt.Sprintf("%s %s's #%d %s. %s", sentence(t.did(t.c.Cause.Since)), t.who(t.c.By), t.x.Number, met,
		t.refused())
}

// wasRemoved tells of what is gone; of staged pieces whose they were.
func (t teller) wasRemoved() string {
	if s := t.staged(); s != nil {
		if by := t.endOfPiece(s); by != nil && by.Number != t.c.Cause.Since.Request {
			return fmt.Sprintf("%s %s", t.threwAway(by, s), t.refused())
		}
		became := "threw away what %s had staged"
		if x := t.w.Exchange(t.c.Cause.Since.Request); x != nil && t.takesIn(x, s) {
			became = "took the block that %s had staged"
		}
		return fmt.Sprintf("%s That "+became+". %s", sentence(t.did(t.c.Cause.Since)), t.who(t.x.By),
			t.refused())
	}
	gone := t.deletedAgain(t.c.Cause.Since) + t.andFurther()
	return strings.TrimSpace(t.endOfLeaseOn()+" "+strings.TrimSpace(gone+" "+t.nothingKept())) + " " + t.refused()
}

// staged is the newest request of the sender that staged a piece of what it names now, and whose piece another request
// has removed since; nil where there is none.
func (t teller) staged() *engine.Exchange {
	if t.spec().Effect != engine.Commits || t.c.Cause.Since.Request == 0 {
		return nil
	}
	for x := range t.w.Did(t.x.Object, engine.Stages).Before(t.x.Number).Newest() {
		if x.By == t.x.By {
			if x.Decided.Event < t.c.Cause.Since.Event && slices.ContainsFunc(x.Args,
				func(a engine.Arg) bool {
					return a.Name == "block" && strings.HasSuffix(" "+t.c.Cause.Want.String(), " "+a.Value.String())
				}) {
				return x
			}
		}
	}
	return nil
}

// takesIn says whether a request was a commit that named a staged block, and so made it part of what it wrote.
func (t teller) takesIn(x, staged *engine.Exchange) bool {
	if t.w.Spec(x.Verb).Effect != engine.Commits {
		return false
	}
	place := placeOf(x, blockID(staged))
	return place == "uncommitted" || place == "latest"
}

func (t teller) movedOn() string {
	if t.failedLater() {
		return fmt.Sprintf("%s while %s's copy was under way. The service gave up the copy, which left %s empty, "+
			"and nobody was told.",
			strings.TrimSuffix(sentence(t.did(t.c.Cause.Since)), "."), t.who(t.c.By), Called(t.w, t.x.Object))
	}
	if ReplacedPart(t.w, t.c) {
		return t.partMoved()
	}
	if never := cmp.Or(t.never(), t.sawItSo()); never != "" {
		return never + " " + t.refused()
	}
	first := cmp.Or(t.movedItself(), t.movedUnheard(), t.metThis())
	if own := t.tookBefore(); own.Text != "" {
		first = own.Text + " " + first
	} else if b := t.based(); b.Text != "" && b.Event < t.c.Cause.Since.Event {
		first = strings.TrimSpace(strings.TrimSpace(b.Text+" "+t.allRemoved())+" "+t.textBefore().Text) + " " + first
	}
	return first
}

// isThere tells of something in the way of a request that makes something, or that needs it to be empty.
func (t teller) isThere() string {
	asked, name := "asked to "+t.toDo()+" only if nothing was there", Called(t.w, t.x.Object)
	if _, file, handle := strings.Cut(name, "handle of "); handle {
		name = file
	}
	switch e := t.spec().Effect; {
	case t.c.Cause.Rule.Name == "target":
		asked = "asked to " + t.toDo() + " only if nothing was at the target"
	case e == engine.Deletes && t.c.Cause.Rule.Looks == engine.AtSnapshots:
		asked = fmt.Sprintf("asked to delete %s, which is refused while it has snapshots", name)
	case e == engine.Deletes:
		asked = fmt.Sprintf("asked to delete %s, which is refused while it holds anything", name)
	case e == engine.Creates:
		asked = "asked to create it too"
	}
	there := sentence(t.did(t.c.Cause.Since) + t.leftInside())
	if back := t.broughtBackBy(); back != nil {
		there = sentence(t.did(back.Decided))
		if t.w.Spec(back.Verb).Effect == engine.Deletes {
			there = sentence(t.did(back.Decided) + ", which brought back what it hid")
		}
	}
	return fmt.Sprintf("%s %s %s. %s", there, t.who(t.c.By), asked, t.refused())
}

// toDo is in short what was asked for where something stood in the way.
func (t teller) toDo() string {
	switch t.spec().Effect {
	case engine.Copies:
		return "copy"
	case engine.Renames:
		return "move it"
	case engine.Opens:
		return "create it"
	}
	return "write"
}

func (t teller) stillLeased() string {
	end, still := "", ""
	if c := t.c.Cause; c.Until != 0 && c.Until != engine.Never {
		end, still = t.lasts(), t.lasting("It still")
	}
	first := strings.TrimSpace(t.neverLeased() + " " + sentence(t.did(t.c.Cause.Since)))
	if s := t.renewedSince(t.c.Cause.Since); s.Text != "" && strings.Contains(s.Text, ", by the id of ") {
		first += " " + s.Text
	}
	first += end
	if b := t.breaking(); b != nil {
		first = strings.TrimSpace(t.neverLeased() + " " + sentence(t.did(b.Decided)) + still)
	}
	switch own, ok := t.leaseSent(); {
	case ok && own.over && own.end == t.c.Cause.Since: // what ended it is what stands in the way
		first = own.text + end
	case ok && own.over:
		first = own.text + " " + first
	}
	return first + " " + t.refused()
}

// breaking is the request that broke the lease which stands and has not ended yet; nil: none has.
func (t teller) breaking() *engine.Exchange {
	acquired := t.c.Cause.Since.Event
	for x := range t.w.Did(t.x.Object, engine.BreaksLease).Before(t.requestsAt(t.c.Event)).Newest() {
		if x.AcceptedIn(acquired, t.c.Event) { // the first copy of it may have met no lease
			return x
		}
	}
	return nil
}

func (t teller) leaseIsOver() string {
	if own, ok := t.leaseSent(); ok && own.over {
		text, since := own.text, t.c.Cause.Since
		taken := t.takenSince(own)
		if taken != nil && taken.Decided != own.end && taken.Decided.Event < since.Event { // in the order of events
			text, taken = text+" "+sentence(t.did(taken.Decided)), nil
		}
		x := t.w.Exchange(since.Request)
		if x != nil && t.w.Spec(x.Verb).Effect == engine.BreaksLease && own.end != since {
			text += " " + sentence(t.did(since)) // the end alone would have let it be renewed
		} else if t.wroteSince(own) {
			text += " " + sentence(t.did(since))
		}
		if taken != nil && taken.Decided != own.end {
			text += " " + sentence(t.did(taken.Decided))
		}
		return text + " " + t.refused()
	}
	first := fmt.Sprintf("The lease that %s named is over", t.who(t.c.By))
	switch c := t.c.Cause; {
	case t.spec().Effect == engine.BreaksLease: // a break names none
		first = "There is no lease to break"
	case !c.Want.Equal(c.Have) && !c.Have.IsZero():
		first = fmt.Sprintf("No lease has the id that %s named", t.who(t.c.By))
	}
	return fmt.Sprintf("%s: %s. %s", first, strings.TrimSuffix(t.did(t.c.Cause.Since), "."), t.refused())
}

// wroteSince says whether what keeps a lease whose time ran out from being renewed or given back is a change of what it
// stood on: until then its id was remembered.
func (t teller) wroteSince(own holding) bool {
	x, effect := t.w.Exchange(t.c.Cause.Since.Request), t.spec().Effect
	return (effect == engine.RenewsLease || effect == engine.ReleasesLease) && own.over && own.end.IsZero() &&
		x != nil && t.w.Spec(x.Verb).Changes() && !t.w.Spec(x.Verb).Effect.OfLease()
}

// takenSince is the newest request by which another took the lease, or gave it another id, after the sender's own had
// ended: without that it could still be renewed. nil: none did.
func (t teller) takenSince(own holding) *engine.Exchange {
	since := leaseWork(t.w, own.got.Object).From(own.got.Number + 1).Before(t.requestsAt(t.c.Event))
	for x := range since.Newest() {
		if x.By != t.x.By && x.Decided.Event < t.c.Event &&
			x.Decided.At >= own.at && GivesLease(t.w, x) {
			return x
		}
	}
	return nil
}

// oldReceipt says which answer's receipt was sent, and what made it an old one.
func (t teller) oldReceipt() string {
	got := t.receiptFrom()
	if got == nil {
		return t.metThis()
	}
	if by, _ := t.ownUpdates(got); by != nil && by.Number != t.c.Cause.Since.Request {
		return fmt.Sprintf("%s %s's request was refused: it sent the receipt of #%d, and %s's own #%d had given a "+
			"newer one before.", sentence(t.did(t.c.Cause.Since)), t.who(t.c.By), got.Number, t.who(by.By), by.Number)
	}
	return fmt.Sprintf("%s %s's request was refused: it sent the receipt of #%d, which no longer counts.",
		sentence(t.did(t.c.Cause.Since)), t.who(t.c.By), got.Number)
}

// tookBefore says that another try of the same wish had taken effect before the refusal met another's work.
func (t teller) tookBefore() Step {
	if t.c.Cause.Since.By == t.x.By || t.failedLater() {
		return Step{}
	}
	for _, try := range tries(t.w, t.x) {
		if try.Took && try.Decided.Event < t.c.Cause.Since.Event {
			of := ""
			if try.Object != t.x.Object {
				of = fmt.Sprintf(", of %s,", Called(t.w, try.Object))
			}
			return Step{Text: fmt.Sprintf("%s's own try #%d%s had taken effect before: %s.", t.who(t.x.By), try.Number,
				of, t.whatItDid(try)),
				Event: try.Decided.Event, at: try.Decided.At}
		}
	}
	return Step{}
}
