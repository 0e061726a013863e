package races_test

import (
	"fmt"

	"interleave/engine/races"
)

func Example() {
	text, err := races.FS.ReadFile("blob/r03-same-etag-two-writers.race")
	fmt.Println(len(text) > 0, err)
	// Output: true <nil>
}
