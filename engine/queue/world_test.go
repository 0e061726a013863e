package queue_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/queue"
)

// bench is a world of the queue service and what tests do to it; it is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
	events []engine.Event // of the newest decision
}

// newBench has the writers ann and ben, and what the lines say.
func newBench(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := &bench{t: t, w: engine.NewWorld(queue.Service())}
	b.step(engine.AddWriter{ID: "ann"})
	b.step(engine.AddWriter{ID: "ben"})
	for _, l := range lines {
		if a := b.say(l); a.Status >= 400 {
			t.Fatalf("%s: %s", l, a)
		}
	}
	return b
}

func (b *bench) step(in engine.Input) []engine.Event {
	b.t.Helper()
	b.record++
	events, err := b.w.Step(b.record, in)
	if err != nil {
		b.t.Fatalf("%+v: %v\n%s", in, err, b.w.Describe())
	}
	if err := b.w.Check(); err != nil {
		b.t.Fatalf("after %+v: %v\n%s", in, err, b.w.Describe())
	}
	return events
}

// arguments reads words as `queue=jobs popreceipt=$a.0.receipt`.
func arguments(words []string) []engine.Arg {
	var args []engine.Arg
	for _, w := range words {
		name, text, _ := strings.Cut(w, "=")
		args = append(args, engine.Arg{Name: name, Value: value(text)})
	}
	return args
}

func value(text string) engine.Value {
	if path, ok := strings.CutPrefix(text, "$"); ok && strings.Contains(path, ".") {
		return engine.Ref(path, false)
	}
	return engine.Text(text)
}

// say has a writer send a request, the service decide it and the answer come back: `ann a1: get-messages queue=jobs`.
// The second word names the request and may be left out; a word choose=1 is what the service leaves open.
func (b *bench) say(line string) engine.Answer {
	b.t.Helper()
	who, what, _ := strings.Cut(line, ": ")
	by, name, _ := strings.Cut(who, " ")
	words := strings.Split(what, " ")
	in := engine.Send{By: by, Verb: words[0], As: name}
	for _, a := range arguments(words[1:]) {
		if a.Name == "choose" {
			in.Words.Choose = append(in.Words.Choose, int(a.Value.String()[0]-'0'))
		} else {
			in.Args = append(in.Args, a)
		}
	}
	return b.send(in)
}

func (b *bench) send(in engine.Send) engine.Answer {
	b.t.Helper()
	b.step(in)
	x := b.w.Exchange(b.w.Requests())
	b.events = b.step(engine.Deliver{Names: []string{x.Name}})
	b.step(engine.ReceiveAnswer{Names: []string{x.Name}})
	return b.w.Exchange(x.Number).Answer
}

// want says a line and compares the answer, and fields as `0.text=m`.
func (b *bench) want(line, answer string, fields ...string) engine.Answer {
	b.t.Helper()
	a := b.say(line)
	if a.String() != answer {
		b.t.Errorf("%s: %s, want %s\n%s", line, a, answer, b.w.Describe())
	}
	for _, f := range fields {
		name, text, _ := strings.Cut(f, "=")
		if got := a.Field(name).String(); got != text {
			b.t.Errorf("%s: %s=%s, want %s", line, name, got, text)
		}
	}
	return a
}

// at moves the clock to a second.
func (b *bench) at(second int) {
	b.t.Helper()
	b.step(engine.Clock{To: engine.Instant(second) * 1000})
}

func (b *bench) set(key, value string) {
	b.t.Helper()
	b.step(engine.Set{Scope: "queue", Key: key, Value: value})
}

// property is a field of a record as text, empty where there is none.
func (b *bench) property(object, name string) string {
	for _, p := range engine.Properties(b.w.Object(object)) {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}

// message is the object of a message that an answer gave, as `a1.0`.
func (b *bench) message(path string) string {
	name, field, _ := strings.Cut(path, ".")
	return "message " + b.w.Named(name).Answer.Field(field).String()
}

const (
	notFound     = "404 MessageNotFound"
	noQueue      = "404 QueueNotFound"
	beingDeleted = "409 QueueBeingDeleted"
	outOfRange   = "400 OutOfRangeQueryParameterValue"
	invalid      = "400 InvalidQueryParameterValue"
	missing      = "400 MissingRequiredQueryParameter"
	delete1      = "delete-message message=$a.0 popreceipt=$a.0.receipt"
)

// moment is seconds as the clock writes them; - is never.
func moment(seconds string) string {
	if seconds == "never" {
		return seconds
	}
	n := engine.Instant(0)
	if _, err := fmt.Sscan(seconds, &n); err != nil {
		panic(err)
	}
	return (n * 1000).String()
}
