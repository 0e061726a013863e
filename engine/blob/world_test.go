package blob_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/blob"
)

// bench is a world of the blob service and what tests do to it; it is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
	events []engine.Event // of the newest step
}

// newBench has the writers ann and ben.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, w: engine.NewWorld(blob.Service())}
	b.step(engine.AddWriter{ID: "ann"})
	b.step(engine.AddWriter{ID: "ben"})
	return b
}

func (b *bench) step(in engine.Input) {
	b.t.Helper()
	b.record++
	events, err := b.w.Step(b.record, in)
	if err != nil {
		b.t.Fatalf("%+v: %v\n%s", in, err, b.w.Describe())
	}
	if err := b.w.Check(); err != nil {
		b.t.Fatalf("after %+v: %v\n%s", in, err, b.w.Describe())
	}
	b.events = events
}

// arguments reads words as `path=wiki/a if-match=$x.etag duration=15`; a value in [] is a list, parted by commas.
func arguments(words []string) []engine.Arg {
	var args []engine.Arg
	for _, w := range words {
		name, text, _ := strings.Cut(w, "=")
		args = append(args, engine.Arg{Name: name, Value: value(text)})
	}
	return args
}

func value(text string) engine.Value {
	if text == "[]" {
		return engine.List()
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		var list []engine.Value
		for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
			list = append(list, value(part))
		}
		return engine.List(list...)
	}
	if path, ok := strings.CutPrefix(text, "$"); ok && strings.Contains(path, ".") {
		return engine.Ref(path, false)
	}
	return engine.Text(text)
}

// say has a writer send a request, the service decide it and the answer come back: `ann a1: put-blob path=wiki/a
// body=x`. The second word names the request and may be left out.
func (b *bench) say(line string) engine.Answer {
	b.t.Helper()
	who, what, _ := strings.Cut(line, ": ")
	by, name, _ := strings.Cut(who, " ")
	words := strings.Split(what, " ")
	in := engine.Send{By: by, Verb: words[0], Args: arguments(words[1:]), As: name}
	for i := range in.Args {
		if in.Args[i].Name == "choose" {
			in.Words.Choose = []int{int(in.Args[i].Value.String()[0] - '0')}
			in.Args = append(in.Args[:i], in.Args[i+1:]...)
			break
		}
	}
	return b.done(in)
}

// send is say with arguments.
func (b *bench) send(by, verb string, args []engine.Arg) engine.Answer {
	b.t.Helper()
	return b.done(engine.Send{By: by, Verb: verb, Args: args})
}

func (b *bench) done(in engine.Send) engine.Answer {
	b.t.Helper()
	b.step(in)
	x := b.w.Exchange(b.w.Requests())
	b.step(engine.Deliver{Names: []string{x.Name}})
	decided := b.events
	b.step(engine.ReceiveAnswer{Names: []string{x.Name}})
	b.events = decided
	return b.w.Exchange(x.Number).Answer
}

// all says several lines and ignores what is answered.
func (b *bench) all(lines ...string) {
	b.t.Helper()
	for _, l := range lines {
		if a := b.say(l); a.Status >= 400 {
			b.t.Fatalf("%s: %s\n%s", l, a, b.w.Describe())
		}
	}
}

// want says a line and compares the answer.
func (b *bench) want(line, answer string) engine.Answer {
	b.t.Helper()
	a := b.say(line)
	if a.String() != answer {
		b.t.Errorf("%s: %s, want %s\n%s", line, a, answer, b.w.Describe())
	}
	return a
}

func (b *bench) wait(d time.Duration) {
	b.t.Helper()
	b.step(engine.Clock{By: d})
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

func tell(to, what string) engine.Input { return engine.Tell{To: to, What: engine.Ref(what, false)} }
