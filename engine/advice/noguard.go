package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// noGuard says what is left where no guard of the call stops it: what would have stopped it stands beside it.
func (a *adviser) noGuard() Card {
	const then = "Write the lost part again, if it is still wanted."
	whose := a.v.Title(a.c.Whose)
	tell := a.c.Whose != a.c.By && whose != "" // its sender does not know what was lost, and a read no longer shows it
	say := "Read what is there and write the lost part again, if it is still wanted."
	if tell {
		all := false
		if say, all = a.tellLost(whose); all {
			return Card{Say: say}
		}
	}
	takes := slices.ContainsFunc(a.spec.Params(), engine.Param.Guards)
	switch helps := len(a.stopping()) > 0 || a.staleByOwn(); {
	case a.c.Kind == engine.SameNumber && a.putBack():
		return Card{Say: a.putBackWords()}
	case conflict.NotOfBase(a.v.Clone(), a.c) != nil:
		say += " Compare the value that was read or written: only that tells whether it still stands."
	case a.c.Kind == engine.SameNumber && conflict.Guessed(a.v.Clone(), a.c):
		say += fmt.Sprintf(" Send the %s that came with what was read: a guess may fit what nobody has read.",
			a.versionWord())
	case a.c.Kind == engine.SameNumber && conflict.ToldVersion(a.v.Clone(), a.c):
		say += fmt.Sprintf(" Send the %s that came with what was read: one that was told stands for what was not read.",
			a.versionWord())
	case a.c.Kind == engine.SameNumber:
		say += fmt.Sprintf(" One %s stood for two states here: that it fits proves nothing.", a.versionWord())
	case a.spec.Effect == engine.Closes:
		if card, ok := a.tellUnwritten(); ok {
			return card
		}
		return a.readsOther(a.x.Object, "Read what is there now.", a.unwrittenLost())
	case !a.compares() && !helps && !a.spec.Prompt() && !a.ofEntry():
		how := "takes no condition"
		if takes {
			how = "compares nothing"
		}
		card := a.outside(how)
		if tell {
			card.Say = say + " " + card.Say
		}
		return card
	case !a.compares():
		say = fmt.Sprintf("%s. %s", a.comparesNothing(), say)
	}
	if tell {
		return Card{Say: say}
	}
	card, _ := a.reads(say, then)
	return card
}

// outside is what is left where no guard of one request stops it. What the service has against it, everybody has to do
// from the first read on: whether that helps here is for a run of the whole scene to show.
func (a *adviser) outside(how string) Card {
	if all := a.strategies(); len(all) > 0 {
		return Card{Say: fmt.Sprintf("%s %s, and nothing that %s could add to #%d stops it. The comparison of guards "+
			"tries here what every writer would have to keep to from its first read on: %s. Else agree on one writer.",
			a.x.Verb, how, a.who(), a.x.Number, strings.Join(all, ", "))}
	}
	return Card{Say: fmt.Sprintf("The service gives no control over this: %s %s. Agree on one writer, or guard it "+
		"outside the storage.", a.x.Verb, how)}
}

// tellLost is what whoever lost work is to be told, and what becomes of it. With all nothing else helps.
func (a *adviser) tellLost(whose string) (say string, all bool) {
	switch {
	case a.spec.Effect == engine.Deletes && a.thereAsItWas():
		return a.broughtBackWords(whose), true
	case conflict.MovedTo(a.v.Clone(), a.x, a.c.Object).Name != "":
		return a.movedAway(whose), false
	}
	if say = a.settled(); say != "" {
		return say, true
	}
	switch {
	case a.c.Victim.Request == 0 && a.v.Readable(a.c.Object):
		return fmt.Sprintf("Tell %s that #%d brought back what had ended by the expiry that %[1]s set, and settle "+
			"whether it is to be there.", whose, a.x.Number), false
	case a.c.Part == engine.Undeleted:
		return fmt.Sprintf("Tell %s that %s, and settle whether it is to be there.", whose, a.undeleteUndone()), true
	case conflict.WasDelete(a.v.Clone(), a.c):
		return fmt.Sprintf("Tell %s that %s, and settle whether it is to be there.", whose, a.thereAnew()), false
	case a.c.Victim.Request != 0 && strings.HasPrefix(a.c.Part, "staged "): // no read of the thing shows them
		return fmt.Sprintf("Tell %s that #%d threw away what %[1]s had staged. If it is still wanted, it is %[1]s's "+
			"to stage again, then to commit.", whose, a.x.Number), false
	case a.lostSnapshot():
		return fmt.Sprintf("Tell %s that %s", whose, a.snapshotsLost()), true
	case !a.argument(versionID).IsZero() && a.spec.Effect == engine.Deletes:
		return fmt.Sprintf("Tell %s that #%d took this version away for good: no read shows it any more. If "+
			"it is still wanted, it is %[1]s's to write again.", whose, a.x.Number), true
	case conflict.TookExpiry(a.v.Clone(), a.c):
		return fmt.Sprintf("Tell %s that #%d gave %s an expiry again, which #%d had taken away. Where it is "+
			"to stay, the expiry has to be taken away again.", whose, a.x.Number, a.place(), a.c.Victim.Request), true
	case conflict.UndidRemoval(a.v.Clone(), a.c):
		return fmt.Sprintf("Tell %s that #%d brought back what #%d had taken away, and settle whether it is to be "+
			"there.", whose, a.x.Number, a.c.Victim.Request), false
	case a.tookLock():
		return fmt.Sprintf("Tell %s, who stops if it was a lock: #%d removed it. Anything else is %[1]s's to write "+
			"again, if it is still wanted.", whose, a.x.Number), false
	case a.wroteSince() != "":
		return a.wroteSince(), false
	case (a.spec.Effect == engine.Deletes || a.c.Gone && (!a.v.Readable(a.c.Object) ||
		a.spec.Effect == engine.Opens)): // which deletes at the close, whatever has been made there since
		return a.whatWasRemoved(whose), false
	}
	return fmt.Sprintf("Tell %s %s", whose, a.whatWasReplaced(whose)), false
}

// whatWasRemoved is what whoever lost work to a removal is told. Where another thing stands under the name by now, that
// is not to be lost in its turn; and who removed the first takes the name for free.
func (a *adviser) whatWasRemoved(whose string) string {
	say := fmt.Sprintf("Tell %s what #%d removed: a plain read no longer shows it.", whose, a.x.Number)
	made := a.madeAfter(a.c.Object, a.c.Event)
	if made == nil && a.removesAll() && a.c.Object == a.x.Object { // what it lost stood beside what lies in that
		return fmt.Sprintf("%s %s itself went: if it is still wanted, settle first with %s whether %[2]s is to be "+
			"there again.", say, a.v.Called(a.c.Object), a.who())
	}
	if holder, _ := a.v.Absent(a.c.Object); made == nil && holder.Name != "" && holder != a.c.Object {
		return fmt.Sprintf("%s %s went as well: if it is still wanted, settle first with %s whether %[2]s is to be "+
			"there again.", say, a.v.Called(holder), a.who())
	}
	if made == nil || a.v.Title(made.By) == "" || a.restores(made) {
		return fmt.Sprintf("%s If it is still wanted, it is %s's to write again.", say, whose)
	}
	say = fmt.Sprintf("%s and what is there now was made by %s's #%d. If it is still wanted, it is %s's to put into "+
		"that.", strings.TrimSuffix(say, ".")+",", a.v.Title(made.By), made.Number, whose)
	if tell := a.tellRemover(a.c.By, made); tell != "" {
		say += " " + tell
	}
	return say
}

// whatWasReplaced is what whoever lost work is told of it, and what becomes of that: it goes into what is there, so
// that this is not lost in its turn; where that has gone since it is written again.
func (a *adviser) whatWasReplaced(whose string) string {
	since, then := ": a plain read no longer shows it", "put into what is there"
	if partly := a.partlyReplaced(); partly != "" {
		since = partly
	}
	switch _, gone, moved := a.wentSince(a.c.Object); {
	case moved:
		since, then = ". "+gone, "put into that"
	case gone != "" && !a.v.Readable(a.c.Object):
		since, then = ". "+gone, "write again"
	case a.isLock():
		then = "set again"
	}
	did := "replaced"
	if a.spec.Group == engine.GroupDelete { // of a part alone, as the tags
		did = "removed"
	}
	return fmt.Sprintf("what #%d %s%s. If it is still wanted, it is %s's to %s.", a.x.Number, did, since, whose, then)
}

// isLock says whether what was lost is a lock of a version: that is set as a whole, and nothing is put into it.
//
// Source: engine/bucket/rules.md, "Object Lock".
func (a *adviser) isLock() bool {
	part, _, _ := strings.Cut(a.c.Part, " of ")
	return part == "legal-hold" || part == "retention"
}

// tellUnwritten is for what a client had not written back when its handle was closed by force, where what it was of has
// gone since as well: nothing is there to read. ok is false where it is there.
func (a *adviser) tellUnwritten() (Card, bool) {
	object := a.pathTo(a.x.Object)
	went, _ := a.since(object)
	whose := a.v.Title(a.c.Whose)
	if went == nil || a.v.Readable(object) || a.v.Title(went.By) == "" || a.c.Whose == a.c.By || whose == "" {
		return Card{}, false
	}
	return Card{Say: fmt.Sprintf("Tell %s that #%d closed the handle, and that what its client had not written back "+
		"is lost with it: %s is gone since, by %s's #%d.", whose, a.x.Number, a.v.Called(object), a.v.Title(went.By),
		went.Number)}, true
}

// unwrittenLost is what whoever had not written back is told of a handle that another closed by force, unless an answer
// has told it since, and what helps the next time.
func (a *adviser) unwrittenLost() string {
	const next = "Next time wait until a client has written back, or ask it to close: what waits in its cache is " +
		"lost with its handle."
	whose, lost := a.v.Title(a.c.Whose), a.v.Exchange(a.c.Victim.Request)
	if a.c.Whose == a.c.By || whose == "" || lost == nil {
		return next
	}
	how := end{record: a.c.Event, by: a.x}
	if a.heardOfEnd(a.c.Whose, how, lost.Object) {
		return fmt.Sprintf("%s has been told that its handle is closed: what #%d had written into its cache is "+
			"%[1]s's to write again, if it is still wanted. %[3]s", whose, lost.Number, next)
	}
	return fmt.Sprintf("Tell %s that #%d closed its handle, and that what #%d had written into its cache is lost: if "+
		"it is still wanted, it is %[1]s's to write again. %[4]s", whose, a.x.Number, lost.Number, next)
}

// thereAnew says how what another had removed is there again: as it was, where the request took back its removal, else
// with what the request put there alone.
func (a *adviser) thereAnew() string {
	if a.restores(a.x) || a.spec.Effect == engine.Renames {
		return fmt.Sprintf("#%d brought back what #%d had removed", a.x.Number, a.c.Victim.Request)
	}
	return fmt.Sprintf("%s, which #%d had removed, is there again with what #%d put there and nothing else", a.place(),
		a.c.Victim.Request, a.x.Number)
}
