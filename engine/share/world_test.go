package share_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/share"
)

// bench is a world of Azure Files and what tests do to it; it is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
}

// newBench has the writers ann, ben and cy, and what the lines say.
func newBench(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := &bench{t: t, w: engine.NewWorld(share.Service())}
	for _, id := range []string{"ann", "ben", "cy"} {
		b.step(engine.AddWriter{ID: id})
	}
	for _, l := range lines {
		if a := b.say(l); !a.Accepted() {
			t.Fatalf("%s: %s", l, a)
		}
	}
	return b
}

// file is a bench with the file s/f of ten zeros, and the lines.
func file(t testing.TB, lines ...string) *bench {
	t.Helper()
	return newBench(t, append([]string{"seed: create-share share=s", "seed: create-file path=s/f size=10"},
		lines...)...)
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

// arguments reads words as `path=s/f handle=$h1.handle`.
func arguments(words []string) []engine.Arg {
	var args []engine.Arg
	for _, w := range words {
		name, text, ok := strings.Cut(w, "=")
		if !ok {
			continue
		}
		v := engine.Text(text)
		if path, ref := strings.CutPrefix(text, "$"); ref {
			v = engine.Ref(path, false)
		}
		args = append(args, engine.Arg{Name: name, Value: v})
	}
	return args
}

// say has a writer send a request, the service decide it and the answer come back, unless it waits: `ann h1: smb-create
// path=s/f`. The second word names the request and may be left out.
func (b *bench) say(line string) engine.Answer {
	b.t.Helper()
	who, what, _ := strings.Cut(line, ": ")
	by, name, _ := strings.Cut(who, " ")
	words := strings.Split(what, " ")
	return b.send(engine.Send{By: by, Verb: words[0], As: name, Args: arguments(words[1:])})
}

func (b *bench) send(in engine.Send) engine.Answer {
	b.t.Helper()
	b.step(in)
	x := b.w.Exchange(b.w.Requests())
	for _, e := range b.step(engine.Deliver{Names: []string{x.Name}}) {
		if e.Kind == engine.Waiting && e.Request == x.Number {
			return *e.Answer
		}
	}
	b.step(engine.ReceiveAnswer{Names: []string{x.Name}})
	return b.w.Exchange(x.Number).Answer
}

// want says a line and compares the answer, and fields as `body=0000`.
func (b *bench) want(line, answer string, fields ...string) engine.Answer {
	b.t.Helper()
	a := b.say(line)
	if got := short(a); got != answer {
		b.t.Errorf("%s: %s, want %s\n%s", line, got, answer, b.w.Describe())
	}
	for _, f := range fields {
		name, text, _ := strings.Cut(f, "=")
		if got := a.Field(name).String(); got != text {
			b.t.Errorf("%s: %s=%s, want %s", line, name, got, text)
		}
	}
	return a
}

// short is an answer without what begins every name of an NTSTATUS.
func short(a engine.Answer) string { return strings.TrimPrefix(a.String(), "STATUS_") }

// decided is the answer that stands to a request that had to wait.
func (b *bench) decided(name string) string {
	b.t.Helper()
	return short(b.w.Named(name).Answer)
}

func (b *bench) wait(d time.Duration) {
	b.t.Helper()
	b.step(engine.Clock{By: d})
}

func (b *bench) set(scope, key, value string) {
	b.t.Helper()
	b.step(engine.Set{Scope: scope, Key: key, Value: value})
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

const success = "SUCCESS"
