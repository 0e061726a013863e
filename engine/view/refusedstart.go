package view

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// RefusedStart says of each request of the start that was refused which one it was and why, the first one first, and
// what that means for the scene; nothing where all were accepted.
func (v *View) RefusedStart() (list []string) {
	for x := range v.RequestsOf(engine.Seed) {
		if !x.Decided.IsZero() && x.Answer.Why != nil {
			list = append(list, RefusedSeed(x))
		}
	}
	slices.Reverse(list)
	if len(list) > 0 {
		list = append(list, "The scene goes on without that: correct the line and open the file again.")
	}
	return list
}

// RefusedSeed says that a request of the start was refused, and why.
func RefusedSeed(x *engine.Exchange) string {
	why, code := x.Answer.Why.InWords(), ""
	if called := x.Answer.Why.Rule.Fault.Code; !strings.HasPrefix(why, called) { // a reply at a prompt is both
		code = fmt.Sprintf(" (%s)", called)
	}
	return fmt.Sprintf("seed: %s %s was refused%s: %s", x.Verb, x.Object.Name, code, strings.TrimSuffix(why, ".")+".")
}
