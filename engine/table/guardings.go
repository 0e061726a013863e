package table

import (
	"slices"
	"strings"

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
			Fits: upsertsAnywhere, Carries: namesTag, Guard: asUpdate},
		{ID: "merge", Title: "merge of one's own", Apart: true,
			Say: "Every write merges, and names only the properties that it changes: those that it read and wrote " +
				"back stay what they are.",
			Fits: func(spec *engine.OpSpec, s engine.Send) bool { return mergeOf(spec) != "" && keepsOwn(s.Args) },
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				if verb := mergeOf(spec); verb != "" && keepsOwn(s.Args) {
					s.Verb = verb
					s.Args = slices.DeleteFunc(slices.Clone(s.Args), writesBack)
				}
				return s, ""
			}},
		{ID: "insert", Title: "insert only", Instead: "if-none-match",
			Say: "Every write is an insert: what is there stays.",
			Fits: func(spec *engine.OpSpec, s engine.Send) bool {
				return spec.Object == "entity" && spec.Group == engine.GroupWrite ||
					within(spec, s, func(spec *engine.OpSpec) bool {
						return insertOf(spec, s) != ""
					})
			},
			Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
				switch {
				case spec.Effect == engine.Groups:
					return spec.Regroup(s, func(words []engine.Value) []engine.Value {
						if verb := insertOf(grouped(words[0].String()), s); verb != "" {
							words[0] = engine.Text(verb)
						}
						return words
					}), ""
				case spec.Object != "entity" || spec.Group != engine.GroupWrite:
				case insertOf(spec, s) == "":
					return s, "No guard on %s: a merge inserts nothing."
				default:
					s.Verb = insertOf(spec, s)
				}
				return s, ""
			}},
	}
}

// mergeOf is the operation that merges what another replaces; empty: it replaces no entity.
//
// Source: Azure REST, "Merge Entity" and "Insert Or Merge Entity": a property that the request leaves out stays.
func mergeOf(spec *engine.OpSpec) string {
	return map[string]string{"update-entity": "merge-entity",
		"insert-or-replace-entity": "insert-or-merge-entity"}[spec.Verb]
}

// writesBack says whether a property is written as an answer has shown it, by a reference to the same of that.
func writesBack(a engine.Arg) bool {
	_, field, refers := a.Value.RefName()
	return refers && strings.HasPrefix(a.Name, ".") && field == a.Name
}

// keepsOwn says whether a write has properties of its own beside those that it writes back: it can leave these out.
func keepsOwn(args []engine.Arg) bool {
	own := func(a engine.Arg) bool { return strings.HasPrefix(a.Name, ".") && !writesBack(a) }
	return slices.ContainsFunc(args, writesBack) && slices.ContainsFunc(args, own)
}

// insertOf is the operation that inserts what another writes; empty where it is no write of an entity, or a merge,
// which inserts nothing.
func insertOf(spec *engine.OpSpec, s engine.Send) string {
	if spec == nil || spec.Object != "entity" || spec.Group != engine.GroupWrite ||
		spec.Effect == engine.Merges && !upserts(spec, s) {
		return ""
	}
	return "insert-entity"
}

// within says whether an operation that a group carries is such.
func within(spec *engine.OpSpec, s engine.Send, is func(*engine.OpSpec) bool) (any bool) {
	if spec.Effect == engine.Groups {
		spec.Regroup(s, func(words []engine.Value) []engine.Value {
			inner := grouped(words[0].String())
			any = any || inner != nil && is(inner)
			return words
		})
	}
	return any
}

// upsertsAnywhere says whether a request upserts an entity, or a group in it does.
func upsertsAnywhere(spec *engine.OpSpec, s engine.Send) bool {
	return upserts(spec, s) || within(spec, s, func(spec *engine.OpSpec) bool { return upserts(spec, s) })
}

// namesTag says whether a request names a tag, or an operation of a group does.
func namesTag(spec *engine.OpSpec, s engine.Send) (names bool) {
	spec.Regroup(s, func(words []engine.Value) []engine.Value {
		names = names || len(engine.WithPair(words, "if-match", engine.Value{})) < len(words)
		return words
	})
	return names || slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Name == "if-match" })
}

// asUpdate has a write, or each of a group, be an update that names the tag which was heard last.
func asUpdate(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	if spec.Effect == engine.Groups {
		known := false
		next := spec.Regroup(s, func(words []engine.Value) []engine.Value {
			inner := grouped(words[0].String())
			verb := updateOf(inner)
			if verb == "" {
				return words
			}
			tag := heard.Shown(engine.ObjectID{Kind: inner.Object, Name: spec.Inside(s.Args, words[1].String())},
				"etag")
			if tag.IsZero() {
				return words
			}
			known, words[0] = true, engine.Text(verb)
			return engine.WithPair(words, "if-match", tag)
		})
		if !known {
			return s, "No tag was heard before %s, so it goes without."
		}
		return next, ""
	}
	verb := updateOf(spec)
	if verb == "" {
		return s, ""
	}
	object := spec.About(s.Args)
	tag := heard.Shown(object, "etag")
	if tag.IsZero() {
		return s, engine.Unheard(heard, object, "tag")
	}
	s.Verb, s.Args = verb, engine.With(s.Args, "if-match", tag)
	return s, ""
}

// updateOf is the operation that does what another does to an entity where that is as its writer knows it; empty: it
// changes none, or inserts one.
func updateOf(spec *engine.OpSpec) string {
	switch {
	case spec == nil || spec.Object != "entity" || !spec.Changes():
		return ""
	case upserts(spec, engine.Send{}):
		return map[engine.Effect]string{engine.Writes: "update-entity", engine.Merges: "merge-entity"}[spec.Effect]
	case spec.Takes("if-match"):
		return spec.Verb
	}
	return ""
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
