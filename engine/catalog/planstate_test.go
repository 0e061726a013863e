package catalog_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
)

// planned is a world in which a writer has a plan, after some inputs.
func planned(t *testing.T, steps []engine.PlanStep, inputs ...engine.Input) *engine.World {
	t.Helper()
	w := catalog.New()
	for _, in := range append([]engine.Input{engine.AddWriter{ID: "ann"}, engine.Plan{By: "ann", Steps: steps}},
		inputs...) {
		if _, err := w.Step(w.Record()+1, in); err != nil {
			t.Fatalf("%T: %v", in, err)
		}
	}
	return w
}

// A plan that comes to a request which names a field that the answer has not is ready, and Next says what is missing
// and changes nothing: a search of all orders tries it.
func TestNextSaysWhatAnAnswerLacks(t *testing.T) {
	steps := []engine.PlanStep{
		{Do: engine.DoSend, Verb: "get-blob", Args: engine.Args("path", "wiki/x"), As: "r"},
		{Do: engine.DoSend, Verb: "put-blob", Args: []engine.Arg{{Name: "path", Value: engine.Text("wiki/x")},
			{Name: "if-match", Value: engine.Ref("r.etag", false)}}},
	}
	w := planned(t, steps, engine.Next{By: "ann"}, engine.Deliver{Names: []string{"ann-r1"}},
		engine.ReceiveAnswer{Names: []string{"ann-r1"}})
	before := w.Digest()
	_, next := w.Step(w.Record()+1, engine.Next{By: "ann"})
	if w.Ready("ann") != nil || next == nil || !strings.Contains(next.Error(), `has no "etag"`) {
		t.Errorf("behind a 404 the plan can step: Next: %v; Ready: %v", next, w.Ready("ann"))
	}
	if w.Digest() != before || w.Requests() != 1 {
		t.Errorf("a step that was not possible left something: %d requests", w.Requests())
	}
}

// A plan that says what to do without an answer goes on when its writer stops waiting, whoever says so.
func TestATimeoutLetsAPlanThatCopesGoOn(t *testing.T) {
	get := engine.PlanStep{Do: engine.DoSend, Verb: "get-blob", Args: engine.Args("path", "wiki/x"), As: "r"}
	again := engine.PlanStep{Do: engine.DoSend, Verb: "get-blob-tags", Args: engine.Args("path", "wiki/x")}
	stop := engine.Timeout{Name: "ann-r1"}
	w := planned(t, []engine.PlanStep{get, {Do: engine.DoLost, Name: "r", Then: []engine.PlanStep{again}}},
		engine.Next{By: "ann"}, stop)
	if p := w.PlanOf("ann"); p.Out || p.Next() == nil || p.Next().Verb != "get-blob-tags" {
		t.Errorf("a plan that copes waits on: %+v", p)
	}
	w = planned(t, []engine.PlanStep{get, again}, engine.Next{By: "ann"}, stop)
	if p := w.PlanOf("ann"); !p.Out || w.Ready("ann") == nil {
		t.Errorf("a plan that does not cope goes on: %+v", p)
	}
}
