package enginetest

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
)

// Bench is a world of one service and what tests do to it by hand. After every step it is checked, and whether the step
// can be taken back.
type Bench struct {
	T      testing.TB
	World  *engine.World
	Before *engine.World  // a clone from before the newest decision
	Record int            // the number of the newest record
	Events []engine.Event // of the newest step; after a request, of its decision

	// How a line of the service is read, and how an answer is compared, where it is not by names and values.
	Read func(line string) engine.Input
	Show func(engine.Answer) string
}

// NewBench has some writers, each an id, with its principal behind a slash where it has one.
func NewBench(t testing.TB, service *engine.Service, writers ...string) *Bench {
	t.Helper()
	b := &Bench{T: t, World: engine.NewWorld(service)}
	for _, w := range writers {
		id, principal, _ := strings.Cut(w, "/")
		b.Step(engine.AddWriter{ID: id, Principal: principal})
	}
	return b
}

// Fork is the same world again, to try several things in.
func (b *Bench) Fork(t testing.TB) *Bench {
	return &Bench{T: t, World: b.World.Clone(), Record: b.Record}
}

// Step does one step.
func (b *Bench) Step(in engine.Input) []engine.Event {
	b.T.Helper()
	b.Record++
	before := b.World.Digest()
	events, err := b.World.Step(b.Record, in)
	if err != nil {
		b.T.Fatalf("%+v: %v\n%s", in, err, b.World.Describe())
	}
	after := b.World.Digest()
	if b.World.Undo(events); b.World.Digest() != before {
		b.T.Fatalf("undo of %+v leaves another world\n%s", in, b.World.Describe())
	}
	b.World.Redo(events)
	if err := b.World.Check(); err != nil || b.World.Digest() != after {
		b.T.Fatalf("after %+v: %v\n%s", in, err, b.World.Describe())
	}
	b.Events = events
	return events
}

// Send has a request sent, decided and its answer received, unless it waits: then that is its answer.
func (b *Bench) Send(in engine.Send) engine.Answer {
	b.T.Helper()
	b.Step(in)
	x := b.World.Exchange(b.World.Requests())
	b.Before = b.World.Clone()
	decision := b.Step(engine.Deliver{Names: []string{x.Name}})
	for _, e := range decision {
		if e.Kind == engine.Waiting && e.Request == x.Number {
			return *e.Answer
		}
	}
	b.Step(engine.ReceiveAnswer{Names: []string{x.Name}})
	b.Events = decision
	return b.World.Exchange(x.Number).Answer
}

// Say does what a line says, and gives the answer where it is a request.
func (b *Bench) Say(line string) engine.Answer {
	b.T.Helper()
	read := readPairs
	if b.Read != nil {
		read = b.Read
	}
	in := read(line)
	if request, ok := in.(engine.Send); ok {
		return b.Send(request)
	}
	b.Step(in)
	return engine.Answer{}
}

// readPairs reads `ann a1: put-blob path=wiki/a body=x`. The second word names the request and may be left out; a word
// choose=1 is what the service leaves open.
func readPairs(line string) engine.Input {
	who, what, _ := strings.Cut(line, ": ")
	by, name, _ := strings.Cut(who, " ")
	words := Words(what)
	in := engine.Send{By: by, Verb: words[0], As: name}
	for _, a := range Arguments(words[1:]) {
		if a.Name == "choose" {
			in.Words.Choose = append(in.Words.Choose, int(a.Value.String()[0]-'0'))
		} else {
			in.Args = append(in.Args, a)
		}
	}
	return in
}

// All says several lines, which must be accepted.
func (b *Bench) All(lines ...string) {
	b.T.Helper()
	for _, l := range lines {
		if a := b.Say(l); !a.Accepted() {
			b.T.Fatalf("%s: %s\n%s", l, a, b.World.Describe())
		}
	}
}

// Want says a line and compares the answer, without what begins every name of an NTSTATUS, and fields of it as
// `0.text=m`.
func (b *Bench) Want(line, answer string, fields ...string) engine.Answer {
	b.T.Helper()
	a := b.Say(line)
	got := strings.TrimPrefix(a.String(), "STATUS_")
	if b.Show != nil {
		got = b.Show(a)
	}
	if got != answer {
		b.T.Errorf("%s: %s, want %s\n%s", line, got, answer, b.World.Describe())
	}
	for _, f := range fields {
		name, text, _ := strings.Cut(f, "=")
		if got := a.Field(name).String(); got != text {
			b.T.Errorf("%s: %s=%s, want %s", line, name, got, text)
		}
	}
	return a
}

// Wait moves the clock on.
func (b *Bench) Wait(d time.Duration) {
	b.T.Helper()
	b.Step(engine.Clock{By: d})
}

// At moves the clock to a second.
func (b *Bench) At(second int) {
	b.T.Helper()
	b.Step(engine.Clock{To: engine.Instant(second) * 1000})
}

// Set turns a switch.
func (b *Bench) Set(scope, key, value string) {
	b.T.Helper()
	b.Step(engine.Set{Scope: scope, Key: key, Value: value})
}

// Property is a field of a record as text, empty where there is none.
func (b *Bench) Property(object, name string) string {
	for _, p := range engine.Properties(b.World.Object(engine.ParseObject(object))) {
		if p.Name == name {
			return p.Text
		}
	}
	return ""
}

// Words parts a line at its blanks, not at the odd characters that names are tried with.
func Words(line string) (words []string) {
	for w := range strings.SplitSeq(line, " ") {
		if w != "" {
			words = append(words, w)
		}
	}
	return words
}

// Arguments reads words as `path=wiki/a if-match=$x.etag duration=15`.
func Arguments(words []string) (args []engine.Arg) {
	for _, w := range words {
		name, text, _ := strings.Cut(w, "=")
		args = append(args, engine.Arg{Name: name, Value: Value(text)})
	}
	return args
}

// Value is what stands behind a name: a list in [], parted by commas, in which 1:$a.etag is a part of an upload; a
// field of an answer, as $a.etag; else a text.
func Value(text string) engine.Value {
	if inner, ok := strings.CutPrefix(text, "["); ok {
		var list []engine.Value
		for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
			number, tag, upload := strings.Cut(part, ":")
			switch {
			case part == "" && inner == "]":
			case upload && number != "" && number[0] != '0':
				list = append(list, engine.List(engine.Text(number), Value(tag)))
			default:
				list = append(list, Value(part))
			}
		}
		return engine.List(list...)
	}
	if path, ok := strings.CutPrefix(text, "$"); ok && strings.Contains(path, ".") {
		return engine.Ref(path, false)
	}
	return engine.Text(text)
}
