package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// ended tells the end of the writer's own lease, as `Ana's lease (15 s from 00:00.1) ended at 00:15.1.`
func (a *adviser) ended() string {
	lease, _ := conflict.LeaseSent(a.v.Clone(), a.c)
	return lease.Ended
}

// turnToSource has the advice look at the lease of what is to be renamed or copied, where that is the one that stands
// in the way, and not at that of the name that it goes to.
func (a *adviser) turnToSource() {
	source := engine.ObjectID{Kind: a.x.Object.Kind, Name: sourceOf(a.x)}
	by := a.v.Exchange(a.c.Cause.Since.Request)
	if !a.spec.Takes(sourceLease) || !a.v.Readable(source) {
		return
	}
	if by != nil && by.Object == source || a.c.Kind == engine.LeaseOver && a.sent("lease").IsZero() {
		a.c.Object = source
	}
}

// sourceLease is the parameter for the lease of what is renamed or copied.
const sourceLease = "source-lease"

// sent is the value that the request gives to a parameter, resolved; nothing where it gives none.
func (a *adviser) sent(name string) engine.Value { return engine.ValueOf(a.x.Resolved(), name) }

func (a *adviser) afterLeased() Card {
	for _, of := range []func() (Card, bool){a.wasDone, a.leasedThere, a.outdatedRenewal,
		a.underKnownID, a.givesOwnBack, a.underOwnLease} {
		if card, ok := of(); ok {
			return card
		}
	}
	if card, ok := a.free(); ok {
		if ended, holder := a.endedForHolder(); ended != "" && card.Action == "retry" {
			return Card{Say: fmt.Sprintf("%s Settle first whether %s is still working, then send the same again%s.",
				ended, holder, a.readsFirst(holder))} // by hand: no key settles that
		}
		return card
	}
	ended := a.ended()
	if a.spec.Effect == engine.ReleasesLease {
		return a.noneToGiveBack(ended)
	}
	if card, ok := a.needsNoID(ended); ok {
		return card
	}
	if ended != "" {
		return a.leaseAnew(ended + " Stop the work;")
	}
	for _, of := range []func() (Card, bool){a.withoutID, a.ofOnesOwn} {
		if card, ok := of(); ok {
			return card
		}
	}
	if l := a.v.Truth(a.c.Object).Lease; l.State == "breaking" && a.spec.Effect == engine.AcquiresLease {
		if card := a.afterWait(""); card.Action != "" {
			say := fmt.Sprintf("The lease is being broken, but %s until %s.", a.underBreak(), l.Ends)
			if ended, holder := a.endedForHolder(); ended != "" {
				return Card{Say: fmt.Sprintf("%s %s Settle whether %s is still working, wait until %s, then send the "+
					"same again%s.", say, ended, holder, l.Ends, a.readsFirst(holder)), Others: card.Others}
			}
			card.Say = say + " " + card.Say
			return card
		}
	}
	if card, ok := a.heldAlready(); ok {
		return card
	}
	if l := a.v.Truth(a.c.Object).Lease; a.c.Cause.Rule.Name != "snapshot lease" && l.State != "leased" &&
		l.State != "breaking" {
		return a.leaseIsOver(a.underReadTag())
	}
	card := a.afterWait("")
	if read, ok := a.readsBeforeDelete(a.until()); ok {
		card = read
	}
	if card.Action != "" {
		return a.orBreak(card)
	}
	if until := a.until(); until == 0 || until == engine.Never {
		card = a.whileEndless(card)
	} else if read, ok := a.waitsFor(until); ok {
		card = read
	} else if merged, ok := a.redriveAt(until); ok {
		card = merged
	} else {
		card.Say = fmt.Sprintf("Wait until %s, then read what was written meanwhile before anything is sent again.",
			until)
	}
	return a.orBreak(card)
}

// leaseIsOver is for a lease that stood in the way and is over, whatever ended it; under is the tag to send along, in
// words. Nothing is left to read where what it was on is gone too.
func (a *adviser) leaseIsOver(under string) Card {
	if went, _ := a.since(a.c.Object); went != nil && !a.v.Readable(a.c.Object) && a.v.Title(went.By) != "" {
		return Card{Say: fmt.Sprintf("The lease is over, and %s is gone, by %s's #%d (%s). Settle first whether it is "+
			"wanted again.", a.place(), a.v.Title(went.By), went.Number, went.Verb), Others: listed(a.sameAgain())}
	}
	then := "Check whether the change still fits, then send it"
	if a.spec.Group == engine.GroupDelete {
		then = "See whether it is still to be deleted, then delete it"
	}
	card, _ := a.reads("The lease is over. Read what is there now, before anything is sent again.",
		"The lease is over. "+then+under+".")
	return card
}

// underBreak is what a lease that is being broken still does: that of what others lie in keeps it from being deleted,
// and nothing is written under it (engine/blob/rules.md, "Containers": leases).
func (a *adviser) underBreak() string {
	if a.spec.OnHolder() {
		return fmt.Sprintf("it still keeps %s from being deleted", a.place())
	}
	return "its id still writes"
}

// underReadTag names the tag that a request takes and that its writer was given with what it has read since.
func (a *adviser) underReadTag() string {
	p, takes := a.spec.Param("if-match")
	read, ok := a.v.Known(a.c.By).Reading(a.c.Object)
	if !ok || !takes || !p.Version || p.Ignored || read.Gone || read.Tag.IsZero() || read.Own ||
		read.Sent <= a.x.Heard.Event {
		return ""
	}
	return fmt.Sprintf(" with the tag of #%d, If-Match %s", read.Request, a.compared(read.Tag))
}

// until is when what stood in the way ends by itself, as far as that can be told now: a lease may have been renewed
// since the refusal.
func (a *adviser) until() engine.Instant {
	until := a.c.Cause.Until
	if l := a.v.Truth(a.c.Object).Lease; a.c.Kind == engine.IsLeased && until != 0 &&
		a.c.Cause.Rule.Name != "snapshot lease" && (l.State == "leased" || l.State == "breaking") {
		if until == engine.Never && l.Ends != 0 { // it had no end, and is being broken, or has one by now
			return l.Ends
		}
		return max(until, l.Ends)
	}
	return until
}

// ofOnesOwn is for who sent an id that it was never given, and for a text that was sent under no version while another
// holds the lease: whatever the holder writes until the end of it would be lost by the same again.
func (a *adviser) ofOnesOwn() (Card, bool) {
	l, say := a.v.Truth(a.c.Object).Lease, ""
	if a.spec.Effect == engine.Reads || a.spec.Effect == engine.AcquiresLease || l.Ends == engine.Never {
		return Card{}, false
	}
	if conflict.NeverGiven(a.v.Clone(), a.x) {
		say = fmt.Sprintf("#%d sent a lease id that %s was never given. Stop the work;", a.x.Number, a.who())
	} else if l.Ends <= a.v.Now() || l.Holder == a.c.By || a.names() || !a.redoes() || !a.spec.Takes(a.leaseName()) {
		return Card{}, false
	}
	card := a.leaseAnew(say)
	return card, card.Action != "" || say != ""
}

// redoes says whether the request replaces what is there: to send the same again, once something else stands there,
// would be to lose that. What it appends or merges it adds to whatever is there.
func (a *adviser) redoes() bool {
	switch a.spec.Effect {
	case engine.Writes, engine.Commits, engine.Copies, engine.Describes:
		return true
	}
	return false
}

// underItsID says what the request would be answered under the id of the lease, where it takes one and named none, and
// how a lease is kept from standing for ever.
func (a *adviser) underItsID() []string {
	id := a.v.Truth(a.c.Object).Lease.ID
	if id == "" || !a.spec.Takes(a.leaseName()) || !a.leaseSent().IsZero() || a.idUnheard() != "" {
		return nil
	}
	again := a.again()
	again.Args = engine.With(again.Args, a.leaseName(), engine.Text(id))
	t := a.trial().send(again)
	others := func(c conflict.Finding) bool { return c.Kind != engine.BorrowedLease } // that it would be, and is said
	if !t.accepted() || slices.ContainsFunc(silentOf(t.found), others) {
		return nil
	}
	if t.goesOverUnread() { // the card warns of just that
		return []string{a.staysOrEnds()}
	}
	return []string{fmt.Sprintf("The request named no lease id. Under that of the lease, which is %s's to hand over, "+
		"it would get %s. %s", a.v.Title(a.c.Cause.Since.By), t.reply(), a.staysOrEnds())}
}

// staysOrEnds is how a lease is kept from standing for ever: where none ends by itself, only by who holds it.
//
// Source: engine/share/rules.md, "Lease File": the only duration is -1, and there is no renewal.
func (a *adviser) staysOrEnds() string {
	if slices.ContainsFunc(a.service().Ops, func(op engine.OpSpec) bool {
		return op.Effect == engine.RenewsLease && op.Object == a.c.Object.Kind
	}) {
		return "A lease that ends, and is renewed in time, does not stay behind."
	}
	return fmt.Sprintf("No lease of a %s ends by itself: who takes one has to release it, whatever becomes of the "+
		"work.", a.c.Object.Kind)
}

// underOwnLease is for a change that was sent without the id of the lease which its own writer holds, and that more
// than that stands against: to wait for the end of one's own lease would give it away.
func (a *adviser) underOwnLease() (Card, bool) {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	if !ok || !a.spec.Takes(a.leaseName()) || !a.spec.Changes() || hold.Token == conflict.LeaseNamed(a.leaseSent()) ||
		!a.v.Clone().Held(a.c.Object, hold.Token) || a.isAnothers(hold) {
		return Card{}, false
	}
	then := fmt.Sprintf("and send it with the id of the lease, %s.", a.asNamed(hold.Token))
	const plain = ", "
	heed := a.orClaimed(plain)
	read, rest := "put the change into it, ", "Put the change into what is there, "
	if heed != plain {
		rest = capital(strings.TrimPrefix(heed, ": ")) + read
	}
	switch lease := hold.Token.Value(); {
	case a.spec.Effect == engine.Deletes:
		read, rest = "decide whether it is still to be deleted, ", "Decide whether it is still to be deleted, "
	case a.spec.Effect == engine.Renames:
		read, rest = "decide whether it is still to be moved, ", "Decide whether it is still to be moved, "
	case a.spec.Effect == engine.Copies:
		read, rest = "decide whether it is still to be replaced, ", "Decide whether it is still to be replaced, "
		if a.tooShort(a.trial(), lease) {
			read += "acquire the lease once more under its id, with no end, which a copy needs, "
			rest += "acquire the lease once more under its id, with no end, which a copy needs, "
		}
		if a.goesOnlyUnderEndless() {
			then += " Release it behind that: it does not end by itself."
		}
	}
	card, _ := a.reads(a.who()+" holds the lease. Read what is there"+heed+read+then, rest+then)
	return card, true
}

// waitsFor is for a read that named a lease: when the lease is over it names none.
func (a *adviser) waitsFor(until engine.Instant) (Card, bool) {
	if a.spec.Effect != engine.Reads {
		return Card{}, false
	}
	t := a.trial()
	if until > t.w.Now() {
		t.put(engine.Clock{To: until})
	}
	read, ok := a.readOf(t, a.c.Object)
	if !ok {
		return Card{}, false
	}
	say, did := fmt.Sprintf("Wait until %s, then read it without a lease id.", until),
		fmt.Sprintf("%s waited until %s and read", a.who(), until)
	if until <= a.v.Now() {
		say, did = "The lease is over: read it without a lease id.", a.who()+" read again"
	}
	return a.offer(t.send(read), "wait", say, did)
}

// heldAlready answers who asks for a lease that it knows to be its own: a renewal needs no other's end. ok is false
// where its writer was told no id that still stands, as after a lost answer.
func (a *adviser) heldAlready() (Card, bool) {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	l := a.v.Truth(a.c.Object).Lease
	if !ok || a.spec.Effect != engine.AcquiresLease || hold.Request == 0 || hold.Token.String() != l.ID ||
		l.State != "leased" && l.State != "breaking" {
		return Card{}, false
	}
	if hold.From != "" {
		return a.onlyTold(hold)
	}
	if !conflict.Holds(a.v.Clone(), a.c.By, a.c.Object, hold.Token) { // another's stands, under the same id
		return Card{}, false
	}
	say := fmt.Sprintf("%s holds it already, under %s", a.who(), hold.Token.Short())
	if l.State == "breaking" {
		return Card{Say: fmt.Sprintf("%s, and it is being broken: it ends at %s, and cannot be renewed.", say, l.Ends)},
			true
	}
	if card, ok := a.besideOwnRelease(hold, say); ok {
		return card, true
	}
	lease := hold.ID()
	named, renew := a.again(), say+": renew it."
	named.Args = engine.With(named.Args, "id", lease)
	if a.spec.Takes("id") && a.trial().send(named).accepted() {
		say, renew = say+": name that id.", say+": renew it, or name that id."
	} else {
		say += "."
	}
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.RenewsLease || op.Object != a.c.Object.Kind {
				continue
			}
			args := engine.With(engine.Args(op.Params()[0].Name, a.c.Object.Name), "lease", lease)
			t := a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args})
			if card, ok := a.offer(t, "lease", renew, a.who()+" renewed the lease"); ok {
				return card, true
			}
		}
	}
	return Card{Say: say}, true
}

// isAnothers says whether the lease that stands under an id is no longer the one that the writer took: another has
// taken one under the same id since.
func (a *adviser) isAnothers(hold view.Hold) bool {
	w := a.v.Clone()
	return hold.From == "" && w.Held(a.c.Object, hold.Token) && !conflict.Holds(w, a.c.By, a.c.Object, hold.Token)
}

// withHeldLease sends the request with the lease that its writer holds under another id.
func (a *adviser) withHeldLease() (Card, bool) {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	if !ok || !a.spec.Takes(a.leaseName()) || hold.Token == conflict.LeaseNamed(a.leaseSent()) {
		return Card{}, false
	}
	if a.isAnothers(hold) {
		return Card{}, false
	}
	ends := a.spec.Effect == engine.RenewsLease || a.spec.Effect == engine.ReleasesLease
	if given := a.v.Exchange(hold.Request); (ends || a.redoes()) && given != nil &&
		given.Sent.Event > a.x.Sent.Event { // it was taken anew: nothing is left to renew or give back, all to redo
		return Card{}, false
	}
	lease := hold.ID()
	again := a.again()
	again.Args = engine.With(a.withoutMisplaced(again.Args, hold.Token), a.leaseName(), lease)
	until := ""
	if hold.Ends != 0 && hold.Ends != engine.Never {
		until = fmt.Sprintf(" As far as %s can tell, it holds until %s.", a.who(), hold.Ends)
	}
	if l := a.v.Truth(a.c.Object).Lease; until != "" && hold.Ends <= a.v.Clone().Now() { // it stands all the same
		until = fmt.Sprintf(" By the answers that %s heard it ended at %s: a renewal that had no answer holds it "+
			"until %s.", a.who(), hold.Ends, l.Ends)
	}
	t := a.trial().send(again)
	if t.blind && t.accepted() { // it would go over what its writer has not seen
		return a.underOwnLease()
	}
	return a.offer(t, "lease", "Send it with the lease's current id"+a.under()+"."+until,
		a.who()+" sent it with the current lease")
}

func (a *adviser) afterLeaseOver() Card {
	if l := a.v.Truth(a.c.Object).Lease; l.State == "breaking" && l.ID == a.leaseSent().String() {
		if a.spec.OnHolder() {
			return Card{Say: fmt.Sprintf("The lease is being broken: %s until %s, and it cannot be renewed.",
				a.underBreak(), l.Ends)}
		}
		return Card{Say: fmt.Sprintf(
			"The lease is being broken: its id still writes until %s, but it cannot be renewed. "+
				"Finish the work by then.", l.Ends)}
	}
	if card, ok := a.withHeldLease(); ok {
		return card
	}
	for _, of := range []func() (Card, bool){a.changedUnheard, a.outdatedRenewal} {
		if card, ok := of(); ok {
			return card
		}
	}
	say := a.ended()
	switch a.spec.Effect {
	case engine.ReleasesLease:
		return Card{Say: joined(say, "nothing is left to give back.")}
	case engine.BreaksLease:
		return Card{Say: joined(say, "nothing is left to break.")}
	}
	if card, ok := a.ofAnotherThing(say); ok {
		return card
	}
	if say == "" && conflict.NeverGiven(a.v.Clone(), a.x) {
		say = fmt.Sprintf("#%d sent a lease id that %s was never given.", a.x.Number, a.who())
	}
	if say != "" {
		say += " Stop the work;"
	}
	return a.leaseAnew(say)
}

// settlesLease is what is left where a lease cannot be acquired: who holds it, or what stands in the way of a new one.
func (a *adviser) settlesLease() string {
	const held = "settle who goes on with whoever holds the lease now."
	if l := a.v.Truth(a.c.Object).Lease; l.Ends > a.v.Now() {
		return held
	}
	for i := range a.service().Ops {
		op := &a.service().Ops[i]
		if op.Effect != engine.AcquiresLease || op.Object != a.c.Object.Kind {
			continue
		}
		t := a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb,
			Args: engine.Args(op.Params()[0].Name, a.c.Object.Name, "duration", leaseSeconds(-1))})
		if t.why() == nil {
			return held
		}
		say := fmt.Sprintf("no lease stands now, and an acquire would get %s: ", t.reply())
		if by := a.v.Title(t.why().Since.By); by != "" && t.why().Since.By != a.c.By {
			return say + fmt.Sprintf("%s's #%d stands in its way. Settle with %[1]s who goes on.", by,
				t.why().Since.Request)
		}
		return say + "settle first what stands in its way."
	}
	return held
}

// whenFree says who holds the lease until when, where another does, and to acquire it then; alone: nothing in front of
// it names the lease.
func (a *adviser) whenFree(alone bool, how string) string {
	l, it := a.v.Truth(a.c.Object).Lease, "it"
	if l.Ends <= a.v.Now() || l.Holder == "" || l.Holder == a.c.By {
		return "acquire the lease" + how
	}
	if alone {
		it = "the lease"
	}
	return fmt.Sprintf("%s holds %s %s. When it is free, acquire it%s", a.v.Title(l.Holder), it, heldUntil(l), how)
}

// heldUntil says how long a lease that stands is held: one that is being broken is never renewed.
func heldUntil(l view.LeaseState) string {
	switch {
	case l.Ends == engine.Never:
		return "for as long as it likes"
	case l.State == "breaking":
		return fmt.Sprintf("until %s, when it is broken", l.Ends)
	}
	return fmt.Sprintf("until %s, and may renew it", l.Ends)
}

// lengths are for how many seconds a lease is taken anew: as long as the one that ended was, else what most services
// take, or for ever.
func (a *adviser) lengths() []int {
	if own, ok := conflict.LeaseSent(a.v.Clone(), a.c); ok && own.Seconds > 0 {
		return []int{int(own.Seconds), -1}
	}
	return []int{30, -1}
}

// joined is two sentences as one text: the second goes on behind a semicolon.
func joined(say, then string) string {
	if !strings.HasSuffix(say, ";") {
		then = strings.ToUpper(then[:1]) + then[1:]
	}
	if say == "" {
		return then
	}
	return say + " " + then
}

func (a *adviser) acquire(op *engine.OpSpec, seconds int, wait bool) (Card, bool) {
	t := a.trial()
	// nothing of a container or of a renewal is redone
	object := a.c.Object
	again, left := a.toReadAgain()
	if left {
		object = again
	}
	alone := !left && !a.deletes() && (slices.Contains([]string{"container", "share"}, a.c.Object.Kind) ||
		a.spec.Effect == engine.RenewsLease)
	read := " and read"
	if alone {
		read = ""
	}
	length := fmt.Sprintf("for %d s", seconds)
	if seconds < 0 {
		length = "with no end"
	}
	did := a.who() + " took the lease again, " + length + "," + read
	if alone {
		did = a.who() + " took the lease again, " + length
	}
	action := "lease anew"
	if wait {
		action = "wait, lease anew"
		ends := a.v.Truth(a.c.Object).Lease.Ends
		if ends == 0 || ends == engine.Never || ends <= t.w.Now() {
			return Card{}, false
		}
		t.put(engine.Clock{To: ends})
		did = a.waitedFor(did, a.v.Truth(a.c.Object).Lease)
	}
	args := engine.Args(op.Params()[0].Name, a.c.Object.Name, "duration", leaseSeconds(seconds))
	if !t.send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args}).accepted() ||
		a.tooShort(t, engine.Ref(t.last.Name+".lease", false)) {
		return Card{}, false
	}
	send, ok := a.readOf(t, object)
	if !ok || alone {
		return a.offer(t, action, "", did)
	}
	a.keepText(t)
	return a.offer(t.send(send), action, "", did)
}
