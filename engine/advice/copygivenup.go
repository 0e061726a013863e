package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// afterCopyGivenUp reads the source as it is now, and begins the copy of that anew.
func (a *adviser) afterCopyGivenUp() Card {
	again := a.again()
	again.Words.Again = "" // another text is copied: no second try of the first
	again.Args = slices.DeleteFunc(unversioned(a.spec, again.Args), func(arg engine.Arg) bool {
		return strings.HasPrefix(arg.Name, "source-if-")
	})
	left := a.leftEmpty()
	say := fmt.Sprintf("%s Read the source as it is now, and copy it if that is wanted; a lease on the "+
		"source keeps others from changing it meanwhile.", left)
	t := a.trial() // what was put there since would be copied unread
	source := engine.ObjectID{Kind: a.c.Object.Kind, Name: a.sent("source").String()}
	if read, ok := a.readOf(t, source); ok {
		t.send(read)
		if now, ok := t.known().Reading(source); ok && !now.Tag.IsZero() && a.spec.Takes("source-if-match") {
			again.Args = engine.With(again.Args, "source-if-match", engine.Ref(now.Name+".etag", false))
		}
	}
	if card, ok := a.offer(t.send(again), "retry", say, a.who()+" read the source and began the copy again"); ok {
		return card
	}
	return Card{Say: say, Others: listed(a.sameAgain())}
}

// leftEmpty is what a copy that was given up left, and what has gone there since.
func (a *adviser) leftEmpty() string {
	name := a.v.Called(a.x.Object)
	if since := a.putThere(); since != nil {
		return fmt.Sprintf("%s was left empty, and %s's #%d (%s) has gone there since: settle which of the two is "+
			"wanted.", name, a.v.Title(since.By), since.Number, since.Verb)
	}
	return name + " is empty."
}

// afterSourceGone is for a copy that was given up because its source is gone: what it was to replace is gone too.
func (a *adviser) afterSourceGone() Card {
	return Card{Say: fmt.Sprintf("%s %s, the source, is gone: settle first what is to stand there.", a.leftEmpty(),
		a.sent("source")), Others: listed(a.sameAgain())}
}

// putThere is the newest request that changed the content of the finding's object, or removed it, after a copy there
// had been given up; nil: none did.
func (a *adviser) putThere() *engine.Exchange {
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		for _, c := range e.Changed {
			x := a.v.Exchange(e.Request)
			if c.Object == a.x.Object && slices.Contains(engine.TextNames(), c.Name) && x != nil &&
				a.v.Title(x.By) != "" && !a.copyCameToNothing(x) {
				return x
			}
		}
	}
	return nil
}
