package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Basis is the answer that a finding's request was made from, in what the finding is about; nil where it was made from
// none. The world is the one after the finding or any later one on the branch.
func Basis(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.basis()
}

// basis is the answer that the request was made from; nil where it was made from none.
func (t teller) basis() *engine.Exchange {
	if t.c.Severity == engine.SeveritySilent {
		changed := []engine.Change{{Part: engine.Part{Object: t.c.Object, Name: t.c.Part}}}
		k := knowledge(t.w, t.x, changed)
		if piece := OfBody(t.c.Part) && t.c.Part != "body"; len(k.base) == 0 && (t.deletes() || piece) {
			for _, p := range t.x.Shows { // any part is one of what it takes away, and a piece one of the whole
				if p.Mark.Request == t.x.Number && (p.Gone || piece && p.Object == t.c.Object && OfBody(p.Name)) {
					changed = append(changed, engine.Change{Part: p})
				}
			}
			k = knowledge(t.w, t.x, changed)
		}
		if len(k.base) > 0 {
			return k.base[0]
		}
		return nil
	}
	if t.aboutSource() || ReplacedPart(t.w, t.c) {
		return nil // what it met is not what it was to replace
	}
	if t.isEntry() {
		return t.basisOfEntry()
	}
	if t.x.Base != 0 {
		return t.w.Exchange(t.x.Base)
	}
	if t.spec().Effect == engine.Groups && t.c.Cause != nil && t.c.Cause.Rule.Name != "WATCH" {
		return t.basisOfOne()
	}
	if t.x.Guards != 0 {
		return t.w.Exchange(t.x.Guards)
	}
	if t.x.Blind() {
		return nil
	}
	if c := t.c.Cause; c != nil && c.Rule.Name == "WATCH" { // a transaction has no object, what it watched has one
		return t.lastOf(t.watched(c.Have.String()))
	}
	if h := t.lastOf(t.x.Object); h == nil || thing(t.w, h) == thing(t.w, t.x) { // a snapshot is another thing
		return h
	}
	return nil
}

// basisOfOne is the basis of that one of several requests in a group, a transaction or a script which was refused: what
// another of them was made from says nothing of it. nil where it was made from none, or where the answer does not say
// which one it was.
func (t teller) basisOfOne() *engine.Exchange {
	if at := t.refusedCommand(); at >= 0 {
		its := t
		its.x = t.queued()[at]
		if h := its.basis(); h != nil {
			return h
		}
		return its.lastThat(its.x.Object, func(h *engine.Exchange) bool { // as another transaction
			return slices.ContainsFunc(h.Shows, func(p engine.Part) bool { return p.Object == its.x.Object })
		})
	}
	n, ok := t.x.Answer.Field("index").Int()
	for _, arg := range t.x.Args {
		if p, _ := t.spec().Param(arg.Name); !ok || !p.Group {
			continue
		}
		if requests, _ := engine.Requests(arg.Value, t.w.Spec); n >= 0 && int(n) < len(requests) {
			if h := t.compares(requests[n]); h != nil {
				return h
			}
		}
	}
	if of := operation(t.w, t.x); of.Name != "" && !t.x.Blind() {
		return t.lastOf(of)
	}
	return nil
}

// basisOfEntry is the basis of one of several things that a request names in a list: the answer that gave the version
// which it compares with that one, else the newest that showed it.
func (t teller) basisOfEntry() *engine.Exchange {
	if t.x.Base != 0 {
		return t.w.Exchange(t.x.Base)
	}
	return cmp.Or(t.gave(t.c.Object), t.lastThat(t.c.Object, func(h *engine.Exchange) bool {
		return showsOf(h, t.c.Object)
	}))
}

// basisOfSource is the answer by which a request chose what it copies from: the one that gave the version which it
// compares, of a condition on tags the newest that showed those, and of a source that is gone the newest that showed
// it.
func (t teller) basisOfSource() *engine.Exchange {
	of, tags := t.comparedThing(), strings.HasSuffix(t.c.Cause.Rule.Name, tagsRule)
	if h := t.gave(of); h != nil {
		return h
	}
	if !tags && t.c.Kind != engine.IsGone {
		return nil
	}
	return t.lastThat(of, func(h *engine.Exchange) bool {
		return slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
			return p.Object == of && (!tags || p.Name == "tags")
		})
	})
}

// gave is the answer from which the sender had the version of a thing that a refused condition compared; nil where none
// about that thing had told it.
func (t teller) gave(of engine.ObjectID) *engine.Exchange {
	want := t.c.Cause.Want
	tells := func(h *engine.Exchange) bool {
		return h != nil && (h.Object == of || showsOf(h, of)) &&
			slices.ContainsFunc(h.Answer.Fields, func(f engine.Field) bool {
				at, dated := engine.InstantOf(f.Value)
				return sameTag(f.Value, want) || dated && engine.Moment(at.Seconds()).Equal(want)
			})
	}
	if named := t.w.Exchange(t.x.Guards); t.x.Guards != 0 && tells(named) {
		return named
	}
	return t.lastThat(of, tells)
}

// compares is the answer from which one request of a group took the version that it compares; nil where it names none.
func (t teller) compares(r engine.Request) *engine.Exchange {
	for _, arg := range r.Args {
		name, _, isRef := arg.Value.RefName()
		if p, _ := t.w.Spec(r.Verb).Param(arg.Name); !isRef || !p.Version {
			continue
		}
		if h := t.w.NamedBefore(name, t.x.Number); h != nil && !h.Heard.IsZero() && h.Heard.Event < t.x.AsOf {
			return h
		}
	}
	return nil
}

// watched is the watched key that was touched.
func (t teller) watched(name string) engine.ObjectID {
	var keys []engine.ObjectID
	for _, kind := range t.w.Kinds(t.x.Service()) {
		keys = append(keys, engine.ObjectID{Kind: kind, Name: name})
	}
	for h := range t.w.HeardOf(t.x.By, t.w.AboutBy(t.x.By, keys...)) {
		for _, p := range h.Shows {
			if p.Object.Name == name {
				return p.Object
			}
		}
	}
	return engine.ObjectID{}
}

// aboutSource says whether what refused the request looked at what it copies from.
func (t teller) aboutSource() bool {
	return t.c.Cause != nil && t.c.Cause.Rule.Looks == engine.AtSource
}

// lastOf is the answer about an object that the sender heard last before the request's knowledge was fixed.
func (t teller) lastOf(object engine.ObjectID) *engine.Exchange {
	return t.lastThat(object, func(h *engine.Exchange) bool { return h.Object == object && len(h.Shows) > 0 })
}

// lastThat is the answer about an object that fits which the sender heard last before the request's knowledge was
// fixed; nil: none.
func (t teller) lastThat(object engine.ObjectID, fits func(*engine.Exchange) bool) *engine.Exchange {
	for h := range t.w.HeardOf(t.x.By, t.w.AboutBy(t.x.By, object)) {
		if h.Heard.Event < t.x.AsOf && fits(h) {
			return h
		}
	}
	return nil
}

// based says what the request was made from, as `Ana read v4 at 00:01.0`. A refusal is no read, but where it shows that
// nothing is there.
func (t teller) based() Step {
	h := t.basis()
	if t.aboutSource() {
		h = t.basisOfSource()
	}
	if h == nil || t.w.Spec(h.Verb).Effect == engine.Receives && t.c.Object == h.Object {
		return Step{} // what is put into a queue, or received from it, comes from no message of that
	}
	spec, name := t.w.Spec(h.Verb), thing(t.w, h)
	did := t.doing(h, &h.Answer)
	switch shown, gone := t.listed(h); {
	case gone && foundNone(t.w, h):
		did = "found nothing in " + name
	case gone:
		did += " and did not find " + Called(t.w, t.c.Object)
	case shown != "":
		did = "was shown the tag of " + shown
	case h.Answer.Why != nil && t.lacksBeside(h):
		did = "found no " + t.part() + " at " + name
	case (h.Answer.Why != nil || spec.Changes() && !h.Took) &&
		slices.ContainsFunc(h.Shows, func(p engine.Part) bool { return p.Gone }):
		did = "found nothing at " + name
	case h.Answer.Why != nil && spec.Prompt():
		did = "was answered " + Replied(&h.Answer)
	case h.Answer.Why != nil:
		return Step{}
	case spec.Effect == engine.Reads && spec.Prompt() && h.Answer.Field("reply").IsZero():
		did = "found nothing at " + name
	case spec.Effect == engine.Reads && h.Object != t.c.Object && inside(t.c.Object, h.Object): // of what it lay in
	case spec.Effect == engine.Reads:
		if v := h.Answer.Field("version"); !v.IsZero() {
			switch did = readVersion(spec, v); {
			case t.severalHarmed():
				did += t.ofWhich()
			case h.Object != t.x.Object && h.Object != t.c.Object: // of one of a group's
				did += " of " + name
			}
		}
	}
	told := ""
	if h.By != t.x.By && h.Number == t.x.Guards {
		told = fmt.Sprintf("; %s was told that %s", t.who(t.x.By), t.guardWord())
	}
	return Step{Text: t.who(h.By) + " " + did + t.when(h.Decided) + t.atOnce(h) + t.older(h) + told + ".",
		Event: h.Decided.Event, at: h.Decided.At}
}

// foundNone says whether a read of what lies in an object, as a peek of a queue, brought nothing: its words speak of
// what it brings. A list is one that is empty too, and what asks for a part may have missed what is there.
func foundNone(w *engine.World, h *engine.Exchange) bool {
	spec := w.Spec(h.Verb)
	if spec.Lists {
		return false
	}
	for _, a := range h.Resolved() {
		p, _ := spec.Param(a.Name)
		if _, number := a.Value.Int(); !p.Positional() && !number {
			return false
		}
	}
	return h.Answer.Accepted() && !slices.ContainsFunc(h.Shows, func(p engine.Part) bool { return !p.LacksNames() })
}

// readVersion is what a read was shown of a version: `read v4`, or `read the properties of v4` of one that shows no
// content.
func readVersion(spec *engine.OpSpec, version engine.Value) string {
	if verb, beside, ok := strings.Cut(spec.Did, " its "); ok {
		return verb + " the " + beside + " of v" + version.String()
	}
	return "read v" + version.String()
}

// lacksBeside says whether a refusal showed that what stands beside the content was not there, as a document of a
// bucket or a lock of a version: what is there no refusal shows.
func (t teller) lacksBeside(h *engine.Exchange) bool {
	return slices.ContainsFunc(h.Shows, func(p engine.Part) bool {
		return p.Object == t.c.Object && p.Name == t.c.Part && p.Name != "*" &&
			!slices.Contains(engine.TextNames(), p.Name)
	})
}

// older says of a completed upload why what stands there is not what it made, though it was decided later: an upload
// counts from its beginning. Empty for anything else.
//
// Source: engine/bucket/rules.md, "Multipart life cycle".
func (t teller) older(h *engine.Exchange) string {
	c := t.c.Cause
	if c == nil || t.w.Spec(h.Verb).Effect != engine.Commits || !h.Took || c.Since.Event >= h.Decided.Event {
		return ""
	}
	its := t
	its.x = h
	began := its.upload()
	if began == nil || began.Decided.Event >= c.Since.Event {
		return ""
	}
	return fmt.Sprintf("; its upload had begun with #%d, before #%d, and so it counts as older", began.Number,
		c.Since.Request)
}

// listed is what an answer showed by a tag, without the text, of what was replaced, as `v2`; gone where it is a listing
// that lacks it.
func (t teller) listed(h *engine.Exchange) (tag string, gone bool) {
	part := engine.Part{Object: t.c.Object, Name: t.c.Part}
	if s, ok := shows(h, part); ok {
		return "", s.LacksNames()
	}
	for _, s := range h.Shows {
		if s.Object != t.c.Object || s.Name != engine.Standing(t.c.Part) {
			continue
		}
		tag = Called(t.w, s.Object)
		if x := t.w.Exchange(s.Mark.Request); x != nil {
			if v := versionMade(x, s.Mark.Event); isVersion(v) {
				tag = v
			}
		}
	}
	return tag, false
}
