package conflict

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
)

// holding is a lease that the sender of a request once got, with how it ended.
type holding struct {
	got  *engine.Exchange // the answer that gave the id
	last *engine.Exchange // what started its clock last
	over bool
	text string         // how it ended, as a sentence
	end  engine.Mark    // what ended it; zero where its time ran out
	at   engine.Instant // when
}

// OwnLease is a lease whose id a finding's request carried, and that its sender had once been given.
type OwnLease struct {
	Seconds int64  // for how long it was taken; -1: for ever; 0: it is not known
	Ended   string // how it had ended when the request was decided, as a sentence; empty: it had not

	Started int            // the event that started its clock last
	RanOut  engine.Instant // when its time was over; 0: it was not yet, or somebody had ended it before
	EndedBy engine.Mark    // by which request somebody had ended it; zero: nobody had
}

// LeaseSent is the sender's own lease that a finding's request carried; ok is false where no answer had given it. The
// world is the one after the finding or any later one on the branch.
func LeaseSent(w *engine.World, c Finding) (lease OwnLease, ok bool) {
	t := teller{w: w, c: c, x: w.Exchange(c.Request), clockless: w.Now() == 0}
	h, ok := t.leaseSent()
	if !ok {
		return lease, false
	}
	lease.Seconds, _ = t.leaseSeconds(h.got)
	lease.Started = h.last.Decided.Event
	if h.over {
		lease.Ended, lease.EndedBy = h.text, h.end
		if h.end.IsZero() {
			lease.RanOut = h.at
		}
	}
	return lease, true
}

// leaseSent is the lease whose id the request carried, where an answer had given that id to its sender.
func (t teller) leaseSent() (holding, bool) {
	for _, a := range t.x.Resolved() {
		if p, ok := t.spec().Param(a.Name); ok && p.Guard == "lease" {
			if h, ok := t.holdingOf(a.Value); ok {
				return h, true
			}
		}
	}
	return holding{}, false
}

// holdingOf is the lease that an id was given for to the sender.
func (t teller) holdingOf(id engine.Value) (holding, bool) {
	for h := range t.w.HeardOf(t.x.By, t.w.OfLease(LeaseNamed(id))) {
		if h.Decided.Event >= t.c.Event || !h.Answer.Accepted() ||
			LeaseNamed(h.Answer.Field("lease")) != LeaseNamed(id) {
			continue
		}
		if GivesLease(t.w, h) {
			return t.endOf(holding{got: h, last: t.startedLast(h)}), true
		}
	}
	return holding{}, false
}

// startedLast is what started the clock of a lease last, behind the answer that gave it: a renewal, whether it was
// heard or not, and whoever sent it, for the service asks for the id alone; or an acquire under its id while it stood.
// What another acquires under the id, or brings back by a renewal, when it has ended is another lease.
func (t teller) startedLast(got *engine.Exchange) *engine.Exchange {
	list := slices.DeleteFunc(t.decidedAt(got.Object, got.Decided.Event, t.c.Event), func(x *engine.Exchange) bool {
		effect := t.w.Spec(x.Verb).Effect
		return effect != engine.RenewsLease && effect != engine.AcquiresLease ||
			LeaseNamed(x.Answer.Field("lease")) != LeaseNamed(got.Answer.Field("lease"))
	})
	last := got
	for _, x := range list {
		if _, runsOut := t.clockOf(last); x.By != t.x.By && (runsOut <= x.Decided.At || t.endedBetween(last, x)) {
			break
		}
		last = x
	}
	return last
}

// endedBetween says whether a lease was given back or broken between two requests that started a clock under its id.
func (t teller) endedBetween(last, next *engine.Exchange) bool {
	return slices.ContainsFunc(t.decidedAt(last.Object, last.Decided.Event, next.Decided.Event),
		func(x *engine.Exchange) bool {
			effect := t.w.Spec(x.Verb).Effect
			return effect == engine.ReleasesLease || effect == engine.BreaksLease || effect == engine.Deletes
		})
}

// clockOf is for how many seconds a request started the clock of a lease, and when they are over.
func (t teller) clockOf(started *engine.Exchange) (seconds int64, runsOut engine.Instant) {
	seconds, ok := t.leaseSeconds(started)
	if !ok || seconds <= 0 {
		return seconds, engine.Never
	}
	return seconds, t.startedBy(started).Decided.At.Add(time.Duration(seconds) * time.Second)
}

// since is from when a lease ran which an answer gave or started anew, and by whose doing where that is not its
// holder's.
func (t teller) since(last *engine.Exchange) string {
	started := t.startedBy(last)
	at := started.Decided.At.String()
	switch {
	case started.By == t.x.By:
		return at
	case t.w.Spec(started.Verb).Effect == engine.RenewsLease:
		return fmt.Sprintf("%s renewal at %s", possessive(t.who(started.By)), at)
	case !started.Is(last): // the id was changed behind that, and the clock ran on
		return fmt.Sprintf("%s acquire at %s", possessive(t.who(started.By)), at)
	}
	return fmt.Sprintf("%s acquire under the same id at %s", possessive(t.who(started.By)), at)
}

// endOf finds how a lease ended before the request was decided.
func (t teller) endOf(h holding) holding {
	whose, last := possessive(t.who(t.x.By))+" lease", h.last
	seconds, runsOut := t.clockOf(last)
	for _, x := range t.decidedAt(h.got.Object, last.Decided.Event, t.c.Event) {
		if x.Decided.At >= runsOut {
			break
		}
		if t.w.Spec(x.Verb).Effect == engine.BreaksLease && t.givenBackInTime(x) {
			continue // it held until then
		}
		by, lease := t.who(x.By), whose
		if x.By == t.x.By {
			lease = "the lease"
		}
		switch t.w.Spec(x.Verb).Effect {
		case engine.ChangesLease:
			h.text = fmt.Sprintf("%s changed the id of %s%s.", by, lease, t.when(x.Decided))
		case engine.ReleasesLease:
			h.text = fmt.Sprintf("%s %s%s%s%s.", by, t.releases(x), t.when(x.Decided), t.cameLate(x), t.answerLost(x)) +
				t.sharedID(x, h.got)
		case engine.BreaksLease:
			h.text = fmt.Sprintf("%s broke %s%s%s.", by, lease, t.when(x.Decided), t.cameLate(x))
		case engine.Deletes:
			h.text = fmt.Sprintf("%s went with %s, which %s deleted%s.", whose, Called(t.w, x.Object), by,
				t.when(x.Decided))
		default:
			continue
		}
		h.text = sentence(h.text)
		h.over, h.end, h.at = true, x.Decided, x.Decided.At
		return h
	}
	if runsOut <= max(t.x.Decided.At, t.x.Sent.At) {
		h.over, h.at = true, runsOut
		h.text = fmt.Sprintf("%s (%d s from %s) ended at %s.", whose, seconds, t.since(last), runsOut)
	}
	return h
}

// givenBackInTime says whether a lease that was being broken was given back before the break took effect: until then it
// held.
func (t teller) givenBackInTime(broken *engine.Exchange) bool {
	left, _ := broken.Answer.Field("lease-time").Int()
	for _, x := range t.decidedAt(broken.Object, broken.Decided.Event, t.c.Event) {
		if t.w.Spec(x.Verb).Effect == engine.ReleasesLease {
			return x.Decided.At < broken.Decided.At.Add(time.Duration(left)*time.Second)
		}
	}
	return false
}

// startedBy is the request that started the clock of a lease which an answer gave: a change of the id starts none anew.
func (t teller) startedBy(got *engine.Exchange) *engine.Exchange {
	if t.w.Spec(got.Verb).Effect != engine.ChangesLease {
		return got
	}
	started := got
	starts := t.w.Did(got.Object, engine.AcquiresLease, engine.RenewsLease).Before(got.Number + removalsLook)
	for x := range starts.Newest() {
		if x.Decided.Event < got.Decided.Event && (started.Is(got) || x.Decided.Event > started.Decided.Event) {
			started = x
		}
		if !started.Is(got) && x.Number < started.Number-removalsLook {
			break
		}
	}
	return started
}

// sharedID says that who ended a lease had been given the same id, for that lease or for one before: a lease belongs to
// its id, so that either could.
func (t teller) sharedID(ended, got *engine.Exchange) string {
	id := got.Answer.Field("lease")
	if ended.By == got.By {
		return ""
	}
	list := t.tenures(got.Object, ended.Decided.Event)
	for i, l := range slices.Backward(list) {
		if at := l.givenTo(ended.By); at == nil || l.id != LeaseNamed(id) {
			continue
		} else if i == len(list)-1 {
			return fmt.Sprintf(" #%d and #%d had taken it under one id, %s: either can end it.",
				min(at.Number, got.Number), max(at.Number, got.Number), Tag(t.w, id))
		} else {
			return fmt.Sprintf(" %s #%d had taken an earlier one under the same id, %s: whoever sends that can end it.",
				possessive(t.who(at.By)), at.Number, Tag(t.w, id))
		}
	}
	return ""
}

// leaseSeconds is for how long a lease was taken; one whose id was changed keeps the time that it was taken for.
func (t teller) leaseSeconds(got *engine.Exchange) (int64, bool) {
	for x := range t.w.Did(got.Object, engine.AcquiresLease).Before(got.Number + 1).Newest() {
		return t.number(x, "duration")
	}
	return 0, false
}

// number is a whole number that a request carried.
func (t teller) number(x *engine.Exchange, param string) (int64, bool) {
	return engine.ValueOf(x.Resolved(), param).Int()
}

// ownLease are the steps of a lease that was once the sender's own: the one whose id the request carried, or that it
// did not name.
func (t teller) ownLease() []Step {
	h, ok := t.leaseSent()
	if !ok {
		h, ok = t.leaseUnnamed()
	}
	if !ok {
		return nil
	}
	list := append(append(t.changedFrom(h.got), t.tookFrom(h.got)...), t.happened(h.got.Decided))
	if !h.last.Is(h.got) {
		list = append(list, t.happened(h.last.Decided))
	}
	list = append(list, t.renewalLost(h))
	if ended := t.w.Exchange(h.end.Request); h.over && ended != nil &&
		t.w.Spec(ended.Verb).Effect == engine.ChangesLease {
		list = append(list, t.hadToldID(ended, h.got))
	}
	since := t.c.Cause.Since
	byClock := h.end.IsZero() && since.Request == 0 && since.At == h.at // that end is told as the cause
	if h.over && h.end.Event != since.Event && !byClock {
		list = append(list, Step{Text: h.text, Event: h.end.Event, at: h.at})
	}
	if h.over && t.c.Kind == engine.LeaseOver {
		if taken := t.takenSince(h); taken != nil && taken.Decided.Event != h.end.Event &&
			taken.Decided.Event != since.Event {
			list = append(list, t.happened(taken.Decided))
		}
	}
	if h.over {
		x := t.wroteMeanwhile(h, t.c.Event)
		if x != nil && x.Decided.Event != since.Event && x.Decided.Event != h.end.Event {
			list = append(list, t.happened(x.Decided))
		}
	}
	return list
}

// changedFrom is how the lease was taken whose id a change replaced, and that its sender had been told that id; nothing
// for what is no change.
func (t teller) changedFrom(change *engine.Exchange) []Step {
	if t.w.Spec(change.Verb).Effect != engine.ChangesLease {
		return nil
	}
	ids := carried(t.w, change, "lease")
	gave := t.w.Did(change.Object, engine.AcquiresLease, engine.ChangesLease).Before(change.Number)
	for x := range gave.Newest() {
		for _, id := range ids {
			if LeaseNamed(x.Answer.Field("lease")) == LeaseNamed(id) {
				return append(t.changedFrom(x), t.happened(x.Decided), t.hadToldID(change, x))
			}
		}
	}
	return nil
}

// hadToldID says that the sender of a change had been told the id of the lease by who had got it; an empty step where
// it had not.
func (t teller) hadToldID(change, got *engine.Exchange) Step {
	if change.By == got.By || !wasTold(t.w, change.By, got.Answer.Field("lease")) {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s had told %s the id of the lease.", t.who(got.By), t.who(change.By)),
		Event: change.Decided.Event, at: change.Decided.At}
}

// renewedSince is the newest renewal of a lease since it was given, before the request was decided: what says until
// when it lasts.
func (t teller) renewedSince(given engine.Mark) Step {
	if given.Request == 0 {
		return Step{}
	}
	renewals := t.w.Did(t.w.Exchange(given.Request).Object, engine.RenewsLease).From(given.Request + 1)
	for x := range renewals.Before(t.requestsAt(t.c.Event)).Newest() {
		if x.Decided.Event < t.c.Event && x.Decided.Event > given.Event {
			s := t.happened(x.Decided)
			if x.By != given.By {
				s.Text = fmt.Sprintf("%s, by the id of %s lease.", strings.TrimSuffix(s.Text, "."),
					possessive(t.who(given.By)))
			}
			return s
		}
	}
	return Step{}
}

// receiptFrom is the answer to the sender that gave the receipt which the request carried; nil where none did.
func (t teller) receiptFrom() *engine.Exchange {
	for _, a := range t.x.Resolved() {
		if p, ok := t.spec().Param(a.Name); !ok || p.Guard != "receipt" {
			continue
		}
		for h := range t.w.HeardOf(t.x.By, t.w.Gave(a.Value, engine.PopReceipt)) {
			for _, f := range h.Answer.Fields {
				if h.Decided.Event < t.c.Event && f.Value.Equal(a.Value) {
					return h
				}
			}
		}
	}
	return nil
}
