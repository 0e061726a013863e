package view

import (
	"slices"
	"strings"

	"interleave/engine"
)

// NameOf is an object without its kind.
func NameOf(object engine.ObjectID) string { return object.Name }

// Operation is the first operation on a kind of object that fits.
func Operation(v *View, kind string, fits func(engine.OpSpec) bool) *engine.OpSpec {
	for _, s := range v.Services() {
		for i := range s.Ops {
			if s.Ops[i].Object == kind && fits(s.Ops[i]) {
				return &s.Ops[i]
			}
		}
	}
	return nil
}

// ChangeOf is what the text of an object's editor is written by: for what its writer knows to be there, an operation
// that takes the guard of a version, where the service has one; nil where the object has no text.
func ChangeOf(v *View, k *Known, object engine.ObjectID) *engine.OpSpec {
	if read, ok := k.Reading(object); ok && !read.Gone && KindOf(object) == "entity" {
		merges := k.Rows == MergeRows
		return Operation(v, "entity", func(s engine.OpSpec) bool {
			return IsWrite(s) && takesVersion(s) &&
				Merging(s) == merges
		})
	} else if ok && !read.Gone {
		if spec := Operation(v, KindOf(object),
			func(s engine.OpSpec) bool { return IsWrite(s) && takesVersion(s) }); spec != nil {
			return spec
		}
	}
	return Operation(v, KindOf(object), IsWrite)
}

// ReadOf is the plain read of an object: of what is edited as a policy that of the policy.
func ReadOf(v *View, object engine.ObjectID) *engine.OpSpec {
	if text := Operation(v, KindOf(object), IsWrite); text != nil && ContentOf(*text) == "policy" {
		return Operation(v, KindOf(object), func(s engine.OpSpec) bool {
			return IsRead(s) &&
				strings.HasSuffix(s.Verb, "-policy")
		})
	}
	return Operation(v, KindOf(object), IsRead)
}

// DeleteOf is what takes an object away, where the service has several deletes the one of its own name.
func DeleteOf(v *View, kind string) *engine.OpSpec {
	if spec := Operation(v, kind, func(s engine.OpSpec) bool {
		return IsDelete(s) &&
			s.Verb == "delete-"+kind
	}); spec != nil {
		return spec
	}
	return Operation(v, kind, IsDelete)
}

func takesVersion(s engine.OpSpec) bool {
	return slices.ContainsFunc(s.Params(), func(p engine.Param) bool { return p.Version })
}

// IsRead says whether an operation reads an object whole.
func IsRead(s engine.OpSpec) bool {
	return s.Group == "read" && (s.Method == "GET" || s.Method == "SMB READ")
}

// IsDelete says whether an operation takes an object away.
func IsDelete(s engine.OpSpec) bool { return s.Group == "delete" }

// IsWrite says whether an operation writes a text that a person edits.
func IsWrite(s engine.OpSpec) bool { return TextOf(s) != "" }

// TakesSnapshot says whether an operation reads a snapshot of an object.
func TakesSnapshot(s engine.OpSpec) bool { _, ok := s.Param("snapshot"); return ok && IsRead(s) }

// ContentOf is the parameter that carries an operation's content; empty where it has none.
func ContentOf(s engine.OpSpec) string {
	for _, p := range s.Params() {
		if p.Content && p.Positional() && !p.Prefix() {
			return p.Name
		}
	}
	return ""
}

// KindOf is the kind in an object, as `blob`.
func KindOf(object engine.ObjectID) string {
	kind := object.Kind
	return kind
}
