package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Never says of a finding's refused condition that no version was ever what it named; empty where one was, or may have
// been. The world is the one after the finding or any later one on the branch.
func Never(w *engine.World, c Finding) string {
	return teller{w: w, c: c, x: w.Exchange(c.Request), clockless: w.Now() == 0}.never()
}

// Source is what a request copies from or renames; zero: nothing.
func Source(x *engine.Exchange) (of engine.ObjectID) {
	for _, arg := range x.Resolved() {
		if name, _, _ := strings.Cut(arg.Value.String(), "?"); arg.Name == "source" && name != "" {
			return engine.ObjectID{Kind: x.Object.Kind, Name: strings.TrimPrefix(name, "/")}
		}
	}
	return of
}

// comparedThing is what a refused condition looked at: that of one of several requests in one, the source of a copy, or
// the finding's own object. Zero where the answer does not say which of several it was.
func (t teller) comparedThing() engine.ObjectID {
	switch {
	case t.spec().Effect == engine.Groups:
		return operation(t.w, t.x)
	case t.aboutSource():
		return Source(t.x)
	}
	return t.c.Object
}

// TagOf is the other thing whose ETag a finding's refused condition named, where no answer had ever given that for the
// thing that it was compared with; zero where it may have been that one's, as where several things were written in one
// request. The world is the one after the finding or any later one on the branch.
func TagOf(w *engine.World, c Finding) (of engine.ObjectID) {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	compared := t.comparedThing()
	if c.Kind != engine.StaleWrite || !strings.HasSuffix(c.Cause.Rule.Name, "If-Match") || compared.Name == "" {
		return of
	}
	tagged := w.Gave(c.Cause.Want, engine.ETag, engine.TimeTag)
	if w.Groups(compared).Any() {
		return engine.ObjectID{}
	}
	for x := range tagged.On(compared).Newest() {
		if x.Object == compared && sameTag(x.Answer.Field("etag"), c.Cause.Want) && !ofPiece(w, x) {
			return engine.ObjectID{}
		}
	}
	for x := range tagged.Oldest() {
		if tag := x.Answer.Field("etag"); !tag.IsZero() && sameTag(tag, c.Cause.Want) && !ofPiece(w, x) {
			return x.Object
		}
	}
	return of
}

// ofPiece says whether the ETag that an answer gives is that of a piece of an upload, and of no object.
func ofPiece(w *engine.World, x *engine.Exchange) bool { return w.Spec(x.Verb).Effect == engine.Stages }

func (t teller) tagOfAnother() string {
	of := TagOf(t.w, t.c)
	if of.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s: it was given for %s.", t.neverHad(), Called(t.w, of))
}

// sameTag says whether a client named an ETag as it was answered, or by its text, as a program's library does.
func sameTag(answered, named engine.Value) bool {
	token, minted := answered.Token()
	return answered.Equal(named) || minted && engine.TokenOf(token.Kind, named.String()) == token
}

// neverNumbered says that the sequence number of a page blob had never been one that a refused condition lets through;
// empty where it had, or may have.
func (t teller) neverNumbered() string {
	c := t.c.Cause
	want, ok := c.Want.Int()
	if t.c.Kind != engine.StaleWrite || c.Rule.Name != sequenceRule || !ok {
		return ""
	}
	fits, never := func(n int64) bool { return n == want }, fmt.Sprint(want)
	switch {
	case t.carries("if-sequence-le", c.Want):
		fits, never = func(n int64) bool { return n <= want }, fmt.Sprintf("%d or less", want)
	case t.carries("if-sequence-lt", c.Want):
		fits, never = func(n int64) bool { return n < want }, fmt.Sprintf("less than %d", want)
	}
	looked := 0
	for x := range t.w.Made(t.c.Object).Newest() {
		if x.Decided.Event > t.c.Event {
			continue
		}
		if looked++; looked > everLook {
			return ""
		}
		number, told := x.Answer.Field("sequence").Int()
		switch effect := t.w.Spec(x.Verb).Effect; {
		case told:
		case effect == engine.Writes:
			number, _ = t.number(x, "sequence") // 0 where none was given
		case effect == engine.Copies: // that of its source, as it was then
			return ""
		default:
			continue
		}
		if fits(number) {
			return ""
		}
	}
	return fmt.Sprintf("The sequence number of %s had never been %s.", t.object(), never)
}

// neverAsLong says that an append blob had never been as long as a refused condition on its length asked for; empty
// where it may have been, as before it was made anew.
func (t teller) neverAsLong() string {
	c := t.c.Cause
	want, _ := c.Want.Int()
	length, ok := c.Have.Int()
	if t.c.Kind != engine.StaleWrite || c.Rule.Name != "append position" || !ok || want == length {
		return ""
	}
	for x := range t.w.EndedAt(want).On(t.c.Object).Oldest() {
		appended := x.Took && x.Object == t.c.Object && t.w.Spec(x.Verb).Effect == engine.Appends
		if appended && x.Decided.Event <= t.c.Event {
			return ""
		}
	}
	made := 0
	for x := range t.w.Made(t.c.Object).Oldest() {
		if x.Decided.Event > t.c.Event {
			continue
		}
		if made++; made > 1 {
			return ""
		}
	}
	return fmt.Sprintf("%s had never been %s long.", t.object(), engine.Counted(int(want), "byte"))
}

// neverValued says that a key had never held the value with which a refused line compared what it holds; empty where it
// may have: what is added to, counted, moved there or left by a script stands in no word.
//
// Source: engine/tair/rules.md, "Values" (CAS and CAD compare the value that is sent with the one that is there).
func (t teller) neverValued() string {
	want := t.c.Cause.Want.String()
	if t.c.Kind != engine.StaleWrite || t.c.Cause.Rule.Name != "value" || t.c.Object.Kind != "key" ||
		t.spec().Effect == engine.Groups {
		return ""
	}
	for x := range t.w.LinesLeft(want).On(t.c.Object).Oldest() {
		if x.Decided.Event > t.c.Event || !leftAnother(x, t.c.Object) {
			continue
		}
		put, whole := x.WholeText()
		if !whole || put == want || t.w.Spec(x.Verb).Effect != engine.Writes {
			return ""
		}
	}
	return fmt.Sprintf("%s had never held %s.", t.object(), t.value(t.c.Cause.Want))
}

// carries says whether the request gives a parameter a value.
func (t teller) carries(param string, v engine.Value) bool {
	for _, sent := range carried(t.w, t.x, param) {
		if sent.Equal(v) {
			return true
		}
	}
	return false
}

// The rules that look at what stands beside an ETag.
const (
	tagsRule     = "if-tags"
	sequenceRule = "sequence number"
	dateRule     = "If-Unmodified-Since"
)

// neverTagged says that the tags which a refused condition did not let through had been so since the thing was made;
// empty where they may have been others.
//
// Source: engine/blob/rules.md, a condition on tags does not hold of a blob that is not there.
func (t teller) neverTagged() string {
	c := t.c.Cause
	made := t.w.Exchange(c.Since.Request)
	if t.c.Kind != engine.StaleWrite || c.Rule.Name != tagsRule || made == nil {
		return ""
	}
	for x := range t.w.Made(t.c.Object).Oldest() {
		if x.Decided.Event < made.Decided.Event {
			return ""
		}
		if x.Sent.Event > made.Decided.Event { // and so were all that follow
			break
		}
	}
	by := fmt.Sprintf("%s made it%s", t.who(made.By), t.when(made.Decided))
	if made.By == engine.Seed {
		by = "the start"
	}
	return fmt.Sprintf("The tags of %s had been so since %s, and had never met the condition.", t.object(), by)
}

// Shown is the newest answer to the sender that had shown what a condition on tags, on a sequence number or on a date
// was refused for, where nobody had changed that since; nil: somebody had, or none had shown it. The world is the one
// after the finding or any later one on the branch.
func Shown(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.shownBefore()
}

func (t teller) shownBefore() *engine.Exchange {
	c := t.c.Cause
	if c == nil || t.c.Kind != engine.StaleWrite || t.aboutSource() {
		return nil
	}
	if c.Rule.Name == dateRule {
		return t.readAsItIs()
	}
	part := map[string]string{tagsRule: "tags", sequenceRule: "sequence"}[c.Rule.Name]
	if part == "" {
		return nil
	}
	return t.lastThat(t.c.Object, func(h *engine.Exchange) bool {
		for _, p := range h.Shows {
			if p.Object == t.c.Object && p.Name == part && p.Mark == c.Since {
				return true
			}
		}
		return false
	})
}

// readAsItIs is the read that a change was made from, where that had shown the very version which its date was too old
// for; nil: it had not, or the date is that of an earlier answer, which the change may have been made from.
func (t teller) readAsItIs() *engine.Exchange {
	base, c := t.basis(), t.c.Cause
	if base == nil || !t.spec().Changes() || t.w.Spec(base.Verb).Group != engine.GroupRead ||
		!slices.ContainsFunc(base.Shows, func(p engine.Part) bool { return p.Mark == c.Since }) {
		return nil
	}
	dated := t.lastThat(t.c.Object, func(h *engine.Exchange) bool {
		at, ok := engine.InstantOf(h.Answer.Field("last-modified"))
		return ok && h.Object == t.c.Object && engine.Moment(at.Seconds()).Equal(c.Want)
	})
	if t.x.Base == 0 && dated != nil {
		return nil
	}
	return base
}

// sawItSo says that the sender had been shown what its condition was refused for; empty where it had not.
func (t teller) sawItSo() string {
	h := t.shownBefore()
	if h == nil {
		return ""
	}
	what := "the sequence number"
	switch t.c.Cause.Rule.Name {
	case tagsRule:
		what = "the tags"
	case dateRule:
		what = "the date"
	}
	return fmt.Sprintf("#%d had shown %s %s of %s, and nobody has changed that since.", h.Number, t.who(t.c.By), what,
		t.object())
}
