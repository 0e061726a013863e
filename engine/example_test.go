package engine_test

import (
	"fmt"

	"interleave/engine"
)

func ExampleTokensIn() {
	etag := engine.Token{Kind: engine.ETag, N: 7<<16 | 1}.String()
	for _, found := range engine.TokensIn("a "+etag+" b", 9) {
		fmt.Println(found.From, found.To, found.Number == 7<<16|1)
	}
	// Output: 2 19 true
}
