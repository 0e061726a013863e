package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// also notes that a further property, or a further piece of the text, of the victim's was lost by the same request. A
// text that was written piece by piece is lost as its newest piece left it. Further properties are kept by their names,
// as ` .name -.extra`, with - where one was removed; of mixed content the requests of further pieces, as ` #6 #7`.
func (c *Finding) also(kind Kind, victim engine.Change) {
	ofText := c.Part == "body" && OfBody(victim.Name) || victim.Name == c.Part && victim.To > 0 // of a body or a value
	if kind == c.Kind && victim.Object == c.Object && ofText {
		if victim.Mark.Event > c.Victim.Event {
			c.Victim = victim.Mark
		}
		c.bytes(victim.Part)
		return
	}
	if victim.Name == engine.Undeleted { // of who brought back its own, that is told
		return
	}
	if kind == engine.MixedContent && c.Kind == kind {
		c.tookMore(victim.Mark)
		return
	}
	if kind != c.Kind || victim.Object != c.Object || !strings.HasPrefix(c.Part, ".") ||
		!strings.HasPrefix(victim.Name, ".") {
		c.goesAlong(kind, victim)
		return
	}
	name := " " + victim.Name
	if victim.Drops {
		name = " -" + victim.Name
	}
	if victim.Name != c.Part && !strings.Contains(c.More+" ", name+" ") {
		c.More += name
	}
}

// OfBody says whether a part is the body, or a piece of it with a name of its own: a page, or a block that was appended
// or committed.
func OfBody(part string) bool {
	return part == "body" || strings.HasPrefix(part, "page ") || strings.HasPrefix(part, "block ")
}

// bytes notes which bytes of a file a lost piece of it is; of neighbours one stretch.
func (c *Finding) bytes(piece engine.Part) {
	if piece.To == 0 || piece.Name != c.Part {
		return
	}
	if upto, ok := strings.CutSuffix(c.Bytes, fmt.Sprintf("-%d", piece.From-1)); ok {
		c.Bytes = fmt.Sprintf("%s-%d", upto, piece.To-1)
		return
	}
	c.Bytes = strings.TrimPrefix(fmt.Sprintf("%s %d-%d", c.Bytes, piece.From, piece.To-1), " ")
}

// LostOf is what was lost of a text of the victim's: of a file the bytes that are named, else all of it.
func (c Finding) LostOf(text string) (lost string) {
	for _, stretch := range strings.Fields(c.Bytes) {
		var from, to int
		if _, err := fmt.Sscanf(stretch, "%d-%d", &from, &to); err != nil || to >= len(text) {
			return text
		}
		lost += text[from : to+1]
	}
	if c.Bytes == "" {
		return text
	}
	return lost
}

// SameIn says whether two records of the finding's object hold the same of what it is about: what the victim had put
// there and lost, or all that stands there where that lies elsewhere as well. Of what else changed it says nothing.
func (c Finding) SameIn(a, b engine.Record) bool {
	parts, all := c.parts()
	for _, p := range parts {
		if !all || p.of != c.Object || !c.samePart(p.part, a, b) {
			return false
		}
	}
	return true
}

// parts are those that the finding is about; all is false where some of them are not known.
func (c Finding) parts() (parts []along, all bool) {
	parts, all = []along{{of: c.Object, part: c.Part}}, true
	for _, name := range strings.Fields(c.More) {
		parts = append(parts, along{of: c.Object, part: strings.TrimPrefix(name, "-")})
	}
	if with, every := c.alongWith(); c.Severity == engine.SeveritySilent {
		parts, all = append(parts, with...), every
	}
	return parts, all
}

// stayedAway says whether what stands beside a content was taken away by another, and is there as little behind an
// event: a request that sends none of it undoes no removal.
func stayedAway(w *engine.World, e engine.Event, p engine.Part) bool {
	if p.Name != "metadata" && p.Name != "tags" {
		return false
	}
	was, is, ok := e.On(w, p.Object.Kind, p.Object.Name)
	return ok && len(propertiesUnder(was, p.Name+".")) == 0 && len(propertiesUnder(is, p.Name+".")) == 0
}

// propertiesUnder are the properties of a record whose names begin so.
func propertiesUnder(r engine.Record, begin string) []engine.Property {
	return engine.PropertiesThat(r, func(name string) bool { return strings.HasPrefix(name, begin) })
}

// samePart says it of one part by its name. Of one that is not told apart from the rest, all has to be the same.
func (c Finding) samePart(name string, a, b engine.Record) bool {
	under := func(r engine.Record) (text string) {
		for _, p := range propertiesUnder(r, name+".") {
			text += p.Name + "\x00" + p.Text + "\x00"
		}
		return text
	}
	switch {
	case strings.HasPrefix(name, "."):
		was, had := find(properties(TextIn(a)), name[1:])
		is, has := find(properties(TextIn(b)), name[1:])
		return was == is && had == has
	case OfBody(name) || slices.Contains(engine.TextNames(), name):
		return c.LostOf(TextIn(a)) == c.LostOf(TextIn(b))
	case name == "metadata" || name == "tags":
		return under(a) == under(b)
	case name == "expiry":
		return SameEnds(a, b)
	}
	return SameContent(a, b) && SameEnds(a, b)
}

// lostBytes are the bytes of a file that were lost, as `bytes 0-3 and 8`.
func (t teller) lostBytes() string {
	stretches := strings.Fields(t.c.Bytes)
	for i, s := range stretches {
		if from, to, _ := strings.Cut(s, "-"); from == to {
			stretches[i] = from
		}
	}
	if len(stretches) == 1 && !strings.Contains(stretches[0], "-") {
		return "byte " + stretches[0]
	}
	return "bytes " + And(stretches)
}

// what is the lost work in short: its version where it has one.
func (t teller) what() string {
	x := t.w.Exchange(t.c.Victim.Request)
	switch {
	case t.wholeMessage():
		return "message"
	case t.isSnapshot():
		return "snapshot of " + Snapped(t.w, x)
	}
	if _, piece := t.x.Op().(engine.Stretcher); piece && t.c.Bytes != "" { // the rest of what they wrote stands
		return t.lostBytes()
	}
	if x != nil && slices.Contains(engine.TextNames(), t.c.Part) {
		if v := versionMade(x, t.c.Victim.Event); v != "" && t.w.Spec(x.Verb).Effect.Contents() {
			return v
		}
		if value, ok := t.valueSet(t.w.Spec(x.Verb), x); ok {
			return "value " + value
		}
		if t.c.Part == "body" {
			return "text"
		}
		return t.c.Part
	}
	if x != nil && t.madeIt(x) {
		return x.Object.Kind // whoever made it wrote all of it, and all of it is gone
	}
	if x != nil && strings.HasPrefix(t.c.Part, ".") {
		if v := x.AnswerOf(t.c.Victim.Event).Field("version"); !v.IsZero() && t.deletes() {
			return "v" + v.String() // all of the row is gone
		}
		return fmt.Sprintf("change to %q", t.part())
	}
	return t.part()
}

// isSnapshot says whether what was lost is a snapshot that was deleted, which is called by what it is of.
func (t teller) isSnapshot() bool {
	x := t.w.Exchange(t.c.Victim.Request)
	return x != nil && t.w.Spec(x.Verb).Effect == engine.Snapshots && t.deletes()
}

// madeIt says whether a request made what was deleted, without a content that would have a name of its own.
func (t teller) madeIt(x *engine.Exchange) bool {
	return t.deletes() && x.Object == t.c.Object && t.w.Spec(x.Verb).Effect == engine.Creates &&
		!slices.Contains(engine.TextNames(), t.c.Part)
}

// part is the lost part as people call it; a property stands with a point before its name among the others.
func (t teller) part() string {
	if t.c.Part == "*" {
		return Called(t.w, t.c.Object)
	}
	switch t.c.Part {
	case "acl":
		return t.accessLost()
	case "sequence":
		return "sequence number"
	}
	if hold, ok := strings.CutPrefix(t.c.Part, "legal-hold"); ok {
		return "legal hold" + hold
	}
	if block, staged := strings.CutPrefix(t.c.Part, "staged "); staged {
		return "staged block " + block
	}
	return strings.TrimPrefix(t.c.Part, ".")
}

// were is a noun with the verb that fits it.
func were(what string) string {
	if strings.HasPrefix(what, "bytes ") {
		return what + " were"
	}
	noun, _, _ := strings.Cut(what, " of ")
	for _, plural := range []string{"tags", "properties", "policies", "bytes", "headers", "settings", "keys"} {
		if strings.HasSuffix(noun, plural) {
			return what + " were"
		}
	}
	return what + " was"
}
