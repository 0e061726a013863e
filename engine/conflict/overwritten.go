package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Overwritten is another writer's claim that an accepted request replaced by its own although it knew it: both say who
// wrote them and come from no answer, so that who reads the one writes the other all the same. It is no mark, for
// nothing unknown was replaced; but who was told that its claim is saved goes by it. The world is the one before the
// event or any later one on the branch.
func Overwritten(w *engine.World, e engine.Event) (replaced engine.Change, ok bool) {
	return knownReplaced(w, e, func(c engine.Change) bool { return replacesClaim(w, e, c) })
}

// Retyped is another writer's text that an accepted request, whose writer had read it, replaced by one that was typed
// before, from another text: what the other changed of that is not in it. It is no mark either. What it was typed from
// no world knows: in another order its writer has read something else since.
func Retyped(w *engine.World, e engine.Event, from string) (replaced engine.Change, ok bool) {
	return knownReplaced(w, e, func(c engine.Change) bool {
		older, newer, ok := e.On(w, c.Object.Kind, c.Object.Name)
		if !ok {
			return false
		}
		was, is := TextIn(older), TextIn(newer)
		if was == is || was == from {
			return false
		}
		both, clashes := Merge(Diff3([]byte(from), []byte(is), []byte(was)), Names{})
		return clashes > 0 || string(both) != is
	})
}

// SameText says whether an event put a text where the same text stood.
func SameText(w *engine.World, e engine.Event, object engine.ObjectID) bool {
	older, newer, ok := e.On(w, object.Kind, object.Name)
	return ok && TextIn(older) != "" && TextIn(older) == TextIn(newer)
}

// TextStands says whether an object has the text now that an event put there.
func TextStands(w *engine.World, e engine.Event, object engine.ObjectID) bool {
	_, newer, ok := e.On(w, object.Kind, object.Name)
	return ok && TextIn(newer) != "" && TextIn(w.Object(object)) == TextIn(newer)
}

// Typing is a text as a writer sends it to an object.
type Typing struct {
	By     string
	Object engine.ObjectID
	Text   string
}

// Typed is the text that a request carries.
func Typed(x *engine.Exchange) Typing {
	t := Typing{By: x.By, Object: x.Object}
	for _, a := range x.Resolved() {
		if slices.Contains(engine.TextNames(), a.Name) {
			t.Text = a.Value.String()
		}
	}
	return t
}

// TextIn is the text that a record holds; empty: it holds none.
func TextIn(r engine.Record) string {
	for _, name := range engine.TextNames() {
		for _, p := range engine.PropertiesNamed(r, name) {
			return p.Text
		}
	}
	return ""
}

// knownReplaced is another writer's work that an accepted request, which comes from no answer, replaced although it
// knew it.
func knownReplaced(w *engine.World, e engine.Event, fits func(engine.Change) bool) (replaced engine.Change, ok bool) {
	if !carriedOut(e) || e.Shadowed {
		return replaced, false
	}
	x := w.Exchange(e.Request)
	if x.By == engine.Seed || len(x.Made) > 0 {
		return replaced, false
	}
	own := e.Own()
	for _, c := range own {
		work := w.Exchange(c.Mark.Request)
		if work == nil || c.Mark.By == x.By || c.Mark.By == engine.Seed || c.Adds || c.Drops || c.Wanted || c.Side ||
			c.Gone || c.Same || len(work.Made) > 0 || !fits(c) {
			continue
		}
		if k := knowledgeAt(w, x, own, x.AsOf, e.Compared); k.knows(c.Part) && !k.byTag {
			return c, true
		}
	}
	return replaced, false
}

// replacesClaim says whether an event put something that names its writer in the place of what named another.
func replacesClaim(w *engine.World, e engine.Event, c engine.Change) bool {
	older, newer, ok := e.On(w, c.Object.Kind, c.Object.Name)
	if !ok {
		return false
	}
	ofPart := func(name string) bool { return isOfPart(name, c.Name) }
	was, now := engine.PropertiesThat(older, ofPart), map[string]string{}
	for _, p := range engine.PropertiesThat(newer, ofPart) {
		now[p.Name] = p.Text
	}
	return slices.ContainsFunc(was, func(p engine.Property) bool {
		return !Bookkeeping(p) && NamesWriter(w, p.Text, c.Mark.By) &&
			NamesWriter(w, now[p.Name], e.By) && !NamesWriter(w, now[p.Name], c.Mark.By)
	})
}

// isOfPart says whether a property of a record tells what stands in a part.
func isOfPart(property, part string) bool {
	texts := engine.TextNames()
	if part == "properties" { // the headers of a blob, a file or an object
		return strings.HasPrefix(property, "content-") || property == "cache-control"
	}
	return property == part || strings.HasPrefix(property, part+".") ||
		slices.Contains(texts, part) && slices.Contains(texts, property)
}

// NamesWriter says whether a text has a writer's id or title as a word, or as several, as a claim has.
func NamesWriter(w *engine.World, text, id string) bool {
	return HasWords(text, id) || HasWords(text, w.Title(id))
}

// HasWords says whether words stand in a text as such, and not within longer ones.
func HasWords(text, words string) bool {
	within := func(b byte) bool {
		return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
	}
	for at := 0; words != ""; at++ {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(words)
		if (at == 0 || !within(text[at-1])) && (end == len(text) || !within(text[end])) {
			return true
		}
	}
	return false
}
