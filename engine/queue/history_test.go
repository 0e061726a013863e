package queue_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/queue"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$message` and
// `$receipt` stand for what an earlier answer said.
var pools = map[string][]string{
	"queue": {"jobs", "jobs", "jobs", "jobs", "more", "J"}, "message": {"$message", "$message", "$message", "jobs/x"},
	"popreceipt": {"$receipt", "$receipt", "$receipt", "$receipt", "-", "x"}, "text": {"1", "2", "", "-"},
	"visibilitytimeout": {"-", "1", "5", "10", "0", "30"}, "messagettl": {"-", "-", "-1", "20", "40", "1"},
	"numofmessages": {"-", "1", "2", "32", "0"},
	"meta.":         {"-", "1", "2"}, "policy.": {"-", "r"}, "policy-start.": {"-", "2026-01-01"},
	"under":          {"-", "-", "-", "1", "Cors"},
	"policy-expiry.": {"-", "2036-01-01"}, "property.": {"-", "1"}, "account": {"devstore"},
	"prefix": {"-", "j"}, "marker": {"-", "more"},
	"include": {"-", "metadata"}, "maxresults": {"-", "1", "0"},
}

// verbs are drawn by weight: what works on messages mostly.
var verbs = strings.Fields(
	"put-message put-message put-message get-messages get-messages get-messages get-messages update-message " +
		"update-message " +
		"delete-message delete-message peek-messages clear-messages create-queue delete-queue get-queue-metadata " +
		"set-queue-metadata get-queue-acl set-queue-acl " +
		"list-queues get-queue-service-properties set-queue-service-properties")

// history is one random run.
type history struct {
	*enginetest.History
	given []engine.Answer // messages
}

// input draws the next thing that happens.
func (h *history) input(t *rapid.T) engine.Input {
	w := h.World
	if in := enginetest.GoesOn(t, w); in != nil {
		return in
	}
	if rapid.IntRange(0, 5).Draw(t, "clock") == 0 {
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 30).Draw(t, "seconds")) * 500 * time.Millisecond}
	}
	spec := w.Spec(rapid.SampledFrom(verbs).Draw(t, "verb"))
	in := h.Request(t, spec.Verb)
	if rapid.Bool().Draw(t, "choose") {
		in.Words.Choose = []int{1}
	}
	from, place := h.source(t)
	for _, p := range spec.Params() {
		word := enginetest.Word(t, pools, *spec, p)
		v := engine.Text(word)
		switch word {
		case "-":
			continue
		case "$message":
			v = from.Field(place)
		case "$receipt":
			if v = from.Field(place + ".receipt"); v.IsZero() {
				v = from.Field("receipt")
			}
		}
		if !v.IsZero() {
			in.Args = append(in.Args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*", "Cors"), Value: v})
		}
	}
	return in
}

// source is an answer that gave a message, and the message's place in it.
func (h *history) source(t *rapid.T) (engine.Answer, string) {
	if len(h.given) == 0 {
		return engine.Answer{}, "0"
	}
	recent := h.given[max(0, len(h.given)-5):]
	a := recent[rapid.IntRange(0, len(recent)-1).Draw(t, "answer")]
	return a, fmt.Sprint(rapid.IntRange(0, 1).Draw(t, "place"))
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is
// independent, refusals name earlier events and listed rules, and messages do what the ledger reckons.
func TestPromisesOverRandomHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &history{History: enginetest.Start(t, service, "ann", "ben")}
		book := &ledger{messages: map[string]*entry{}, receipts: map[string]bool{}}
		h.Say("seed", "create-queue", engine.Args("queue", "jobs"))
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			for _, e := range h.Give(h.input(t)) {
				if e.Kind != engine.Decided {
					continue
				}
				if !e.Answer.Field("0.id").IsZero() {
					h.given = append(h.given, *e.Answer)
				}
				book.decided(t, h.World, e)
			}
		}
		h.End()
	})
}

// ledger reckons from the answers alone what each message must be: the test's own queue.
type ledger struct {
	messages map[string]*entry
	receipts map[string]bool // all that were ever given with one message
}

type entry struct {
	visible, expires engine.Instant
	receipt          string
	dequeued         int64
}

func instant(a engine.Answer, field string) engine.Instant {
	i, _ := a.Field(field).Instant()
	return i
}

// decided enters an answer, and says where it breaks a promise of rules.md, "State", "Message operations", "Pop
// receipts" and "Order, delivery, concurrency".
func (b *ledger) decided(t *rapid.T, w *engine.World, e engine.Event) {
	x, a := w.Exchange(e.Request), *e.Answer
	for key, m := range b.messages {
		if m.expires <= e.At {
			delete(b.messages, key)
		}
	}
	args := map[string]string{}
	for _, arg := range x.Args {
		args[arg.Name] = arg.Value.String()
	}
	switch x.Verb {
	case "put-message":
		if a.Accepted() {
			b.messages[a.Field("0").String()] = &entry{visible: instant(a, "0.next-visible"),
				expires: instant(a, "0.expires"), receipt: b.fresh(t, a, "0")}
		}
	case "get-messages", "peek-messages":
		if a.Accepted() {
			b.handed(t, e, args["queue"], x.Verb == "get-messages")
		}
	case "update-message", "delete-message":
		b.returned(t, e, x.Verb, args)
	case "clear-messages", "delete-queue":
		for key := range b.messages {
			if a.Accepted() && strings.HasPrefix(key, args["queue"]+"/") {
				delete(b.messages, key)
			}
		}
	case "get-queue-metadata":
		n := int64(0)
		for key := range b.messages {
			if strings.HasPrefix(key, args["queue"]+"/") {
				n++
			}
		}
		if got, _ := a.Field("approximate-messages-count").Int(); a.Accepted() && got != n {
			t.Fatalf("the queue says that %d messages are in it, there are %d", got, n)
		}
	}
	for object := range e.Touched(w) {
		if kind := object.Kind; (kind == "message" || kind == "queue") &&
			(a.Why != nil || x.Verb == "peek-messages") {
			t.Fatalf("%s %s: it changes %s", x.Verb, a, object)
		}
	}
}

// fresh is a receipt that was given with no message before.
func (b *ledger) fresh(t *rapid.T, a engine.Answer, place string) string {
	receipt := a.Field(place + ".receipt").String()
	if pair := a.Field(place).String() + receipt; b.receipts[pair] {
		t.Fatalf("the receipt %s returns", receipt)
	} else {
		b.receipts[pair] = true
	}
	return receipt
}

// handed: only what is visible and not expired is handed out or shown, and nothing of that is kept back.
func (b *ledger) handed(t *rapid.T, e engine.Event, name string, takes bool) {
	a, n := *e.Answer, 0
	for !a.Field(fmt.Sprint(n)).IsZero() {
		place := fmt.Sprint(n)
		m := b.messages[a.Field(place).String()]
		if m == nil || m.visible > e.At {
			t.Fatalf("%s is handed out at %s: %+v", a.Field(place), e.At, m)
		}
		if takes {
			m.dequeued++
			m.visible, m.receipt = instant(a, place+".next-visible"), b.fresh(t, a, place)
			if m.visible <= e.At {
				t.Fatalf("%s is hidden until %s, now is %s", a.Field(place), m.visible, e.At)
			}
		}
		if got, _ := a.Field(place + ".dequeue-count").Int(); got != m.dequeued {
			t.Fatalf("%s says that it was handed out %d times, it was %d times", a.Field(place), got, m.dequeued)
		}
		n++
	}
	for key, m := range b.messages {
		if n == 0 && strings.HasPrefix(key, name+"/") && m.visible <= e.At {
			t.Fatalf("%s is visible at %s, and nothing is handed out", key, e.At)
		}
	}
}

// returned: a receipt is accepted where it is the newest one of its message, and is else refused as if there were none.
func (b *ledger) returned(t *rapid.T, e engine.Event, verb string, args map[string]string) {
	a, key := *e.Answer, args["message"]
	m := b.messages[key]
	current := m != nil && m.receipt == args["popreceipt"]
	switch {
	case a.Accepted() && !current:
		t.Fatalf("%s %s accepts %s, the newest receipt of %+v is another", verb, key, args["popreceipt"], m)
	case a.Code() == "MessageNotFound" && current:
		t.Fatalf("%s %s finds nothing by the newest receipt", verb, key)
	case a.Accepted() && verb == "delete-message":
		delete(b.messages, key)
	case a.Accepted():
		m.receipt, m.visible = a.Field("receipt").String(), instant(a, "next-visible")
	}
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	enginetest.Oddities{Service: queue.Service, Named: map[string]string{"queue": "jobs"},
		Start: append(enginetest.Made("ann", "create-queue", "queue", "jobs"),
			enginetest.Made("ann", "put-message", "queue", "jobs", "text", "m")...),
		Words: []string{"", "*", "jobs", "jobs/x", "/", "1", "-1", "guid:", "3-0123456789ab", "9223372036854775807"},
	}.Hold(t)
}
