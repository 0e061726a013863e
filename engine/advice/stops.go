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

// stops are the guards that would have stopped it, each found out in the same scene: the request under that guard, from
// what its writer knew when it sent it, decided at the moment at which it was.
func (a *adviser) stops() (list []string) {
	if a.c.Severity != engine.SeveritySilent || a.spec == nil || a.c.Object.Kind == "work" {
		return nil
	}
	if a.rightful() {
		return a.borrowerStops()
	}
	if _, _, ok := conflict.Agreed(a.v.Clone(), a.c); ok {
		return a.latecomerStops()
	}
	if a.names() && !a.x.Compared.Of(a.c.Object) && !a.x.Compared.Of(a.x.Object) {
		list = append(list, "The version that was sent was not compared: it stops nothing here.")
	}
	for _, said := range a.stopping() {
		if !slices.Contains(list, said) { // ways of asking that come to the same request
			list = append(list, said)
		}
	}
	return list
}

// stopping are those guards alone.
func (a *adviser) stopping() (list []string) {
	sending, _ := a.v.Before(a.x.Sent.Event)
	k := view.OfWorld(sending).Known(a.c.By)
	if k == nil {
		return nil
	}
	for _, s := range a.guarded(k) {
		t := a.before(a.c.Event)
		t.decide(engine.Send{By: a.x.By, Verb: s.Verb, Args: s.Args, Words: engine.Words{From: a.from(k)}})
		if t.err != nil || t.last == nil || t.last.Decided.IsZero() || !t.stopped(k) {
			continue
		}
		// what it refers to may not have been heard yet in those worlds
		if plain := (engine.Send{By: a.x.By, Verb: s.Verb, Args: t.last.Resolved()}); t.always(plain, a.inFront()) ||
			t.always(plain, a.worldOfBase()) || a.refusesFirst(t, plain) {
			continue
		}
		where := ""
		if a.spec.Effect == engine.Groups && !a.spec.Prompt() { // the group is accepted, and refused inside
			where = " there"
		}
		list = append(list, fmt.Sprintf("%s. The answer%s would be %s.", a.told(t, s), where, short(t)))
	}
	for _, behind := range a.readFirst(k, len(list) == 0) {
		guard, _, _ := strings.Cut(behind, ", from a read before")
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, guard+". ") }) {
			list = append(list, behind) // else the read adds nothing to what stops it without one
		}
	}
	if len(list) > 0 {
		list = append(list, a.everyOneNeeds()...)
	}
	opened := slices.Concat(a.otherDisposition(k), a.openAlone())
	lease := a.lease()
	if len(opened) > 0 && a.spec.Effect == engine.Opens { // who opens a file has no lease to take
		lease = nil
	}
	return slices.Concat(a.keptExpiry(), a.ownIDStops(), a.stagedOnly(), a.committedOnly(), a.ownBlock(),
		a.withoutSnapshots(), list, a.ownNameFirst(k), a.entryTags(k), a.underBelieved(), a.renewedFirst(),
		a.watchedFirst(), a.queuedCompared(), a.lineWatched(len(list) == 0), a.comparedInside(), a.distinct(),
		a.distinctTwin(k, list), a.lineCompared(k, list), a.leavesWhatIsThere(k), lease,
		a.holdersLease(k, len(list)+len(lease)+len(opened) > 0), opened)
}

// stopped says whether the guard refused what it guards against, and nobody is harmed. To ask that nothing be there is
// a guard for who knew of nothing alone; another command that would have made something of another type where nothing
// was compares nothing; and what refuses another entry of a group guards that one: it stops a second doing of all.
func (t *trial) stopped(k *view.Known) bool {
	why := t.last.Answer.Why
	if len(silentOf(t.found)) > 0 || why == nil || t.a.c.Kind != engine.DoneTwice && t.metEntry() != t.a.c.Object ||
		t.last.Verb != t.a.x.Verb && strings.HasPrefix(short(t), "WRONGTYPE") && t.a.mayCreate(k) {
		return false
	}
	switch why.Rule.Kind {
	case engine.StaleWrite, engine.IsGone:
		return true
	case engine.AlreadyThere:
		return t.a.mayCreate(k)
	}
	return false
}

// inFront is the world in front of the victim's work.
func (a *adviser) inFront() *engine.World {
	w, _ := a.v.Before(a.met().Event)
	return w
}

// met is the work that the request met: what it replaced, or what hides what it wrote.
func (a *adviser) met() engine.Mark {
	if x := conflict.Hiding(a.v.Clone(), a.c); x != nil {
		return x.Decided
	}
	return a.c.Victim
}

// madeFrom is the answer that the request was made from; where that is newer than what was lost, the one that showed
// the lost part before, as of a row whose other property its sender has written itself since. nil where there is none.
func (a *adviser) madeFrom() *engine.Exchange {
	base := a.v.BaseOf(a.x, a.c.Object)
	if a.c.Severity != engine.SeveritySilent || base == nil || base.Decided.Event < a.met().Event {
		return base
	}
	if of := conflict.Basis(a.v.Clone(), a.c); of != nil && of.Answer.Accepted() && !of.Answer.Field("etag").IsZero() {
		return of
	}
	return base
}

// worldOfBase is the world in which what the request was made from was answered; without a base the one in front of the
// victim's work.
func (a *adviser) worldOfBase() *engine.World {
	base := a.madeFrom()
	if base == nil || base.Decided.IsZero() {
		return a.inFront()
	}
	w, _ := a.v.Before(base.Decided.Event + 1)
	return w
}

// always says whether what a guard met as gone, or of another type, it meets in an earlier world, without that work,
// too: it refuses what the request asks for, whoever did what, and is no guard then.
func (t *trial) always(s engine.Send, before *engine.World) bool {
	rule := t.last.Answer.Why.Rule
	if rule.Kind != engine.IsGone {
		return false
	}
	without := *t
	without.w, without.found = before.Clone(), nil
	without.decide(s)
	return without.why() != nil && without.last.Answer.Why.Rule == rule
}

// mayCreate says whether to ask that nothing be there could have been meant: its writer had found nothing, or had not
// looked and nothing was there before the victim's work, and what that one had replaced unread itself. Where something
// stood there all along it would refuse every honest holder as well, and so it would who names a version that it was
// told of what is there.
func (a *adviser) mayCreate(k *view.Known) bool {
	if read, knows := k.Reading(a.c.Object); knows {
		return read.Gone
	}
	if a.x.Compared.Of(a.c.Object) {
		return false
	}
	if a.c.Kind == engine.LostUpdate && a.c.Whose == a.c.By { // it came late: in its time it is to be accepted
		inTime, _ := a.v.Before(a.x.Sent.Event)
		return !view.OfWorld(inTime).Readable(a.c.Object)
	}
	event := a.firstUnread()
	if first := a.earlierTry(); first != nil {
		event = min(event, first.Decided.Event)
	}
	if later := a.laterTry(); later != nil { // it was on its way when that one was sent
		event = min(event, later.Decided.Event)
	}
	before, _ := a.v.Before(event)
	return !view.OfWorld(before).Readable(a.c.Object)
}

// unreadLook is how many writers back, each of whom replaced the one before unread, it is looked for the first.
const unreadLook = 64

// firstUnread is the event of the victim's work; where that replaced another writer's work unread, of that one's, and
// so on: of several who claim the same without having looked all but the first are refused by what refuses the second.
func (a *adviser) firstUnread() int {
	event, victim := a.met().Event, a.v.Exchange(a.met().Request)
	for range unreadLook {
		if victim == nil {
			break
		}
		replaced, ok := a.v.Replaced(victim)
		if !ok || replaced.Object != a.c.Object {
			break
		}
		event, victim = replaced.Mark.Event, a.v.Exchange(replaced.Mark.Request)
	}
	return event
}

// atBase are a writer's answers, but for the object's: what counts there is the one that the text was made from.
type atBase struct {
	view.Answers
	object engine.ObjectID
	base   *engine.Exchange
}

func (a atBase) Shown(object engine.ObjectID, field string) engine.Value {
	if object == a.object {
		if v := a.ShownBy(a.base, object, field); !v.IsZero() {
			return v
		}
	}
	return a.Answers.Shown(object, field)
}

// short is the answer in a word: its status, or the reply to a line.
func short(t *trial) string {
	if t.w.Spec(t.last.Verb).Prompt() {
		return conflict.Replied(&t.last.Answer)
	}
	return t.last.Answer.Why.Rule.Fault.Short()
}

// from is the answer that the request was made from; empty too where a newer request goes by its name.
func (a *adviser) from(k *view.Known) string {
	if a.x.Words.From != "" {
		return a.x.Words.From
	}
	if read, ok := k.Reading(a.c.Object); ok {
		return read.From()
	}
	return ""
}

// guarded are the request under each guard that it can have, by what its writer knew.
func (a *adviser) guarded(k *view.Known) []engine.Send { return a.guardedFrom(k, a.madeFrom()) }

// guardedFrom are those of a request that is made from one answer; nil: from the newest that its writer heard.
func (a *adviser) guardedFrom(k *view.Known, base *engine.Exchange) []engine.Send {
	return a.lettingThrough(a.everyGuard(k, base), base)
}

// everyGuard are those too that would refuse their sender for its own work.
func (a *adviser) everyGuard(k *view.Known, base *engine.Exchange) (list []engine.Send) {
	service := a.service()
	plain := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: slices.DeleteFunc(slices.Clone(a.x.Args),
		func(arg engine.Arg) bool { return a.v.LeftOut(arg.Value) })}
	bare, _ := service.BareOf(a.spec, plain)
	bare.Args = a.underItsLease(a.spec, bare.Args)
	add := func(name string, v engine.Value) {
		if !v.IsZero() && a.spec.Takes(name) && (a.spec.Changes() || a.c.Kind == engine.TornRead) {
			s := bare
			s.Args = engine.With(s.Args, name, v)
			list = append(list, s)
		}
	}
	if a.tookSource() { // what was to be as it was read is the source
		add("source-if-match", view.Answers{Known: k}.Shown(a.c.Object, "etag"))
		return list
	}
	made := base != nil && base.Answer.Accepted()
	if !made && a.mayCreate(k) {
		add("if-none-match", engine.Text("*"))
	}
	heard := engine.Answers(view.Answers{Known: k})
	if base != nil {
		heard = atBase{view.Answers{Known: k}, a.c.Object, base}
	}
	add("if-match", heard.Shown(a.c.Object, "etag"))
	if a.lostSnapshot() { // it goes with what it was taken of, which has a tag
		add("if-match", heard.Shown(a.x.Object, "etag"))
	}
	if a.looksAtDatesAlone() {
		add("if-unmodified-since", heard.Shown(a.c.Object, "last-modified"))
	}
	if where := a.heardTags(); where.String() != "" {
		only := bare
		bare.Args = a.underItsLease(a.spec, plain.Args) // it stands beside whatever else was compared
		add(ifTags, where)
		bare = only
	}
	for _, g := range service.Guardings {
		removes := a.spec.Prompt() && a.spec.Effect == engine.Deletes // its twin that compares is a guard's too
		if g.Guard == nil || g.Keeps || !g.Fits(a.spec, plain) && !removes ||
			g.Instead == "if-none-match" && (made || !a.mayCreate(k)) { // it is that guard, as another operation
			continue
		}
		if s, note := g.Guard(a.spec, bare, heard); note == "" {
			s.Args = a.underItsLease(a.v.Spec(s.Verb), s.Args)
			list = append(list, s)
		}
	}
	list = append(list, a.comparingRemovals(heard)...)
	return list
}

// tookSource says whether a request took a state of its source that its sender had not read: a copy, or one that takes
// the bytes of another thing.
func (a *adviser) tookSource() bool {
	return a.c.Kind == engine.MixedContent && (a.spec.Effect == engine.Copies || a.c.Object != a.x.Object &&
		slices.ContainsFunc(a.x.Resolved(), func(arg engine.Arg) bool {
			return arg.Name == "source" && arg.Value.String() == a.c.Object.Name
		}))
}

// copyMade is what a copy made, whichever of its two names the request is told by.
func (a *adviser) copyMade() engine.ObjectID {
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		for _, c := range e.Own() {
			if c.Object != a.c.Object {
				return c.Object
			}
		}
	}
	return a.x.Object
}

// looksAtDatesAlone says whether the operation compares a date, and no tag.
func (a *adviser) looksAtDatesAlone() bool {
	tag, _ := a.spec.Param("if-match")
	date, _ := a.spec.Param("if-unmodified-since")
	return (!tag.Version || tag.Ignored) && date.Version && !date.Ignored
}

// service is the service of the request's operation.
func (a *adviser) service() *engine.Service { return a.serviceOf(a.x.Verb) }

func (a *adviser) serviceOf(verb string) *engine.Service {
	return cmp.Or(a.v.ServiceOf(verb), &engine.Service{})
}

// lease tries whether what came in between would have been refused, had the sender held a lease from its read on; of
// what was done through a handle, from before the handle was opened.
func (a *adviser) lease() []string {
	of, others, from := a.c.Object, a.v.Exchange(a.met().Request), a.madeFrom()
	if opened := a.opened(a.c.Object); opened != nil {
		of, others, from = opened.Object, opened, opened
	}
	if through := a.handleBehind(others, from); through != nil {
		others = through
	}
	if others == nil || from == nil || others.By == a.c.By || from.Sent.Event > others.Sent.Event ||
		a.underMyLease() { // who reads one id reads the next one too
		return nil
	}
	for _, g := range a.service().Guardings {
		if g.Lock == nil || g.Lock.Object != of.Kind || !g.Lock.Named {
			continue
		}
		t := a.before(from.Sent.Event)
		name := a.v.Spec(g.Lock.Acquire).Params()[0].Name
		how, seconds := a.acquired(g.Lock)
		acquire := engine.Send{By: a.c.By, Verb: g.Lock.Acquire, Args: append(engine.Args(name, of.Name), how...)}
		start, when, first := from.Sent.Event, "before", from.Number
		if t.send(acquire); t.refusedAsGone() && !a.compares() && from.Took && from.Object == of &&
			!from.Heard.IsZero() && from.Heard.Event < others.Sent.Event { // which made it, and no tag stops it
			start, when, first = from.Heard.Event+1, "behind", from.Number+1
			t = a.before(start).send(acquire)
		}
		if !t.accepted() {
			continue
		}
		id := engine.Ref(t.last.Name+".lease", false)
		if a.tooShort(t, id) {
			t, seconds = a.before(start), "with no end "
			acquire.Args = engine.With(acquire.Args, "duration", engine.Text("-1"))
			if !t.send(acquire).accepted() {
				continue
			}
			id = engine.Ref(t.last.Name+".lease", false)
		}
		release := engine.Send{By: a.c.By, Verb: g.Lock.Release,
			Args: engine.With(engine.Args(name, of.Name), "lease", id)}
		t = a.underHold(t, of, first, others, id)
		if t.w.Now() < others.Sent.At { // a lease that is over by then keeps nobody out
			t.put(engine.Clock{To: others.Sent.At})
		}
		t.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
		if t.err != nil || t.last.Answer.Why == nil {
			continue
		}
		if kind := t.last.Answer.Why.Rule.Kind; kind == engine.IsLeased || kind == engine.SharedFile {
			on := ""
			if of != a.x.Object { // one of the holder may have been taken
				on = "on " + a.v.Called(of) + " "
			}
			return []string{fmt.Sprintf("A lease %s%staken by %s %s #%d: %s's request would get %s.%s",
				seconds, on, a.who(), when, from.Number, a.v.Title(others.By), short(t),
				a.behindTheLease(t, release, others))}
		}
	}
	return nil
}

// underHold goes on with what a lease's holder itself did to its object up to another's request, each under the lease:
// a delete or a rename of its own ends it.
func (a *adviser) underHold(t *trial, of engine.ObjectID, first int, others *engine.Exchange, id engine.Value) *trial {
	for n := first; n < others.Number; n++ {
		x := a.v.Exchange(n)
		spec := a.v.Spec(x.Verb)
		if x.By != a.c.By || x.Object != of || !x.Took || x.Decided.Event > others.Sent.Event || !spec.Changes() {
			continue
		}
		next := t.fork()
		if next.w.Now() < x.Sent.At {
			next.put(engine.Clock{To: x.Sent.At})
		}
		own := engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, Words: engine.Words{On: x.Words.On}}
		if spec.Takes("lease") {
			own.Args = engine.With(own.Args, "lease", id)
		}
		if next.send(own); next.err == nil {
			t = next
		}
	}
	return t
}

// behindTheLease says of a writer that had read nothing, and is kept out by a lease, that it has to read once the lease
// is over: what it would send again then was tried. Empty for one that had read, which reads again.
func (a *adviser) behindTheLease(t *trial, release engine.Send, others *engine.Exchange) string {
	base := a.v.BaseOf(others, a.c.Object)
	if base != nil && a.v.Spec(base.Verb).Group == engine.GroupRead || !a.spec.Takes("lease") {
		return ""
	}
	after := t.fork()
	own := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: engine.With(a.x.Args, "lease", release.Args[1].Value)}
	if !after.send(own).accepted() || !after.send(release).accepted() {
		return ""
	}
	after.found, after.blind = nil, false
	after.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
	if !after.accepted() || !after.blind && len(silentOf(after.found)) == 0 {
		return ""
	}
	if a.v.Spec(others.Verb).Group == engine.GroupDelete {
		return fmt.Sprintf(" Sent again as it is once the lease is over, it would delete %s's work: who waits for a "+
			"lease reads before it deletes.", a.who())
	}
	return fmt.Sprintf(" Sent again as it is once the lease is over, it would replace %s's work: who waits for a "+
		"lease reads before it writes.", a.who())
}

// handleBehind is the open of the handle through which a request worked, where that came behind a read: without it the
// request could not have been sent. nil: it went through none.
func (a *adviser) handleBehind(x, read *engine.Exchange) *engine.Exchange {
	if x == nil || read == nil {
		return nil
	}
	if opened := a.opened(x.Object); opened != nil && opened.Sent.Event > read.Sent.Event {
		return opened
	}
	return nil
}

// acquireLook is how many of a writer's requests back it is looked for how it takes leases: what it did long before
// says no more of this scene than the service's strategy does.
const acquireLook = 64

// acquired is how a lease is taken in this scene: for as long as the sender took one before, else as the service's
// strategy has it; with that length in words.
func (a *adviser) acquired(lock *engine.Locking) (how []engine.Arg, length string) {
	how = lock.AcquireArgs
	looked := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > acquireLook {
			break
		}
		if x.Number >= a.x.Number || x.Verb != lock.Acquire || !x.Took {
			continue
		}
		for _, arg := range x.Args {
			if arg.Name == "duration" {
				how = engine.With(how, arg.Name, arg.Value)
			}
		}
		break
	}
	for _, arg := range how {
		if seconds, ok := arg.Value.Int(); ok && arg.Name == "duration" && seconds > 0 {
			length = fmt.Sprintf("of %d s ", seconds)
		}
	}
	return how, length
}

// openAlone tries whether the other would have been refused, had the sender opened the object under a strategy for it:
// shared with nobody. Where the sender opened nothing, whether it would have been refused itself, had the other, whose
// handle was open still.
func (a *adviser) openAlone() []string {
	victim := a.v.Exchange(a.c.Victim.Request)
	if victim == nil || victim.By == a.c.By {
		return nil
	}
	open, others := a.openerOf(a.x), victim
	if through := a.openerOf(victim); through != nil {
		others = through
	}
	if open == nil && !others.Is(victim) && a.stillOpen(victim.Object) {
		open, others = others, a.x
	}
	if open == nil {
		return nil
	}
	spec := a.v.Spec(open.Verb)
	for _, g := range a.service().Guardings {
		s := engine.Send{By: open.By, Verb: open.Verb, Args: open.Args}
		if g.Guard == nil || g.Lock != nil || !g.Fits(spec, s) {
			continue
		}
		bare, _ := a.service().BareOf(spec, s)
		s, note := g.Guard(spec, bare, view.Answers{Known: a.v.Known(open.By)})
		t, whose := a.before(open.Sent.Event), "its own answer"
		if note != "" {
			continue
		}
		if t.send(s); t.accepted() && others.Sent.Event > open.Sent.Event {
			whose = "the answer to " + a.v.Title(others.By) + "'s request"
			t.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
		}
		if t.err == nil && t.last.Answer.Why != nil && t.last.Answer.Why.Rule.Kind == engine.SharedFile {
			return []string{
				fmt.Sprintf("Had #%d been %s, %s would be %s.", open.Number, g.Title, whose, short(t)),
			}
		}
	}
	return nil
}

// stillOpen says whether a handle had not been closed when the finding's request was decided.
func (a *adviser) stillOpen(handle engine.ObjectID) bool {
	w, _ := a.v.Before(a.c.Event)
	gone, isOne := w.Object(handle).(engine.Gone)
	return isOne && !gone.Gone()
}

// openerOf is the request that opened what another one goes through: itself, where it opens.
func (a *adviser) openerOf(x *engine.Exchange) *engine.Exchange {
	if a.v.Spec(x.Verb).Effect == engine.Opens {
		return x
	}
	return a.opened(x.Object)
}

// opened is the request whose answer gave a handle; nil where an object is none.
func (a *adviser) opened(object engine.ObjectID) *engine.Exchange {
	if object.Kind != "handle" {
		return nil
	}
	opens := func(x *engine.Exchange) bool {
		return x != nil && a.v.Spec(x.Verb).Effect == engine.Opens &&
			x.Answer.Field(object.Kind).String() == object.Name
	}
	if x := a.v.Exchange(a.v.OpenedBy(object)); opens(x) {
		return x
	}
	for x := range a.v.RequestsOf(a.v.ClientOf(object)) { // of one that was closed its record tells only whose it was
		if opens(x) {
			return x
		}
	}
	return nil
}
