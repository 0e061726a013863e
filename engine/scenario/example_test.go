package scenario_test

import (
	"fmt"

	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

const home = `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/home "Open 9 to 5"
ann: get-blob wiki/home as a1
ben: get-blob wiki/home as b1
ben: put-blob wiki/home "Open 10 to 6"
ann: put-blob wiki/home "Open 9 to 4"
> 412
`

// A file is played without a screen. What it expected and did not find is a failure; what the referee found stands
// beside each event.
func Example() {
	f, err := scenario.Parse("home.race", []byte(home), catalog.Services())
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := f.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range result.Outcomes {
		for _, found := range o.Marks {
			for _, m := range found {
				fmt.Printf("line %d: %s: %s\n", o.Statement.Line, m.Kind, conflict.Meaning(m.Kind))
			}
		}
	}
	for _, failure := range result.Failures {
		fmt.Println(failure)
	}
	// Output:
	// line 8: lost-update: An accepted request replaced work that it did not know when it was sent.
	// home.race:9: wanted 412, found 201
	// home.race:8: wanted no such mark, found > ~ lost-update ben
}
