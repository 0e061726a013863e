package view

import "interleave/engine"

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

// IsRead says whether an operation reads an object whole.
func IsRead(s engine.OpSpec) bool {
	return s.Group == engine.GroupRead && (s.Method == "GET" || s.Method == "SMB READ")
}

// IsDelete says whether an operation takes an object away.
func IsDelete(s engine.OpSpec) bool { return s.Group == engine.GroupDelete }

// IsWrite says whether an operation writes a text that a person edits.
func IsWrite(s engine.OpSpec) bool { return TextOf(s) != "" }

// ContentOf is the parameter that carries an operation's content; empty where it has none.
func ContentOf(s engine.OpSpec) string {
	for _, p := range s.Params() {
		if p.Content && p.Positional() && !p.Prefix() && p.Name != sizeName {
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
