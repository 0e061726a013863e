package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// A write that replaces a text replaces what stands beside it too: media type, headers, metadata, tags. What it does
// not carry of them is cleared, and with it what somebody else may have set since the text was read. So who sends a
// text again sends along what the read showed of them.
//
// Source: Azure REST, "Put Blob" and "Set Blob Metadata"; Amazon S3 API Reference, PutObject.

// ofContent are what follows from the content or belongs to one version of it: nobody sends them along with another.
var ofContent = []string{"content-md5", "md5", "crc64", "checksum.", "checksum-", "size", "sequence", "type", "version",
	"lock-", "legal-hold", "content-length"}

// isBeside says whether a field of a read is what some write of the object sets beside its text.
func (a *adviser) isBeside(name string) bool {
	if a.c.Object.Kind == "entity" || slices.Contains(engine.TextNames(), name) {
		return false
	}
	follows := slices.ContainsFunc(ofContent, func(p string) bool { return strings.HasPrefix(name, p) })
	if follows && !a.describes() {
		return false
	}
	return a.v.SetBeside(a.c.Object.Kind, name)
}

// besideText says whether a parameter that gathers several goes beside a text, as metadata does; the properties of a
// row are its text.
func besideText(p engine.Param) bool { return p.Prefix() && p.Name != ".*" }

// isSum says whether an argument is a sum of the bytes that are sent: another text has another one.
func isSum(name string) bool {
	return slices.Contains(ofContent[:3], name) || strings.HasPrefix(name, "checksum.")
}

// describes says whether the request sets what stands beside a text, and not the text.
func (a *adviser) describes() bool {
	return a.spec.Effect == engine.Describes && a.spec.Group == engine.GroupWrite && !a.spec.Prompt()
}

// shown are the fields of a read that some write sets beside the text, with the tags where it only counts them. ok is
// false where there are tags that cannot be read.
func (a *adviser) shown(t *trial, read *engine.Exchange) (fields []engine.Field, ok bool) {
	told := read.Answer.Fields
	if !read.Answer.Field("tag-count").IsZero() {
		send, readable := a.readOfTags(t)
		if !readable {
			return a.fieldsBeside(told), false
		}
		told = slices.Concat(told, t.send(send).last.Answer.Fields)
	}
	return a.fieldsBeside(told), true
}

// fieldsBeside are those of the fields that some write sets beside the text.
func (a *adviser) fieldsBeside(fields []engine.Field) []engine.Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f engine.Field) bool { return !a.isBeside(f.Name) })
}

// readOfTags is the read that tells the tags of the object.
func (a *adviser) readOfTags(t *trial) (send engine.Send, ok bool) {
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Object != a.c.Object.Kind || op.Group != engine.GroupRead || op.Prompt() {
				continue
			}
			send = engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, a.c.Object.Name)}
			aside := *t
			aside.w, aside.inputs, aside.found = t.w.Clone(), nil, nil
			if aside.send(send); aside.accepted() && slices.ContainsFunc(aside.last.Answer.Fields,
				func(f engine.Field) bool { return strings.HasPrefix(f.Name, "tag.") }) {
				return send, true
			}
		}
	}
	return send, false
}

// along puts what was read into a request: what its sender does not mean to change stays as it is. clash is what both
// changed, lost what the request cannot carry; both are empty where it can be sent.
func (a *adviser) along(t *trial, read *engine.Exchange, next engine.Send) (with engine.Send, kept []string,
	clash, lost string) {
	theirs, all := a.shown(t, read)
	if !all {
		return next, nil, "", "the tags, which could not be read"
	}
	for _, arg := range next.Args {
		if !view.SetsBeside(a.spec, arg.Name) || !a.isBeside(arg.Name) {
			continue
		}
		was, is := a.was(arg.Name), fieldOf(theirs, arg.Name)
		switch {
		case arg.Value.Equal(is) || is.Equal(was):
		case arg.Value.Equal(was) && is.IsZero():
			next.Args = without(next.Args, arg.Name)
		case arg.Value.Equal(was):
			next.Args = engine.With(next.Args, arg.Name, is)
			kept = append(kept, arg.Name)
		default:
			return next, nil, arg.Name, ""
		}
	}
	for _, f := range a.cleared(t, next, theirs) {
		was := a.was(f.Name)
		switch {
		case a.describes() && was.Equal(f.Value): // its sender took it away
		case a.describes() && !was.IsZero() && !isSum(f.Name): // a sum follows from the text
			return next, nil, f.Name, ""
		case !view.SetsBeside(a.spec, f.Name):
			return next, nil, "", f.Name
		default:
			next.Args = append(slices.Clip(next.Args), engine.Arg{Name: f.Name, Value: f.Value})
			kept = append(kept, f.Name)
		}
	}
	return next, kept, "", ""
}

// cleared are those of the fields that would no longer be there after the request, and that it does not name.
func (a *adviser) cleared(t *trial, next engine.Send, fields []engine.Field) (list []engine.Field) {
	if len(fields) == 0 {
		return nil
	}
	aside := *t
	aside.w, aside.inputs, aside.found = t.w.Clone(), nil, nil
	if aside.send(next); !aside.accepted() {
		return nil
	}
	send, _ := a.readOf(&aside, a.c.Object)
	left, _ := a.shown(&aside, aside.send(send).last)
	for _, f := range fields {
		named := slices.ContainsFunc(next.Args, func(arg engine.Arg) bool { return arg.Name == f.Name })
		if !named && !fieldOf(left, f.Name).Equal(f.Value) {
			list = append(list, f)
		}
	}
	return list
}

// was is what a request was made from, as far as it says what stands beside the text: the answer that showed it, or
// what an own request had left there, the media type that it did not name too. Nothing where neither tells it.
func (a *adviser) was(name string) engine.Value {
	made := a.v.BaseOf(a.x, a.c.Object)
	if made == nil || made.Object != a.c.Object {
		return engine.Value{}
	}
	if v := made.Answer.Field(name); !v.IsZero() || a.v.Spec(made.Verb).Group == engine.GroupRead {
		return v
	}
	if a.kept == nil {
		a.kept = a.leftBy(made)
	}
	if v := fieldOf(a.kept, name); !v.IsZero() {
		return v
	}
	return engine.ValueOf(made.Resolved(), name)
}

// leftBy is what a read right behind an own request would have shown beside the text.
func (a *adviser) leftBy(made *engine.Exchange) []engine.Field {
	none := []engine.Field{}
	if made.Decided.IsZero() || !made.Answer.Accepted() {
		return none
	}
	t := a.before(made.Decided.Event + 1)
	send, ok := a.readOf(t, a.c.Object)
	if !ok || !t.send(send).accepted() {
		return none
	}
	fields, _ := a.shown(t, t.last)
	return append(none, fields...)
}

func fieldOf(fields []engine.Field, name string) engine.Value {
	for _, f := range fields {
		if f.Name == name {
			return f.Value
		}
	}
	return engine.Value{}
}

func without(args []engine.Arg, name string) []engine.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool { return a.Name == name })
}

// underVersion is a request under the version that was read and the lease that it went under; ok is false where it
// takes no version.
func (a *adviser) underVersion(t *trial, next engine.Send) (engine.Send, bool) {
	k := t.known()
	k.Guard = "" // whatever the writer chose for its own writes: what is advised goes under the version that was read
	if a.versionWord() == "date" {
		k.Guard = "if-unmodified-since"
	}
	next.Args, _, _ = k.Guarded(*a.spec, a.c.Object, next.Args)
	next.Args = a.underItsLease(a.spec, next.Args)
	return next, slices.ContainsFunc(next.Args, func(arg engine.Arg) bool {
		p, ok := a.spec.Param(arg.Name)
		return ok && p.Version && !p.Ignored
	})
}

// withBeside is what a commit that a person sends again has to carry beside its pieces, for it would be cleared;
// nothing where nothing of it is there.
func (a *adviser) withBeside() string {
	t := a.trial()
	send, ok := a.readOf(t, a.c.Object)
	if a.spec.Effect != engine.Commits || !ok || !t.send(send).accepted() {
		return ""
	}
	fields, _ := a.shown(t, t.last)
	var names []string
	for _, f := range fields {
		sent := slices.ContainsFunc(a.x.Args, func(arg engine.Arg) bool { return arg.Name == f.Name })
		if !sent && f.Name != "tier" && !strings.HasSuffix(f.Value.String(), "/octet-stream") {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " and with what is there beside the text: " + strings.Join(names, ", ")
}

// redescribe reads what stands beside a text and sets that again, with its sender's change put into it. ok is false
// where it has to be a person's.
func (a *adviser) redescribe(t *trial, read *engine.Exchange, again, did string) (Card, bool) {
	next := engine.Send{By: a.c.By, Verb: a.x.Verb, Words: engine.Words{From: t.w.NameNow(read)}}
	for _, arg := range a.x.Resolved() {
		if p, ok := a.spec.Param(arg.Name); ok && p.Guard == "" {
			next.Args = append(next.Args, arg)
		}
	}
	next, ok := a.underVersion(t, next)
	if _, _, claim := field(read.Answer.Text().String()); !ok || claim && a.newText(read) {
		return Card{}, false
	}
	sent := next.Args
	next, _, clash, lost := a.along(t, read, next)
	switch {
	case lost != "":
		return Card{}, false
	case clash != "":
		theirs, _ := a.shown(t, read)
		names := []string{clash}
		for _, arg := range sent {
			was, is := a.was(arg.Name), fieldOf(theirs, arg.Name)
			if arg.Name != clash && view.SetsBeside(a.spec, arg.Name) && a.isBeside(arg.Name) &&
				!arg.Value.Equal(is) && !is.Equal(was) && !arg.Value.Equal(was) {
				names = append(names, arg.Name)
			}
		}
		return a.afterClash(t, read, again, did, names, sent, theirs)
	}
	theirs, _ := a.shown(t, read)
	if what, whole := a.sameBeside(sent, theirs); what != "" {
		plain := engine.Send{By: read.By, Verb: read.Verb, Args: read.Args}
		return a.afterSameChange(t, plain, again, did, what, whole)
	}
	if tried := t.fork().send(next); tried.cut.Request != 0 {
		return t.bothChanged(again, did, fmt.Sprintf("#%d would cut off what %s had put there with #%d", a.x.Number,
			a.v.Title(tried.cut.By), tried.cut.Request), fmt.Sprintf("Settle with %s whether that may go, then send "+
			"it with the new %s.", a.v.Title(tried.cut.By), a.versionWord()))
	}
	return a.offer(t.send(next), "redrive", fmt.Sprintf("%s, put %s's change into what stands there now, and send it "+
		"with the new %s.", again, a.who(), a.versionWord()), did+", merged and sent again")
}

// afterClash reads, and leaves to a person which of two values counts that both set beside a text.
func (a *adviser) afterClash(t *trial, read *engine.Exchange, again, did string, names []string, mine []engine.Arg,
	theirs []engine.Field) (Card, bool) {
	told := func(v engine.Value) string {
		if v.IsZero() {
			return "to nothing"
		}
		return "to " + v.String()
	}
	var list []string
	for _, name := range names {
		list = append(list, fmt.Sprintf("%s, %s in #%d and %s there", name, told(engine.ValueOf(mine, name)),
			a.x.Number, told(fieldOf(theirs, name))))
	}
	it, counts := "it", "counts"
	if len(list) > 1 {
		it, counts = "each", "counts in each"
	}
	both := fmt.Sprintf("both changed %s, and %s holds one value", strings.Join(list, ", and "), it)
	rest := fmt.Sprintf("If what is there now claims it for somebody else, stop; otherwise decide which of the two "+
		"%s, and send that with the new %s.", counts, a.versionWord())
	if done := a.readBefore(engine.Send{By: read.By, Verb: read.Verb, Args: read.Args}, capital(both)+". "+
		rest); done != "" {
		return Card{Say: done}, true
	}
	return t.bothChanged(again, did, both, rest)
}

// cutsOff is another's work on the text, newer than what the finding's request was made from, that a request which sets
// only what stands beside a text takes away, as a smaller size does. Zero: it takes away none.
func (t *trial) cutsOff(e engine.Event) (cut engine.Mark) {
	a, x := t.a, t.w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || x.By != a.c.By || a.x == nil || a.spec == nil || !a.describes() {
		return cut
	}
	made := a.v.BaseOf(a.x, a.c.Object)
	if made == nil {
		return cut
	}
	for _, c := range conflict.TookAway(t.w, e) {
		if conflict.OfBody(c.Name) && c.Mark.Event > max(made.Decided.Event, cut.Event) {
			cut = c.Mark
		}
	}
	return cut
}

// newText says whether a read shows another text than the request was made from.
func (a *adviser) newText(read *engine.Exchange) bool {
	base, ok := a.base()
	return !ok || base != read.Answer.Text().String()
}

// ownText is the text that a request carries for the editor of its object; ok is false where it carries none.
func (a *adviser) ownText() (text string, ok bool) { return a.textOf(a.x) }

// textOf is the text that any request carries for the editor of its object.
func (a *adviser) textOf(x *engine.Exchange) (text string, ok bool) {
	spec := a.v.Spec(x.Verb)
	if view.TextOf(*spec) == "" {
		return "", false
	}
	return view.Carried(spec, x.Args)
}
