package lease_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/lease"
)

// How to bring a lease of the id A into each phase: rules.md, "States and actions", the columns. The holder is ann; one
// that ends was taken for 60 seconds, 20 of which are over, and one that breaks has 25 left.
func (b *bench) in(phase string, endless bool) {
	b.t.Helper()
	seconds := "60"
	if endless {
		seconds = "-1"
	}
	if phase != "available" {
		b.ask("ann", "order", "action", "acquire", "seconds", seconds, "id", "guid:A")
	}
	switch phase {
	case "leased":
		b.wait(20 * time.Second)
	case "breaking":
		b.ask("ben", "order", "action", "break", "seconds", "25")
	case "broken":
		b.ask("ben", "order", "action", "break", "seconds", "0")
	case "expired":
		b.wait(60 * time.Second)
	}
	if got := b.field("lease.state"); phase != "available" && got != phase {
		b.t.Fatalf("the lease is %s, wanted %s", got, phase)
	}
}

var phases = []string{"available", "leased", "breaking", "broken", "expired"}

// The table of rules.md, "States and actions", in its order: the status and the phase with the id that stands, the code
// of a refusal, - what cannot be.
var moves = []struct {
	action, pairs string
	endless       bool
	cells         string
}{
	{"acquire", "seconds=30", false, "201/leased/new present present 201/leased/new 201/leased/new"},
	{"acquire", "seconds=30 id=guid:A", false, "201/leased/A 201/leased/A not-acquired 201/leased/A 201/leased/A"},
	{"acquire", "seconds=30 id=guid:B", false, "201/leased/B present present 201/leased/B 201/leased/B"},
	{"renew", "lease=guid:A", false, "unknown 200/leased/A not-renewed not-renewed 200/leased/A"},
	{"renew", "lease=guid:B", false, "unknown mismatch mismatch mismatch mismatch"},
	{"change", "lease=guid:A id=guid:B", false, "not-present 200/leased/B not-changed not-present not-present"},
	{"change", "lease=guid:A id=guid:A", false, "not-present 200/leased/A not-changed not-present not-present"},
	{"change", "lease=guid:B id=guid:A", false, "not-present 200/leased/A mismatch not-present not-present"},
	{"change", "lease=guid:B id=guid:C", false, "not-present mismatch mismatch not-present not-present"},
	{"release", "lease=guid:A", false, "unknown 200/available 200/available 200/available 200/available"},
	{"release", "lease=guid:B", false, "unknown mismatch mismatch mismatch mismatch"},
	{"break", "seconds=0", false, "not-present 202/broken/A:0 202/broken/A:0 202/broken/A:0 202/broken/A:0"},
	{"break", "seconds=10", false, "not-present 202/breaking/A:10 202/breaking/A:10 202/broken/A:0 202/broken/A:0"},
	{"break", "seconds=55", false, "not-present 202/breaking/A:40 202/breaking/A:25 202/broken/A:0 202/broken/A:0"},
	{"break", "seconds=55", true, "not-present 202/breaking/A:55 202/breaking/A:25 202/broken/A:0 -"},
	{"break", "", false, "not-present 202/breaking/A:40 202/breaking/A:25 202/broken/A:0 202/broken/A:0"},
	{"break", "", true, "not-present 202/broken/A:0 202/breaking/A:25 202/broken/A:0 -"},
}

// rules.md, "States and actions". All refusals leave the state untouched.
func TestMoves(t *testing.T) {
	for _, row := range moves {
		for i, want := range strings.Fields(row.cells) {
			if want == "-" {
				continue
			}
			b := newBench(t)
			b.in(phases[i], row.endless)
			before := b.w.Object(engine.ParseObject("thing t"))
			a := b.ask("ann", "order", pairs("action="+row.action+" "+row.pairs)...)
			got := a.Code()
			switch {
			case !a.Accepted():
				if b.w.Object(engine.ParseObject("thing t")) != before {
					t.Errorf("%s %s of one that is %s: a refusal left a trace", row.action, row.pairs, phases[i])
				}
			default:
				got = fmt.Sprintf("%d/%s", a.Status, b.field("lease.state"))
				if id := b.field("lease.id"); id != "" {
					got += "/" + short(id)
				}
				if left := a.Field("lease-time"); !left.IsZero() {
					got += ":" + left.String()
				}
			}
			if got != want {
				t.Errorf("%s %s (endless %v) of one that is %s: %s, want %s", row.action, row.pairs, row.endless,
					phases[i], got, want)
			}
		}
	}
}

// pairs are names and values out of `a=b c=d`.
func pairs(text string) (list []string) {
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		list = append(list, name, value)
	}
	return list
}

// short is an id as the table calls it.
func short(id string) string {
	for _, name := range []string{"A", "B", "C"} {
		if id == engine.TokenOf(engine.LeaseID, "guid:"+name).String() {
			return name
		}
	}
	return "new"
}

// rules.md, "States and actions", "clock passes the end": at that very instant, not before; what has no end stays.
func TestTheClockEndsALease(t *testing.T) {
	for _, row := range []struct {
		phase   string
		endless bool
		left    time.Duration
		after   string
	}{
		{"leased", false, 40 * time.Second, "expired"}, {"breaking", false, 25 * time.Second, "broken"},
		{"leased", true, time.Hour, "leased"},
		{"broken", false, time.Hour, "broken"}, {"expired", false, time.Hour, "expired"},
	} {
		b := newBench(t)
		b.in(row.phase, row.endless)
		b.wait(row.left - time.Millisecond)
		if got := b.field("lease.state"); got != row.phase {
			t.Errorf("%s: %s a moment before the end", row.phase, got)
		}
		b.wait(time.Millisecond)
		if got := b.field("lease.state"); got != row.after {
			t.Errorf("%s (endless %v): %s at the end, want %s", row.phase, row.endless, got, row.after)
		}
	}
}

// blob/rules.md, "Using a blob while leased": the uses as the machine reads a table of them.
func TestUses(t *testing.T) {
	for _, row := range []struct{ id, cells string }{
		{"guid:A", "none ok/leased ok/breaking none lost"},
		{"guid:B", "none other other none none"},
		{"", "ok/available missing missing ok/available ok/available"},
	} {
		for i, want := range strings.Fields(row.cells) {
			b := newBench(t)
			b.in(phases[i], false)
			arguments := []string{"thing", "t"}
			if row.id != "" {
				arguments = append(arguments, "lease", row.id)
			}
			a := b.ask("ann", "touch", arguments...)
			got := a.Code()
			if a.Accepted() {
				got = "ok/" + b.field("lease.state")
			}
			if got != want {
				t.Errorf("a use with %q of one that is %s: %s, want %s", row.id, phases[i], got, want)
			}
		}
	}
}

// rules.md, "Lease basics": a renewal keeps the duration that the lease was taken for, and starts the clock anew; a
// change keeps both.
func TestRenewalAndChange(t *testing.T) {
	for _, row := range []struct {
		pairs string
		left  time.Duration
	}{{"action=renew lease=guid:A", 60 * time.Second}, {"action=change lease=guid:A id=guid:B", 40 * time.Second},
		{"action=acquire id=guid:A seconds=15", 15 * time.Second}} {
		b := newBench(t)
		b.in("leased", false)
		b.ask("ann", "order", pairs(row.pairs)...)
		if got, want := b.w.Timers()[0].At, b.w.Now().Add(row.left); got != want {
			t.Errorf("%s: the lease ends at %s, want %s", row.pairs, got, want)
		}
	}
}

// Whose wish the end of a lease is: the holder's who took it for so long; of one that was broken that of who set the
// end that came, also where another had begun to break it.
func TestWhoEndedIt(t *testing.T) {
	for _, row := range []struct{ name, breaker, period, want string }{{"ran out", "", "", "ann"},
		{"broken", "ben", "25", "ben"}, {"shortened", "ann", "10", "ann"}, {"not lengthened", "ann", "30", "ben"}} {
		b := newBench(t)
		b.in("leased", false)
		if row.breaker != "" {
			b.ask("ben", "order", "action", "break", "seconds", "25")
			b.ask(row.breaker, "order", "action", "break", "seconds", row.period)
		}
		b.step(engine.Clock{Next: true})
		last := b.events[len(b.events)-1]
		if last.Kind != engine.Ended || last.By != row.want {
			t.Errorf("%s: ended by %q, want %q", row.name, last.By, row.want)
		}
	}
}

// Whose trouble a refusal is: another's lease stands in the way, the end of an own one is over.
func TestWhoseTrouble(t *testing.T) {
	for _, row := range []struct{ by, phase, id, want string }{
		{"ben", "leased", "guid:B", "leased"}, {"ann", "leased", "guid:B", "leased"},
		{"ann", "broken", "guid:A", "lease-over"},
		{"ann", "expired", "guid:A", "lease-over"}, {"ben", "available", "guid:B", "lease-over"},
	} {
		b := newBench(t)
		b.in(row.phase, false)
		a := b.ask(row.by, "touch", "thing", "t", "lease", row.id)
		if a.Accepted() || string(a.Why.Rule.Kind) != row.want {
			t.Errorf("%s uses with %s one that is %s: %+v, want the kind %s", row.by, row.id, row.phase, a.Why,
				row.want)
		}
	}
	b := newBench(t)
	b.in("leased", false)
	b.ask("ann", "order", pairs("action=change lease=guid:A id=guid:B")...)
	if a := b.ask("ann", "touch", "thing", "t", "lease", "guid:A"); a.Why == nil || a.Why.Rule.Kind != "lease-over" {
		t.Errorf("the own id that was changed away: %+v, want lease-over", a.Why)
	}
}

// rules.md, "Lease basics": 15 to 60 seconds or -1; a period of 0 to 60 or none; what is no whole number fits nothing.
func TestSecondsThatFit(t *testing.T) {
	for n, want := range map[int64][2]bool{-2: {false, false}, -1: {true, false}, 0: {false, true}, 14: {false, true},
		15: {true, true}, 60: {true, true}, 61: {false, false}} {
		o := lease.Order{Seconds: engine.Some(n)}
		if got := [2]bool{o.FitsDuration(), o.FitsPeriod()}; got != want {
			t.Errorf("%d: duration and period fit %v, want %v", n, got, want)
		}
	}
	odd := lease.Order{Seconds: engine.Odd[int64](engine.Text("soon"))}
	if odd.FitsDuration() || odd.FitsPeriod() {
		t.Error("a word fits")
	}
	if absent := (lease.Order{}); absent.FitsDuration() || !absent.FitsPeriod() {
		t.Error("a duration is needed, a period is not")
	}
}

// What an action is refused with is what its rows say; of leases without end the columns that they never reach are left
// out.
func TestRulesOfActions(t *testing.T) {
	for _, row := range []struct {
		endless bool
		action  lease.Action
		want    string
	}{
		{false, lease.Acquire, "present not-acquired"}, {false, lease.Renew, "unknown mismatch not-renewed"},
		{false, lease.Change, "not-present mismatch not-changed"},
		{false, lease.Release, "unknown mismatch"}, {false, lease.Break, "not-present"},
		{true, lease.Acquire, "present"}, {true, lease.Change, "not-present mismatch"},
	} {
		m := *machine
		m.Endless = row.endless
		var got []string
		for i, r := range m.Rules(row.action) {
			if i%2 == 0 {
				got = append(got, r.Fault.Code)
			}
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("action %d (endless %v): %v, want %s", row.action, row.endless, got, row.want)
		}
	}
}
