package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// A lease that does not end by itself is for people to settle: nothing here is sent for them.

// neverEnds says how a lease of another's that does not end by itself is got rid of, once somebody has settled that its
// holder is gone, with the line to type. To give it back by its id does it too, and is a mark.
func (a *adviser) neverEnds() string {
	holder := a.v.Title(a.c.Cause.Since.By)
	say := "The lease does not end by itself: settle first whether " + holder + " is still working."
	gives := fmt.Sprintf("a release by its id%s ends it too, and is marked as done under another's lease unless %s "+
		"handed that id over.", a.idShown(), holder)
	t := a.breaks()
	if r := a.releases(a.v.Truth(a.c.Object).Lease.ID); t == nil && r != nil && r.why() != nil &&
		r.why().Rule.Kind == engine.Unfinished {
		return fmt.Sprintf("The lease stays while what is under way there lasts: till then a release of it gets %s. "+
			"Settle with %s: either this is sent with the lease's id, which is %[2]s's to hand over, or that is "+
			"waited for.", r.why().Rule.Fault.Code, holder)
	}
	unheard := a.idUnheard()
	if unheard != "" {
		gives = unheard
	}
	if t == nil && unheard == "" {
		return say + " If not, " + strings.Replace(gives, " too,", ",", 1)
	}
	switch {
	case t == nil:
		return say + " " + unheard
	case unheard == "":
		gives = "Or " + gives
	}
	return fmt.Sprintf("%s If not, break it, which needs no id: `%s: %s %s`. %s%s", say, t.last.By, t.last.Verb,
		lineWord(a.c.Object.Name), gives, a.behindBreak(t))
}

// noneToGiveBack is for a release by an id that is not that of the lease which stands. Who never had one wanted to be
// rid of that lease, as whoever opens another's lock by an id that stood in some message.
func (a *adviser) noneToGiveBack(ended string) Card {
	holder, until := a.v.Title(a.c.Cause.Since.By), a.until()
	if !conflict.NeverGiven(a.v.Clone(), a.x) {
		return Card{Say: strings.TrimSpace(fmt.Sprintf("%s The lease is %s's now: %s has none to give back.", ended,
			holder, a.who()))}
	}
	say := fmt.Sprintf("#%d sent a lease id that %s was never given: the lease is %s's", a.x.Number, a.who(), holder)
	if until == engine.Never {
		return Card{Say: say + ". " + a.neverEnds()}
	}
	if a.v.Truth(a.c.Object).Lease.State == "breaking" {
		return Card{Say: fmt.Sprintf("%s, and ends at %s.", say, until)}
	}
	return a.orBreak(Card{Say: fmt.Sprintf("%s, and ends at %s unless it is renewed.", say, until)})
}

// givesOwnBack is for a release by another id than that of the lease, where no other's stands any more: none does, or
// one of its sender's own. Where it never heard the id of that, it has all the same a lease that stands. ok is false
// where another's stands.
func (a *adviser) givesOwnBack() (card Card, ok bool) {
	const never = "The lease is one's own, under an id that was never heard."
	l := a.v.Truth(a.c.Object).Lease
	stands := l.State == "leased" || l.State == "breaking"
	if a.spec.Effect != engine.ReleasesLease || stands && l.Holder != a.c.By {
		return card, false
	}
	if hold, knows := a.v.Known(a.c.By).Holds(a.c.Object); !stands || knows && hold.Token.String() == l.ID {
		return Card{Say: "What stood in the way is over: nothing is left to give back."}, true
	}
	if l.State == "breaking" {
		return Card{Say: fmt.Sprintf("%s It is being broken, and ends at %s.", never, l.Ends)}, true
	}
	return a.orBreak(Card{Say: a.untilFree(never), Others: listed(a.sameAgain())}), true
}

// idUnheard says that nobody knows the id of the lease that stands in the way, where the service chose it and the
// answer that told it was lost: nobody can hand it over, or release the lease by it. Empty where somebody may know it.
func (a *adviser) idUnheard() string {
	x := a.v.Exchange(a.c.Cause.Since.Request)
	if x == nil || a.v.Spec(x.Verb).Effect != engine.AcquiresLease || !x.Heard.IsZero() || x.Lost.IsZero() ||
		!engine.ValueOf(x.Resolved(), "id").IsZero() ||
		a.v.Truth(a.c.Object).Lease.ID != x.Answer.Field("lease").String() ||
		slices.ContainsFunc(a.v.Flight(), func(m view.Moving) bool { return m.Request == x.Number && m.Back }) {
		return ""
	}
	return fmt.Sprintf("Nobody knows its id, as the answer to #%d was lost: nobody can release it.", x.Number)
}

// idShown says where the finding's sender can read the id of the lease that stands in the way, as a tool that locks
// by a lease keeps it beside its lock: by that such a tool unlocks what a dead run has left. Empty where no answer
// shows it.
//
// Source: hashicorp/terraform, the azurerm backend (its lock's id, in the metadata of the state, is the lease's).
func (a *adviser) idShown() string {
	id := a.v.Truth(a.c.Object).Lease.ID
	for x := range a.v.HeardBy(a.c.By) {
		if id != "" && x.Answer.Accepted() && a.v.Spec(x.Verb).Effect == engine.Reads && slices.ContainsFunc(
			x.Answer.Fields, func(f engine.Field) bool { return strings.Contains(f.Value.String(), id) }) {
			return fmt.Sprintf(", which #%d shows and a tool's own unlock sends,", x.Number)
		}
	}
	return ""
}

// staysBehind says to who asks for a lease beside one that never ends how none is left behind: for a time that the call
// takes, which only a call that is refused for what stands there, and not for its form, shows.
func (a *adviser) staysBehind() []string {
	if a.spec.Effect != engine.AcquiresLease || !a.spec.Takes("duration") {
		return nil
	}
	for _, seconds := range []int{15, 60} {
		again := a.again()
		again.Args = engine.With(again.Args, "duration", engine.Text(leaseSeconds(seconds)))
		t := a.trial().send(again)
		if t.err != nil || t.last.Decided.IsZero() || t.last.Answer.Why == nil ||
			t.last.Answer.Why.Rule != a.c.Cause.Rule {
			return nil
		}
	}
	return []string{"A lease of 15 to 60 s that is renewed in time does not stay behind: it ends by itself where its " +
		"holder does not go on."}
}

// onlyTold is for who asks for a lease that another took, and knows no more of it than its id: a renewal would keep
// alive what nobody may be working under. ok is false where the lease ends: to wait for that needs nobody's word.
func (a *adviser) onlyTold(hold view.Hold) (Card, bool) {
	if l := a.v.Truth(a.c.Object).Lease; l.State != "leased" || l.Ends != engine.Never {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("%s took it; %s only knows its id. Settle whether %s is still working, then release "+
		"it with that id, %s.", hold.From, a.who(), hold.From, hold.Token.Short()), Others: a.staysBehind()}, true
}

// orBreak adds what a break would lead to, as it was tried: one without a period of its own lets a lease that ends go
// on to its end, and changes nothing of one that is being broken.
func (a *adviser) orBreak(card Card) Card {
	t := a.breaks()
	if t == nil {
		return card
	}
	now, then := a.v.Truth(a.c.Object).Lease, view.OfWorld(t.w).Truth(a.c.Object).Lease
	holder, loses := cmp.Or(now.Holder, a.c.Cause.Since.By), "would lose it"
	switch {
	case then.State == "breaking" && now.State == then.State && then.Ends >= now.Ends:
		return card
	case then.State == "breaking":
		loses = fmt.Sprintf("would hold it until %s, and could not renew it", then.Ends)
	}
	card.Others = append(card.Others, fmt.Sprintf("Break the lease: %s. %s %s.", t.reply(), a.v.Title(holder), loses))
	return card
}

// breaks is a break of the lease that was tried and went through; nil where none does.
func (a *adviser) breaks() *trial {
	op := a.act(engine.ToBreak)
	if op == nil {
		return nil
	}
	t := a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, a.c.Object.Name)})
	if !t.accepted() {
		return nil
	}
	return t
}

// releases is a release of the lease by an id, as it was answered on trial; nil where there is none, or no such id.
func (a *adviser) releases(id string) *trial {
	op := a.act(engine.ToRelease)
	if op == nil || id == "" {
		return nil
	}
	return a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, a.c.Object.Name,
		"lease", id)})
}

// releasesOwn is for who holds a lease under an id that it heard, where the request takes no id of one: whether the
// work under it is done is for its holder to say. Empty where a release does not let the same again through.
func (a *adviser) releasesOwn() string {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	if !ok || hold.From != "" || a.spec.Takes(a.leaseName()) || a.isAnothers(hold) {
		return ""
	}
	t := a.releases(hold.Token.String())
	if t == nil || !t.accepted() || !t.send(a.again()).accepted() {
		return ""
	}
	return fmt.Sprintf("The lease is %s's own, %s, and this request takes no id of one. Release it by its id, if the "+
		"work under it is done, then send the same again.", a.who(), hold.Token.Short())
}

// act is the operation by which people do something to what the finding is about; nil where nothing does.
func (a *adviser) act(aim engine.Aim) *engine.OpSpec {
	for _, s := range a.v.Services() {
		if verbs := s.Acts[a.c.Object.Kind][aim]; len(verbs) > 0 {
			return a.v.Spec(verbs[len(verbs)-1])
		}
	}
	return nil
}

// lineWord is a name as it stands in a line that somebody types.
func lineWord(name string) string {
	if strings.ContainsAny(name, " \"'#$[]{};") {
		return strconv.Quote(name)
	}
	return name
}

// goesOnlyUnderEndless says whether the request, which names the lease of its target as Azure's copies do, goes over
// what is leased under a lease without end alone.
//
// Source: engine/blob/rules.md, "Copy Blob", a destination that is leased.
func (a *adviser) goesOnlyUnderEndless() bool {
	return slices.ContainsFunc(a.spec.Refuses, func(r *engine.Rule) bool { return r.Name == "lease" && r.Kind == "" })
}

// underEndless is for a copy that was sent under a lease which ends: the same lease, acquired once more under its id
// with no end, lets it through. ok is false where that was tried and does not.
func (a *adviser) underEndless() (Card, bool) {
	op := a.act(engine.ToAcquire)
	if a.spec.Effect != engine.Copies || a.c.Cause.Rule.Name != "lease" || op == nil {
		return Card{}, false
	}
	t := a.trial().send(engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, a.c.Object.Name,
		"duration", leaseSeconds(-1), "id", a.leaseSent().String())})
	if !t.accepted() {
		return Card{}, false
	}
	return a.offer(t.send(a.again()), "lease anew", "Acquire the lease once more under its id, with no end, and send "+
		"the same again. Release the lease behind that: it does not end by itself.",
		a.who()+" took the lease with no end, and sent the same again")
}

// endlessStays says to who has copied under a lease without end that this stands for ever. Empty where it holds none.
func (a *adviser) endlessStays() string {
	hold, ok := a.v.Known(a.c.By).Holds(a.c.Object)
	if !ok || a.spec.Effect != engine.Copies || a.v.Truth(a.c.Object).Lease.Ends != engine.Never ||
		!a.v.Clone().Held(a.c.Object, hold.Token) || a.isAnothers(hold) {
		return ""
	}
	return fmt.Sprintf(" Release the lease, %s, which does not end by itself.", hold.Token.Short())
}

// tooShort says whether the request is refused for how long a lease lasts that its sender holds, and names: a copy goes
// over what is leased only where the lease has no end.
//
// Source: engine/blob/rules.md, "Copy Blob", a destination that is leased.
func (a *adviser) tooShort(t *trial, lease engine.Value) bool {
	name := a.leaseName()
	if t.err != nil || !a.spec.Takes(name) {
		return false
	}
	own := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: engine.With(a.x.Resolved(), name, lease)}
	why := t.fork().send(own).why()
	return why != nil && why.Rule.Name == "lease" && why.Rule.Kind == ""
}
