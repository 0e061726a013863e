package table_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
	"interleave/engine/table"
)

type bench struct{ *enginetest.Bench }

// marks are what the referee finds in the newest decision.
func (b *bench) marks() (marks []conflict.Finding) {
	for _, found := range conflict.Judge(b.Before, b.Events) {
		marks = append(marks, found...)
	}
	return marks
}

// service is read once, for all worlds of these tests.
var service = table.Service().Read()

func emptyBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{enginetest.NewBench(t, service, "ann", "ben")}
	b.Read = b.read
	return b
}

// newBench has the writers ann and ben, and the table jobs with the entity jobs/p/r {a:1, b:1}, whose insert is called
// seed.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := emptyBench(t)
	b.All("seed: create-table jobs", "seed: insert-entity jobs/p/r .a=1 .b=1 as first")
	return b
}

// read reads one statement of a scenario, as `ann: get-entity jobs/p/r as a1`.
func (b *bench) read(line string) engine.Input {
	b.T.Helper()
	f, err := scenario.Parse("line", []byte("writer ann\nwriter ben\n"+b.names()+line+"\n"),
		[]*engine.Service{service})
	if err != nil {
		b.T.Fatal(err)
	}
	in := f.Statements[len(f.Statements)-1].Inputs[0]
	if send, ok := in.(engine.Send); ok && len(send.As) > 1 && send.As[0] == 'r' &&
		strings.Trim(send.As[1:], "0123456789") == "" {
		send.As = "" // the parser's own name: the world gives its own
		return send
	}
	return in
}

// names makes the answers that were given so far known to the parser.
func (b *bench) names() string {
	var text strings.Builder
	for n := 1; n <= b.World.Requests(); n++ {
		text.WriteString("seed: query-tables as " + b.World.Exchange(n).Name + "\n")
	}
	return text.String()
}

// body is what an entity holds, in one line; absent where it is not there.
func (b *bench) body(path string) string {
	r := b.World.Object(engine.ObjectID{Kind: "entity", Name: path})
	if gone, ok := r.(engine.Gone); r == nil || ok && gone.Gone() {
		return "absent"
	}
	return strings.Join(strings.Fields(b.Property("entity "+path, "body")), " ")
}

// decided is what the event of the newest decision says.
func (b *bench) decided() engine.Event {
	b.T.Helper()
	for _, e := range b.Events {
		if e.Kind == engine.Decided {
			return e
		}
	}
	b.T.Fatal("nothing was decided")
	return engine.Event{}
}
