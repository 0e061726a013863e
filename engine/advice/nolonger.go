package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// What was mixed, torn, late or left without an end is told as long as it is so: these ask first what became of it.

// afterMix is for what was stored of parts that were not meant.
func (a *adviser) afterMix() Card {
	made := a.copyMade()
	if card, ok := a.mixOver(made); ok {
		return card
	}
	if how, _, moved := a.wentSince(made); moved {
		if now, _, ok := a.movedTo(how.by, made); ok {
			made = now
		}
	}
	if card, ok := a.afterTagsTaken(made); ok {
		return card
	}
	if conflict.TornWhole(a.c) {
		return a.afterTornWhole()
	}
	if a.tookSource() && a.spec.Effect == engine.Stages {
		if card, ok := a.beforeCommit(); ok {
			return card
		}
	} else if a.tookSource() && a.spec.Effect == engine.Copies {
		say := fmt.Sprintf("See whether what %s had put there may stand in %s too, else write what was meant.",
			a.v.Title(a.c.Victim.By), a.v.Called(made))
		card, _ := a.readsOf(made, "Read the copy. "+say, say)
		return card
	}
	card, _ := a.readsOf(made, "Read the whole, then write what was meant.", "Write what was meant.")
	return card
}

// afterTornWhole is for a whole whose pieces were copied from two states of one thing: each is to be copied again, of
// one state that is compared each time.
func (a *adviser) afterTornWhole() Card {
	again := "every piece of it again, into an empty blob"
	if a.spec.Effect == engine.Commits {
		again = "every piece of it again, and store the whole anew"
	}
	compared := "with the tag of that as source-if-match"
	then := fmt.Sprintf("Copy %s: each piece %s, so that one of another moment is refused.", again, compared)
	card, _ := a.readsOf(a.c.Object, fmt.Sprintf("Read %s. %s", a.v.Called(a.c.Object), then), then)
	return card
}

// beforeCommit is for a block or a part that was staged from another thing: nothing of it shows before a commit. ok is
// false where its sender has committed it since.
func (a *adviser) beforeCommit() (card Card, ok bool) {
	what, id, before := "block", "id", "a commit"
	if partOf(a.x) != "" {
		what, id, before = "part", "number", "the upload is completed"
	}
	var next *engine.Exchange // the first of its own behind it that decides what became of the block
	for x := range a.v.RequestsOf(a.c.By) {
		if x.Number <= a.x.Number {
			break // the newest is the first here
		}
		effect := a.v.Spec(x.Verb).Effect
		if x.Object == a.x.Object && x.Took && a.uploadOf(x) == a.uploadOf(a.x) && (effect == engine.Commits ||
			effect == engine.Aborts || effect == engine.Stages && samePlace(x, a.x)) {
			next = x
		}
	}
	if next == nil {
		return Card{Say: fmt.Sprintf("Nothing of it shows before %s: stage what was meant under the same %s first, or "+
			"leave the %s out of the list.", before, id, what)}, true
	}
	how := fmt.Sprintf("#%d has staged another %s under that %s since", next.Number, what, id)
	switch effect := a.v.Spec(next.Verb).Effect; {
	case effect == engine.Aborts:
		how = fmt.Sprintf("#%d has aborted the upload since", next.Number)
	case effect == engine.Commits && a.tookIt(next):
		return card, false
	case effect == engine.Commits:
		how = fmt.Sprintf("#%d has stored the whole without it since", next.Number)
	}
	return Card{Say: how + ": nothing of what was mixed is left."}, true
}

// samePlace says whether two requests staged under one id, or as one part.
func samePlace(x, other *engine.Exchange) bool {
	return blockOf(x) == blockOf(other) && partOf(x) == partOf(other)
}

// tookIt says whether a commit took in what the finding's request had staged.
func (a *adviser) tookIt(commit *engine.Exchange) bool {
	for e := range a.v.Between(commit.Decided.Event-1, commit.Decided.Event+1) {
		if e.Request == commit.Number && slices.ContainsFunc(e.Took, func(p engine.Part) bool {
			return p.Mark.Request == a.x.Number
		}) {
			return true
		}
	}
	return false
}

// mixOver is for what was stored of parts that were not meant, where it has gone since, or another whole text was put
// in its place that was not made from it. ok is false where it stands, and where it may be in what does.
func (a *adviser) mixOver(object engine.ObjectID) (card Card, ok bool) {
	if how, gone, moved := a.wentSince(object); gone != "" && !moved {
		return Card{Say: fmt.Sprintf("%s, and with that what was mixed.%s", gone, a.ifWanted(how, "Write what was "+
			"meant if it is still wanted."))}, true
	}
	w := a.v.Clone()
	for e := range a.v.Between(a.c.Event, a.v.Last+1) { // the newest first
		was, is, touched := e.On(w, object.Kind, object.Name)
		x := a.v.Exchange(e.Request)
		if !touched || x == nil || a.v.Title(x.By) == "" || conflict.TextIn(was) == conflict.TextIn(is) ||
			!a.whole(a.v.Spec(x.Verb)) ||
			a.spec.Effect == engine.Stages && x.By == a.c.By { // it may have taken that in
			continue
		}
		say := fmt.Sprintf("%s's #%d has put another text there since: nothing of what was mixed is left.",
			a.v.Title(x.By), x.Number)
		switch {
		case x.By == a.c.By:
			return Card{Say: say}, true
		case !a.madeBehind(x, object):
			return Card{Say: say + fmt.Sprintf(" Settle with %s whether what #%d was to write is still wanted.",
				a.v.Title(x.By), a.x.Number)}, true
		}
	}
	return card, false
}

// nothingToRead is for a read that is to be made again, of what has gone since. ok is false where it is there.
func (a *adviser) nothingToRead() (card Card, ok bool) {
	if _, gone, _ := a.wentSince(a.c.Object); gone != "" && !a.v.Readable(a.c.Object) {
		return Card{Say: gone + ": nothing is left to read."}, true
	}
	return card, false
}

// shadowed is for a write that no read will ever show.
func (a *adviser) shadowed() Card {
	const then = "he write came too late to be seen. Decide whether it is still wanted."
	if how, gone, moved := a.wentSince(a.c.Object); gone != "" && !moved && !a.v.Readable(a.c.Object) {
		return Card{Say: gone + "." + a.ifWanted(how, "T"+then)}
	}
	card, _ := a.reads("Read what is there: t"+then, "T"+then)
	return card
}

// afterExpiry is for who is to hear of an expiry that is gone.
func (a *adviser) afterExpiry() Card {
	whose := a.v.Title(a.c.Whose)
	told := a.c.Whose != a.c.By && whose != ""
	if again := a.settled(); again != "" && told {
		return Card{Say: again}
	}
	took := fmt.Sprintf("#%d took away the %s of %s, and ", a.x.Number, a.c.Part, a.place())
	switch newer := a.c.Victim.Request; {
	case told:
		took = fmt.Sprintf("Tell %s that %s", whose, took)
	case newer > a.x.Number:
		took = fmt.Sprintf("The older #%d arrived after the newer #%d: it took away the end that was set with "+
			"that, and ", a.x.Number, newer)
	}
	const stays = "without one it stays for ever. Where it is to end, its expiry has to be set again."
	switch _, gone, moved := a.wentSince(a.c.Object); {
	case moved:
		return Card{Say: fmt.Sprintf("%s. %s%s", gone, took, stays)}
	case gone != "":
		return Card{Say: gone + ": what had lost its end is not there any more."}
	}
	if x := a.endedAnew(); x != nil {
		return Card{Say: fmt.Sprintf("%s%s's #%d has given it another.", took, a.v.Title(x.By), x.Number)}
	}
	return Card{Say: took + stays}
}

// endedAnew is the newest request by which the finding's object, which ends by itself again, was given an end since;
// nil: it does not end.
func (a *adviser) endedAnew() *engine.Exchange {
	w := a.v.Clone()
	if !view.Readable(w.Object(a.c.Object)) || !ends(w, a.c.Object) {
		return nil
	}
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		was, is, touched := e.On(w, a.c.Object.Kind, a.c.Object.Name)
		if x := a.v.Exchange(e.Request); touched && x != nil && a.v.Title(x.By) != "" && !conflict.SameEnds(was, is) {
			return x
		}
	}
	return nil
}

// afterOlder is for an older request of one's own that was done on top of a newer one.
func (a *adviser) afterOlder() Card {
	newer := a.v.Exchange(a.c.Victim.Request)
	say, then := fmt.Sprintf("The older #%d arrived after the newer #%d.", a.x.Number, newer.Number),
		"write the newer text again."
	removed := a.v.Spec(newer.Verb).Effect == engine.Deletes
	if removed {
		say, then = strings.TrimSuffix(say, ".")+", which had removed it.", "remove it again if it is there."
	}
	by, _ := a.restoredBy()
	_, gone, moved := a.wentSince(a.c.Object)
	switch x := a.ownSince(); {
	case gone != "" && !moved && removed:
		return Card{Say: fmt.Sprintf("%s %s: nothing is left to do.", say, gone)}
	case by != nil && a.v.Exchange(by.Request) != nil:
		return Card{Say: fmt.Sprintf("%s Since #%d what #%d had put there stands again: nothing is left to do.", say,
			by.Request, newer.Number)}
	case x != nil:
		return Card{Say: fmt.Sprintf("%s #%d has put another there since: nothing is left to do.", say, x.Number)}
	case moved:
		return Card{Say: fmt.Sprintf("%s %s: write the newer text again there, if it is still wanted.", say, gone)}
	case gone != "" && !a.v.Readable(a.c.Object):
		return Card{Say: fmt.Sprintf("%s %s. Write the newer text again only if it is still wanted.", say, gone)}
	}
	card, _ := a.reads(say+" Read what is there and "+then, capital(then))
	return card
}

// ownSince is a later request of the finding's sender that put another text in the place of its own; nil: none did.
func (a *adviser) ownSince() *engine.Exchange {
	for x := range a.v.RequestsOf(a.c.By) {
		if x.Number <= max(a.x.Number, a.c.Victim.Request) {
			break
		}
		if x.Took && x.Decided.Event > a.c.Event && a.putsThere(x) {
			return x
		}
	}
	return nil
}
