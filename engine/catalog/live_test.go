package catalog_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
)

// A read's answer is looked at until the write that refers to it is sent; the write's until the loop goes on.
func TestLiveAreTheAnswersThatAPlanMayStillLookAt(t *testing.T) {
	w := catalog.New()
	ref := func(path string) engine.Value { return engine.Ref(path, false) }
	body := engine.Expression(engine.Add, ref("r.body"), engine.Number(1))
	steps := []engine.PlanStep{{Do: engine.DoLoop, Times: 3, Then: []engine.PlanStep{
		{Do: engine.DoSend, Verb: "get-blob", Args: engine.Args("path", "cont/b"), As: "r"},
		{Do: engine.DoSend, Verb: "put-blob", As: "w", Args: []engine.Arg{{Name: "path", Value: engine.Text("cont/b")},
			{Name: "body", Value: body}, {Name: "if-match", Value: ref("r.etag")}}},
		{Do: engine.DoBreak, Name: "w", Is: "201"}}}}
	record := 0
	put := func(in engine.Input) {
		t.Helper()
		record++
		if _, err := w.Step(record, in); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"create-container", "path", "cont"}, {"put-blob", "path", "cont/b", "body", "0"}} {
		put(engine.Send{By: engine.Seed, Verb: args[0], Args: engine.Args(args[1:]...), As: args[0]})
		put(engine.Deliver{Names: []string{args[0]}})
		put(engine.ReceiveAnswer{Names: []string{args[0]}})
	}
	put(engine.AddWriter{ID: "ann"})
	put(engine.Plan{By: "ann", Steps: steps})
	for n, want := range []string{"", "r.body content under r.etag, r.etag guard", ""} {
		if got := uses(w.PlanOf("ann").Live()); got != want {
			t.Errorf("after %d requests the plan may look at %q, want %q", n, got, want)
		}
		if n == 2 {
			break
		}
		put(engine.Next{By: "ann"})
		name := w.Exchange(w.Requests()).Name
		put(engine.Deliver{Names: []string{name}})
		put(engine.ReceiveAnswer{Names: []string{name}})
	}
}

func uses(list []engine.Use) string {
	words := make([]string, len(list))
	for i, u := range list {
		words[i] = u.Name + "." + u.Field + " " + [...]string{"content", "guard", "compared", "other", "test", "lost",
			"from", "again"}[u.As]
		if u.Under != "" {
			words[i] += " under " + u.Under
		}
	}
	return strings.Join(words, ", ")
}
