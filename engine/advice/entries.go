package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// compareds is what the condition looked at that refused the request: its object, the source of a copy, or what the
// operation of a group names that was refused.
func (a *adviser) compareds() engine.ObjectID {
	if a.spec.Effect == engine.Groups {
		return a.refusedEntry()
	}
	if a.c.Cause == nil || a.c.Cause.Rule.Looks != engine.AtSource {
		return a.c.Object
	}
	if source := conflict.Source(a.x); source.Name != "" {
		return source
	}
	return a.c.Object
}

// refusedEntry is what that one of several requests in one is of which the answer says was refused, or what a
// transaction had watched; the finding's object where it does not say.
func (a *adviser) refusedEntry() engine.ObjectID {
	if met := conflict.MetInOne(a.v.Clone(), a.c); met.Name != "" {
		return met
	}
	return a.c.Object
}

// tagged is the request with the tag that its writer knew of each thing that it names in a list: what carries several
// takes no condition for all of them, and each entry one of its own. ok is false where it carries none.
func (a *adviser) tagged(heard engine.Answers) (s engine.Send, tag engine.Value, ok bool) {
	s = engine.Send{By: a.x.By, Verb: a.x.Verb, Args: slices.Clone(a.x.Args), Words: engine.Words{From: a.x.Words.From}}
	with := func(words []engine.Value, object engine.ObjectID) []engine.Value {
		known := heard.Shown(object, "etag")
		if known.IsZero() {
			return words
		}
		if object == a.c.Object {
			tag = known
		}
		return engine.WithPair(words, "if-match", known)
	}
	if a.spec.Effect == engine.Groups && !a.spec.Prompt() {
		s = a.spec.Regroup(s, func(words []engine.Value) []engine.Value {
			inner := a.v.Spec(words[0].String())
			if inner == nil || !inner.Takes("if-match") {
				return words
			}
			return with(words, engine.ObjectID{Kind: inner.Object, Name: a.spec.Inside(a.x.Args, words[1].String())})
		})
		return s, tag, !tag.IsZero()
	}
	s = a.spec.TagEntries(s, func(of engine.ObjectID, own engine.Value) engine.Value {
		known := heard.Shown(of, "etag")
		if !own.IsZero() || known.IsZero() {
			return own
		}
		if of == a.c.Object {
			tag = known
		}
		return known
	})
	return s, tag, !tag.IsZero()
}

// heardFor are the sender's answers, of the finding's object that which the request was made from.
func (a *adviser) heardFor(k *view.Known) engine.Answers {
	if base := a.v.BaseOf(a.x, a.c.Object); base != nil {
		return atBase{a.answers(k), a.c.Object, base}
	}
	return a.answers(k)
}

// entryTags tries whether the entry would have been refused, had it named the tag that its writer knew.
func (a *adviser) entryTags(k *view.Known) []string {
	s, tag, ok := a.tagged(a.heardFor(k))
	if !ok {
		return nil
	}
	t := a.before(a.c.Event)
	t.decide(s)
	if t.err != nil || len(silentOf(t.found)) > 0 {
		return nil
	}
	for _, f := range t.refusals() {
		if f.Kind == engine.StaleWrite || f.Kind == engine.IsGone {
			others := ""
			if a.c.With != "" && len(t.refusals()) > 1 {
				others = ", and their own with the others"
			}
			return []string{fmt.Sprintf("If-Match %s with its entry for %s%s. The answer there would be %s.",
				conflict.Tag(t.w, tag), a.place(), others, f.Cause.Rule.Fault.Short())}
		}
	}
	return nil
}

// metEntry is what that entry of a group is of which a trial's newest request was refused; the finding's object where
// the answer does not say, and of any other request.
func (t *trial) metEntry() engine.ObjectID {
	met := conflict.MetInOne(t.w, conflict.Finding{Request: t.last.Number, Object: t.last.Object})
	if t.a.spec.Effect != engine.Groups || t.a.spec.Prompt() || met.Name == "" {
		return t.a.c.Object
	}
	return met
}

// entryTold is what a group has sent in the place of the entry that compares nothing for what refused it, as
// `update-entity If-Match ..00.0 as its entry for stock/p/1`. Empty where no entry of it is that.
func (a *adviser) entryTold(t *trial) string {
	met := t.metEntry()
	for _, inner := range a.spec.Carries(t.last.Args, a.v.Spec) {
		if inner.Of != met {
			continue
		}
		for _, with := range inner.Args {
			if p, ok := inner.Spec.Param(with.Name); ok && p.Guards() {
				return fmt.Sprintf("%s %s %s as its entry for %s", inner.Verb, conflict.GuardName(with.Name),
					conflict.Tag(t.w, with.Value), a.v.Called(met))
			}
		}
		return fmt.Sprintf("%s as its entry for %s", inner.Verb, a.v.Called(met))
	}
	return ""
}

// ofEntry says whether the finding is about one of several things that a request names in a list, each of which may
// compare by itself.
func (a *adviser) ofEntry() bool {
	if a.spec.Prompt() {
		return false
	}
	return a.spec.Effect == engine.Groups || a.spec.Effect == engine.Deletes && a.c.Object != a.x.Object &&
		a.c.Object.Kind != a.x.Object.Kind && slices.ContainsFunc(a.spec.Params(), func(p engine.Param) bool {
		return p.Content
	})
}

// ofEntry is the request as one of the thing that the finding is about, where that is one of several which it named in
// a list, and the others were judged by themselves: what was read of them, and what came of them, is no part of this.
func ofEntry(c conflict.Finding, x *engine.Exchange) *engine.Exchange {
	if x == nil || !conflict.IsEntry(c, x) {
		return x
	}
	entry, sending := *x, *x.Sending
	sending.Object = c.Object
	entry.Sending = &sending
	return &entry
}

// asEntry is a later request as one of the thing that the finding is about, where that names several in a list, this
// among them. done is false where just that was refused, whatever it was answered as a whole.
func (a *adviser) asEntry(x *engine.Exchange) (entry *engine.Exchange, done bool) {
	spec := a.v.Spec(x.Verb)
	if spec.Effect != engine.Deletes || x.Object.Kind == a.c.Object.Kind {
		return x, true
	}
	for _, arg := range x.Resolved() {
		if p, _ := spec.Param(arg.Name); !p.Content {
			continue
		}
		for _, one := range engine.NamedOf(arg.Value) {
			if x.Object.Name+"/"+one.Name != a.c.Object.Name {
				continue
			}
			next, sending := *x, *x.Sending
			sending.Object = a.c.Object
			next.Sending = &sending
			return &next, !slices.ContainsFunc(a.v.Troubles(), func(f view.Trouble) bool {
				return f.Severity == engine.SeverityRefused && f.Request == x.Number && f.Object == a.c.Object
			})
		}
	}
	return x, true
}
