package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// MovedTo is where a request took what stood under a name, or a line of the transaction that it carried out: nothing of
// that is lost, but who looks under the name finds nothing. Zero for what moves nothing, or put something else there.
//
// Source: engine/tair/rules.md, "Values" (RENAME keeps version, flags and expiry); Redis, MOVE.
func MovedTo(w *engine.World, x *engine.Exchange, object engine.ObjectID) engine.ObjectID {
	moves, to := w.Spec(x.Verb).Effect == engine.Renames, []engine.Value{}
	for _, line := range (teller{w: w, x: x}).queued() {
		if spec := w.Spec(line.Verb); line.Object == object && spec.Changes() {
			if moves || spec.Effect != engine.Renames {
				return engine.ObjectID{} // what went was not what the others had made, or not all of it
			}
			moves, to = true, engine.LineWords(line.Resolved()[0].Value)
		}
	}
	if !moves {
		return movedInScript(x, object)
	}
	by := func(p engine.Part) bool { return p.Mark.Request == x.Number }
	if !slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return by(p) && p.Gone && p.Object == object }) {
		return engine.ObjectID{}
	}
	for _, p := range x.Shows {
		named := func(word engine.Value) bool { // of another database with that in front
			return p.Object.Name == word.String() || strings.HasSuffix(p.Object.Name, ":"+word.String())
		}
		if by(p) && !p.Gone && p.Object != object && p.Object.Kind == object.Kind &&
			(len(to) == 0 || slices.ContainsFunc(to, named)) {
			return p.Object
		}
	}
	return engine.ObjectID{}
}

// movedInScript is the same of a script, of which no line is kept: it may have moved a thing more than once.
func movedInScript(x *engine.Exchange, object engine.ObjectID) engine.ObjectID {
	const most = 16
	to := object
	for range most {
		at := slices.IndexFunc(x.Shows, func(p engine.Part) bool {
			return p.Mark.Request == x.Number && p.Object.Kind == to.Kind && p.Name == engine.MovedFrom(to.Name)
		})
		if at < 0 {
			break
		}
		to = x.Shows[at].Object
	}
	if to == object || slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Mark.Request == x.Number && p.Object == to && p.Name == "value" && p.Gone
	}) {
		return engine.ObjectID{}
	}
	return to
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
	if theirs.Object.Kind == "snapshot" {
		return did, "snapshot"
	}
	if !slices.Contains(partsBeside(), theirs.Name) && theirs.Name != "expiry" && theirs.Name != "flags" {
		return did, what
	}
	older, newer, ok := e.On(w, theirs.Object.Kind, theirs.Object.Name)
	if did != "moved" && ok && textOfPart(older, theirs.Name) != "" && textOfPart(newer, theirs.Name) == "" {
		did = "removed"
	}
	return did, theirs.Name
}
