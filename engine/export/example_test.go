package export_test

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/room"
)

// One request as a person would send it from a shell.
func Example() {
	r := room.New(catalog.New, room.Options{})
	for _, in := range []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.Send{By: "ann", Verb: "create-container", Args: engine.Args("path", "wiki")}} {
		if _, err := r.Do(in); err != nil {
			fmt.Println(err)
		}
	}
	text, why := export.Code(r.View(), 1, "curl")
	fmt.Print(text, why)
	// Output:
	// curl -i -X PUT 'https://devstore.blob.core.windows.net/wiki?restype=container' \
	//   -H "Authorization: Bearer $AZURE_STORAGE_TOKEN" \
	//   -H 'x-ms-version: 2021-12-02' \
	//   -H 'Content-Length: 0'
}
