package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// besideText compares what a try was to put beside its text, as metadata and tags, with what an answer shows of that:
// in what the answer is another, and what of the try it shows nothing of. It goes by what the same read would have
// shown behind the try, had that been done as it was sent.
func (a *adviser) besideText(try, shown *engine.Exchange) (differs, unseen string) {
	spec := a.v.Spec(try.Verb)
	if spec.Prompt() || shown.Object != try.Object {
		return "", ""
	}
	want, tried := a.shownIfDone(try, shown)
	gathers := func(name string) bool { p, ok := spec.Param(name); return ok && p.Prefix() && p.Name != ".*" }
	var other, hidden []string
	say := func(name string, was, is engine.Value) {
		switch {
		case is.IsZero():
			other = append(other, name+" is not set")
		case was.IsZero():
			other = append(other, fmt.Sprintf("%s is %s, which #%d was not to set", name, is, try.Number))
		default:
			other = append(other, fmt.Sprintf("%s is %s", name, is))
		}
	}
	for _, arg := range try.Resolved() {
		was, is, p := want.Field(arg.Name), shown.Answer.Field(arg.Name), paramOf(spec, arg.Name)
		switch {
		case p.Positional() || p.Name == ".*" || p.Guard != "" || p.Content && !p.Prefix():
		case was.IsZero() && is.IsZero() && gathers(arg.Name):
			hidden = append(hidden, arg.Name)
		case !was.IsZero() && was.String() == arg.Value.String() && !is.Equal(was):
			say(arg.Name, was, is)
		}
	}
	for _, f := range shown.Answer.Fields {
		if gathers(f.Name) && want.Field(f.Name).IsZero() && tried {
			say(f.Name, engine.Value{}, f.Value)
		}
	}
	return conflict.And(other), conflict.And(hidden)
}

func paramOf(spec *engine.OpSpec, name string) engine.Param {
	p, _ := spec.Param(name)
	return p
}

// shownIfDone is what an answer's read would have been answered behind a try that was done as it was sent, its guards
// aside; ok is false where that cannot be tried.
func (a *adviser) shownIfDone(try, shown *engine.Exchange) (answer engine.Answer, ok bool) {
	t := a.before(try.Sent.Event)
	bare, _ := a.service().UnguardedOf(a.v.Spec(try.Verb), engine.Send{By: try.By, Verb: try.Verb,
		Args: try.Resolved()})
	t.decide(bare)
	if t.err != nil || !t.last.Answer.Accepted() || a.v.Spec(shown.Verb).Effect != engine.Reads {
		return answer, false
	}
	if t.send(engine.Send{By: a.c.By, Verb: shown.Verb, Args: shown.Resolved()}); t.err != nil || t.last == nil {
		return answer, false
	}
	return t.last.Answer, t.last.Answer.Accepted()
}

// notCompared says of what stands beside a text that an answer shows nothing of it, with a blank in front; empty where
// it shows all of it.
func notCompared(shown *engine.Exchange, unseen string) string {
	if unseen == "" {
		return ""
	}
	return fmt.Sprintf(" #%d shows nothing of %s, which is not compared.", shown.Number, strings.TrimSpace(unseen))
}

// afterOtherShown is the same of an answer that shows something else than what the try was to write.
func (a *adviser) afterOtherShown(try, shown *engine.Exchange, text, differs string) Card {
	say := fmt.Sprintf("What #%d shows is not the text of #%d.", shown.Number, try.Number)
	switch body := shown.Answer.Text().String(); {
	case text == body && differs != "":
		say = fmt.Sprintf("What #%d shows is not what #%d was to write: %s.", shown.Number, try.Number, differs)
	case a.v.Spec(try.Verb).Effect == engine.Commits:
		say = fmt.Sprintf("What #%d shows is not what the pieces of #%d come to.", shown.Number, try.Number)
	}
	const unseen = "it can no longer be seen whether that try had been done before"
	switch was := a.showedIt(try, shown, text); {
	case was != nil:
		return Card{Say: fmt.Sprintf("#%d showed what #%d was to write, and #%d shows another text. If that claims it "+
			"for somebody else, stop; otherwise check whether the change is still missing.", was.Number, try.Number,
			shown.Number)}
	case a.asksAbsence():
		if card, ok := a.mayHaveEnded(fmt.Sprintf("%s I%s.", say, unseen[1:])); ok {
			return card
		}
		next := ""
		if only(a, "if-none-match") {
			next = ", and a log goes on under the next name"
		}
		if differs != "" {
			say += " If that claims it for somebody else, stop."
		}
		return Card{Say: fmt.Sprintf("%s If all write there only if nothing is there, and nobody deletes, #%d was not "+
			"done%s. Otherwise %s. Decide whether what is there will do.", say, try.Number, next, unseen)}
	case a.spec.Effect == engine.Adds:
		return Card{Say: fmt.Sprintf("%s I%s. Decide whether what is there will do.", say, unseen[1:])}
	}
	if body := shown.Answer.Text().String(); differs != "" || a.othersClaim(text, body) {
		return Card{Say: fmt.Sprintf("%s If what is there now claims it for somebody else, stop; otherwise check "+
			"whether the change is still missing: %s.", say, unseen)}
	}
	return Card{Say: fmt.Sprintf("%s I%s: check whether its change is still missing.", say, unseen[1:])}
}
