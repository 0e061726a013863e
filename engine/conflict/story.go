package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Step is one numbered cause of a story, with the record in which it happened (0: it has none).
type Step struct {
	Text  string
	Event int
}

// Told is a conflict in words: the first sentence is enough for five seconds, the steps link to their events.
type Told struct {
	First  string // who did what, and what came of it
	Steps  []Step
	Heard  string // what the writer heard, and what it cannot know
	Stops  string // which guard would have answered what; empty where none would
	Rule   engine.Source
	Advice Advice
	Unsure string // what the documents leave open here; empty where they settle it
}

// Advice is what the documents recommend after a conflict, as one action and the others.
type Advice struct {
	Action string // an id: redrive, again, wait, guard, stop, decide, lease, read
	Say    string // the sentence
	Others []string
}

// Story tells a conflict. The world is the one after it or any later one on the branch.
func Story(w *engine.World, c Finding) Told {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	told := Told{Advice: advise(t)}
	switch c.Severity {
	case engine.SeverityRefused:
		told.First, told.Steps = t.refusal()
		told.Rule, told.Unsure = c.Cause.Rule.Source, c.Cause.Rule.Source.Unsure
		told.Heard = fmt.Sprintf("%s heard: %s. Nothing changed.", t.who(c.By), t.reply())
	case engine.SeveritySilent:
		if c.Object.Kind == "work" {
			return t.workTwice(told)
		}
		told.First, told.Steps = t.harm()
		told.Heard, told.Stops = t.cannotKnow(), t.stopper()
	default:
		told.First, told.Steps = t.nothingHeard()
	}
	return told
}

type teller struct {
	w *engine.World
	c Finding
	x *engine.Exchange
}

// reply is what the writer heard, in few words.
func (t teller) reply() string {
	a := t.x.Answer
	if t.c.Cause != nil && a.Why != t.c.Cause { // a copy of the request was answered otherwise
		a = engine.Answer{Status: t.c.Cause.Rule.Fault.Status, Why: t.c.Cause}
	}
	return Says(t.w.Spec(t.x.Verb), &a)
}

func (t teller) who(id string) string {
	if id == engine.Seed {
		return "The start"
	}
	return title(t.w, id)
}

// did says what a mark's request did, as `Ben saved v5 at 00:12.0`.
func (t teller) did(m engine.Mark) string {
	x := t.w.Exchange(m.Request)
	if x == nil {
		return fmt.Sprintf("It ended by itself at %s (set by %s)", m.At, t.who(m.By))
	}
	if x.Decided.IsZero() || m.Event < x.Decided.Event {
		return fmt.Sprintf("%s's #%d stood undecided at the service at %s", t.who(m.By), x.Number, m.At)
	}
	spec := t.w.Spec(x.Verb)
	did := spec.Did
	if v := x.Answer.Field("version"); !v.IsZero() && spec.Effect.Contents() {
		did = "saved v" + v.String()
	}
	return fmt.Sprintf("%s %s at %s", t.who(m.By), did, m.At)
}

// basis says what the request was made from, as `Ana read v4`; ok is false where it was blind.
func (t teller) basis() (Step, bool) {
	if c := t.c.Cause; c != nil && strings.Contains(strings.ToLower(c.Rule.Name), "source") {
		return Step{}, false // what it met is not what it was to replace
	}
	base := t.w.Exchange(t.x.Base)
	if base == nil && !t.x.Blind() {
		base = t.lastOf(t.x.Object)
	}
	if base == nil {
		return Step{}, false
	}
	text := t.who(t.x.By) + " read " + Called(t.w, base.Object)
	if t.w.Spec(base.Verb).Group != engine.GroupRead {
		text = t.who(t.x.By) + " wrote " + Called(t.w, base.Object)
	}
	if v := base.Answer.Field("version"); !v.IsZero() {
		text = strings.TrimSuffix(text, Called(t.w, base.Object)) + "v" + v.String()
	}
	return Step{Text: fmt.Sprintf("%s at %s.", text, base.Decided.At), Event: base.Decided.Event}, true
}

// lastOf is the answer about an object that the sender heard last before the request's knowledge was fixed.
func (t teller) lastOf(object engine.ObjectID) *engine.Exchange {
	for n := t.w.Writer(t.x.By).Newest; n != 0; {
		h := t.w.Exchange(n)
		if h.Heard.Event < t.x.AsOf && h.Object == object && len(h.Shows) > 0 {
			return h
		}
		n = h.HeardBefore
	}
	return nil
}

func (t teller) sent() Step {
	return Step{Text: fmt.Sprintf("%s sent #%d: %s.", t.who(t.x.By), t.x.Number, Asks(t.w, t.x)), Event: t.x.Sent.Event}
}

// workTwice tells of work outside the storage that two have done. No request did it: nobody was asked.
func (t teller) workTwice(told Told) Told {
	first, second := t.who(t.c.Whose), t.who(t.c.By)
	told.First = fmt.Sprintf("The work of %s was done by %s and by %s. Nobody was told.", Called(t.w, t.c.Object),
		first, second)
	told.Steps = []Step{{Text: fmt.Sprintf("%s said that it was done at %s.", first, t.c.Victim.At),
		Event: t.c.Victim.Event},
		{Text: second + " said so too.", Event: t.c.Event}}
	told.Heard = fmt.Sprintf("The storage knows nothing of this work. Neither %s nor %s can know.", first, second)
	return told
}

func (t teller) refusal() (string, []Step) {
	c := t.c.Cause
	var steps []Step
	if b, ok := t.basis(); ok {
		steps = append(steps, b)
	}
	if !c.Since.IsZero() {
		steps = append(steps, Step{Text: t.did(c.Since) + ".", Event: c.Since.Event})
	}
	steps = append(steps, t.sent())
	found := ""
	if !c.Want.IsZero() || !c.Have.IsZero() {
		want, have := orNothing(Compared(t.w, c, c.Want)), orNothing(Compared(t.w, c, c.Have))
		found = fmt.Sprintf(" %s wanted %s, found %s.", c.Rule.Name, want, have)
		if want == have { // the same id, and it no longer counts
			found = fmt.Sprintf(" %s %s was named, and it no longer holds.", c.Rule.Name, want)
		}
	}
	until := ""
	switch {
	case c.Until == engine.Never:
		until = " It does not end by itself."
	case c.Until != 0:
		until = fmt.Sprintf(" It holds until %s.", c.Until)
	}
	reply := t.reply()
	if reply != c.Rule.Fault.Code && !t.w.Spec(t.x.Verb).Prompt() {
		reply += " (" + c.Rule.Fault.Code + ")"
	}
	steps = append(steps, Step{Text: fmt.Sprintf("The service said %s.%s%s", reply, found, until), Event: t.c.Event})
	return t.firstOfRefusal(), steps
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func (t teller) firstOfRefusal() string {
	if r, ok := rowOf(t.c.Kind); ok {
		return r.first(t)
	}
	rule := t.c.Cause.Rule
	return fmt.Sprintf("%s. %s", strings.TrimSuffix(rule.Fault.Message, "."), t.refused())
}

// refused ends the first sentence of a refusal.
func (t teller) refused() string {
	refused := fmt.Sprintf("%s's request was refused and nothing changed.", t.who(t.c.By))
	if own := t.savedBefore(); own != "" {
		return own + " " + refused
	}
	return refused
}

// metThis says what the request met, which is enough where the rule says the rest.
func (t teller) metThis() string { return fmt.Sprintf("%s. %s", t.did(t.c.Cause.Since), t.refused()) }

func (t teller) movedOn() string {
	if b, ok := t.basis(); ok {
		return b.Text + " " + t.metThis()
	}
	return t.metThis()
}

func (t teller) isThere() string {
	return fmt.Sprintf("%s. %s asked for it to be missing. %s", t.did(t.c.Cause.Since), t.who(t.c.By), t.refused())
}

func (t teller) stillLeased() string {
	c, end := t.c.Cause, ""
	if c.Until != 0 && c.Until != engine.Never {
		end = fmt.Sprintf(" It holds until %s.", c.Until)
	}
	return fmt.Sprintf("%s.%s %s", t.did(c.Since), end, t.refused())
}

func (t teller) leaseIsOver() string {
	return fmt.Sprintf("The lease that %s named is over: %s. %s", t.who(t.c.By), lowerFirst(t.did(t.c.Cause.Since)),
		t.refused())
}

// savedBefore says that another try of the same wish had taken effect before the refusal met another's work; empty
// where none had.
func (t teller) savedBefore() string {
	if t.c.Cause.Since.By == t.x.By {
		return ""
	}
	for _, try := range tries(t.w, t.x) {
		if try.Took && try.Decided.Event < t.c.Cause.Since.Event {
			return fmt.Sprintf("%s's own try #%d had been saved before.", t.who(t.x.By), try.Number)
		}
	}
	return ""
}

func lowerFirst(s string) string {
	if strings.HasPrefix(s, "It ") {
		return "it " + s[3:]
	}
	return s
}

func (t teller) harm() (string, []Step) {
	var steps []Step
	if b, ok := t.basis(); ok {
		steps = append(steps, b)
	}
	if !t.c.Victim.IsZero() {
		steps = append(steps, Step{Text: t.did(t.c.Victim) + ".", Event: t.c.Victim.Event})
	}
	steps = append(steps, t.sent())
	steps = append(steps, Step{Text: fmt.Sprintf("The service said yes: %s.", said(t.w, t.x, &t.x.Answer)),
		Event: t.c.Event})
	row, _ := rowOf(t.c.Kind)
	return row.first(t), steps
}

func (t teller) heldNoLonger() string {
	return fmt.Sprintf("%s believed to hold a lease that had ended, and overwrote %s's %s. Nobody was told.",
		t.who(t.c.By), t.who(t.c.Whose), t.part())
}

func (t teller) olderText() string {
	return fmt.Sprintf("%s sent the newest tag with an older text. %s's %s was overwritten. Nobody was told.",
		t.who(t.c.By), t.who(t.c.Whose), t.part())
}

func (t teller) fitsBoth() string {
	return fmt.Sprintf("The version that %s sent fits %s's newer work too. It was overwritten. Nobody was told.",
		t.who(t.c.By), t.who(t.c.Whose))
}

func (t teller) twoMoments() string {
	return fmt.Sprintf("%s's pieces belong to two moments: %s in between.", t.who(t.c.By), lowerFirst(t.did(t.c.Victim)))
}

func (t teller) doneAgain() string {
	return fmt.Sprintf("%s's work was done a second time, by %s. Nobody was told.", t.who(t.c.Whose), t.who(t.c.By))
}

func (t teller) tookIn() string {
	return fmt.Sprintf("What %s stored holds another writer's part. The answer was a success.", t.who(t.c.By))
}

func (t teller) neverSeen() string {
	return fmt.Sprintf("No read will ever show what %s wrote. The answer was a success.", t.who(t.c.By))
}

func (t teller) replaced() string {
	return fmt.Sprintf("%s's %s was overwritten by %s. Nobody was told.", t.who(t.c.Whose), t.what(), t.who(t.c.By))
}

// what is the lost work in short: its version where it has one.
func (t teller) what() string {
	x := t.w.Exchange(t.c.Victim.Request)
	if x != nil && slices.Contains(engine.TextNames(), t.c.Part) {
		if v := x.Answer.Field("version"); !v.IsZero() {
			return "v" + v.String()
		}
	}
	return t.part()
}

// part is the lost part as people call it; a property stands with a point before its name among the others.
func (t teller) part() string { return strings.TrimPrefix(t.c.Part, ".") }

func (t teller) cannotKnow() string {
	if t.x.Heard.IsZero() { // it may still be under way, or be lost
		return fmt.Sprintf("The answer to %s: %s. %s cannot know.", t.who(t.c.By),
			Says(t.w.Spec(t.x.Verb), &t.x.Answer), t.who(t.c.By))
	}
	return fmt.Sprintf("%s heard: %s. %s cannot know.", t.who(t.c.By), Says(t.w.Spec(t.x.Verb), &t.x.Answer),
		t.who(t.c.By))
}

// stopper names the guard that would have been refused; empty where none would.
func (t teller) stopper() string {
	if t.c.Kind == engine.GuardDefeated {
		return "Merge the newer text before sending it under the newer tag."
	}
	if guard := t.ignored(); guard != "" {
		return guard + " was sent and ignored. What is not compared stops nothing."
	}
	spec := t.w.Spec(t.x.Verb)
	if p, ok := spec.Param("if-match"); !ok || !p.Version || p.Guard != "etag" || t.names("if-match") {
		return ""
	}
	tag, removed, known := t.victimTag()
	if known && tag.IsZero() && !removed {
		return "" // no tag stands for what was replaced
	}
	answer := "The answer would be 412."
	if removed {
		answer = "What was removed has no tag, and the answer would be a refusal."
	}
	k := knowledge(t.w, t.x, []engine.Change{{Part: engine.Part{Object: t.c.Object, Name: t.c.Part}}})
	if len(k.base) == 0 {
		return "A read first, then If-Match with its tag. " + answer
	}
	read := k.base[0].Answer.Field("etag")
	switch {
	case !read.IsZero() && !read.Equal(tag):
		return fmt.Sprintf("If-Match %s. %s", Tag(t.w, read), answer)
	case read.IsZero() && !removed && takesStar(spec):
		return "If-None-Match *, for nothing was there. " + answer
	}
	return ""
}

// names says whether the request carried a version in a parameter.
func (t teller) names(param string) bool {
	for _, a := range t.x.Args {
		if a.Name == param && a.Value.String() != "*" && !t.w.LeftOut(a.Value) {
			return true
		}
	}
	return false
}

// victimTag is the ETag that the replaced work gave what it wrote; removed: it left nothing to have one. It is not
// known of one among several in a request.
func (t teller) victimTag() (tag engine.Value, removed, known bool) {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil {
		return tag, true, true
	}
	spec := t.w.Spec(victim.Verb)
	several := slices.ContainsFunc(spec.Params(), func(p engine.Param) bool { return p.Group })
	return victim.Answer.Field("etag"), spec.Group == engine.GroupDelete, !several
}

// takesStar says whether If-None-Match * asks an operation that nothing be there, and for nothing else.
func takesStar(spec *engine.OpSpec) bool {
	p, ok := spec.Param("if-none-match")
	return ok && slices.Equal(p.One, []string{"*"})
}

// ignored is the version guard that was sent and not compared, as `If-Match ..4A9B` or `VER 3`; empty where there is
// none. What names no version is no such guard: If-Match * and VER 0.
func (t teller) ignored() string {
	if t.x.Compared {
		return ""
	}
	spec := t.w.Spec(t.x.Verb)
	if line, ok := t.x.Op().(engine.Liner); ok {
		words := typed(t.w, t.x.Args)
		for i, role := range line.Roles() {
			if i > 0 && i < len(words) && role.Guard != "" && words[i] != "0" {
				return words[i-1] + " " + words[i]
			}
		}
		return ""
	}
	for _, a := range t.x.Args {
		if p, ok := spec.Param(a.Name); ok && p.Version && a.Value.String() != "*" && !t.w.LeftOut(a.Value) {
			return GuardName(a.Name) + " " + Tag(t.w, a.Value)
		}
	}
	return ""
}
