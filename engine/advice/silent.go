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

// silent is what can be done about harm that nobody was told of.
func (a *adviser) silent() Card {
	if a.rightful() {
		return a.afterBorrower()
	}
	if card, ok := a.afterAgreed(); ok {
		return card
	}
	lock, card := a.underLateLock(), a.silentElse()
	card.Say = lock + card.Say
	return card
}

// silentElse is that where nobody is known to be in the right by a lock.
func (a *adviser) silentElse() Card {
	switch a.c.Kind {
	case engine.DoneTwice:
		return a.doneTwice()
	case engine.MixedContent:
		return a.afterMix()
	case engine.TornRead:
		if card, ok := a.nothingToRead(); ok {
			return card
		}
		return a.afterTornRead()
	case engine.ShadowedWrite:
		return a.shadowed()
	case engine.BorrowedLease:
		card, _ := a.ownIDBefore()
		card.Say = strings.TrimSpace(a.stopBorrowing() + " " + card.Say)
		return card
	case engine.GuardDefeated:
		if card, ok := a.mergeBefore(); ok && !conflict.HoldsAll(a.v.Clone(), a.c) { // nothing is left to merge
			return card
		}
	}
	if a.c.Whose == a.c.By && a.c.Victim.Request > a.x.Number && !a.tookExpiry() {
		return a.afterOlder()
	}
	if conflict.DropsWhatItCouldKeep(a.x, a.c) || a.tookExpiry() {
		return a.afterExpiry()
	}
	if card, ok := a.tagsAlong(); ok {
		return card
	}
	underOne := a.c.Whose != a.c.By && a.underMyLease()
	if card, ok := a.ownIDBefore(); ok { // under any other guard it would go on with what is not its own
		return card
	}
	if card, ok := a.guardBefore(); ok {
		switch taken := conflict.TookByID(a.v.Clone(), a.c); {
		case taken != "":
			card.Say = taken + " Keep the id out of content and metadata. " + card.Say
		case conflict.HandedOver(a.v.Clone(), a.c):
			card.Say = fmt.Sprintf("%s had told %s the id of its lease, so it keeps neither of them out: who hands a "+
				"lease over stops writing under it. %s", a.who(), a.v.Title(a.c.Whose), card.Say)
		case underOne:
			card.Say = "Both send one id: the lease keeps neither of them out. " + card.Say
		}
		return card
	}
	if a.c.Kind == engine.GuardDefeated && a.isTransaction() {
		return Card{Say: "WATCH first, and read then: put the change into that, and send MULTI, the commands and EXEC."}
	}
	if a.c.Kind == engine.GuardDefeated {
		return a.toldOfDefeat()
	}
	if card, ok := a.overSameText(); ok {
		return card
	}
	return a.noGuard()
}

// laterTry is a try of the same wish that was sent after the request and done before it; nil: none was.
func (a *adviser) laterTry() *engine.Exchange {
	for _, n := range a.v.Exchange(a.x.Wish).Again {
		x := a.v.Exchange(n)
		if n > a.x.Number && x.By == a.x.By && x.Took && x.Decided.Event < a.c.Event {
			return x
		}
	}
	return nil
}

func (a *adviser) afterDoneTwice() Card {
	first := a.earlierTry() // what the finding names as replaced may be another's work on top of it
	if victim := a.v.Exchange(a.c.Victim.Request); first == nil && victim != nil && victim.By == a.c.By &&
		victim.Number != a.x.Number && victim.Wish == a.x.Wish && a.v.Spec(victim.Verb).Effect != engine.Deletes {
		first = victim
	}
	if first == nil {
		first = a.laterTry()
		if first != nil && first.Object != a.x.Object && !first.Heard.IsZero() && a.spec.Effect.Contents() {
			return a.lateElsewhere(first)
		}
	}
	if card, ok := a.putTwice(first); ok {
		return card
	}
	if first == nil {
		return a.afterCopy()
	}
	for _, of := range []func(*engine.Exchange) (Card, bool){a.setBetween, a.renamedTwice} {
		if card, ok := of(first); ok {
			return card
		}
	}
	gone := a.takenAway(first)
	if card, ok := a.setAgain(first); ok && (gone != nil || a.tookWithIt(first) == "") {
		return card
	}
	switch {
	case gone != nil && gone.By == a.c.By: // what stands there is what the finding's request did
		return a.readsOther(a.x.Object, fmt.Sprintf("Read %s, and recognise #%d as one's own work: %s had removed "+
			"with #%d what #%d did, and #%[2]d brought it back.", a.v.Called(a.x.Object), a.x.Number, a.who(),
			gone.Number, first.Number), "If it is not to be there, it has to be removed once more by hand.")
	case gone != nil:
		return Card{Say: fmt.Sprintf(
			"%s had removed with #%d what #%d did, and #%d brought it back. Settle with %s "+
				"whether it is to be there.", a.v.Title(gone.By), gone.Number, first.Number, a.x.Number,
			a.v.Title(gone.By))}
	}
	if say := a.deletedTwice(first); say != "" {
		return Card{Say: say}
	}
	if a.sameThing(first) {
		return Card{Say: a.wroteAgain(first)}
	}
	if card, ok := a.countedTwice(first); ok {
		return card
	}
	if card, ok := a.putAgain(first); ok && a.tellReplaced() == "" {
		return card
	}
	if say := a.tookWithIt(first); say != "" {
		return Card{Say: say}
	}
	if say := a.firstReplaced(first); say != "" {
		return Card{Say: say + a.tellReplaced()}
	}
	if card, ok := a.tookTwice(first); ok {
		return card
	}
	object := first.Object
	if a.spec.Effect == engine.Groups || a.v.Called(object) == "" { // it did several things at once
		object = a.c.Object
	}
	return a.readsOther(object, fmt.Sprintf("Read %s, recognise #%d as one's own work, and stop.",
		a.v.Called(object), first.Number), a.undoing()+a.tellReplaced())
}

// amends is what has to become of one of two that stand.
func (a *adviser) amends() string {
	if how := a.takesOut(); how != "" {
		return "taken out of its list (" + how + ")"
	}
	if a.spec.Effect == engine.Appends && a.spec.Makes == "" {
		return "corrected by an entry behind it"
	}
	return "taken back by hand"
}

// undoing is what becomes of what a request did a second time. What was put behind all that is there is no longer
// taken out: others may have read it, and put more behind it.
func (a *adviser) undoing() string {
	if how := a.takesOut(); how != "" {
		return fmt.Sprintf("What was added a second time stays there: unless it was handled or taken out already, "+
			"take it out (%s).", how)
	}
	if a.spec.Effect == engine.Appends && a.spec.Makes == "" {
		return "What was added a second time stays there: add an entry that corrects it."
	}
	return "What was done a second time has to be taken back by hand."
}

// takesOut are the commands that take out again, once, what the request added to a list of entries; empty for any other
// request.
func (a *adviser) takesOut() string {
	line, ok := a.x.Op().(engine.Liner)
	if a.spec.TakesOut == "" || !ok {
		return ""
	}
	var list []string
	words := engine.LineWords(a.x.Resolved()[0].Value)
	key := words[0]
	if how, ended := a.cameToEnd(a.c.Object, a.c.Event); ended {
		if now, _, moved := a.movedTo(how.by, a.c.Object); moved {
			key = engine.Text(a.v.Called(now))
		}
	}
	for i, role := range line.Roles() {
		if role.Content {
			list = append(list, conflict.LineOf(a.spec.TakesOut, key, engine.Number(1), words[i]))
		}
	}
	return strings.Join(list, ", ")
}

// tellReplaced is whom to tell of work that the request replaced without having read it: nothing is marked at that, and
// whose work it was cannot know. Empty where it replaced none.
func (a *adviser) tellReplaced() string {
	theirs, ok := a.v.Replaced(a.x)
	if !ok {
		return ""
	}
	return fmt.Sprintf(" Tell %s that #%d %s.", a.v.Title(theirs.Mark.By), a.x.Number, a.v.Overwrote(a.x))
}

// tookWithIt is for a second doing that took another's work away, which is marked beside it: to recognise one's own and
// stop would leave that lost. Empty where it took none.
func (a *adviser) tookWithIt(first *engine.Exchange) string {
	place := first.Object
	if opened := a.opened(place); opened != nil { // what is written through a handle stands in its file
		place = opened.Object
	}
	for _, f := range a.v.Troubles() {
		lost := a.v.Exchange(f.Victim.Request)
		if f.Request != a.x.Number || f.Kind != engine.LostUpdate || f.Whose == f.By || lost == nil ||
			a.ofGroup() && f.Object != a.c.Object ||
			!a.ofGroup() && lost.Object != place && lost.Object != first.Object ||
			a.v.Title(lost.By) == "" {
			continue
		}
		there := "there"
		if a.ofGroup() {
			there = "into " + a.place()
		}
		did := fmt.Sprintf("#%d put %s again what #%d had", a.x.Number, there, first.Number)
		if a.spec.Effect != engine.Commits && !slices.Equal(a.asked(first), a.asked(a.x)) { // pieces have other tags
			did = fmt.Sprintf("#%d, sent as another try of #%d, put something else there", a.x.Number, first.Number)
		}
		if conflict.UndidRemoval(a.v.Clone(), f.Finding) {
			return fmt.Sprintf("%s, which %s's #%d had taken away since. Settle with %[2]s whether it is to be there.",
				did, a.v.Title(lost.By), lost.Number)
		}
		return fmt.Sprintf("%s, and took away what %s's #%d had put there since. Tell %[2]s: if it is still wanted, "+
			"it is %[2]s's to put into what is there.", did, a.v.Title(lost.By), lost.Number)
	}
	return ""
}

// lateElsewhere is for a try that was done after its sender had gone on under another name, and heard that this was
// done: what it knows nothing of is the older one, so that is the one to look at.
func (a *adviser) lateElsewhere(heard *engine.Exchange) Card {
	then := fmt.Sprintf("If it is one's own, #%d was done late: the same stands there and, by #%d, in %s, and one of "+
		"the two has to be %s.", a.x.Number, heard.Number, a.v.Called(heard.Object), a.amends())
	if !a.x.Heard.IsZero() {
		return Card{Say: fmt.Sprintf("#%d and #%d were both answered with success: the same stands in %s and in %s, "+
			"and one of the two has to be %s.", a.x.Number, heard.Number, a.v.Called(a.x.Object),
			a.v.Called(heard.Object), a.amends())}
	}
	return a.readsOther(a.x.Object, fmt.Sprintf("#%d was heard; what became of #%d, nobody told %s. Read %s, and "+
		"compare something that only #%[2]d wrote, such as an id.", heard.Number, a.x.Number, a.who(),
		a.v.Called(a.x.Object)), then)
}

// sameThing says whether the request replaced what an earlier try had put there by the same text, so that nothing
// stands there twice.
func (a *adviser) sameThing(first *engine.Exchange) bool {
	is, ok := view.Carried(a.spec, a.x.Args)
	was, carried := view.Carried(a.v.Spec(first.Verb), first.Args)
	sets := a.spec.Effect == engine.Writes || a.spec.Effect == engine.Merges
	return ok && carried && is == was && first.Object == a.x.Object && a.spec.Verb == first.Verb && sets &&
		a.c.Victim.Request == first.Number && !a.spec.Prompt()
}

// takenAway is the newest delete between what was done first and what did it again; nil: there was none.
func (a *adviser) takenAway(first *engine.Exchange) *engine.Exchange {
	for e := range a.v.Between(first.Decided.Event, a.c.Event) {
		x := a.v.Exchange(e.Request)
		if e.Kind == engine.Decided && x.Object == a.x.Object && conflict.Deleted(a.v.Spec(x.Verb), x) {
			return x
		}
	}
	return nil
}

// readsOther offers a read of another object than the finding's, with what is left behind it.
func (a *adviser) readsOther(object engine.ObjectID, say, then string) Card {
	t := a.trial()
	send, ok := a.readOf(t, object)
	if !ok {
		return Card{Say: say + " " + then}
	}
	if done := a.readBefore(send, then); done != "" {
		return Card{Say: done}
	}
	if !t.send(send).accepted() || !t.harmless() {
		return Card{Say: say + " " + then}
	}
	return t.card("read", say+" "+then, t.didRead())
}

// guardBefore goes back before the write and sends it with the guard that its base gives, on a branch of its own: it is
// refused there, and nothing is lost. Where the writer had chosen another guard, or none, that choice is the cause: the
// new one stands in its place there.
func (a *adviser) guardBefore() (Card, bool) {
	t := a.before(a.x.Sent.Event)
	k := t.known()
	if k == nil {
		return Card{}, false
	}
	chosen := k.Guard
	k.Guard = ""
	sent := slices.DeleteFunc(slices.Clone(a.x.Args), func(arg engine.Arg) bool {
		return a.v.LeftOut(arg.Value) || arg.Name == "if-match" && arg.Value.String() == "*" // it compared no version
	})
	guarded, _, _ := k.Guarded(*a.spec, a.c.Object, unversioned(a.spec, sent))
	if read, ok := k.Reading(a.c.Object); ok && read.Gone && guardMore(a.spec, guarded, sent) == "" {
		guarded = k.WithGuard(*a.spec, guarded, "if-none-match", engine.Text("*"), engine.Value{})
	}
	other := func(s engine.Send) bool { return s.Verb != a.x.Verb }
	list := slices.DeleteFunc(a.guarded(k), other) // as the card names them
	its := a.lettingThrough([]engine.Send{{By: a.c.By, Verb: a.x.Verb, Args: guarded}}, a.madeFrom())
	for _, s := range append(list, its...) {
		if card, ok := a.guardedBefore(s.Args, guardMore(a.spec, s.Args, sent), chosen); ok {
			return card, true
		}
	}
	return a.twinBefore(k)
}

// guardedBefore sends the request with one more guard before it was sent without: it is accepted and harms nobody, or
// refused for what the guard found.
func (a *adviser) guardedBefore(guarded []engine.Arg, more, chosen string) (Card, bool) {
	apart := ""
	if more == "" {
		apart = a.otherwise(guarded, a.x.Args)
	}
	if more == "" && apart == "" {
		return Card{}, false
	}
	late := a.metOnItsWay()
	t := a.before(a.x.Sent.Event)
	if late {
		t = a.before(a.c.Event)
	}
	if chosen != "" && more != ifTags {
		t.put(engine.Set{Scope: a.c.By, Key: "guard", Value: more})
	}
	words := engine.Words{From: a.x.Words.From}
	if read, ok := t.known().Reading(a.c.Object); ok && words.From == "" {
		words.From = read.From()
	}
	if late {
		t.carry(a.x, guarded)
	} else {
		t.send(engine.Send{By: a.c.By, Verb: a.x.Verb, Args: guarded, Words: words})
	}
	if t.err != nil || t.last.Heard.IsZero() || len(silentOf(t.found)) > 0 ||
		t.accepted() && (t.over || late || apart != "") ||
		t.last.Answer.Why != nil && t.last.Answer.Why.Rule.Kind == "" {
		return Card{}, false
	}
	if !t.accepted() { // the text is to be sent yet
		a.keepText(t)
	}
	with := "with a guard"
	switch {
	case apart != "":
		with = apart
	case more == ifTags:
		with = "with If-Tags, as the tags were read"
	case a.sent(more).String() == "*":
		with = "with the tag that was read in the place of *"
	}
	say := fmt.Sprintf("Go back before the write on a new branch and send it %s.", with)
	did := fmt.Sprintf("%s sent #%d again %s, on a branch", a.who(), a.c.Request, cmp.Or(apart, "with a guard"))
	if late {
		say = fmt.Sprintf("Go back to where #%d was on its way, on a new branch, and have it arrive %s.", a.x.Number,
			with)
		did = fmt.Sprintf("%s's #%d arrived %s, on a branch", a.who(), a.x.Number, cmp.Or(apart, "with a guard"))
	}
	card := t.card("guard", say, did)
	if !t.accepted() {
		card.Foretold = t.reply()
		card.Say += " There it is " + a.refusedThere(t)
	}
	card.Others = listed(a.ifItHappened())
	return card, true
}

// metOnItsWay says whether the work that the request replaced came while that was on its way: to send it with a guard
// before that would meet nothing of it.
func (a *adviser) metOnItsWay() bool {
	return a.c.Victim.Event > a.x.Sent.Event && !a.x.CopyDecided(a.c.Event)
}

// guardMore is the guard that a request has and the one before it had not; empty where it has none more.
func guardMore(spec *engine.OpSpec, args, before []engine.Arg) string {
	at := slices.IndexFunc(args, func(a engine.Arg) bool {
		return (view.TakesGuard(*spec, a.Name) || a.Name == ifTags) && !slices.ContainsFunc(before,
			func(b engine.Arg) bool { return a.Name == b.Name })
	})
	if at < 0 {
		return ""
	}
	return args[at].Name
}

// mergeBefore sends a text that had travelled under a newer tag anew, with what that tag stood for put into it.
func (a *adviser) mergeBefore() (Card, bool) {
	t := a.before(a.x.Sent.Event)
	k := t.known()
	base := a.v.Exchange(a.x.Base)
	if base == nil { // it was found out
		base = conflict.Basis(a.v.Clone(), a.c)
	}
	content, carries := view.Carried(a.spec, a.x.Args)
	if k == nil || base == nil || base.Answer.Text().IsZero() || !carries {
		return Card{}, false
	}
	read, heard := k.Reading(a.c.Object)
	if !heard || read.Gone || !read.HasBody {
		return Card{}, false
	}
	was := base.Answer.Text().String()
	merged, same := a.together(was, content, read.Body)
	if same != "" {
		then := a.clashing(was, content, read.Body, "write")
		card := t.card("back", fmt.Sprintf("Go back before it: both changed %s. There, %s.", same, then),
			"This is the moment before it")
		card.Others = listed(a.ifItHappened())
		card.Rest = fmt.Sprintf("both changed %s. %s", same, capital(then))
		return card, true
	}
	k.Guard = ""
	args, _, _ := k.Guarded(*a.spec, a.c.Object, withContent(a.spec, a.x.Args, merged))
	args = a.underItsLease(a.spec, args)
	next, _, clash, lost := a.along(t, t.w.Exchange(read.Request), engine.Send{By: a.c.By, Verb: a.x.Verb, Args: args,
		Words: engine.Words{From: read.From()}})
	t.send(next)
	if clash+lost != "" || !t.accepted() || len(silentOf(t.found)) > 0 {
		return Card{}, false
	}
	card := t.card("merge", "Go back, merge with the newer text, then send it with the newer tag.",
		fmt.Sprintf("%s merged v%s into #%d and sent it, on a branch", a.who(), read.Version, a.c.Request))
	card.Others = listed(a.ifItHappened())
	return card, true
}

// strategies are what the service knows against conflicts that the finding's request knows, or what it met, or an open
// through which that was done; not those under which the scene ends in the same harm.
func (a *adviser) strategies() (titles []string) {
	var fitting []engine.Guarding
	scene := []*engine.Exchange{a.x}
	if victim := a.v.Exchange(a.c.Victim.Request); victim != nil {
		scene = append(scene, victim)
		if opened := a.openerOf(victim); opened != nil {
			scene = append(scene, opened)
		}
	}
	for _, g := range a.service().Guardings {
		fits := slices.ContainsFunc(scene, func(x *engine.Exchange) bool {
			return g.Fits(a.v.Spec(x.Verb), engine.Send{By: x.By, Verb: x.Verb, Args: x.Args})
		})
		if fits && !g.Keeps && (g.Guard != nil || g.Lock != nil) {
			fitting = append(fitting, g)
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	table := a.comparison()
	for _, g := range fitting {
		if table == nil || !a.allowedBy(table, g) {
			titles = append(titles, g.Title)
		}
	}
	return titles
}

// tookLock says whether the request removed what another had made under the condition that nothing was there, as a lock
// is taken.
func (a *adviser) tookLock() bool {
	if a.spec.Group != engine.GroupDelete && !(a.c.Gone && !a.v.Readable(a.c.Object)) {
		return false
	}
	return a.madeAsMarker(a.c.Victim.Event)
}

// madeAsMarker says whether an event made the finding's object under the condition that nothing was there.
func (a *adviser) madeAsMarker(event int) bool {
	for e := range a.v.Between(event-1, event+1) {
		if slices.ContainsFunc(e.Changed, func(c engine.Change) bool {
			return c.Object == a.c.Object && c.Gone && c.Wanted
		}) {
			return true
		}
	}
	return false
}

// lostSnapshot says whether what was lost is a snapshot, which went with what it was taken of.
func (a *adviser) lostSnapshot() bool {
	victim := a.v.Exchange(a.c.Victim.Request)
	return victim != nil && a.spec.Effect == engine.Deletes && a.v.Spec(victim.Verb).Effect == engine.Snapshots
}

// withoutSnapshots tries the same without the word that takes the snapshots too: it is refused while there is one.
func (a *adviser) withoutSnapshots() []string {
	if !a.lostSnapshot() || a.sent(snapshotsToo).IsZero() {
		return nil
	}
	if a.sent(snapshotsToo).String() == "only" { // without it the blob itself is asked for, and goes if it has none
		return []string{"snapshot=... in the place of snapshots=only, for each one that was read: that takes it alone."}
	}
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: slices.DeleteFunc(slices.Clone(a.x.Args),
		func(arg engine.Arg) bool { return arg.Name == snapshotsToo })})
	if t.err != nil || t.last.Decided.IsZero() || t.why() == nil {
		return nil
	}
	return []string{fmt.Sprintf("Without %s=%s. The answer would be %s.", snapshotsToo, a.sent(snapshotsToo), short(t))}
}

// comparesNothing says what kept nobody out: a version that was not looked at, a condition of the operation that was
// left out, or an operation that has none.
func (a *adviser) comparesNothing() string {
	if a.ofEntry() {
		return fmt.Sprintf("The entry for %s named no version", a.place())
	}
	if len(a.x.Compared) > 0 { // a transaction that compared other keys
		return fmt.Sprintf("%s compared nothing of %s", a.x.Verb, a.place())
	}
	if op, ok := a.x.Op().(engine.Liner); ok {
		words := engine.LineWords(a.x.Resolved()[0].Value)
		for i, role := range op.Roles() {
			if role.Guard == "version" && i > 0 && i < len(words) {
				return fmt.Sprintf("%s %s compared nothing here", words[i-1], words[i])
			}
		}
	}
	conditional := func(p engine.Param) bool {
		return p.Version || p.Guards() && p.Guard != "etag" && strings.HasPrefix(p.Name, "if-")
	}
	if a.spec.Prompt() || slices.ContainsFunc(a.spec.Params(), conditional) {
		return a.x.Verb + " compared nothing"
	}
	return a.x.Verb + " compares nothing"
}

// compares says whether the operation takes a guard that compares, or the line that was sent has one.
func (a *adviser) compares() bool {
	if a.spec.Prompt() {
		return a.names() || a.x.Compared.Of(a.c.Object)
	}
	return slices.ContainsFunc(a.spec.Params(), func(p engine.Param) bool {
		return p.Version && !p.Ignored || p.Name == ifTags
	})
}

// claimLost is the newest finding before this one by which one of the two who did the work replaced what the other had
// written, or the later of them what any who had done it had: a claim may be lost so.
func (a *adviser) claimLost() (c conflict.Finding, ok bool) {
	const most = 64
	pair, worked := []string{a.c.By, a.c.Whose}, a.v.Clone().Workers(a.c.Object)
	list := a.v.Troubles()
	for i := len(list) - 1; i >= max(len(list)-most, 0); i-- {
		c = list[i].Finding
		if c.Severity == engine.SeveritySilent && c.Event < a.c.Event && c.Victim.Request != 0 && c.Request != 0 &&
			c.By != c.Whose && slices.Contains(pair, c.By) &&
			(slices.Contains(pair, c.Whose) || c.By == a.c.By && slices.Contains(worked, c.Whose)) &&
			c.Kind != engine.DoneTwice {
			return c, true
		}
	}
	return c, false
}

// underMyLease says whether the work that was replaced had been sent under the id of a lease that the one who replaced
// it holds.
func (a *adviser) underMyLease() bool {
	victim := a.v.Exchange(a.c.Victim.Request)
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	return ok && victim != nil && slices.ContainsFunc(victim.Resolved(), func(arg engine.Arg) bool {
		return arg.Name == "lease" && conflict.LeaseNamed(arg.Value) == hold.Token
	})
}
