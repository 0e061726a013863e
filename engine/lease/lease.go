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
const formerKept = 8

// Lease is the lease of one thing. The zero Lease is available, and never was anything else.
type Lease struct {
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

// The names of the fields that are timers.
const (
	EndsField   = "lease.ends"
	BreaksField = "lease.breaks"
)

// Walk hands out the fields. The end of one that is breaking is the field that is named: BreaksField, or EndsField
// where the service tells the two apart by the state alone.
func (l *Lease) Walk(v engine.Visitor, breaks string) {
	ends, broken, s := l.ends, engine.Instant(0), engine.SpareOf(v)
	if l.phase == Breaking && breaks != EndsField {
		ends, broken = 0, l.ends
	}
	s.Text(v, "lease.state", l.phase.String())
	if l.phase != Available {
		v.Token("lease.id", &l.id)
		v.Number("lease.duration", &l.seconds)
		v.Text("lease.holder", &l.holder)
		v.Mark("lease.since", &l.since)
		l.walkTook(v)
	}
	s.End(v, EndsField, ends)
	if breaks != EndsField {
		s.End(v, breaks, broken)
	}
	v.Mark("lease.over", &l.over)
	l.walkFormer(v)
}

func (l *Lease) walkTook(v engine.Visitor) {
	name := "lease.took"
	for i := range l.took {
		v.Mark(name, &l.took[i])
		name = fmt.Sprintf("lease.took.%d", i+1)
	}
}

func (l *Lease) walkFormer(v engine.Visitor) {
	for i := range l.former {
		v.Token(fmt.Sprintf("lease.former.%d", i), &l.former[i])
	}
}

// WalkFormer hands out what is remembered of a lease that went with its thing; nothing where there was none.
func (l *Lease) WalkFormer(v engine.Visitor) {
	if !l.over.IsZero() {
		v.Mark("lease.over", &l.over)
		l.walkFormer(v)
	}
}

// Phase is the state.
func (l Lease) Phase() Phase { return l.phase }

// Active says whether the lease locks: leased or breaking.
func (l Lease) Active() bool { return l.phase == Leased || l.phase == Breaking }

// Holds says whether the lease locks under that id.
func (l Lease) Holds(id engine.Token) bool { return l.Active() && l.id == id }

// Seconds is the duration it was taken for last, Forever where it has no end; 0 where it is available.
func (l Lease) Seconds() int64 { return l.seconds }

// Endless says whether it was taken for ever.
func (l Lease) Endless() bool { return l.seconds == Forever }

// Since says how the present id came to stand.
func (l Lease) Since() engine.Mark { return l.since }

// Took is who took the id, or changed to it, where it is the one that stands, the first one first: by one id several
// may.
func (l Lease) Took(id engine.Token) []engine.Mark {
	if !l.Holds(id) {
		return nil
	}
	return l.took
}

// taken is the lease with one more who took its id; who did before and holds it still, took it then. One that had ended
// is another lease, whatever its id: who took that holds nothing any more.
func (l Lease) taken(m engine.Mark, held bool) Lease {
	switch {
	case !held:
		l.took = []engine.Mark{m}
	case !l.tookBy(m.By):
		l.took = append(slices.Clone(l.took), m)
	}
	return l
}

// tookBy says whether a writer took the id that stands, or changed to it.
func (l Lease) tookBy(writer string) bool {
	return slices.ContainsFunc(l.took, func(t engine.Mark) bool { return t.By == writer })
}

// Ends is when a lease that locks ends by itself; 0 where it does not lock.
func (l Lease) Ends() engine.Instant { return l.ends }

// Fields are the lease as reads report it: state and status, the duration only while it is leased.
func (l Lease) Fields() []engine.Field {
	status := "unlocked"
	if l.Active() {
		status = "locked"
	}
	list := []engine.Field{{Name: "lease-state", Value: engine.Text(l.phase.String())},
		{Name: "lease-status", Value: engine.Text(status)}}
	switch {
	case l.phase != Leased:
		return list
	case l.Endless():
		return append(list, engine.Field{Name: "lease-duration", Value: engine.Text("infinite")})
	}
	return append(list, engine.Field{Name: "lease-duration", Value: engine.Text("fixed")})
}

// Forget leaves nothing of the id but what explanations need.
func (l Lease) Forget(m engine.Mark) Lease {
	if l.phase == Available {
		return l
	}
	return Lease{over: m, former: l.without(l.id)}
}

// without is the list of former ids with one more.
func (l Lease) without(id engine.Token) []engine.Token {
	former := append(drop(l.former, id), id)
	return former[max(0, len(former)-formerKept):]
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
	by, next = l.holder, l
	next.phase = Expired
	if l.phase == Breaking {
		by, next.phase = l.over.By, Broken
	}
	next.ends, next.over = 0, tx.As(by)
	return next, by
}

// begun is the lease from now on, for its duration.
func (l Lease) begun(tx *engine.Tx) Lease {
	by := tx.Mark().By
	took := l.holder == "" || l.tookBy(by) // who renews by an id that it read somewhere holds nothing
	if l.phase != Leased || took && (l.holder != by || l.since.By != by) {
		l.since = tx.Mark()
	}
	if took {
		l.holder = by
	}
	l.phase, l.ends = Leased, engine.Never
	if l.seconds != Forever {
		l.ends = tx.Now().Add(time.Duration(l.seconds) * time.Second)
	}
	return l
}

// cracked is the lease broken; one that was broken before stays as it is.
func (l Lease) cracked(tx *engine.Tx) Lease {
	if l.phase != Broken {
		l.phase, l.ends, l.over = Broken, 0, tx.Mark()
	}
	return l
}

// shortened is the lease breaking until a moment, or until its own end where that is earlier: a break is never
// lengthened. The time that is left is rounded up, so that a breaking lease never reports 0.
func (l Lease) shortened(tx *engine.Tx, until engine.Instant) (Lease, int64) {
	if l.phase == Leased || until < l.ends {
		l.phase, l.ends, l.over = Breaking, min(until, l.ends), tx.Mark()
	}
	return l, int64((l.ends.Sub(tx.Now()) + time.Second - 1) / time.Second)
}

// Check says what cannot be.
func (l Lease) Check(now engine.Instant) error {
	switch {
	case l.Active() != (l.ends != 0), l.Active() && l.ends <= now:
		return fmt.Errorf("a lease that is %s ends at %s, now is %s", l.phase, l.ends, now)
	case l.phase != Available && (l.id.IsZero() || l.holder == ""):
		return fmt.Errorf("a lease that is %s has the id %q and the holder %q", l.phase, l.id, l.holder)
	case l.phase == Leased && slices.Contains(l.former, l.id):
		return fmt.Errorf("the id %s stands and is over", l.id)
	}
	return nil
}
