package enginetest

import (
	"slices"
	"sync"
	"testing"

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

// Order is a list of refusals, and how far it was met: what refuses first stands first in the row of an operation.
type Order[R comparable] struct {
	Rules []R
	last  int
}

// Meet says whether the rule of a refusal, as the list has it, is not there, or in front of one that refused before it.
func (o *Order[R]) Meet(t testing.TB, a engine.Answer, rule R) {
	t.Helper()
	at := slices.Index(o.Rules, rule)
	if at < 0 {
		t.Fatalf("%s %s is not among the refusals of the operation", a.Why.Rule.Name, a)
	}
	if at < o.last {
		t.Errorf("%s %s is listed before what was refused earlier", a.Why.Rule.Name, a)
	}
	o.last = at
}
