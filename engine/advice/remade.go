package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// remadeLook is how many changes back it is looked for the end of what a request was made from.
const remadeLook = 16

// remade is the end of what the request was made from, where another has made a thing of that name anew since: what
// stands there now is not what its sender meant. ok is false where the same thing only changed, where its sender made
// it anew, or where that lies too far back.
func (a *adviser) remade() (base *engine.Exchange, end engine.Mark, ok bool) {
	base = a.v.BaseOf(a.x, a.c.Object)
	if base == nil || a.c.Cause == nil || a.c.Cause.Since.By == a.c.By {
		return nil, end, false
	}
	from := base.Decided.Event
	for m, look := a.c.Cause.Since, 0; m.Event > from && look < remadeLook; look++ {
		was, found := a.replacedBy(m)
		switch {
		case !found:
			return nil, end, false
		case was.Gone && was.Mark.Event > from:
			return base, was.Mark, true
		}
		m = was.Mark
	}
	return nil, end, false
}

// replacedBy is what stood in the place of the text that a mark's request put into the finding's object: a text, or
// its absence.
func (a *adviser) replacedBy(m engine.Mark) (was engine.Part, ok bool) {
	for e := range a.v.Between(m.Event-1, m.Event+1) {
		for _, c := range e.Changed {
			if c.Object == a.c.Object && (c.Gone || slices.Contains(engine.TextNames(), c.Name)) {
				return c.Part, true
			}
		}
	}
	return was, false
}

// goneSince says of what the request was made from how it came to its end, and who made what is there now.
func (a *adviser) goneSince(base *engine.Exchange, end engine.Mark) string {
	what, how, when := fmt.Sprintf("What %s had read with #%d", a.who(), base.Number), "was removed", a.when(end.At)
	if base.Took && a.v.Spec(base.Verb).Changes() {
		what = fmt.Sprintf("What %s had made with #%d", a.who(), base.Number)
	}
	if end.Request == 0 {
		how = "expired"
		if by := a.v.Title(end.By); by != "" && end.By != a.c.By {
			when += ", as set by " + by
		}
	} else if x := a.v.Exchange(end.Request); x != nil && a.v.Title(x.By) != "" {
		how = fmt.Sprintf("was removed by %s's #%d", a.v.Title(x.By), x.Number)
		if a.v.Spec(x.Verb).Effect == engine.Renames {
			how = strings.Replace(how, "removed", "moved away", 1)
		}
	}
	since := a.c.Cause.Since
	return fmt.Sprintf("%s %s%s, and what is there now is by %s's #%d.", what, how, when, a.v.Title(since.By),
		since.Request)
}

// notItsOwn is for a delete that was refused because what its sender meant is over, and another's thing stands there:
// to send it with the new version would delete that.
func (a *adviser) notItsOwn() (Card, bool) {
	if a.spec.Group != engine.GroupDelete {
		return Card{}, false
	}
	base, end, ok := a.remade()
	if !ok {
		if card, ok := a.deletedBefore(); ok {
			return card, true
		}
		return a.afterOwnReplaced()
	}
	then := fmt.Sprintf(" Stop: that is gone already, and whether what is there now is to go too is for %s to say.",
		a.v.Title(a.c.Cause.Since.By))
	if base.Took && a.v.Spec(base.Verb).Changes() {
		then = fmt.Sprintf(" Stop: nothing of %s's is left to delete.", a.who())
	}
	return Card{Say: a.goneSince(base, end) + then, Others: listed(a.sameAgain())}, true
}

// deletedBefore is for a delete of what an earlier one of its sender's had removed, as it had heard: what another has
// put there since is not what it meant. ok is false where the newest that its sender knew is no such delete.
func (a *adviser) deletedBefore() (card Card, ok bool) {
	base, since := a.v.BaseOf(a.x, a.c.Object), a.c.Cause.Since
	if base == nil || !base.Took || a.v.Spec(base.Verb).Group != engine.GroupDelete || since.By == a.c.By ||
		a.v.Title(since.By) == "" || base.Decided.Event > since.Event {
		return card, false
	}
	return Card{Say: fmt.Sprintf("%s's #%d had removed it already%s, and what is there now is by %s's #%d. Stop: "+
		"nothing of %[1]s's is left to delete.", a.who(), base.Number, a.when(base.Decided.At), a.v.Title(since.By),
		since.Request), Others: listed(a.sameAgain())}, true
}

// tookAnothers says that a later delete has removed what another had made since. Empty where it has not.
func (a *adviser) tookAnothers(x *engine.Exchange) string {
	if a.c.Kind != engine.StaleWrite || x.Object != a.c.Object || a.v.Spec(x.Verb).Group != engine.GroupDelete {
		return ""
	}
	if _, _, ok := a.remade(); !ok {
		return ""
	}
	was, ok := a.replacedBy(x.Decided)
	maker := a.v.Title(was.Mark.By)
	if !ok || was.Gone || was.Mark.By == x.By || maker == "" {
		return ""
	}
	return fmt.Sprintf("%s's #%d has deleted what %s had made with #%d. Nobody was told: tell %s, who may still work "+
		"by it.", a.who(), x.Number, maker, was.Mark.Request, maker)
}
