package advice

import (
	"slices"

	"interleave/engine"
)

// afterTornRead reads each piece under the tag of the first where the call takes one.
func (a *adviser) afterTornRead() Card {
	if p, ok := a.spec.Param("if-match"); ok && p.Version { // Azure Files has the parameter only to refuse it
		card, _ := a.reads("Read again, with If-Match on each piece.",
			"Go on from that; next time with If-Match on each piece.")
		return card
	}
	const say, then = "Read again from the beginning: no tag holds the pieces of such a read together.",
		"No tag holds the pieces of such a read together: two readings that agree are one state."
	if !a.spec.Lists {
		card, _ := a.reads(say, then)
		return card
	}
	first, found := a.firstPage()
	if !found {
		return Card{Say: say}
	}
	card, _ := a.readsBy(a.trial(), first, say, "That is the first page: go on from it. "+then)
	return card
}

// firstPage is the list of which the finding's request asked for a further page, from its beginning: that one named
// where the answer before had ended, beside all that the first had named. ok is false where its sender sent none.
func (a *adviser) firstPage() (first engine.Send, ok bool) {
	mine := a.x.Resolved()
	for x := range a.v.RequestsOf(a.c.By) {
		args := x.Resolved()
		if x.Number < a.x.Number && x.Verb == a.x.Verb && x.Object == a.x.Object && len(args) < len(mine) &&
			!slices.ContainsFunc(args, func(arg engine.Arg) bool {
				return !engine.ValueOf(mine, arg.Name).Equal(arg.Value)
			}) {
			return engine.Send{By: x.By, Verb: x.Verb, Args: args}, true
		}
	}
	return first, false
}
