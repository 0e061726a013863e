package conflict

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"interleave/engine"
)

// Step is one numbered cause of a story, with the record in which it happened (0: it has none of its own).
type Step struct {
	Text  string
	Event int

	at engine.Instant
}

// Narrative is a conflict in words: the first sentence is enough for five seconds, the steps link to their events.
type Narrative struct {
	First  string // who did what, and what came of it
	Steps  []Step // in the order of events
	Heard  string // what the writer heard, and what it cannot know
	Law    string // what the service's rule is, in words: what refused, or why nothing did
	Rule   engine.Source
	Unsure string // what the documents leave open here; empty where they settle it
}

// Story tells a conflict. The world is the one after it or any later one on the branch.
func Story(w *engine.World, c Finding) Narrative {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if c.Object.Kind == "work" {
		t.clockless = c.Victim.At == 0 && w.Now() == 0
		return t.workTwice(Narrative{})
	}
	t.clockless = t.withoutClock()
	told := Narrative{First: t.first(), Steps: t.steps(), Law: t.law()}
	switch c.Severity {
	case engine.SeverityRefused:
		told.Rule, told.Unsure = c.Cause.Rule.Source, c.Cause.Rule.Source.Unsure
		told.Heard = t.heardRefusal()
	case engine.SeveritySilent:
		told.Heard, told.Rule = t.cannotKnow(), t.spec().Source
		if by := t.sameSecond(); by != nil {
			told.Rule, told.Unsure = by.Source, by.Source.Unsure
		}
		if t.spec().Effect.OfLease() { // for how long one is taken, and its other conditions, harm nobody here
			told.Rule.Differs = ""
		}
	case engine.SeverityUnknown:
		told.Heard, told.Rule, told.Unsure = t.cannotTell(), t.spec().Source, t.repeated()
	}
	return told
}

// First is the first sentence of a story without the rest of it, which takes much longer to tell: a busy program's
// marks are told by the thousand. ok is false where that sentence hangs on the rest, as WithEnds may change it.
func First(w *engine.World, c Finding) (first string, ok bool) {
	if c.Object.Kind == "work" || mayHaveRunOut(c) {
		return "", false
	}
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	t.clockless = t.withoutClock()
	return t.first(), true
}

type teller struct {
	w         *engine.World
	c         Finding
	x         *engine.Exchange
	clockless bool // no time had passed: steps say with which request instead of when
}

func (t teller) spec() *engine.OpSpec { return t.w.Spec(t.x.Verb) }

func (t teller) withoutClock() bool {
	return max(t.x.Sent.At, t.x.Decided.At, t.x.Lost.At, t.x.GaveUp.At) == 0
}

// first is the first sentence: that of the kind, or of a refusal that is nobody's trouble.
func (t teller) first() string {
	if r, ok := rowOf(t.c.Kind); ok {
		return r.first(t)
	}
	fault := t.c.Cause.Rule.Fault
	if t.spec().Replies() || fault.Message == "" {
		return sentence("The reply was "+t.reply()) + " " + t.refused()
	}
	name := fault.String()
	if fault.Code == fmt.Sprint(fault.Status) { // a HEAD is answered with the number alone
		name = fault.Code
	}
	if StrayReceipt(t.w, t.x) { // the message of the service tells of another cause
		return fmt.Sprintf("%s was there, and never had the receipt that #%d sent; the answer was %s. %s", t.object(),
			t.x.Number, name, t.refused())
	}
	return strings.TrimSpace(sentence(name+": "+fault.Message)+" "+t.neverLeased()) + " " + t.refused()
}

// steps are what happened, in its order, each event once.
func (t teller) steps() []Step {
	var list []Step
	switch t.c.Severity {
	case engine.SeverityRefused:
		list = t.stepsOfRefusal()
	case engine.SeveritySilent:
		list = t.stepsOfAnomaly()
	default:
		_, list = t.nothingHeard()
		return list
	}
	return t.withAgreement(inOrder(t.withChain(list)))
}

// inOrder puts steps in the order of their records; what has a time and no record, as the end of a lease, stands before
// the first that came later.
func inOrder(list []Step) (steps []Step) {
	for _, s := range list {
		if s.Text != "" && s.Event != 0 {
			steps = append(steps, s)
		}
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return a.Event - b.Event })
	for _, s := range list {
		if s.Text == "" || s.Event != 0 {
			continue
		}
		at := slices.IndexFunc(steps, func(o Step) bool { return o.at >= s.at })
		if at < 0 {
			at = len(steps)
		}
		steps = slices.Insert(steps, at, s)
	}
	return slices.CompactFunc(steps, func(a, b Step) bool { return a.Text == b.Text })
}

// reply is what the writer heard, in few words.
func (t teller) reply() string {
	switch {
	case t.isEntry():
		return Says(t.spec(), &t.x.Answer)
	case t.c.Answer != nil: // that to another copy may have been another
		return Says(t.spec(), t.c.Answer)
	case t.c.Cause != nil:
		return Says(t.spec(), &engine.Answer{Status: t.c.Cause.Rule.Fault.Status, Why: t.c.Cause})
	}
	return Says(t.spec(), &t.x.Answer)
}

func (t teller) who(id string) string {
	if id == engine.Seed {
		return "the start"
	}
	return t.w.Title(id)
}

// when is the moment of a mark as a story has it: the time, and where no time has passed the request.
func (t teller) when(m engine.Mark) string {
	switch {
	case !t.clockless:
		return " at " + m.At.String()
	case m.Request != 0 && m.By != engine.Seed:
		return fmt.Sprintf(" with #%d", m.Request)
	}
	return ""
}

// did says what a mark's request did, as `Ben saved v5 at 00:12.0`.
func (t teller) did(m engine.Mark) string {
	x := t.w.Exchange(m.Request)
	switch {
	case x == nil:
		return t.ended(m)
	case t.undecided(m):
		return fmt.Sprintf("%s's #%d stood undecided at the service%s", t.who(m.By), x.Number,
			strings.TrimPrefix(t.when(m), fmt.Sprintf(" with #%d", x.Number)))
	}
	if c := t.c.Cause; c != nil && c.Rule.Name == "WATCH" && !x.Took {
		return fmt.Sprintf("%s's #%d touched %s, and changed nothing", t.who(m.By), x.Number, c.Have)
	}
	if c := t.c.Cause; c != nil && c.Rule.Name == "upload" && t.w.Spec(x.Verb).Effect == engine.Commits && !x.Took {
		return fmt.Sprintf("%s's #%d was refused%s, which ended the upload", t.who(m.By), x.Number,
			strings.TrimPrefix(t.when(m), fmt.Sprintf(" with #%d", x.Number)))
	}
	if spec := t.w.Spec(x.Verb); m.Event > x.Decided.Event &&
		(spec.Effect == engine.Opens || spec.Effect == engine.Deletes && x.Object.Kind == "handle") {
		return t.closed(x, m)
	}
	if t.finished(x, m) {
		return fmt.Sprintf("%s's copy to %s, begun with #%d, was finished%s", t.who(m.By), Called(t.w, x.Object),
			x.Number, strings.TrimPrefix(t.when(m), fmt.Sprintf(" with #%d", x.Number)))
	}
	when, copied := t.when(m), t.byCopy(x, m)
	if copied != "" {
		when = strings.TrimSuffix(when, fmt.Sprintf(" with #%d", x.Number)) + copied
	}
	if BroughtBack(x) {
		when = " by a renewal" + when
	}
	return t.who(m.By) + " " + t.doing(x, x.AnswerOf(m.Event)) + when + t.cameLate(x) + t.tookBack(x) + t.atOnce(x) +
		t.shownAtOnce(x) + t.withCache(m) + t.withLock(x, m)
}

// shownAtOnce says of an update of a message that it hid it from nobody.
func (t teller) shownAtOnce(x *engine.Exchange) string {
	if PutsBack(t.w, x) {
		return ", which made it visible at once"
	}
	return ""
}

// finished says whether a mark is that of the end of a slow copy, and not of its begin, which made another version.
func (t teller) finished(x *engine.Exchange, m engine.Mark) bool {
	return m.Event > x.Decided.Event && t.w.Spec(x.Verb).Effect == engine.Copies &&
		x.AnswerOf(m.Event).Field("copy-status").String() == "pending"
}

// withCache says of an open what it kept and did not give back, where that stood in the way.
func (t teller) withCache(m engine.Mark) string {
	if c := t.c.Cause; c != nil && c.Rule.Name == "oplock" && m == c.Since {
		return fmt.Sprintf(" with a cache (%s), which %s client did not write back in time", c.Have,
			possessive(t.who(m.By)))
	}
	return ""
}

// withLock says of a write that it put a version under the retention or the hold which stood in the way.
func (t teller) withLock(x *engine.Exchange, m engine.Mark) string {
	if c := t.c.Cause; c != nil && c.Rule.Name == "version lock" && m == c.Since && t.w.Spec(x.Verb).Effect.Contents() {
		return fmt.Sprintf(" under %s", c.Want)
	}
	return ""
}

// atOnce says of a write under which a key was gone: only a deadline that is over already makes it so.
func (t teller) atOnce(x *engine.Exchange) string {
	effect := t.w.Spec(x.Verb).Effect
	c := t.c.Cause
	if c == nil || c.Rule.Kind != engine.IsGone || x.Decided != c.Since || c.Rule.Name == "type" ||
		!t.w.Spec(x.Verb).Prompt() ||
		effect != engine.Writes && effect != engine.Describes {
		return ""
	}
	return ", with an expiry in the past: it was gone at once"
}

// closed says what a close did for which the open had asked, or a mark for deletion: the file that it deletes.
func (t teller) closed(open *engine.Exchange, m engine.Mark) string {
	asked, name := fmt.Sprintf("#%d had asked for it to be deleted then", open.Number), Called(t.w, open.Object)
	if _, file, handle := strings.Cut(name, "handle of "); handle {
		name = file
	}
	for n := t.requestsAt(m.Event) - 1; n > open.Number; n-- {
		if x := t.w.Exchange(n); x.Decided.Event == m.Event {
			if x.By != open.By {
				asked = possessive(t.who(open.By)) + " " + asked
			}
			return fmt.Sprintf("%s closed %s%s: %s", t.who(x.By), name, t.when(x.Decided), asked)
		}
	}
	return fmt.Sprintf("%s's handle of %s was closed%s: %s", t.who(m.By), name,
		strings.TrimSuffix(t.when(m), fmt.Sprintf(" with #%d", open.Number)), asked)
}

// undecided says whether a mark is that of a request that had arrived and was not decided.
func (t teller) undecided(m engine.Mark) bool {
	x := t.w.Exchange(m.Request)
	return x != nil && (x.Decided.IsZero() || m.Event < x.Decided.Event)
}

// ended says what the clock ended: a lease, a message, a key, a session.
func (t teller) ended(m engine.Mark) string {
	switch name := Called(t.w, t.x.Object); {
	case (t.c.Kind == engine.LeaseOver || t.c.Kind == engine.IsLeased) && t.brokenBefore(m):
		return fmt.Sprintf("The break of the lease of %s took effect at %s", name, m.At)
	case t.c.Kind == engine.LeaseOver || t.c.Kind == engine.IsLeased:
		return fmt.Sprintf("The lease of %s ended by itself at %s", name, m.At)
	case t.c.Cause != nil && t.c.Cause.Limit != "":
		return strings.ReplaceAll(t.c.Cause.Limit, "{it}", t.object()) + " at " + m.At.String()
	case t.c.Kind == engine.TornRead, t.c.Cause == nil && t.c.Object.Kind != "key":
		return fmt.Sprintf("%s ended by itself at %s, as set by %s", t.object(), m.At, t.who(m.By))
	}
	if t.spec().Effect.OfLease() && t.c.Kind == engine.OwnEcho {
		return fmt.Sprintf("The lease of %s ended at %s", t.object(), m.At)
	}
	return fmt.Sprintf("%s expired at %s, as set by %s", t.expired(), m.At, t.who(m.By))
}

// expired is the name of what the clock ended. A transaction is of no object: one of its lines was, or what it watched.
func (t teller) expired() string {
	name, c := t.object(), t.c.Cause
	switch at := t.refusedCommand(); {
	case name != "" || c == nil:
	case c.Rule.Name == "WATCH":
		name = c.Have.String()
	case at >= 0:
		name = Called(t.w, t.queued()[at].Object)
	}
	return cmp.Or(name, "what stood there")
}

// brokenBefore says whether the lease that the clock ended had been broken: the newest that was done to it before was.
func (t teller) brokenBefore(m engine.Mark) bool {
	for x := range leaseWork(t.w, t.x.Object).Before(t.requestsAt(m.Event)).Newest() {
		if x.Decided.Event >= m.Event {
			continue
		}
		switch t.w.Spec(x.Verb).Effect {
		case engine.BreaksLease:
			return true
		case engine.AcquiresLease, engine.RenewsLease, engine.ReleasesLease:
			return false
		}
	}
	return false
}

// object is what the conflict is about, as people call it.
func (t teller) object() string { return Called(t.w, t.c.Object) }

// itself stands in what an operation did for its object.
var itself = regexp.MustCompile(`\bits?\b`)

// doing is what a request did, with the name of what it did it to; the answer is that of the copy which did it.
func (t teller) doing(x *engine.Exchange, answer *engine.Answer) string {
	spec := t.w.Spec(x.Verb)
	pending := t.c.Kind == engine.Unfinished || t.c.Cause != nil && t.c.Cause.Rule.Name == "copy id"
	if pending && spec.Effect == engine.Copies {
		return "began the pending copy to " + Called(t.w, x.Object)
	}
	if did := cmp.Or(t.endedUpload(x), t.snapshotsBack(x), t.tookSnapshot(x)); did != "" {
		return did
	}
	if v := answer.Field("version"); !v.IsZero() && spec.Effect.Contents() {
		if (x.Object == t.c.Object || x.Object == t.x.Object) && !t.severalHarmed() {
			return "saved v" + v.String()
		}
		return "saved v" + v.String() + " of " + Called(t.w, x.Object)
	}
	if did := t.inOne(x); did != "" {
		return did
	}
	if version := t.versionTaken(x); version != "" {
		return "deleted " + version
	}
	name := strings.Replace(thing(t.w, x), t.who(x.By)+"'s ", "the ", 1)
	if file, handle := strings.CutPrefix(name, "the handle of "); handle && spec.Effect != engine.Closes {
		name = file
	}
	if name == "" {
		name = "keys"
	}
	wrote := t.wrote(x)
	if read := t.readSeveral(x); read != "" {
		name = read
	} else if spec.Effect == engine.Writes && len(wrote) > 1 {
		name = And(wrote)
	} else if text, ok := t.valueSet(spec, x); ok {
		return fmt.Sprintf("set %s to %s", name, text)
	}
	if spec.Effect == engine.Deletes && x.Object != t.c.Object && (t.leftItself(x) || t.deletesInList(x, t.c.Object)) {
		return "deleted " + t.object()
	}
	verb := t.actOf(spec, x, answer)
	did := itself.ReplaceAllStringFunc(verb, func(it string) string {
		if it == "its" {
			return possessive(name)
		}
		return name
	})
	for _, a := range x.Resolved() {
		did = strings.ReplaceAll(did, "{"+a.Name+"}", a.Value.String())
	}
	if moves := spec.Effect == engine.Renames || spec.Effect == engine.Copies; moves &&
		strings.HasSuffix(spec.Did, " it") {
		if to := slices.DeleteFunc(wrote, func(other string) bool { return other == name }); len(to) == 1 {
			return did + " to " + to[0]
		}
	}
	if !itself.MatchString(verb) && t.elsewhere(x) && thing(t.w, x) != "" && spec.Effect != engine.Receives {
		if held, back := strings.CutSuffix(did, " back"); back {
			return held + " of " + name + " back"
		}
		did += " of " + name
	}
	return did
}

// actOf is what a request did to a thing, which is called `it`.
func (t teller) actOf(spec *engine.OpSpec, x *engine.Exchange, answer *engine.Answer) string {
	switch spec.Effect {
	case engine.ReleasesLease:
		return t.releases(x)
	case engine.RenewsLease:
		if BroughtBack(x) {
			return "took the lease"
		}
	case engine.Opens:
		return opens(spec, answer)
	case engine.Permits:
		return t.setAccess(spec, x)
	case engine.Describes:
		if onlySequence(x) {
			return "set its sequence number to " + answer.Field("sequence").String()
		}
	}
	return spec.Did
}

// onlySequence says whether all that a request wrote is the sequence number of a page blob.
func onlySequence(x *engine.Exchange) bool {
	wrote := false
	for _, p := range x.Shows {
		if own := p.Mark.Request == x.Number; own && p.Name != "sequence" {
			return false
		} else if own {
			wrote = true
		}
	}
	return wrote
}

// opens is what an open did: it may have made what it opened, or put something else in the place of that.
//
// Source: engine/share/rules.md, "Open by disposition".
func opens(spec *engine.OpSpec, answer *engine.Answer) string {
	switch answer.Field("action").String() {
	case "created":
		return "created and " + spec.Did
	case "overwritten":
		return "emptied and " + spec.Did
	case "superseded":
		return "replaced and " + spec.Did
	}
	return spec.Did
}

// leftItself says whether a request removed what the story is about by naming it in a list, and left the thing in which
// that lay.
func (t teller) leftItself(x *engine.Exchange) bool {
	removed := func(object engine.ObjectID) bool {
		return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == object && p.Gone && p.Mark.Request == x.Number
		})
	}
	return removed(t.c.Object) && !removed(x.Object) && slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		_, list := a.Value.List()
		return list
	})
}

// wrote are the names of what a request wrote and left there, where it may be several things: keys of a line.
func (t teller) wrote(x *engine.Exchange) (names []string) {
	for _, p := range x.Shows {
		behind := t.w.WorkedOn(p.Object) // what waits in the cache of a handle is told of its file
		if behind != p.Object && slices.ContainsFunc(x.Shows, func(o engine.Part) bool { return o.Object == behind }) {
			continue
		}
		if name := Called(t.w, p.Object); p.Mark.Request == x.Number && !p.Gone && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// And is a list of names as a sentence has it.
func And(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// valueSet is the value that a line at a prompt set, where it set one.
func (t teller) valueSet(spec *engine.OpSpec, x *engine.Exchange) (text string, ok bool) {
	line, isLine := x.Op().(engine.Liner)
	if !isLine || spec.Effect != engine.Writes {
		return "", false
	}
	words, found := typed(x.Resolved()), 0
	for i, role := range line.Roles() {
		if role.Content && !role.Piece && i < len(words) {
			text, found = shortened(words[i]), found+1
		}
	}
	return text, found == 1
}

// happened is what a mark's request did, as a step.
func (t teller) happened(m engine.Mark) Step {
	if m.IsZero() {
		return Step{}
	}
	return Step{Text: strings.TrimSuffix(sentence(t.did(m)), ".") + t.answerLost(t.w.Exchange(m.Request)) + ".",
		Event: m.Event, at: m.At}
}

// answerLost says of what the sender had done itself, or of another's acquire of the lease that stands in the way, that
// its answer was lost; empty where it was heard.
func (t teller) answerLost(own *engine.Exchange) string {
	if own == nil || own.Is(t.x) || own.By != t.c.By && !t.inTheWay(own) || !own.Heard.IsZero() ||
		own.Lost.Event < own.Decided.Event ||
		own.Lost.IsZero() || own.Lost.Event > t.c.Event || t.c.Severity != engine.SeverityRefused {
		return ""
	}
	return "; its answer was lost"
}

// inTheWay says whether a request is the acquire of the lease that refused the finding's.
func (t teller) inTheWay(x *engine.Exchange) bool {
	return t.c.Kind == engine.IsLeased && t.c.Cause.Since.Request == x.Number &&
		t.w.Spec(x.Verb).Effect == engine.AcquiresLease
}

func (t teller) sent() Step {
	return Step{Text: fmt.Sprintf("%s sent #%d: %s.", t.who(t.x.By), t.x.Number, t.asked()), Event: t.x.Sent.Event,
		at: t.x.Sent.At}
}

// asked is the request in short. Where its method may mean several things, as PUT does of a blob, it says which
// operation it is.
func (t teller) asked() string {
	head, rest := t.askedWhat()
	for _, arg := range t.x.Resolved() {
		if arg.Name == "source" && !t.spec().Prompt() {
			return head + "  from " + arg.Value.String() + t.sourceState(arg.Value.String()) + rest
		}
	}
	return head + rest
}

// sourceState says which snapshot of its source a copy takes; empty where it takes what is there.
func (t teller) sourceState(source string) string {
	for _, arg := range t.x.Resolved() {
		if arg.Name == "source-snapshot" && !arg.Value.IsZero() {
			return itsSnapshot(snapshotMade(t.w, t.x, source, arg.Value), source)
		}
	}
	return ""
}

// askedWhat is that in two: the operation with its object, and its conditions.
func (t teller) askedWhat() (what, rest string) {
	spec, text := t.spec(), Asks(t.w, t.x)
	head, name := spec.Method+" "+Called(t.w, t.x.Object), " ("+spec.Verb+")"
	says := spec.Method != "PUT" && spec.Method != "POST" && len(sharing(t.w, spec)) == 1
	switch {
	case !strings.HasPrefix(text, head):
		return text, ""
	case strings.HasPrefix(text, head+name):
		return head + name, text[len(head+name):]
	case strings.EqualFold(spec.Verb, spec.Method+"-"+spec.Object), says:
		return head, text[len(head):]
	}
	return head + name, text[len(head):]
}

// answered is the decision, as the last step.
func (t teller) answered(text string) Step {
	return Step{Text: text, Event: t.c.Event, at: max(t.x.Sent.At, t.x.Decided.At, t.c.Victim.At)}
}

// sentence begins with a capital letter and ends with one full stop. An id or a value keeps its letters.
func sentence(text string) string {
	if strings.HasPrefix(text, "the start") {
		text = "T" + text[1:]
	}
	return strings.TrimRight(text, ".!") + "."
}

// possessive is whose something is.
func possessive(name string) string {
	if strings.HasSuffix(name, "s") {
		return name + "'"
	}
	return name + "'s"
}
