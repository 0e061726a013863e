package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Who asked that nothing be there may have met its own text, put there by another: one who finished the commit of a
// writer that took too long, or who copied the same source. The refusal is that of any other's work. To go on under the
// next name would have one work there twice, each by another, which no mark tells.

// alikeShown says that an answer behind what the request met has shown just what the request was to put there, by whom
// that was put, and that it still stands; empty where none has.
func (a *adviser) alikeShown() string {
	there, made := a.alikeThere(a.x)
	if there == nil {
		return ""
	}
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event < a.x.Sent.Event {
			break
		}
		if !slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Same(*there) && p.Mark == there.Mark }) {
			continue
		}
		if say, same := a.sameAsWritten(a.x, x); same {
			return fmt.Sprintf("%s, and %s put it there.", say, a.requestOf(made))
		}
	}
	return ""
}

// alikeThere is the text that stands now where a request was not done, with the other writer's request that put it
// there, where it is just what the first was to put there; nil: it is another, its sender's own, or none.
func (a *adviser) alikeThere(try *engine.Exchange) (there *engine.Part, made *engine.Exchange) {
	t := a.trial()
	read, ok := a.readOf(t, try.Object)
	if !ok || !t.send(read).accepted() {
		return nil, nil
	}
	at := slices.IndexFunc(t.last.Shows, func(p engine.Part) bool {
		return p.Object == try.Object && !p.Gone && slices.Contains(engine.TextNames(), p.Name)
	})
	if at < 0 {
		return nil, nil
	}
	made = a.v.Exchange(t.last.Shows[at].Mark.Request)
	if made == nil || made.By == a.c.By || a.v.Title(made.By) == "" {
		return nil, nil
	}
	if _, same := a.sameAsWritten(try, t.last); !same {
		return nil, nil
	}
	return &t.last.Shows[at], made
}

// byBoth says of a text that the sender put under another name, as `#7 has put the same text into log/2 since`, that
// another has put it where the sender's was refused; empty where nobody has.
func (a *adviser) byBoth(put string) string {
	const most = 64
	both := a.byAnotherAt(a.x)
	if both == "" { // it may have been refused under one taken name after another
		a.sameText(most, func(x *engine.Exchange) bool {
			if x.Number < a.x.Wish && !x.Took {
				both = a.byAnotherAt(x)
			}
			return both != ""
		})
	}
	if both == "" {
		return ""
	}
	return put + ", and " + both
}

// byAnotherAt says that another has put there what a try was to put there, which its sender put under another name.
// Empty where nobody has.
func (a *adviser) byAnotherAt(try *engine.Exchange) string {
	_, made := a.alikeThere(try)
	if made == nil {
		return ""
	}
	return fmt.Sprintf("%s holds it too, by %s: if that is one work, it was done twice. Settle with %s which "+
		"of the two is to be taken back.", a.v.Called(try.Object), a.requestOf(made), a.v.Title(made.By))
}

// byTwo is byBoth of whatever the sender was told: a try without an answer, and a refusal that does not say whose work
// it met, keep nobody from writing the text under another name. Empty where no such text stands twice, where it is the
// sender's own that stands there, and where the same was tried again since, whose card says so.
func (a *adviser) byTwo() string {
	if a.c.Severity == engine.SeveritySilent || toldSince(a.v, a.x) != "" {
		return ""
	}
	if a.spec.Effect == engine.Groups {
		return a.groupByTwo()
	}
	if !a.onlyMakes() {
		return ""
	}
	also := a.putSince()
	if also == nil {
		return ""
	}
	if done := a.doneTry(); done != nil && a.stands(done) {
		return ""
	}
	return a.byBoth(a.hasPut(also))
}

// hasPut is that a request has put the same text under another name, as `#7 has put the same text into log/2 since`.
func (a *adviser) hasPut(also *engine.Exchange) string {
	return fmt.Sprintf("#%d has put the same text into %s%s", also.Number, a.v.Called(also.Object), a.wordSince(also))
}

// wordSince is the word behind what a later request than the finding's did; empty where it is an earlier one.
func (a *adviser) wordSince(x *engine.Exchange) string {
	if x.Number > a.x.Number {
		return " since"
	}
	return ""
}

// onlyMakes says whether the request asks that nothing be there, as one under If-None-Match * and an insert do; what is
// written at a prompt is a value, and no work of its own.
func (a *adviser) onlyMakes() bool {
	return !a.spec.Prompt() && (only(a, "if-none-match") || conflict.OnlyMakes(a.v.Clone(), a.x.Verb, a.x.Args))
}

// copied is the text that a copy put there, or would have put there without its guards; ok is false where that is not
// there at once, or is none.
func (a *adviser) copied(x *engine.Exchange) (text string, ok bool) {
	switch {
	case x.Answer.Field("copy-status").String() == "pending":
		return "", false
	case x.Took:
		_, left := a.around(x.Object, x.Decided.Event, x.Number)
		text = conflict.TextIn(left)
		return text, text != ""
	}
	at := x.Sent.Event
	if !x.Decided.IsZero() {
		at = x.Decided.Event
	}
	return a.comesTo(x, at)
}

// copiesAlike says whether two copies of one source put, or were to put, the same text.
func (a *adviser) copiesAlike(x, y *engine.Exchange) bool {
	if sourceOf(x) == "" || sourceOf(x) != sourceOf(y) {
		return false
	}
	text, ok := a.copied(x)
	other, also := a.copied(y)
	return ok && also && text == other
}

// afterCopyShown is for an answer that shows just what a copy without an answer was to bring: whoever copies the same
// source brings the same, so that no id in it tells whose copy it was.
func (a *adviser) afterCopyShown(try, shown *engine.Exchange) Card {
	say := fmt.Sprintf("What #%d shows is what #%d was to copy. Whoever copies %s puts the same there: if nobody else "+
		"does, it was done", shown.Number, try.Number, sourceOf(try))
	if a.alsoElsewhere() == "" {
		say += ", and nothing is left to send"
	}
	say += "."
	if a.asksAbsence() {
		say += " Of a marker, settle who does its work."
	}
	return Card{Say: say}
}
