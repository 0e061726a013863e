package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// Two who change the same to the same are no two changes that can be put together: one text stands for both. Where
// it is a count, one is missing then; where it claims something, it is the other's. So what is there is read, and
// nothing goes out by itself.

// sameChange says what two sides changed to the very same, of a row by its properties; whole says whether nothing of
// mine is left that is not there. Empty where they did not. Of lines that both changed so those may count that hold a
// number; what both removed is gone.
func sameChange(object engine.ObjectID, base, mine, theirs string) (what string, whole bool) {
	if object.Kind == "entity" {
		var names []string
		whole = true
		for _, r := range conflict.Rows3(base, mine, theirs) {
			switch {
			case r.Kind == conflict.Both && r.HasMine:
				names = append(names, fmt.Sprintf("%s to %s", r.Name, r.Mine))
			case r.Kind == conflict.Mine || r.Kind == conflict.Clash:
				whole = false
			}
		}
		return conflict.And(names), whole && len(names) > 0
	}
	hunks := conflict.Diff3([]byte(base), []byte(mine), []byte(theirs))
	both := func(h conflict.Hunk) bool { return h.Kind == conflict.Both && len(h.Mine) > 0 }
	mineOnly := func(h conflict.Hunk) bool { return h.Kind == conflict.Mine || h.Kind == conflict.Clash }
	numbered := func(h conflict.Hunk) bool {
		return both(h) && slices.ContainsFunc(h.Mine, func(line string) bool {
			return strings.ContainsAny(line, "0123456789")
		})
	}
	whole = slices.ContainsFunc(hunks, both) && !slices.ContainsFunc(hunks, mineOnly)
	const most = 24 // of a text that is said whole
	switch {
	case whole && oneLine(mine) && len(mine) <= most:
		return "it to " + strings.TrimSpace(mine), true
	case whole || slices.ContainsFunc(hunks, numbered):
		return "the same lines to the same text", whole
	}
	return "", false
}

// sameBeside are the settings beside a text that a request was to change to just what stands there now, which another
// has changed too, each with its value; whole says whether it was to change nothing else beside it.
func (a *adviser) sameBeside(sent []engine.Arg, theirs []engine.Field) (what string, whole bool) {
	var names []string
	whole = true
	for _, arg := range sent {
		if !view.SetsBeside(a.spec, arg.Name) || !a.isBeside(arg.Name) {
			continue
		}
		was, is := a.was(arg.Name), fieldOf(theirs, arg.Name)
		switch {
		case arg.Value.Equal(was):
		case arg.Value.Equal(is) && !strings.Contains(arg.Name, "."): // a header, as the media type, counts nothing
		case arg.Value.Equal(is):
			names = append(names, fmt.Sprintf("%s to %s", arg.Name, arg.Value))
		default:
			whole = false
		}
	}
	return conflict.And(names), whole
}

// afterSameChange reads, and leaves to a person whether the same change was to be there once or twice.
func (a *adviser) afterSameChange(t *trial, send engine.Send, again, did, what string, whole bool) (Card, bool) {
	both, rest := a.bothTheSame(what, whole)
	if done := a.readBefore(send, capital(both)+". "+rest); done != "" {
		return Card{Say: done}, false
	}
	return t.bothChanged(again, did, both, rest)
}

// bothChanged is the card of a trial that has read what both changed, with what is left then.
func (t *trial) bothChanged(again, did, both, rest string) (Card, bool) {
	card := t.card("read", fmt.Sprintf("%s: %s. %s", again, both, rest), did)
	card.Rest = both + ". " + strings.TrimSuffix(rest, ".")
	return card, t.harmless()
}

// bothTheSame says what both changed to the same, and what is left then. Who met an own request of which it had no
// answer claims nothing against itself.
func (a *adviser) bothTheSame(what string, whole bool) (both, rest string) {
	left := "nothing is left to send"
	if !whole {
		left = fmt.Sprintf("put the rest of #%d into what is there, and send it with the new %s", a.x.Number,
			a.versionWord())
	}
	if cause := a.c.Cause; cause != nil && cause.Since.By == a.c.By && cause.Since.Request != 0 {
		return fmt.Sprintf("%s's own #%d changed %s too", a.who(), cause.Since.Request, what),
			"Where both requests are to count, as two that each add 1, one is missing: add it; else " + left + "."
	}
	return "both changed " + what, "Where both are to count, as two who each add 1, one is missing: add it; where it " +
		"claims something, stop; else " + left + "."
}

// sameAsMet says of a later request that it put there the very text that another had put there, which had refused the
// finding's: one of two that count is missing then. Empty where it did not.
func (a *adviser) sameAsMet(x *engine.Exchange) string {
	if a.c.Kind != engine.StaleWrite || a.c.Cause == nil || x.Object != a.c.Object || !x.Took ||
		!a.v.Spec(x.Verb).Effect.Contents() || a.v.Spec(x.Verb).Effect == engine.Appends {
		return ""
	}
	first := a.v.Exchange(a.c.Cause.Since.Request)
	if first == nil || first.Object != x.Object || first.By == x.By || a.v.Title(first.By) == "" {
		return ""
	}
	theirs, ok := a.textOf(first)
	mine, carries := a.textOf(x)
	if !ok || !carries || mine != theirs || mine == "" {
		return ""
	}
	return fmt.Sprintf("It put there the very text that %s's #%d had put there: where both were to count, as two who "+
		"each add 1, one is missing; where it claims it for %[1]s, stop.", a.v.Title(first.By), first.Number)
}
