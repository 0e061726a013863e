package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// overSameText is for a text that was replaced by the very same: of the text nothing has to be put back. What stood
// beside it and went with it, as a claim in the metadata, is still lost. ok is false where nobody else is concerned.
func (a *adviser) overSameText() (Card, bool) {
	whose := a.v.Title(a.c.Whose)
	if a.c.Whose == a.c.By || whose == "" || a.c.Kind == engine.SameNumber {
		return Card{}, false
	}
	if !slices.Contains(engine.TextNames(), a.c.Part) {
		return a.overSameSetting(whose)
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if e.Kind != engine.Decided || e.Request != a.c.Request {
			continue
		}
		if conflict.HoldsAll(a.v.Clone(), a.c) && a.besideOf(e) == "" {
			return a.overPartOfIt(e, whose), true
		}
		if !conflict.SameText(a.v.Clone(), *e, a.c.Object) {
			continue
		}
		say := fmt.Sprintf("#%d put there the very text that %s had put there", a.x.Number, whose)
		stands, beside := a.v.Readable(a.c.Object) && conflict.TextStands(a.v.Clone(), *e, a.c.Object), a.besideOf(e)
		switch {
		case beside != "":
			return Card{Say: fmt.Sprintf("%s, and took what %s had set beside it: %s. Tell %[2]s, who stops if it "+
				"was a claim; anything else is %[2]s's to set again, if it is still wanted.", say, whose, beside)}, true
		case stands:
			say += ", and a read shows it"
		}
		return Card{Say: fmt.Sprintf("%s. Where both were to count, as two who each add 1, one is missing: settle "+
			"that with %s.", say, whose)}, true
	}
	if a.putBack() {
		return Card{Say: a.putBackWords()}, true
	}
	return Card{}, false
}

// overPartOfIt is the same of a text that was replaced by a longer one, which has all of it.
func (a *adviser) overPartOfIt(e *engine.Event, whose string) Card {
	shown := ""
	if a.v.Readable(a.c.Object) && conflict.TextStands(a.v.Clone(), *e, a.c.Object) {
		shown = ", and a read shows it"
	}
	return Card{Say: fmt.Sprintf("#%d holds all that %s had put there with #%d%s: nothing of it has to be put back.",
		a.x.Number, whose, a.c.Victim.Request, shown)}
}

// overSameSetting is the same for what stands beside a text, as metadata and tags, and for a property of a row: both
// asked for the very same, or all that the other had set is in what the request set, and nobody has changed it since.
func (a *adviser) overSameSetting(whose string) (Card, bool) {
	theirs := a.v.Exchange(a.c.Victim.Request)
	if theirs == nil || a.changedSinceFinding() {
		return Card{}, false
	}
	did := "set the very same that %s had set with #%d, and a read shows it"
	if a.spec.Effect != engine.Describes || theirs.Verb != a.x.Verb || !slices.Equal(a.asked(theirs), a.asked(a.x)) {
		did = "holds all that %s had set with #%d, and a read shows it"
		if set, lost, ok := a.settingsLost(); !ok || set == 0 || len(lost) > 0 {
			return Card{}, false
		}
	}
	say := fmt.Sprintf("#%d "+did, a.x.Number, whose, theirs.Number)
	if slices.Contains([]string{"legal-hold", "retention", "policy", "acl"}, a.c.Part) { // none of these counts
		return Card{Say: say + ": nothing of it has to be set again."}, true
	}
	return Card{Say: fmt.Sprintf("%s. Where both were to count, one is missing: settle that with %s.", say,
		whose)}, true
}

// asked is what a request asks for, without what it compares, a line for each argument.
func (a *adviser) asked(x *engine.Exchange) (lines []string) {
	spec := a.v.Spec(x.Verb)
	for _, arg := range x.Resolved() {
		if p, _ := spec.Param(arg.Name); !p.Guards() {
			lines = append(lines, arg.Name+"="+arg.Value.String())
		}
	}
	slices.Sort(lines)
	return lines
}

// besideOf names what the finding's request changed beside the text of what the one whose text it replaced had set;
// empty: nothing.
func (a *adviser) besideOf(e *engine.Event) string {
	theirs := func(c engine.Change) bool {
		return c.Object == a.c.Object && c.Mark.By == a.c.Whose && !c.Same && !c.Adds && c.Name != a.c.Part
	}
	if !slices.ContainsFunc(e.Own(), theirs) {
		return ""
	}
	var names []string
	for _, r := range a.v.ChangedBeside(*e, a.c.Object) {
		if r.HasBase && a.setBeside(r.Name, e.Number) == a.c.Whose {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, ", ")
}

// besideOfFinding is besideOf of the event in which the finding's request was decided.
func (a *adviser) besideOfFinding() string {
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		if e.Kind == engine.Decided && e.Request == a.c.Request && a.c.Whose != a.c.By {
			return a.besideOf(e)
		}
	}
	return ""
}

// setBeside is who, before an event, was the last to change a property beside the text, or made the object with it.
func (a *adviser) setBeside(name string, before int) string {
	w := a.v.Clone()
	for e := range a.v.Between(0, before) {
		older, newer, touched := e.On(w, a.c.Object.Kind, a.c.Object.Name)
		made := touched && view.Readable(newer) && !view.Readable(older)
		if made || touched && slices.ContainsFunc(a.v.ChangedBeside(*e, a.c.Object), func(r conflict.Row) bool {
			return r.Name == name
		}) {
			return e.By
		}
	}
	return ""
}

// putBack says whether the work that was replaced was the very text that the request was made from, which its sender
// had read or written: what stood in between was taken away by whoever put that back. Of a count it says nothing.
func (a *adviser) putBack() bool {
	base, victim := a.v.BaseOf(a.x, a.c.Object), a.v.Exchange(a.c.Victim.Request)
	if base == nil || victim == nil || base.Object != a.c.Object || !base.Answer.Accepted() ||
		base.Decided.Event >= a.c.Victim.Event || a.spec.Effect == engine.Deletes ||
		!slices.Contains(engine.TextNames(), a.c.Part) {
		return false
	}
	if put := a.v.Spec(victim.Verb).Effect; !put.Contents() || put == engine.Adds || put == engine.Appends {
		return false
	}
	text := a.textOfBase(base)
	return text != "" && a.textAt(a.c.Victim.Event+1) == text
}

// textOfBase is the text that an answer had shown, or that an own write had left there.
func (a *adviser) textOfBase(base *engine.Exchange) string {
	if text := base.Answer.Text(); !text.IsZero() || a.v.Spec(base.Verb).Group == engine.GroupRead {
		return text.String()
	}
	return a.textAt(base.Decided.Event + 1)
}

// textAt is the text that a read in front of a record would have shown; empty where it is refused or shows none.
func (a *adviser) textAt(record int) string {
	t := a.before(record)
	read, ok := a.readOf(t, a.c.Object)
	if !ok || !t.send(read).accepted() {
		return ""
	}
	return t.last.Answer.Text().String()
}

// putBackWords says what is lost where that very text was put there.
func (a *adviser) putBackWords() string {
	base, text, had := a.v.BaseOf(a.x, a.c.Object), "text", "read"
	if a.spec.Prompt() {
		text = "value"
	}
	if a.v.Spec(base.Verb).Group != engine.GroupRead {
		had = "put there"
	}
	had = fmt.Sprintf("the %s that %s had %s", text, a.who(), had)
	if beside := a.besideOfFinding(); beside != "" {
		whose := a.v.Title(a.c.Whose)
		return fmt.Sprintf("#%d had put there %s: no %s is lost by this, but #%d took what %s had set beside it: %s. "+
			"Tell %[5]s, who stops if it was a claim; anything else is %[5]s's to set again, if it is still wanted.",
			a.c.Victim.Request, had, text, a.x.Number, whose, beside)
	}
	number := fmt.Sprintf(", put a number into the %s.", strings.Replace(text, "text", "content", 1))
	if a.alwaysThat(base) {
		say := fmt.Sprintf("#%d had put there %s and that stood there: no %s is lost by this.", a.c.Victim.Request, had,
			text)
		if a.c.Kind == engine.SameNumber {
			say += " Where it matters that it was written" + number
		}
		return say
	}
	say := fmt.Sprintf("#%d had put back %s: no %s is lost by this, but %s did not see that it had been different "+
		"in between.", a.c.Victim.Request, had, text, a.who())
	if a.c.Kind == engine.SameNumber {
		say += " Where that matters" + number
	}
	return say
}

// alwaysThat says whether that very text had stood there in front of the work that was replaced as well: then it was
// written over itself, and was never another in between.
func (a *adviser) alwaysThat(base *engine.Exchange) bool {
	return a.textAt(a.c.Victim.Event) == a.textOfBase(base)
}
