package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// MovedTo is where a request took what stood under a name, or one of the commands that it carried out: nothing of that
// is lost, but who looks under the name finds nothing. Zero for what moves nothing, or put something else there.
//
// Source: engine/tair/rules.md, "Values" (RENAME keeps version, flags and expiry); Redis, MOVE.
func MovedTo(w *engine.World, x *engine.Exchange, object engine.ObjectID) (to engine.ObjectID) {
	by := func(p engine.Part) bool { return p.Mark.Request == x.Number && p.Object.Kind == object.Kind }
	spec := w.Spec(x.Verb)
	if spec.Effect == engine.Groups { // several commands in one: it tells where things stand in the end
		for _, p := range x.Shows {
			if by(p) && p.Name == engine.MovedFrom(object.Name) && p.Object != object {
				to = p.Object
			}
		}
		return to
	}
	if spec.Effect != engine.Renames ||
		!slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return by(p) && p.Gone && p.Object == object }) {
		return to
	}
	for _, p := range x.Shows {
		if by(p) && !p.Gone && p.Object != object {
			return p.Object
		}
	}
	return to
}

// movedBack says whether several commands in one took a thing away and back, or put one there for a while, and left it
// as it was: they touched it.
func movedBack(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == object && p.Mark.Request == x.Number && p.Name == engine.MovedFrom(object.Name)
	})
}

// MovedBy is the name that a rename gave to what stood under another one, or in a directory of it; zero: it gave none.
func MovedBy(w *engine.World, x *engine.Exchange, object engine.ObjectID) (now engine.ObjectID) {
	switch spec := w.Spec(x.Verb); {
	case spec.Prompt():
		return MovedTo(w, x, object)
	case spec.Effect != engine.Renames || !x.Took:
		return now
	}
	for _, a := range x.Resolved() {
		if rest, under := strings.CutPrefix(object.Name+"/", a.Value.String()+"/"); a.Name == "source" && under {
			return engine.ObjectID{Kind: object.Kind, Name: strings.TrimSuffix(x.Object.Name+"/"+rest, "/")}
		}
	}
	return now
}

// Lost is what an event did to another's work, and what that was: what stands beside a content by its name. A write
// clears what it does not send, though it replaces it by its rule; what is moved goes along.
func Lost(w *engine.World, e engine.Event, theirs engine.Change) (did, what string) {
	did, what = "replaced", "work"
	switch x := w.Exchange(e.Request); {
	case x != nil && MovedTo(w, x, theirs.Object).Name != "":
		did = "moved"
	case theirs.Drops:
		did = "removed"
	}
	if work := w.Exchange(theirs.Mark.Request); work != nil && theirs.Object != work.Object &&
		w.Spec(work.Verb).Effect == engine.Snapshots {
		if work.Answer.Field("version").IsZero() {
			return did, "snapshot"
		}
		return did, "snapshot of " + snappedVersion(w, work, "")
	}
	if theirs.Name == engine.Undeleted {
		return did, theirs.Name
	}
	beside, version, older := strings.Cut(theirs.Name, ofVersion)
	if !slices.Contains(partsBeside(), beside) && beside != "expiry" && beside != "flags" {
		return did, what
	}
	what = strings.Replace(beside, "-", " ", 1)
	if older {
		return did, what + ofVersion + version
	}
	before, after, ok := e.On(w, theirs.Object.Kind, theirs.Object.Name)
	if did != "moved" && ok && textOfPart(before, theirs.Name) != "" && textOfPart(after, theirs.Name) == "" {
		did = "removed"
	}
	return did, what
}
