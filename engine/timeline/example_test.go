package timeline_test

import (
	"fmt"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

// What was undone stays as a branch.
func Example() {
	t := timeline.New(catalog.New(), scenario.FormatInput, scenario.ParseInput)
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann"}, engine.Clock{By: time.Second}} {
		if _, err := t.Do(in); err != nil {
			fmt.Println(err)
		}
	}
	if err := t.Undo(); err != nil {
		fmt.Println(err)
	}
	if _, err := t.Do(engine.Clock{By: time.Minute}); err != nil {
		fmt.Println(err)
	}
	for _, b := range t.Branches() {
		fmt.Println(b.Name, t.At(b.Tip).Now())
	}
	// Output:
	// main 00:01.0
	// fork-1 01:00.0
}
