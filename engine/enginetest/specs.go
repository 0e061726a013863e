package enginetest

import (
	"sync"

	"interleave/engine"
	"interleave/engine/catalog"
)

// Specs are the operations of all services, in their order.
func Specs() []engine.OpSpec {
	var list []engine.OpSpec
	for _, s := range catalog.Services() {
		list = append(list, s.Ops...)
	}
	return list
}

// Spec is the operation with that verb; nil where no service has one. Its world is made once: a test may ask for
// thousands of them.
func Spec(verb string) *engine.OpSpec { return all().Spec(verb) }

var all = sync.OnceValue(catalog.New)
