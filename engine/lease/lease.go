package lease

import (
	"fmt"
	"slices"
	"time"

	"interleave/engine"
)

// Phase is the state of a lease. Leased and Breaking lock.
type Phase uint8

// The phases, in the order in which the documents print them.
const (
	Available Phase = iota
	Leased
	Breaking
	Broken
	Expired
)

func (p Phase) String() string {
	return [...]string{"available", "leased", "breaking", "broken", "expired"}[p]
}

// Durations and periods, in seconds.
const (
	Least       = 15 // of a lease that ends
	Most        = 60
	Forever     = -1 // of one that does not
	LongestKept = 60 // the longest period of a break
)

// formerKept is how many ids that are over a lease remembers: only the explanation of a refusal asks for them.
const formerKept = 32

// Lease is the lease of one thing. The zero Lease is available, and never was anything else. It is frozen, as records
// are: what becomes of it is another, and all records that leave it as it is have the same.
type Lease struct{ terms *terms }

// terms are what a lease says; they are copied to become others.
type terms struct {
	phase   Phase
	id      engine.Token
	seconds int64          // 15 to 60, or Forever
	ends    engine.Instant // while it locks: when it is expired or broken; Never where it does not end
	holder  string         // who took or changed it last, or of those who did has renewed it since
	since   engine.Mark    // how the present id came to stand
	took    []engine.Mark  // by whom: one for each who took it, or changed to it, the first one first
	over    engine.Mark    // how the last one ended, or began to: a break, the clock, a release, a write, a delete
	former  []engine.Token // ids that are over, the newest last
}

// never is what a lease says that never was anything.
var never = &terms{}

// is what the lease says, for reading.
func (l Lease) is() *terms {
	if l.terms == nil {
		return never
	}
	return l.terms
}

// with is the lease that says so.
func with(t terms) Lease { return Lease{&t} }

// The names of the fields that are timers.
const (
	EndsField   = "lease.ends"
	BreaksField = "lease.breaks"
)

// Walk hands out the fields. The end of one that is breaking is the field that is named: BreaksField, or EndsField
// where the service tells the two apart by the state alone.
func (l Lease) Walk(v engine.Visitor, breaks string) { l.is().walk(v, breaks) }

// WalkEnds hands out when it ends.
func (l Lease) WalkEnds(v engine.Visitor, breaks string) {
	if l.Active() {
		l.is().walkEnds(v, breaks)
	}
}

func (t *terms) walkEnds(v engine.Visitor, breaks string) {
	ends, broken, s := t.ends, engine.Instant(0), engine.SpareOf(v)
	if t.phase == Breaking && breaks != EndsField {
		ends, broken = 0, t.ends
	}
	s.End(v, EndsField, ends)
	if breaks != EndsField {
		s.End(v, breaks, broken)
	}
}

func (t *terms) walk(v engine.Visitor, breaks string) {
	s := engine.SpareOf(v)
	s.Text(v, "lease.state", t.phase.String())
	if t.phase != Available {
		v.Token("lease.id", &t.id)
		v.Number("lease.duration", &t.seconds)
		v.Text("lease.holder", &t.holder)
		v.Mark("lease.since", &t.since)
		t.walkTook(v)
	}
	t.walkEnds(v, breaks)
	v.Mark("lease.over", &t.over)
	t.walkFormer(v)
}

func (t *terms) walkTook(v engine.Visitor) {
	name := "lease.took"
	for i := range t.took {
		v.Mark(name, &t.took[i])
		name = fmt.Sprintf("lease.took.%d", i+1)
	}
}

func (t *terms) walkFormer(v engine.Visitor) {
	for i := range t.former {
		v.Token(fmt.Sprintf("lease.former.%d", i), &t.former[i])
	}
}

// WalkFormer hands out what is remembered of a lease that went with its thing; nothing where there was none.
func (l Lease) WalkFormer(v engine.Visitor) {
	if t := l.is(); !t.over.IsZero() {
		v.Mark("lease.over", &t.over)
		t.walkFormer(v)
	}
}

// Phase is the state.
func (l Lease) Phase() Phase { return l.is().phase }

// Active says whether the lease locks: leased or breaking.
func (l Lease) Active() bool { return l.is().active() }

func (t *terms) active() bool { return t.phase == Leased || t.phase == Breaking }

// Holds says whether the lease locks under that id.
func (l Lease) Holds(id engine.Token) bool { return l.Active() && l.is().id == id }

// Seconds is the duration it was taken for last, Forever where it has no end; 0 where it is available.
func (l Lease) Seconds() int64 { return l.is().seconds }

// Endless says whether it was taken for ever.
func (l Lease) Endless() bool { return l.is().seconds == Forever }

// Since says how the present id came to stand.
func (l Lease) Since() engine.Mark { return l.is().since }

// Took is who took the id, or changed to it, where it is the one that stands, the first one first: by one id several
// may.
func (l Lease) Took(id engine.Token) []engine.Mark {
	if !l.Holds(id) {
		return nil
	}
	return l.is().took
}

// taken is the lease with one more who took its id; who did before and holds it still, took it then. One that had ended
// is another lease, whatever its id: who took that holds nothing any more.
func (t terms) taken(m engine.Mark, held bool) terms {
	switch {
	case !held:
		t.took = []engine.Mark{m}
	case !t.tookBy(m.By):
		t.took = append(slices.Clone(t.took), m)
	}
	return t
}

// broughtBack is a lease that had ended as whoever renewed it has it: one's own goes on, any other is taken by that, as
// by an acquire. Nobody else holds it any more.
func (t terms) broughtBack(m engine.Mark) terms {
	if t.holder != m.By || !t.tookBy(m.By) {
		return t.taken(m, false)
	}
	t.took = slices.DeleteFunc(slices.Clone(t.took), func(o engine.Mark) bool { return o.By != m.By })
	return t
}

// tookBy says whether a writer took the id that stands, or changed to it.
func (t *terms) tookBy(writer string) bool {
	return slices.ContainsFunc(t.took, func(t engine.Mark) bool { return t.By == writer })
}

// Ends is when a lease that locks ends by itself; 0 where it does not lock.
func (l Lease) Ends() engine.Instant { return l.is().ends }

// Fields are the lease as reads report it: state and status, the duration only while it is leased.
func (l Lease) Fields() []engine.Field {
	status := "unlocked"
	if l.Active() {
		status = "locked"
	}
	list := []engine.Field{{Name: "lease-state", Value: engine.Text(l.Phase().String())},
		{Name: "lease-status", Value: engine.Text(status)}}
	switch {
	case l.Phase() != Leased:
		return list
	case l.Endless():
		return append(list, engine.Field{Name: "lease-duration", Value: engine.Text("infinite")})
	}
	return append(list, engine.Field{Name: "lease-duration", Value: engine.Text("fixed")})
}

// Forget leaves nothing of the id but what explanations need.
func (l Lease) Forget(m engine.Mark) Lease {
	t := l.is()
	if t.phase == Available {
		return l
	}
	return with(terms{over: m, former: t.without(t.id)})
}

// without is the list of former ids with one more.
func (t *terms) without(id engine.Token) []engine.Token {
	former := append(drop(t.former, id), id)
	return former[max(0, len(former)-formerKept):]
}

// never says whether no lease had an id, as far as is remembered: where that is full, one that was forgotten may have.
func (t *terms) never(id engine.Token) bool {
	return id != t.id && !slices.Contains(t.former, id) && len(t.former) < formerKept
}

func drop(ids []engine.Token, id engine.Token) []engine.Token {
	kept := make([]engine.Token, 0, len(ids)+1)
	for _, known := range ids {
		if known != id {
			kept = append(kept, known)
		}
	}
	return kept
}

// Ended is the lease after the clock has passed its end, and who had set that end.
func (l Lease) Ended(tx *engine.Tx) (next Lease, by string) {
	t := *l.is()
	by = t.holder
	if t.phase == Breaking {
		by, t.phase = t.over.By, Broken
	} else {
		t.phase = Expired
	}
	t.ends, t.over = 0, tx.As(by)
	return with(t), by
}

// begun is the lease from now on, for its duration.
func (t terms) begun(tx *engine.Tx) terms {
	by := tx.Mark().By
	took := t.holder == "" || t.tookBy(by) // who renews by an id that it read somewhere holds nothing
	if t.phase != Leased || took && (t.holder != by || t.since.By != by) {
		t.since = tx.Mark()
	}
	if took {
		t.holder = by
	}
	t.phase, t.ends = Leased, engine.Never
	if t.seconds != Forever {
		t.ends = tx.Now().Add(time.Duration(t.seconds) * time.Second)
	}
	return t
}

// cracked is the lease broken; one that was broken before stays as it is.
func (t terms) cracked(tx *engine.Tx) terms {
	if t.phase != Broken {
		t.phase, t.ends, t.over = Broken, 0, tx.Mark()
	}
	return t
}

// shortened is the lease breaking until a moment, or until its own end where that is earlier: a break is never
// lengthened. The time that is left is rounded up, so that a breaking lease never reports 0.
func (t terms) shortened(tx *engine.Tx, until engine.Instant) (terms, int64) {
	if t.phase == Leased || until < t.ends {
		t.phase, t.ends, t.over = Breaking, min(until, t.ends), tx.Mark()
	}
	return t, int64((t.ends.Sub(tx.Now()) + time.Second - 1) / time.Second)
}

// Check says what cannot be.
func (l Lease) Check(now engine.Instant) error { return l.is().check(now) }

func (t *terms) check(now engine.Instant) error {
	switch {
	case t.active() != (t.ends != 0), t.active() && t.ends <= now:
		return fmt.Errorf("a lease that is %s ends at %s, now is %s", t.phase, t.ends, now)
	case t.phase != Available && (t.id.IsZero() || t.holder == ""):
		return fmt.Errorf("a lease that is %s has the id %q and the holder %q", t.phase, t.id, t.holder)
	case t.phase == Leased && slices.Contains(t.former, t.id):
		return fmt.Errorf("the id %s stands and is over", t.id)
	}
	return nil
}
