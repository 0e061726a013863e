package blob_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/enginetest"
)

type bench struct{ *enginetest.Bench }

// service is read once, for all worlds of these tests.
var service = blob.Service().Read()

// newBench has the writers ann and ben.
func newBench(t testing.TB) *bench {
	t.Helper()
	return &bench{enginetest.NewBench(t, service, "ann", "ben")}
}

// send has ann or whoever it is send a request with arguments.
func (b *bench) send(by, verb string, args []engine.Arg) engine.Answer {
	b.T.Helper()
	return b.Send(engine.Send{By: by, Verb: verb, Args: args})
}

func tell(to, what string) engine.Input { return engine.Tell{To: to, What: engine.Ref(what, false)} }
