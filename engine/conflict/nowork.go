package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// NobodysWork says whether the mark that stands on a part makes it nobody's work, though a request set it: of parts
// that a request names, and of content that stands, it never does.
func NobodysWork(w *engine.World, p engine.Part) bool {
	return known{world: w}.isNoWork(p)
}

// isNoWork says whether what stands in a part is nobody's work, though a request has its mark: what a write of the
// content set beside it without being asked, as the tags that it cleared and the media type that it left as it is; and
// a name that a rename left, for what stood there stands elsewhere.
func (k known) isNoWork(p engine.Part) bool {
	x := k.world.Exchange(p.Mark.Request)
	if x == nil {
		return false
	}
	p.Name, _, _ = strings.Cut(p.Name, ofVersion)
	switch effect := k.world.Spec(x.Verb).Effect; {
	case p.Gone && (effect == engine.Renames || effect == engine.Groups && MovedTo(k.world, x, p.Object).Name != ""):
		return true
	case !slices.Contains(partsBeside(), p.Name):
		return false
	case effect == engine.Writes || effect == engine.Commits || effect == engine.Creates:
		return !asksFor(k.world.Spec(x.Verb), x, p.Name)
	case effect == engine.Copies || effect == engine.Renames: // of what has none it brings none
		return p.Name != "properties" && len(engine.PropertiesThat(k.world.Object(p.Object),
			func(name string) bool { return isOfPart(name, p.Name) })) == 0
	}
	return false
}

// onlyZeros says whether the bytes that a request writes over are such as nobody wrote: the zeros of a file that
// another made or made longer. Who makes the file anew or deletes it takes more than them.
func (k known) onlyZeros(c engine.Change) bool {
	_, piece := k.x.Op().(engine.Stretcher)
	work := k.world.Exchange(c.Mark.Request)
	if !piece || work == nil || c.Drops || c.Gone || c.Name != "body" || c.Object.Kind != "file" {
		return false
	}
	effect := k.world.Spec(work.Verb).Effect
	return effect == engine.Creates || effect == engine.Describes
}

// unsaid says whether a part of a thing in which others lie is as its maker left it without a word, as who may do what:
// nobody's work is in it. Who deletes the thing takes away that it is there, unless its sender had been shown that.
func (k known) unsaid(c engine.Change) bool {
	if c.Name != "acl" && c.Name != "policy" && c.Name != "table" { // the last says that it is there
		return false
	}
	work := k.world.Exchange(c.Mark.Request)
	if work == nil || k.world.Spec(work.Verb).Effect != engine.Creates || accessOf(work) != (access{}) {
		return false
	}
	return c.Name != "table" && !c.Drops && !c.Gone || k.foundSince(c)
}

// foundSince says whether an answer from the thing, or from what lies in it, had told the sender that it was there,
// since it was made.
func (k known) foundSince(c engine.Change) bool {
	name, service := c.Object.Name, k.world.ServiceOf(k.x.Verb)
	for h := range k.world.HeardBy(k.x.By) {
		switch {
		case h.Heard.Event >= k.asOf:
			continue
		case h.Heard.Event < c.Mark.Event:
			return false
		case h.Number != k.x.Number && h.Answer.Why == nil && h.Decided.Event > c.Mark.Event &&
			(h.Object.Name == name || inside(h.Object, c.Object)) && k.world.ServiceOf(h.Verb) == service:
			return true
		}
	}
	return false
}

// partsBeside are the parts that a write of the content, or who makes a thing, sets whether it names them or not. A
// lock of a version is one: a version that was put without has none, and who sets one takes nothing away.
func partsBeside() []string {
	return []string{"metadata", "tags", "properties", "quota", "legal-hold", "retention"}
}

// clears says whether the request left nothing of a part that stands beside the content, as a write does that sends no
// metadata: of properties a media type stays.
func (t teller) clears() bool {
	switch t.spec().Effect {
	case engine.Writes, engine.Commits, engine.Creates, engine.Describes:
		return slices.Contains(partsBeside(), t.c.Part) && t.c.Part != "properties" && t.c.Object == t.x.Object &&
			!asksFor(t.spec(), t.x, t.c.Part)
	}
	return false
}

// asksFor says whether a write names something of a part that stands beside its content.
func asksFor(spec *engine.OpSpec, x *engine.Exchange, part string) bool {
	prefix := map[string]string{"metadata": "meta.", "tags": "tag.", "quota": "quota", "legal-hold": "legal-hold",
		"retention": "lock-"}[part]
	return slices.ContainsFunc(x.Args, func(a engine.Arg) bool {
		if prefix != "" {
			return strings.HasPrefix(a.Name, prefix)
		}
		return a.Name != "content-md5" && strings.HasPrefix(a.Name, "content-") ||
			slices.Contains([]string{"cache-control", "expires", "attributes", "permission", "permission-key"}, a.Name)
	})
}

// withoutKept are changes without those by which a copy of a thing onto itself left a part as it was: it brings just
// what it replaces.
func withoutKept(w *engine.World, e engine.Event, x *engine.Exchange, changed []engine.Change) []engine.Change {
	if !copiesItself(w, x) {
		return changed
	}
	return slices.DeleteFunc(slices.Clone(changed), func(c engine.Change) bool {
		older, newer, ok := e.On(w, c.Object.Kind, c.Object.Name)
		return ok && textOfPart(older, c.Name) == textOfPart(newer, c.Name)
	})
}

// copiesItself says whether a request copies an object, or a snapshot or version of it, to its own name.
func copiesItself(w *engine.World, x *engine.Exchange) bool {
	return w.Spec(x.Verb).Effect == engine.Copies && slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		return a.Name == "source" && a.Value.String() == x.Object.Name
	})
}

// textOfPart is what a record says of a part.
func textOfPart(r engine.Record, part string) (text string) {
	for _, p := range engine.PropertiesThat(r, func(name string) bool { return isOfPart(name, part) }) {
		if !Bookkeeping(p) {
			text += p.Name + "\x00" + p.Text + "\x00"
		}
	}
	return text
}

// unseenTags says whether a change clears tags, which its request does not name, that came with a text which its writer
// was shown: no read of a text shows its tags. Who deletes all of it, or gives it tags of its own, asks for just that.
func (k known) unseenTags(c engine.Change) bool {
	m := c.Mark
	if c.Name != "tags" || !c.Side || c.Drops || c.Gone || m.By == k.x.By || m.By == engine.Seed || len(k.base) == 0 ||
		asksFor(k.world.Spec(k.x.Verb), k.x, "tags") {
		return false
	}
	if x := k.world.Exchange(m.Request); x == nil || x.Wish == k.x.Wish {
		return false
	}
	return k.newest(c.Part, func(h *engine.Exchange) bool {
		return slices.ContainsFunc(h.Shows, func(s engine.Part) bool {
			return s.Same(c.Part) && s.Mark.Event == m.Event
		})
	}) == nil
}

// readBeside says whether the sender, who has read nothing of what the content replaces, has read what goes beside it,
// as the tags that a put clears: it did not mean whatever stands there. Of a real program nobody knows that it goes by
// that.
func (k known) readBeside(c engine.Change) bool {
	return c.Side && !k.x.Blind() && k.x.Words.On == "" && k.newest(c.Part, showsPart(c.Part)) != nil
}
