package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// neverFitted is for a condition on tags or on a sequence number that nobody's change has made unfit: it never held, or
// what its sender had been shown stands as it was. There is nothing to put the change into, and nothing to take over:
// it waits for another state, or asks for the wrong one. Where it holds by now, it waited for just that. ok is false
// for any other refusal.
func (a *adviser) neverFitted() (card Card, ok bool) {
	name := a.c.Cause.Rule.Name
	if name != ifTags && a.versionWord() != "number" {
		return card, false
	}
	if a.trial().send(a.again()).accepted() {
		const then = "end the same if it is still wanted."
		card, _ = a.reads("The condition holds by now. Read what is there, and s"+then, "S"+then)
		return card, true
	}
	if a.movedSince(a.c.Object) {
		return card, false
	}
	const fit = "If the condition is right, send the same once it holds; if not, correct it."
	shown, others := conflict.Shown(a.v.Clone(), a.c), listed(a.sameAgain())
	switch what := "sequence number"; {
	case shown != nil && name == ifTags:
		what = "tags"
		fallthrough
	case shown != nil:
		return Card{Say: fmt.Sprintf("#%d had shown the %s that it was refused for. %s", shown.Number, what, fit),
			Others: others}, true
	case conflict.Never(a.v.Clone(), a.c) == "":
		return card, false
	}
	const nobody = "No change of anybody's keeps it out. "
	if t := a.trial(); name == ifTags {
		read, _ := a.readOfTags(t)
		card, _ = a.readsBy(t, read, nobody+"Read the tags. "+fit, fit)
	} else {
		card, _ = a.reads(nobody+"Read the sequence number. "+fit, fit)
	}
	card.Others = others
	return card, true
}

// datedTooOld is for a change that was made from what is there, and that named a date from before that: the date alone
// is to be corrected. ok is false where it was made from something else, or another has changed that since, and where
// the right date would not do either.
func (a *adviser) datedTooOld() (card Card, ok bool) {
	const date = "if-unmodified-since"
	shown := conflict.Shown(a.v.Clone(), a.c)
	if a.versionWord() != "date" || shown == nil || a.movedSince(a.c.Object) {
		return card, false
	}
	say := fmt.Sprintf("#%d was made from what #%d had shown, which is there still, and names a date from before "+
		"that. Send it with the date of #%[2]d.", a.x.Number, shown.Number)
	again := a.again()
	again.Args = engine.With(again.Args, date, engine.Ref(shown.Name+".last-modified", false))
	card, ok = a.offer(a.trial().send(again), "retry", say,
		fmt.Sprintf("%s sent #%d with the date of #%d", a.who(), a.x.Number, shown.Number))
	card.Others = listed(a.sameAgain())
	return card, ok
}

// tagOfAnother is for an ETag that was another thing's: which of the two was meant its sender knows alone, and its text
// may have been made from the other. ok is false for any other refusal.
func (a *adviser) tagOfAnother() (card Card, ok bool) {
	of := conflict.TagOf(a.v.Clone(), a.c)
	if of.Name == "" {
		return card, false
	}
	met := a.v.Called(a.compareds())
	then := fmt.Sprintf("If %s is meant, correct the name; if it is %s, go by its own tag.", a.v.Called(of), met)
	card, _ = a.readsOf(a.compareds(), fmt.Sprintf("The tag was given for %s. Read %s. %s", a.v.Called(of), met, then),
		then)
	card.Others = listed(a.sameAgain())
	return card, true
}

// neverWas is for an ETag that no version of what it was compared with ever had: it says nothing of what the request
// was made from, and nobody has moved anything on. What helps is to read what is there and to decide. ok is false for
// any other refusal, and for lines, which are made anew with what is read.
func (a *adviser) neverWas() (card Card, ok bool) {
	if a.spec.Prompt() || a.spec.Effect == engine.Groups || a.versionWord() != "tag" ||
		!strings.HasSuffix(a.c.Cause.Rule.Name, "If-Match") || a.guessed() ||
		conflict.Never(a.v.Clone(), a.c) == "" {
		return card, false
	}
	name := a.v.Called(a.compareds())
	then := fmt.Sprintf("Decide whether #%d is to be done to it; if so, send it with the tag that is read. The "+
		"one that #%[1]d named was never %s's, and says nothing of what #%[1]d was made from.", a.x.Number, name)
	others := listed(a.sameAgain(), "Or keep what is there and stop.")
	switch {
	case a.spec.Effect == engine.Reads:
		then = fmt.Sprintf("Go by its own tag: the one that #%d named was never %s's.", a.x.Number, name)
		others = nil
	case a.c.Cause.Rule.Looks == engine.AtSource:
		then = fmt.Sprintf("Decide whether it is to be copied; if so, copy it with its tag%s. The one that #%d named "+
			"was never %s's.", a.targetToo(), a.x.Number, name)
	}
	card, _ = a.readsOf(a.compareds(), fmt.Sprintf("Read %s. %s", name, then), then)
	card.Others = others
	return card, true
}

// guessed says whether the request puts a content there that was made from nothing which its sender had read: that is
// said of it, whatever it compared.
func (a *adviser) guessed() bool {
	effect := a.spec.Effect
	return a.fromNothing() && effect.Contents() && effect != engine.Copies && effect != engine.Appends
}

// neverHeld is for a delete that compared what its key had never held, a value or a version: its sender knows no older
// state that could have moved on, so that what is there is not handed to it as what to compare. With another's value,
// as the token of a lock, it would take that one's thing. ok is false for any other refusal.
func (a *adviser) neverHeld() (card Card, ok bool) {
	if !a.spec.Prompt() || a.spec.Group != engine.GroupDelete {
		return card, false
	}
	never, since := conflict.Never(a.v.Clone(), a.c), a.c.Cause.Since
	if never == "" {
		return card, false
	}
	card = Card{Say: never + " Correct the line.", Others: listed(a.sameAgain())}
	if maker := a.v.Title(since.By); maker != "" && since.By != a.c.By && since.By != engine.Seed {
		card.Say = fmt.Sprintf("%s What is there is by %s's #%d: if it is a lock, stop, for it is not %s's. If the %s "+
			"was mistyped, correct the line.", never, maker, since.Request, a.who(), a.versionWord())
		card.Others = append(card.Others, "Or keep what is there and stop.")
	}
	return card, true
}
