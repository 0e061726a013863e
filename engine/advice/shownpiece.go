package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// fitsSoFar says whether an answer has some bytes of the whole alone, and those are what a text has at their place:
// what stands around them nobody has been shown.
func (a *adviser) fitsSoFar(text string, shown *engine.Exchange) bool {
	first, alone := view.FirstShown(shown)
	return alone && view.OneText(a.spec) && first >= 0 && first < int64(len(text)) &&
		strings.HasPrefix(text[first:], shown.Answer.Text().String())
}

// readsAll offers a read of the whole, where one of some bytes does not tell whether a try had been done.
func (a *adviser) readsAll(try, shown *engine.Exchange) Card {
	say := fmt.Sprintf("#%d shows some bytes alone, which are those that #%d was to put there. Read all of it: only "+
		"the whole can be compared.", shown.Number, try.Number)
	t := a.trial()
	if send, ok := a.readOf(t, try.Object); ok {
		if card, ok := a.offer(t.send(send), "read", say, a.who()+" read again"); ok {
			return card
		}
	}
	return Card{Say: say}
}

// holdsPiece says whether a text holds, at its place, what a try was to append to it, to write into a range of it or to
// merge into it.
func (a *adviser) holdsPiece(try *engine.Exchange, piece, text string) bool {
	spec := a.v.Spec(try.Verb)
	switch {
	case piece == "":
		return false
	case spec.Effect == engine.Appends:
		return strings.Contains(text, piece)
	case spec.Effect == engine.Merges && try.Object.Kind == "entity":
		return holdsAll(text, piece)
	}
	for _, arg := range try.Resolved() {
		first, _, ranged := strings.Cut(arg.Value.String(), "-")
		from, err := strconv.Atoi(first)
		if arg.Name == "range" && ranged && err == nil && from >= 0 && from < len(text) {
			return strings.HasPrefix(text[from:], piece)
		}
	}
	return false
}

// onlyGrew says whether what a try was to append to had no more than put behind it from before that was sent until
// another answer showed all of it.
//
// Source: engine/blob/rules.md, "Append blobs": a block is added at the end; a new blob empties it.
func (a *adviser) onlyGrew(try, shown *engine.Exchange) bool {
	spec := a.v.Spec(try.Verb)
	if _, alone := view.FirstShown(shown); alone || spec.Effect != engine.Appends || spec.Makes != "" || spec.Prompt() {
		return false
	}
	w := a.v.Clone()
	for e := range a.v.Between(try.Sent.Event, shown.Decided.Event) {
		older, newer, ok := e.On(w, try.Object.Kind, try.Object.Name)
		if ok && (!view.Readable(newer) || !strings.HasPrefix(conflict.TextIn(newer), conflict.TextIn(older))) {
			return false
		}
	}
	return true
}

// notAppended is for a read of all that was appended, in which what a try was to add is not: nothing that was added can
// be taken out, so that it had not been done by then, whoever has added something since.
func (a *adviser) notAppended(try, shown *engine.Exchange) Card {
	return a.sendAgain(fmt.Sprintf("#%d does not show what #%d was to add, and what is appended stays, unless the "+
		"whole was made anew or emptied: #%[2]d had not been done by then.", shown.Number, try.Number),
		"Send the same again.")
}

// holdsAll says whether a row has all the properties of another text, with their values.
func holdsAll(row, properties string) bool {
	list := strings.Split(strings.TrimSpace(row), "\n")
	for line := range strings.Lines(properties) {
		if !slices.Contains(list, strings.TrimSpace(line)) {
			return false
		}
	}
	return true
}
