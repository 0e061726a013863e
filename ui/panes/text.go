package panes

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// nameOf is an object without its kind.
func nameOf(object string) string { return conflict.Place(object) }

func kindOf(object string) string {
	kind, _, _ := strings.Cut(object, " ")
	return kind
}

// operation is the first operation on a kind of object that fits.
func operation(v *view.View, kind string, fits func(engine.OpSpec) bool) *engine.OpSpec {
	for _, s := range v.Services() {
		for i := range s.Ops {
			if s.Ops[i].Object == kind && fits(s.Ops[i]) {
				return &s.Ops[i]
			}
		}
	}
	return nil
}

// change is what the text of an object's editor is written by: for what its writer knows to be there, an operation that
// takes the guard of a version, where the service has one; nil where the object has no text.
func change(v *view.View, k *view.Known, object string) *engine.OpSpec {
	if read, ok := k.Reading(object); ok && !read.Gone && kindOf(object) == "entity" {
		merges := k.Rows == view.MergeRows
		return operation(v, "entity", func(s engine.OpSpec) bool {
			return writing(s) && versioned(s) &&
				view.Merging(s) == merges
		})
	} else if ok && !read.Gone {
		if spec := operation(v, kindOf(object),
			func(s engine.OpSpec) bool { return writing(s) && versioned(s) }); spec != nil {
			return spec
		}
	}
	return operation(v, kindOf(object), writing)
}

// readOf is the plain read of an object: of what is edited as a policy that of the policy.
func readOf(v *view.View, object string) *engine.OpSpec {
	if text := operation(v, kindOf(object), writing); text != nil && contentOf(*text) == "policy" {
		return operation(v, kindOf(object), func(s engine.OpSpec) bool {
			return reading(s) &&
				strings.HasSuffix(s.Verb, "-policy")
		})
	}
	return operation(v, kindOf(object), reading)
}

// deleteOf is what takes an object away, where the service has several deletes the one of its own name.
func deleteOf(v *view.View, kind string) *engine.OpSpec {
	if spec := operation(v, kind, func(s engine.OpSpec) bool {
		return deleting(s) &&
			s.Verb == "delete-"+kind
	}); spec != nil {
		return spec
	}
	return operation(v, kind, deleting)
}

func versioned(s engine.OpSpec) bool {
	return slices.ContainsFunc(s.Params(), func(p engine.Param) bool { return p.Version })
}

func reading(s engine.OpSpec) bool {
	return s.Group == "read" && (s.Method == "GET" || s.Method == "SMB READ")
}
func deleting(s engine.OpSpec) bool      { return s.Group == "delete" }
func writing(s engine.OpSpec) bool       { return view.TextOf(s) != "" }
func takesSnapshot(s engine.OpSpec) bool { _, ok := s.Param("snapshot"); return ok && reading(s) }

// contentOf is the parameter that carries an operation's content; empty where it has none.
func contentOf(s engine.OpSpec) string {
	for _, p := range s.Params() {
		if p.Content && p.Positional() && !p.Prefix() {
			return p.Name
		}
	}
	return ""
}
