package queue_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// received is a world in which ann has received m at second 0, hidden for 10 seconds, with 3 more messages behind it.
func received(t testing.TB) *bench {
	t.Helper()
	return newBench(t, "seed: create-queue queue=jobs", "seed p: put-message queue=jobs text=m messagettl=100",
		"seed: create-queue queue=other",
		"seed o: put-message queue=other text=o", "ann a: get-messages queue=jobs visibilitytimeout=10")
}

// rules.md, "Pop receipts", R1 to R9.
func TestHowReceiptsBehave(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "ann p: put-message queue=jobs text=m")
	b.Want("ann u: update-message message=$p.0 popreceipt=$p.0.receipt visibilitytimeout=0", "204") // R1
	b.Want("ann: update-message message=$p.0 popreceipt=$p.0.receipt visibilitytimeout=0", notFound)
	b.Want("ben g: get-messages queue=jobs", "200", "count=1")
	b.Want("ann: delete-message message=$p.0 popreceipt=$u.receipt", notFound) // R2: the Get has made it void

	b = received(t)
	b.At(60) // R3 and R4: the timeout is long over, nobody came
	b.Want("ann u: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=10", "204")
	b.Want("ben: get-messages queue=jobs", "200", "count=0")
	b.At(90)
	b.Want("ann: peek-messages queue=jobs", "200", "count=1") // R5
	b.Want("ann: delete-message message=$a.0 popreceipt=$u.receipt", "204")
	if got := b.Property("queue jobs", "messages"); got != "0" {
		t.Errorf("%s messages are left", got)
	}

	b = newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m",
		"seed: put-message queue=jobs text=n")
	a := b.Say("ann a: get-messages queue=jobs numofmessages=2")
	if !a.Field("0.receipt").Equal(a.Field("1.receipt")) ||
		!a.Field("0.next-visible").Equal(a.Field("1.next-visible")) || a.Field("0.id").Equal(a.Field("1.id")) {
		t.Errorf("two messages of one Get: one receipt, one time, two ids (R6), not %v", a.Fields)
	}
	b.Want("ann: delete-message message=$a.0 popreceipt=$a.1.receipt", "204") // R7
	b.Want("ann: update-message message=$a.1 popreceipt=$a.0.receipt visibilitytimeout=1", "204")
	b.Want("ann: update-message message=$a.1 popreceipt=$a.0.receipt visibilitytimeout=1", notFound) // R9
}

// rules.md, "What ends a receipt".
func TestReceiptLife(t *testing.T) {
	for _, row := range []struct{ name, event, after string }{
		{"time passes TimeNextVisible", "clock 10", "204"},
		{"another client Peeks", "ben: peek-messages queue=jobs", "204"},
		{"another client Gets", "clock 10; ben: get-messages queue=jobs", notFound},
		{"an Update", "ann: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=5", notFound},
		{"an Update with 0", "ann: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=0", notFound},
		{"a Delete", "ann: delete-message message=$a.0 popreceipt=$a.0.receipt", notFound},
		{"Clear", "ben: clear-messages queue=jobs", notFound},
		{"Delete Queue", "ben: delete-queue queue=jobs", beingDeleted},
		{"ExpirationTime", "clock 100", notFound},
		{"Set Queue Metadata", "ben: set-queue-metadata queue=jobs meta.a=1", "204"},
		{"Set Queue ACL", "ben: set-queue-acl queue=jobs policy.a=r", "204"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := received(t)
			for event := range strings.SplitSeq(row.event, "; ") {
				switch event {
				case "clock 10":
					b.At(10)
				case "clock 100":
					b.At(100)
				default:
					if a := b.Say(event); a.Status >= 400 {
						t.Fatalf("%s: %s", event, a)
					}
				}
			}
			b.Want("ann: "+delete1, row.after)
		})
	}
}

// rules.md, "What a bad receipt gets": column Engine, and column Emulator with the switch. The kind
// says whose trouble it is.
func TestBadReceipts(t *testing.T) {
	const mismatch = "400 PopReceiptMismatch"
	for _, row := range []struct{ name, before, words, service, emulator, kind string }{
		{"stale", "ann: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=0",
			"message=$a.0 popreceipt=$a.0.receipt", notFound, mismatch, "old-receipt"},
		{"re-dequeued", "", "message=$a.0 popreceipt=$p.0.receipt", notFound, mismatch, "old-receipt"},
		{"of another message", "", "message=$a.0 popreceipt=$o.0.receipt", notFound, mismatch, ""},
		{"invented but well formed", "", "message=$a.0 popreceipt=3-0123456789ab", notFound, mismatch, ""},
		{"not decodable", "", "message=$a.0 popreceipt=invalid", invalid, mismatch, ""},
		{"not decodable: empty", "", "message=$a.0 popreceipt=", invalid, mismatch, ""},
		{"not decodable: another kind of id", "", "message=$a.0 popreceipt=$a.0.id", invalid, mismatch, ""},
		{"already deleted", "ann: delete-message message=$a.0 popreceipt=$a.0.receipt",
			"message=$a.0 popreceipt=$a.0.receipt", notFound, notFound, "gone"},
		{"cleared", "ann: clear-messages queue=jobs", "message=$a.0 popreceipt=$a.0.receipt", notFound, notFound,
			"gone"},
		{"id unknown", "", "message=jobs/0123456789abcdef0123456789abcdef popreceipt=$a.0.receipt", notFound, notFound,
			""},
	} {
		for dialect, want := range map[string]string{"service": row.service, "emulator": row.emulator} {
			for _, verb := range []string{"delete-message ", "update-message visibilitytimeout=1 "} {
				b := received(t)
				b.Set("queue", "receipts", dialect)
				for _, told := range []string{"p.0.receipt", "o.0.receipt"} {
					b.Step(engine.Tell{To: "ann", What: engine.Ref(told, false)})
				}
				if row.before != "" {
					b.Say(row.before)
				}
				a := b.Say("ann: " + verb + row.words)
				kind := ""
				if a.Why != nil && !a.Why.Since.IsZero() {
					kind = string(a.Why.Rule.Kind)
				}
				if a.String() != want || kind != row.kind {
					t.Errorf("%s, %s, %s: %s %q, want %s %q", row.name, dialect, verb, a, kind, want, row.kind)
				}
			}
		}
	}
}

// A message remembers its last 32 receipts for the explanation of a refusal; an older one is as one that was never
// given.
func TestAReceiptIsForgottenInTheEnd(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m",
		"ann a: get-messages queue=jobs")
	last := "$a.0.receipt"
	for n := 1; n <= 33; n++ {
		b.Want("ann u: update-message message=$a.0 popreceipt="+last+" visibilitytimeout=30", "204")
		last = "$u.receipt"
		want := "old-receipt"
		if n > 32 {
			want = ""
		}
		if a := b.Say("ann: " + delete1); a.String() != notFound || string(a.Why.Rule.Kind) != want {
			t.Fatalf("after %d others: %s %q, want %q", n, a, a.Why.Rule.Kind, want)
		}
	}
}

// rules.md, "Order, delivery, concurrency": O2, by the time of becoming visible, then by the puts; a message that comes
// back goes behind.
func TestOrder(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=1",
		"seed: put-message queue=jobs text=2",
		"seed: put-message queue=jobs text=3 visibilitytimeout=1")
	order := func(want string, words ...string) {
		t.Helper()
		a := b.Say(strings.Join(append([]string{"ann: peek-messages queue=jobs numofmessages=32"}, words...), " "))
		got := ""
		for i := range 4 {
			got += a.Field(string(rune('0'+i)) + ".text").String()
		}
		if got != want {
			t.Errorf("the order is %s, want %s", got, want)
		}
	}
	order("12")
	b.At(1)
	order("123")
	b.Want("ann a: get-messages queue=jobs visibilitytimeout=1", "200", "0.text=1")
	b.Say("seed: put-message queue=jobs text=4")
	order("234")
	b.At(2)
	order("2341")
	// The service promises no order: for each place any of those that are left.
	order("1234", "choose=3")
	order("4312", "choose=2", "choose=1", "choose=1")
	if open := b.Events[0].Open; len(open) != 3 || open[0] != 4 || open[1] != 3 || open[2] != 2 {
		t.Errorf("open were %v, want [4 3 2]", open)
	}
}

// rules.md, "Order, delivery, concurrency", O4: with the knob a node that is ahead sees messages early, by so much;
// without it nothing is open.
func TestSkew(t *testing.T) {
	for _, row := range []struct {
		skew, choose string
		at           int
		count        string
	}{{"0", "", 9, "0"}, {"0", "", 10, "1"}, {"4", "", 5, "0"}, {"4", "", 6, "1"}, {"4", " choose=1", 6, "0"},
		{"4", " choose=1", 10, "1"}} {
		for _, verb := range []string{"get-messages", "peek-messages"} {
			b := received(t)
			b.Set("queue", "skew", row.skew)
			b.At(row.at)
			b.Want("ben: "+verb+" queue=jobs"+row.choose, "200", "count="+row.count)
		}
	}
}

// rules.md, "Order, delivery, concurrency", O11: a Get is atomic; O13: a Get whose answer is lost counts too.
func TestGetIsAtomicAndCounts(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed p: put-message queue=jobs text=m")
	for _, by := range []string{"ann", "ben"} {
		b.Step(engine.Send{By: by, Verb: "get-messages", Args: engine.Args("queue", "jobs"), As: by})
	}
	b.Step(engine.Deliver{Names: []string{"ann", "ben"}})
	if a, c := b.World.Named("ann").Answer.Field("count").String(), b.World.Named("ben").Answer.Field(
		"count").String(); a != "1" || c != "0" {
		t.Errorf("two Gets at once take %s and %s messages", a, c)
	}
	b.Step(engine.Lose{Name: "ann"})
	b.At(30)
	b.Want("ben: get-messages queue=jobs", "200", "0.dequeue-count=2")
}

// rules.md, "Order, delivery, concurrency", O14: a Clear that runs out of time has removed a part; repeated it ends
// with 204.
func TestClearInParts(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs")
	b.Set("queue", "clear-batch", "2")
	for range 5 {
		b.Say("seed: put-message queue=jobs text=m")
	}
	for _, row := range [][2]string{{"500 OperationTimedOut", "3"}, {"500 OperationTimedOut", "1"}, {"204", "0"},
		{"204", "0"}} {
		b.Want("ann: clear-messages queue=jobs", row[0])
		if got := b.Property("queue jobs", "messages"); got != row[1] {
			t.Errorf("%s messages are left, want %s", got, row[1])
		}
	}
}
