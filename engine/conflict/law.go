package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// law says in words what the service's rule is: what a refusal is about, or why what happened was no refusal.
func (t teller) law() string {
	switch t.c.Kind {
	case engine.NoAnswer:
		if t.spec().Effect == engine.Reads {
			return "A read leaves everything as it is."
		}
		if OfServer(t.spec()) {
			return "What a server goes by is no work of a writer's."
		}
		if t.underWay() {
			return "What a read shows holds for that moment: a request that is under way can be done after it."
		}
		return t.tellsWhetherDone()
	case engine.DoneTwice:
		return "The service does not know that one request repeats another: each is done."
	case engine.TornRead:
		return "Each piece is answered by itself, as it is at that moment."
	case engine.MixedContent:
		if TornWhole(t.c) {
			return "Each piece is copied by itself, of what is there at that moment."
		}
		if x := t.w.Exchange(t.c.Victim.Request); x == nil || t.w.Spec(x.Verb).Effect != engine.Stages {
			return "A copy takes what is there at that moment, whoever wrote it."
		}
		return t.takesBlocks()
	case engine.ShadowedWrite:
		return "A write is accepted even where something newer hides it."
	case engine.BorrowedLease:
		return "The service compares the id and does not ask who sends it."
	}
	if t.c.Severity == engine.SeverityRefused {
		return sentence(t.c.Cause.InWords()) + t.form()
	}
	return cmp.Or(t.takesAlong(), t.nothingCompared())
}

// tellsWhetherDone is what tells whether a request was done of which nothing was heard. What is hidden no read shows.
//
// Source: engine/queue/rules.md, "State" (what a peek sees).
func (t teller) tellsWhetherDone() string {
	switch {
	case t.spec().Effect == engine.Receives:
		return "A receive that is repeated is another one, and no read names what the first has hidden."
	case t.spec().Effect == engine.Adds && !comparesByWord(t.x) && !asksAbsence(t.w, t.x):
		return "A count that is repeated may count once more, and a read tells whether the first was done only to " +
			"one who knows what was there before."
	case t.spec().Effect == engine.Appends && t.x.Object.Kind == "queue":
		return "A put that is repeated adds another message, and no peek tells that it was not done: what is hidden " +
			"is not shown."
	case t.spec().Effect == engine.Groups && t.spec().Prompt() && t.spec().Group != engine.GroupOther: // not EXEC
		return "A script that is repeated runs once more, and a read tells whether it had run only by what it alone " +
			"writes."
	}
	return "Only reading or asking again tells whether it was done."
}

// comparesByWord says whether one of a line's words names what is to be there already.
func comparesByWord(x *engine.Exchange) bool {
	line, ok := x.Op().(engine.Liner)
	return ok && slices.ContainsFunc(line.Roles(), func(r engine.Role) bool { return r.Guard != "" })
}

// underWay says whether the request is still on its way to the service.
func (t teller) underWay() bool {
	return slices.ContainsFunc(t.w.Flight(), func(m *engine.Message) bool {
		return m.Request == t.c.Request && !m.Back && m.State != engine.Working
	})
}

// form says how a line is written that was refused for its words, or for one of them; empty for any other refusal.
func (t teller) form() string {
	words := strings.HasPrefix(t.c.Cause.Have.String(), t.x.Verb) && // the cause of wrong words is the line itself
		!slices.Contains([]string{"command", "bounds"}, t.c.Cause.Rule.Name)
	oneWord := slices.Contains([]string{"condition", "subcommand"}, t.c.Cause.Rule.Name)
	form := t.spec().Form()
	if !words && !oneWord || t.c.Kind != "" || form == "" {
		return ""
	}
	form = " Syntax: " + form + "."
	if strings.Contains(form, "[TIME") {
		form += " TIME is EX seconds, PX milliseconds, or EXAT or PXAT with Unix time."
	}
	service := t.w.ServiceOf(t.x.Verb)
	for _, s := range service.Settings {
		if name := service.Name + "." + s.Name; s.Fewer != "" && t.w.Setting(name) == s.Fewer {
			form += fmt.Sprintf(" Under %s=%s not all of these words are taken.", name, s.Fewer)
		}
	}
	return form
}

// nothingCompared says why no version stood in the way.
func (t teller) nothingCompared() string {
	switch {
	case t.watchedOnly():
		return t.sinceWatch()
	case t.notOfBase() != nil:
		return "The value that was sent fitted, so the request was done."
	case t.x.Compared.Of(t.c.Object):
		return t.fitting() + " still fitted" + t.whyFitting()
	}
	if t.c.Object.Kind != t.x.Object.Kind && t.x.Compared.Of(t.x.Object) {
		return fmt.Sprintf("%s is of %s: that it fitted says nothing of the %s.", t.fitting(), Called(t.w, t.x.Object),
			t.what())
	}
	switch guard := t.ignored(); {
	case t.spec().Effect == engine.Closes:
		return "What a client has not written back is lost with its handle."
	case t.carriedOut():
		return "What was asked for earlier is carried out when its time comes, and nothing is compared then."
	case guard != "":
		return guard + " compares nothing here."
	}
	if DropsWhatItCouldKeep(t.x, t.c) {
		return fmt.Sprintf("%s takes away the %s that is there, where its line names none and does not keep it.",
			t.x.Verb, t.c.Part)
	}
	switch {
	case t.namesVersion():
		return "A delete with a version id takes away just that version, and for good: no condition goes with it."
	case t.c.Part == "tags" && t.sentTags() != "":
		return fmt.Sprintf("%s %s was compared and held: it asks what the tags are, not whether anybody has set them.",
			GuardName(tagsRule), t.sentTags())
	case t.besideTags():
		return t.x.Verb + " compared none of the tags, and no ETag stands for them: the last writer wins."
	}
	takes, other := "", false
	for _, p := range t.spec().Params() {
		other = other || strings.HasPrefix(p.Name, "if-")
		if !p.Version || p.Guard == "" || p.Ignored {
			continue
		}
		for _, a := range t.x.Args {
			if a.Name == p.Name && a.Value.String() == "*" {
				return GuardName(p.Name) + " * compares no version: anything that is there fits."
			}
		}
		if takes == "" || p.Name == "if-match" {
			takes = GuardName(p.Name)
		}
	}
	none := t.spec().Takes("if-none-match") && !t.deletes() // a delete takes no notice of its *
	if b := t.basis(); takes == "If-Match" && none && b != nil && t.showsGone(b) {
		takes = "If-None-Match *" // its writer knew of nothing there
	}
	switch {
	case takes != "" && t.deletes() && inside(t.c.Object, t.x.Object): // its date and tag tell nothing of the inside
		return t.goesAlongUnasked()
	case takes != "":
		return t.without(takes)
	case other || t.spec().Prompt():
		return t.x.Verb + t.noComparison()
	}
	if t.c.Object.Kind != t.x.Object.Kind && slices.ContainsFunc(t.spec().Params(), func(p engine.Param) bool {
		return p.Group || p.Content && t.deletes()
	}) {
		return fmt.Sprintf("The entry for %s named no version: the last writer wins.", t.object())
	}
	return t.x.Verb + " takes no condition: the last writer wins."
}

// without says why no version stood in the way of a request that could have carried one.
func (t teller) without(takes string) string {
	if only := t.heldOnlyOut(); only != "" {
		return fmt.Sprintf("%s: without %s, the last writer wins.", only, takes)
	}
	if t.sentLease() {
		return fmt.Sprintf("Only the id of the lease was compared: without %s, the last writer under it wins.", takes)
	}
	return fmt.Sprintf("Without %s nothing is compared: the last writer wins.", takes)
}

// heldOnlyOut says of a condition that was sent with the request, and names no version that has to be there, what it
// keeps out; empty where none was.
func (t teller) heldOnlyOut() string {
	for _, a := range Asides(t.w, t.x) {
		switch a.Sort {
		case AsideAbsence:
			if !t.spec().Effect.Contents() {
				return GuardName(a.Name) + " * compares nothing here"
			}
		case AsideUnchanged:
			return GuardName(a.Name) + " keeps out only what nobody has changed"
		case AsideTags:
			return GuardName(a.Name) + " compares nothing but the tags"
		}
	}
	return t.guardOfBlock()
}

// guardOfBlock says of a condition that went with a block, and not with the list that commits it, that it was not
// compared; empty where none did.
func (t teller) guardOfBlock() string {
	if t.spec().Effect != engine.Commits {
		return ""
	}
	for x := range t.w.Did(t.x.Object, engine.Stages).Before(t.x.Number).Newest() {
		spec := t.w.Spec(x.Verb)
		if x.By != t.x.By {
			continue
		}
		for _, a := range x.Args {
			if p, ok := spec.Param(a.Name); ok && p.Ignored && p.Version && !t.w.LeftOut(a.Value) {
				return fmt.Sprintf("The %s of #%d, a %s, compares nothing", GuardName(a.Name), x.Number, x.Verb)
			}
		}
	}
	return ""
}

// besideTags says whether tags were lost to a request that is not about them: whatever it compares of the object, an
// ETag that fits says nothing of these.
func (t teller) besideTags() bool { return t.c.Part == "tags" && t.spec().Effect != engine.Describes }

// noComparison says that nothing was compared where the operation could, or where a script might have.
func (t teller) noComparison() string {
	if t.spec().Effect == engine.Groups && t.spec().Prompt() && !t.ofQueue() {
		return " compares nothing by itself: what the script does not compare, nobody does."
	}
	if t.sentLease() {
		return " compared nothing but the id of the lease: the last writer under it wins."
	}
	return " compared nothing: the last writer wins."
}

// sentLease says whether the request named the lease that it goes under.
func (t teller) sentLease() bool {
	return slices.ContainsFunc(t.x.Args, func(a engine.Arg) bool { return a.Name == "lease" && !t.w.LeftOut(a.Value) })
}

// sentTags is the condition on tags that the request was sent under; empty where it had none.
func (t teller) sentTags() string {
	for _, v := range carried(t.w, t.x, tagsRule) {
		if p, ok := t.spec().Param(tagsRule); ok && !p.Ignored && !t.w.LeftOut(v) {
			return v.String()
		}
	}
	return ""
}

// sinceWatch says what a transaction compared that named no version: keys of which EXEC asks whether they were touched.
func (t teller) sinceWatch() string {
	switch watch, end := t.watchEnded(); {
	case watch != nil:
		return fmt.Sprintf("%s #%d took the watch of %s away, so %s did not compare it: the last writer wins.",
			end.Verb, end.Number, t.object(), t.x.Verb)
	case len(t.x.Compared) == 0:
		return fmt.Sprintf("No key was watched, so %s compared nothing: the last writer wins.", t.x.Verb)
	case !t.x.Compared.Of(t.c.Object):
		return fmt.Sprintf("No watched key had been touched since WATCH, and %s was none of them, so the transaction "+
			"was carried out.", t.object())
	}
	return "No watched key had been touched since WATCH, so the transaction was carried out."
}

// DropsWhatItCouldKeep says whether a finding's request took away what stood beside the text, as an expiry, and would
// have kept it if asked to.
func DropsWhatItCouldKeep(x *engine.Exchange, c Finding) bool {
	op, ok := x.Op().(engine.Keeper)
	if !ok || !c.Gone || slices.Contains(engine.TextNames(), c.Part) {
		return false
	}
	_, keeps := op.Keeping()
	return keeps
}

// namesVersion says whether a delete named the version that it takes away.
func (t teller) namesVersion() bool {
	return t.deletes() && slices.ContainsFunc(t.x.Args, func(a engine.Arg) bool {
		p, ok := t.spec().Param(a.Name)
		return ok && p.Guard == "version-id" && !t.w.LeftOut(a.Value)
	})
}

// showsGone says whether an answer showed that nothing was there.
func (t teller) showsGone(h *engine.Exchange) bool {
	_, gone := t.listed(h)
	return gone || slices.ContainsFunc(h.Shows, func(p engine.Part) bool { return p.Gone && p.Object == t.c.Object })
}

// fitting is the version guard that was sent and compared, as `If-Match ..4A9B`; of a line what it named.
func (t teller) fitting() string {
	for _, a := range t.x.Resolved() {
		if p, ok := t.spec().Param(a.Name); ok && p.Version && !t.spec().Prompt() {
			return GuardName(a.Name) + " " + Tag(t.w, a.Value)
		}
	}
	return "The " + t.guardWord() + " that was sent"
}

// guardWord is what was sent along to be compared is called.
func (t teller) guardWord() string {
	if line, ok := t.x.Op().(engine.Liner); ok {
		for _, role := range line.Roles() {
			if role.Guard == "value" {
				return "value"
			}
		}
		return "version"
	}
	for _, a := range t.x.Args {
		if p, ok := t.spec().Param(a.Name); ok && p.Version && !t.w.LeftOut(a.Value) &&
			strings.HasSuffix(a.Name, "since") {
			return "date"
		}
	}
	return "tag"
}

// LineGuard is what a line names that has to be there, a version or a value, behind the word in front of it, as
// `VER 3`; empty where it names none, as of VER 0, and for what is no line.
func LineGuard(w *engine.World, x *engine.Exchange) string {
	line, ok := x.Op().(engine.Liner)
	if !ok {
		return ""
	}
	words := typed(x.Resolved())
	for i, role := range line.Roles() {
		if i > 0 && i < len(words) && role.Guard != "" && words[i] != "0" {
			return words[i-1] + " " + words[i]
		}
	}
	return ""
}

// ignored is the version guard that was sent and not compared, as `If-Match ..4A9B` or `VER 3`; empty where there is
// none. What names no version is no such guard: If-Match * and VER 0.
func (t teller) ignored() string {
	if t.x.Compared.Of(t.c.Object) {
		return ""
	}
	spec := t.w.Spec(t.x.Verb)
	if _, ok := t.x.Op().(engine.Liner); ok {
		return LineGuard(t.w, t.x)
	}
	for _, a := range t.x.Resolved() {
		if p, ok := spec.Param(a.Name); ok && p.Version && a.Value.String() != "*" {
			return GuardName(a.Name) + " " + Tag(t.w, a.Value)
		}
	}
	return ""
}
