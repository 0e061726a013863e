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
	if conflict.TornWhole(a.c) && a.spec.Effect == engine.Commits { // it compares nothing of where its pieces came from
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
	view.ForRequest
	object engine.ObjectID
	base   *engine.Exchange
}

func (a atBase) Shown(object engine.ObjectID, field string) engine.Value {
	if object == a.object {
		if v := a.ShownBy(a.base, object, field); !v.IsZero() {
			return v
		}
	}
	return a.ForRequest.Shown(object, field)
}

// answers are those of the finding's sender from which a guard of its request is filled.
func (a *adviser) answers(k *view.Known) view.ForRequest {
	return view.ForRequest{Answers: view.Answers{Known: k}, Of: engine.Send{By: a.x.By, Words: a.x.Words}}
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
	heard := engine.Answers(a.answers(k))
	if base != nil {
		heard = atBase{a.answers(k), a.c.Object, base}
	}
	add("if-match", heard.Shown(a.c.Object, "etag"))
	if a.lostSnapshot() { // it goes with what it was taken of, which has a tag
		add("if-match", heard.Shown(a.x.Object, "etag"))
	}
	if a.looksAtDatesAlone() {
		add("if-unmodified-since", heard.Shown(a.c.Object, "last-modified"))
	}
	if where := a.heardTags(); !where.IsZero() {
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
