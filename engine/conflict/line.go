package conflict

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
)

// Telling is one event in words: who, the request's number as `#7`, and what happened.
type Telling struct {
	Who, No, What string
}

// Reason is the status with HTTP's words, as `412 Precondition Failed`; of an NTSTATUS its number, as `NTSTATUS
// 0xC0000043`.
func Reason(status int) string {
	switch {
	case status == 0:
		return engine.Success
	case engine.IsNTStatus(status):
		return fmt.Sprintf("NTSTATUS 0x%08X", uint32(status))
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, engine.StatusWords(status)))
}

// Tell puts an event into words. The world is any in which its request is known: the one after it, or a later one.
func Tell(w *engine.World, e engine.Event) Telling {
	t := tell(w, e)
	t.Who, t.What = inItsRow(t.Who), inItsRow(t.What)
	return t
}

// inItsRow is a text that stays in its row and in its order: what names and titles hold may not look like another
// event.
func inItsRow(text string) string {
	plain := func(r rune) bool { return !unicode.IsControl(r) && !unicode.Is(unicode.Bidi_Control, r) }
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if plain(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

func tell(w *engine.World, e engine.Event) Telling {
	t := Telling{Who: w.Title(e.By)}
	if e.Request != 0 {
		t.No = fmt.Sprintf("#%d", e.Request) + strings.Repeat("'", e.Copy)
	}
	x := w.Exchange(e.Request)
	switch e.Kind {
	case engine.Joined:
		t.What = "joins"
	case engine.Switched:
		t.Who, t.What = "", fmt.Sprintf("%s is %s", e.Object.Name, e.Text)
		if id, key, of := strings.Cut(e.Object.Name, "."); of && w.Writer(id) != nil {
			t.What = fmt.Sprintf("%s's %s is %s", w.Title(id), key, e.Text)
		}
	case engine.Locked:
		t.Who, t.What = "", fmt.Sprintf("%s guards %s", e.Text, e.Object)
	case engine.Sent:
		t.What = Asks(w, x)
		if x.Wish != x.Number {
			t.What += fmt.Sprintf(", retry of #%d", x.Wish)
		}
	case engine.Arrived:
		t.What = "reached the service"
	case engine.Waiting:
		t.Who, t.What = "service", "waits: "+e.Answer.Why.Rule.Name
	case engine.Decided:
		t.Who, t.What = "service", answerInWords(w, x, e.Answer)+unread(w, e)+oplocksBroken(w, e)
	case engine.Heard:
		t.What = "heard " + answerInWords(w, x, e.Answer)
	case engine.Lost:
		t.What = "the " + e.Text + " was lost"
	case engine.Duplicated:
		t.What = "has a second copy under way"
	case engine.GaveUp:
		t.What = "stopped waiting"
	case engine.Moved:
		t.What = "has another place in the order"
	case engine.Edited:
		t.What = "changed: " + Asks(w, x)
	case engine.Finished:
		t.Who, t.What = "service", "finished: "+answerInWords(w, x, e.Answer)+oplocksBroken(w, e)
	case engine.Ended:
		if e.Object.Kind == planKind { // nobody's clock but the writer's own
			t.Who, t.What = w.Title(e.Object.Name), "has waited, the plan goes on"
			break
		}
		t.Who, t.What = "clock", rang(w, e)+endedWith(w, e)+heldWhenItEnded(w, e)
	case engine.Passed:
		t.Who, t.What = "clock", "moves on to "+e.At.String()
	case engine.Acted:
		t.What = "did the work of " + Called(w, e.Object)
	case engine.Told:
		t.What = "was told " + e.Text
	case engine.Planned:
		t.What = planned(e.Text)
	}
	return t
}

// SettingShown is the value of a setting as people know it: a guard by what it sends.
func SettingShown(key, value string) string {
	switch {
	case key != "guard" || !strings.HasPrefix(value, "if-"):
		return value
	case value == "if-match-any":
		return "If-Match *"
	}
	return GuardName(value)
}

func planned(what string) string {
	switch what {
	case "off":
		return "has no plan any more"
	case "":
		return "has a plan"
	}
	return what + " by its plan"
}

// planKind is the kind of where a writer's plan stands, as `plan ann`.
const planKind = "plan"

// rang says what the end of an event's timer means for its object.
func rang(w *engine.World, e engine.Event) string {
	timer, place := e.Text, Called(w, e.Object)
	switch timer {
	case "lease.ends":
		return "the lease of " + place + " ended"
	case "lease.breaks":
		return "the lease of " + place + " is broken"
	case "free":
		return "the name " + place + " is free again"
	case "next-visible":
		return place + " is visible again"
	case "expires", "expiry":
		return place + " expired"
	case "session":
		if !closedIt(w, e) {
			return "the session of " + place + " goes on: its client answered"
		}
		return "the session of " + place + " ended: its client did not answer, and the service closed it"
	}
	if name, ok := strings.CutPrefix(strings.TrimSuffix(timer, ".settles"), "policy."); ok {
		return place + " goes by access policy " + name + " as it was set"
	}
	return strings.ReplaceAll(timer, ".", " ") + ": the time of " + place + " is over"
}

// Stamp is the moment that stands in front of an event, as `00:30.6`. Of the clock moving on it is where that began:
// what happens on the way comes behind, and is earlier than where it ends.
func Stamp(e engine.Event) string {
	if e.Kind == engine.Passed {
		return e.Text
	}
	return e.At.String()
}

// Line is an event as the log, the plain mode and the runner write it: time, who, number, what, marks.
func Line(w *engine.World, e engine.Event, marks ...Finding) string {
	t := Tell(w, e)
	line := fmt.Sprintf("%-8s %-8s %-4s %s", Stamp(e), t.Who, t.No, t.What)
	for _, m := range marks {
		line += "   " + m.String()
	}
	return strings.TrimRight(line, " ")
}

// Asks is a request in short: method, object, and its guards; a line as it was typed, with what its references stand
// for. Where another operation is what the method means of such an object, as PUT of a blob, its own name stands beside
// it.
func Asks(w *engine.World, x *engine.Exchange) string {
	spec := w.Spec(x.Verb)
	if spec.Prompt() {
		return strings.Join(append([]string{x.Verb}, typed(x.Resolved())...), " ")
	}
	text := spec.Method + " " + Called(w, x.Object)
	switch {
	case x.Object.Name == "": // a list of all: its verb says of what
		text = x.Verb
	case !isMeant(w, spec):
		text += " (" + x.Verb + ")"
	}
	text += stateAsked(w, x)
	for _, guard := range Guards(w, x) {
		text += "  " + guard
	}
	return text
}

// isMeant says whether an operation is the one that its method means of its object: the one that is called so, or else
// the first of its service with that method.
func isMeant(w *engine.World, spec *engine.OpSpec) bool {
	called := func(op *engine.OpSpec) bool { return strings.EqualFold(op.Verb, op.Method+"-"+op.Object) }
	if called(spec) {
		return true // nearly all: no other has to be looked at
	}
	others := sharing(w, spec)
	return !slices.ContainsFunc(others, called) && others[0].Verb == spec.Verb
}

// sharing are the operations of a service that have the method and the object of one, in their order, that one too.
func sharing(w *engine.World, spec *engine.OpSpec) (list []*engine.OpSpec) {
	for op := range w.ServiceOf(spec.Verb).All() {
		if op.Method == spec.Method && op.Object == spec.Object {
			list = append(list, op)
		}
	}
	return list
}

// Guards are the conditions that a request carried, each as `If-None-Match *`: with what its references stood for when
// it was sent, as a plan gives the same name to another answer in its next round.
func Guards(w *engine.World, x *engine.Exchange) (list []string) {
	spec := w.Spec(x.Verb)
	for _, a := range x.Resolved() {
		switch p, ok := spec.Param(a.Name); {
		case ok && p.Guard != "":
			list = append(list, GuardName(a.Name)+" "+Tag(w, asAnswered(p, a.Value)))
		case ok && strings.HasSuffix(a.Name, tagsRule): // a query over tags, which has no shorter form
			list = append(list, GuardName(a.Name)+" "+a.Value.String())
		}
	}
	return list
}

// asAnswered is what a guard names, as answers give it: a scene may call a lease by a name of its own, as guid:A.
func asAnswered(p engine.Param, v engine.Value) engine.Value {
	if p.Guard == "lease" && strings.HasPrefix(v.String(), "guid:") {
		return LeaseNamed(v).Value()
	}
	return v
}

// GuardName is a guard as its header is called, as `If-Match`.
func GuardName(param string) string {
	if param == "popreceipt" {
		return "receipt"
	}
	words := strings.Split(param, "-")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "-")
}

// Tag is a value as people compare it: a token in short, a reference as what it stands for.
func Tag(w *engine.World, v engine.Value) string {
	if name, field, ok := v.RefName(); ok {
		if x := w.Named(name); x != nil {
			if found := x.Answer.Reach(field); !found.IsZero() {
				return Tag(w, found)
			}
		}
	}
	if t, ok := v.Token(); ok {
		return t.Short()
	}
	list, isList := v.List()
	switch text := v.String(); {
	case isList:
		var each []string
		for _, one := range list {
			each = append(each, Tag(w, one))
		}
		return "[" + strings.Join(each, " ") + "]"
	case len(text) > 12:
		return engine.ShortTag(text)
	case text == "" && !v.IsZero():
		return `""`
	default:
		return text
	}
}

// Compared is a value that a cause names, as people compare it. A policy's statement is called by its whole name, and
// an expression is no tag.
func Compared(w *engine.World, c *engine.Cause, v engine.Value) string {
	if c.Rule.Kind == engine.ByPolicy {
		return v.String()
	}
	if text := v.String(); !isToken(v) && strings.Contains(text, " ") { // an expression
		return shortened(text)
	}
	return Tag(w, v)
}

// Place is an object without its kind: `wiki/home.md` of `blob wiki/home.md`.
func Place(object engine.ObjectID) string { return object.Name }

// Called is an object as people call it: a message by its text behind its queue, as `jobs "resize"`, a handle as `Ana's
// handle of s/f`, a plan by its writer, everything else by its name. Work is called by what it was done for.
func Called(w *engine.World, object engine.ObjectID) string {
	name := object.Name
	if object.Kind == planKind {
		return w.Title(name) + "'s plan"
	}
	r := w.Object(object)
	if object.Kind == "work" {
		for _, s := range w.Services() {
			for _, kind := range w.Kinds(s.Name) {
				if t, ok := w.Object(engine.ObjectID{Kind: kind, Name: name}).(engine.Titled); ok {
					r = t.(engine.Record)
				}
			}
		}
	}
	titled, ok := r.(engine.Titled)
	if !ok {
		return name
	}
	called, whose := titled.Called()
	if whose != "" {
		return w.Title(whose) + "'s " + called
	}
	holder, _, _ := strings.Cut(name, "/")
	return holder + " " + shortened(called)
}

// calledMost is how many letters of a text stand in for a name.
const calledMost = 32

func shortened(text string) string {
	if letters := []rune(text); len(letters) > calledMost {
		return string(letters[:calledMost-3]) + `.."`
	}
	return text
}

// typed are the words of a line as it was sent, in quotes where they need them.
func typed(args []engine.Arg) (words []string) {
	for _, a := range args {
		list, several := a.Value.List()
		if !several {
			list = []engine.Value{a.Value} // one word
		}
		for _, v := range list {
			words = append(words, shownWord(v.String()))
		}
	}
	return words
}

// LineOf is a line as it is typed.
func LineOf(verb string, words ...engine.Value) string {
	for _, v := range words {
		verb += " " + shownWord(v.String())
	}
	return verb
}

func shownWord(text string) string {
	if text == "" || strings.ContainsFunc(text,
		func(r rune) bool { return r == '"' || r <= ' ' || !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// Replied is what a prompt shows as the reply to a line: a value, a list in brackets, nil, or the text of an error.
func Replied(a *engine.Answer) string {
	v := a.Field("reply")
	if list, ok := v.List(); ok {
		parts := make([]string, len(list))
		for i, e := range list {
			parts[i] = Replied(&engine.Answer{Fields: []engine.Field{{Name: "reply", Value: e}}})
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	switch {
	case v.IsZero() && a.Why != nil:
		return a.Why.Rule.Fault.Message
	case v.IsZero():
		return "nil"
	case a.Why != nil:
		return v.String()
	}
	return shownWord(v.String())
}

// Says is an answer in few words: the status in HTTP's, or the reply to a line.
func Says(spec *engine.OpSpec, a *engine.Answer) string {
	if spec.Replies() {
		return Replied(a)
	}
	return reason(a)
}

// Answered is the answer of an event in short: its status and code, or the reply to a line; empty where it has none.
func Answered(w *engine.World, e engine.Event) string {
	switch {
	case e.Answer == nil:
		return ""
	case e.Answer.Status != 0 && w.Spec(w.Exchange(e.Request).Verb).Replies():
		return Replied(e.Answer)
	}
	return e.Answer.String()
}

// reason is the status of an answer in words: an NTSTATUS has its name.
func reason(a *engine.Answer) string {
	if engine.IsNTStatus(a.Status) && a.Code() != "" {
		return a.Code()
	}
	return Reason(a.Status)
}

func answerInWords(w *engine.World, x *engine.Exchange, a *engine.Answer) string {
	spec := w.Spec(x.Verb)
	if spec.Replies() {
		return Replied(a)
	}
	text := Reason(a.Status)
	if a.Why != nil && engine.IsNTStatus(a.Status) {
		return reason(a)
	}
	if a.Why != nil {
		return text + " (" + a.Code() + ")"
	}
	if v := a.Field("version"); !v.IsZero() {
		text += " v" + v.String()
	}
	if t, ok := a.Field("etag").Token(); ok {
		text += " " + t.Short()
	}
	return text
}

// Unread is the work that an accepted request replaced without its writer having read it, where that is no trouble: who
// writes without a guard lets the last writer win. It goes by what the writer had heard when it sent the request, so
// the world may be the one before the event or any later one on the branch. ok is false where there is none, and where
// a lock guards the object by agreement and its writer held it.
func Unread(w *engine.World, e engine.Event) (replaced engine.Change, ok bool) {
	replaced, ok = Blindly(w, e)
	return replaced, ok && !heldGuardian(w, e, replaced.Object)
}

// UnreadOfAll is Unread of everybody whose work it was: of each request whose work was replaced one change, the one of
// Unread first.
func UnreadOfAll(w *engine.World, e engine.Event) (replaced []engine.Change) {
	told := map[int]bool{}
	for c := range blindly(w, e) {
		if !told[c.Mark.Request] && !heldGuardian(w, e, c.Object) {
			replaced, told[c.Mark.Request] = append(replaced, c), true
		}
	}
	return replaced
}

// Blindly is the same of any object: of a writer who takes no lock, one that guards it by agreement excuses nothing.
// Whether the one whose work it was still holds that lock is asked of the world, which is to be the one before the
// event.
func Blindly(w *engine.World, e engine.Event) (replaced engine.Change, ok bool) {
	for c := range blindly(w, e) {
		return c, true
	}
	return replaced, false
}

// blindly is all of it, looked for as far as it is asked for.
func blindly(w *engine.World, e engine.Event) iter.Seq[engine.Change] {
	none := func(func(engine.Change) bool) {}
	if !carriedOut(e) || e.Shadowed {
		return none
	}
	x := w.Exchange(e.Request)
	if x.By == engine.Seed {
		return none
	}
	theirs, beside := theirWork(w, e, x)
	if theirs = append(theirs, beside...); len(theirs) == 0 {
		return atClose(w, e.Changed, e.Number, x)
	}
	if spec := w.Spec(x.Verb); !inEntries(spec) && // what is marked is told by its mark
		len(knowledgeAt(w, x, e.Own(), x.AsOf, e.Compared).unknownWork(theirs)) > 0 {
		return none
	}
	compared := e.Compared // of the event no more is kept than that
	return func(yield func(engine.Change) bool) {
		for _, entry := range byEntry(w.Spec(x.Verb), theirs) {
			for c := range knowledgeAt(w, x, entry, x.AsOf, compared).unread(entry) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// theirWork is the work of others that an accepted request took away, and what went beside its content.
func theirWork(w *engine.World, e engine.Event, x *engine.Exchange) (theirs, beside []engine.Change) {
	for _, c := range withoutKept(w, e, x, e.Own()) {
		c = (known{world: w, x: x}).ofMaker(c)
		work := w.Exchange(c.Mark.Request)
		others := work != nil && c.Mark.By != x.By && c.Mark.By != engine.Seed
		switch {
		case !others || c.Adds || c.Wanted || c.Gone || (known{world: w, x: x}).isNoWork(c.Part) ||
			(known{world: w, x: x}).onlyZeros(c):
		case c.Side:
			beside = append(beside, c)
		default:
			theirs = append(theirs, c)
		}
	}
	return theirs, beside
}

// TookAway is the work of others that an accepted request put something else in the place of, or removed, whether its
// writer had read it or not.
func TookAway(w *engine.World, e engine.Event) []engine.Change {
	if !carriedOut(e) || e.Shadowed {
		return nil
	}
	theirs, beside := theirWork(w, e, w.Exchange(e.Request))
	return append(theirs, beside...)
}

// unread are the changes that replace work which the request was not made from, where that is no harm.
func (k known) unread(theirs []engine.Change) iter.Seq[engine.Change] {
	return func(yield func(engine.Change) bool) {
		if len(k.unknownWork(theirs)) > 0 || !k.byTag && len(k.base) > 0 {
			return
		}
		for _, c := range theirs { // by a tag a text is known, and not read
			if (k.byTag || !k.knows(c.Part)) && !k.unsaid(c) && !yield(c) {
				return
			}
		}
	}
}

// unread says which of another writer's work an accepted request replaced that its content was not made from, for whose
// work a script changed nothing, or whose delete was undone.
func unread(w *engine.World, e engine.Event) string {
	if did := cmp.Or(Overwrote(w, e), scriptLeft(w, e), undidUnread(w, e)); did != "" {
		return ", " + did
	}
	return ""
}

// ReadBefore says of work that a request replaced without being made from it that its sender had read it all the same,
// as `which Ben had read with #4`, and what was sent instead. Empty where it had not: that is unread.
func ReadBefore(w *engine.World, request int, theirs engine.Change) (read, instead string) {
	x := w.Exchange(request)
	h := w.ShownTo(x.By, theirs.Part, x.Sent.Event, func(h *engine.Exchange) bool {
		s, ok := shows(h, theirs.Part)
		return ok && s.Mark.Event == theirs.Mark.Event
	})
	if h == nil {
		return "", ""
	}
	verb := "been shown"
	if w.Spec(h.Verb).Effect == engine.Reads {
		verb = "read"
	}
	read = fmt.Sprintf("which %s had %s with #%d", w.Title(x.By), verb, h.Number)
	if !theirs.Drops && h.Heard.Event >= x.AsOf { // a refused text that was sent once more as it was
		instead = ", with the text of before"
	}
	return read, instead
}
