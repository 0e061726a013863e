package wire_test

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/bucket"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
	"interleave/engine/wire"
)

// A refusal names what was sent in the form in which the page has it: the seconds of a visibility timeout, not the
// moment that they come to; the ETag of a part without the quotes in which it came.
//
// Source: queue/rules.md, "Error codes"; bucket/rules.md, "Complete, order of checks", row 7.
func TestRefusalsNameWhatWasSent(t *testing.T) {
	b := enginetest.NewBench(t, queue.Service(), "ann")
	b.All("seed: create-queue queue=jobs")
	put := b.Say("ann: put-message queue=jobs text=a")
	update := engine.Send{By: "ann", Verb: "update-message", Args: []engine.Arg{
		{Name: "message", Value: put.Field("0")}, {Name: "popreceipt", Value: put.Field("0.receipt")},
		{Name: "visibilitytimeout", Value: engine.Text("604800")}}}
	b.Wait(time.Second)
	refused(t, b, update, "400 InvalidQueryParameterValue",
		"<QueryParameterName>visibilitytimeout<", "<QueryParameterValue>604800<")

	b = enginetest.NewBench(t, bucket.Service(), "ann")
	b.All("seed: create-bucket path=lake")
	upload := b.Say("ann: create-multipart-upload path=lake/k").Field("upload")
	refused(t, b, engine.Send{By: "ann", Verb: "complete-multipart-upload", Args: []engine.Arg{
		{Name: "path", Value: engine.Text("lake/k")}, {Name: "upload", Value: upload},
		{Name: "parts", Value: engine.List(engine.List(engine.Text("1"), engine.Text(`"abc"`)))}}},
		"400 InvalidPart", "<PartNumber>1<", "<ETag>abc<")
}

// refused carries out what is refused, and looks for words in the body of the refusal.
func refused(t *testing.T, b *enginetest.Bench, in engine.Send, code string, words ...string) {
	t.Helper()
	a := b.Send(in)
	if a.String() != code {
		t.Fatalf("%s: %s, want %s", in.Verb, a, code)
	}
	body := wire.Answer(enginetest.Spec(in.Verb), in.Args, a, wire.Context{}).Body
	for _, word := range words {
		if !strings.Contains(body, word) {
			t.Errorf("no %s in\n%s", word, body)
		}
	}
}
