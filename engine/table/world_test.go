package table_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
	"interleave/engine/table"
)

// bench is a world of the table service and what tests do to it; it is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
	events []engine.Event // of the newest decision
	marks  []conflict.Finding
}

// newBench has the writers ann and ben, and the table jobs with the entity jobs/p/r {a:1, b:1}, whose insert is called
// seed.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := emptyBench(t)
	b.all("seed: create-table jobs", "seed: insert-entity jobs/p/r .a=1 .b=1 as first")
	return b
}

func emptyBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, w: engine.NewWorld(table.Service())}
	b.step(engine.AddWriter{ID: "ann"})
	b.step(engine.AddWriter{ID: "ben"})
	return b
}

func (b *bench) step(in engine.Input) {
	b.t.Helper()
	b.record++
	before := b.w.Clone()
	events, err := b.w.Step(b.record, in)
	if err != nil {
		b.t.Fatalf("%+v: %v\n%s", in, err, b.w.Describe())
	}
	if err := b.w.Check(); err != nil {
		b.t.Fatalf("after %+v: %v\n%s", in, err, b.w.Describe())
	}
	if _, decides := in.(engine.Deliver); decides {
		b.events, b.marks = events, nil
		for _, marks := range conflict.Judge(before, events) {
			b.marks = append(b.marks, marks...)
		}
	}
}

// say plays one statement of a scenario, as `ann: get-entity jobs/p/r as a1`, and gives the answer where it is a
// request.
func (b *bench) say(line string) engine.Answer {
	b.t.Helper()
	f, err := scenario.Parse("line", []byte("writer ann\nwriter ben\n"+b.names()+line+"\n"),
		[]*engine.Service{table.Service()})
	if err != nil {
		b.t.Fatal(err)
	}
	inputs := f.Statements[len(f.Statements)-1].Inputs
	for _, in := range inputs {
		switch in := in.(type) {
		case engine.Send:
			b.send(in)
			return b.w.Exchange(b.w.Requests()).Answer
		default:
			b.step(in)
		}
	}
	return engine.Answer{}
}

// names makes the answers that were given so far known to the parser.
func (b *bench) names() string {
	var text strings.Builder
	for n := 1; n <= b.w.Requests(); n++ {
		text.WriteString("seed: query-tables as " + b.w.Exchange(n).Name + "\n")
	}
	return text.String()
}

func (b *bench) send(in engine.Send) engine.Answer {
	b.t.Helper()
	if len(in.As) > 1 && in.As[0] == 'r' && strings.Trim(in.As[1:], "0123456789") == "" {
		in.As = ""
	}
	b.step(in)
	name := b.w.Exchange(b.w.Requests()).Name
	b.step(engine.Deliver{Names: []string{name}})
	b.step(engine.ReceiveAnswer{Names: []string{name}})
	return b.w.Named(name).Answer
}

// all says several lines that must be accepted.
func (b *bench) all(lines ...string) {
	b.t.Helper()
	for _, l := range lines {
		if a := b.say(l); a.Why != nil {
			b.t.Fatalf("%s: %s\n%s", l, a, b.w.Describe())
		}
	}
}

// want says a line and compares status and code.
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

// body is what an entity holds, in one line; absent where it is not there.
func (b *bench) body(path string) string {
	r := b.w.Object("entity " + path)
	if gone, ok := r.(engine.Gone); r == nil || ok && gone.Gone() {
		return "absent"
	}
	return strings.Join(strings.Fields(b.property("entity "+path, "body")), " ")
}

// decided is what the event of the newest decision says.
func (b *bench) decided() engine.Event {
	b.t.Helper()
	for _, e := range b.events {
		if e.Kind == engine.Decided {
			return e
		}
	}
	b.t.Fatal("nothing was decided")
	return engine.Event{}
}
