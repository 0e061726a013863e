package wire_test

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/wire"
)

func Example() {
	spec := catalog.New().Spec("put-blob")
	raw := wire.Request(spec, engine.Args("path", "wiki/home", "body", "Open", "if-match", `"0x8D"`), wire.Context{})
	fmt.Println(raw.Method, raw.Target)
	for _, h := range raw.Headers {
		if h.Name == "If-Match" {
			fmt.Println(h.Name, h.Value)
		}
	}
	// Output:
	// PUT /wiki/home
	// If-Match "0x8D"
}
