package lease_test

import (
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/lease"
)

// The refusals of a machine that names each of its own.
func verdict(code string) *lease.Verdict {
	rule := func(kind engine.Trouble) *engine.Rule {
		return &engine.Rule{Name: "lease", Kind: kind, Fault: engine.Fault{Status: 409, Code: code}}
	}
	return &lease.Verdict{Leased: rule("leased"), Over: rule("lease-over")}
}

var machine = &lease.Machine{Present: verdict("present"), NotAcquired: verdict("not-acquired"),
	NotRenewed: verdict("not-renewed"),
	NotChanged: verdict("not-changed"), Mismatch: verdict("mismatch"), NotPresent: verdict("not-present"),
	Unknown: verdict("unknown")}

var uses = func() *lease.Uses {
	no := func(code string) lease.Cell { return lease.Cell{Refuse: verdict(code)} }
	let, frees := lease.Cell{}, lease.Cell{Frees: true}
	return &lease.Uses{
		lease.Holder:   {no("none"), let, let, no("none"), no("lost")},
		lease.Stranger: {no("none"), no("other"), no("other"), no("none"), no("none")},
		lease.Nobody:   {let, no("missing"), no("missing"), frees, frees},
	}
}()

// thing is what is leased.
type thing struct{ lease lease.Lease }

func (t *thing) Walk(v engine.Visitor) { t.lease.Walk(v, lease.BreaksField) }

type state struct{ things engine.Table[*thing] }

func (s *state) Tables() []engine.Tabled { return []engine.Tabled{s.things} }
func (s *state) Fork() engine.State      { return &state{s.things.Fork()} }

func (s *state) lease() (l lease.Lease) {
	if old := s.things.Get("t"); old != nil {
		l = old.lease
	}
	return l
}

func (s *state) Ends(tx *engine.Tx, _ engine.ObjectID, _ string) (by string) {
	next, by := s.lease().Ended(tx)
	s.things.Put(tx, "t", &thing{next})
	return by
}

func (s *state) Check(now engine.Instant) error { return s.lease().Check(now) }

// order is a lease operation on the thing, touch a use of it.
type order struct {
	Action  string                   `op:"action"`
	Seconds engine.Opt[int64]        `op:"seconds"`
	Lease   engine.Opt[engine.Token] `op:"lease"`
	ID      engine.Opt[engine.Token] `op:"id"`
}

func (o order) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*state)
	actions := map[string]lease.Action{"acquire": lease.Acquire, "renew": lease.Renew, "change": lease.Change,
		"release": lease.Release, "break": lease.Break}
	asked := lease.Order{Action: actions[o.Action], Seconds: o.Seconds, Lease: o.Lease, ID: o.ID}
	next, left, c := machine.Move(tx, s.lease(), asked)
	if c != nil {
		return tx.Refuse(c)
	}
	asked.Believe(tx, engine.ParseObject("thing t"), next)
	s.things.Put(tx, "t", &thing{next})
	return tx.Done(asked.Status(), asked.Fields(next, left)...)
}

type touch struct {
	Thing string                   `op:"thing"`
	Lease engine.Opt[engine.Token] `op:"lease"`
}

func (o touch) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*state)
	id, _ := lease.ID(o.Lease)
	next, c := s.lease().Use(tx, uses, id)
	if c != nil {
		return tx.Refuse(c)
	}
	s.things.Put(tx, "t", &thing{next})
	return tx.Done(200)
}

// bench is a world with one thing to lease, which is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
	events []engine.Event
}

func newBench(t testing.TB) *bench {
	b := &bench{t: t, w: engine.NewWorld(&engine.Service{Name: "things",
		New: func() engine.State { return &state{engine.NewTable[*thing]("thing")} },
		Ops: []engine.OpSpec{{Verb: "order", Object: "thing", Op: order{}},
			{Verb: "touch", Object: "thing", Op: touch{}}}})}
	b.step(engine.AddWriter{ID: "ann"})
	b.step(engine.AddWriter{ID: "ben"})
	return b
}

func (b *bench) step(in engine.Input) {
	b.t.Helper()
	b.record++
	events, err := b.w.Step(b.record, in)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.w.Check(); err != nil {
		b.t.Fatalf("after %+v: %v\n%s", in, err, b.w.Describe())
	}
	b.events = events
}

// ask has a writer send a request, and gives the answer.
func (b *bench) ask(by, verb string, pairs ...string) engine.Answer {
	b.t.Helper()
	b.step(engine.Send{By: by, Verb: verb, Args: engine.Args(pairs...), As: "q"})
	b.step(engine.Deliver{Names: []string{"q"}})
	b.step(engine.ReceiveAnswer{Names: []string{"q"}})
	return b.w.Named("q").Answer
}

func (b *bench) wait(d time.Duration) {
	b.t.Helper()
	b.step(engine.Clock{By: d})
}

// field is what the lease says of itself.
func (b *bench) field(name string) string {
	for _, p := range engine.Properties(b.w.Object(engine.ParseObject("thing t"))) {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}
