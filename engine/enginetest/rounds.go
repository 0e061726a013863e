package enginetest

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// Line is a world under measurement.
type Line struct {
	World *engine.World

	b      *testing.B
	record int
}

// Give does one step.
func (l *Line) Give(in engine.Input) {
	l.record++
	if _, err := l.World.Step(l.record, in); err != nil {
		l.b.Fatal(err)
	}
}

// Send has a request sent by a writer, judged and heard. The name comes as the list that the steps take, so that
// nothing is made for it.
func (l *Line) Send(by, verb string, args []engine.Arg, name []string) {
	l.Give(engine.Send{By: by, Verb: verb, Args: args, As: name[0]})
	l.Give(engine.Deliver{Names: name})
	l.Give(engine.ReceiveAnswer{Names: name})
}

// Puts measures a put on one of as many objects of a container, through the core: bare, and under the tag of the one
// before.
func Puts(b *testing.B, service func() *engine.Service, create, container, put string) {
	b.Run("last-writer-wins", func(b *testing.B) { puts(b, service, create, container, put, false) })
	b.Run("if-match", func(b *testing.B) { puts(b, service, create, container, put, true) })
}

func puts(b *testing.B, service func() *engine.Service, create, container, put string, guarded bool) {
	const objects = 1000
	names, args := make([][]string, objects), make([][]engine.Arg, objects)
	Rounds(b, service, 20_000, func(l *Line) {
		l.Send(engine.Seed, create, engine.Args("path", container), []string{"c"})
		for i := range objects {
			names[i] = []string{fmt.Sprint("p", i)}
			args[i] = engine.Args("path", fmt.Sprintf("%s/%d", container, i), "body", "some text")
			l.Send(engine.Seed, put, args[i], names[i])
			if guarded {
				args[i] = append(args[i], engine.Arg{Name: "if-match", Value: engine.Ref(names[i][0]+".etag", false)})
			}
		}
	}, func(l *Line, i int) { l.Send(engine.Seed, put, args[i%objects], names[i%objects]) })
}

// Rounds measures a round through the core. A world keeps every request: after a session of rounds a new one begins,
// which is not measured.
func Rounds(b *testing.B, service func() *engine.Service, session int, start func(*Line), round func(l *Line, i int)) {
	b.Helper()
	fresh := func() *Line {
		l := &Line{World: engine.NewWorld(service()), b: b}
		start(l)
		return l
	}
	l := fresh()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%session == session-1 {
			b.StopTimer()
			l = fresh()
			b.StartTimer()
		}
		round(l, i)
	}
}
