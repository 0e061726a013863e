package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// AsItWas says whether an event put there again just what stood there, when it was made, tags and versions aside. The
// world is the one before it.
func AsItWas(w *engine.World, e engine.Event) bool { return asItWas(w, e, e.Own()) }

// asItWas says whether what an event changed holds the same as before it: a request that puts the same thing there
// again is another try as client libraries make it, and nothing is done twice. When it was made, how often, and which
// older versions stand behind it, is no content.
func asItWas(w *engine.World, e engine.Event, changed []engine.Change) bool {
	for object, records := range e.Touched(w) {
		ours := slices.ContainsFunc(changed, func(c engine.Change) bool { return c.Object == object })
		if ours && !SameContent(records[0], records[1]) {
			return false
		}
	}
	return true
}

// SameContent says whether two records of a thing hold the same, whenever each was made and whatever its version is.
func SameContent(a, b engine.Record) bool { return contentOf(a) == contentOf(b) }

// SameEnds says whether two records of a thing end at the same moments, of those that a writer sets for it: its expiry,
// and until when it is locked. They are no content: who sends the same again sets them anew.
func SameEnds(a, b engine.Record) bool {
	for _, name := range []string{"expires", "lock-until"} {
		if !slices.EqualFunc(engine.PropertiesNamed(a, name), engine.PropertiesNamed(b, name),
			func(p, q engine.Property) bool { return p.Name == q.Name && p.At == q.At }) {
			return false
		}
	}
	return true
}

func contentOf(r engine.Record) (text string) {
	for _, p := range engine.Properties(r) {
		switch p.Kind {
		case "instant", "end", "token":
			continue
		}
		dated := slices.Contains([]string{"version", "id", "timestamp"}, p.Name) ||
			strings.HasPrefix(p.Name, "versions.")
		if !dated && !Bookkeeping(p) {
			text += p.Name + "\x00" + p.Text + "\x00"
		}
	}
	return text
}

// Bookkeeping says whether a property is the engine's own: who changed what, and the counts by which it orders writes.
// No call of any service shows it, and nobody has written it.
func Bookkeeping(p engine.Property) bool {
	name := p.Name
	if _, rest, ok := strings.Cut(strings.TrimPrefix(name, "versions."), "."); ok &&
		strings.HasPrefix(name, "versions.") {
		name = rest
	}
	if _, of, ok := strings.Cut(strings.TrimPrefix(name, "part."), "."); ok && strings.HasPrefix(name, "part.") {
		name = of
	}
	group, _, _ := strings.Cut(strings.TrimPrefix(name, "lease."), ".")
	switch group {
	case "stamp", "stamped", "top", "was", "former", "freed", "handle":
		return true
	case "seq", "stamps", "changes", "changes before", "changes after", "holder", "put", "type-before":
		return true
	case "id":
		return p.Kind == "number"
	}
	return p.Kind == "mark"
}
