package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// afterCopy is for a request that the net brought twice, and that took effect twice: what others had done in between
// went with the second copy, and its sender cannot know.
func (a *adviser) afterCopy() Card {
	if card, ok := a.putAgain(a.x); ok {
		return card
	}
	if a.spec.Effect == engine.Adds {
		return Card{Say: fmt.Sprintf("Both copies of #%d counted, and no read tells that: a number has nobody's name. "+
			"Take one of the two back by hand. %s", a.x.Number, nextTime)}
	}
	if say := a.deletedTwice(a.x); say != "" {
		return Card{Say: say}
	}
	if card, ok := a.copyBroughtBack(); ok {
		return card
	}
	if say := a.copyReplaced(); say != "" {
		return Card{Say: say}
	}
	name := a.v.Called(a.x.Object)
	if _, file, handle := strings.Cut(name, "handle of "); handle {
		name = file
	}
	return a.readsOther(a.x.Object, fmt.Sprintf("Read %s, and look at what the second copy of #%d changed there.", name,
		a.x.Number), a.undoing())
}

// copyBroughtBack is for a second copy that put there again what another had removed after the first.
func (a *adviser) copyBroughtBack() (card Card, ok bool) {
	gone := a.takenAway(a.x)
	if gone == nil || gone.By == a.c.By || a.spec.Group == engine.GroupDelete {
		return card, false
	}
	return Card{Say: fmt.Sprintf("%s had removed with #%d what #%d did, and a second copy of that brought it back. "+
		"Settle with %[1]s whether it is to be there.", a.v.Title(gone.By), gone.Number, a.x.Number)}, true
}

// copyReplaced says whose work the second copy replaced, marked beside it or not, and that this one is to be told.
// Empty where it replaced nobody else's.
func (a *adviser) copyReplaced() string {
	for _, f := range a.v.Troubles() {
		lost := a.v.Exchange(f.Victim.Request)
		if f.Request == a.x.Number && f.Event == a.c.Event && f.Kind == engine.LostUpdate && f.Whose != f.By &&
			lost != nil && a.v.Title(lost.By) != "" {
			return a.tellOfCopy(f.Finding, lost)
		}
	}
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		theirs, ok := conflict.Unread(a.v.Clone(), *e)
		lost := a.v.Exchange(theirs.Mark.Request)
		if !ok || e.Request != a.x.Number || lost == nil || lost.By == a.c.By || a.v.Title(lost.By) == "" {
			continue
		}
		f := a.c
		f.Kind, f.Whose, f.Victim = engine.LostUpdate, lost.By, theirs.Mark
		f.Object, f.Part, f.Gone = theirs.Object, theirs.Name, theirs.Drops
		return a.tellOfCopy(f, lost)
	}
	return ""
}

// tellOfCopy is what who had done something between the two copies is told.
func (a *adviser) tellOfCopy(f conflict.Finding, lost *engine.Exchange) string {
	did := fmt.Sprintf("The second copy of #%d did again what the first had done", a.x.Number)
	who := a.v.Title(lost.By)
	if conflict.UndidRemoval(a.v.Clone(), f) {
		return fmt.Sprintf("%s, which %s's #%d had taken away since. Settle with %[2]s whether it is to be there.", did,
			who, lost.Number)
	}
	did += fmt.Sprintf(", and took away what %s's #%d had put there since.", who, lost.Number)
	if !a.v.Readable(f.Object) {
		return fmt.Sprintf("%s Tell %s: if it is still wanted, it is %[2]s's to write again.", did, who)
	}
	return fmt.Sprintf("%s Tell %s: if it is still wanted, it is %[2]s's to put into what is there.", did, who)
}
