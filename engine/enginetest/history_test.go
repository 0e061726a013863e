package enginetest_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
	"interleave/engine/scenario"
)

// said is a Tester that keeps what it was told, and ends the run as Fatalf does.
type said struct{ text string }

func (*said) Helper() {}
func (s *said) Fatalf(format string, args ...any) {
	s.text = fmt.Sprintf(format, args...)
	panic(s)
}

// tried is what a run of a service breaks; empty where it keeps every promise.
func tried(service *engine.Service, run func(*enginetest.History)) (text string) {
	s := &said{}
	defer func() {
		if p := recover(); p != nil && p != any(s) {
			panic(p)
		}
		text = s.text
	}()
	run(enginetest.Start(s, service, "ann"))
	return ""
}

func work(h *enginetest.History) {
	h.Say("ann", "create-queue", engine.Args("queue", "jobs"))
	h.Say("ann", "put-message", engine.Args("queue", "jobs", "text", "1"))
	h.Say("ann", "create-queue", engine.Args("queue", "J"))
	h.End()
}

// bent is the queue service with one operation changed.
func bent(verb string, bend func(*engine.OpSpec)) *engine.Service {
	s := queue.Service()
	for i := range s.Ops {
		if s.Ops[i].Verb == verb {
			bend(&s.Ops[i])
		}
	}
	return s
}

// What a service promises is looked at: each fault is told, and a service without one passes.
func TestBrokenPromisesAreTold(t *testing.T) {
	for want, service := range map[string]*engine.Service{
		"":                          queue.Service(),
		"is no success of it":       bent("put-message", func(s *engine.OpSpec) { s.OK = []int{299} }),
		"is not among its refusals": bent("create-queue", func(s *engine.OpSpec) { s.Refuses = nil }),
		"given again it makes": bent("put-message",
			func(s *engine.OpSpec) { s.Op = forgetful{calls: new(int)} }),
		"(event 99), in record": bent("put-message",
			func(s *engine.OpSpec) { s.Op, s.Refuses = early{}, []*engine.Rule{someRule} }),
		"takes no \"text\", it takes ": bent("put-message", func(s *engine.OpSpec) { s.Op = silent{} }),
	} {
		got := tried(service, work)
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("wanted %q, got %.300q", want, got)
		}
	}
}

// What is printed of a broken promise is a race that can be read and that ends at the same step.
func TestABrokenPromiseIsPrintedAsARace(t *testing.T) {
	var h *enginetest.History
	text := tried(bent("create-queue", func(s *engine.OpSpec) { s.Refuses = nil }),
		func(run *enginetest.History) { h = run; work(run) })
	if !strings.Contains(text, h.Race()) {
		t.Fatalf("no race in %s", text)
	}
	f, err := scenario.Parse("printed.race", []byte(h.Race()), []*engine.Service{queue.Service()})
	if err != nil {
		t.Fatalf("%v\n%s", err, h.Race())
	}
	result, err := f.Run()
	if err != nil || result.Timeline.World().Digest() != h.World.Digest() {
		t.Errorf("the race ends elsewhere: %v\n%s", err, h.Race())
	}
}

var someRule = &engine.Rule{Name: "some", Fault: engine.Fault{Status: 400, Code: "Some"}}

// forgetful answers by how often it was called: a replay differs.
type forgetful struct {
	Queue string `op:"queue"`
	Text  string `op:"text"`
	calls *int
}

func (f forgetful) Apply(tx *engine.Tx) engine.Answer {
	*f.calls++
	return tx.Done(201, engine.Field{Name: "calls", Value: engine.Number(int64(*f.calls))})
}

// early names a cause that is still to come.
type early struct {
	Queue string `op:"queue"`
	Text  string `op:"text"`
}

func (early) Apply(tx *engine.Tx) engine.Answer {
	return tx.Refuse(&engine.Cause{Rule: someRule, Since: engine.Mark{Event: 99, By: "ann"}})
}

// silent takes no text.
type silent struct {
	Queue string `op:"queue"`
}

func (silent) Apply(tx *engine.Tx) engine.Answer { return tx.Done(201) }
