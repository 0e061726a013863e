package table

import (
	"slices"

	"interleave/engine"
)

// anyTag compares nothing but that something is there.
var anyTag = engine.Text("*")

func guardings() []engine.Guarding {
	return []engine.Guarding{
		{ID: "if-match-any", Title: "If-Match *",
			Say: "Every write says that something must be there, whatever it is.",
			Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
				return spec.Object == "entity" && spec.Takes("if-match") || spec.Effect == engine.Groups
			},
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				switch {
				case spec.Effect == engine.Groups:
					return spec.Regroup(s, func(words []engine.Value) []engine.Value {
						if compares(words[0].String()) {
							words = engine.WithPair(words, "if-match", anyTag)
						}
						return words
					}), ""
				case !spec.Changes():
				case spec.Takes("if-match"):
					s.Args = engine.With(s.Args, "if-match", anyTag)
				default:
					return s, engine.NoSuchGuard
				}
				return s, ""
			}},
		{ID: "update", Title: "update, If-Match",
			Say:  "Every write is an update that names the tag that its writer heard last, upserts too.",
			Fits: upserts,
			Carries: func(_ *engine.OpSpec, s engine.Send) bool {
				return slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == "if-match" })
			},
			Guard: func(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
				upsert := upserts(spec, s)
				if !upsert && !(spec.Object == "entity" && spec.Takes("if-match") && spec.Changes()) {
					return s, ""
				}
				tag := heard.Shown(spec.About(s.Args), "etag")
				if tag.IsZero() {
					return s, "No tag was heard before %s, so it goes without."
				}
				if upsert {
					s.Verb = map[engine.Effect]string{engine.Writes: "update-entity",
						engine.Merges: "merge-entity"}[spec.Effect]
				}
				s.Args = engine.With(s.Args, "if-match", tag)
				return s, ""
			}},
		{ID: "insert", Title: "insert only", Instead: "if-none-match",
			Say: "Every write is an insert: what is there stays.",
			Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
				return spec.Object == "entity" && spec.Group == engine.GroupWrite
			},
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				switch {
				case spec.Object != "entity" || spec.Group != engine.GroupWrite:
				case spec.Effect == engine.Merges && !upserts(spec, s):
					return s, "No guard on %s: a merge inserts nothing."
				default:
					s.Verb = "insert-entity"
				}
				return s, ""
			}},
	}
}

// upserts says whether an operation writes whatever is there, and compares nothing.
func upserts(spec *engine.OpSpec, _ engine.Send) bool {
	return spec.Object == "entity" && spec.Group == "write" && !spec.Takes("if-match") && spec.Verb != "insert-entity"
}

// compares says whether an operation within a group takes If-Match.
func compares(verb string) bool {
	return slices.Contains([]string{"update-entity", "merge-entity", "delete-entity"}, verb)
}

// unguarded lets a removal of an entity, which has to name a tag, name any, and an insert put the entity whatever is
// there; within a group too.
func unguarded(spec *engine.OpSpec, s engine.Send) (engine.Send, bool) {
	switch spec.Verb {
	case "delete-entity":
		s.Args = engine.With(s.Args, "if-match", anyTag)
	case "insert-entity":
		s.Verb = "insert-or-replace-entity"
		s.Args = slices.DeleteFunc(slices.Clone(s.Args), func(a engine.Arg) bool { return a.Name == "prefer" })
		return s, false
	}
	return spec.Regroup(s, func(words []engine.Value) []engine.Value {
		if words[0].String() == "insert-entity" {
			words[0] = engine.Text("insert-or-replace-entity")
		}
		tag := engine.Value{}
		if words[0].String() == "delete-entity" {
			tag = anyTag
		}
		return engine.WithPair(words, "if-match", tag)
	}), false
}
