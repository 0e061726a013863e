package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// workTwice tells of work outside the storage that two have done, or one of two answers that gave it. No request did
// it: nobody was asked.
func (t teller) workTwice(told Narrative) Narrative {
	first, second := t.who(t.c.Whose), t.who(t.c.By)
	before, after := t.handedInOrder()
	kept := t.receiptRefused(before)
	renewal := kept != nil && t.w.Spec(kept.Verb).Effect == engine.Updates
	marker := t.markerRefused()
	told.First = t.workTwiceFirst(kept, renewal, marker)
	told.Steps = append(t.heardRefused(marker), t.receivedBy(t.c.Whose, t.c.Victim.Event), // then they work, in one go
		Step{Text: fmt.Sprintf("%s did the work%s%s.", first, t.when(t.c.Victim), t.takenFor(t.c.Victim.Request)),
			Event: t.c.Victim.Event},
		t.receivedBy(t.c.By, t.c.Event), t.peekedAt(t.c.Whose, t.c.Victim.Event), t.peekedAt(t.c.By, t.c.Event),
		t.otherText(t.c.Whose, t.c.Victim.Event), t.otherText(t.c.By, t.c.Event),
		Step{Text: second + t.didToo() + t.workedBetween() + t.takenFor(t.c.Request) + ".", Event: t.c.Event})
	told.Steps = append(told.Steps, t.keptOf(kept, renewal)...)
	if cause := t.renewalRefused(kept); cause != nil && !renewal { // the delete came too late for that
		told.First = t.workTwiceFirst(cause, true, marker) +
			fmt.Sprintf(" So was #%d, which was to delete it.", kept.Number)
		told.Steps = append(told.Steps, t.keptOf(cause, true)...)
	}
	t.tellUndelivered(&told)
	told.Steps = append(append(told.Steps, t.putBack(before)), t.hidden(kept)...)
	told.Steps = slices.DeleteFunc(told.Steps, func(s Step) bool { return s.Text == "" })
	slices.SortStableFunc(told.Steps, func(a, b Step) int { return a.Event - b.Event })
	told.Steps = slices.CompactFunc(told.Steps, func(a, b Step) bool { return a.Text == b.Text })
	told.Law = "No request did this work, so no condition is on it: one on a claim made before stops those who heed it."
	x := cmp.Or(t.handedOut(t.c.By, t.c.Event), t.handedOut(t.c.Whose, t.c.Victim.Event))
	if marker != nil {
		return t.besideRefusal(told, marker)
	}
	if beside, ok := t.besideMarker(told, first, second); ok && kept == nil {
		return beside
	}
	if kept == nil {
		t.tellReclaimed(&told)
	}
	switch {
	case x != nil && (t.unreceived(t.c.Whose, t.c.Victim.Event) || t.unreceived(t.c.By, t.c.Event)):
		told.Law = "Working on a message without receiving it keeps nobody else from receiving it."
	case x != nil:
		told.Law = "A message is handed out again when its visibility timeout ends, whether its work was done or not."
	}
	if x != nil {
		told.Rule = t.w.Spec(x.Verb).Source
	}
	told.Heard = fmt.Sprintf("No answer tells of this work. Neither %s nor %s can know.", first, second)
	if t.alone() {
		told.Heard = "No answer tells of this work."
	}
	if count := t.dequeued(t.handedOut(after, t.c.Event)); count > 1 {
		knows := t.unheardOfLost() + "cannot know"
		late := t.tooLate()
		if kept != nil && !kept.Heard.IsZero() || late != nil && late.By == before {
			knows = "heard only the refusal"
		}
		told.Heard = fmt.Sprintf("No answer tells of this work. %s %s; the dequeue count, %d, tells %s that the "+
			"message had been handed out before.", t.who(before), knows, count, t.who(after))
	}
	work := t.c.Victim.Event // of who was handed it before
	if before == t.c.By {
		work = t.c.Event
	}
	if renewal && !kept.Heard.IsZero() && kept.Heard.Event < work {
		told.Heard += fmt.Sprintf(" That #%d was refused %s had heard before the work.", kept.Number, t.who(before))
	}
	if kept != nil && kept.Heard.IsZero() {
		told.Heard += fmt.Sprintf(" %s has not heard that #%d was refused.", t.who(before), kept.Number)
	}
	return told
}

// besideRefusal tells of work that was done twice though a marker or a claim had refused one of the two before.
func (t teller) besideRefusal(told Narrative, marker *engine.Exchange) Narrative {
	told.Rule = t.w.Spec(marker.Verb).Source
	if t.w.Spec(marker.Verb).Effect.OfLease() { // for how long one is taken harms nobody here
		told.Rule.Differs = ""
	}
	told.Law = "A marker stops only those who heed the refusal."
	met := "something was there"
	if marker.Answer.Why.Rule.Kind != engine.AlreadyThere {
		told.Law = "A claim stops only those who heed the refusal."
		met = fmt.Sprintf("#%d was refused because of %s", marker.Number, t.refuser(marker))
	}
	told.Heard = fmt.Sprintf("%s heard that %s, but cannot know whether the work was done by then.",
		t.who(marker.By), met)
	return told
}

// tooLate is the request that is taken for the second doing of the work, where it was refused and its sender heard so,
// as a delete of what the other had deleted already; nil: none was.
func (t teller) tooLate() *engine.Exchange {
	x := t.w.Exchange(t.c.Request)
	if x == nil || !TakenForWork(t.w, t.c.Request) || x.Answer.Why == nil || x.Heard.IsZero() {
		return nil
	}
	return x
}

// takenFor says of work that nobody said to be done which request is taken for that, as a delete with a receipt is.
func (t teller) takenFor(request int) string {
	if !TakenForWork(t.w, request) {
		return ""
	}
	return fmt.Sprintf(": #%d, a delete with a receipt, is taken for that", request)
}

// TakenForWork says whether a request was taken for work that was done though nobody said so: it deletes a message with
// a receipt, and does not say otherwise (rules.md, "Silent", done-twice).
func TakenForWork(w *engine.World, request int) bool {
	x := w.Exchange(request)
	return x != nil && x.Words.Does == ""
}

// workTwiceFirst is the first sentence about work that was done twice; kept is the refusal after which the message
// stayed, marker the one that was not heeded.
func (t teller) workTwiceFirst(kept *engine.Exchange, renewal bool, marker *engine.Exchange) string {
	text := fmt.Sprintf("The work of %s was done twice, by %s and by %s", Called(t.w, t.c.Object),
		t.who(t.c.Whose), t.who(t.c.By))
	refused := ""
	switch {
	case t.alone():
		text = fmt.Sprintf("%s did the work of %s twice", t.who(t.c.By), Called(t.w, t.c.Object))
		if marker != nil {
			refused = fmt.Sprintf(", though #%d had been refused before", marker.Number)
		}
	case marker != nil:
		text = fmt.Sprintf("The work of %s was done twice, by %s and by %s", Called(t.w, t.c.Object),
			t.who(marker.Answer.Why.Since.By), t.who(marker.By))
		refused = fmt.Sprintf(", whose #%d had been refused before", marker.Number)
	}
	if before := t.workersUpTo(t.c.By); len(before) > 2 && !t.alone() {
		text = fmt.Sprintf("The work of %s was done %d times, by %s", Called(t.w, t.c.Object), len(before),
			And(before))
		if marker != nil {
			refused = fmt.Sprintf(". %s #%d had been refused before", possessive(t.who(marker.By)), marker.Number)
		}
	}
	if refused == "" && (TakenForWork(t.w, t.c.Request) || TakenForWork(t.w, t.c.Victim.Request)) {
		refused = ": a delete with a receipt is taken for that"
	}
	text += refused + "." + t.textsDiffer()
	switch {
	case marker != nil && (kept == nil || kept.Heard.IsZero()):
		return text
	case kept == nil && t.tooLate() != nil: // its own delete came when the message was gone
		x := t.tooLate()
		return text + fmt.Sprintf(" %s #%d was refused, and a %s does not say whether the work was done.",
			possessive(t.who(x.By)), x.Number, x.Answer.Why.Rule.Fault.Short())
	case kept == nil || kept.Heard.IsZero():
		return text + " Nobody was told."
	case renewal:
		return text + fmt.Sprintf(" %s's #%d, which was to hide it for longer, was refused.", t.who(kept.By),
			kept.Number)
	}
	return text + fmt.Sprintf(" %s's #%d was refused and the message stayed, which a %s does not say.", t.who(kept.By),
		kept.Number, kept.Answer.Why.Rule.Fault.Short())
}

// textsDiffer says what each of the two had been handed, where another text stood in the message by then; else nothing.
func (t teller) textsDiffer() string {
	_, first := t.textHanded(t.c.Whose, t.c.Victim.Event)
	_, second := t.textHanded(t.c.By, t.c.Event)
	if first == second || first == "" || second == "" {
		return ""
	}
	return fmt.Sprintf(" It said %s when %s did it, and %s when %s did.", first, t.who(t.c.Whose), second,
		t.who(t.c.By))
}

// otherText is the step by which one of the two had put another text into the message before its work.
func (t teller) otherText(by string, before int) Step {
	x, text := t.textHanded(by, before)
	if x == nil || t.handsOut(x) || t.textsDiffer() == "" {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s put %s into the message%s.", t.who(by), text, t.when(x.Decided)),
		Event: x.Decided.Event}
}

// textHanded is the text of the message as a writer knew it before an event, in quotes: it was handed that, or put it
// there itself since; with the request. Empty where it was handed none.
func (t teller) textHanded(by string, before int) (of *engine.Exchange, text string) {
	for x := range t.w.AboutBy(by, messagesNamed(t.w, t.c.Object.Name)...).Newest() {
		if x.Heard.IsZero() || x.Heard.Event > before || !x.Answer.Accepted() {
			continue
		}
		if t.handsOut(x) {
			return x, textOf(x, t.c.Object.Name)
		}
		if x.Object.Name != t.c.Object.Name {
			continue
		}
		for _, a := range x.Resolved() {
			if p, ok := t.w.Spec(x.Verb).Param(a.Name); ok && p.Content {
				return x, shortened(strconv.Quote(a.Value.String()))
			}
		}
	}
	return nil, ""
}

// textOf is the text of a message in the answer that handed it out, in quotes.
func textOf(x *engine.Exchange, message string) string {
	for _, f := range x.Answer.Fields {
		if text := x.Answer.Field(f.Name + ".text"); f.Value.String() == message && !text.IsZero() {
			return shortened(strconv.Quote(text.String()))
		}
	}
	return ""
}

// workersUpTo are those who had done the work when one of them did it, by their titles, in order.
func (t teller) workersUpTo(last string) (list []string) {
	for _, id := range t.w.Workers(t.c.Object) {
		list = append(list, t.who(id))
		if id == last {
			break
		}
	}
	return list
}

// alone says whether one did the work twice, of two answers that gave it.
func (t teller) alone() bool { return t.c.Whose == t.c.By }

func (t teller) didToo() string {
	if t.alone() {
		return " did the work again"
	}
	return " did the work too"
}

// workedBetween says who had done the work between the first of them and the one of this finding.
func (t teller) workedBetween() string {
	if list := t.workersUpTo(t.c.By); len(list) > 2 && !t.alone() {
		return ", after " + And(list[1:len(list)-1])
	}
	return ""
}

// keptOf are the steps by which a message came back: the newer receipt, and what was refused for the old one; or who
// set the policy, and what that refused.
func (t teller) keptOf(kept *engine.Exchange, renewal bool) []Step {
	if kept == nil {
		return nil
	}
	refused := Step{Event: kept.Decided.Event}
	stands, met := t.newerReceipt(kept), "its receipt no longer counted"
	if StrayReceipt(t.w, kept) {
		met = "its receipt was never that of the message"
	}
	if why := kept.Answer.Why; why.Rule.Kind == engine.ByPolicy {
		stands, met = Step{}, "no policy permitted it"
		if x := t.w.Exchange(why.Since.Request); x != nil && t.w.Writer(x.By) != nil {
			stands = Step{Text: fmt.Sprintf("%s set the access policies of %s%s.", t.who(x.By), Called(t.w, x.Object),
				t.when(x.Decided)), Event: x.Decided.Event, at: x.Decided.At}
		}
	}
	text := fmt.Sprintf("%s's #%d was refused: %s, so the message ", t.who(kept.By), kept.Number, met)
	if renewal {
		refused.Text = text + "was not hidden for longer."
		return []Step{stands, refused}
	}
	refused.Text = text + "stayed."
	return []Step{stands, refused}
}

// besideMarker tells of work that was done twice although a marker stood for it: it refused who never heard so, or had
// been seen. ok is false where there was none.
func (t teller) besideMarker(told Narrative, first, second string) (Narrative, bool) {
	lost, seen := t.markerUnheard(), t.markerSeen()
	of := lost
	switch {
	case lost != nil:
		told.First = strings.TrimSuffix(told.First, " Nobody was told.") + fmt.Sprintf(
			" %s #%d had been refused, and %s never heard it.", possessive(second), lost.Number, second)
		told.Steps = append(told.Steps, Step{Text: fmt.Sprintf(
			"#%d was refused: it was to be done only if nothing was there. %s never heard it.", lost.Number, second),
			Event: lost.Decided.Event})
		told.Heard = fmt.Sprintf("%s cannot know. A read tells %s what %s made.", first, second, first)
	case seen != nil:
		of = seen
		told.First = strings.TrimSuffix(told.First, " Nobody was told.") + fmt.Sprintf(" %s had seen %s before.",
			second, Called(t.w, seen.Object))
		told.Steps = slices.Insert(told.Steps, 0, Step{Text: fmt.Sprintf("%s saw with #%d what %s had made: %s.",
			second, seen.Number, first, Called(t.w, seen.Object)), Event: seen.Heard.Event}) // and worked in one go
		told.Heard = fmt.Sprintf("%s saw that it was there, but cannot know whether the work was done by then.", second)
	default:
		claim, ok := t.claimReplaced()
		if !ok {
			return told, false
		}
		of = claim.Replaced
		t.tellClaim(&told, claim, second)
	}
	slices.SortStableFunc(told.Steps, func(a, b Step) int { return a.Event - b.Event })
	told.Rule = t.w.Spec(of.Verb).Source
	told.Law = "A marker stops only those who hear of it and heed it."
	if lost == nil && seen == nil {
		told.Law = "A condition on what was read lets its reader through: who claims has to look at what it read, " +
			"and leave it."
	}
	return told, true
}

// heardRefused are the steps of a refusal that one of the two had heard before its work; none where it is nil.
func (t teller) heardRefused(marker *engine.Exchange) []Step {
	if marker == nil {
		return nil
	}
	text := fmt.Sprintf("%s heard that #%d was refused because of %s.", t.who(marker.By), marker.Number,
		t.refuser(marker))
	if marker.Answer.Why.Rule.Kind == engine.AlreadyThere {
		text = fmt.Sprintf("%s heard that #%d was refused: it was to be done only if nothing was there.",
			t.who(marker.By), marker.Number)
	}
	return append(t.unansweredBefore(marker), t.ownMarker(marker), Step{Text: text, Event: marker.Heard.Event})
}

// unansweredBefore are the tries before a refused one of which its sender had heard nothing by then: it could take the
// refusal for what one of these had done.
func (t teller) unansweredBefore(refused *engine.Exchange) (steps []Step) {
	wish := t.w.Exchange(refused.Wish)
	for _, n := range append([]int{wish.Number}, wish.Again...) {
		try := t.w.Exchange(n)
		missed := try.Lost
		if missed.IsZero() {
			missed = try.GaveUp
		}
		if n >= refused.Number || try.By != refused.By || missed.IsZero() || missed.Event > refused.Sent.Event ||
			!try.Heard.IsZero() && try.Heard.Event < refused.Heard.Event {
			continue
		}
		steps = append(steps, Step{Text: fmt.Sprintf("%s heard nothing of #%d, and #%d sent the same again.",
			t.who(try.By), n, refused.Number), Event: missed.Event})
	}
	return steps
}

// refuser is the request that made what a refused one met, with whose it is.
func (t teller) refuser(x *engine.Exchange) string {
	since := x.Answer.Why.Since
	if since.Request == 0 {
		return "what " + t.who(since.By) + " did"
	}
	return fmt.Sprintf("%s's #%d", t.who(since.By), since.Request)
}

// markerRefused is the newest refusal of which one of the two had heard before its work, of a request that claimed what
// the other had: it asked for nothing to be there, as who makes a marker does, for what it had read, for a lease or a
// lock. Nil: none.
func (t teller) markerRefused() *engine.Exchange {
	message := t.ofMessage()
	for _, d := range []struct {
		by, other string
		work      int
	}{{t.c.By, t.c.Whose, t.c.Event}, {t.c.Whose, t.c.By, t.c.Victim.Event}} {
		handed := t.handedAt(d.by, d.work)
		var had []engine.ObjectID // by the same writer since: then the marker is its own
		if x := t.heardBefore(d.by, d.work, func(h *engine.Exchange) bool {
			if h.Took && claims(t.w.Spec(h.Verb)) {
				had = append(had, h.Object)
			}
			return h.Sent.Event > handed && claims(t.w.Spec(h.Verb)) && claimRefused(h.Answer.Why) &&
				(!message || h.Answer.Why.Rule.Kind == engine.AlreadyThere) &&
				h.Answer.Why.Since.By == d.other && !slices.Contains(had, h.Object)
		}); x != nil {
			return x
		}
	}
	return nil
}

// ofMessage says whether one of the two was handed the work as a message: that comes again by itself, and what else
// they did is a claim only where it is made as one.
func (t teller) ofMessage() bool {
	return t.handedOut(t.c.By, t.c.Event) != nil || t.handedOut(t.c.Whose, t.c.Victim.Event) != nil
}

// handedAt is the event that handed a writer the message whose work it did: what it sent before that was no marker for
// this work. 0: it was handed none.
func (t teller) handedAt(by string, work int) int {
	if x := t.handedOut(by, work); x != nil {
		return x.Decided.Event
	}
	return 0
}

// claimRefused says whether what refused a request says that another has what it was to have.
func claimRefused(why *engine.Cause) bool {
	if why == nil {
		return false
	}
	switch why.Rule.Kind {
	case engine.AlreadyThere, engine.StaleWrite, engine.IsLeased, engine.SharedFile:
		return true
	}
	return false
}

// claims says whether an operation can take something for its sender: it leaves more than it found.
func claims(spec *engine.OpSpec) bool {
	switch spec.Effect {
	case engine.Reads, engine.Deletes, engine.Aborts, engine.Closes, engine.Unlocks, engine.ReleasesLease,
		engine.BreaksLease, engine.Chooses, engine.Configures, engine.Gathers:
		return false
	}
	return true
}

// ownMarker says of the one who had made the marker that it was refused by that itself before it worked, as its first
// try had no answer. Nothing where it was not.
func (t teller) ownMarker(marker *engine.Exchange) Step {
	maker, work := marker.Answer.Why.Since.By, t.c.Event
	if maker == t.c.Whose {
		work = t.c.Victim.Event
	}
	own := t.heardBefore(maker, work, func(h *engine.Exchange) bool {
		why := h.Answer.Why
		return h.Object == marker.Object && why != nil && why.Rule.Kind == engine.AlreadyThere && why.Since.By == maker
	})
	if own == nil {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s heard that #%d was refused: what it met was made by #%d, whose answer %s had "+
		"not heard.", t.who(maker), own.Number, own.Answer.Why.Since.Request, t.who(maker)), Event: own.Heard.Event}
}

// MarkerPassed is the refusal by a marker, or of a claim, that one of two who did the same work had heard before it did
// it all the same; nil: none had.
func MarkerPassed(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.markerRefused()
}

// MarkerUnheard is the refusal by a marker that the one who did the work again had not heard of when it did; nil: none.
func MarkerUnheard(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.markerUnheard()
}

// MarkerSeen is the read that had shown a marker to the one who did the work again; nil: none had.
func MarkerSeen(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.markerSeen()
}

// heardBefore is the newest request of that kind whose answer a writer had heard before an event; nil: it is none of
// the newest.
func (t teller) heardBefore(who string, before int, is func(*engine.Exchange) bool) *engine.Exchange {
	const most = 16 // what was heard long before was not about this work
	looked := 0
	for h := range t.w.HeardBy(who) {
		if h.Heard.Event > before {
			continue
		}
		if is(h) {
			return h
		}
		if looked++; looked == most {
			break
		}
	}
	return nil
}

// markerUnheard is a request of the one who did the work again that was refused before, as something of the other stood
// there, and of which it has heard nothing; nil: none.
func (t teller) markerUnheard() *engine.Exchange {
	by := t.w.Writer(t.c.By)
	if by == nil {
		return nil
	}
	handed := t.handedAt(t.c.By, t.c.Event)
	for _, n := range slices.Backward(by.Open) {
		x := t.w.Exchange(n)
		why := x.Answer.Why
		if x.Sent.Event > handed && !x.Decided.IsZero() && x.Decided.Event < t.c.Event && why != nil &&
			why.Rule.Kind == engine.AlreadyThere && why.Since.By == t.c.Whose {
			return x
		}
	}
	return nil
}

// markerSeen is the newest read by which the one who did the work again had seen a marker of the other before: what was
// made by asking for nothing to be there, in whatever words its service has for that, and names its maker or the work:
// rows are made so as well. Nil: none, or what stands there since is its own.
func (t teller) markerSeen() *engine.Exchange {
	handed := t.handedAt(t.c.By, t.c.Event)
	var had []engine.ObjectID
	return t.heardBefore(t.c.By, t.c.Event, func(h *engine.Exchange) bool {
		if h.Took && claims(t.w.Spec(h.Verb)) {
			had = append(had, h.Object)
		}
		return h.Sent.Event > handed && !h.Object.IsZero() && t.w.Spec(h.Verb).Group == engine.GroupRead &&
			!slices.Contains(had, h.Object) &&
			(NamedIn(t.w, h, t.c.Whose) != "" || HasWords(h.Object.Name, t.c.Object.Name)) &&
			slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
				made := t.w.Exchange(p.Mark.Request)
				return p.Mark.By == t.c.Whose && !p.Gone && p.Object == h.Object && made != nil &&
					(asksAbsence(t.w, made) || slices.ContainsFunc(made.Resolved(),
						func(a engine.Arg) bool { return a.Name == "if-none-match" }))
			})
	})
}

// handedOut is the newest request before an event by which a writer was handed the message whose work was done; nil
// where it was handed none.
func (t teller) handedOut(by string, before int) *engine.Exchange {
	for x := range t.w.AboutBy(by, messagesNamed(t.w, t.c.Object.Name)...).Newest() {
		if x.Decided.Event < before && t.handsOut(x) {
			return x
		}
	}
	return nil
}

// messagesNamed are the things of that name where messages are handed out.
func messagesNamed(w *engine.World, name string) (list []engine.ObjectID) {
	for _, s := range w.Services() {
		if slices.ContainsFunc(s.Ops, func(o engine.OpSpec) bool { return o.Effect == engine.Receives }) {
			for _, kind := range w.Kinds(s.Name) {
				list = append(list, engine.ObjectID{Kind: kind, Name: name})
			}
		}
	}
	return list
}

// handsOut says whether a request handed out the message whose work was done.
func (t teller) handsOut(x *engine.Exchange) bool {
	return t.w.Spec(x.Verb).Effect == engine.Receives &&
		slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object.Name == t.c.Object.Name })
}

// dequeued is how often a message had been handed out, as the answer says that handed it out; 0 where it does not.
func (t teller) dequeued(x *engine.Exchange) int64 {
	if x == nil {
		return 0
	}
	for _, f := range x.Answer.Fields {
		if id, ok := strings.CutSuffix(f.Name, ".dequeue-count"); ok {
			if n, _ := f.Value.Int(); strings.Contains(x.Answer.Field(id).String()+x.Answer.Field(id+".id").String(),
				t.c.Object.Name) {
				return n
			}
		}
	}
	return 0
}

func (t teller) receivedBy(by string, before int) Step {
	x := t.handedOut(by, before)
	if x == nil {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s received the message%s.", t.who(by), t.when(x.Decided)), Event: x.Decided.Event}
}
