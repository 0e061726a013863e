package blob_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// The five states in the order of lease/rules.md. A fixed lease lasts 60 seconds and has 50 left where it is leased, 20
// of a break where it is breaking; an infinite one is broken in the same way.
var states = []string{"available", "leased", "breaking", "broken", "expired"}

// put a lease of ann's with the id guid:A into a state; ok is false where it cannot get there.
func (b *bench) lease(kind, path, state string, infinite bool) (ok bool) {
	b.T.Helper()
	duration := "60"
	if infinite {
		duration = "-1"
	}
	at := " path=" + path
	if state != "available" {
		b.All("ann: acquire-" + kind + "-lease" + at + " id=guid:A duration=" + duration)
	}
	switch state {
	case "leased":
		b.Wait(10 * time.Second)
	case "breaking":
		b.Wait(10 * time.Second)
		b.All("ben: break-" + kind + "-lease" + at + " period=30")
		b.Wait(10 * time.Second)
	case "broken":
		b.All("ben: break-" + kind + "-lease" + at + " period=0")
	case "expired":
		b.Wait(60 * time.Second)
	}
	return b.Property(kind+" "+path, "lease.state") == state
}

// shown is the lease as cells write it: `leased A`, `breaking A`.
func (b *bench) leaseOf(object string) string {
	state, id := b.Property(object, "lease.state"), b.Property(object, "lease.id")
	for _, name := range []string{"A", "B", "C"} {
		if guid, _ := engine.GUID("guid:" + name); guid == id {
			id = name
		}
	}
	if len(id) > 1 {
		id = "new"
	}
	return strings.TrimSpace(state + " " + id)
}

const (
	lap       = "409 LeaseAlreadyPresent"
	misl      = "409 LeaseIdMismatchWithLeaseOperation"
	npl       = "409 LeaseNotPresentWithLeaseOperation"
	isBroken  = "409 LeaseIsBrokenAndCannotBeRenewed"
	noAcquire = "409 LeaseIsBreakingAndCannotBeAcquired"
	noChange  = "409 LeaseIsBreakingAndCannotBeChanged"
)

// machine is the table of lease/rules.md, "States and actions": the action with its words, then the cells. A cell is
// the status and the lease afterwards, for a break the seconds too; an error leaves the lease as it was.
var machine = []struct {
	action, words string
	infinite      bool
	cells         [5]string
}{
	{"acquire", "duration=30", false, [5]string{"201 leased new", lap, lap, "201 leased new", "201 leased new"}},
	{"acquire", "duration=30 id=guid:A", false,
		[5]string{"201 leased A", "201 leased A", noAcquire, "201 leased A", "201 leased A"}},
	{"acquire", "duration=30 id=guid:B", false, [5]string{"201 leased B", lap, lap, "201 leased B", "201 leased B"}},
	{"renew", "lease=guid:A", false, [5]string{misl, "200 leased A", isBroken, isBroken, "200 leased A"}},
	{"renew", "lease=guid:A", true, [5]string{misl, "200 leased A", isBroken, isBroken, "-"}},
	{"renew", "lease=guid:B", false, [5]string{misl, misl, misl, misl, misl}},
	{"change", "lease=guid:A id=guid:B", false, [5]string{npl, "200 leased B", noChange, npl, npl}},
	{"change", "lease=guid:A id=guid:A", false, [5]string{npl, "200 leased A", noChange, npl, npl}},
	{"change", "lease=guid:B id=guid:A", false, [5]string{npl, "200 leased A", misl, npl, npl}},
	{"change", "lease=guid:B id=guid:C", false, [5]string{npl, misl, misl, npl, npl}},
	{"release", "lease=guid:A", false, [5]string{misl, "200 available", "200 available", "200 available",
		"200 available"}},
	{"release", "lease=guid:B", false, [5]string{misl, misl, misl, misl, misl}},
	{"break", "period=0", false, [5]string{npl, "202 broken A 0", "202 broken A 0", "202 broken A 0",
		"202 broken A 0"}},
	{"break", "period=0", true, [5]string{npl, "202 broken A 0", "202 broken A 0", "202 broken A 0", "-"}},
	{"break", "period=5", false, [5]string{npl, "202 breaking A 5", "202 breaking A 5", "202 broken A 0",
		"202 broken A 0"}},
	{"break", "period=60", false, [5]string{npl, "202 breaking A 50", "202 breaking A 20", "202 broken A 0",
		"202 broken A 0"}},
	{"break", "period=60", true, [5]string{npl, "202 breaking A 60", "202 breaking A 20", "202 broken A 0", "-"}},
	{"break", "", false, [5]string{npl, "202 breaking A 50", "202 breaking A 20", "202 broken A 0", "202 broken A 0"}},
	{"break", "", true, [5]string{npl, "202 broken A 0", "202 breaking A 20", "202 broken A 0", "-"}},
}

// lease/rules.md, "States and actions", every cell, for blobs and for containers.
func TestEveryCellOfTheLeaseMachine(t *testing.T) {
	for kind, path := range map[string]string{"blob": "wiki/x", "container": "wiki"} {
		for _, row := range machine {
			for i, cell := range row.cells {
				name := fmt.Sprintf("%s %s %s, %s, infinite %v", row.action, kind, row.words, states[i], row.infinite)
				b := newBench(t)
				b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
				object := kind + " " + path
				if ok := b.lease(kind, path, states[i], row.infinite); !ok {
					if cell != "-" {
						t.Errorf("%s: the lease cannot get there", name)
					}
					continue
				}
				before, etag := b.leaseOf(object), b.Property(object, "etag")
				a := b.Say(strings.TrimSpace("ann: " + row.action + "-" + kind + "-lease path=" + path + " " +
					row.words))
				got, want := strings.TrimSpace(a.String()+" "+b.leaseOf(object)+" "+
					a.Field("lease-time").String()), cell
				if cell[0] == '4' {
					want = cell + " " + before
				}
				if got != want {
					t.Errorf("%s: %s, want %s\n%s", name, got, want, b.World.Describe())
				}
				if b.Property(object, "etag") != etag {
					t.Errorf("%s: the ETag changed", name)
				}
			}
		}
	}
}

// lease/rules.md, "States and actions", the last row: the clock passes the end, at the very instant.
func TestLeaseEndsAtItsInstant(t *testing.T) {
	for kind, path := range map[string]string{"blob": "wiki/x", "container": "wiki"} {
		for _, row := range []struct {
			state    string
			infinite bool
			left     time.Duration
			want     string
		}{
			{"available", false, time.Hour, "available"}, {"leased", false, 50 * time.Second, "expired A"},
			{"leased", true, 0, "leased A"},
			{"breaking", false, 20 * time.Second, "broken A"}, {"breaking", true, 20 * time.Second, "broken A"},
			{"broken", false, time.Hour, "broken A"}, {"expired", false, time.Hour, "expired A"},
		} {
			b := newBench(t)
			b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
			b.lease(kind, path, row.state, row.infinite)
			object := kind + " " + path
			if row.left == 0 {
				row.left = time.Hour
			} else {
				before := b.leaseOf(object)
				b.Wait(row.left - time.Millisecond)
				if got := b.leaseOf(object); got != before {
					t.Errorf("%s %s: %s a millisecond before its end", object, row.state, got)
				}
				row.left = time.Millisecond
			}
			b.Wait(row.left)
			if got := b.leaseOf(object); got != row.want {
				t.Errorf("%s %s: %s, want %s", object, row.state, got, row.want)
			}
		}
	}
}

// lease/rules.md, "Lease basics": renew restarts the clock with the original duration, a new acquire brings its own,
// change keeps the end.
func TestClocksOfALease(t *testing.T) {
	for _, row := range [][2]string{
		{"renew-blob-lease path=wiki/x lease=guid:A", "01:10.0"},
		{"acquire-blob-lease path=wiki/x id=guid:A duration=15", "00:25.0"},
		{"acquire-blob-lease path=wiki/x id=guid:A duration=-1", "never"},
		{"change-blob-lease path=wiki/x lease=guid:A id=guid:B", "01:00.0"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		b.lease("blob", "wiki/x", "leased", false)
		b.All("ann: " + row[0])
		if got := b.Property("blob wiki/x", "lease.ends"); got != row[1] {
			t.Errorf("%s: ends at %s, want %s", row[0], got, row[1])
		}
	}
}

// lease/rules.md, "Lease basics", and rules.md, "Limits and input rules": what is refused whatever the state, 400
// before 409.
func TestWordsOfLeaseOperations(t *testing.T) {
	for kind, path := range map[string]string{"blob": "wiki/x", "container": "wiki"} {
		for _, state := range []string{"available", "leased"} {
			b := newBench(t)
			b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
			b.lease(kind, path, state, false)
			for _, row := range [][2]string{
				{"acquire # id=guid:B", "400 MissingRequiredHeader"},
				{"acquire # duration=14", "400 InvalidHeaderValue"},
				{"acquire # duration=61", "400 InvalidHeaderValue"}, {"acquire # duration=0", "400 InvalidHeaderValue"},
				{"acquire # duration=-2", "400 InvalidHeaderValue"},
				{"acquire # duration=soon", "400 InvalidHeaderValue"},
				{"acquire # duration=15 id=mine", "400 InvalidHeaderValue"},
				{"break # period=61", "400 InvalidHeaderValue"},
				{"break # period=-1", "400 InvalidHeaderValue"}, {"change # lease=guid:A", "400 MissingRequiredHeader"},
				{"change # lease=guid:A id=x", "400 InvalidHeaderValue"}, {"renew # lease=x", "400 InvalidHeaderValue"},
				{"renew #", "400 MissingRequiredHeader"}, {"release #", "400 MissingRequiredHeader"},
			} {
				verb, words, _ := strings.Cut(row[0], " #")
				b.Want("ben: "+verb+"-"+kind+"-lease path="+path+words, row[1])
			}
		}
	}
}

// lease/rules.md, "Lease basics": accepted GUID spellings, compared by value.
func TestSpellingsOfAnID(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann: acquire-blob-lease path=wiki/x duration=60 id=0123456789abcdef0123456789abcdef")
	for _, id := range []string{"01234567-89ab-cdef-0123-456789abcdef", "{01234567-89AB-CDEF-0123-456789ABCDEF}",
		"(01234567-89ab-cdef-0123-456789abcdef)"} {
		b.Want("ann: put-blob path=wiki/x body=2 lease="+id, "201")
		b.Want("ann: renew-blob-lease path=wiki/x lease="+id, "200")
	}
}

// lease/rules.md, "Lease basics": duration is reported only while leased, status is locked while leased or breaking.
func TestReportedLease(t *testing.T) {
	for i, want := range []string{"available unlocked ", "leased locked fixed", "breaking locked ", "broken unlocked ",
		"expired unlocked "} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		for kind, path := range map[string]string{"blob": "wiki/x", "container": "wiki"} {
			b.lease(kind, path, states[i], false)
			a := b.Say("ben: get-" + kind + "-properties path=" + path)
			if got := fmt.Sprintf("%s %s %s", a.Field("lease-state"), a.Field("lease-status"),
				a.Field("lease-duration")); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
			b.All("seed: get-container-properties path=wiki")
		}
	}
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: acquire-container-lease path=wiki duration=-1")
	if got := b.Say("ben: get-container-properties path=wiki").Field("lease-duration").String(); got != "infinite" {
		t.Errorf("an infinite lease is reported as %q", got)
	}
}

// "Rules behind the table" of lease/rules.md, "States and actions", and R12: a break only gets shorter; the time is
// rounded up.
func TestABreakOnlyGetsShorter(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann: acquire-blob-lease path=wiki/x duration=60")
	left := func(line, want string) {
		t.Helper()
		if got := b.Want(line, "202").Field("lease-time").String(); got != want {
			t.Errorf("%s: %s left, want %s", line, got, want)
		}
	}
	b.Wait(10 * time.Second)
	left("ben: break-blob-lease path=wiki/x", "50")
	b.Wait(5 * time.Second)
	left("ben: break-blob-lease path=wiki/x period=5", "5")
	left("ben: break-blob-lease path=wiki/x period=60", "5")
	b.Wait(4900 * time.Millisecond)
	left("ben: break-blob-lease path=wiki/x", "1")
	b.Wait(100 * time.Millisecond)
	left("ben: break-blob-lease path=wiki/x", "0")
}

// Whoever set the deadline of a break that stands is named when it is over, not who asked for a longer one.
func TestABreakThatShortensNothingIsNobodysDoing(t *testing.T) {
	for period, by := range map[string]string{"60": "ben", "": "ben", "5": "seed"} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		b.lease("blob", "wiki/x", "breaking", false)
		b.All(strings.TrimSuffix("seed: break-blob-lease path=wiki/x period="+period, " period="))
		if why := b.Want("ann: renew-blob-lease path=wiki/x lease=guid:A", isBroken).Why; why.Since.By != by {
			t.Errorf("after a break of %q seconds: by %s, want %s", period, why.Since.By, by)
		}
		b.Wait(20 * time.Second)
		if ended := b.Events[len(b.Events)-1]; ended.Kind != engine.Ended || ended.By != by {
			t.Errorf("the end is %+v, want one by %s", ended, by)
		}
		if why := b.Want("ann: put-blob path=wiki/x body=2 lease=guid:A", npb).Why; why.Rule.Kind != "lease-over" ||
			why.Since.By != by {
			t.Errorf("after the end: %+v, want lease-over by %s", why, by)
		}
	}
}

// lease/rules.md, "Lease basics": a lease cannot be taken on a snapshot (rules.md, "Where sources disagree", row 24)
// nor on a missing blob.
func TestWhatCannotBeLeased(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1", "ann s: snapshot-blob path=wiki/x")
	b.Want("ann: acquire-blob-lease path=wiki/x duration=15 snapshot=$s.snapshot", "400 InvalidOperation")
	b.Want("ann: acquire-blob-lease path=wiki/none duration=15", "404 BlobNotFound")
	b.Want("ann: acquire-container-lease path=none duration=15", "404 ContainerNotFound")
}
