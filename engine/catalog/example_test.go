package catalog_test

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
)

func Example() {
	spec := catalog.New().Spec("put-blob")
	fmt.Println(spec.Method, spec.Object, spec.OK, spec.Did)
	// Output: PUT blob [201] saved it
}

// One input moves a world one step. A refusal is an answer with its cause; an error would be an input that is
// impossible here.
func ExampleNew() {
	w := catalog.New()
	inputs := []engine.Input{
		engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.Send{By: "seed", Verb: "create-container", Args: engine.Args("path", "wiki"), As: "c"},
		engine.Deliver{Names: []string{"c"}},
		engine.Send{By: "ann", Verb: "put-blob",
			Args: engine.Args("path", "wiki/home.md", "body", "Open", "if-match", "0x8D"),
			As:   "a1"},
		engine.Deliver{Names: []string{"a1"}},
	}
	var last []engine.Event
	for n, in := range inputs {
		events, err := w.Step(n+1, in)
		if err != nil {
			fmt.Println(err)
			return
		}
		last = events
	}
	a := w.Named("a1").Answer
	fmt.Println(a.Status, a.Code(), "by the rule", a.Why.Rule.Name)
	w.Undo(last)
	fmt.Println("decided:", w.Named("a1").Answer.Status != 0)
	// Output:
	// 412 ConditionNotMet by the rule If-Match
	// decided: false
}
