package queue_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
)

type bench struct{ *enginetest.Bench }

// service is read once, for all worlds of these tests.
var service = queue.Service().Read()

// newBench has the writers ann and ben, and what the lines say.
func newBench(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := &bench{enginetest.NewBench(t, service, "ann", "ben")}
	b.All(lines...)
	return b
}

// message is the object of a message that an answer gave, as `a1.0`.
func (b *bench) message(path string) string {
	name, field, _ := strings.Cut(path, ".")
	return "message " + b.World.Named(name).Answer.Field(field).String()
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
	return engine.Moment(n * 1000).String()
}
