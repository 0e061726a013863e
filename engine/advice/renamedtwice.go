package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// renamedTwice is for a rename that was done a second time: what it meant had its new name by then, and what was made
// under the old one since has been moved in its turn, over that. ok is false for anything else.
func (a *adviser) renamedTwice(first *engine.Exchange) (card Card, ok bool) {
	made := conflict.SetBetween(a.v.Clone(), a.c)
	if a.spec.Effect != engine.Renames || made == nil || a.v.Title(made.By) == "" {
		return card, false
	}
	now := conflict.MovedBy(a.v.Clone(), a.x, made.Object)
	if now.Name == "" {
		return card, false
	}
	say := fmt.Sprintf("#%d had moved what was meant. #%d moved to %s what %s's #%d had put under %s since, which is "+
		"not what #%[1]d had brought there.", first.Number, a.x.Number, a.v.Called(now), a.v.Title(made.By),
		made.Number, a.v.Called(made.Object))
	if made.By != a.c.By {
		say += fmt.Sprintf(" Tell %s where it is now, and settle with %[1]s which of the two is to be %s.",
			a.v.Title(made.By), a.v.Called(now))
	}
	return Card{Say: say}, true
}

// setAgain is for what was set a second time on a thing that was made anew between the two, or after others had set it
// otherwise: whose that is now has to say which is to stand. ok is false for anything else.
func (a *adviser) setAgain(first *engine.Exchange) (card Card, ok bool) {
	between := conflict.SetBetween(a.v.Clone(), a.c)
	sets := a.spec.Effect == engine.Describes || a.spec.Effect == engine.Permits
	if !sets || between == nil || between.By == a.c.By || a.v.Title(between.By) == "" {
		return card, false
	}
	who := a.v.Title(between.By)
	switch a.v.Spec(between.Verb).Effect {
	case engine.Deletes:
		return card, false
	case engine.Creates:
		return Card{Say: fmt.Sprintf("What #%d was done to is gone: %s's #%d made %s anew, and #%d changed that. "+
			"Settle with %s whether it is to be there.", first.Number, who, between.Number, a.place(), a.x.Number,
			who) + a.tellReplaced()}, true
	}
	return Card{Say: fmt.Sprintf("%s's #%d had changed that between the two, and #%d set it again as #%d had. Settle "+
		"with %[1]s which of the two is to stand.", who, between.Number, a.x.Number, first.Number)}, true
}
