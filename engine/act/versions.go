package act

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// versionGuard is the field of an answer by which a delete names the version that it takes away.
const versionGuard = "version-id"

// Version is the delete of one version that a service keeps of an object, by its id: a delete marker is one as well,
// and what it hides is there again. Without a Spec: no call takes such an id.
//
// Source: engine/bucket/rules.md, "Versioning".
func Version(v *view.View, writer string, object engine.ObjectID, id engine.Token) Act {
	a := Act{Object: object}
	if v.Known(writer) == nil || id.IsZero() {
		return a
	}
	for _, verb := range verbs(v, object, engine.ToDelete) {
		spec := v.Spec(verb)
		at := slices.IndexFunc(spec.Params(), func(p engine.Param) bool { return p.Guard == versionGuard })
		if at < 0 || spec.Object != object.Kind {
			continue
		}
		a.Spec = spec
		a.Send = engine.Send{By: writer, Verb: verb, Args: engine.With(
			engine.Args(spec.Params()[0].Name, object.Name), spec.Params()[at].Name, id.Value())}
		break
	}
	return a
}

// Hides is the delete marker on top of an object, where the writer was told that one stands there: to delete once more
// would put another one on it, which nobody means. None where there is no marker, or the writer does not know of it.
func Hides(v *view.View, writer string, object engine.ObjectID) engine.Token {
	if k := v.Known(writer); k != nil && k.Hidden(object) {
		return v.Marker(object)
	}
	return engine.Token{}
}

// Undelete takes away the delete marker that hides an object, whoever set it.
func Undelete(v *view.View, writer string, object engine.ObjectID) Act {
	return Version(v, writer, object, v.Marker(object))
}

// Feature is what an object can be told to do and does not yet, and the request that tells it; ok is false where there
// is nothing of the kind.
func Feature(v *view.View, writer string, object engine.ObjectID) (f engine.Feature, send engine.Send, ok bool) {
	for _, s := range v.Services() {
		for _, f := range s.Features {
			if f.Kind == object.Kind && v.Exists(object) &&
				view.Record(v.Properties(object)).Text(f.Property) != f.On {
				return f, Tells(v, f, writer, object.Name), true
			}
		}
	}
	return f, send, false
}

// NoFeature says why there is nothing to tell an object; empty where there is.
func NoFeature(v *view.View, writer string, object engine.ObjectID) string {
	if _, _, ok := Feature(v, writer, object); ok {
		return ""
	}
	for _, s := range v.Services() {
		for _, f := range s.Features {
			if f.Kind == object.Kind && v.Exists(object) {
				return fmt.Sprintf("%s has its %s on already", v.Called(object), f.Name)
			}
		}
	}
	return v.Called(object) + " has nothing to switch on: a bucket has, and keeps the versions of what lies in it then"
}

// Tells is the request that tells the object with a name to do what a feature is.
func Tells(v *view.View, f engine.Feature, writer, name string) engine.Send {
	args := engine.Args(v.Spec(f.Verb).Params()[0].Name, name)
	return engine.Send{By: writer, Verb: f.Verb, Args: append(args, f.Args...)}
}
