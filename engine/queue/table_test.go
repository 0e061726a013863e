package queue_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "State", the state of a message at an instant, and "Boundaries".
func TestDerivedStates(t *testing.T) {
	for _, row := range []struct {
		at                 int
		peeks, gets, count string
	}{
		{29, "0", "0", "1"},  // invisible
		{30, "1", "1", "1"},  // visible exactly at TimeNextVisible
		{99, "1", "1", "1"},  // visible
		{100, "0", "0", "0"}, // expired exactly at ExpirationTime
	} {
		b := newBench(t, "seed: create-queue queue=jobs",
			"seed: put-message queue=jobs text=m visibilitytimeout=30 messagettl=100")
		b.At(row.at)
		b.Want("ann: peek-messages queue=jobs", "200", "count="+row.peeks)
		b.Want("ann: get-queue-metadata queue=jobs", "200", "approximate-messages-count="+row.count)
		b.Want("ann: get-messages queue=jobs", "200", "count="+row.gets)
	}
	b := newBench(t, "seed: create-queue queue=jobs", "seed p: put-message queue=jobs text=m")
	b.Want("seed: delete-message message=$p.0 popreceipt=$p.0.receipt", "204")
	b.Want("ann: peek-messages queue=jobs", "200", "count=0")
	b.Want("ann: get-messages queue=jobs", "200", "count=0")
	b.Want("ann: get-queue-metadata queue=jobs", "200", "approximate-messages-count=0")
}

// rules.md, "State", "Expiry wins over invisibility: a held message disappears from under its holder".
func TestExpiryWinsOverInvisibility(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m messagettl=20",
		"ann a: get-messages queue=jobs")
	b.At(20)
	b.Want("ann: "+delete1, notFound)
	if got := b.World.Named("r4"); got == nil || got.Answer.Why.Since.By != "seed" ||
		got.Answer.Why.Since.At != 20_000 {
		t.Errorf("the cause is %+v: the clock at 20 s, for the one who put it", got.Answer.Why)
	}
}

// rules.md, "Message operations": what each response carries.
func TestResponsesCarryWhatTheTableSays(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs")
	steps := []struct{ line, carries string }{
		{"ann p: put-message queue=jobs text=m", "0 0.id 0.inserted 0.expires 0.receipt 0.next-visible"},
		{"ann: peek-messages queue=jobs", "count 0 0.id 0.inserted 0.expires 0.dequeue-count 0.text"},
		{"ann a: get-messages queue=jobs",
			"count 0 0.id 0.inserted 0.expires 0.receipt 0.next-visible 0.dequeue-count 0.text"},
		{"ann u: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1", "receipt next-visible"},
		{"ann: delete-message message=$a.0 popreceipt=$u.receipt", ""},
		{"ann: get-messages queue=jobs", "count"},
		{"ann: clear-messages queue=jobs", ""},
	}
	for _, s := range steps {
		var names []string
		for _, f := range b.Say(s.line).Fields {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != s.carries {
			t.Errorf("%s carries %q, want %q", s.line, got, s.carries)
		}
	}
}

// rules.md, "Message operations": the effect of each.
func TestEffectsOfMessageOperations(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "ann p: put-message queue=jobs text=m")
	object := b.message("p.0")
	expect := func(what, dequeued, visible, text string) {
		t.Helper()
		if d, v, x := b.Property(object, "dequeue-count"), b.Property(object, "next-visible"), b.Property(object,
			"text"); d != dequeued || v != visible || x != text {
			t.Errorf("%s: count %s, visible %s, text %q; want %s, %s, %q", what, d, v, x, dequeued, visible, text)
		}
	}
	expect("put", "0", "00:00.0", "m")
	b.At(1)
	b.Want("ann: peek-messages queue=jobs", "200", "0.dequeue-count=0")
	expect("peek", "0", "00:00.0", "m")
	b.Want("ann a: get-messages queue=jobs visibilitytimeout=7", "200", "0.dequeue-count=1")
	expect("get", "1", "00:08.0", "m")
	b.At(2)
	b.Want("ann u: update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=0", "204")
	expect("update without body", "1", "00:02.0", "m")
	b.Want("ann v: update-message message=$a.0 popreceipt=$u.receipt visibilitytimeout=5 text=n", "204")
	expect("update with body", "1", "00:07.0", "n")
	if id := b.Property(object, "id"); "message jobs/"+id != object || b.Property(object, "inserted") != "00:00.0" ||
		b.Property(object, "expires") != engine.Moment(604800_000).String() {
		t.Errorf("id %s, inserted %s, expires %s: they never change", id, b.Property(object, "inserted"),
			b.Property(object, "expires"))
	}
	b.Say("seed: put-message queue=jobs text=o")
	b.Want("ben: clear-messages queue=jobs", "204")
	if b.Property("queue jobs", "messages") != "0" {
		t.Error("clear leaves hidden or visible messages")
	}
}

// rules.md, "Parameters", in their order.
func TestParameterRules(t *testing.T) {
	long := strings.Repeat("x", 65536)
	for _, row := range [][2]string{
		{"put-message queue=jobs text=m visibilitytimeout=0", "201"},
		{"put-message queue=jobs text=m visibilitytimeout=604800", invalid},
		{"put-message queue=jobs text=m visibilitytimeout=604801", outOfRange},
		{"put-message queue=jobs text=m visibilitytimeout=-1", outOfRange},
		{"get-messages queue=jobs", "200"},
		{"get-messages queue=jobs visibilitytimeout=1", "200"},
		{"get-messages queue=jobs visibilitytimeout=604800", "200"},
		{"get-messages queue=jobs visibilitytimeout=0", outOfRange},
		{"get-messages queue=jobs visibilitytimeout=604801", outOfRange},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=0", "204"},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=604800", "204"},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=604801", outOfRange},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=-1", outOfRange},
		{"update-message message=$a.0 popreceipt=$a.0.receipt", missing},
		{"put-message queue=jobs text=m messagettl=1", "201"},
		{"put-message queue=jobs text=m messagettl=-1", "201"},
		{"put-message queue=jobs text=m messagettl=31536000000", "201"},
		{"put-message queue=jobs text=m messagettl=9223372036854775807", "201"},
		{"put-message queue=jobs text=m messagettl=0", invalid},
		{"put-message queue=jobs text=m messagettl=-2", invalid},
		{"get-messages queue=jobs numofmessages=1", "200"},
		{"get-messages queue=jobs numofmessages=32", "200"},
		{"get-messages queue=jobs numofmessages=0", outOfRange},
		{"get-messages queue=jobs numofmessages=33", outOfRange},
		{"peek-messages queue=jobs numofmessages=32", "200"},
		{"peek-messages queue=jobs numofmessages=0", outOfRange},
		{"peek-messages queue=jobs numofmessages=33", outOfRange},
		{"update-message message=$a.0 visibilitytimeout=1", missing},
		{"delete-message message=$a.0", missing},
		{"delete-message message=$a.0 popreceipt=x", invalid},
		{"update-message message=$a.0 popreceipt=x visibilitytimeout=1", invalid},
		{"delete-message message=jobs/00000000-0000-0000-0000-000000000001 popreceipt=$a.0.receipt", notFound},
		{"delete-message message=jobs/first popreceipt=$a.0.receipt", notFound},
		{"delete-message message=jobs popreceipt=$a.0.receipt", notFound},
		{"put-message queue=jobs text=", "201"},
		{"put-message queue=jobs", "400 InvalidXmlDocument"},
		{"put-message queue=jobs text=\x00", "400 InvalidXmlDocument"},
		{"put-message queue=jobs text=\xff", "400 InvalidXmlDocument"},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1 text=\x01", "400 InvalidXmlDocument"},
		{"put-message queue=jobs text=" + long, "201"},
		{"put-message queue=jobs text=" + long + "x", "413 RequestBodyTooLarge"},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1 text=" + long, "204"},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1 text=" + long + "x",
			"413 RequestBodyTooLarge"},
		// Bytes of UTF-8 count, not characters.
		{"put-message queue=jobs text=" + strings.Repeat("é", 32768), "201"},
		{"put-message queue=jobs text=" + strings.Repeat("é", 32768) + "x", "413 RequestBodyTooLarge"},
	} {
		b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m messagettl=-1",
			"ann a: get-messages queue=jobs")
		if a := b.Say("ann: " + row[0]); a.String() != row[1] {
			t.Errorf("%.90q: %s, want %s", row[0], a, row[1])
		}
	}
}

// The default of a Get is one message for 30 seconds.
func TestDefaultsOfGet(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m",
		"seed: put-message queue=jobs text=n")
	b.Want("ann: get-messages queue=jobs", "200", "count=1", "0.next-visible=00:30.0")
}

// "Get: visibilitytimeout MAY end after ExpirationTime".
func TestAGetMayHideBeyondTheExpiry(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m messagettl=20")
	b.Want("ann: get-messages queue=jobs visibilitytimeout=60", "200", "0.next-visible=01:00.0", "0.expires=00:20.0")
}

// rules.md, "Put in numbers".
func TestNumericRowsOfPut(t *testing.T) {
	for _, row := range []struct{ name, ttl, vt, answer, expires, visible string }{
		{"P1", "-", "-", "201", "604800", "0"},
		{"P2", "-", "604799", "201", "604800", "604799"},
		{"P3", "-", "604800", invalid, "", ""},
		{"P4", "-", "604801", outOfRange, "", ""},
		{"P5", "30", "30", invalid, "", ""},
		{"P6", "30", "29", "201", "30", "29"},
		{"P7", "1", "0", "201", "1", "0"},
		{"P8", "-1", "604800", "201", "never", "604800"},
		{"P9", "0", "-", invalid, "", ""},
		{"P10", "-2", "-", invalid, "", ""},
		{"P11", "31536000", "-", "201", "31536000", "0"},
		{"P12", "-", "-1", outOfRange, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, "seed: create-queue queue=jobs")
			line := "ann p: put-message queue=jobs text=m"
			if row.ttl != "-" {
				line += " messagettl=" + row.ttl
			}
			if row.vt != "-" {
				line += " visibilitytimeout=" + row.vt
			}
			if row.expires == "" {
				b.Want(line, row.answer)
				return
			}
			b.Want(line, row.answer, "0.inserted=00:00.0", "0.expires="+moment(row.expires),
				"0.next-visible="+moment(row.visible))
		})
	}
}

// rules.md, "Update in numbers".
func TestNumericRowsOfUpdate(t *testing.T) {
	for _, row := range []struct{ name, words, answer, visible, text string }{
		{"U1", "visibilitytimeout=0", "204", "10", "m"},
		{"U2", "visibilitytimeout=30", "204", "40", "m"},
		{"U3", "visibilitytimeout=90 text=x", "204", "100", "x"},
		{"U4", "visibilitytimeout=91", invalid, "30", "m"},
		{"U5", "visibilitytimeout=604801", outOfRange, "30", "m"},
		{"U6", "text=x", missing, "30", "m"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m messagettl=100",
				"ann a: get-messages queue=jobs")
			b.At(10)
			a := b.Want("ann: update-message message=$a.0 popreceipt=$a.0.receipt "+row.words, row.answer)
			object := b.message("a.0")
			if v, x := b.Property(object, "next-visible"), b.Property(object, "text"); v != moment(row.visible) ||
				x != row.text {
				t.Errorf("visible %s, text %q; want %s, %q", v, x, moment(row.visible), row.text)
			}
			current := b.Property(object, "receipt")
			if a.Accepted() == (current == b.World.Named("a").Answer.Field("0.receipt").String()) {
				t.Errorf("the receipt %s must change with an accepted update, and only then", current)
			}
			b.At(100)
			b.Want("ben: get-messages queue=jobs", "200", "count=0")
		})
	}
}

// rules.md, "Queue operations": success and errors, row by row.
func TestQueueOperations(t *testing.T) {
	for _, row := range [][2]string{
		{"create-queue queue=other", "201"},
		{"create-queue queue=jobs meta.a=1", "204"},
		{"create-queue queue=jobs meta.A=1", "204"},
		{"create-queue queue=jobs", "409 QueueAlreadyExists"},
		{"create-queue queue=jobs meta.a=2", "409 QueueAlreadyExists"},
		{"create-queue queue=jobs meta.a=1 meta.b=1", "409 QueueAlreadyExists"},
		{"create-queue queue=plain", "204"},
		{"create-queue queue=plain meta.a=1", "409 QueueAlreadyExists"},
		{"delete-queue queue=jobs", "204"}, // with a message in it
		{"delete-queue queue=plain", "204"},
		{"delete-queue queue=none", noQueue},
		{"get-queue-metadata queue=jobs", "200"},
		{"get-queue-metadata queue=none", noQueue},
		{"set-queue-metadata queue=jobs meta.b=1", "204"},
		{"set-queue-metadata queue=none", noQueue},
		{"get-queue-acl queue=jobs", "200"},
		{"get-queue-acl queue=none", noQueue},
		{"set-queue-acl queue=jobs policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r", "204"},
		{"set-queue-acl queue=jobs policy.a=r policy.b=r policy.c=r policy.d=r policy.e=r policy.f=r",
			"400 InvalidXmlDocument"},
		{"set-queue-acl queue=none", noQueue},
		{"list-queues", "200"},
		{"list-queues marker=x", "400 InvalidMarker"},
		{"set-queue-service-properties account=devstore property.Logging=on", "202"},
		{"set-queue-service-properties account=devstore property.Logging=on property.Logging=off",
			"400 InvalidXmlDocument"},
		{"set-queue-service-properties account=devstore property.Log=on", "400 InvalidXmlDocument"},
		{"get-queue-service-properties account=devstore", "200"},
	} {
		b := newBench(t, "seed: create-queue queue=jobs meta.a=1", "seed: create-queue queue=plain",
			"seed: put-message queue=jobs text=m")
		b.Want("ann: "+row[0], row[1])
	}
}

// rules.md, "Queue operations": Set replaces the whole map and the whole list; of the service properties an element
// left out stays (9, Q21).
func TestSetsReplace(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=jobs meta.Owner=A", "ann: set-queue-acl queue=jobs policy.p=r")
	b.Want("ann: get-queue-metadata queue=jobs", "200", "meta.Owner=A") // the case is kept
	b.Want("ann: set-queue-metadata queue=jobs meta.limit=5", "204")
	b.Want("ann: get-queue-metadata queue=jobs", "200", "meta.Owner=", "meta.limit=5")
	b.Want("ann: set-queue-acl queue=jobs policy.q=u", "204")
	b.Want("ann: get-queue-acl queue=jobs", "200", "policy.p=", "policy.q=u")
	b.Want("ann: set-queue-service-properties account=a property.Logging=1 property.Cors=2", "202")
	b.Want("ann: set-queue-service-properties account=a property.Cors=3", "202")
	b.Want("ann: get-queue-service-properties account=a", "200", "property.Logging=1", "property.Cors=3",
		"property.HourMetrics=", "property.MinuteMetrics=")
}

// rules.md, "Queue operations": the list has pages, and the names in their order.
func TestListQueues(t *testing.T) {
	b := newBench(t, "seed: create-queue queue=bbb", "seed: create-queue queue=aaa", "seed: create-queue queue=abc",
		"seed: create-queue queue=gone", "seed: delete-queue queue=gone")
	b.Want("ann: list-queues", "200", "count=3", "0.name=aaa", "1.name=abc", "2.name=bbb", "marker=")
	b.Want("ann l: list-queues prefix=a maxresults=1", "200", "count=1", "0.name=aaa", "marker=abc")
	b.Want("ann: list-queues prefix=a maxresults=1 marker=$l.marker", "200", "count=1", "0.name=abc", "marker=")
	b.Want("ann: list-queues maxresults=5000", "200", "count=3")
	b.Want("ann: list-queues maxresults=5001", outOfRange)
}

// rules.md, "Queue operations", "Deletion window".
func TestDeletionWindow(t *testing.T) {
	rows := []struct{ line, within, after string }{
		{"create-queue queue=jobs", beingDeleted, "201"},
		{"get-queue-metadata queue=jobs", noQueue, noQueue},
		{"put-message queue=jobs text=m", beingDeleted, noQueue},
		{"get-messages queue=jobs", beingDeleted, noQueue},
		{"peek-messages queue=jobs", beingDeleted, noQueue},
		{"update-message message=$a.0 popreceipt=$a.0.receipt visibilitytimeout=1", beingDeleted, noQueue},
		{delete1, beingDeleted, noQueue},
		{"clear-messages queue=jobs", beingDeleted, noQueue},
		{"delete-queue queue=jobs", noQueue, noQueue},
		{"set-queue-metadata queue=jobs", beingDeleted, noQueue},
		{"get-queue-acl queue=jobs", noQueue, noQueue},
		{"set-queue-acl queue=jobs", beingDeleted, noQueue},
	}
	for _, row := range rows {
		for _, lasts := range []int{40, 10, 0} {
			b := newBench(t, "seed: create-queue queue=jobs", "seed: put-message queue=jobs text=m",
				"ann a: get-messages queue=jobs")
			if lasts != 40 {
				b.Set("queue", "deletion", map[int]string{10: "10", 0: "0"}[lasts])
			}
			b.At(5)
			b.Want("ben: delete-queue queue=jobs", "204")
			if lasts > 0 {
				b.Step(engine.Clock{To: engine.Instant(5+lasts)*1000 - 1})
				b.Want("ann: "+row.line, row.within)
				b.Want("ann: list-queues", "200", "count=0")
				b.At(5 + lasts)
			}
			b.Want("ann: "+row.line, row.after)
		}
	}
	b := newBench(t, "seed: create-queue queue=jobs meta.a=1", "seed: put-message queue=jobs text=m",
		"ann: delete-queue queue=jobs")
	b.At(40)
	b.Want("ann: create-queue queue=jobs", "201")
	b.Want("ann: get-queue-metadata queue=jobs", "200", "approximate-messages-count=0", "meta.a=")
}

// rules.md, "Queue operations", "Names".
func TestNames(t *testing.T) {
	for name, code := range map[string]string{
		"abc": "201", "a-b": "201", "1a2": "201", strings.Repeat("a", 63): "201",
		"": "OutOfRangeInput", "ab": "OutOfRangeInput", strings.Repeat("a", 64): "OutOfRangeInput",
		"aBc": "InvalidResourceName", "a_b": "InvalidResourceName", "-ab": "InvalidResourceName",
		"ab-":  "InvalidResourceName",
		"a--b": "InvalidResourceName", "a.b": "InvalidResourceName", "äbc": "InvalidResourceName",
	} {
		want := "400 " + code
		if code == "201" {
			want = code
		}
		newBench(t).Want("ann: create-queue queue="+name, want)
	}
	for name, ok := range map[string]bool{"a": true, "_a1": true, "A": true, "1a": false, "a-b": false, " ": false,
		"é": false} {
		b := newBench(t)
		a := b.Send(engine.Send{By: "ann", Verb: "create-queue", Args: engine.Args("queue", "jobs", "meta."+name, "x")})
		if a.Accepted() != ok || !ok && a.String() != "400 InvalidMetadata" {
			t.Errorf("metadata named %q: %s", name, a)
		}
	}
	newBench(t).Want("ann: create-queue queue=jobs meta.a=1 meta.A=2", "400 InvalidMetadata")
}
