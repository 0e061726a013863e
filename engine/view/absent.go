package view

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Absent is what an object would lie in, or the object itself where others would lie in it, where that is not there;
// makes is the operation that makes it by its name alone, nil where nothing is missing.
func (v *View) Absent(object engine.ObjectID) (holder engine.ObjectID, makes *engine.OpSpec) {
	first, _, inside := strings.Cut(object.Name, "/")
	for _, s := range v.Services() {
		at := slices.IndexFunc(s.Ops, func(op engine.OpSpec) bool {
			return len(s.Holders) > 0 && op.Makes == s.Holders[0]
		})
		knows := func(op engine.OpSpec) bool { return op.Object == object.Kind }
		if at < 0 || !slices.ContainsFunc(s.Ops, knows) {
			continue
		}
		holder = engine.ObjectID{Kind: s.Holders[0], Name: first}
		if (inside || object.Kind == holder.Kind) && !v.Truth(holder).Exists {
			return holder, &s.Ops[at]
		}
	}
	return engine.ObjectID{}, nil
}
