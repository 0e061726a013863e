package catalog_test

import (
	"fmt"

	"interleave/engine/catalog"
)

func Example() {
	spec := catalog.New().Spec("put-blob")
	fmt.Println(spec.Method, spec.Object, spec.OK, spec.Did)
	// Output: PUT blob [201] saved it
}
